import { errorOf } from "../../base/error.js";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { availableParallelism } from "node:os";
import { problemOf, RenderError, type Code } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import { decodeProblem, readJson } from "../../compiler/request/decode.js";
import { isBytes } from "../../compiler/request/sent-body.js";
import { processModule } from "../core/package.js";
import { WARM_UP_RENDERS } from "../core/settings.js";
import type { LargeBody } from "../engine/edit-session.js";
import { ServiceError } from "../errors/errors.js";
import { QUEUE_FULL, RenderPool } from "../pool/pool.js";
import { CALLS, type Call, type CallAnswer, type CallName } from "./calls.js";
import type { diff } from "./diff.js";
import { asError } from "./failure.js";
import { largeOf } from "./edit-cache.js";
import type * as library from "./library.js";
import type { preview } from "./preview.js";
import { MOST_OF_GROUP, RecordGroups, type OnRecords } from "./record-groups.js";
import { many, POOL_UNAVAILABLE, type Lanes, type ManyResult, type Records, type RenderedRecord } from "./records.js";
import { epochFrom } from "../core/epoch.js";
import type { SignerDesk } from "../signatures/signers/desk.js";
import { deskOf } from "./signers.js";
import type { PoolOptions as RenderPoolOptions } from "../pool/pool.js";
import { checkOptions, type Options, type PoolManyOptions, type PoolOptions, type Progress } from "./options.js";

/** Calls that work on records of a template. */
type OfRecords = "renderRecords" | "displayRecords";

/** The library's functions in processes, with the same options, results and errors. */
export interface Pool extends Pick<typeof library, Exclude<CallName, "diff" | "preview" | OfRecords>> {
  /** `diff` of the library in a process of the pool. */
  readonly diff: typeof diff;
  /** `renderMany` of the library in the pool's processes. A call of the pool has one or two of its records; each process has at most one such call. */
  renderMany(template: object | string, records: Records, options?: PoolManyOptions): AsyncGenerator<ManyResult, void>;
  /** the first process can render; rejects if none can, or an option is impossible */
  readonly ready: Promise<void>;
  /** calls that wait or run */
  readonly pending: number;
  /** Refuses new calls and those that wait, gives those that run `graceMs`, then ends the processes. Later calls return the same promise. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}

export interface ToolPool extends Pool {
  readonly preview: typeof preview;
}

/** Processes for records, for which a caller keeps the order. */
export interface RecordPool extends Pick<Pool, "ready" | "close"> {
  readonly renderRecords: OnRecords;
  readonly displayRecords: OnRecords;
  /** processor time of all processes, as of their last answers */
  readonly cpuSeconds: number;
}

/** ms in which an aborted call may end: a new process costs more than most renders */
const ABORT_MS = 100;
const GRACE_MS = 10_000;
const QUEUE_PER_WORKER = 64;
const CLOSED = "the pool is closed";

const failing = (code: Code, rule: string, reason: string): RenderError => new RenderError(problemOf(code, rule, ROOT, reason));

/**
 * Starts processes that run the library's functions. The calling thread only hands requests over. An idle pool does not keep Node alive.
 * An impossible option rejects `ready` and every call with a TypeError.
 */
export function createPool(options: PoolOptions = {}): Pool {
  return new ProcessPool(options);
}

export const createToolPool = (options: PoolOptions): ToolPool => new ProcessPool(options);

/** @param desk signers of all records */
export const createRecordPool = (options: PoolOptions, desk: SignerDesk | null = null): RecordPool => new ProcessPool(options, desk);

class ProcessPool implements ToolPool, RecordPool {
  readonly ready: Promise<void>;
  readonly #pool: RenderPool | null;
  readonly #defaults: Options = {};
  readonly #wrong: unknown = null;
  #closing: Promise<void> | null = null;
  #pending = 0;
  /** microseconds of all processes */
  #cpu = 0;
  /** signers of the calls that run, by call */
  readonly #desks = new Map<string, SignerDesk>();
  #signing = 0;

  readonly render = this.#function("render");
  readonly renderBrief = this.#function("renderBrief");
  readonly renderTemplate = this.#function("renderTemplate");
  readonly renderEInvoice = this.#function("renderEInvoice");
  readonly check = this.#function("check");
  readonly checkAccessibility = this.#function("checkAccessibility");
  readonly svg = this.#function("svg");
  readonly png = this.#function("png");
  readonly text = this.#function("text");
  readonly readForm = this.#function("readForm");
  readonly fillForm = this.#function("fillForm");
  readonly diff = this.#function("diff");
  readonly preview = this.#function("preview");
  readonly renderRecords = this.#function("renderRecords");
  readonly displayRecords = this.#function("displayRecords");

  constructor(
    given: PoolOptions,
    /** signers of calls that give none */
    readonly desk: SignerDesk | null = null,
  ) {
    try {
      checkOptions("createPool", given);
      // its processes read it when they start
      epochFrom(process.env);
    } catch (e) {
      this.#wrong = e;
      this.#pool = null;
      this.ready = Promise.reject(errorOf(e));
      this.ready.catch(() => undefined);
      return;
    }
    const { workers = availableParallelism(), queue, timeoutMs = 60_000, memoryMb = 1024, warmUp = false, ...defaults } = given;
    this.#defaults = defaults;
    const silent = { warn: () => undefined, error: () => undefined };
    const bounds = { workers, queue: queue ?? QUEUE_PER_WORKER * workers, timeoutMs, memoryMb, waitMs: null, graceMs: ABORT_MS };
    const none = { fonts: [], assetDir: null, maxPages: 0, limits: CONTRACT_LIMITS, lacking: [], dataResidency: null };
    const resourceOf: RenderPoolOptions["resourceOf"] = (call, query) =>
      (query.kind === "signing" && this.#desks.get(call)?.reply(null, query.question)) || Promise.resolve(null);
    this.#pool = new RenderPool(
      { ...bounds, ...none, warmUp: warmUp ? WARM_UP_RENDERS : 0, admitsAtStart: true, releasesNode: true, resourceOf },
      silent,
      processModule("library", "library/worker.js"),
    );
    this.ready = this.#pool.start();
    // callers who do not wait for it learn it from their calls
    this.ready.catch(() => undefined);
  }

  async *renderMany(template: object | string, records: Records, options: PoolManyOptions = {}): AsyncGenerator<ManyResult, void> {
    if (!this.#pool) throw this.#wrong;
    checkOptions("poolRenderMany", options);
    const { workers } = this.#pool.options;
    const recordsOf: Lanes["recordsOf"] = ({ source, isText }, own) =>
      new RecordGroups<RenderedRecord>((group) => this.renderRecords(source, isText, group, own), workers).add;
    const lanes = { lanes: MOST_OF_GROUP * workers, ahead: MOST_OF_GROUP * workers, recordsOf };
    yield* many(template, records, { ...this.#defaults, ...options }, lanes);
  }

  get cpuSeconds(): number {
    return this.#cpu / 1e6;
  }

  get pending(): number {
    return this.#pending;
  }

  async close(options: { readonly graceMs?: number } = {}): Promise<void> {
    checkOptions("close", options);
    return (this.#closing ??= this.#close(options.graceMs ?? GRACE_MS));
  }

  async #close(graceMs: number): Promise<void> {
    if (!this.#pool) return;
    this.#pool.refuseWaiting();
    await this.#pool.close(graceMs);
    await this.#pool.gone;
  }

  #function<Name extends CallName>(name: Name): (typeof CALLS)[Name]["call"] {
    const { inputs } = CALLS[name];
    const call = async (...args: readonly unknown[]): Promise<unknown> => {
      if (!this.#pool) throw this.#wrong;
      const own = args[inputs] ?? {};
      checkOptions(isOfRecords(name) ? "renderTemplate" : name, own);
      const { signal, onProgress, signers, ...options } = { ...this.#defaults, ...own };
      signal?.throwIfAborted();
      // records were copied when they were read
      const copies = isOfRecords(name) ? args.slice(0, inputs) : args.slice(0, inputs).map(handedOver);
      const large = name === "render" ? largeOf(copies[0], options) : null;
      const desk = signers ? await deskOf(signers) : this.desk;
      const signed = desk && { signers: desk.offered(null) };
      // released here once they are sent
      const sent = (): Call => ({ name, inputs: copies.splice(0), options, progress: onProgress !== undefined, ...signed });
      const signsAs = desk ? String(this.#signing++) : undefined;
      if (desk && signsAs !== undefined) this.#desks.set(signsAs, desk);
      this.#pending++;
      try {
        return await this.#answer(this.#pool, sent, { large, signsAs }, signal, onProgress);
      } finally {
        this.#pending--;
        if (signsAs !== undefined) this.#desks.delete(signsAs);
      }
    };
    // its process answers with the results of the library's function
    return call as (typeof CALLS)[Name]["call"];
  }

  /** At the abort, not at the end of its process. */
  async #answer(
    pool: RenderPool,
    call: () => Call,
    how: { readonly large: LargeBody | null; readonly signsAs: string | undefined },
    signal: AbortSignal | undefined,
    onProgress: ((progress: Progress) => void) | undefined,
  ): Promise<unknown> {
    const gone = new AbortController();
    return new Promise((resolve, reject) => {
      const end = (): void => {
        gone.abort();
        reject(errorOf(signal!.reason));
      };
      signal?.addEventListener("abort", end, { once: true });
      const told = (progress: unknown): void => {
        if (gone.signal.aborted) return;
        try {
          onProgress?.(progress as Progress);
        } catch (e) {
          gone.abort();
          reject(errorOf(e));
        }
      };
      void pool
        .call(call, gone.signal, told, how)
        .then((answer) => {
          const { result, cpu } = answer as CallAnswer;
          this.#cpu += cpu;
          if ("value" in result) resolve(result.value);
          else
            reject(
              asError(result.failure, () => failing("API-501", "pool-memory", "the document needs more memory than a render may use")),
            );
        })
        .catch((e: unknown) => reject(this.#errorOf(e)))
        .finally(() => signal?.removeEventListener("abort", end));
    });
  }

  #errorOf(e: unknown): unknown {
    if (!(e instanceof ServiceError)) return e;
    if (e.code === "API-501") return failing("API-501", "pool-bound", e.message);
    return failing("API-900", POOL_UNAVAILABLE, e.reason === QUEUE_FULL ? QUEUE_FULL : CLOSED);
  }
}

const isOfRecords = (name: CallName): name is OfRecords => name === "renderRecords" || name === "displayRecords";

/** A copy as bytes, text or plain JSON. @throws RenderError API-001 */
function handedOver(input: unknown): unknown {
  if (typeof input === "string") return input;
  if (isBytes(input)) return new Uint8Array(input);
  const read = readJson(input);
  if ("problems" in read) throw new RenderError(decodeProblem(read.problems[0]!));
  return read.value;
}
