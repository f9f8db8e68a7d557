// Limits of chart data.
import { breaks } from "../../help/reason.js";
import type { ChartSeriesFields } from "../../request/types/chart.js";
import type { ChartCheck } from "./context.js";

const MAX_LABELS = 512;
const MAX_SERIES = 16;
const MAX_POINTS = 4096;

/** Bounds and centre of a range are one point. */
const pointsOf = (s: ChartSeriesFields): number =>
  [s.values, s.points, s.lower_values, s.upper_values].reduce((most, list) => Math.max(most, list?.length ?? 0), 0);

/** Rules: (element model, Limits). */
export function withinLimits({ r, el, data }: ChartCheck): boolean {
  const labels = el.data.labels?.length ?? 0;
  const series = el.data.series.length;
  const points = el.data.series.reduce((n, s) => n + pointsOf(s), 0);
  if (labels > MAX_LABELS) r.add("chart-limit", data.labels(), breaks(`a chart has at most ${MAX_LABELS}`, `${labels} labels`));
  if (series > MAX_SERIES) r.add("chart-limit", data.data, breaks(`a chart has at most ${MAX_SERIES}`, `${series} series`));
  if (points > MAX_POINTS) r.add("chart-limit", data.data, breaks(`a chart has at most ${MAX_POINTS}`, `${points} points in all series`));
  return labels <= MAX_LABELS && series <= MAX_SERIES && points <= MAX_POINTS;
}
