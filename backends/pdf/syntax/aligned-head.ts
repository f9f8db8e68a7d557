// Heads of object streams with a predictor: numbers and offsets of the objects in rows (ISO 32000-1, 7.5.7).
import type { ByteWriter } from "./bytes.js";
import { name, type Dict } from "./object.js";
import { NumberRows, predictor } from "./predictor.js";

/** Width of an object's number and offset. */
export const ENTRY = 15;
const NUM_END = 7;
const AT_END = 14;

const perRow = (columns: number): number => Math.floor(columns / ENTRY);

/** Bytes of the head of `count` objects. `columns`: length of a row, at least `ENTRY` */
export const headLength = (count: number, columns: number): number => columns * Math.ceil(count / perRow(columns));

export const predictedDict = (count: number, columns: number): Dict => ({
  Type: name("ObjStm"),
  N: count,
  First: headLength(count, columns),
  DecodeParms: predictor(columns),
});

export class AlignedHead {
  readonly #rows: NumberRows;
  readonly #perRow: number;
  /** numbers and offsets of the row that grows, and how many of its numbers are filled */
  readonly #row: number[] = [];
  #filled = 0;

  constructor(readonly columns: number) {
    this.#perRow = perRow(columns);
    const ends = Array.from({ length: this.#perRow }, (_, i) => [i * ENTRY + NUM_END, i * ENTRY + AT_END]);
    this.#rows = new NumberRows(" ".repeat(columns), ends.flat());
  }

  add(num: number, at: number): void {
    const row = this.#row;
    const filled = this.#filled;
    row[filled] = num;
    row[filled + 1] = at;
    this.#filled = filled + 2;
    if (this.#filled < 2 * this.#perRow) return;
    this.#rows.add(row);
    this.#filled = 0;
  }

  /** Moves its rows to `w`. @returns the last row */
  moveTo(w: ByteWriter): Uint8Array {
    const zeros = new Uint8Array(this.columns);
    const last = this.#rows.isEmpty ? zeros : this.#rows.last();
    this.#rows.moveTo(w, zeros);
    if (this.#filled === 0) return last;
    const rest = new NumberRows(" ".repeat(this.columns), this.#rows.ends.slice(0, this.#filled));
    rest.add(this.#row);
    this.#filled = 0;
    rest.moveTo(w, last);
    return rest.last();
  }
}
