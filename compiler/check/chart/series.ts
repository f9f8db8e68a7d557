import { at } from "../../core/src.js";
import { breaks, counted, must } from "../../help/reason.js";
import type { ChartSeriesFields } from "../../request/types/chart.js";
import { checkChartNumbers } from "../values/numbers.js";
import { checkColor } from "../values/style.js";
import { checkNumberFormat } from "../values/number-format.js";
import type { ChartCheck } from "./context.js";
import { checkChartFill, checkSeriesStroke } from "../values/fill.js";
import type { SeriesKind } from "./kinds.js";
import { checkSeriesOptions } from "./options.js";

const COLORS: Readonly<Partial<Record<SeriesKind, { readonly least: number; readonly most: number; readonly what: string }>>> = {
  pie: { least: 1, most: Infinity, what: "at least one, for the slices" },
  donut: { least: 1, most: Infinity, what: "at least one, for the slices" },
  waterfall: { least: 3, most: 4, what: "3 or 4" },
  heatmap: { least: 2, most: 9, what: "2 to 9, of its scale" },
};

/** Existence of fields is checked with the data. */
export function checkSeries(c: ChartCheck, series: ChartSeriesFields, i: number, kind: SeriesKind): void {
  const { r, data } = c;
  const here = data.series(i);
  const { options, stack, stroke, fill, marker } = series;
  const before = r.count;
  checkChartNumbers(r, { options, stack, stroke, fill, marker }, here);
  if (r.count > before) return;
  checkSeriesOptions(r, options, kind, at(here, "options"));
  checkNumberFormat(r, series.format, at(here, "format"), c.numbers);
  checkColor(r, series.color, here);
  checkColors(c, series, i, kind);
  checkSeriesStroke(r, stroke, at(here, "stroke"));
  checkChartFill(r, fill, at(here, "fill"));
  r.positive(marker?.size, at(here, "marker"), "size");
}

function checkColors({ r, el, data }: ChartCheck, { colors }: ChartSeriesFields, i: number, kind: SeriesKind): void {
  const rule = COLORS[kind];
  if (!colors || !rule) return;
  const here = data.series(i, "colors");
  if (colors.length < rule.least || colors.length > rule.most)
    r.add("chart-colors", here, breaks(`a ${kind} chart has ${rule.what}`, counted(colors.length, "colour")));
  colors.forEach((color, k) => checkColor(r, color, here, k));
  if (kind !== "heatmap") return;
  const first = el.data.series.find((s) => s.colors)!.colors!;
  if (first.length !== colors.length || first.some((color, k) => color.toUpperCase() !== colors[k]!.toUpperCase()))
    r.add(
      "chart-colors",
      here,
      must("the same colours in all series, since a heatmap has one scale", "colours other than those of the previous series"),
    );
}
