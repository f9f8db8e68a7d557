import { atMost, type LimitName } from "../../core/limits.js";
import type { Src } from "../../core/src.js";
import { breaks } from "../../help/reason.js";
import type { ChartSeriesFields } from "../../request/types/chart.js";
import type { ChartCheck } from "./context.js";

/** Bounds and centre of a range are one point. */
const pointsOf = (s: ChartSeriesFields): number =>
  [s.values, s.points, s.lower_values, s.upper_values].reduce((most, list) => Math.max(most, list?.length ?? 0), 0);

/** Checks the size of a chart (element model, Limits). */
export function withinLimits({ r, el, data }: ChartCheck): boolean {
  const labels = el.data.labels?.length ?? 0;
  const series = el.data.series.length;
  const points = el.data.series.reduce((n, s) => n + pointsOf(s), 0);
  const within = (name: LimitName, count: number, src: () => Src, what: string): boolean => {
    if (count <= r.limits[name]) return true;
    r.add("chart-limit", src(), breaks(`a chart has ${atMost(r.limits, name)}`, `${count} ${what}`));
    return false;
  };
  const held = [
    within("chart_labels", labels, () => data.labels(), "labels"),
    within("chart_series", series, () => data.data, "series"),
    within("chart_points", points, () => data.data, "points in all series"),
  ];
  return !held.includes(false);
}
