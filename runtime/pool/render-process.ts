// A render request to its result, by one child process whose time and memory are bounded from here.
import { fork, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { ownBytes } from "./memory.js";
import { packageRoot } from "../core/package.js";
import type { ResourceQuery } from "../owner/resource-query.js";
import type { RenderResult, WorkerRequest, WorkerMessage, WorkerSettings } from "./worker-messages.js";

/** Why a process has ended. `asked`: the service ended it, and nothing is wrong with it. */
export type Verdict = "memory" | "time" | "abandoned" | "asked" | "crashed";

/** Called as a render process reports, and once when it has ended. */
export interface ProcessEvents {
  /** it can answer: its first documents are rendered */
  ready(): void;
  /** it has rendered a warm-up document */
  warmedUp(): void;
  /** the render needs something of its owner's, if there is such a thing */
  needs(query: ResourceQuery): void;
  result(answer: RenderResult): void;
  /** the call under way has come so far */
  progress?(progress: unknown): void;
  /** it has written to its standard output or standard error */
  wroteOutput(text: string): void;
  /** Comes once, last. `how`: the exit code or signal, and the end of its output. */
  ended(verdict: Verdict, how: string): void;
}

/**
 * The old generation's share: what is no heap (code, wasm, byte arrays) and the young generation need room beside it. The latter is three times the
 * size of its semi-spaces; Node's 16 MB make a document of a few milliseconds some 3 % slower than 32 MB.
 */
const HEAP_SHARE = 0.7;
/**
 * What Node is started with for a render process of so many megabytes: options that Node itself has. Flags of V8 alone are set by the process
 * (`objectsBeginYoung`), since Node ends at one that its version of V8 does not have.
 */
export const heapFlags = (memoryMb: number): string[] => [
  "--expose-gc",
  `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
  `--max-semi-space-size=${Math.max(16, Math.min(32, memoryMb >> 5))}`,
];
const MEMORY_INTERVAL_MS = 25;
/** Characters kept of a process's output. */
const TAIL = 4000;
/** Environment variables that a render process does not get. */
const SECRETS = ["PLATEN_BOOTSTRAP_TOKEN", "PLATEN_DATABASE_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"];

/**
 * A process rather than a thread: where V8, wasm or native code ends all that runs beside it, that is one render. It is given one request at a
 * time. While it renders, its memory is looked at from here, since code that does not return cannot look itself.
 */
export class RenderProcess {
  readonly #child: ChildProcess;
  #isHeld = true;
  readonly #bound: number;
  #verdict: Verdict | null = null;
  #ended = false;
  #tail = "";
  #memoryTimer: NodeJS.Timeout | null = null;

  /** `program`: the built JavaScript to run, where it is not the renderer. */
  constructor(
    settings: WorkerSettings,
    readonly events: ProcessEvents,
    program = renderer(),
  ) {
    this.#bound = settings.memoryMb * 1024 * 1024;
    const env: NodeJS.ProcessEnv = { ...process.env };
    for (const name of SECRETS) delete env[name];
    this.#child = fork(program, [], {
      serialization: "advanced",
      execArgv: heapFlags(settings.memoryMb),
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env,
    });
    this.#child.send(settings, () => undefined);
    this.#child.on("message", (message: WorkerMessage) => this.#received(message));
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => {
        this.#tail = (this.#tail + text).slice(-TAIL);
        events.wroteOutput(text.slice(0, TAIL));
      });
    this.#child.on("error", (e) => {
      // it could not be started, or a message could not be sent: in the second case its end follows
      if (this.#child.pid === undefined) this.#end(`it could not be started: ${e.message}`);
    });
    this.#child.on("close", (code, signal) => this.#end(signal === null ? `exit code ${code}` : `signal ${signal}`));
  }

  /** Keeps Node alive, as it does from the start, or not. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    // pipes of a child are sockets, as far as they are open
    for (const handle of [this.#child, this.#child.channel, this.#child.stdout, this.#child.stderr] as readonly (Partial<Holding> | null)[])
      handle?.[isHeld ? "ref" : "unref"]?.();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Sends a request; one at a time. Its memory is watched until the result comes. */
  send(request: WorkerRequest): void {
    // where the process has just ended, `ended` follows
    this.#child.send(request, () => undefined);
    const { pid } = this.#child;
    if (("body" in request || "call" in request) && pid !== undefined)
      this.#memoryTimer ??= setInterval(() => {
        const bytes = ownBytes(pid);
        if (bytes !== null && bytes > this.#bound) this.end("memory");
      }, MEMORY_INTERVAL_MS);
  }

  /** Ends it at once, whatever it does. Of several verdicts the first one counts. */
  end(verdict: Verdict): void {
    this.#verdict ??= verdict;
    this.#child.kill("SIGKILL");
  }

  #received(message: WorkerMessage): void {
    if ("ready" in message) return this.events.ready();
    if ("warmedUp" in message) return this.events.warmedUp();
    if ("needs" in message) return this.events.needs(message.needs);
    if ("progress" in message) return this.events.progress?.(message.progress);
    this.#stopMemoryTimer();
    this.events.result(message);
  }

  #stopMemoryTimer(): void {
    if (this.#memoryTimer) clearInterval(this.#memoryTimer);
    this.#memoryTimer = null;
  }

  #end(how: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stopMemoryTimer();
    const verdict = this.#verdict ?? (this.#tail.includes("heap out of memory") ? "memory" : "crashed");
    this.events.ended(verdict, this.#tail === "" ? how : `${how}: ${this.#tail.trim()}`);
  }
}

interface Holding {
  ref(): void;
  unref(): void;
}

/** A process needs built JavaScript, also where the rest runs from its sources. */
function renderer(): string {
  const built = path.join(packageRoot, "dist/runtime/pool/worker.js");
  if (!existsSync(built)) throw new Error("dist/runtime/pool/worker.js is missing: run npm run build");
  return built;
}
