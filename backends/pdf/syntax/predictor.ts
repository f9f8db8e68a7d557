// The predictor of streams whose rows resemble each other (ISO 32000-1, 7.4.4.4): PNG's filter "Up".
import { ByteWriter } from "./bytes.js";
import type { Dict } from "./object.js";

export const predictor = (columns: number): Dict => ({ Predictor: 12, Columns: columns });

/** The filter's number, before each row. */
export const UP = 2;
const ZERO = 0x30;
const SPACE = 0x20;

/** Returns each row's difference from the one above. */
export function predicted(rows: Uint8Array, columns: number): Uint8Array {
  const count = rows.length / columns;
  const out = new Uint8Array(count * (columns + 1));
  let above: Uint8Array = new Uint8Array(columns);
  for (let r = 0; r < count; r++) {
    const row = rows.subarray(r * columns, (r + 1) * columns);
    putDifference(out, r * (columns + 1), row, above);
    above = row;
  }
  return out;
}

function putDifference(out: Uint8Array, at: number, row: Uint8Array, above: Uint8Array): void {
  out[at] = UP;
  for (let c = 0; c < row.length; c++) out[at + 1 + c] = row[c]! - above[c]!;
}

/**
 * Rows of one text with whole numbers in it, right-aligned. What is left of a row are the digits that changed, and only these are written: nothing
 * is written to be subtracted.
 */
export class NumberRows {
  readonly columns: number;
  readonly #blank: Uint8Array;
  #count = 0;
  readonly #first: number[] = [];
  readonly #above: number[] = [];
  /** differences, from the second row on */
  #rest = new Uint8Array(0);

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

  /** `numbers`: at least 0 */
  add(numbers: readonly number[]): void {
    const { ends } = this;
    const above = this.#above;
    if (this.#count++ === 0) {
      for (let i = 0; i < ends.length; i++) this.#first[i] = above[i] = numbers[i]!;
      return;
    }
    const size = this.columns + 1;
    const start = (this.#count - 2) * size;
    if (start + size > this.#rest.length) this.#grow(size);
    const rest = this.#rest;
    rest[start] = UP;
    for (let i = 0; i < ends.length; i++) {
      const v = numbers[i]!;
      if (v === above[i]) continue;
      changeDigits(rest, start + ends[i]!, v, above[i]!);
      above[i] = v;
    }
  }

  /** Bytes of the rows, which it loses; `above`: the row before the first. */
  take(above: Uint8Array): Uint8Array {
    if (this.#count === 0) return new Uint8Array(0);
    const size = this.columns + 1;
    const used = (this.#count - 1) * size;
    const out = new Uint8Array(size + used);
    putDifference(out, 0, this.#row(this.#first), above);
    out.set(this.#rest.subarray(0, used), size);
    this.#rest.fill(0, 0, used);
    this.#count = 0;
    return out;
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

  #grow(size: number): void {
    const grown = new Uint8Array(Math.max(32 * size, 2 * this.#rest.length));
    grown.set(this.#rest);
    this.#rest = grown;
  }
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
