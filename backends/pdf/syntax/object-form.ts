import { concatBytes } from "../../../base/bytes.js";
import { AlignedHead, ENTRY, PREDICTED_BYTES, predictedDict } from "./aligned-head.js";
import type { ByteWriter } from "./bytes.js";
import type { Objects } from "./object-stream.js";
import { NumberRows } from "./predictor.js";

const DIGITS = 7;
/** Largest number in an object of a form. */
export const LARGEST_IN_FORM = 9_999_999;
/** The first objects of a form are among all others: a stream of their own costs more than it saves. */
const FEW = 64;

/** Objects that have their text in common, with whole numbers between its pieces. */
export class ObjectForm {
  #few = FEW;
  #stream: FormStream | null = null;

  /** `pieces`: ASCII text before each number and after the last */
  constructor(readonly pieces: readonly string[]) {}

  /** Writes an object among others. */
  write(w: ByteWriter, numbers: readonly number[]): void {
    this.pieces.forEach((piece, i) => {
      if (i > 0) w.int(numbers[i - 1]!);
      w.ascii(piece);
    });
  }

  /** Stream of its next object; null for the first ones. */
  next(): FormStream | null {
    if (this.#few === 0) return (this.#stream ??= new FormStream(this.pieces));
    this.#few--;
    return null;
  }
}

/** Growing object streams with a predictor, in which each object of a form is a row. */
export class FormStream {
  readonly #head: AlignedHead;
  readonly #rows: NumberRows;
  readonly #most: number;
  #nums: number[] = [];

  constructor(pieces: readonly string[]) {
    const ends: number[] = [];
    const text = pieces.slice(1).reduce((before, piece) => {
      const padded = before + " ".repeat(DIGITS);
      ends.push(padded.length);
      return padded + piece;
    }, pieces[0]!);
    const columns = ENTRY * Math.ceil((text.length + 1) / ENTRY);
    this.#head = new AlignedHead(columns);
    this.#rows = new NumberRows(text.padEnd(columns), ends);
    this.#most = Math.floor((PREDICTED_BYTES - columns) / (columns + ENTRY));
  }

  get isEmpty(): boolean {
    return this.#nums.length === 0;
  }

  get isFull(): boolean {
    return this.#nums.length === this.#most;
  }

  /** Numbers of its objects, in order. */
  get nums(): readonly number[] {
    return this.#nums;
  }

  /** `numbers`: 0 to `LARGEST_IN_FORM` */
  add(num: number, numbers: readonly number[]): void {
    this.#head.add(num, this.#nums.length * this.#rows.columns);
    this.#nums.push(num);
    this.#rows.add(numbers);
  }

  /** Its objects; it is empty then. */
  take(): Objects {
    const head = this.#head.take();
    const dict = predictedDict(this.#nums.length, this.#rows.columns);
    this.#nums = [];
    return { dict, bytes: concatBytes([head.bytes, this.#rows.take(head.above)]) };
  }
}
