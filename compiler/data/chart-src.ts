// The parts of a chart's data to their places in the request: in the chart itself, or in a projection and the dataset it reads.
import { at, below, from, ROOT, type Src } from "../core/src.js";
import type { MaterializedChart, ProjectedChart } from "../request/materialized.js";

/** A field of a series that has a value for each category, or a point. */
export type ValueField = "values" | "lower_values" | "upper_values" | "point_kinds" | "points";

/** A number of a point. */
export type PointPart = "x" | "y" | "size";

/** Where a chart's data is in the request: beside the chart, or in a projection and its dataset. */
export interface ChartDataSrc {
  /** the data as a whole */
  readonly data: Src;
  /** all labels; of category i */
  labels(): Src;
  label(i: number): Src;
  /** a series or a part of its presentation: `series(1, "stroke", "color")` */
  series(index: number, ...steps: readonly (string | number)[]): Src;
  /** value k of a series; `part`: a number of point k */
  value(index: number, field: ValueField, k: number, part?: PointPart): Src;
}

/** Where the data of the chart at `src` is. A projected value's cursor is the chart's reference, and tells what it came from. */
export const chartDataSrc = (el: MaterializedChart, src: Src): ChartDataSrc =>
  el.projected ? projectedDataSrc(el.projected, at(src, "data", "projection")) : literalDataSrc(at(src, "data"));

/** Data that stands in the chart itself. `data`: the chart's `data`. */
export function literalDataSrc(data: Src): ChartDataSrc {
  return {
    data,
    labels: () => at(data, "labels"),
    label: (i) => at(data, "labels", i),
    series: (index, ...steps) => at(data, "series", index, ...steps),
    value: (index, field, k, part) => {
      const value = below(at(data, "series", index, field), k);
      return part ? below(value, part) : value;
    },
  };
}

/** `reference`: the consumer's `projection`. */
function projectedDataSrc({ name, projection, heatmap }: ProjectedChart, reference: Src): ChartDataSrc {
  const whole = at(ROOT, "projections", name);
  const rows = at(ROOT, "datasets", projection.dataset, "rows");
  const put = (part: Src): Src => from(reference, part);
  const cell = (part: Src, row: number | undefined, field: string | undefined): Src =>
    put(row === undefined || row < 0 || field === undefined ? part : from(part, at(rows, row, field)));
  const labelled = heatmap || projection.shape === "heatmap" ? "x" : "category";
  const labels = projection[labelled] ? at(whole, labelled) : whole;
  // a heatmap's series are values of its y, all shown as the projection's one series says
  const declared = (index: number): number => (heatmap ? 0 : index);
  return {
    data: put(whole),
    labels: () => put(labels),
    label: (i) => cell(labels, heatmap ? heatmap.labels[i] : i, projection[labelled]?.field),
    series: (index, ...steps) => {
      const [first, ...more] = steps;
      if (heatmap && first === "name") return cell(at(whole, "y"), heatmap.series[index], projection.y?.field);
      const here = at(whole, "series", declared(index));
      return put(first === undefined ? here : at(here, fieldOf(first), ...more));
    },
    value: (index, field, k, part) => {
      const series = projection.series[declared(index)];
      if (part === "x") return cell(at(whole, "x"), k, projection.x?.field);
      const own = part === "size" ? "size" : fieldOf(field);
      const row = heatmap ? heatmap.cells[index]?.[k] : k;
      return cell(at(whole, "series", declared(index), own), row, series?.[own as "field" | "lower" | "upper" | "point_kind" | "size"]);
    },
  };
}

/** What a projection's series calls the field that fills a series' part. */
const FIELDS = new Map<string | number, string>([
  ["values", "field"],
  ["points", "field"],
  ["lower_values", "lower"],
  ["upper_values", "upper"],
  ["point_kinds", "point_kind"],
]);
const fieldOf = (part: string | number): string | number => FIELDS.get(part) ?? part;
