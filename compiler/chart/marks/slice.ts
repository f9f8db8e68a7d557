import type { Path, Point, Rect } from "../../../ir/ir.js";
import type { ComputedStroke } from "../../box/box.js";
import type { DrawnOp } from "../../box/drawn.js";
import { strokePath } from "../stroke.js";

/** Points; `inner` is 0 in a pie. */
export interface Ring {
  readonly x: number;
  readonly y: number;
  readonly outer: number;
  readonly inner: number;
}

/** A slice with half a pad at each end. Radians clockwise from 12 o'clock. */
export interface Slice {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

export interface Slices {
  /** one for each value above zero */
  readonly drawn: readonly Slice[];
  /** radians */
  readonly pad: number;
  /** middle of each value's slice, of zeros too */
  readonly middles: readonly number[];
}

const FULL = 2 * Math.PI;

/** `start`, `pad`: degrees. A single slice has no pad. */
export function slicesOf(values: readonly number[], start: number, pad: number): Slices {
  // keeps the sum finite
  const most = values.reduce((a, b) => Math.max(a, b), 0) || 1;
  const total = values.reduce((sum, v) => sum + v / most, 0) || 1;
  const count = values.filter((v) => v > 0).length;
  const open = count > 1 ? (pad / 180) * Math.PI : 0;
  const room = FULL - open * count;
  const begin = ((start % 360) / 180) * Math.PI;
  const drawn: Slice[] = [];
  const middles: number[] = [];
  let sum = 0;
  values.forEach((v, index) => {
    const at = (share: number): number => begin + (share / total) * room + open * drawn.length;
    const from = at(sum);
    sum += v / most;
    const to = v > 0 ? at(sum) + open : from;
    middles.push((from + to) / 2);
    if (v > 0) drawn.push({ index, from, to });
  });
  return { drawn, pad: open, middles };
}

export const polar = ({ x, y }: Ring, angle: number, radius: number): Point => ({
  x: x + radius * Math.sin(angle),
  y: y - radius * Math.cos(angle),
});

/** Parallel in a ring, meeting in the middle in a pie. */
export function edgesAt(ring: Ring, { from, to }: Slice, pad: number, radius: number): readonly [number, number] {
  const wide = ring.outer * Math.sin(pad / 2);
  const by = ring.inner > 0 && radius < ring.outer ? Math.asin(Math.min(1, wide / radius)) : pad / 2;
  const middle = (from + to) / 2;
  // narrower than a pad: a point at the inner edge
  return from + by < to - by ? [from + by, to - by] : [middle, middle];
}

/** Clockwise. `pad`: radians between slices */
export function slicePath(ring: Ring, slice: Slice, pad: number): Path {
  const out = new Arcs(ring);
  const { outer, inner } = ring;
  if (slice.to - slice.from > FULL - 1e-9) {
    out.move(slice.from, outer);
    out.arc(slice.from, slice.to, outer);
    out.close();
    if (inner > 0) {
      out.move(slice.to, inner);
      out.arc(slice.to, slice.from, inner);
      out.close();
    }
    return out.path();
  }
  const [a, b] = edgesAt(ring, slice, pad, outer);
  out.move(a, outer);
  out.arc(a, b, outer);
  if (inner > 0) {
    const [c, d] = edgesAt(ring, slice, pad, inner);
    out.line(d, inner);
    if (d > c) out.arc(d, c, inner);
  } else out.line(0, 0);
  out.close();
  return out.path();
}

/** Angle of one cubic, with an error below 5e-6 of the radius. */
const PIECE = Math.PI / 4;

class Arcs {
  #verbs = "";
  readonly #coords: number[] = [];

  constructor(readonly ring: Ring) {}

  #to(verb: string, { x, y }: Point): void {
    this.#verbs += verb;
    this.#coords.push(x, y);
  }

  move(angle: number, radius: number): void {
    this.#to("M", polar(this.ring, angle, radius));
  }

  line(angle: number, radius: number): void {
    this.#to("L", polar(this.ring, angle, radius));
  }

  arc(from: number, to: number, radius: number): void {
    const pieces = Math.max(1, Math.ceil(Math.abs(to - from) / PIECE));
    const step = (to - from) / pieces;
    const k = (4 / 3) * Math.tan(step / 4) * radius;
    for (let i = 0; i < pieces; i++) {
      const a = from + step * i;
      const b = i === pieces - 1 ? to : a + step;
      const p = polar(this.ring, a, radius);
      const q = polar(this.ring, b, radius);
      this.#verbs += "C";
      this.#coords.push(p.x + k * Math.cos(a), p.y + k * Math.sin(a), q.x - k * Math.cos(b), q.y - k * Math.sin(b), q.x, q.y);
    }
  }

  close(): void {
    this.#verbs += "Z";
  }

  path(): Path {
    return { verbs: this.#verbs, coords: this.#coords, rule: "nonzero" };
  }
}

export function sliceBox(ring: Ring, { from, to }: Slice): Rect {
  const angles = [from, to];
  for (let quarter = Math.ceil(from / (Math.PI / 2)); quarter * (Math.PI / 2) < to; quarter++) angles.push(quarter * (Math.PI / 2));
  const points = angles.flatMap((a) => [polar(ring, a, ring.outer), polar(ring, a, ring.inner)]);
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const min = (all: readonly number[]): number => all.reduce((a, b) => Math.min(a, b), Infinity);
  const max = (all: readonly number[]): number => all.reduce((a, b) => Math.max(a, b), -Infinity);
  return { x: min(xs), y: min(ys), width: max(xs) - min(xs), height: max(ys) - min(ys) };
}

/** Greatest share of a line in the narrower neighbour, which stays visible. */
const LINE_SHARE = 0.3;

export function separators(ring: Ring, drawn: readonly Slice[], stroke: ComputedStroke): readonly DrawnOp[] {
  if (drawn.length < 2) return [];
  const wide = ({ from, to }: Slice): number => (to - from) * ring.outer;
  return drawn.flatMap((slice, i) => {
    const before = drawn.at(i - 1)!;
    const a = polar(ring, slice.from, ring.inner);
    const b = polar(ring, slice.from, ring.outer);
    const width = Math.min(stroke.width, LINE_SHARE * Math.min(wide(before), wide(slice)));
    return strokePath({ verbs: "ML", coords: [a.x, a.y, b.x, b.y], rule: "nonzero" }, { ...stroke, width });
  });
}

/** True if a rectangle is inside a slice, CLEAR of its edges. */
export function holds(ring: Ring, slice: Slice, pad: number, box: Rect): boolean {
  const whole = slice.to - slice.from > FULL - 1e-9;
  const middle = (slice.from + slice.to) / 2;
  return rim(box).every(({ x, y }) => {
    const radius = Math.hypot(x - ring.x, y - ring.y);
    if (radius > ring.outer - CLEAR || (ring.inner > 0 && radius < ring.inner + CLEAR)) return false;
    if (whole) return true;
    const [a, b] = edgesAt(ring, slice, pad, Math.max(radius, ring.inner));
    const off = Math.abs(turnOf(Math.atan2(x - ring.x, ring.y - y) - middle));
    return off <= (b - a) / 2 && radius * Math.sin(Math.min((b - a) / 2 - off, Math.PI / 2)) >= CLEAR;
  });
}

/** points */
const CLEAR = 1;

/** -π to π. */
const turnOf = (angle: number): number => angle - FULL * Math.round(angle / FULL);

/** Dense enough for curved edges. */
function rim({ x, y, width, height }: Rect): readonly Point[] {
  const out: Point[] = [];
  const steps = 8;
  for (let i = 0; i <= steps; i++) {
    const px = x + (width * i) / steps;
    const py = y + (height * i) / steps;
    out.push({ x: px, y }, { x: px, y: y + height }, { x, y: py }, { x: x + width, y: py });
  }
  return out;
}
