import { RenderError } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import { asError } from "../errors/carried.js";
import type { EngineOptions } from "./engine.js";
import type { FromWorker, ToWorker } from "./messages.js";
import type { BrowserOptions, CallName } from "./options.js";
import type { Thread } from "./thread.js";

interface PageWorker {
  onmessage: ((event: { readonly data: FromWorker }) => void) | null;
  onerror: ((event: { readonly message?: string; preventDefault?(): void }) => void) | null;
  postMessage(message: ToWorker, transfer?: readonly ArrayBufferLike[]): void;
  terminate(): void;
}
declare const Worker: new (address: URL, options: { readonly type: "module"; readonly name: string }) => PageWorker;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  readonly onProgress: BrowserOptions["onProgress"];
}

const BASE = "a bundle needs the folder dist/browser of the package where it is served, and its address: createPlaten({ base })";

/** Without a message, the script or a part of it could not be fetched. */
const failed = (address: string, message: string | undefined): Error =>
  message
    ? new Error(`the worker ${address} failed: ${message}`)
    : new RenderError({ code: "API-503", rule: "file-fetch", src: ROOT, reason: `the worker ${address} cannot be loaded: ${BASE}` });

export class WorkerThread implements Thread {
  readonly ready: Promise<void>;
  readonly #worker: PageWorker;
  readonly #waiting = new Map<number, Waiting>();
  #ids = 0;
  #ended: (() => Error) | null = null;

  constructor(options: EngineOptions) {
    const address = new URL("worker.js", options.base);
    this.#worker = new Worker(address, { type: "module", name: "platen" });
    this.ready = new Promise((resolve, reject) => {
      const fail = (error: () => Error): void => {
        this.#end(error);
        reject(error());
      };
      this.#worker.onerror = (event) => {
        event.preventDefault?.();
        fail(() => failed(address.href, event.message));
      };
      this.#worker.onmessage = ({ data }) => {
        if ("ready" in data) resolve();
        else if ("failed" in data) fail(() => asError(data.failed));
        else this.#take(data);
      };
    });
    this.#worker.postMessage({ start: options });
  }

  call(name: CallName, body: Uint8Array | object, given: BrowserOptions): Promise<unknown> {
    const { signal, onProgress, ...options } = given;
    return new Promise((resolve, reject) => {
      if (this.#ended) return void reject(this.#ended());
      const id = this.#ids++;
      const abort = (): void => this.#abort(id);
      signal?.addEventListener("abort", abort, { once: true });
      // a signal may outlive many calls
      const taken =
        <T>(settle: (value: T) => void) =>
        (value: T): void => {
          signal?.removeEventListener("abort", abort);
          settle(value);
        };
      this.#waiting.set(id, { resolve: taken(resolve), reject: taken(reject), onProgress });
      const message = { id, name, body, options, progress: onProgress !== undefined, abortable: signal !== undefined };
      const buffers = [body, ...Object.values(options.assets ?? {})].flatMap((b) => (b instanceof Uint8Array ? [b.buffer] : []));
      this.#worker.postMessage(message, buffers);
    });
  }

  close(reason: () => Error): void {
    this.#end(reason);
  }

  #abort(id: number): void {
    if (this.#waiting.delete(id)) this.#worker.postMessage({ abort: id });
  }

  #end(error: () => Error): void {
    if (this.#ended) return;
    this.#ended = error;
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values()) reject(error());
    this.#waiting.clear();
  }

  #take(message: Exclude<FromWorker, { readonly ready: true } | { readonly failed: unknown }>): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if ("progress" in message) {
      try {
        waiting.onProgress?.(message.progress);
      } catch (e) {
        this.#abort(message.id);
        waiting.reject(e);
      }
      return;
    }
    this.#waiting.delete(message.id);
    if ("value" in message) waiting.resolve(message.value);
    else waiting.reject(asError(message.failure));
  }
}
