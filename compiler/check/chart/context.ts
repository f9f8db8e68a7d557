// A chart of the request to what its checks share: the kinds and axes of its series, and where its data is.
import type { ChartDataSrc } from "../../data/chart-src.js";
import type { Src } from "../../core/src.js";
import type { Numbers } from "../../locale/numbers.js";
import type { MaterializedChart } from "../../request/materialized.js";
import type { ChartSeriesFields } from "../../request/types/chart.js";
import type { Report } from "../report.js";
import type { KnownFonts } from "../style.js";
import { SERIES, type SeriesKind } from "./kinds.js";

/** A value axis. */
export type AxisName = "primary" | "secondary";

/** A chart as its checks see it. */
export interface ChartCheck {
  readonly r: Report;
  readonly el: MaterializedChart;
  readonly src: Src;
  /** where the parts of its data are */
  readonly data: ChartDataSrc;
  readonly fonts: KnownFonts;
  readonly numbers: Numbers;
  /** series are along a horizontal value axis */
  readonly horizontal: boolean;
}

/** A combo's series has the kind that it declares, if it does; any other one its chart's. */
export const finalKind = (c: ChartCheck, series: ChartSeriesFields): SeriesKind | null =>
  c.el.kind === "combo" ? (series.kind ?? null) : c.el.kind;

/** The value axis that a series is measured by. */
export const axisOf = (series: ChartSeriesFields): AxisName => series.value_axis ?? "primary";

/** Whether there is a secondary axis with a series on it. */
export const hasSecondary = (c: ChartCheck): boolean =>
  c.el.axes?.values?.secondary !== undefined && c.el.data.series.some((s) => axisOf(s) === "secondary");

/** Whether a series of an axis is drawn from its zero. */
export const keepsZero = (c: ChartCheck, axis: AxisName): boolean =>
  c.el.data.series.some((s) => {
    const kind = finalKind(c, s);
    return kind !== null && SERIES[kind].fromZero && axisOf(s) === axis;
  });

/** Whether a series of an axis is a share of its stack. */
export const isPercentAxis = (c: ChartCheck, axis: AxisName): boolean =>
  c.el.data.series.some((s) => s.stack?.mode === "percent" && axisOf(s) === axis);
