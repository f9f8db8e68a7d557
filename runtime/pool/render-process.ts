import { fork, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { ownBytes } from "./memory.js";
import { processModule } from "../core/package.js";
import type { ResourceQuery } from "../owner/resource-query.js";
import type { RenderResult, WorkerRequest, WorkerMessage, WorkerSettings } from "./worker-messages.js";

/** `asked`: without a fault. */
export type Verdict = "memory" | "time" | "abandoned" | "asked" | "crashed";

export interface ProcessEvents {
  ready(): void;
  warmedUp(): void;
  needs(query: ResourceQuery): void;
  result(answer: RenderResult): void;
  /** progress of the call */
  progress?(progress: unknown): void;
  wroteOutput(text: string): void;
  /** Once, last. `how`: exit code or signal, end of the output. */
  ended(verdict: Verdict, how: string): void;
}

/**
 * Share of the old generation; the rest is for the young generation, code, wasm and byte arrays. The young generation is two to three times the
 * semi-space size. Whenever it is full, what a document holds is copied: with 32 MB in place of 64, documents of 75 pages take up to 1.4 times the
 * processor time.
 */
const HEAP_SHARE = 0.7;
/** Node's options. Flags of V8 alone are set within the process (`objectsBeginYoung`): Node refuses ones that its V8 lacks. */
export const heapFlags = (memoryMb: number): string[] => [
  "--expose-gc",
  `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
  `--max-semi-space-size=${Math.max(16, Math.min(64, memoryMb >> 4))}`,
];
const MEMORY_INTERVAL_MS = 25;
/**
 * Settings of glibc's malloc, unless the operator sets them. One arena per thread holds 55 MB more, little in use. Arrays above the threshold are
 * mappings, which go back to the system with them; V8's zones of 32 KB, of which a compilation takes hundreds, are below it.
 */
const MALLOC = { MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "40000" };
const TAIL = 4000;
/** Variables withheld from render processes. */
const SECRETS = [
  ...["PLATEN_BOOTSTRAP_TOKEN", "PLATEN_DATABASE_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"],
  ...["AWS_WEB_IDENTITY_TOKEN_FILE", "PLATEN_SIGNERS", "PLATEN_KEY_PASSWORD", "PLATEN_TSA_AUTH"],
];

/**
 * A process limits crashes of V8, wasm or native code to one render. Memory is monitored from outside: code that does not return cannot
 * check itself.
 */
export class RenderProcess {
  readonly #child: ChildProcess;
  #isHeld = true;
  readonly #bound: number;
  #verdict: Verdict | null = null;
  #ended = false;
  #tail = "";
  #memoryTimer: NodeJS.Timeout | null = null;

  /** `program`: built JavaScript, default the renderer. */
  constructor(
    settings: WorkerSettings,
    readonly events: ProcessEvents,
    program = renderer(),
  ) {
    this.#bound = settings.memoryMb * 1024 * 1024;
    const env: NodeJS.ProcessEnv = { ...MALLOC, ...process.env };
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
      // failed start, or failed message, which the exit follows
      if (this.#child.pid === undefined) this.#end(`it could not be started: ${e.message}`);
    });
    this.#child.on("close", (code, signal) => this.#end(signal === null ? `exit code ${code}` : `signal ${signal}`));
  }

  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    // pipes of a child are sockets, if open
    for (const handle of [this.#child, this.#child.channel, this.#child.stdout, this.#child.stderr] as readonly (Partial<Holding> | null)[])
      handle?.[isHeld ? "ref" : "unref"]?.();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  send(request: WorkerRequest): void {
    // `ended` follows an exit
    this.#child.send(request, () => undefined);
    const { pid } = this.#child;
    if (("body" in request || "call" in request) && pid !== undefined)
      this.#memoryTimer ??= setInterval(() => {
        const bytes = ownBytes(pid);
        if (bytes !== null && bytes > this.#bound) this.end("memory");
      }, MEMORY_INTERVAL_MS);
  }

  /** The first verdict applies. */
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

function renderer(): string {
  const built = processModule("renderer", "pool/worker.js");
  if (!existsSync(built)) throw new Error("dist/runtime/pool/worker.js is missing: run npm run build");
  return built;
}
