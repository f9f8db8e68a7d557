import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { breaks, counted, listed, must } from "../../help/reason.js";
import type { StrokeStyle } from "../../request/types/common.js";
import type { ChartFillStyle, ChartGradient, ChartPattern } from "../../request/types/chart.js";
import type { Report } from "./report.js";
import { checkColor, checkOpacity, checkStroke } from "./style.js";

const KINDS_OF_FILL = ["color", "gradient", "pattern"] as const;
const MIN_STOPS = 2;
const MAX_STOPS = 16;

/** Checks a fill of a chart (element model, ChartFillStyle). */
export function checkChartFill(r: Report, fill: ChartFillStyle | undefined, src: Src): void {
  if (!fill) return;
  const given = KINDS_OF_FILL.filter((k) => fill[k] !== undefined);
  if (given.length !== 1) r.add("chart-fill", src, must(`exactly one of ${listed(KINDS_OF_FILL)}`, listed(given)));
  checkColor(r, fill.color, src);
  checkOpacity(r, fill.opacity, src);
  if (fill.gradient) checkGradient(r, fill.gradient, at(src, "gradient"));
  if (fill.pattern) checkPattern(r, fill.pattern, at(src, "pattern"));
}

function checkGradient(r: Report, { stops }: ChartGradient, src: Src): void {
  if (!(stops.length >= MIN_STOPS && stops.length <= MAX_STOPS))
    return r.add("chart-gradient", at(src, "stops"), must(`from ${MIN_STOPS} to ${MAX_STOPS}`, counted(stops.length, "stop")));
  let before = 0;
  stops.forEach((stop, i) => {
    const here = at(src, "stops", i);
    const { offset } = stop;
    if (!(offset >= 0 && offset <= 1)) r.add("chart-gradient", at(here, "offset"), must("from 0 to 1", formatFound(offset)));
    else if (offset < before)
      r.add("chart-gradient", at(here, "offset"), must(`at least ${before}, the offset before it`, formatFound(offset)));
    else before = offset;
    checkColor(r, stop.color, here);
    checkOpacity(r, stop.opacity, here);
  });
}

/** no effect: lines never join, dots are not lines */
const NOT_IN_LINES = ["color", "join", "miter_limit", "compound"] as const;
const NOT_IN_DOTS = [...NOT_IN_LINES, "cap", "dash"] as const;

/** mm; finer patterns exceed the limit of lines */
const MIN_SPACING = 0.01;

function checkPattern(r: Report, { kind, color, background, spacing, stroke }: ChartPattern, src: Src): void {
  checkColor(r, color, src);
  checkColor(r, background?.color, at(src, "background"));
  r.positive(spacing, src, "spacing");
  if (spacing !== undefined && spacing > 0 && spacing < MIN_SPACING)
    r.add(
      "chart-pattern",
      at(src, "spacing"),
      must(`at least ${MIN_SPACING} mm, below which a pattern is one colour`, formatFound(spacing)),
    );
  if (!stroke) return;
  const here = at(src, "stroke");
  const allowed = kind === "dots" ? "width and opacity" : "width, opacity, cap and dash";
  for (const field of kind === "dots" ? NOT_IN_DOTS : NOT_IN_LINES)
    if (stroke[field] !== undefined)
      r.add("chart-pattern", at(here, field), breaks(`the stroke of a ${kind} pattern has ${allowed}`, `${field}`));
  r.positive(stroke.width, here, "width");
  checkOpacity(r, stroke.opacity, here);
}

export function checkSeriesStroke(r: Report, stroke: StrokeStyle | undefined, src: Src): void {
  checkStroke(r, stroke, src);
  if (stroke?.compound) r.add("chart-stroke", at(src, "compound"), breaks("the stroke of a series is a single line", "compound"));
}
