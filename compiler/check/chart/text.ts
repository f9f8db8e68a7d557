import { codePointName } from "../../../base/code-point.js";
import type { Src } from "../../core/src.js";
import { breaks } from "../../help/reason.js";
import type { ChartTextStyle } from "../../request/types/chart.js";
import { LINE_END } from "../values/number-format.js";
import type { Report } from "../values/report.js";
import { checkRun, type FontNames } from "../values/style.js";

/** A chart's text is one line. */
export function checkLine(r: Report, text: string | undefined, src: Src): void {
  const end = text === undefined ? null : LINE_END.exec(text);
  if (!end) return;
  r.add("chart-line", src, breaks("a text of a chart is a single line", codePointName(end[0].charCodeAt(0))));
}

export const checkChartText = (r: Report, style: ChartTextStyle | undefined, src: Src, fonts: FontNames): void =>
  checkRun(r, style, src, fonts);
