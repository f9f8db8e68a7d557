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

  constructor(readonly columns: number) {
    this.#perRow = perRow(columns);
    const ends = Array.from({ length: this.#perRow }, (_, i) => [i * ENTRY + NUM_END, i * ENTRY + AT_END]);
    this.#rows = new NumberRows(" ".repeat(columns), ends.flat());
  }

  /** Writes the rows of these objects. @returns the last row */
  write(w: ByteWriter, nums: readonly number[], offsetOf: (index: number) => number): Uint8Array {
    const row: number[] = [];
    const filled = (from: number, to: number): readonly number[] => {
      for (let i = from; i < to; i++) {
        row[2 * (i - from)] = nums[i]!;
        row[2 * (i - from) + 1] = offsetOf(i);
      }
      return row;
    };
    const per = this.#perRow;
    const full = nums.length - (nums.length % per);
    for (let i = 0; i < full; i += per) this.#rows.add(filled(i, i + per));
    const zeros = new Uint8Array(this.columns);
    const last = full === 0 ? zeros : this.#rows.last();
    this.#rows.moveTo(w, zeros);
    if (full === nums.length) return last;
    const rest = new NumberRows(" ".repeat(this.columns), this.#rows.ends.slice(0, 2 * (nums.length - full)));
    rest.add(filled(full, nums.length));
    rest.moveTo(w, last);
    return rest.last();
  }
}
