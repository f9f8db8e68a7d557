import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type Threads from "node:worker_threads";
import type { Worker } from "node:worker_threads";
import { adler32, deflatePart, joinParts, PART, partCount, partOf, type Part } from "./deflate-parts.js";
import { SharedParts } from "./deflate-shared.js";
import { JoinedStreams, SMALL, streamsOf } from "./joined-streams.js";
import { packageRoot } from "../core/package.js";

/** loaded on use: short documents need no threads */
const threads = (): typeof Threads => createRequire(import.meta.url)("node:worker_threads") as typeof Threads;

export interface DeflateWorkerData {
  readonly memory: SharedArrayBuffer;
  readonly level: number;
}

/** Bytes before a thread is started: short-lived processes do without. */
const START_AFTER = 512 << 10;
/** ms, typical duration of `PART` bytes; later, the thread lacks a core or has died */
const PATIENCE = 2;

/** A function waits for the other thread, or deflates a part that it has not begun. */
export type Deflating = Uint8Array | (() => Uint8Array);

/**
 * zlib, synchronous or on another thread, with equal bytes. node:zlib's thread pool is woken per stream and competes with the render
 * thread.
 */
export class Deflater {
  #requestedBytes = 0;
  #thread: DeflateThread | null = null;
  #joining: Joining | null = null;

  constructor(readonly level: number) {}

  /** `window`: power of two. */
  now(bytes: Uint8Array, window: number): Uint8Array {
    const count = partCount(bytes.length, window);
    if (count === 1) return deflatePart(partOf(bytes, 0, window), this.level);
    // copied: zlib's result is a view of a larger buffer
    const parts = Array.from({ length: count }, (_, i) => new Uint8Array(deflatePart(partOf(bytes, i, window), this.level)));
    return joinParts(parts, adler32(bytes), window);
  }

  /** `bytes` may change after the call. Call results in reverse order: the thread works forward. */
  later(bytes: Uint8Array, window: number): Deflating {
    const thread = this.#ready(bytes.length);
    if (!thread) return this.now(bytes, window);
    if (bytes.length <= SMALL) return this.#joined(bytes, window);
    const count = partCount(bytes.length, window);
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

  /** Joined to small streams before it, if there is room. */
  #joined(bytes: Uint8Array, window: number): Deflating {
    let joining = this.#joining;
    let index = joining?.window === window ? joining.add(bytes) : -1;
    if (!joining || index < 0) {
      joining?.handOver();
      joining = this.#joining = new Joining(window, (part) => this.#thread?.offer(part) ?? deflatePart(part, this.level));
      index = joining.add(bytes);
    }
    const at = joining;
    return () => at.stream(index);
  }

  /** Ends the thread, which gives back the memory of its slots, heap and states of zlib. Later streams start another. */
  release(): void {
    void this.#thread?.close();
    this.#thread = null;
    this.#joining = null;
    this.#requestedBytes = 0;
  }

  /** Later streams are deflated synchronously. */
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

/** Small streams, on their way together. */
class Joining {
  readonly #streams = new JoinedStreams();
  #deflating: Deflating | null = null;
  #made: readonly Uint8Array[] | null = null;

  constructor(
    readonly window: number,
    readonly deflate: (part: Part) => Deflating,
  ) {}

  /** @returns index of the stream; -1 if there is no room */
  add(bytes: Uint8Array): number {
    return this.#deflating ? -1 : this.#streams.add(bytes);
  }

  handOver(): Deflating {
    const { window } = this;
    const { count } = this.#streams;
    return (this.#deflating ??= this.deflate({ bytes: this.#streams.joined(), before: 0, last: true, window, joined: count }));
  }

  stream(index: number): Uint8Array {
    this.#made ??= streamsOf(finished(this.handOver()), this.#streams.count);
    return this.#made[index]!;
  }
}

class Offered {
  made: Uint8Array | null = null;
  constructor(readonly slot: number) {}
}

class DeflateThread {
  readonly #worker: Worker;
  readonly #shared: SharedParts;
  readonly #inSlots: (Offered | null)[];
  #ended = false;

  /** Null if the built file is missing. */
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
    this.#worker.unref();
  }

  get ready(): boolean {
    return !this.#ended && this.#shared.isListening;
  }

  /** Null if the part is too long, or all slots are taken; the thread is awake then. */
  offer(part: Part): (() => Uint8Array) | null {
    if (!SharedParts.fits(part)) return null;
    const slot = this.#shared.next;
    const before = this.#inSlots[slot];
    if (before) {
      if (!this.#shared.isDone(slot)) {
        this.#shared.wake();
        return null;
      }
      if (!before.made) this.#take(before);
      this.#free(slot);
    }
    this.#shared.offer(part);
    const offered = new Offered(slot);
    this.#inSlots[slot] = offered;
    return () => offered.made ?? this.#finish(offered);
  }

  /** Here if the thread has not begun the part, or is overdue; the slot is free when the thread ends. */
  #finish(offered: Offered): Uint8Array {
    const { slot } = offered;
    const shared = this.#shared;
    const mine = shared.claim(slot);
    const isDone =
      !mine && (this.#ended ? shared.isDone(slot) : shared.wait(slot, PATIENCE * Math.max(1, shared.part(slot).bytes.length / PART)));
    const made = isDone ? this.#take(offered) : (offered.made = this.#deflated(slot));
    if (mine || isDone) this.#free(slot);
    return made;
  }

  #take(offered: Offered): Uint8Array {
    // null above the slot's size: not reached for such parts
    return (offered.made = this.#shared.deflated(offered.slot) ?? this.#deflated(offered.slot));
  }

  /** Copied: zlib's result is a view of a larger buffer. */
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
