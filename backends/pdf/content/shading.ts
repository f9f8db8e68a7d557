// Shadings of gradients (ISO 32000-1, 8.7.4.5).
import { greatest, least } from "../../../base/many.js";
import { apply } from "../../../ir/geometry.js";
import type { LinearPaint, Matrix, Point, RadialPaint, Rect, Stop, SweepPaint, TilePaint } from "../../../ir/ir.js";
import { bounded } from "../syntax/number.js";
import { decimal, name, Raw, type Dict, type PdfValue } from "../syntax/object.js";

/** more periods would be too fine to see */
const MAX_REPEATS = 400;

export type Gradient = LinearPaint | RadialPaint;

/**
 * ISO 32000-1, 8.7.4.5.3 and .4, in gradient space. PDF only extends the ends: for repeat and reflect, the periods that cover `region`
 * are written out.
 */
export function shading(given: Gradient, region: Rect, alpha: boolean, limit: number): Dict {
  const g = widened(given);
  const { from, to } = periods(g, region);
  const at = (t: number): number[] =>
    g.kind === "linear"
      ? [g.from.x + t * (g.to.x - g.from.x), g.from.y + t * (g.to.y - g.from.y)]
      : [g.from.x + t * (g.to.x - g.from.x), g.from.y + t * (g.to.y - g.from.y), Math.max(0, g.from.r + t * (g.to.r - g.from.r))];
  return {
    ShadingType: g.kind === "linear" ? 2 : 3,
    ColorSpace: name(alpha ? "DeviceGray" : "DeviceRGB"),
    Coords: [...at(from), ...at(to)].map((v) => new Raw(decimal(v, limit))),
    Function: stitched(g.stops, g.spread, { from, to }, alpha),
    Extend: [true, true],
  };
}

/** Full precision: gradient space may be small, with close stops. */
const short = (v: number): Raw => new Raw(decimal(v));

/** Widens a gradient between equal circles, which is empty, although inside and outside differ. */
function widened(g: Gradient): Gradient {
  if (g.kind === "linear" || Math.abs(g.to.r - g.from.r) > 1e-6 * g.to.r) return g;
  return { ...g, from: { ...g.from, r: g.to.r * (1 - 1e-4) } };
}

export const isTransparent = (g: Gradient | SweepPaint): boolean => g.stops.some((s) => s.opacity < 1);
export const isInvisible = (g: Gradient | SweepPaint): boolean => g.stops.every((s) => s.opacity === 0);

function periods(g: Gradient, region: Rect): { readonly from: number; readonly to: number } {
  if (g.spread === "pad") return { from: 0, to: 1 };
  const corners: readonly Point[] = [
    { x: region.x, y: region.y },
    { x: region.x + region.width, y: region.y },
    { x: region.x, y: region.y + region.height },
    { x: region.x + region.width, y: region.y + region.height },
  ];
  if (g.kind === "linear") {
    const [dx, dy] = [g.to.x - g.from.x, g.to.y - g.from.y];
    const length = dx * dx + dy * dy;
    if (!(length > 0)) return { from: 0, to: 1 };
    const ts = corners.map((p) => ((p.x - g.from.x) * dx + (p.y - g.from.y) * dy) / length);
    const from = Math.floor(bounded(least(ts, 0)));
    return { from, to: Math.min(Math.ceil(bounded(greatest(ts, 1))), from + MAX_REPEATS) };
  }
  const off = Math.hypot(g.to.x - g.from.x, g.to.y - g.from.y);
  const speed = g.to.r - g.from.r - off;
  const farthest = greatest(corners.map((p) => Math.hypot(p.x - g.from.x, p.y - g.from.y)));
  const to = speed > 0 ? Math.ceil(bounded((farthest - g.from.r) / speed, Number.MAX_VALUE)) : MAX_REPEATS;
  return { from: 0, to: Math.max(1, Math.min(to, MAX_REPEATS)) };
}

/** Linear pieces over t in [0, 1]. */
function stitched(
  stops: readonly Stop[],
  spread: Gradient["spread"],
  range: { readonly from: number; readonly to: number },
  alpha: boolean,
): PdfValue {
  const value = (s: Stop): Raw[] => {
    if (alpha) return [short(s.opacity)];
    const v = Number.parseInt(s.color.slice(1), 16);
    return [(v >> 16) / 255, ((v >> 8) & 255) / 255, (v & 255) / 255].map(short);
  };
  const first = stops[0]!;
  const last = stops.at(-1)!;
  const whole: readonly Stop[] = [
    ...(first.offset > 0 ? [{ ...first, offset: 0 }] : []),
    ...stops,
    ...(last.offset < 1 ? [{ ...last, offset: 1 }] : []),
  ];
  const pieces: { readonly end: number; readonly c0: Raw[]; readonly c1: Raw[] }[] = [];
  const n = range.to - range.from;
  for (let period = range.from; period < range.to; period++) {
    const back = spread === "reflect" && Math.abs(period) % 2 === 1;
    const list = back ? [...whole].reverse().map((s) => ({ ...s, offset: 1 - s.offset })) : whole;
    for (let i = 0; i + 1 < list.length; i++) {
      const [a, b] = [list[i]!, list[i + 1]!];
      if (b.offset - a.offset < 1e-9) continue;
      // bounds must differ: a sharp change takes a hundred-thousandth
      const end = Math.max((period - range.from + b.offset) / n, (pieces.at(-1)?.end ?? 0) + 1e-5);
      pieces.push({ end, c0: value(a), c1: value(b) });
    }
  }
  const functions = pieces.map(({ c0, c1 }): Dict => ({ FunctionType: 2, Domain: [0, 1], C0: c0, C1: c1, N: 1 }));
  if (functions.length === 1) return functions[0]!;
  const bounds = pieces.slice(0, -1).map((p) => short(p.end));
  return { FunctionType: 3, Domain: [0, 1], Functions: functions, Bounds: bounds, Encode: functions.flatMap(() => [0, 1]) };
}

/** drawn separately: readers round pattern cells to whole pixels, visibly */
const FEW_TILES = 2000;

/** Origins in pattern space; null if too many. @throws NumberError if infinitely many */
export function tilesOver({ box, stepX, stepY }: TilePaint, region: Rect): readonly Point[] | null {
  const c0 = Math.floor(bounded((region.x - box.x - box.width) / stepX));
  const c1 = Math.ceil(bounded((region.x + region.width - box.x) / stepX));
  const r0 = Math.floor(bounded((region.y - box.y - box.height) / stepY));
  const r1 = Math.ceil(bounded((region.y + region.height - box.y) / stepY));
  if ((c1 - c0 + 1) * (r1 - r0 + 1) > FEW_TILES) return null;
  const out: Point[] = [];
  for (let r = r0; r <= r1; r++) for (let c = c0; c <= c1; c++) out.push({ x: c * stepX, y: r * stepY });
  return out;
}

export function extent(coords: readonly number[], m: Matrix): Rect {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let i = 0; i + 1 < coords.length; i += 2) {
    const p = apply(m, { x: coords[i]!, y: coords[i + 1]! });
    xs.push(p.x);
    ys.push(p.y);
  }
  const x = least(xs);
  const y = least(ys);
  return { x, y, width: greatest(xs) - x, height: greatest(ys) - y };
}
