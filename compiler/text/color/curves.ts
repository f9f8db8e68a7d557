// Outlines as lines and few cubic curves: fonts hold quadratic parts of the cubic curves of a drawing, which make files larger.
import { apply, IDENTITY } from "../../../ir/geometry.js";
import type { Matrix, Path, Point } from "../../../ir/ir.js";
import type { GlyphOutline } from "../../core/color-font.js";

/** 1/1000 em between a curve or a short line and its parts (FT-19), and for longer lines, whose corners would be seen. */
const [NEAR, NEAR_LINE] = [2, 1.4];
/** 1/1000 em */
const SHORT_LINE = 20;
const MOST_PARTS = 12;
/** Longer spans are not tried after so many that are too far. */
const MOST_FAR = 3;
/** Places of a part that a curve is compared with; the last is its end. */
const PLACES = 4;
/** Numbers of segments. */
const [LINE, CURVE] = [2, 6];

interface Part {
  readonly from: Point;
  readonly control: Point;
  readonly to: Point;
}

type Controls = readonly [Point, Point];

/** A line, or a cubic curve with control points. */
interface Segment {
  readonly controls: Controls | null;
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
    if (parts.length > 0)
      for (const { controls, to } of curvesOf(parts)) {
        if (controls) write("C", [...controls, to]);
        else write("L", [to]);
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

/** Fewest numbers that draw adjacent parts: a line or a cubic curve for as many of them as are near it. */
function curvesOf(parts: readonly Part[]): readonly Segment[] {
  const samples = new Samples(parts);
  const count = parts.length;
  /** numbers up to the end of each part, and the segment that ends there */
  const costs = new Float64Array(count + 1).fill(Infinity);
  const ends: (Segment & { readonly start: number })[] = [];
  costs[0] = 0;
  for (let i = 0; i < count; i++) {
    let far = 0;
    for (let k = i + 1; k <= Math.min(count, i + MOST_PARTS) && far < MOST_FAR; k++) {
      const curve = samples.isLine(i, k) ? null : (samples.curve(i, k) ?? (k === i + 1 ? raised(parts[i]!) : undefined));
      if (curve === undefined) {
        far++;
        continue;
      }
      far = 0;
      const cost = costs[i]! + (curve ? CURVE : LINE);
      if (cost >= costs[k]!) continue;
      costs[k] = cost;
      ends[k] = { start: i, to: parts[k - 1]!.to, controls: curve };
    }
  }
  const out: Segment[] = [];
  for (let k = count; k > 0; k = ends[k]!.start) out.push(ends[k]!);
  return out.reverse();
}

const raised = ({ from, control, to }: Part): Controls => [between(from, control, 2 / 3), between(to, control, 2 / 3)];

const between = (a: Point, b: Point, t: number): Point => ({ x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) });

/** Places of adjacent parts: `PLACES` of each, with the way to them. */
class Samples {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #way: Float64Array;

  constructor(parts: readonly Part[]) {
    const size = PLACES * parts.length + 1;
    this.#x = new Float64Array(size);
    this.#y = new Float64Array(size);
    this.#way = new Float64Array(size);
    const [x, y, way] = [this.#x, this.#y, this.#way];
    x[0] = parts[0]!.from.x;
    y[0] = parts[0]!.from.y;
    let k = 0;
    for (const { from, control, to } of parts)
      for (let i = 1; i <= PLACES; i++) {
        const t = i / PLACES;
        const s = 1 - t;
        k++;
        x[k] = s * s * from.x + 2 * s * t * control.x + t * t * to.x;
        y[k] = s * s * from.y + 2 * s * t * control.y + t * t * to.y;
        way[k] = way[k - 1]! + Math.hypot(x[k]! - x[k - 1]!, y[k]! - y[k - 1]!);
      }
  }

  /** True if parts [from, to) are near the line between their ends. */
  isLine(from: number, to: number): boolean {
    const [x, y] = [this.#x, this.#y];
    const [a, b] = [PLACES * from, PLACES * to];
    const [dx, dy] = [x[b]! - x[a]!, y[b]! - y[a]!];
    const square = dx * dx + dy * dy;
    const near = (square > SHORT_LINE * SHORT_LINE ? NEAR_LINE : NEAR) ** 2;
    for (let k = a + 1; k < b; k++) {
      const [px, py] = [x[k]! - x[a]!, y[k]! - y[a]!];
      const t = square === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / square));
      const [ex, ey] = [px - t * dx, py - t * dy];
      if (ex * ex + ey * ey > near) return false;
    }
    return true;
  }

  /** Control points, by least squares, of a curve near parts [from, to); null if some place is too far from it. */
  curve(from: number, to: number): Controls | null {
    const [x, y, way] = [this.#x, this.#y, this.#way];
    const [a, b] = [PLACES * from, PLACES * to];
    const [x0, y0, x3, y3] = [x[a]!, y[a]!, x[b]!, y[b]!];
    const length = way[b]! - way[a]!;
    let [aa, ab, bb, ax, ay, bx, by] = [0, 0, 0, 0, 0, 0, 0];
    for (let k = a + 1; k < b; k++) {
      const t = (way[k]! - way[a]!) / length;
      const s = 1 - t;
      const [w0, w1, w2, w3] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
      const [px, py] = [x[k]! - w0 * x0 - w3 * x3, y[k]! - w0 * y0 - w3 * y3];
      aa += w1 * w1;
      ab += w1 * w2;
      bb += w2 * w2;
      ax += w1 * px;
      ay += w1 * py;
      bx += w2 * px;
      by += w2 * py;
    }
    const det = aa * bb - ab * ab;
    const [x1, y1] = [(ax * bb - bx * ab) / det, (ay * bb - by * ab) / det];
    const [x2, y2] = [(bx * aa - ax * ab) / det, (by * aa - ay * ab) / det];
    for (let k = a + 1; k < b; k++) {
      const t = (way[k]! - way[a]!) / length;
      const s = 1 - t;
      const [w0, w1, w2, w3] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
      const ex = w0 * x0 + w1 * x1 + w2 * x2 + w3 * x3 - x[k]!;
      const ey = w0 * y0 + w1 * y1 + w2 * y2 + w3 * y3 - y[k]!;
      // NaN of parts without a length, too
      if (!(ex * ex + ey * ey <= NEAR * NEAR)) return null;
    }
    return [
      { x: x1, y: y1 },
      { x: x2, y: y2 },
    ];
  }
}
