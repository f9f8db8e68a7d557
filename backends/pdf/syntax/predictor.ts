// The predictor of streams whose rows resemble each other (ISO 32000-1, 7.4.4.4): PNG's filter "Up".
import { ByteWriter } from "./bytes.js";
import type { Dict } from "./object.js";

export const predictor = (columns: number): Dict => ({ Predictor: 12, Columns: columns });

/** The filter's number, before each row. */
export const UP = 2;
const ZERO = 0x30;
const SPACE = 0x20;

/**
 * Rows of one text with whole numbers in it, right-aligned. What is left of a row are the digits that changed, and only these are written: nothing
 * is written to be subtracted.
 */
export class NumberRows {
  readonly columns: number;
  readonly #blank: Uint8Array;
  #count = 0;
  readonly #above: number[] = [];
  /** the first row, and differences of those after it */
  #rows = new Uint8Array(0);

  /** `ends`: of the numbers, which have room for their digits */
  constructor(
    text: string,
    readonly ends: readonly number[],
  ) {
    this.columns = text.length;
    this.#blank = Uint8Array.from(text, (c) => c.charCodeAt(0));
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Adds `count` rows, whose last number increases by one. `numbers`: those of the first, at least 0 */
  add(numbers: readonly number[], count = 1): void {
    const { ends } = this;
    const above = this.#above;
    const size = this.columns + 1;
    const start = this.#count * size;
    const stop = start + count * size;
    if (stop > this.#rows.length) this.#grow(stop);
    const rows = this.#rows;
    rows[start] = UP;
    if (this.#count === 0) {
      rows.set(this.#row(numbers), 1);
      for (let i = 0; i < ends.length; i++) above[i] = numbers[i]!;
    } else {
      for (let i = 0; i < ends.length; i++) {
        const v = numbers[i]!;
        if (v === above[i]) continue;
        changeDigits(rows, start + ends[i]!, v, above[i]!);
        above[i] = v;
      }
    }
    this.#count += count;
    if (count > 1) this.#step(start + size, count - 1);
  }

  /** Fills rows from `start` on, each with the last number of the row above it and one. */
  #step(start: number, count: number): void {
    const rows = this.#rows;
    const size = this.columns + 1;
    const last = this.ends.length - 1;
    const end = this.ends[last]!;
    let v = this.#above[last]!;
    for (let at = start; at < start + count * size; at += size, v++) {
      rows[at] = UP;
      changeDigits(rows, at + end, v + 1, v);
    }
    this.#above[last] = v;
  }

  /** Moves the rows to `w`. `above`: the row before the first */
  moveTo(w: ByteWriter, above: Uint8Array): void {
    if (this.#count === 0) return;
    const rows = this.#rows.subarray(0, this.#count * (this.columns + 1));
    subtract(rows, above);
    w.bytes(rows);
    rows.fill(0);
    this.#count = 0;
  }

  /** The last row. */
  last(): Uint8Array {
    return this.#row(this.#above);
  }

  #row(numbers: readonly number[]): Uint8Array {
    const w = new ByteWriter(this.columns);
    w.filled(this.#blank, this.ends, numbers);
    return w.take();
  }

  #grow(length: number): void {
    const grown = new Uint8Array(Math.max(32 * (this.columns + 1), length, 2 * this.#rows.length));
    grown.set(this.#rows);
    this.#rows = grown;
  }
}

/** Subtracts a row from the first of `rows`. */
export function subtract(rows: Uint8Array, row: Uint8Array): void {
  for (let c = 0; c < row.length; c++) rows[1 + c]! -= row[c]!;
}

/** Writes differences of the digits of `v` from those of `above`. `end`: index of the last digit */
export function changeDigits(out: Uint8Array, end: number, v: number, above: number): void {
  let now = v | 0;
  let old = above | 0;
  // zero has a digit, too
  for (let at = end, isLast = true; now !== old; at--, isLast = false) {
    const nowTens = (now / 10) | 0;
    const oldTens = (old / 10) | 0;
    const digit = now > 0 || isLast ? ZERO + now - 10 * nowTens : SPACE;
    const digitAbove = old > 0 || isLast ? ZERO + old - 10 * oldTens : SPACE;
    out[at] = digit - digitAbove;
    now = nowTens;
    old = oldTens;
  }
}
