// The parts of a chart's data to their places in the request.
import { at, below, type Src } from "../core/src.js";

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
