import { formatFound } from "../../core/fail.js";
import { breaks, must } from "../../help/reason.js";
import type { ChartSeriesFields } from "../../request/types/chart.js";
import type { ChartCheck } from "./context.js";

export function checkShares({ r, el, data }: ChartCheck, { values = [] }: ChartSeriesFields, i: number): void {
  const before = r.count;
  values.forEach((v, k) => {
    if (v === null || !(v >= 0))
      r.add("chart-shares", data.value(i, "values", k), must(`a number of at least 0, in a ${el.kind} chart`, formatFound(v)));
  });
  if (r.count === before && !values.some((v) => v! > 0))
    r.add("chart-shares", data.series(i, "values"), "the values add up to 0, their sum must be greater than 0");
}

export function checkBounds({ r, data }: ChartCheck, series: ChartSeriesFields, i: number): void {
  const { lower_values: lower = [], upper_values: upper = [], values } = series;
  lower.forEach((low, k) => {
    const high = upper[k]!;
    const centre = values?.[k] ?? null;
    if ((low === null) !== (high === null)) {
      const field = low === null ? "lower_values" : "upper_values";
      r.add("chart-bounds", data.value(i, field, k), breaks("the bounds of a range are both numbers or both null", "null"));
    } else if (low === null || high === null) {
      if (centre !== null) r.add("chart-bounds", data.value(i, "values", k), must("null, where the bounds are null", formatFound(centre)));
    } else if (low > high)
      r.add("chart-bounds", data.value(i, "lower_values", k), must(`at most the upper value, ${high}`, formatFound(low)));
    else if (centre !== null && !(centre >= low && centre <= high))
      r.add("chart-bounds", data.value(i, "values", k), must(`from ${low} to ${high}, the bounds`, formatFound(centre)));
  });
  if (lower.every((low) => low === null))
    r.add("chart-bounds", data.series(i, "lower_values"), "all bounds are null, at least one range is needed");
}

/** Waterfall: a subtotal is computed, a total states the sum reached. */
export function checkSteps({ r, data }: ChartCheck, { values = [], point_kinds: kinds }: ChartSeriesFields, i: number): void {
  values.forEach((v, k) => {
    const kind = kinds?.[k] ?? "delta";
    if (kind === "subtotal" && v !== null)
      r.add("chart-steps", data.value(i, "values", k), must("null for a subtotal, which is computed", formatFound(v)));
    else if (kind === "total" && v === null)
      r.add("chart-steps", data.value(i, "values", k), must("a number for a total (a subtotal is computed)", "null"));
  });
}

export function checkPoints({ r, el, data }: ChartCheck, { points = [], options }: ChartSeriesFields, i: number): void {
  if (points.length === 0) r.add("chart-points", data.series(i, "points"), "at least one point is needed, found none");
  points.forEach(({ size }, k) => {
    if (size !== undefined && !(size > 0))
      r.add("chart-points", data.value(i, "points", k, "size"), must("greater than 0", formatFound(size)));
  });
  if (options?.show_line !== true || (options.curve ?? el.options?.curve) !== "monotone") return;
  const connects = options.connect_nulls ?? el.options?.connect_nulls ?? false;
  let before: number | null = null;
  points.forEach(({ x, y }, k) => {
    if (y === null) {
      if (!connects) before = null;
      return;
    }
    if (before !== null && !(x > before))
      r.add(
        "chart-points",
        data.value(i, "points", k, "x"),
        must(`greater than ${before}, since a monotone curve requires ascending x values`, formatFound(x)),
      );
    before = x;
  });
}
