// Matrices, rectangles and paths at the precision of the display list.
import type { GlyphsOp, Matrix, Path, Point, Rect } from "./ir.js";

/** Rounds to 1/1000, the precision of the display list; never returns -0. */
export const round = (v: number): number => Math.round(v * 1000) / 1000 + 0;

/** Coordinates per verb. */
export const ARITY: Readonly<Record<string, number>> = { M: 2, L: 2, C: 6, Z: 0 };

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `b` first, then `a`. */
export const multiply = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5],
];

/** Transforms a point. */
export const apply = (m: Matrix, p: Point): Point => ({ x: m[0] * p.x + m[2] * p.y + m[4], y: m[1] * p.x + m[3] * p.y + m[5] });

/** Returns the inverse of a transform; null if singular. */
export function inverse(m: Matrix): Matrix | null {
  const [a, b, c, d, e, f] = m;
  const det = a * d - b * c;
  if (Math.abs(det) < 1e-18) return null;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}

/** Cosines of zero to three quarter turns. */
const QUARTER_COS = [1, 0, -1, 0];
const QUARTER_SIN = [0, 1, 0, -1];

/** Rotation about a point, clockwise on the page; exact for quarter turns. */
export function rotation(degrees: number, x: number, y: number): Matrix {
  const inTurn = ((degrees % 360) + 360) % 360;
  const exact = inTurn % 90 === 0;
  const cos = exact ? QUARTER_COS[inTurn / 90]! : Math.cos((degrees * Math.PI) / 180);
  const sin = exact ? QUARTER_SIN[inTurn / 90]! : Math.sin((degrees * Math.PI) / 180);
  return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
}

/** Bounding box of a transformed rectangle. Glyphs number in the hundred thousands: nothing but the box is made. */
export function bounds([a, b, c, d, e, f]: Matrix, { x: left, y: top, width, height }: Rect): Rect {
  const right = left + width;
  const bottom = top + height;
  const x1 = a * left + c * top + e;
  const x2 = a * right + c * top + e;
  const x3 = a * left + c * bottom + e;
  const x4 = a * right + c * bottom + e;
  const y1 = b * left + d * top + f;
  const y2 = b * right + d * top + f;
  const y3 = b * left + d * bottom + f;
  const y4 = b * right + d * bottom + f;
  const x = leastOf(x1, x2, x3, x4);
  const y = leastOf(y1, y2, y3, y4);
  return { x, y, width: -leastOf(-x1, -x2, -x3, -x4) - x, height: -leastOf(-y1, -y2, -y3, -y4) - y };
}

/** Returns the least as `least` does: an empty box has none of its corners. */
function leastOf(a: number, b: number, c: number, d: number): number {
  let found = Infinity;
  if (a < found) found = a;
  if (b < found) found = b;
  if (c < found) found = c;
  if (d < found) found = d;
  return found;
}

/** Intersection of two rectangles; of negative width or height if they are disjoint. */
export function meet(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  return { x, y, width: Math.min(a.x + a.width, b.x + b.width) - x, height: Math.min(a.y + a.height, b.y + b.height) - y };
}

/** Returns the smallest rectangle around two. */
export function join(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return { x, y, width: Math.max(a.x + a.width, b.x + b.width) - x, height: Math.max(a.y + a.height, b.y + b.height) - y };
}

/** Edges of points, control points of curves among them; infinite, in the wrong order, for none. */
export function edgesOf(coords: readonly number[]): { left: number; top: number; right: number; bottom: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 1 < coords.length; i += 2) {
    left = Math.min(left, coords[i]!);
    right = Math.max(right, coords[i]!);
    top = Math.min(top, coords[i + 1]!);
    bottom = Math.max(bottom, coords[i + 1]!);
  }
  return { left, top, right, bottom };
}

/** Bounding box of points; of no points, one of negative infinite size. */
export function boxOf(coords: readonly number[]): Rect {
  const { left, top, right, bottom } = edgesOf(coords);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Translates a path by (dx, dy), rounded. */
export function translatePath(path: Path, dx: number, dy: number): Path {
  const from = path.coords;
  const coords = new Array<number>(from.length);
  for (let i = 0; i < from.length; i += 2) {
    coords[i] = round(from[i]! + dx);
    coords[i + 1] = round(from[i + 1]! + dy);
  }
  return { verbs: path.verbs, coords, rule: path.rule };
}

/** True if two glyph runs share a line: equal baselines, or one raised or lowered next to the other. */
export const onOneLine = (a: Pick<GlyphsOp, "y" | "size">, b: Pick<GlyphsOp, "y" | "size">): boolean =>
  a.y === b.y || Math.abs(a.y - b.y) < Math.max(a.size, b.size) / 2;
