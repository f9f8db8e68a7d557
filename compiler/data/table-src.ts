import { at, below, from, ROOT, type Src } from "../core/src.js";
import type { MaterializedTable } from "../request/materialized.js";
import { outputKey } from "./project-table.js";

/** Request paths of table rows and cells: in the table, or in a projection and its dataset. */
export interface TableDataSrc {
  row(row: number): Src;
  cell(src: Src, row: number, key: string): Src;
}

/** A projected cell has the table's reference as cursor, with its origin. */
export function tableDataSrc({ projected }: Pick<MaterializedTable, "projected">, src: Src): TableDataSrc {
  const own = at(src, "rows");
  if (!projected) return { row: (row) => below(own, row), cell: (row, _, key) => below(row, key) };
  const reference = at(own, "projection");
  const whole = at(ROOT, "projections", projected.name);
  const rows = at(ROOT, "datasets", projected.projection.dataset, "rows");
  const columns = new Map(
    projected.projection.columns.map((c, i) => [outputKey(c), { part: at(whole, "columns", i), field: c.field }] as const),
  );
  return {
    row: (row) => from(reference, from(whole, below(rows, row))),
    cell: (src, row, key) => {
      const column = columns.get(key);
      return column ? from(reference, from(column.part, below(below(rows, row), column.field))) : src;
    },
  };
}
