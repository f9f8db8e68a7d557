// Their headers and footers contain every possible content.
import type { Box, Table } from "../../box/box.js";
import type { TableRow, TableSlice } from "../../box/table.js";

/** Yields rows for widths and fonts: those of all kinds of fragments, with sums of every length. */
export function* zoneRows(box: Table): Generator<TableRow<Box>> {
  const { header, footer } = box;
  if (header) {
    yield* rowsOf(header(sliceAt(0, 0, false)));
    if (box.sums) for (const row of box.sums.samples()) yield* rowsOf(header(sliceAt(1, row, false)));
    else if (box.repeats) yield* rowsOf(header(sliceAt(1, 0, false)));
  }
  if (!footer) return;
  const { length } = box.rows;
  for (const row of box.sums?.samples() ?? [0]) {
    yield* rowsOf(footer(sliceAt(0, row, false)));
    yield* rowsOf(footer({ index: 0, from: row, to: length, last: true }));
  }
}

const sliceAt = (index: number, row: number, last: boolean): TableSlice => ({ index, from: row, to: row, last });

function* rowsOf(rows: ReturnType<NonNullable<Table["header"]>>): Generator<TableRow<Box>> {
  for (let i = 0; i < rows.length; i++) yield rows.at(i);
}
