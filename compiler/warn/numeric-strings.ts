import { at, ROOT, type Src } from "../core/src.js";
import { formatFound } from "../core/fail.js";
import { cellOf, datasetOf, projectionOf } from "../data/dataset.js";
import { isCell } from "../request/table-grid.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { TableColumn, TableElement } from "../request/types/table.js";
import type { Warnings } from "./warnings.js";

/** Warns of numbers that are printed unchanged: of the first per column (N16). */
export function warnOfNumericStrings(w: Warnings, { columns, rows }: TableElement, src: Src, request: DocumentRequest): void {
  for (const column of columns) {
    if (!column.format) continue;
    const found = Array.isArray(rows) ? inRows(rows, column, at(src, "rows")) : inDataset(rows.projection, column, request);
    if (!found) continue;
    w.add("numeric-string", found.src, {
      text: `${formatFound(found.text)} is a string, which the format of the column does not change: write the number without quotes`,
      found: formatFound(found.text),
      allowed: ["a number"],
    });
  }
}

interface Found {
  readonly text: string;
  readonly src: Src;
}

function inRows(rows: Exclude<TableElement["rows"], { projection: string }>, { key }: TableColumn, src: Src): Found | null {
  for (const [i, row] of rows.entries()) {
    const value = Object.hasOwn(row, key) ? row[key]! : null;
    const content = isCell(value) ? value.content : value;
    if (!isNumeric(content)) continue;
    const here = at(src, i, key);
    return { text: content, src: isCell(value) ? at(here, "content") : here };
  }
  return null;
}

/** A string field. */
function inDataset(name: string, { key }: TableColumn, request: DocumentRequest): Found | null {
  const projection = projectionOf(request, name);
  if (projection?.type !== "table") return null;
  const field = projection.columns.find((column) => (column.key ?? column.field) === key)?.field;
  const rows = datasetOf(request, projection.dataset)?.rows ?? [];
  if (field === undefined) return null;
  for (const [i, row] of rows.entries()) {
    const value = cellOf(row, field);
    if (isNumeric(value)) return { text: value, src: at(ROOT, "datasets", projection.dataset, "rows", i, field) };
  }
  return null;
}

/** of any script, in groups of three or Indian ones; decimals; exponent */
const DIGITS = String.raw`(?:\p{Nd}+|\p{Nd}{1,3}(?:[.,'\u2019\u066c \u00a0\u202f]\p{Nd}{2,3})*[.,'\u2019\u066c \u00a0\u202f]\p{Nd}{3})(?:[.,\u066b]\p{Nd}+)?(?:[eE][-+]?\p{Nd}+)?`;
/** with marks of direction; bounded, for linear time */
const SIGN = String.raw`[-+\u2212\p{Cf}]{0,4}`;
const UNIT = String.raw`[\p{Sc}%\u066a]?`;
const SPACE = String.raw`[ \u00a0\u202f]?`;
const NUMERIC = new RegExp(`^${SIGN}${UNIT}${SPACE}${SIGN}${DIGITS}${SPACE}${SIGN}${UNIT}${SIGN}$`, "u");

/** Also with a currency's or percent sign, or in parentheses. */
const isNumeric = (value: unknown): value is string => typeof value === "string" && NUMERIC.test(value.trim().replace(/^\((.*)\)$/, "$1"));
