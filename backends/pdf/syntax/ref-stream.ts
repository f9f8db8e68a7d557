// Long arrays of references as objects of streams with a predictor: in rows, so that each number is below the one that it follows.
import { AlignedHead, headLength, predictedDict } from "./aligned-head.js";
import type { ByteWriter } from "./bytes.js";
import { NARROW_WINDOW, type GrowingStream } from "./object-stream.js";
import type { Dict } from "./object.js";
import { changeDigits, subtract, UP } from "./predictor.js";

/** Arrays from this length on are objects. */
const MANY = 64;
const IN_ROW = 10;
/** with the bracket or space before it, and the space after it */
const REF = 15;
const NUM_END = 10;
const COLUMNS = IN_ROW * REF;
const BRACKET_AND_END = 2;

/** Places of a row without a number; `ABSENT`: above the first row. */
const NULL = 0;
const END = -1;
const BLANK = -2;
const ABSENT = -3;
/** A place with the first reference of an array has its number and this. */
const FIRST = 2 ** 24;

const lengthOf = (count: number): number => REF * count + BRACKET_AND_END;

/** Growing arrays, for one stream after another. */
export class RefStream implements GrowingStream {
  readonly window = NARROW_WINDOW;
  readonly #nums: number[] = [];
  readonly #ats: number[] = [];
  /** places of the row above each, from the first on of the row that grows */
  readonly #above = new Array<number>(IN_ROW).fill(ABSENT);
  #place = 0;
  /** differences of the rows */
  #rows = new Uint8Array(0);
  #count = 0;

  /** True if an array of `count` references is better an object, and has room in an empty stream of `most` bytes. */
  static takes(count: number, most: number): boolean {
    return count >= MANY && lengthOf(count) <= most - 2 * COLUMNS;
  }

  get isEmpty(): boolean {
    return this.#nums.length === 0;
  }

  get nums(): readonly number[] {
    return this.#nums;
  }

  /** True if an array of `count` references more is within the bound. */
  hasRoom(count: number, most: number): boolean {
    const rows = COLUMNS * Math.ceil(lengthOf(count) / COLUMNS);
    return headLength(this.#nums.length + 1, COLUMNS) + this.#count * COLUMNS + rows <= most;
  }

  /** `refs`: numbers of objects, at most `LARGEST_IN_FORM`; 0: null */
  add(num: number, refs: ArrayLike<number>): void {
    this.#nums.push(num);
    this.#ats.push(this.#count * COLUMNS);
    for (let i = 0; i < refs.length; i++) this.#put(i === 0 ? refs[i]! + FIRST : refs[i]!);
    this.#put(END);
    while (this.#place > 0) this.#put(BLANK);
  }

  #put(value: number): void {
    const size = COLUMNS + 1;
    const place = this.#place;
    if (place === 0) this.#begin();
    const above = this.#above[place]!;
    if (value !== above) {
      const at = (this.#count - 1) * size + 1 + place * REF;
      if (value > 0 && above > 0 && value < FIRST && above < FIRST) changeDigits(this.#rows, at + NUM_END - 1, value, above);
      else changePlace(this.#rows, at, value, above);
      this.#above[place] = value;
    }
    this.#place = place + 1 === IN_ROW ? 0 : place + 1;
  }

  #begin(): void {
    const end = ++this.#count * (COLUMNS + 1);
    if (end > this.#rows.length) {
      const grown = new Uint8Array(Math.max(end, 2 * this.#rows.length));
      grown.set(this.#rows);
      this.#rows = grown;
    }
    this.#rows[end - COLUMNS - 1] = UP;
  }

  moveTo(w: ByteWriter): Dict {
    const rows = this.#rows.subarray(0, this.#count * (COLUMNS + 1));
    subtract(
      rows,
      new AlignedHead(COLUMNS).write(w, this.#nums, (i) => this.#ats[i]!),
    );
    w.bytes(rows);
    const dict = predictedDict(this.#nums.length, COLUMNS);
    rows.fill(0);
    this.#nums.length = 0;
    this.#ats.length = 0;
    this.#above.fill(ABSENT);
    this.#count = 0;
    return dict;
  }
}

/** Writes the difference of two places. */
function changePlace(out: Uint8Array, at: number, value: number, above: number): void {
  fill(NEW, value);
  fill(OLD, above);
  for (let i = 0; i < REF; i++) out[at + i] = NEW[i]! - OLD[i]!;
}
const NEW = new Uint8Array(REF);
const OLD = new Uint8Array(REF);

function fill(place: Uint8Array, value: number): void {
  if (value < NULL) return place.set(value === END ? END_TEXT : value === BLANK ? BLANK_TEXT : ABSENT_TEXT);
  let rest = value % FIRST;
  place.set(rest === NULL ? NULL_TEXT : REF_TEXT);
  if (value >= FIRST) place[0] = OPEN;
  for (let at = NUM_END - 1; rest > 0; at--, rest = (rest / 10) | 0) place[at] = ZERO + (rest % 10);
}
const textOf = (text: string): Uint8Array => Uint8Array.from(text.padEnd(REF), (c) => c.charCodeAt(0));
const END_TEXT = textOf("]\n");
const BLANK_TEXT = textOf("");
const ABSENT_TEXT = new Uint8Array(REF);
const NULL_TEXT = textOf("          null");
const REF_TEXT = textOf("           0 R");
const [OPEN, ZERO] = [0x5b, 0x30];
