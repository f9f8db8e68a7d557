// Gradients that SVG lacks, as shapes of one colour that are painted over one another, so that there are no seams.
import { greatest } from "../../base/many.js";
import type { Circle, Point, RadialPaint, Rect, Stop, SweepPaint } from "../../ir/ir.js";

/** A shape of one colour, opaque; the opacity is that of its place. */
export interface Band {
  readonly path: string;
  readonly color: string;
  readonly opacity: number;
}

/** Difference of a channel between neighbours at most, of 255. */
const CLOSE = 4;
/** Degrees of an edge at most, and what a wedge reaches below the next ones: at the centre, all are in one pixel. */
const WIDEST = 30;
const BELOW = 90;
/** Bands of a change of colour between two circles at least. */
const LEAST = 24;

const number = (v: number): string => String(Math.round(v * 1000) / 1000);
const point = ({ x, y }: Point): string => `${number(x)} ${number(y)}`;

const channels = ({ color, opacity }: Stop): readonly number[] => {
  const v = Number.parseInt(color.slice(1), 16);
  return [v >> 16, (v >> 8) & 255, v & 255, opacity * 255];
};

/** Pieces of a line that are of one colour, nearly. */
function pieces(
  stops: readonly Stop[],
  countOf: (length: number) => number,
): readonly (Omit<Band, "path"> & { readonly from: number; readonly to: number })[] {
  return stops.slice(1).flatMap((b, i) => {
    const a = stops[i]!;
    const length = b.offset - a.offset;
    if (length <= 0) return [];
    const [from, to] = [channels(a), channels(b)];
    const span = greatest(from.map((v, k) => Math.abs(to[k]! - v)));
    const count = Math.max(1, Math.ceil(span / CLOSE), span === 0 ? 1 : countOf(length));
    return Array.from({ length: count }, (_, k) => {
      const at = from.map((v, c) => v + ((to[c]! - v) * (k + 0.5)) / count);
      const color = `#${at
        .slice(0, 3)
        .map((v) => Math.round(v).toString(16).padStart(2, "0"))
        .join("")}`;
      return { from: a.offset + (length * k) / count, to: a.offset + (length * (k + 1)) / count, color, opacity: at[3]! / 255 };
    });
  });
}

const cornersOf = ({ x, y, width, height }: Rect): readonly Point[] => [
  { x, y },
  { x: x + width, y },
  { x, y: y + height },
  { x: x + width, y: y + height },
];

/** `region`: in the space of the paint */
export function sweepBands({ center, stops }: SweepPaint, region: Rect): readonly Band[] {
  const radius = 1 + 1.1 * greatest(cornersOf(region).map((p) => Math.hypot(p.x - center.x, p.y - center.y)));
  const wedge = (from: number, to: number): string => {
    const count = Math.max(1, Math.ceil((to - from) / WIDEST));
    const edge = Array.from({ length: count + 1 }, (_, i) => {
      const angle = ((from + ((to - from) * i) / count) * Math.PI) / 180;
      return point({ x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) });
    });
    return `M${point(center)}L${edge.join("L")}Z`;
  };
  const found = pieces(stops, () => 1);
  const [first] = found;
  if (!first) return [];
  // below the edge where the first wedge begins and the last ends
  const bands = [{ path: wedge(0, 360), color: first.color, opacity: first.opacity }];
  for (const { from, to, color, opacity } of found)
    bands.push({ path: wedge(from * 360, Math.min(360, to * 360 + BELOW)), color, opacity });
  return bands;
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** A gradient from a point, as SVG has it; null if no circle contains the other. */
export function focal({
  from,
  to,
  stops,
}: RadialPaint): { readonly focus: Point; readonly circle: Circle; readonly stops: readonly Stop[] } | null {
  const isInward = from.r > to.r;
  const [inner, outer] = isInward ? [to, from] : [from, to];
  const more = outer.r - inner.r;
  if (!(more > 0) || distance(inner, outer) > more) return null;
  const line = isInward ? [...stops].reverse().map((s) => ({ ...s, offset: 1 - s.offset })) : stops;
  const before = inner.r / more;
  const focus = { x: inner.x - before * (outer.x - inner.x), y: inner.y - before * (outer.y - inner.y) };
  return { focus, circle: outer, stops: line.map((s) => ({ ...s, offset: (s.offset + before) / (1 + before) })) };
}

/** Hulls of two circles each, from the first on: a point has the colour of the last circle that reaches it. */
export function coneBands({ from, to, stops }: RadialPaint, region: Rect): readonly Band[] {
  const length = distance(from, to);
  const far = (greatest(cornersOf(region).flatMap((p) => [distance(p, from), distance(p, to)])) + from.r + to.r) / length + 1;
  const circle = (t: number): Circle => ({
    x: from.x + t * (to.x - from.x),
    y: from.y + t * (to.y - from.y),
    r: from.r + t * (to.r - from.r),
  });
  const apex = to.r === from.r ? null : -from.r / (to.r - from.r);
  const [low, high] = [
    apex !== null && to.r > from.r ? Math.max(-far, apex) : -far,
    apex !== null && to.r < from.r ? Math.min(far, apex) : far,
  ];
  const [first, last] = [stops[0]!, stops.at(-1)!];
  const ends = (stop: Stop, a: number, b: number): (Omit<Band, "path"> & { from: number; to: number })[] =>
    b > a ? [{ from: a, to: b, color: stop.color, opacity: stop.opacity }] : [];
  const all = [
    ...ends(first, low, first.offset),
    ...pieces(stops, (part) => Math.ceil(part * LEAST)).filter((p) => p.to > low && p.from < high),
    ...ends(last, last.offset, high),
  ];
  return all.map(({ from: a, to: b, color, opacity }) => ({
    path: hull(circle(Math.max(low, a)), circle(Math.min(high, b))),
    color,
    opacity,
  }));
}

function hull(a: Circle, b: Circle): string {
  const round = ({ x, y, r }: Circle): string =>
    r <= 0
      ? ""
      : `M${number(x - r)} ${number(y)}A${number(r)} ${number(r)} 0 1 1 ${number(x + r)} ${number(y)}A${number(r)} ${number(r)} 0 1 1 ${number(x - r)} ${number(y)}Z`;
  const length = distance(a, b);
  if (length === 0) return round(a) + round(b);
  const axis = Math.atan2(b.y - a.y, b.x - a.x);
  const turn = Math.acos(Math.min(1, Math.max(-1, (a.r - b.r) / length)));
  const on = ({ x, y, r }: Circle, by: number): Point => ({ x: x + r * Math.cos(axis + by), y: y + r * Math.sin(axis + by) });
  // in the direction of the circles: what is in both stays filled
  return `${round(a)}${round(b)}M${[on(a, -turn), on(b, -turn), on(b, turn), on(a, turn)].map(point).join("L")}Z`;
}
