import { formatFound } from "../../core/fail.js";
import { joinFormats } from "../../core/number-format.js";
import { at, type Src } from "../../core/src.js";
import { breaks } from "../../help/reason.js";
import { isCell } from "../../request/table-grid.js";
import type { MaterializedTable } from "../../request/materialized.js";
import type { TableCell } from "../../request/types/table.js";
import { addLackingCurrency, checkJoinedFormats, checkNumberFormat, lacksCurrency, type PlacedFormat } from "../values/number-format.js";
import type { CheckContext } from "../place/place.js";
import type { Report } from "../values/report.js";

/** The formats of columns, over which those of cells are (N7, N17). */
export function checkColumnFormats(r: Report, el: MaterializedTable, src: Src): void {
  for (const [i, { key, format }] of el.columns.entries()) {
    const here = at(src, "columns", i, "format");
    if (!lacksCurrency(format)) checkJoinedFormats(r, [{ format, src: here }]);
    else if (!cellsHaveCurrency(el, key)) addLackingCurrency(r, here);
  }
}

/** True for a column that has numbers, each with a currency of its own. */
function cellsHaveCurrency({ columns, rows, projected }: MaterializedTable, key: string): boolean {
  if (projected) return false;
  const { format } = columns.find((column) => column.key === key)!;
  let numeric = false;
  for (const row of rows) {
    const value = row[key] ?? null;
    const cell = isCell(value) && Object.hasOwn(row, key) ? value : null;
    if (typeof (cell ? cell.content : value) !== "number") continue;
    if (lacksCurrency(joinFormats(format, cell?.format))) return false;
    numeric = true;
  }
  return numeric;
}

/** The format of a cell of the rows; `column`: the one that it is over. */
export function checkCellFormat(r: Report, cell: TableCell, src: Src, column: PlacedFormat, { numbers }: CheckContext): void {
  if (!cell.format) return;
  const here = at(src, "format");
  const { content = null, image, barcode } = cell;
  if ((content !== null && typeof content !== "number") || image || barcode) {
    const found = image ? "an image" : barcode ? "a barcode" : formatFound(content);
    const advice = typeof content === "string" && isNumeric(content) ? "write the number without quotes" : undefined;
    r.add("cell-format", here, breaks("only numbers are formatted", `a format on ${found}`, advice));
  }
  checkNumberFormat(r, cell.format, here, numbers);
  if (!lacksCurrency(column.format)) checkJoinedFormats(r, [column, { format: cell.format, src: here }]);
}

/** True for a text that JSON would read as a number. */
const isNumeric = (text: string): boolean => /^\s*-?\d+(\.\d+)?\s*$/.test(text);
