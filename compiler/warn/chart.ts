import { at, type Src } from "../core/src.js";
import type { CategoryAxis, ChartElement } from "../request/types/chart.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { Warnings } from "./warnings.js";
import { lookup } from "../../base/lookup.js";

const FROM_ZERO: ReadonlySet<string> = new Set(["bar", "waterfall"]);

/** Warns of fields without an effect. */
export function warnOfChart(w: Warnings, el: ChartElement, src: Src, projections: DocumentRequest["projections"]): void {
  for (const name of ["category", "row"] as const) warnOfRotation(w, el.axes?.[name], at(src, "axes", name));
  warnOfZero(w, el, src, projections);
}

function warnOfRotation(w: Warnings, axis: CategoryAxis | undefined, src: Src): void {
  if (axis?.label_rotation === undefined || axis.label_overflow === "rotate") return;
  w.add("rotation-of-labels", at(src, "label_rotation"), {
    text: 'it has no effect: set "label_overflow": "rotate", or leave it out',
    found: String(axis.label_rotation),
  });
}

/** Bars require zero. */
function warnOfZero(w: Warnings, { kind, axes, data }: ChartElement, src: Src, projections: DocumentRequest["projections"]): void {
  const values = axes?.values;
  if (values?.primary?.include_zero !== "never" && values?.secondary?.include_zero !== "never") return;
  const projection = "projection" in data ? projections && lookup(projections, data.projection) : undefined;
  const all = projection?.type === "chart" ? projection.series : "series" in data ? data.series : [];
  for (const name of ["primary", "secondary"] as const) {
    const bars = all.some((s) => FROM_ZERO.has(kind === "combo" ? (s.kind ?? "") : kind) && (s.value_axis ?? "primary") === name);
    if (bars && values[name]?.include_zero === "never")
      w.add("zero-of-bars", at(src, "axes", "values", name, "include_zero"), {
        text: 'it has no effect: an axis of bars always contains zero. Leave it out, or draw lines ("kind": "line")',
        found: "never",
        allowed: ["auto", "always"],
      });
  }
}
