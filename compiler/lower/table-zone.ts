import type { Box } from "../box/box.js";
import type { Cell, TableRows, TableSlice } from "../box/table.js";
import type { Src } from "../core/src.js";
import { isShown, type PlannedCell, type Shown } from "../request/table-grid.js";

export interface Zone<C> {
  readonly src: (row: number) => Src;
  readonly plan: readonly PlannedCell<C>[];
  readonly shown: readonly Shown[];
}

/** One unbreakable group. `cellOf`: of the n-th cell of the plan. */
export function zoneRows<C>(
  { src, plan, shown }: Zone<C>,
  { index, last }: TableSlice,
  cellOf: (planned: PlannedCell<C>, n: number) => Cell<Box>,
): TableRows<Box> {
  const places: number[] = [];
  const rows: { readonly src: Src; readonly cells: Cell<Box>[] }[] = [];
  shown.forEach((when, row) => {
    if (!isShown(when, { first: index === 0, last })) return;
    places[row] = rows.length;
    rows.push({ src: src(row), cells: [] });
  });
  plan.forEach((planned, n) => {
    const row = places[planned.row];
    if (row !== undefined) rows[row]!.cells.push(cellOf(planned, n));
  });
  return { length: rows.length, exist: true, at: (row) => rows[row]!, groupEnd: () => rows.length };
}
