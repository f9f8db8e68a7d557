// Strokes along straight lines, with caps and joins (ISO 32000-1, 8.4.3).
import type { Point, Rect, Stroke } from "../../ir/ir.js";

type Line = Pick<Stroke, "width" | "cap" | "join" | "miterLimit" | "dash">;

/** Returns the rectangle around all; null if there are none. */
export function around(rects: readonly Rect[]): Rect | null {
  if (rects.length === 0) return null;
  const box = new Box();
  for (const r of rects) {
    box.add(r.x, r.y);
    box.add(r.x + r.width, r.y + r.height);
  }
  return box.rect();
}

/** Returns the extent of a stroke; null if nothing is painted. Dashes with caps are assumed to end at every corner. */
export function strokeExtent(points: readonly Point[], closed: boolean, stroke: Line): Rect | null {
  const half = stroke.width / 2;
  const clean = withoutRepeats(points, closed);
  const box = new Box();
  if (clean.length < 2) {
    // visible with round caps only (ISO 32000-1, 8.5.3.2)
    if (clean.length === 0 || stroke.cap !== "round") return null;
    box.disc(clean[0]!, half);
    return box.rect();
  }
  const count = closed ? clean.length : clean.length - 1;
  const at = (i: number): Point => clean[(i + clean.length) % clean.length]!;
  for (let i = 0; i < count; i++) {
    const [from, to] = [at(i), at(i + 1)];
    const along = direction(from, to);
    box.side(from, along, half);
    box.side(to, along, half);
    const dashed = stroke.dash.length > 0;
    if (dashed || (!closed && i === 0)) box.cap(from, { x: -along.x, y: -along.y }, half, stroke.cap);
    if (dashed || (!closed && i === count - 1)) box.cap(to, along, half, stroke.cap);
    if (closed || i < count - 1) box.join(to, along, direction(to, at(i + 2)), stroke);
  }
  return box.rect();
}

function withoutRepeats(points: readonly Point[], closed: boolean): readonly Point[] {
  const out = points.filter((p, i) => i === 0 || !same(p, points[i - 1]!));
  if (closed && out.length > 1 && same(out[0]!, out.at(-1)!)) out.pop();
  return out;
}

const same = (a: Point, b: Point): boolean => Math.hypot(a.x - b.x, a.y - b.y) < 1e-9;

function direction(a: Point, b: Point): Point {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  return { x: (b.x - a.x) / length, y: (b.y - a.y) / length };
}

class Box {
  #left = Infinity;
  #top = Infinity;
  #right = -Infinity;
  #bottom = -Infinity;

  add(x: number, y: number): void {
    this.#left = Math.min(this.#left, x);
    this.#right = Math.max(this.#right, x);
    this.#top = Math.min(this.#top, y);
    this.#bottom = Math.max(this.#bottom, y);
  }

  disc({ x, y }: Point, radius: number): void {
    this.add(x - radius, y - radius);
    this.add(x + radius, y + radius);
  }

  side({ x, y }: Point, along: Point, half: number): void {
    this.add(x - along.y * half, y + along.x * half);
    this.add(x + along.y * half, y - along.x * half);
  }

  /** `out`: away from the line */
  cap(end: Point, out: Point, half: number, cap: Line["cap"]): void {
    if (cap === "round") this.disc(end, half);
    else if (cap === "square") this.side({ x: end.x + out.x * half, y: end.y + out.y * half }, out, half);
  }

  /** A bevel needs only the edges of both lines. */
  join(corner: Point, before: Point, after: Point, { width, join, miterLimit }: Line): void {
    const half = width / 2;
    if (join === "round") return this.disc(corner, half);
    if (join === "bevel") return;
    // its sine is width over miter length
    const sine = Math.sqrt(Math.max(0, (1 + before.x * after.x + before.y * after.y) / 2));
    if (sine < 1e-6 || 1 / sine > miterLimit) return;
    const [x, y] = [before.x - after.x, before.y - after.y];
    const length = Math.hypot(x, y);
    if (length < 1e-9) return;
    this.add(corner.x + ((x / length) * half) / sine, corner.y + ((y / length) * half) / sine);
  }

  rect(): Rect {
    return { x: this.#left, y: this.#top, width: this.#right - this.#left, height: this.#bottom - this.#top };
  }
}
