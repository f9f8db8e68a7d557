import { isCell } from "../request/table-grid.js";
import type { MaterializedTable } from "../request/materialized.js";
import type { CellValue } from "../request/types/table.js";

type Summed = Pick<MaterializedTable, "rows" | "projected">;

/** null adds nothing; undefined cannot be summed (N28) */
type Summand = number | null | undefined;

/** The part of a row in the sum of column `key`. Projected numbers are read raw. */
export function summand({ rows, projected }: Summed, row: number, key: string): Summand {
  if (projected) return ofValue(projected.raw(row, key));
  const values = rows.at(row)!;
  return Object.hasOwn(values, key) ? ofValue(values[key]!) : null;
}

function ofValue(value: CellValue): Summand {
  if (typeof value === "number" || value === null) return value;
  if (typeof value === "string") return value.trim() === "" ? null : undefined;
  if (!isCell(value) || value.image || value.barcode) return undefined;
  const { content = null } = value;
  return typeof content === "object" && content !== null ? undefined : ofValue(content);
}
