// Numbers of a request to problems with those that no length, text or chart could use.
import { formatFound } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import type { Report } from "./report.js";

/** JSON can express 1e999; no length of a request has a use beyond ten million. */
const LENGTH = 1e7;
/** A number to be printed may be any. */
const PRINTED = Number.MAX_VALUE;
/** What charts measure may be anything whose sums and differences are still finite. */
const MEASURED = 1e300;
/** Fields of a chart that are measured, or any angle. */
const CHART_FIELDS: ReadonlySet<string> = new Set(["min", "max", "value", "from", "to", "start_angle", "angle"]);

/** Checks every number of a part of the request; `largest`: of its own, where it is one. */
export function checkNumbers(r: Report, value: unknown, src: Src, largest = LENGTH): void {
  if (typeof value === "number") within(r, value, src, largest);
  else if (Array.isArray(value)) value.forEach((item, i) => isSearched(item) && checkNumbers(r, item, at(src, i)));
  else if (typeof value === "object" && value !== null) {
    if ((value as { readonly type?: unknown }).type === "chart") return checkChartNumbers(r, value, src);
    for (const [key, item] of Object.entries(value)) {
      if (key === "rows" && Array.isArray(item)) item.forEach((row, i) => checkRow(r, row, at(src, key, i)));
      else if (isSearched(item)) checkNumbers(r, item, at(src, key), key === "content" ? PRINTED : LENGTH);
    }
  }
}

/** Whether a chart can measure a number: a cursor is made only for one that it cannot. */
export const isMeasured = (value: number): boolean => Math.abs(value) <= MEASURED;

/** The same for what a chart measures. */
export const checkMeasured = (r: Report, value: number, src: Src): void => within(r, value, src, MEASURED);

/** Numbers of a chart, or of a part of it. Its `data` may come from elsewhere, and is checked with the chart. */
export function checkChartNumbers(r: Report, value: object, src: Src): void {
  if (Array.isArray(value))
    return value.forEach((item, i) => typeof item === "object" && item !== null && checkChartNumbers(r, item as object, at(src, i)));
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === "number") within(r, item, at(src, key), CHART_FIELDS.has(key) ? MEASURED : LENGTH);
    else if (key !== "data" && typeof item === "object" && item !== null) checkChartNumbers(r, item as object, at(src, key));
  }
}

function within(r: Report, value: number, src: Src, largest: number): void {
  if (!(Math.abs(value) <= largest)) r.add("number-range", src, `found ${formatFound(value)}, allowed is -${largest} to ${largest}`);
}

const isSearched = (item: unknown): boolean => typeof item === "object" || typeof item === "number";

/** A row of a table, or of a dataset: its own numbers are its cells' text. */
function checkRow(r: Report, row: unknown, src: Src): void {
  if (typeof row !== "object" || row === null) return;
  for (const [key, item] of Object.entries(row))
    if (isSearched(item)) checkNumbers(r, item, at(src, key), typeof item === "number" ? PRINTED : LENGTH);
}
