// Outlines as lines and few cubic curves: fonts hold quadratic parts of the cubic curves of a drawing, which make files larger.
import { apply, IDENTITY } from "../../../ir/geometry.js";
import type { Matrix, Path, Point } from "../../../ir/ir.js";
import type { GlyphOutline } from "../../core/color-font.js";

/** 1/1000 em between a curve and its parts (FT-19). */
const NEAR = 0.7;
const MOST_PARTS = 8;
/** Places of a part that a curve is compared with; the last is its end. */
const PLACES = [0.25, 0.5, 0.75, 1];

interface Part {
  readonly from: Point;
  readonly control: Point;
  readonly to: Point;
}

interface Cubic {
  readonly from: Point;
  readonly first: Point;
  readonly second: Point;
  readonly to: Point;
}

/** 1/1000 em: finer coordinates make files larger by half. */
export const rounded = (v: number): number => Math.round(v) + 0;

const NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries({ M: 2, L: 2, Q: 4, C: 6, Z: 0 }));

/** Outline in another space, with absolute lines and cubic curves. */
export function transformed({ verbs, coords: from }: GlyphOutline, matrix: Matrix): Path {
  const coords: number[] = [];
  const parts: Part[] = [];
  let out = "";
  let at: Point = { x: 0, y: 0 };
  /** index of the first coordinate of the contour */
  let contour = 0;
  const point = (i: number): Point => {
    const p = { x: from[i]!, y: from[i + 1]! };
    return matrix === IDENTITY ? p : apply(matrix, p);
  };
  const write = (verb: string, points: readonly Point[]): void => {
    const numbers = points.flatMap(({ x, y }) => [rounded(x), rounded(y)]);
    const isNothing = verb !== "M" && verb !== "Z" && numbers.every((v, i) => v === coords.at((i % 2) - 2));
    if (isNothing) return;
    if (verb === "M") contour = coords.length;
    for (const v of numbers) coords.push(v);
    out += verb;
  };
  const writeParts = (): void => {
    for (const { from: start, first, second, to } of curvesOf(parts)) {
      if (isFlat(start, first, second, to)) write("L", [to]);
      else write("C", [first, second, to]);
    }
    parts.length = 0;
    // a fill closes its contours
    if (out.endsWith("L") && coords.at(-2) === coords[contour] && coords.at(-1) === coords[contour + 1]) {
      coords.length -= 2;
      out = out.slice(0, -1);
    }
  };
  for (let k = 0, i = 0; k < verbs.length; k++) {
    const verb = verbs[k]!;
    const end = i + NUMBERS.get(verb)!;
    if (verb === "Q") parts.push({ from: at, control: point(i), to: point(i + 2) });
    else if (verb === "L") parts.push({ from: at, control: between(at, point(i), 0.5), to: point(i) });
    else {
      writeParts();
      const points: Point[] = [];
      for (let p = i; p < end; p += 2) points.push(point(p));
      write(verb, points);
    }
    if (end > i) at = point(end - 2);
    i = end;
  }
  writeParts();
  return { verbs: out, coords, rule: "nonzero" };
}

/** Cubic curves near adjacent parts, each as long as it can be. */
function curvesOf(parts: readonly Part[]): readonly Cubic[] {
  const out: Cubic[] = [];
  for (let i = 0; i < parts.length;) {
    let count = Math.min(MOST_PARTS, parts.length - i);
    let curve: Cubic | null = null;
    for (; count > 1 && !curve; count--) curve = curveNear(parts.slice(i, i + count));
    out.push(curve ?? raised(parts[i]!));
    i += curve ? count + 1 : 1;
  }
  return out;
}

/** True if the control points are near the line from start to end. */
function isFlat(start: Point, first: Point, second: Point, end: Point): boolean {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const square = dx * dx + dy * dy;
  return [first, second].every(({ x, y }) => {
    const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - start.x) * dx + (y - start.y) * dy) / square));
    return Math.hypot(x - start.x - t * dx, y - start.y - t * dy) <= NEAR;
  });
}

const raised = ({ from, control, to }: Part): Cubic => ({
  from,
  first: between(from, control, 2 / 3),
  second: between(to, control, 2 / 3),
  to,
});

const between = (a: Point, b: Point, t: number): Point => ({ x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) });

const partAt = ({ from, control, to }: Part, t: number): Point => between(between(from, control, t), between(control, to, t), t);

/** Bernstein polynomials of degree three. */
const weights = (t: number): readonly [number, number, number, number] => {
  const s = 1 - t;
  return [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
};

/** Curve by least squares, of which each part takes an equal share; null if some place is too far from it. */
function curveNear(parts: readonly Part[]): Cubic | null {
  const [start, end] = [parts[0]!.from, parts.at(-1)!.to];
  const places = parts.flatMap((part, i) => PLACES.map((t) => ({ p: partAt(part, t), w: weights((i + t) / parts.length) })));
  let [aa, ab, bb, ax, ay, bx, by] = [0, 0, 0, 0, 0, 0, 0];
  for (const { p, w } of places) {
    const [x, y] = [p.x - w[0] * start.x - w[3] * end.x, p.y - w[0] * start.y - w[3] * end.y];
    aa += w[1] * w[1];
    ab += w[1] * w[2];
    bb += w[2] * w[2];
    ax += w[1] * x;
    ay += w[1] * y;
    bx += w[2] * x;
    by += w[2] * y;
  }
  const det = aa * bb - ab * ab;
  const first = { x: (ax * bb - bx * ab) / det, y: (ay * bb - by * ab) / det };
  const second = { x: (bx * aa - ax * ab) / det, y: (by * aa - ay * ab) / det };
  const isNear = places.every(({ p, w }) => {
    const x = w[0] * start.x + w[1] * first.x + w[2] * second.x + w[3] * end.x;
    const y = w[0] * start.y + w[1] * first.y + w[2] * second.y + w[3] * end.y;
    return Math.hypot(x - p.x, y - p.y) <= NEAR;
  });
  return isNear ? { from: start, first, second, to: end } : null;
}
