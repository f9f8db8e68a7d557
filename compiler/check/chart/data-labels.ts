import { at } from "../../core/src.js";
import { breaks, must, oneOf } from "../../help/reason.js";
import type { ChartDataLabels } from "../../request/types/chart.js";
import { checkNumberFormat } from "../values/number-format.js";
import { finalKind, type ChartCheck } from "./context.js";
import { KINDS, SERIES, type LabelPosition } from "./kinds.js";
import { checkChartText } from "./text.js";

/** A pie or donut without one requires labels at its slices. */
export function checkLegend({ r, el, src, fonts }: ChartCheck): void {
  const { kind, legend, data_labels: labels } = el;
  checkChartText(r, legend?.text, at(src, "legend", "text"), fonts);
  if (legend?.show !== false || (kind !== "pie" && kind !== "donut")) return;
  const needs = (field: keyof ChartDataLabels, allowed: string): void =>
    r.add(
      "chart-slices-named",
      at(src, "data_labels", field),
      breaks(`a ${kind} chart without a legend needs ${allowed}`, `${String(labels?.[field] ?? "none")}`),
    );
  if (labels?.show !== true) needs("show", "true");
  if (!labels?.mode?.startsWith("label")) needs("mode", "label, label_and_value or label_and_percent");
  if (labels?.overflow !== "error") needs("overflow", "error");
}

/** Checks data labels (element model, Data labels). */
export function checkDataLabels(c: ChartCheck): void {
  const { r, el, src } = c;
  const { data_labels: labels, kind } = el;
  if (!labels) return;
  const here = at(src, "data_labels");
  const { mode, position } = labels;
  const modes = KINDS[kind].labelModes;
  if (mode !== undefined && !modes.includes(mode))
    r.add(
      "chart-data-labels",
      at(here, "mode"),
      must(
        modes.map((m) => JSON.stringify(m)),
        JSON.stringify(mode),
        { advice: `in a ${kind} chart` },
      ),
    );
  else if (mode?.endsWith("percent") && KINDS[kind].axes.length > 0 && !el.data.series.every((s) => s.stack?.mode === "percent"))
    r.add("chart-data-labels", at(here, "mode"), breaks(`${mode} is for charts whose series are all in percent stacks`, mode));
  const positions = positionsOf(c);
  if (position !== undefined && !positions.includes(position)) {
    const words = positions.map((p) => JSON.stringify(p));
    r.add(
      "chart-data-labels",
      at(here, "position"),
      words.length > 0
        ? must(`${oneOf(words)} in this ${kind} chart`, JSON.stringify(position), { suggestion: words.length === 1 ? words[0] : undefined })
        : breaks(`a ${kind} chart has no choice of it`, JSON.stringify(position), "leave position out"),
    );
  }
  checkNumberFormat(r, labels.format, at(here, "format"), c.numbers);
}

function positionsOf(c: ChartCheck): readonly LabelPosition[] {
  const all = c.el.data.series.map((s) => finalKind(c, s)).filter((kind) => kind !== null);
  const [first = ALL_POSITIONS, ...others] = all.map((kind) => SERIES[kind].positions);
  return first.filter((p) => others.every((positions) => positions.includes(p)));
}
const ALL_POSITIONS = ["inside", "outside", "end", "above", "below"] as const;
