import { RenderError } from "../../compiler/core/fail.js";
import type { Engine } from "../engine/engine.js";
import { collectBetweenRenders, Rest } from "../engine/between-renders.js";
import type { WorkerMessage, WorkerRequest } from "./worker-messages.js";

export const send = (message: WorkerMessage): void => void process.send!(message);

/**
 * @param answer ends the work; undefined for a message about work under way
 * @param release memory that a process at rest does without
 * @returns its rest
 */
export function serve(answer: (request: WorkerRequest) => Promise<WorkerMessage> | WorkerMessage | undefined, release: () => void): Rest {
  let isAtWork = false;
  const rest = new Rest(() => isAtWork, release);
  /** Garbage is collected once the answer is on its way. */
  const sendLast = (message: WorkerMessage, began: number): void => {
    const ms = performance.now() - began;
    isAtWork = false;
    process.send!(message, () => {
      if (!isAtWork) collectBetweenRenders(ms);
      rest.begin();
    });
  };
  // a terminal or service manager signals all processes: the parent decides
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit(0));
  process.on("message", (request: WorkerRequest) => {
    const began = performance.now();
    isAtWork = true;
    const made = answer(request);
    if (made instanceof Promise) void made.then((message) => sendLast(message, began));
    else if (made) sendLast(made, began);
  });
  return rest;
}

/** costs of a first render: fonts, programs, explanation of problems */
const FIRST = ['{"pages":[{"size":"a4","elements":[{"type":"text","layout":{"left":20,"top":20},"content":"Hello"}]}]}', '{"pages":0}'];

export async function renderFirst(engine: Engine): Promise<void> {
  for (const body of FIRST)
    await engine.renderLater(new TextEncoder().encode(body)).catch((e: unknown) => {
      if (!(e instanceof RenderError)) throw e;
    });
}
