import type { Point, Rect } from "../../ir/ir.js";
import type { LinearScale } from "./scale.js";

export type AxisName = "primary" | "secondary";

/** Points, in the chart's space. */
export interface Plot {
  readonly rect: Rect;
  /** categories go down the page */
  readonly horizontal: boolean;
  readonly step: number;
  along(i: number): number;
  /** of a numeric x axis (scatter) */
  readonly xScale: LinearScale | null;
  value(axis: AxisName): LinearScale;
  /** start of bars and areas: zero, or the nearest end */
  base(axis: AxisName): number;
}

export const pointAt = ({ horizontal }: Plot, along: number, value: number): Point =>
  horizontal ? { x: value, y: along } : { x: along, y: value };

/** `a0`, `a1`: along the categories */
export function boxAt({ horizontal }: Plot, [a0, a1]: readonly [number, number], [v0, v1]: readonly [number, number]): Rect {
  const along = { from: Math.min(a0, a1), size: Math.abs(a1 - a0) };
  const value = { from: Math.min(v0, v1), size: Math.abs(v1 - v0) };
  return horizontal
    ? { x: value.from, y: along.from, width: value.size, height: along.size }
    : { x: along.from, y: value.from, width: along.size, height: value.size };
}
