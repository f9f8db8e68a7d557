import { existsSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Output } from "./disposition.js";
import { ServiceError, unavailable, type PublicCode } from "./errors.js";
import { packageRoot } from "./package.js";
import type { Answer, Job, WorkerSettings } from "./worker.js";

export interface PoolOptions {
  readonly workers: number;
  /** renders that may wait, in all */
  readonly queue: number;
  readonly timeoutMs: number;
  readonly memoryMb: number;
  /** documents that a thread renders before it counts as ready */
  readonly warmUp: number;
  readonly maxPages: number;
  readonly fontDir: string | null;
  readonly assetDir: string | null;
}

export interface PooledRender {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly output: Output;
}

interface Waiting {
  readonly body: Uint8Array;
  readonly resolve: (r: PooledRender) => void;
  readonly reject: (e: ServiceError) => void;
}

interface Member {
  worker: Worker;
  ready: boolean;
  /** when its render began, ms since the epoch; written by the worker, 0 while it has not */
  readonly began: Float64Array;
  job: (Waiting & { readonly id: number; readonly timer: NodeJS.Timeout }) | null;
}

/**
 * Renders in worker threads, each with one render at a time. A render over its time or memory bound is ended with its thread, which is
 * replaced; the others go on. Not a library's pool, since the time bound starts when a render does, not when it is queued, and a thread
 * counts as ready only after it has warmed up.
 */
export class RenderPool {
  readonly #members = new Set<Member>();
  readonly #queue: Waiting[] = [];
  #next = 0;
  #closing = false;
  #idle: (() => void) | null = null;

  constructor(readonly options: PoolOptions) {
    for (let i = 0; i < options.workers; i++) this.#spawn();
  }

  /** Some worker is ready to take a render. */
  get ready(): boolean {
    return !this.#closing && [...this.#members].some((m) => m.ready);
  }

  /** @throws ServiceError API-900 (503) when the queue is full or the pool is closing, or the render's own error */
  render(body: Uint8Array): Promise<PooledRender> {
    if (this.#closing || this.#queue.length >= this.options.queue) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      this.#queue.push({ body, resolve, reject });
      this.#dispatch();
    });
  }

  /** Finishes what runs and what waits, refuses what is new, then ends the threads. */
  async close(): Promise<void> {
    this.#closing = true;
    if (this.#queue.length > 0 || [...this.#members].some((m) => m.job)) await new Promise<void>((resolve) => (this.#idle = resolve));
    await Promise.all([...this.#members].map((m) => m.worker.terminate()));
  }

  #spawn(): void {
    const { memoryMb, warmUp, maxPages, fontDir, assetDir } = this.options;
    const began = new Float64Array(new SharedArrayBuffer(8));
    const settings: WorkerSettings = { fontDir, assetDir, memoryMb, warmUp, maxPages, began };
    const worker = new Worker(workerFile(), {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: Math.min(64, memoryMb) },
    });
    const member: Member = { worker, ready: false, began, job: null };
    this.#members.add(member);
    worker.on("message", (answer: Answer) => {
      if ("ready" in answer) member.ready = true;
      else this.#finish(member, answer);
      this.#dispatch();
    });
    worker.on("error", (e: Error & { code?: string }) => {
      const memory = e.code === "ERR_WORKER_OUT_OF_MEMORY";
      const message = memory ? "the document needs more memory than a render may use" : "the render stopped unexpectedly";
      this.#replace(member, new ServiceError("API-501", message));
    });
    worker.on("exit", () => this.#replace(member, new ServiceError("API-501", "the render stopped unexpectedly")));
  }

  #dispatch(): void {
    for (const member of this.#members) {
      if (this.#queue.length === 0) break;
      if (!member.ready || member.job) continue;
      const waiting = this.#queue.shift()!;
      const id = this.#next++;
      member.began[0] = 0;
      member.job = { ...waiting, id, timer: this.#watch(member, id, this.options.timeoutMs) };
      member.worker.postMessage({ id, body: waiting.body } satisfies Job);
    }
    if (this.#idle && this.#queue.length === 0 && ![...this.#members].some((m) => m.job)) this.#idle();
  }

  /** Ends a render that is over its time; an answer that has come but was not read yet still counts, as does only the render's own time. */
  #watch(member: Member, id: number, wait: number): NodeJS.Timeout {
    const { timeoutMs } = this.options;
    return setTimeout(() => {
      setImmediate(() => {
        if (member.job?.id !== id) return;
        const left = member.began[0] === 0 ? timeoutMs : timeoutMs - (Date.now() - member.began[0]!);
        if (left > 0) member.job = { ...member.job, timer: this.#watch(member, id, left) };
        else this.#replace(member, new ServiceError("API-501", `the render took longer than ${timeoutMs} ms`));
      });
    }, wait);
  }

  #finish(member: Member, answer: Exclude<Answer, { ready: true }>): void {
    const { job } = member;
    if (!job || job.id !== answer.id) return;
    clearTimeout(job.timer);
    member.job = null;
    if (answer.ok) job.resolve({ pdf: answer.pdf, pages: answer.pages, output: answer.output });
    else job.reject(new ServiceError(answer.code as PublicCode, answer.message));
  }

  #replace(member: Member, reason: ServiceError): void {
    if (!this.#members.delete(member)) return;
    if (member.job) {
      clearTimeout(member.job.timer);
      member.job.reject(reason);
      member.job = null;
    }
    void member.worker.terminate();
    if (!this.#closing || this.#queue.length > 0) this.#spawn();
    this.#dispatch();
  }
}

/** A thread needs built JavaScript, also where the rest runs from its sources. */
function workerFile(): string {
  const built = path.join(packageRoot, "dist/runtime/worker.js");
  if (!existsSync(built)) throw new Error("dist/runtime/worker.js is missing: run npm run build");
  return built;
}
