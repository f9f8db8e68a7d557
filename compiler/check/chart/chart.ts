// Checks of chart elements (element model, Chart).
import { at, type Src } from "../../core/src.js";
import { chartDataSrc } from "../../data/chart-src.js";
import type { MaterializedChart } from "../../request/materialized.js";
import type { BoxSpacing } from "../../request/types/common.js";
import type { CheckContext } from "../place/place.js";
import type { Report } from "../values/report.js";
import { checkAnnotations } from "./annotations.js";
import { checkAxes, checkBinding } from "./axes.js";
import type { ChartCheck } from "./context.js";
import { checkDataLabels, checkLegend } from "./data-labels.js";
import { checkData } from "./data.js";
import { checkFormats } from "./formats.js";
import { checkGrid } from "./grid.js";
import { KINDS } from "./kinds.js";
import { withinLimits } from "./limits.js";
import { checkOptions } from "./options.js";
import { checkStacks } from "./stack.js";
import { checkLine } from "./text.js";
import { checkTheme } from "./theme.js";

export function checkChart(r: Report, el: MaterializedChart, src: Src, place: CheckContext): void {
  checkFrame(r, el, src);
  if (place.accessible && el.link && (el.link.alt ?? "").trim() === "")
    r.add("chart-link-alt", at(src, "link", "alt"), "it is missing: in PDF/UA a link of a chart needs a description", "API-502");
  checkLine(r, el.alt, at(src, "alt"));
  const c: ChartCheck = {
    r,
    el,
    src,
    data: chartDataSrc(el, src),
    fonts: place.fonts,
    numbers: place.numbers,
    horizontal: KINDS[el.kind].options.includes("orientation") && el.options?.orientation === "horizontal",
  };
  checkTheme(c);
  if (!hasData(c, place)) return;
  if (withinLimits(c) && checkData(c)) {
    checkStacks(c);
    checkBinding(c);
  }
  checkOptions(c);
  checkAxes(c);
  checkGrid(c);
  checkLegend(c);
  checkDataLabels(c);
  checkFormats(c);
  checkAnnotations(c);
}

const hasData = ({ r, el, src }: ChartCheck, { data }: CheckContext): boolean =>
  !data.refersTo(el) || data.checkChart(r, el, at(src, "data", "projection"));

function checkFrame(r: Report, { width, height, padding }: MaterializedChart, src: Src): void {
  r.positive(width, src, "width");
  r.positive(height, src, "height");
  const edges: BoxSpacing = padding ?? {};
  for (const edge of ["top", "right", "bottom", "left"] as const) r.notNegative(edges[edge], at(src, "padding"), edge);
  if (width > 0 && !(width > (edges.left ?? 0) + (edges.right ?? 0)))
    r.add("chart-padding", at(src, "padding"), `padding leaves no width: the chart has ${width} mm`);
  if (height > 0 && !(height > (edges.top ?? 0) + (edges.bottom ?? 0)))
    r.add("chart-padding", at(src, "padding"), `padding leaves no height: the chart has ${height} mm`);
}
