// Diameters of scatter points; areas are proportional to sizes.
import type { Rect } from "../../ir/ir.js";
import { pt } from "../core/units.js";
import type { MaterializedChart } from "../request/materialized.js";
import type { ScatterPoint } from "../request/types/chart.js";
import type { Extent } from "./cartesian.js";

export interface BubbleScale {
  /** Points; least for a point without a size. */
  of(point: ScatterPoint): number;
}

/** mm; shares of a small chart's shorter side */
const SMALLEST = 2;
const GREATEST = 8;
const OF_CHART = 0.2;

/** Scales bubbles; null if no point has a size. Areas are shares of the greatest bubble's, bounded by the smallest diameter. */
export function bubbleScale({ data, options }: MaterializedChart, content: Rect): BubbleScale | null {
  let most = 0;
  for (const { points } of data.series) for (const { size } of points ?? []) if (size !== undefined) most = Math.max(most, size);
  if (most === 0) return null;
  const { bubble_min_size: least, bubble_max_size: greatest } = options ?? {};
  const usual = Math.min(pt(GREATEST), Math.min(content.width, content.height) * OF_CHART);
  const max = greatest === undefined ? Math.max(usual, pt(least ?? 0)) : pt(greatest);
  const min = least === undefined ? Math.min(pt(SMALLEST), max) : pt(least);
  return { of: ({ size }) => (size === undefined ? min : Math.max(min, max * Math.sqrt(size / most))) };
}

const OF_PLOT = 0.8;

/** Least and greatest value of bubbles of one size. */
export interface SizeEnds {
  low: number;
  high: number;
}

/** Returns the reach of bubbles as values, from the ends of each size; data on one side of zero leave the axis there. `length`: of the chart along the axis, points */
export function bubbleReach(
  sizes: ReadonlyMap<number, Readonly<SizeEnds>>,
  { low, high, zero }: Extent,
  length: number,
): readonly number[] {
  const from = zero ? Math.min(low, 0) : low;
  const to = zero ? Math.max(high, 0) : high;
  const out: number[] = [];
  for (const [size, ends] of sizes) {
    const by = (to - from) * (size / 2 / Math.max(length * OF_PLOT - size, size));
    const [first, last] = [ends.low - by, ends.high + by];
    if (Number.isFinite(first)) out.push(low >= 0 ? Math.max(0, first) : first);
    if (Number.isFinite(last)) out.push(high <= 0 ? Math.min(0, last) : last);
  }
  return out;
}
