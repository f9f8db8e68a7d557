import type { Box } from "../../box/box.js";
import type { TableRow, TableRows } from "../../box/table.js";
import { coverRow } from "../../text/line/coverage.js";
import { Memory, type LayoutRun, type RunState } from "../protocol/run.js";
import { bytesOfRow } from "./row-bytes.js";

type Row = TableRow<Box>;

/** Rows of any table retained between width computation and placement. Their mean size is the estimate for the rest. */
const FIRST_ROWS = 64;
/** Of all rows retained in a run, as estimated: 50,000 rows of five plain cells. Longer tables are lowered at each read. */
const MOST_BYTES = 64e6;

/** Rows of a table that will be read again. */
class RetainedRows {
  readonly rows: (Row | undefined)[] = [];
  #count = 0;
  #bytes = 0;
  /** all of the table is expected to fit; null before the first rows are known */
  #whole: boolean | null = null;

  constructor(
    readonly length: number,
    readonly shared: RunState,
  ) {}

  keep(row: Row, i: number): void {
    if (i >= FIRST_ROWS && !(this.#whole ??= this.#expected())) return;
    const bytes = bytesOfRow(row);
    // later rows may be larger than the first
    if (i >= FIRST_ROWS && this.shared.retainedBytes + bytes > MOST_BYTES) {
      this.#whole = false;
      return;
    }
    this.rows[i] = row;
    this.#count++;
    this.#bytes += bytes;
    this.shared.retainedBytes += bytes;
  }

  #expected(): boolean {
    const others = this.shared.retainedBytes - this.#bytes;
    return this.#count > 0 && others + (this.#bytes / this.#count) * this.length <= MOST_BYTES;
  }

  /** After the last read of a row. The table's room is free when its last row is. */
  release(i: number): void {
    this.rows[i] = undefined;
    if (i < this.length - 1) return;
    this.shared.retainedBytes -= this.#bytes;
    this.#bytes = this.#count = 0;
  }
}

const RETAINED = new Memory<TableRows<Box>, RetainedRows>();

/** Row `i`, retained for `takeRow` if the table is small in memory. */
export function readRow(rows: TableRows<Box>, i: number, run: LayoutRun): Row {
  const retained = retainedOf(rows, run);
  const known = retained.rows[i];
  if (known) return known;
  const row = made(rows, i, run);
  retained.keep(row, i);
  return row;
}

/**
 * Row `i` for placement. Retained as by `readRow` while layouts are repeated, else released with its page. `again`: an earlier layout has
 * resolved its fonts
 */
export function takeRow(rows: TableRows<Box>, i: number, run: LayoutRun, again = false): Row {
  if (rows.exist) return made(rows, i, run);
  if (run.shared.repeats && !again) return readRow(rows, i, run);
  const retained = retainedOf(rows, run);
  const row = retained.rows[i] ?? (again ? rows.at(i) : made(rows, i, run));
  if (!run.shared.repeats) retained.release(i);
  return row;
}

function retainedOf(rows: TableRows<Box>, run: LayoutRun): RetainedRows {
  const memory = run.of(RETAINED);
  let retained = memory.get(rows);
  if (!retained) memory.set(rows, (retained = new RetainedRows(rows.length, run.shared)));
  return retained;
}

function made(rows: TableRows<Box>, i: number, run: LayoutRun): Row {
  const row = rows.at(i);
  coverRow(row, run.text);
  return row;
}
