import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { summand } from "../../data/table-sums.js";
import { tableDataSrc } from "../../data/table-src.js";
import { must, mustName } from "../../help/reason.js";
import { hasSums, sumParts, zoneTexts, type SumMark } from "../../request/sum-marks.js";
import { footerPlan, headerPlan, headerShows } from "../../request/table-grid.js";
import type { MaterializedTable } from "../../request/materialized.js";
import type { CellValue } from "../../request/types/table.js";
import type { Report } from "./report.js";
import { lookup } from "../../../base/lookup.js";

/** Columns' keys; numbers or nothing in all rows (N28, N30). */
export function checkSums(r: Report, el: MaterializedTable, src: Src): void {
  const keys = el.columns.map((c) => c.key);
  const summed = new Map<string, SumMark>();
  for (const { cell, path } of [...(headerShows(el) ? headerPlan(el) : []), ...footerPlan(el)]) {
    const [content, steps] = typeof cell === "string" ? [cell, path] : [cell.content, [...path, "content"]];
    for (const { text, path: inner } of zoneTexts(content)) {
      if (!hasSums(text)) continue;
      for (const part of sumParts(text)) {
        if (typeof part === "string") continue;
        if (!keys.includes(part.key))
          r.add(
            "sum-key",
            at(src, ...steps, ...inner),
            mustName(`the key of a column in {${part.kind}:KEY}`, keys, part.key, (key) => `{${part.kind}:${key}}`),
          );
        else if (!summed.has(part.key)) summed.set(part.key, part);
      }
    }
  }
  for (const mark of summed.values()) checkSummed(r, el, src, mark);
}

function checkSummed(r: Report, el: MaterializedTable, src: Src, { kind, key }: SumMark): void {
  for (let row = 0; row < el.rows.length; row++) {
    if (summand(el, row, key) !== undefined) continue;
    const places = tableDataSrc(el, src);
    const here = places.cell(places.row(row), row, key);
    const found = foundAs(el.projected ? el.projected.raw(row, key) : (lookup(el.rows.at(row)!, key) ?? null));
    r.add("sum-text", here, must(`a number or nothing, since {${kind}:${key}} sums this column`, found));
    return;
  }
}

function foundAs(value: CellValue): string {
  if (typeof value !== "object" || value === null) return formatFound(value);
  if (value.image) return "an image";
  if (value.barcode) return "a barcode";
  const { content } = value;
  return typeof content === "object" ? "block text" : formatFound(content);
}
