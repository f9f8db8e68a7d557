import { existsSync } from "node:fs";
import path from "node:path";
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from "node:worker_threads";
import { adler32, deflatePart, joinParts, partCount, partOf, PART, type Part } from "./deflate-parts.js";
import { packageRoot } from "./package.js";

/** What the thread that deflates is lent. */
export interface Lent {
  readonly port: MessagePort;
  /** shared: see READY and DONE */
  readonly state: Int32Array;
  readonly level: number;
}
/** Set once the thread listens. */
export const READY = 0;
/** How many bytes the thread has deflated since it began, modulo 2^32. */
export const DONE = 1;

/** A thread is started once so many bytes were to be deflated later: a short-lived process does without. */
const START_AFTER = 512 << 10;
/** A thread so many bytes behind is given no more: who asks deflates as fast meanwhile. */
const MAX_BEHIND = 128 << 10;

/**
 * zlib, now or beside what goes on: on one other thread, which handing a stream to takes a hundredth of deflating it. (The thread pool of
 * node:zlib is woken for each stream, and its threads compete with the one that renders.) The bytes are the same either way.
 */
export class Deflater {
  #asked = 0;
  #helper: Helper | null = null;

  constructor(readonly level: number) {}

  now(bytes: Uint8Array): Uint8Array {
    const count = partCount(bytes.length);
    const part = (i: number): Uint8Array => deflatePart(partOf(bytes, i), this.level);
    return count === 1
      ? part(0)
      : joinParts(
          Array.from({ length: count }, (_, i) => part(i)),
          adler32(bytes),
        );
  }

  /** A promise where the other thread does some of it, else the bytes: they may change after the call. */
  later(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array {
    const helper = this.#ready(bytes.length);
    const count = partCount(bytes.length);
    if (!helper) return this.now(bytes);
    const behind = helper.behind;
    if (count === 1) return behind > MAX_BEHIND ? this.now(bytes) : helper.deflate(partOf(bytes, 0));
    // a long one is shared, so that both are done at the same time
    const theirs = Math.max(0, Math.ceil((count - behind / PART) / 2));
    const parts: (Promise<Uint8Array> | Uint8Array)[] = [];
    for (let i = 0; i < theirs; i++) parts.push(helper.deflate(partOf(bytes, i)));
    for (let i = theirs; i < count; i++) parts.push(deflatePart(partOf(bytes, i), this.level));
    const adler = adler32(bytes);
    return Promise.all(parts).then((all) => joinParts(all, adler));
  }

  /** Lets the thread go; what is asked later is done at once. */
  close(): Promise<void> {
    return this.#helper?.close() ?? Promise.resolve();
  }

  #ready(length: number): Helper | null {
    this.#asked += length;
    if (!this.#helper && this.#asked > START_AFTER) this.#helper = Helper.start(this.level);
    return this.#helper?.ready ? this.#helper : null;
  }
}

interface Waiting {
  readonly resolve: (deflated: Uint8Array) => void;
  readonly reject: (e: Error) => void;
}

/** The other thread, as this one sees it. It answers in the order in which it is asked. */
class Helper {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #state = new Int32Array(new SharedArrayBuffer(8));
  readonly #waiting: Waiting[] = [];
  #sent = 0;
  #ended = false;

  /** Null where the built file that the thread runs is missing. */
  static start(level: number): Helper | null {
    const file = path.join(packageRoot, "dist/runtime/deflate-worker.js");
    return existsSync(file) ? new Helper(file, level) : null;
  }

  private constructor(file: string, level: number) {
    const { port1, port2 } = new MessageChannel();
    const lent: Lent = { port: port2, state: this.#state, level };
    this.#worker = new Worker(file, { workerData: lent, transferList: [port2], resourceLimits: { maxOldGenerationSizeMb: 128 } });
    this.#worker.on("error", (e) => this.#end(e));
    this.#worker.on("exit", () => this.#end(new Error("the thread that deflates has ended")));
    this.#port = port1;
    port1.on("message", (deflated: Uint8Array) => this.#answered(deflated));
    // a process may end while nothing is asked of it
    this.#worker.unref();
    port1.unref();
  }

  get ready(): boolean {
    return !this.#ended && Atomics.load(this.#state, READY) === 1;
  }

  /** Bytes that were sent and are not deflated yet. */
  get behind(): number {
    return (this.#sent - Atomics.load(this.#state, DONE)) | 0;
  }

  deflate({ bytes, before, last }: Part): Promise<Uint8Array> {
    // what has come by now, without waiting for this thread to be idle
    for (let m; (m = receiveMessageOnPort(this.#port));) this.#answered(m.message as Uint8Array);
    const own = bytes.slice();
    const part: Part = { bytes: own, before, last };
    this.#port.postMessage(part, [own.buffer]);
    this.#sent = (this.#sent + bytes.length) | 0;
    if (this.#waiting.length === 0) this.#port.ref();
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #answered(deflated: Uint8Array): void {
    this.#waiting.shift()!.resolve(deflated);
    if (this.#waiting.length === 0) this.#port.unref();
  }

  #end(e: Error): void {
    this.#ended = true;
    this.#port.unref();
    for (const w of this.#waiting.splice(0)) w.reject(e);
  }
}
