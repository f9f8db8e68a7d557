// Rows that were read to find the widths of a table's columns, to the same rows when they are laid out: the first of them are not made twice.
import type { TableRow, TableRows } from "../../box/table.js";
import { coverRow } from "../../text/line/coverage.js";
import type { ShapedBox } from "../protocol.js";
import { Memory, type LayoutRun } from "../run.js";

type Row = TableRow<ShapedBox>;

/** So many rows of a table are kept until they are laid out; of a longer table the others are made again. */
const MOST_KEPT = 64;

const READ = new Memory<TableRows<ShapedBox>, (Row | undefined)[]>();

/** Row `i`, kept for `takeRow`. */
export function readRow(rows: TableRows<ShapedBox>, i: number, run: LayoutRun): Row {
  const row = madeRow(rows, i, run);
  if (i >= MOST_KEPT) return row;
  const memory = run.of(READ);
  let kept = memory.get(rows);
  if (!kept) memory.set(rows, (kept = []));
  kept[i] = row;
  return row;
}

/** Row `i`, which is kept no longer: it goes with the page that it is on. */
export function takeRow(rows: TableRows<ShapedBox>, i: number, run: LayoutRun): Row {
  const kept = i < MOST_KEPT ? run.of(READ).get(rows) : undefined;
  const row = kept?.[i];
  if (!kept || !row) return madeRow(rows, i, run);
  kept[i] = undefined;
  return row;
}

function madeRow(rows: TableRows<ShapedBox>, i: number, run: LayoutRun): Row {
  const row = rows.at(i);
  coverRow(row, run.text);
  return row;
}
