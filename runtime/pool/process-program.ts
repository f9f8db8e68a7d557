// Frame of the programs of render processes: messages from and to the parent.
import { RenderError } from "../../compiler/core/fail.js";
import type { Engine } from "../engine/engine.js";
import { collectAtRest, collectBetweenRenders } from "../engine/between-renders.js";
import type { WorkerMessage, WorkerRequest } from "./worker-messages.js";

export const send = (message: WorkerMessage): void => void process.send!(message);

let isAtWork = false;
/** Sends what ends a render that began at a time. What was made for it is collected once the answer is on its way. */
const sendLast = (message: WorkerMessage, began: number): void => {
  const ms = performance.now() - began;
  isAtWork = false;
  process.send!(message, () => {
    if (!isAtWork) collectBetweenRenders(ms);
    collectAtRest(() => isAtWork);
  });
};

/** @param answer the message that ends the work; undefined for a message that belongs to work under way */
export function serve(answer: (request: WorkerRequest) => Promise<WorkerMessage> | WorkerMessage | undefined): void {
  // signals of a terminal or a service manager reach all processes: the parent alone decides when this one ends
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  process.on("disconnect", () => process.exit(0));
  process.on("message", (request: WorkerRequest) => {
    const began = performance.now();
    isAtWork = true;
    const made = answer(request);
    if (made instanceof Promise) void made.then((message) => sendLast(message, began));
    else if (made) sendLast(made, began);
  });
}

/** Costs of a first render: fonts, programs, and the reader that explains problems. */
const FIRST = ['{"pages":[{"size":"a4","elements":[{"type":"text","layout":{"left":20,"top":20},"content":"Hello"}]}]}', '{"pages":0}'];

export async function renderFirst(engine: Engine): Promise<void> {
  for (const body of FIRST)
    await engine.renderLater(new TextEncoder().encode(body)).catch((e: unknown) => {
      if (!(e instanceof RenderError)) throw e;
    });
}
