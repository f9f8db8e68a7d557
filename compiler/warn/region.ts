// Rectangles of what is painted on a page, by their edges.
import { greatest, least } from "../../base/many.js";
import type { GlyphsOp, Matrix } from "../../ir/ir.js";

/** A rectangle of a page, in points from its upper left corner. */
export interface Region {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A region without edges. */
export const EVERYWHERE: Region = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** shares of the font size; accents are ignored */
const RISE = 0.7;
const FALL = 0.15;

/** Returns the region of the letters of a run, in the space of the run. */
export function lettersOf({ x, y, size, run }: GlyphsOp): Region {
  const width = run.advances.reduce((sum, a) => sum + a, 0) * size * 1e-3;
  return { left: x, top: y - RISE * size, right: x + width, bottom: y + FALL * size };
}

/** Applies `inner` first. */
export function times(outer: Matrix | null, inner: Matrix): Matrix {
  if (!outer) return inner;
  const [a, b, c, d, e, f] = outer;
  const [g, h, i, j, k, l] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

/** Returns the upright rectangle around a transformed one. */
export function cover({ left, top, right, bottom }: Region, matrix: Matrix | null): Region {
  if (!matrix) return { left, top, right, bottom };
  const [a, b, c, d, e, f] = matrix;
  const corners = [left, right].flatMap((x) => [top, bottom].map((y) => [a * x + c * y + e, b * x + d * y + f] as const));
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return { left: least(xs), top: least(ys), right: greatest(xs), bottom: greatest(ys) };
}

/** Returns what both cover; its right is left of its left if nothing is. */
export const meet = (a: Region, b: Region): Region => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.min(a.right, b.right),
  bottom: Math.min(a.bottom, b.bottom),
});

/** Returns the least rectangle around both. */
export const join = (a: Region, b: Region): Region => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});
