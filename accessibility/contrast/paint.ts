// Colours of fills at points of a page.
import { multiply } from "../../ir/geometry.js";
import type { Fill, Matrix, PaintResource, Spread, Stop } from "../../ir/ir.js";
import { colorOf, type Rgb01 } from "./color.js";
import { mixed, type Rgba } from "./blend.js";

export interface Paint {
  /** of one colour everywhere; null: it varies */
  readonly solid: Rgb01 | null;
  /** Nothing is seen through it. */
  readonly isOpaque: boolean;
  /** Writes the colour at a point into `to`. */
  at(x: number, y: number, to: Rgba): void;
}

/** @param tile paints a tile's content at a point of its space */
type PaintTile = (paint: PaintResource & { readonly kind: "tile" }, x: number, y: number, to: Rgba) => void;

export function paintOf(fill: Fill, paints: readonly PaintResource[], matrix: Matrix, tile: PaintTile): Paint {
  if ("color" in fill) return solidPaint(colorOf(fill.color));
  const paint = paints[fill.paint]!;
  const inverse = inverseOf(multiply(matrix, paint.transform));
  if (!inverse) return solidPaint([0, 0, 0], 0);
  const [a, b, c, d, e, f] = inverse;
  const local = (at: (x: number, y: number, to: Rgba) => void, isOpaque = false): Paint => ({
    solid: null,
    isOpaque,
    at: (x, y, to) => {
      at(a * x + c * y + e, b * x + d * y + f, to);
    },
  });
  if (paint.kind === "tile") {
    const { box, stepX, stepY } = paint;
    return local((x, y, to) => {
      const tx = x - Math.floor((x - box.x) / stepX) * stepX;
      const ty = y - Math.floor((y - box.y) / stepY) * stepY;
      to[3] = 0;
      if (tx <= box.x + box.width && ty <= box.y + box.height) tile(paint, tx, ty, to);
    });
  }
  if (paint.kind === "linear") {
    const { from, to: end } = paint;
    const [dx, dy] = [end.x - from.x, end.y - from.y];
    const length = dx * dx + dy * dy;
    return local(
      (x, y, to) => {
        stopAt(paint.stops, spread(length === 0 ? 1 : ((x - from.x) * dx + (y - from.y) * dy) / length, paint.spread), to);
      },
      paint.stops.every(({ opacity }) => opacity === 1),
    );
  }
  if (paint.kind === "sweep") {
    const { center, stops } = paint;
    return local(
      (x, y, to) => {
        const turn = Math.atan2(y - center.y, x - center.x) / (2 * Math.PI);
        stopAt(stops, turn < 0 ? turn + 1 : turn, to);
      },
      stops.every(({ opacity }) => opacity === 1),
    );
  }
  return local((x, y, to) => {
    const t = radial(paint.from, paint.to, x, y, paint.spread);
    if (t === null) to[3] = 0;
    else stopAt(paint.stops, spread(t, paint.spread), to);
  });
}

const solidPaint = (color: Rgb01, alpha = 1): Paint => ({
  solid: alpha === 1 ? color : null,
  isOpaque: alpha === 1,
  at: (_x, _y, to) => {
    [to[0], to[1], to[2], to[3]] = [color[0], color[1], color[2], alpha];
  },
});

export function inverseOf([a, b, c, d, e, f]: Matrix): Matrix | null {
  const det = a * d - b * c;
  if (det === 0 || !Number.isFinite(1 / det)) return null;
  return [d / det, -b / det, -c / det, a / det, (c * f - d * e) / det, (b * e - a * f) / det];
}

function spread(t: number, how: Spread): number {
  if (how === "pad") return Math.min(Math.max(t, 0), 1);
  if (how === "repeat") return t - Math.floor(t);
  const r = ((t % 2) + 2) % 2;
  return r > 1 ? 2 - r : r;
}

function stopAt(stops: readonly Stop[], t: number, to: Rgba): void {
  const next = stops.findIndex((s) => s.offset > t);
  const b = next < 0 ? stops.at(-1)! : stops[next]!;
  const a = next < 0 ? b : (stops[next - 1] ?? b);
  const share = b.offset === a.offset ? 1 : (t - a.offset) / (b.offset - a.offset);
  [to[0], to[1], to[2]] = mixed(colorOf(a.color), colorOf(b.color), share);
  to[3] = a.opacity + (b.opacity - a.opacity) * share;
}

interface Round {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** Greatest parameter of a circle through the point, with a radius of at least 0. */
function radial(from: Round, to: Round, x: number, y: number, how: Spread): number | null {
  const [dx, dy, dr] = [to.x - from.x, to.y - from.y, to.r - from.r];
  const [px, py] = [x - from.x, y - from.y];
  const a = dx * dx + dy * dy - dr * dr;
  const b = px * dx + py * dy + from.r * dr;
  const c = px * px + py * py - from.r * from.r;
  const roots: number[] = [];
  if (Math.abs(a) < 1e-12) {
    if (b !== 0) roots.push(c / (2 * b));
  } else {
    const disc = b * b - a * c;
    if (disc < 0) return null;
    const root = Math.sqrt(disc);
    roots.push((b + root) / a, (b - root) / a);
  }
  const fits = roots.filter((t) => from.r + t * dr >= 0 && (how !== "repeat" || Number.isFinite(t)));
  return fits.length === 0 ? null : Math.max(...fits);
}
