// A number format of the request to problems.
import { formatFound } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import { breaks, must } from "../help/reason.js";
import type { NumberFormat } from "../request/types/common.js";
import type { Report } from "./report.js";

const MAX_DECIMALS = 6;
/** What ends a line: form feed, CR, LF, NEL, line and paragraph separator (element model, Chart). */
export const LINE_END = /[\f\r\n\u0085\u2028\u2029]/;

/** The rules of a NumberFormat. */
export function checkNumberFormat(r: Report, format: NumberFormat | undefined, src: Src): void {
  if (!format) return;
  const { decimals } = format;
  if (decimals !== undefined && !(decimals >= 0 && decimals <= MAX_DECIMALS))
    r.add("number-format", at(src, "decimals"), must(`from 0 to ${MAX_DECIMALS}`, formatFound(decimals)));
  for (const side of ["prefix", "suffix"] as const) {
    const end = LINE_END.exec(format[side] ?? "");
    if (!end) continue;
    const code = end[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
    r.add("number-format", at(src, side), breaks(`a ${side} is a single line`, `U+${code}`));
  }
}
