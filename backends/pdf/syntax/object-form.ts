import { AlignedHead, ENTRY, headLength, predictedDict } from "./aligned-head.js";
import type { ByteWriter } from "./bytes.js";
import { NARROW_WINDOW, type GrowingStream } from "./object-stream.js";
import type { Dict } from "./object.js";
import { NumberRows } from "./predictor.js";

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

/** Growing object stream with a predictor, one after another, in which each object of a form is a row. */
export class FormStream implements GrowingStream {
  readonly window: number;
  #widths: readonly number[] = [];
  #head = new AlignedHead(ENTRY);
  #rows = new NumberRows("", []);
  #nums: number[] = [];
  /** objects that have room in `#most` bytes */
  #capacity = 0;
  #most = 0;

  constructor(readonly pieces: readonly string[]) {
    this.window = pieces.length <= FEW_PIECES ? ROWS_WINDOW : NARROW_WINDOW;
  }

  get isEmpty(): boolean {
    return this.#nums.length === 0;
  }

  /** Numbers of its objects, in order. */
  get nums(): readonly number[] {
    return this.#nums;
  }

  /**
   * Adds objects from `num` on, up to `count`, whose last number increases by one, if they have room in `most` bytes, and their numbers in their
   * columns. `numbers`: those of the first, 0 to `LARGEST_IN_FORM`. @returns how many; an empty stream takes one at least
   */
  add(num: number, numbers: readonly number[], count: number, most: number): number {
    const nums = this.#nums;
    if (nums.length === 0) this.#begin(numbers);
    if (most !== this.#most) {
      this.#most = most;
      this.#capacity = capacityOf(this.#rows.columns, most);
    }
    const widths = this.#widths;
    for (let i = 0; i < widths.length; i++) if (numbers[i]! >= POWERS[widths[i]!]!) return 0;
    const last = widths.length - 1;
    const room = Math.min(count, this.#capacity - nums.length, POWERS[widths[last]!]! - numbers[last]!);
    if (room <= 0) return 0;
    for (let i = 0; i < room; i++) nums.push(num + i);
    this.#rows.add(numbers, room);
    return room;
  }

  moveTo(w: ByteWriter): Dict {
    const { columns } = this.#rows;
    this.#rows.moveTo(
      w,
      this.#head.write(w, this.#nums, (i) => i * columns),
    );
    const dict = predictedDict(this.#nums.length, columns);
    this.#nums = [];
    return dict;
  }

  /** Columns for the digits of the first object. */
  #begin(numbers: readonly number[]): void {
    const widths = numbers.map(widthOf);
    if (this.#rows.columns > 0 && widths.every((width, i) => width === this.#widths[i])) return;
    this.#widths = widths;
    this.#most = 0;
    const ends: number[] = [];
    const text = this.pieces.slice(1).reduce((before, piece, i) => {
      const padded = before + " ".repeat(widths[i]!);
      ends.push(padded.length);
      return padded + piece;
    }, this.pieces[0]!);
    const columns = ROUND * Math.ceil(Math.max(ENTRY, text.length) / ROUND);
    this.#head = new AlignedHead(columns);
    this.#rows = new NumberRows(text.padEnd(columns), ends);
  }
}

/** Objects of `columns` bytes that have room in `most`, with their head. */
function capacityOf(columns: number, most: number): number {
  let count = Math.floor(most / columns);
  while (headLength(count, columns) + count * columns > most) count--;
  return count;
}

/** Rows of up to three numbers: few bytes of a row change, and numbers of other rows recur at larger distances. */
const FEW_PIECES = 4;
const ROWS_WINDOW = 14;
/** Lengths of rows are multiples of ten, so that offsets keep their last digit. */
const ROUND = 10;
/** More than most first numbers need: those that begin anew with each page grow. */
const MIN_DIGITS = 4;
const POWERS = Array.from({ length: 8 }, (_, digits) => 10 ** digits);

function widthOf(v: number): number {
  let width = MIN_DIGITS;
  while (v >= POWERS[width]!) width++;
  return width;
}
