// Streams to zlib streams, at once or by a second thread.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type Threads from "node:worker_threads";
import type { MessagePort, Worker } from "node:worker_threads";
import { adler32, deflatePart, joinParts, partCount, partOf, type Part } from "./deflate-parts.js";
import { packageRoot } from "../package.js";

/** Loaded with the first thread: short documents need none. */
const threads = (): typeof Threads => createRequire(import.meta.url)("node:worker_threads") as typeof Threads;

/** What the thread that deflates is started with. */
export interface DeflateWorkerData {
  readonly port: MessagePort;
  /** shared: at READY, 1 once the thread listens; from OFFERS on, parts that neither thread has begun */
  readonly state: Int32Array;
  readonly level: number;
}
/** One part to deflate. */
export interface DeflateRequest {
  readonly id: number;
  readonly part: Part;
}
/** One deflated part. */
export interface DeflateReply {
  readonly id: number;
  readonly deflated: Uint8Array;
}
export const READY = 0;
const OFFERS = 1;
const SLOTS = 1024;
/** Numbers of parts begin again after so many, a multiple of the slots. */
const IDS = SLOTS << 20;

const slotOf = (id: number): number => OFFERS + (id % SLOTS);
/** Takes an offered part, so that the other thread does not; false where that has taken it. */
export const claim = (state: Int32Array, id: number): boolean => Atomics.compareExchange(state, slotOf(id), id + 1, 0) === id + 1;

/** A thread is started once so many bytes were to be deflated later: a short-lived process does without. */
const START_AFTER = 512 << 10;
/** A thread with so many bytes to do is given no more: the caller's thread deflates meanwhile. */
const MAX_BEHIND = 1 << 20;

/**
 * zlib, now or beside what goes on: on one other thread, which handing a stream to takes a hundredth of deflating it. (The thread pool of
 * node:zlib is woken for each stream, and its threads compete with the one that renders.) The bytes are the same either way.
 */
export class Deflater {
  #requestedBytes = 0;
  #thread: DeflateThread | null = null;

  constructor(readonly level: number) {}

  /** `window`: how far back repetitions are looked for, as a power of two. */
  now(bytes: Uint8Array, window: number): Uint8Array {
    const count = partCount(bytes.length);
    if (count === 1) return deflatePart(partOf(bytes, 0, window), this.level);
    // zlib's answer is a view of a buffer that may be many times as long: of a stream of many parts it is copied
    const parts = Array.from({ length: count }, (_, i) => new Uint8Array(deflatePart(partOf(bytes, i, window), this.level)));
    return joinParts(parts, adler32(bytes), window);
  }

  /** A promise where the other thread is to do it, else the bytes. The bytes may change after the call. */
  later(bytes: Uint8Array, window: number): Promise<Uint8Array> | Uint8Array {
    const thread = this.#ready(bytes.length);
    const count = partCount(bytes.length);
    if (!thread || !thread.hasRoom(count)) return this.now(bytes, window);
    if (count === 1) return thread.deflate(partOf(bytes, 0, window));
    const adler = adler32(bytes);
    const parts = Array.from({ length: count }, (_, i) => thread.deflate(partOf(bytes, i, window)));
    return Promise.all(parts).then((all) => joinParts(all, adler, window));
  }

  /** Deflates here what the other thread has not begun: for a caller that would only wait for it. */
  deflatePending(): void {
    this.#thread?.deflatePending();
  }

  /** Ends the other thread; what it has not done is rejected, later streams are deflated at once. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }

  #ready(length: number): DeflateThread | null {
    this.#requestedBytes += length;
    if (!this.#thread && this.#requestedBytes > START_AFTER) this.#thread = DeflateThread.start(this.level);
    return this.#thread?.ready ? this.#thread : null;
  }
}

interface PendingPart {
  readonly part: Part;
  readonly resolve: (deflated: Uint8Array) => void;
  readonly reject: (e: Error) => void;
}

/** The other thread, as this one sees it. */
class DeflateThread {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #receive: typeof Threads.receiveMessageOnPort;
  readonly #state = new Int32Array(new SharedArrayBuffer(4 * (OFFERS + SLOTS)));
  readonly #pending = new Map<number, PendingPart>();
  #bytes = 0;
  #next = 0;
  #ended = false;

  /** Null where the built file that the thread runs is missing. */
  static start(level: number): DeflateThread | null {
    const file = path.join(packageRoot, "dist/runtime/render/deflate-worker.js");
    return existsSync(file) ? new DeflateThread(file, level) : null;
  }

  private constructor(
    file: string,
    readonly level: number,
  ) {
    const { MessageChannel, receiveMessageOnPort, Worker } = threads();
    const { port1, port2 } = new MessageChannel();
    this.#receive = receiveMessageOnPort;
    const data: DeflateWorkerData = { port: port2, state: this.#state, level };
    this.#worker = new Worker(file, { workerData: data, transferList: [port2], resourceLimits: { maxOldGenerationSizeMb: 128 } });
    this.#worker.on("error", (e) => this.#end(e));
    this.#worker.on("exit", () => this.#end(new Error("the thread that deflates has ended")));
    this.#port = port1;
    port1.on("message", (reply: DeflateReply) => this.#received(reply));
    // the thread does not keep the process alive while it has nothing to do
    this.#worker.unref();
    port1.unref();
  }

  get ready(): boolean {
    return !this.#ended && Atomics.load(this.#state, READY) === 1;
  }

  hasRoom(parts: number): boolean {
    this.#drain();
    return this.#bytes < MAX_BEHIND && this.#pending.size + parts <= SLOTS;
  }

  deflate({ bytes, before, last, window }: Part): Promise<Uint8Array> {
    const id = this.#next;
    this.#next = (id + 1) % IDS;
    const kept: Part = { bytes: bytes.slice(), before, last, window };
    const sent = bytes.slice();
    Atomics.store(this.#state, slotOf(id), id + 1);
    this.#port.postMessage({ id, part: { bytes: sent, before, last, window } } satisfies DeflateRequest, [sent.buffer]);
    if (this.#pending.size === 0) this.#port.ref();
    this.#bytes += bytes.length;
    return new Promise((resolve, reject) => this.#pending.set(id, { part: kept, resolve, reject }));
  }

  /** From the last one on: the thread comes from the first. */
  deflatePending(): void {
    for (const id of [...this.#pending.keys()].reverse()) {
      this.#drain();
      if (this.#pending.has(id) && claim(this.#state, id))
        this.#received({ id, deflated: deflatePart(this.#pending.get(id)!.part, this.level) });
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Takes what has come by now, without waiting for this thread to be idle. */
  #drain(): void {
    for (let m; (m = this.#receive(this.#port));) this.#received(m.message as DeflateReply);
  }

  #received({ id, deflated }: DeflateReply): void {
    const pending = this.#pending.get(id);
    // what comes from a thread that has ended was rejected already
    if (!pending) return;
    this.#pending.delete(id);
    this.#bytes -= pending.part.bytes.length;
    if (this.#pending.size === 0) this.#port.unref();
    pending.resolve(deflated);
  }

  #end(e: Error): void {
    this.#ended = true;
    this.#port.unref();
    for (const w of this.#pending.values()) w.reject(e);
    this.#pending.clear();
  }
}
