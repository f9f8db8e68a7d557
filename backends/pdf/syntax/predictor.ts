// The predictor of streams whose rows resemble each other (ISO 32000-1, 7.4.4.4): PNG's filter "Up".
import { ByteWriter } from "./bytes.js";
import type { DistinctRows } from "./row-deflate.js";
import type { Dict } from "./object.js";

export const predictor = (columns: number): Dict => ({ Predictor: 12, Columns: columns });

/** The filter's number, before each row. */
const UP = 2;
const ZERO = 0x30;
const SPACE = 0x20;

/** Each row's difference from the one above. */
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
  readonly #first: number[] = [];
  readonly #above: number[] = [];
  /** row of each; the first is one only when the row before it is known */
  #rows: number[] = [];

  /** `ends`: of the numbers, which have room for their digits */
  constructor(
    text: string,
    readonly ends: readonly number[],
    readonly distinct: DistinctRows,
  ) {
    this.columns = text.length;
    this.#blank = Uint8Array.from(text, (c) => c.charCodeAt(0));
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0;
  }

  /** `numbers`: at least 0 */
  add(numbers: readonly number[]): void {
    const { ends, distinct } = this;
    const above = this.#above;
    if (this.#rows.length === 0) {
      for (let i = 0; i < ends.length; i++) this.#first[i] = above[i] = numbers[i]!;
      this.#rows.push(0);
      return;
    }
    distinct.put(0, UP);
    for (let i = 0; i < ends.length; i++) {
      const v = numbers[i]!;
      if (v === above[i]) continue;
      putDigits(distinct, ends[i]!, v, above[i]!);
      above[i] = v;
    }
    this.#rows.push(distinct.end());
  }

  /** Its rows, which it loses; `above`: the row before the first. */
  take(above: Uint8Array): readonly number[] {
    const rows = this.#rows;
    if (rows.length > 0) rows[0] = differenceOf(this.#row(this.#first), above, this.distinct);
    this.#rows = [];
    return rows;
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
}

/** Row of the differences from the row above. */
export function differenceOf(row: Uint8Array, above: Uint8Array, distinct: DistinctRows): number {
  distinct.put(0, UP);
  for (let c = 0; c < row.length; c++) if (row[c] !== above[c]) distinct.put(c + 1, row[c]! - above[c]!);
  return distinct.end();
}

/** Differences of a number's digits, from the last, and their positions. */
const CHANGED = new Int32Array(16);
const PLACES = new Int32Array(16);

/** Differences of the digits of `v` from those of `above`, which end at `end` as `v`'s do. */
function putDigits(distinct: DistinctRows, end: number, v: number, above: number): void {
  let now = v | 0;
  let old = above | 0;
  let count = 0;
  for (let at = end; now !== old; at--) {
    const nowTens = (now / 10) | 0;
    const oldTens = (old / 10) | 0;
    // zero has a digit, too
    const digit = now > 0 || at === end ? ZERO + now - 10 * nowTens : SPACE;
    const digitAbove = old > 0 || at === end ? ZERO + old - 10 * oldTens : SPACE;
    if (digit !== digitAbove) {
      CHANGED[count] = digit - digitAbove;
      PLACES[count++] = at;
    }
    now = nowTens;
    old = oldTens;
  }
  while (count-- > 0) distinct.put(PLACES[count]!, CHANGED[count]!);
}
