import { at, below, from, ROOT, type Src } from "../core/src.js";
import type { MaterializedChart, ProjectedChart } from "../request/materialized.js";

type ValueField = "values" | "lower_values" | "upper_values" | "point_kinds" | "points";

type PointPart = "x" | "y" | "size";

/** Request paths of a chart's data. */
export interface ChartDataSrc {
  readonly data: Src;
  labels(): Src;
  label(i: number): Src;
  /** a series or part of its presentation: `series(1, "stroke", "color")` */
  series(index: number, ...steps: readonly (string | number)[]): Src;
  /** value k of a series; `part`: number of point k */
  value(index: number, field: ValueField, k: number, part?: PointPart): Src;
}

/** A projected value has the chart's reference as cursor, with its origin. */
export const chartDataSrc = (el: MaterializedChart, src: Src): ChartDataSrc =>
  el.projected ? projectedDataSrc(el.projected, at(src, "data", "projection")) : literalDataSrc(at(src, "data"));

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

function projectedDataSrc({ name, projection, heatmap }: ProjectedChart, reference: Src): ChartDataSrc {
  const whole = at(ROOT, "projections", name);
  const rows = at(ROOT, "datasets", projection.dataset, "rows");
  const put = (part: Src): Src => from(reference, part);
  const cell = (part: Src, row: number | undefined, field: string | undefined): Src =>
    put(row === undefined || row < 0 || field === undefined ? part : from(part, at(rows, row, field)));
  const labelled = heatmap || projection.shape === "heatmap" ? "x" : "category";
  const labels = projection[labelled] ? at(whole, labelled) : whole;
  // a heatmap's series, one per value of y, share the projection's
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

/** fields of a projection's series, by the part of the chart's that they fill */
const FIELDS = new Map<string | number, string>([
  ["values", "field"],
  ["points", "field"],
  ["lower_values", "lower"],
  ["upper_values", "upper"],
  ["point_kinds", "point_kind"],
]);
const fieldOf = (part: string | number): string | number => FIELDS.get(part) ?? part;
