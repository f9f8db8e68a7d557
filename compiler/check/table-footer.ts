// The footer of a table to problems with its cells, spans and formats.
import { formatFound } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import { must } from "../help/reason.js";
import { sumsIn } from "../request/sum-marks.js";
import { footerPlan, footerShown, headerPlan, headerShown, type PlannedCell, type Shown } from "../request/table-grid.js";
import type { MaterializedTable } from "../request/materialized.js";
import type { TableFooterCell } from "../request/types/table.js";
import { checkNumberFormat } from "./number-format.js";
import type { Report } from "./report.js";

/** Rules of a footer beyond those of its cells (numbers.md N25). */
export function checkFooter(r: Report, el: MaterializedTable, src: Src, size: (rows: number, columns: number) => string): void {
  el.footer?.rows.forEach((row, i) => row.cells.forEach((cell, k) => checkFormat(r, cell, at(src, "footer", "rows", i, "cells", k))));
  const plan = footerPlan(el);
  for (const { collides, rows, columns, path } of plan)
    if (collides)
      r.add(
        "span-collides",
        at(src, ...path),
        `a footer cell of ${size(rows, columns)} does not fit here: it leaves the footer, or covers another cell`,
      );
  checkSpans(r, plan, footerShown(el), src);
}

function checkFormat(r: Report, { content, format }: TableFooterCell, src: Src): void {
  checkNumberFormat(r, format, at(src, "format"));
  if (format === undefined || content === undefined || content === null || typeof content === "number") return;
  if (sumsIn(content).length === 0)
    r.add(
      "footer-format",
      at(src, "format"),
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
