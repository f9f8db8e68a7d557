// Parts that are to be deflated to memory that two threads share, and back.
import type { Part } from "./deflate-parts.js";

/*
 * A ring of slots. One thread puts a part into the next slot and offers it; the other takes parts in that order, and either may be the one that
 * deflates a part: who changes its state from OFFERED has it. Copying is all that it takes to hand a part over, where a message takes ten times as long.
 */

const FREE = 0;
const OFFERED = 1;
/** one of the two is at it */
const TAKEN = 2;
const DONE = 3;

const SLOTS = 32;
/** Bytes of the longest part, with those that it goes on from. */
const INPUT = 1 << 16;
/** zlib's bound of what it makes of so many, with room to spare. */
const OUTPUT = INPUT + (INPUT >> 2);
const SLOT = INPUT + OUTPUT;

/**
 * Integers: 1 once the other thread listens; the number of parts offered; 1 while the other thread sleeps until it is woken; then for each slot its
 * state and what is about its part.
 */
const READY = 0;
const OFFERS = 1;
const ASLEEP = 2;
const FIRST = 3;
const STATE = 0;
const LENGTH = 1;
const BEFORE = 2;
const LAST = 3;
const WINDOW = 4;
const MADE = 5;
const FIELDS = 6;
const HEADER = 4 * (FIRST + SLOTS * FIELDS);

/** How often a thread that has nothing to do looks for parts before it sleeps, and milliseconds between: longer than a page takes. */
const LOOKS = 8;
const LOOK_MS = 0.5;

/** The shared memory, as either thread sees it. */
export class SharedParts {
  static readonly SLOTS = SLOTS;
  readonly #ints: Int32Array;
  readonly #bytes: Uint8Array;

  /** Memory for one pair of threads; what is not used of it takes no room. */
  static memory(): SharedArrayBuffer {
    return new SharedArrayBuffer(HEADER + SLOTS * SLOT);
  }

  constructor(memory: SharedArrayBuffer) {
    this.#ints = new Int32Array(memory, 0, HEADER / 4);
    this.#bytes = new Uint8Array(memory, HEADER);
  }

  get isListening(): boolean {
    return Atomics.load(this.#ints, READY) === 1;
  }

  listen(): void {
    Atomics.store(this.#ints, READY, 1);
  }

  /** The slot that the next part goes into. */
  get next(): number {
    return Atomics.load(this.#ints, OFFERS) & (SLOTS - 1);
  }

  /** Puts a part into the next slot, which must be free. */
  offer({ bytes, before, last, window }: Part): void {
    const ints = this.#ints;
    const slot = this.next;
    this.#bytes.set(bytes, slot * SLOT);
    const at = FIRST + slot * FIELDS;
    ints[at + LENGTH] = bytes.length;
    ints[at + BEFORE] = before;
    ints[at + LAST] = last ? 1 : 0;
    ints[at + WINDOW] = window;
    Atomics.store(ints, at + STATE, OFFERED);
    Atomics.add(ints, OFFERS, 1);
    if (Atomics.exchange(ints, ASLEEP, 0) === 1) Atomics.notify(ints, OFFERS);
  }

  /**
   * Waits until more than `count` parts were offered. Waking a thread takes the one that wakes it as long as copying a part or two, so one that has just
   * had some looks for more by itself for a while. @returns how many were offered
   */
  waitForOffers(count: number): number {
    const ints = this.#ints;
    for (let looks = 0; looks < LOOKS && Atomics.load(ints, OFFERS) === count; looks++) Atomics.wait(ints, OFFERS, count, LOOK_MS);
    while (Atomics.load(ints, OFFERS) === count) {
      Atomics.store(ints, ASLEEP, 1);
      // returns at once where one was offered before it was seen to be asleep
      Atomics.wait(ints, OFFERS, count);
    }
    Atomics.store(ints, ASLEEP, 0);
    return Atomics.load(ints, OFFERS);
  }

  /** Takes a slot's part, so that the other thread does not; false where it is not on offer. */
  claim(slot: number): boolean {
    return Atomics.compareExchange(this.#ints, FIRST + slot * FIELDS + STATE, OFFERED, TAKEN) === OFFERED;
  }

  /** The part in a slot, where it is. */
  part(slot: number): Part {
    const at = FIRST + slot * FIELDS;
    const ints = this.#ints;
    const bytes = this.#bytes.subarray(slot * SLOT, slot * SLOT + ints[at + LENGTH]!);
    return { bytes, before: ints[at + BEFORE]!, last: ints[at + LAST] === 1, window: ints[at + WINDOW]! };
  }

  /** Puts what a part was deflated to beside it. */
  done(slot: number, deflated: Uint8Array): void {
    const ints = this.#ints;
    const at = FIRST + slot * FIELDS;
    const fits = deflated.length <= OUTPUT;
    if (fits) this.#bytes.set(deflated, slot * SLOT + INPUT);
    ints[at + MADE] = fits ? deflated.length : -1;
    Atomics.store(ints, at + STATE, DONE);
    Atomics.notify(ints, at + STATE);
  }

  isDone(slot: number): boolean {
    return Atomics.load(this.#ints, FIRST + slot * FIELDS + STATE) === DONE;
  }

  /** Waits until a part that the other thread is at is done; false where it is not after so many milliseconds. */
  wait(slot: number, ms: number): boolean {
    Atomics.wait(this.#ints, FIRST + slot * FIELDS + STATE, TAKEN, ms);
    return this.isDone(slot);
  }

  /** A copy of what a part was deflated to; null where there was no room for it. */
  deflated(slot: number): Uint8Array | null {
    const length = this.#ints[FIRST + slot * FIELDS + MADE]!;
    const from = slot * SLOT + INPUT;
    if (length < 0) return null;
    const copy = new Uint8Array(length);
    copy.set(this.#bytes.subarray(from, from + length));
    return copy;
  }

  free(slot: number): void {
    Atomics.store(this.#ints, FIRST + slot * FIELDS + STATE, FREE);
  }
}
