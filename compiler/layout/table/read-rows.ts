import type { Box } from "../../box/box.js";
import type { TableRow, TableRows } from "../../box/table.js";
import { coverRow } from "../../text/line/coverage.js";
import { Memory, type LayoutRun } from "../run.js";

type Row = TableRow<Box>;

/** Kept between width computation and placement. */
const FIRST_ROWS = 64;
/** larger tables are not kept: objects that outlive two young collections are copied by both, which is slower than lowering them again */
const MOST_ROWS = 1024;
/** Tables kept whole, about 4 MB. */
const MOST_CELLS = 16_384;

const KEPT = new Memory<TableRows<Box>, (Row | undefined)[]>();

/** For `takeRow`. */
export function readRow(rows: TableRows<Box>, i: number, run: LayoutRun): Row {
  if (i >= FIRST_ROWS && rows.length > MOST_ROWS) return made(rows, i, run);
  const kept = keptOf(rows, run);
  return kept[i] ?? keep(made(rows, i, run), i, kept, run);
}

/** Kept for repeated layouts of small tables, else released with its page. `again`: an earlier layout has resolved its fonts */
export function takeRow(rows: TableRows<Box>, i: number, run: LayoutRun, again = false): Row {
  const small = rows.length <= MOST_ROWS;
  if (i >= FIRST_ROWS && !small) return again ? rows.at(i) : made(rows, i, run);
  const kept = keptOf(rows, run);
  const row = kept[i];
  const { shared } = run;
  if (small && shared.repeats) return row ?? keep(made(rows, i, run), i, kept, run);
  if (!row) return made(rows, i, run);
  kept[i] = undefined;
  shared.keptCells -= row.cells.length;
  return row;
}

function keptOf(rows: TableRows<Box>, run: LayoutRun): (Row | undefined)[] {
  const memory = run.of(KEPT);
  let kept = memory.get(rows);
  if (!kept) memory.set(rows, (kept = []));
  return kept;
}

function keep(row: Row, i: number, kept: (Row | undefined)[], { shared }: LayoutRun): Row {
  if (i >= FIRST_ROWS && shared.keptCells >= MOST_CELLS) return row;
  shared.keptCells += row.cells.length;
  kept[i] = row;
  return row;
}

function made(rows: TableRows<Box>, i: number, run: LayoutRun): Row {
  const row = rows.at(i);
  coverRow(row, run.text);
  return row;
}
