// Object streams (ISO 32000-1, 7.5.7).
import { concatBytes } from "../../../base/bytes.js";
import { ByteWriter } from "./bytes.js";
import { name, type Dict } from "./object.js";
import { NumberRows, predicted, predictor } from "./predictor.js";

/** objects and bytes; readers inflate it as a whole */
const OBJECTS = 2000;
const BYTES = 32 << 10;
/** Of a stream with a predictor, with its head: veraPDF 1.28 ends with an exception above 10,240. */
export const PREDICTED_BYTES = 10_000;
const SPACE = 0x20;

/** An object stream before it is deflated. */
export interface Objects {
  readonly dict: Dict;
  readonly bytes: Uint8Array;
}

/** Growing objects, for one stream after another. */
export class ObjectStream {
  readonly #nums: number[] = [];
  readonly #ats: number[] = [];
  readonly #bytes = new ByteWriter(1 << 12);

  /** `columns`: row length of a predictor, a multiple of `ENTRY`; each object begins a row. 0: no predictor */
  constructor(readonly columns = 0) {}

  get isEmpty(): boolean {
    return this.#nums.length === 0;
  }

  get isFull(): boolean {
    return this.#nums.length === OBJECTS || this.#bytes.length > BYTES;
  }

  /** True if an object of `bytes` more is within the bound of a stream with a predictor. */
  hasRoom(bytes: number): boolean {
    const { columns } = this;
    const head = columns * Math.ceil(((this.#nums.length + 1) * ENTRY) / columns);
    return head + this.#bytes.length + columns * Math.ceil(bytes / columns) <= PREDICTED_BYTES;
  }

  /** Numbers of its objects, in order. */
  get nums(): readonly number[] {
    return this.#nums;
  }

  /** Writer of the object; `end` ends it. */
  begin(num: number): ByteWriter {
    this.#nums.push(num);
    this.#ats.push(this.#bytes.length);
    return this.#bytes;
  }

  end(): void {
    this.#bytes.byte(0x0a);
    if (this.columns > 0) this.#bytes.align(this.columns, SPACE);
  }

  /** Its objects; it is empty then. */
  take(): Objects {
    const objects = this.columns === 0 ? this.#plain() : this.#predicted();
    this.#nums.length = 0;
    this.#ats.length = 0;
    this.#bytes.clear();
    return objects;
  }

  #plain(): Objects {
    const count = this.#nums.length;
    const w = new ByteWriter(16 * count + this.#bytes.length);
    for (let i = 0; i < count; i++) {
      w.int(this.#nums[i]!);
      w.byte(SPACE);
      w.int(this.#ats[i]!);
      w.byte(SPACE);
    }
    const first = w.length;
    w.bytes(this.#bytes.view());
    return { dict: { Type: name("ObjStm"), N: count, First: first }, bytes: w.take() };
  }

  #predicted(): Objects {
    const head = new AlignedHead(this.columns);
    this.#nums.forEach((num, i) => head.add(num, this.#ats[i]!));
    const { bytes, above } = head.take();
    const w = new ByteWriter(this.columns + this.#bytes.length);
    w.bytes(above);
    w.bytes(this.#bytes.view());
    // the head's last row is there for its difference from the first object
    const rows = predicted(w.view(), this.columns).subarray(this.columns + 1);
    return { dict: predictedDict(this.#nums.length, this.columns), bytes: concatBytes([bytes, rows]) };
  }
}

/** Of a stream with an aligned head. */
export const predictedDict = (count: number, columns: number): Dict => ({
  Type: name("ObjStm"),
  N: count,
  First: columns * Math.ceil((count * ENTRY) / columns),
  DecodeParms: predictor(columns),
});

/** Width of an entry in the head of a stream with a predictor. */
export const ENTRY = 25;
const NUM_END = 10;
const AT_END = 20;

/** Number and offset of each object, in rows. */
export class AlignedHead {
  readonly #rows: NumberRows;
  readonly #perRow: number;
  readonly #row: number[] = [];

  constructor(readonly columns: number) {
    this.#perRow = columns / ENTRY;
    const ends = Array.from({ length: this.#perRow }, (_, i) => [i * ENTRY + NUM_END, i * ENTRY + AT_END]);
    this.#rows = new NumberRows(" ".repeat(columns), ends.flat());
  }

  add(num: number, at: number): void {
    if (this.#row.push(num, at) < 2 * this.#perRow) return;
    this.#rows.add(this.#row);
    this.#row.length = 0;
  }

  /** Differences of the rows, and the last row. What is left is empty. */
  take(): { readonly bytes: Uint8Array; readonly above: Uint8Array } {
    const zeros = new Uint8Array(this.columns);
    const last = this.#rows.isEmpty ? zeros : this.#rows.last();
    const bytes = this.#rows.take(zeros);
    if (this.#row.length === 0) return { bytes, above: last };
    const rest = new NumberRows(" ".repeat(this.columns), this.#rows.ends.slice(0, this.#row.length));
    rest.add(this.#row);
    this.#row.length = 0;
    return { above: rest.last(), bytes: concatBytes([bytes, rest.take(last)]) };
  }
}
