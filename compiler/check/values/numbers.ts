import { formatFound } from "../../core/fail.js";
import { at, below, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import type { Report } from "./report.js";

/** JSON allows 1e999; no length above ten million is meaningful. */
const LENGTH = 1e7;
/** Printed numbers are unrestricted. */
const PRINTED = Number.MAX_VALUE;
/** Sums and differences of chart values must remain finite. */
const MEASURED = 1e300;
/** fields with values, or with angles of any size */
const CHART_FIELDS: ReadonlySet<string> = new Set(["min", "max", "tick_step", "value", "from", "to", "start_angle", "angle"]);

export function checkNumbers(r: Report, value: unknown, src: Src): void {
  if (typeof value === "number") {
    within(r, value, src, LENGTH);
  } else if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) checkPart(r, value[i], src, i, value);
  } else if (typeof value === "object" && value !== null) {
    if ((value as { readonly type?: unknown }).type === "chart") return checkChartNumbers(r, value, src);
    const of = value as Record<string, unknown>;
    for (const key of Object.keys(of)) {
      const item = of[key];
      // its kind has the bounds
      if (key === "payload") continue;
      if (key === "rows" && Array.isArray(item)) {
        const rows = below(src, key);
        for (let i = 0; i < item.length; i++) checkRow(r, item[i], rows, i);
      } else checkPart(r, item, src, key, of);
    }
  }
}

/** No Src for valid numbers. @param of what has the item */
function checkPart(r: Report, item: unknown, up: Src, step: string | number, of: object): void {
  if (typeof item === "number") {
    if (isBeyond(item, LENGTH)) within(r, item, below(up, step), isPrinted(step, of) ? PRINTED : LENGTH);
  } else if (typeof item === "object" && item !== null) {
    if (typeof step === "number" && r.passed?.isChecked(item)) return;
    checkNumbers(r, item, below(up, step));
  }
}

/** Text of a cell or of a form field, which alone has a kind and a value. */
const isPrinted = (step: string | number, of: object): boolean => step === "content" || (step === "value" && "kind" in of);

export const isMeasured = (value: number): boolean => Math.abs(value) <= MEASURED;

export const checkMeasured = (r: Report, value: number, src: Src): void => within(r, value, src, MEASURED);

/** Checks numbers of a chart except `data`, which may be a reference. */
export function checkChartNumbers(r: Report, value: object, src: Src): void {
  if (Array.isArray(value))
    return value.forEach((item, i) => typeof item === "object" && item !== null && checkChartNumbers(r, item as object, at(src, i)));
  const of = value as Record<string, unknown>;
  for (const key of Object.keys(of)) {
    const item = of[key];
    if (typeof item === "number") {
      const largest = CHART_FIELDS.has(key) ? MEASURED : LENGTH;
      if (isBeyond(item, largest)) within(r, item, below(src, key), largest);
    } else if (key !== "data" && typeof item === "object" && item !== null) checkChartNumbers(r, item, below(src, key));
  }
}

const isBeyond = (value: number, largest: number): boolean => !(Math.abs(value) <= largest);

function within(r: Report, value: number, src: Src, largest: number): void {
  if (isBeyond(value, largest)) r.add("number-range", src, must(`from -${largest} to ${largest}`, formatFound(value)));
}

function checkRow(r: Report, row: unknown, rows: Src, i: number): void {
  if (typeof row !== "object" || row === null) return;
  const of = row as Record<string, unknown>;
  for (const key of Object.keys(of)) {
    const item = of[key];
    if (typeof item === "number") {
      if (isBeyond(item, PRINTED)) within(r, item, below(below(rows, i), key), PRINTED);
    } else if (typeof item === "object" && item !== null) checkPart(r, item, below(rows, i), key, of);
  }
}
