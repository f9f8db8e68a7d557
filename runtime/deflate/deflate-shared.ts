import type { Part } from "./deflate-parts.js";

/*
 * Ring of slots in shared memory. One thread copies a part to the next slot and offers it, the other takes parts in order. Either may
 * deflate a part: the one that changes its state from OFFERED owns it. The copy costs a tenth of a message's time.
 */

const FREE = 0;
const OFFERED = 1;
/** being deflated */
const TAKEN = 2;
const DONE = 3;

const SLOTS = 32;
/** Maximum bytes of a part with its dictionary, and of its result: large parts shrink. */
const INPUT = 1 << 17;
const OUTPUT = 5 << 14;
const SLOT = INPUT + OUTPUT;

/** Indices: 1 if the other thread listens; number of offered parts; 1 if the other thread sleeps; state and part of each slot. */
const READY = 0;
const OFFERS = 1;
const ASLEEP = 2;
const FIRST = 3;
const STATE = 0;
const LENGTH = 1;
const BEFORE = 2;
const LAST = 3;
const WINDOW = 4;
const JOINED = 5;
const MADE = 6;
const FIELDS = 7;
const HEADER = 4 * (FIRST + SLOTS * FIELDS);

/** polls before sleep; interval in ms: longer in total than a page takes */
const LOOKS = 8;
const LOOK_MS = 0.5;
/** Bytes in waiting that wake a sleeping thread: waking it and its polls cost as much as deflating half of them. */
const WAKE_AT = 1 << 16;

export class SharedParts {
  static readonly SLOTS = SLOTS;
  readonly #ints: Int32Array;
  readonly #bytes: Uint8Array;
  /** bytes offered while the other thread sleeps */
  #waiting = 0;

  /** Makes memory for two threads; untouched pages take no physical memory. */
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

  get next(): number {
    return Atomics.load(this.#ints, OFFERS) & (SLOTS - 1);
  }

  static fits({ bytes }: Part): boolean {
    return bytes.length <= INPUT;
  }

  /** The next slot must be free. A sleeping thread sleeps on until much is offered: short documents are done by then. */
  offer({ bytes, before, last, window, joined }: Part): void {
    const ints = this.#ints;
    const slot = this.next;
    this.#bytes.set(bytes, slot * SLOT);
    const at = FIRST + slot * FIELDS;
    ints[at + LENGTH] = bytes.length;
    ints[at + BEFORE] = before;
    ints[at + LAST] = last ? 1 : 0;
    ints[at + WINDOW] = window;
    ints[at + JOINED] = joined;
    Atomics.store(ints, at + STATE, OFFERED);
    Atomics.add(ints, OFFERS, 1);
    this.#waiting = Atomics.load(ints, ASLEEP) === 1 ? this.#waiting + bytes.length : 0;
    if (this.#waiting >= WAKE_AT) this.wake();
  }

  wake(): void {
    this.#waiting = 0;
    if (Atomics.exchange(this.#ints, ASLEEP, 0) === 1) Atomics.notify(this.#ints, OFFERS);
  }

  /** Waking costs the other thread as much as copying a part or two: poll before sleeping. @returns offered parts, above `count` */
  waitForOffers(count: number): number {
    const ints = this.#ints;
    for (let looks = 0; looks < LOOKS && Atomics.load(ints, OFFERS) === count; looks++) Atomics.wait(ints, OFFERS, count, LOOK_MS);
    while (Atomics.load(ints, OFFERS) === count) {
      Atomics.store(ints, ASLEEP, 1);
      // returns at once if a part was offered before the sleep flag was visible
      Atomics.wait(ints, OFFERS, count);
    }
    Atomics.store(ints, ASLEEP, 0);
    return Atomics.load(ints, OFFERS);
  }

  /** False if not on offer. */
  claim(slot: number): boolean {
    const at = FIRST + slot * FIELDS;
    if (Atomics.compareExchange(this.#ints, at + STATE, OFFERED, TAKEN) !== OFFERED) return false;
    this.#waiting = Math.max(0, this.#waiting - this.#ints[at + LENGTH]!);
    return true;
  }

  part(slot: number): Part {
    const at = FIRST + slot * FIELDS;
    const ints = this.#ints;
    const bytes = this.#bytes.subarray(slot * SLOT, slot * SLOT + ints[at + LENGTH]!);
    return { bytes, before: ints[at + BEFORE]!, last: ints[at + LAST] === 1, window: ints[at + WINDOW]!, joined: ints[at + JOINED]! };
  }

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

  /** Waits for the other thread; false after `ms`. */
  wait(slot: number, ms: number): boolean {
    Atomics.wait(this.#ints, FIRST + slot * FIELDS + STATE, TAKEN, ms);
    return this.isDone(slot);
  }

  /** Null if the result exceeded the slot. */
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
