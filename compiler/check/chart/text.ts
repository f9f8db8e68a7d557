// Texts, text styles and number formats of a chart to problems.
import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import type { ChartTextStyle, NumberFormat } from "../../request/types/chart.js";
import type { Report } from "../report.js";
import { checkRun, type KnownFonts } from "../style.js";

/** What ends a line: form feed, CR, LF, NEL, line and paragraph separator (element model, Chart). */
const LINE_END = /[\f\r\n\u0085\u2028\u2029]/;

/** A text of a chart is a single line. */
export function checkLine(r: Report, text: string | undefined, src: Src): void {
  const end = text === undefined ? null : LINE_END.exec(text);
  if (!end) return;
  const code = end[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  r.add("chart-line", src, `found U+${code}, a text of a chart is a single line`);
}

/** The fields that a chart's text styles have are those of a run, and a direction. */
export const checkChartText = (r: Report, style: ChartTextStyle | undefined, src: Src, fonts: KnownFonts): void =>
  checkRun(r, style, src, fonts);

const MAX_DECIMALS = 6;

/** A number format (element model, NumberFormat). */
export function checkNumberFormat(r: Report, format: NumberFormat | undefined, src: Src): void {
  if (!format) return;
  const { decimals } = format;
  if (decimals !== undefined && !(decimals >= 0 && decimals <= MAX_DECIMALS))
    r.add("chart-format", at(src, "decimals"), `found ${formatFound(decimals)}, allowed is 0 to ${MAX_DECIMALS}`);
  checkLine(r, format.prefix, at(src, "prefix"));
  checkLine(r, format.suffix, at(src, "suffix"));
}
