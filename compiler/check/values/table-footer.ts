import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import type { Numbers } from "../../locale/numbers.js";
import { sumsIn } from "../../request/sum-marks.js";
import { footerPlan, footerShown, headerPlan, headerShown, type PlannedCell, type Shown } from "../../request/table-grid.js";
import type { MaterializedTable } from "../../request/materialized.js";
import type { TableFooterCell } from "../../request/types/table.js";
import { checkJoinedFormats, checkNumberFormat, lacksCurrency } from "./number-format.js";
import type { Report } from "./report.js";

/** Checks the rules of a footer beyond those of its cells (N25). */
export function checkFooter(
  r: Report,
  el: MaterializedTable,
  src: Src,
  numbers: Numbers,
  size: (rows: number, columns: number) => string,
): void {
  const plan = footerPlan(el);
  for (const { cell, column, columns, path } of plan) {
    checkNumberFormat(r, cell.format, at(src, ...path, "format"), numbers);
    checkFormat(r, el, cell, columns > 1 ? -1 : column, { table: src, cell: at(src, ...path) });
  }
  for (const { collides, rows, columns, path } of plan)
    if (collides)
      r.add(
        "span-collides",
        at(src, ...path),
        `a footer cell of ${size(rows, columns)} does not fit here: it leaves the footer, or covers another cell`,
      );
  checkSpans(r, plan, footerShown(el), src);
}

/** `column`: -1 if the cell spans several */
function checkFormat(
  r: Report,
  { columns }: MaterializedTable,
  { content, format }: TableFooterCell,
  column: number,
  src: { readonly table: Src; readonly cell: Src },
): void {
  if (format === undefined || content === undefined || content === null) return;
  const own = { format, src: at(src.cell, "format") };
  const sums = sumsIn(content);
  const general = typeof content === "number" ? [column] : sums.map(({ key }) => columns.findIndex((c) => c.key === key));
  for (const k of general) {
    const over = { format: columns[k]?.format, src: at(src.table, "columns", k, "format") };
    if (!lacksCurrency(over.format) && !checkJoinedFormats(r, [over, own])) break;
  }
  if (sums.length === 0 && typeof content !== "number")
    r.add(
      "footer-format",
      own.src,
      `it formats numbers and sums; found ${typeof content === "object" ? "block text" : formatFound(content)}: take it out, or make the content a number or a sum such as "{subtotal:KEY}"`,
    );
}

/** Rows of the header that a cell joins are in the same fragments. */
export const checkHeaderSpans = (r: Report, el: MaterializedTable, src: Src): void => checkSpans(r, headerPlan(el), headerShown(el), src);

function checkSpans(r: Report, plan: readonly PlannedCell<unknown>[], shown: readonly Shown[], src: Src): void {
  for (const { row, rows, path } of plan) {
    const other = shown.slice(row, row + rows).find((s) => s !== shown[row]);
    if (other !== undefined)
      r.add(
        "span-repeat",
        at(src, ...path, "row_span"),
        must(
          "rows of the same repeat, since they stay together",
          `${rows} rows of which one is ${NAMES[shown[row]!]} and one ${NAMES[other]}`,
        ),
      );
  }
}

const NAMES: Readonly<Record<Shown, string>> = {
  always: "on every page",
  first: "on the first page",
  after_first: "on all pages but the first",
  last: "on the last page",
  before_last: "on all pages but the last",
};
