import type { ChartDataSrc } from "../../data/chart-src.js";
import type { Src } from "../../core/src.js";
import type { Numbers } from "../../locale/numbers.js";
import type { MaterializedChart } from "../../request/materialized.js";
import type { ChartSeriesFields } from "../../request/types/chart.js";
import type { Report } from "../values/report.js";
import type { FontNames } from "../values/style.js";
import { SERIES, type SeriesKind } from "./kinds.js";

export type AxisName = "primary" | "secondary";

export interface ChartCheck {
  readonly r: Report;
  readonly el: MaterializedChart;
  readonly src: Src;
  readonly data: ChartDataSrc;
  readonly fonts: FontNames;
  readonly numbers: Numbers;
  /** the value axis is horizontal */
  readonly horizontal: boolean;
}

/** Returns the kind of a series: in a combo the declared one, null if absent; otherwise the chart's. */
export const finalKind = (c: ChartCheck, series: ChartSeriesFields): SeriesKind | null =>
  c.el.kind === "combo" ? (series.kind ?? null) : c.el.kind;

export const axisOf = (series: ChartSeriesFields): AxisName => series.value_axis ?? "primary";

export const hasSecondary = (c: ChartCheck): boolean =>
  c.el.axes?.values?.secondary !== undefined && c.el.data.series.some((s) => axisOf(s) === "secondary");

/** True if a series of the axis is drawn from zero. */
export const keepsZero = (c: ChartCheck, axis: AxisName): boolean =>
  c.el.data.series.some((s) => {
    const kind = finalKind(c, s);
    return kind !== null && SERIES[kind].fromZero && axisOf(s) === axis;
  });

export const isPercentAxis = (c: ChartCheck, axis: AxisName): boolean =>
  c.el.data.series.some((s) => s.stack?.mode === "percent" && axisOf(s) === axis);
