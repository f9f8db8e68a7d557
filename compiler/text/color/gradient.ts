// Gradients of COLR as paints of the display list.
import { greatest } from "../../../base/many.js";
import type { LinearPaint, Matrix, PaintResource, Point, RadialPaint, Rect, Stop, SweepPaint } from "../../../ir/ir.js";
import { cut, periods, sorted, stopsOf, type Extend, type LineStop } from "./color-line.js";

export interface ColorLine {
  readonly extend: Extend;
  readonly stops: readonly LineStop[];
}

type Ends = { readonly from: number; readonly to: number };

/** The line with its ends; longer than its stops if two of them are at one end, where it changes at once. */
function ended(stops: readonly LineStop[]): Ends & { readonly stops: readonly LineStop[] } {
  const [first, last] = [stops[0]!.at, stops.at(-1)!.at];
  const length = last > first ? last - first : 1;
  const from = stops[1]?.at === first || last === first ? first - length : first;
  const to = stops.at(-2)?.at === last || last === first ? last + length : last;
  return { from, to, stops: cut(stops, from, to) };
}

const along = (a: Point, b: Point, t: number): Point => ({ x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) });

/** Returns a linear gradient; null if its points do not define one, which paints nothing. The third point turns it. */
export function linear(line: ColorLine, [p0, p1, p2]: readonly [Point, Point, Point], transform: Matrix): LinearPaint | null {
  const [vx, vy] = [p2.x - p0.x, p2.y - p0.y];
  const square = vx * vx + vy * vy;
  if (square === 0) return null;
  const share = ((p1.x - p0.x) * vy - (p1.y - p0.y) * vx) / square;
  const end = { x: p0.x + share * vy, y: p0.y - share * vx };
  if (Math.hypot(end.x - p0.x, end.y - p0.y) < 1e-6) return null;
  const own = sorted(line.stops);
  const isLong = own.at(-1)!.at > own[0]!.at;
  const spread = isLong ? line.extend : "pad";
  const { from, to, stops } = spread === "pad" ? ended(own) : { from: own[0]!.at, to: own.at(-1)!.at, stops: own };
  return { kind: "linear", from: along(p0, end, from), to: along(p0, end, to), spread, transform, stops: stopsOf(stops, from, to) };
}

interface Cone {
  readonly from: Point & { readonly r: number };
  readonly to: Point & { readonly r: number };
}

/** Periods of a repeated gradient in each direction. */
const MOST_REPEATS = 64;

/** Periods are written out, and the line is cut where radiuses would be negative. `region`: of the paint's space */
export function radial(line: ColorLine, cone: Cone, region: Rect, transform: Matrix): RadialPaint | null {
  const { from: a, to: b } = cone;
  if (a.x === b.x && a.y === b.y && a.r === b.r) return null;
  const own = sorted(line.stops);
  const radius = (t: number): number => a.r + t * (b.r - a.r);
  const length = own.at(-1)!.at - own[0]!.at;
  let { from, to, stops } = line.extend === "pad" || length === 0 ? ended(own) : { from: own[0]!.at, to: own.at(-1)!.at, stops: own };
  if (line.extend !== "pad" && length > 0) {
    const covers = (t: number): boolean => {
      const { x, y } = along(a, b, t);
      const corners = [region.x, region.x + region.width].flatMap((cx) =>
        [region.y, region.y + region.height].map((cy) => Math.hypot(cx - x, cy - y)),
      );
      return radius(t) > greatest(corners);
    };
    const [first, last] = [from, to];
    for (let k = 0; k < MOST_REPEATS && radius(from) > 0 && !covers(from); k++) from = first - (k + 1) * length;
    for (let k = 0; k < MOST_REPEATS && radius(to) > 0 && !covers(to); k++) to = last + (k + 1) * length;
    stops = periods(own, line.extend, from, to);
  }
  if (a.r !== b.r && (radius(from) < 0 || radius(to) < 0)) {
    const apex = -a.r / (b.r - a.r);
    if (radius(from) < 0) from = apex;
    else to = apex;
    // the whole line is on the other side: its end colour is drawn
    if (!(to > from)) [from, to] = b.r > a.r ? [apex, apex + 1] : [apex - 1, apex];
    stops = cut(stops, from, to);
  }
  const circle = (t: number): Point & { readonly r: number } => ({ ...along(a, b, t), r: Math.max(0, radius(t)) });
  const [first, last] = [circle(from), circle(to)];
  const line01 = stopsOf(stops, from, to);
  // of circles inside one another the smaller is the first: some readers leave a gap beyond a first that is larger
  if (first.r - last.r > Math.hypot(first.x - last.x, first.y - last.y))
    return { kind: "radial", from: last, to: first, spread: "pad", transform, stops: reversed(line01) };
  return { kind: "radial", from: first, to: last, spread: "pad", transform, stops: line01 };
}

const reversed = (stops: readonly Stop[]): readonly Stop[] =>
  [...stops].reverse().map((s) => ({ ...s, offset: Math.round((1 - s.offset) * 1e6) / 1e6 }));

/** Angles are degrees from the x axis towards the y axis; the line is written out for the whole turn. */
export function sweep(line: ColorLine, center: Point, { from, to }: Ends, transform: Matrix): SweepPaint | null {
  if (from === to && line.extend !== "pad") return null;
  const isBack = to < from;
  const [start, end] = isBack ? [to, from] : [from, to];
  const own = isBack ? line.stops.map((s) => ({ ...s, at: 1 - s.at })).reverse() : line.stops;
  const placed = sorted(own).map((s) => ({ ...s, at: start + s.at * (end - start) }));
  const stops = cut(periods(placed, line.extend, 0, 360), 0, 360);
  return { kind: "sweep", center, transform, stops: stopsOf(stops, 0, 360) };
}

/** The same paint in one colour, with its opacities. */
export const inOneColor = (paint: PaintResource, color: `#${string}`): PaintResource =>
  paint.kind === "tile" ? paint : { ...paint, stops: paint.stops.map((s) => ({ ...s, color })) };
