import { atMost } from "../../core/limits.js";
import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { breaks, must } from "../../help/reason.js";
import type { AnnotationBand, AnnotationLine } from "../../request/types/chart.js";
import { checkFill, checkStroke } from "../values/style.js";
import { hasSecondary, type ChartCheck } from "./context.js";
import { KINDS, kindsWith } from "./kinds.js";
import { checkLine } from "./text.js";

/** Checks annotations (element model, Annotations). */
export function checkAnnotations(c: ChartCheck): void {
  const { r, el, src } = c;
  if (!el.annotations) return;
  const here = at(src, "annotations");
  const { lines = [], bands = [] } = el.annotations;
  if (!KINDS[el.kind].annotations)
    return r.add(
      "chart-annotations",
      here,
      breaks(`only ${kindsWith(KINDS, (k) => k.annotations)} charts have them`, `annotations in a ${el.kind} chart`),
    );
  const count = lines.length + bands.length;
  if (count > r.limits.chart_annotations)
    return r.add("chart-limit", here, breaks(`a chart has ${atMost(r.limits, "chart_annotations")}`, `${count} lines and bands`));
  lines.forEach((line, i) => checkCommon(c, line, at(here, "lines", i)));
  bands.forEach((band, i) => {
    const where = at(here, "bands", i);
    checkCommon(c, band, where);
    if (!(band.from < band.to)) r.add("chart-annotations", at(where, "to"), must(`greater than from, ${band.from}`, formatFound(band.to)));
    checkFill(r, band.fill, at(where, "fill"));
  });
}

function checkCommon(c: ChartCheck, { axis, label, stroke }: AnnotationLine | AnnotationBand, src: Src): void {
  const { r, el } = c;
  if (axis === "x" && el.kind !== "scatter")
    r.add(
      "chart-annotations",
      at(src, "axis"),
      must(['"primary"', '"secondary"'], '"x"', { advice: `only a scatter chart has an x axis, this is a ${el.kind} chart` }),
    );
  if (axis === "secondary" && !hasSecondary(c))
    r.add("chart-annotations", at(src, "axis"), breaks("a secondary value axis is declared in axes.values.secondary", "secondary"));
  checkLine(r, label, at(src, "label"));
  checkStroke(r, stroke, at(src, "stroke"));
}
