// Streams to zlib streams, at once or by a second thread.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type Threads from "node:worker_threads";
import type { Worker } from "node:worker_threads";
import { adler32, deflatePart, joinParts, partCount, partOf, type Part } from "./deflate-parts.js";
import { SharedParts } from "./deflate-shared.js";
import { packageRoot } from "../core/package.js";

/** Loaded with the first thread: short documents need none. */
const threads = (): typeof Threads => createRequire(import.meta.url)("node:worker_threads") as typeof Threads;

/** What the thread that deflates is started with. */
export interface DeflateWorkerData {
  readonly memory: SharedArrayBuffer;
  readonly level: number;
}

/** A thread is started once so many bytes were to be deflated later: a short-lived process does without. */
const START_AFTER = 512 << 10;
/** Milliseconds that a part which the other thread is at is waited for: about what it takes. Then that thread waits for a core, or has died. */
const PATIENCE = 2;

/** Deflated bytes that are there, or those that another thread makes: the call waits for them, or makes them where that has not begun. */
export type Deflating = Uint8Array | (() => Uint8Array);

/**
 * zlib, now or beside what goes on: on one other thread, which handing a stream to takes as long as copying it. (The thread pool of
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

  /**
   * The same by the other thread where it has room, the rest here. The bytes may change after the call. Several that were asked for are best
   * called for from the last one on: the thread comes from the first.
   */
  later(bytes: Uint8Array, window: number): Deflating {
    const thread = this.#ready(bytes.length);
    if (!thread) return this.now(bytes, window);
    const count = partCount(bytes.length);
    if (count === 1) return thread.offer(partOf(bytes, 0, window)) ?? this.now(bytes, window);
    const parts = new Array<Deflating>(count);
    let back = count;
    for (let front = 0; front < back;) {
      const offered = thread.offer(partOf(bytes, front, window));
      if (offered) parts[front++] = offered;
      else parts[--back] = new Uint8Array(deflatePart(partOf(bytes, back, window), this.level));
    }
    const adler = adler32(bytes);
    return () => {
      const made = new Array<Uint8Array>(count);
      for (let i = count - 1; i >= 0; i--) made[i] = finished(parts[i]!);
      return joinParts(made, adler, window);
    };
  }

  /** Ends the other thread; later streams are deflated at once. */
  async close(): Promise<void> {
    await this.#thread?.close();
  }

  #ready(length: number): DeflateThread | null {
    this.#requestedBytes += length;
    if (!this.#thread && this.#requestedBytes > START_AFTER) this.#thread = DeflateThread.start(this.level);
    return this.#thread?.ready ? this.#thread : null;
  }
}

const finished = (bytes: Deflating): Uint8Array => (bytes instanceof Uint8Array ? bytes : bytes());

/** A part that was offered to the other thread. */
class Offered {
  made: Uint8Array | null = null;
  constructor(readonly slot: number) {}
}

/** The other thread, as this one sees it. */
class DeflateThread {
  readonly #worker: Worker;
  readonly #shared: SharedParts;
  /** by slot: the part that is in it */
  readonly #inSlots: (Offered | null)[];
  #ended = false;

  /** Null where the built file that the thread runs is missing. */
  static start(level: number): DeflateThread | null {
    const file = path.join(packageRoot, "dist/runtime/deflate/deflate-worker.js");
    return existsSync(file) ? new DeflateThread(file, level) : null;
  }

  private constructor(
    file: string,
    readonly level: number,
  ) {
    const memory = SharedParts.memory();
    this.#shared = new SharedParts(memory);
    this.#inSlots = new Array<Offered | null>(SharedParts.SLOTS).fill(null);
    const data: DeflateWorkerData = { memory, level };
    this.#worker = new (threads().Worker)(file, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: 128 } });
    const end = (): void => void (this.#ended = true);
    this.#worker.on("error", end);
    this.#worker.on("exit", end);
    // the thread does not keep the process alive
    this.#worker.unref();
  }

  get ready(): boolean {
    return !this.#ended && this.#shared.isListening;
  }

  /** Null where it has no room for another part. */
  offer(part: Part): (() => Uint8Array) | null {
    const slot = this.#shared.next;
    const before = this.#inSlots[slot];
    if (before) {
      if (!this.#shared.isDone(slot)) return null;
      if (!before.made) this.#take(before);
      this.#free(slot);
    }
    this.#shared.offer(part);
    const offered = new Offered(slot);
    this.#inSlots[slot] = offered;
    return () => offered.made ?? this.#finish(offered);
  }

  /** Deflates here what the thread has not begun, or does not come to an end with; the slot of that is free once it has. */
  #finish(offered: Offered): Uint8Array {
    const { slot } = offered;
    const shared = this.#shared;
    const mine = shared.claim(slot);
    const isDone = !mine && (this.#ended ? shared.isDone(slot) : shared.wait(slot, PATIENCE));
    const made = isDone ? this.#take(offered) : (offered.made = this.#deflated(slot));
    if (mine || isDone) this.#free(slot);
    return made;
  }

  #take(offered: Offered): Uint8Array {
    // null for more than there was room for, which zlib does not make of parts of this size
    return (offered.made = this.#shared.deflated(offered.slot) ?? this.#deflated(offered.slot));
  }

  /** A copy: zlib's answer is a view of a buffer that may be many times as long. */
  #deflated(slot: number): Uint8Array {
    return new Uint8Array(deflatePart(this.#shared.part(slot), this.level));
  }

  #free(slot: number): void {
    this.#shared.free(slot);
    this.#inSlots[slot] = null;
  }

  async close(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }
}
