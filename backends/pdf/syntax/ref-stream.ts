// Long arrays of references as objects of streams with a predictor: in rows, so that each number is below the one that it follows.
import { concatBytes } from "../../../base/bytes.js";
import { AlignedHead, headLength, predictedDict } from "./aligned-head.js";
import { ByteWriter } from "./bytes.js";
import type { Objects } from "./object-stream.js";
import { predicted } from "./predictor.js";

/** Arrays from this length on are objects. */
const MANY = 64;
const IN_ROW = 10;
const ANY_REF = Uint8Array.from("          0 R", (c) => c.charCodeAt(0));
const NO_REF = Uint8Array.from("         null", (c) => c.charCodeAt(0));
const NUM_ENDS = [9];
/** with the bracket or space before it, and the one after it */
const REF = 15;
const COLUMNS = IN_ROW * REF;
const BRACKET_AND_END = 2;
const [SPACE, OPEN, CLOSE, LINE_END] = [0x20, 0x5b, 0x5d, 0x0a];

const lengthOf = (count: number): number => REF * count + BRACKET_AND_END;

/** Growing arrays, for one stream after another. */
export class RefStream {
  readonly #nums: number[] = [];
  readonly #ats: number[] = [];
  readonly #bytes = new ByteWriter(1 << 12);

  /** True if an array of `count` references is better an object, and has room in an empty stream of `most` bytes. */
  static takes(count: number, most: number): boolean {
    return count >= MANY && lengthOf(count) <= most - 2 * COLUMNS;
  }

  get isEmpty(): boolean {
    return this.#nums.length === 0;
  }

  /** Numbers of its arrays, in order. */
  get nums(): readonly number[] {
    return this.#nums;
  }

  /** True if an array of `count` references more is within the bound. */
  hasRoom(count: number, most: number): boolean {
    const rows = COLUMNS * Math.ceil(lengthOf(count) / COLUMNS);
    return headLength(this.#nums.length + 1, COLUMNS) + this.#bytes.length + rows <= most;
  }

  /** `refs`: numbers of objects; 0: null */
  add(num: number, refs: readonly number[]): void {
    this.#nums.push(num);
    this.#ats.push(this.#bytes.length);
    const w = this.#bytes;
    const one = [0];
    refs.forEach((n, i) => {
      one[0] = n;
      w.byte(i === 0 ? OPEN : SPACE);
      if (n === 0) w.bytes(NO_REF);
      else w.filled(ANY_REF, NUM_ENDS, one);
      w.byte(SPACE);
    });
    w.byte(CLOSE);
    w.byte(LINE_END);
    w.align(COLUMNS, SPACE);
  }

  /** Its arrays; it is empty then. */
  take(): Objects {
    const head = new AlignedHead(COLUMNS);
    this.#nums.forEach((num, i) => head.add(num, this.#ats[i]!));
    const { bytes, above } = head.take();
    const w = new ByteWriter(COLUMNS + this.#bytes.length);
    w.bytes(above);
    w.bytes(this.#bytes.view());
    // the head's last row is there for its difference from the first array
    const rows = predicted(w.view(), COLUMNS).subarray(COLUMNS + 1);
    const dict = predictedDict(this.#nums.length, COLUMNS);
    this.#nums.length = 0;
    this.#ats.length = 0;
    this.#bytes.clear();
    return { dict, bytes: concatBytes([bytes, rows]) };
  }
}
