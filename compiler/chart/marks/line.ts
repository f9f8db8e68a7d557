import { append, greatest, least } from "../../../base/many.js";
import type { Path, Point, Rect, Rgb, Stop } from "../../../ir/ir.js";
import { singleStroke } from "../../box/common.js";
import type { DrawnOp } from "../../box/drawn.js";
import type { ChartContext } from "../context.js";
import { gradientFill } from "../fill.js";
import { patternFor, type SeriesModel } from "../series.js";
import { strokePath } from "../stroke.js";
import { areaPath, curvePath, runsOf, type Span } from "./curve.js";
import { joinPaths, markerPath, markersAt } from "./marker.js";

/** Diameter of the dot of a point without neighbours, points. */
export const dotSize = ({ width }: { readonly width: number }): number => Math.max(width * 1.8, 2);

/** A point without neighbours is a dot, as it has no line. */
export function lineMarks(s: SeriesModel, points: readonly (Point | null)[], horizontal: boolean): readonly DrawnOp[] {
  const { line } = s;
  if (!line) return [];
  const out: DrawnOp[] = [];
  const dots: Path[] = [];
  for (const run of runsOf(points, s.connectNulls)) {
    if (run.length > 1) append(out, strokePath(curvePath(run, s.curve, horizontal), line));
    else if (!s.marker) dots.push(markerPath("circle", run[0]!, dotSize(line)));
  }
  if (dots.length > 0) out.push({ op: "path", path: joinPaths(dots), fill: { color: line.color, opacity: line.opacity }, stroke: null });
  return out;
}

export function markerMarks(cx: ChartContext, s: SeriesModel, points: readonly (Point | null)[]): readonly DrawnOp[] {
  const { marker } = s;
  if (!marker) return [];
  const fill = { color: s.line?.color ?? s.color, opacity: 1 };
  return markersAt(points, { shape: marker.shape, size: marker.size, fill, stroke: markerStroke(cx, s, marker.size) });
}

/** The declared stroke if points have no line, else a ring. `size`: diameter, points */
export function markerStroke(cx: ChartContext, s: SeriesModel, size: number): ReturnType<typeof ringOf> | null {
  if (s.mark !== "point" || s.line || !s.source.stroke || !s.outline) return ringOf(cx, size);
  return s.outline.width > 0 && s.outline.opacity > 0 ? singleStroke(s.outline) : null;
}

const ringOf = (cx: ChartContext, size: number): NonNullable<Extract<DrawnOp, { op: "path" }>["stroke"]> => ({
  color: cx.theme.paper,
  width: Math.min(0.75, size / 6),
  opacity: 1,
  cap: "butt",
  join: "round",
  miterLimit: 10,
  dash: [],
});

/** Opacities of areas over others, and at the start of fading ones. */
const SOLID = 0.22;
const FADE: readonly [number, number] = [0.3, 0.02];

/** Fills areas, by default plain in a stack, otherwise transparent over grid and areas. `faint`: a plain one is transparent too (ranges) */
export function areaMarks(
  cx: ChartContext,
  s: SeriesModel,
  spans: readonly (Span | null)[],
  { horizontal, connect, faint }: { readonly horizontal: boolean; readonly connect: boolean; readonly faint: boolean },
): readonly DrawnOp[] {
  if (s.areaFill === "none") return [];
  const out: DrawnOp[] = [];
  for (const run of runsOf(spans, connect)) {
    if (run.length < 2) continue;
    const path = areaPath(run, s.curve, horizontal);
    const box = boxOfSpans(run, horizontal);
    const base = horizontal ? (run[0]!.from - box.x) / box.width : (run[0]!.from - box.y) / box.height;
    out.push({ op: "path", path, fill: areaFill(cx, s, box, { horizontal, faint, base }), stroke: null });
  }
  return out;
}

/** Fades towards the base from both sides. `base`: 0 to 1 along the gradient */
function fading(color: Rgb, base: number): readonly Stop[] {
  const [far, near] = FADE;
  const at = (offset: number, opacity: number): Stop => ({ offset, color, opacity });
  if (!(base > 0.001)) return [at(0, near), at(1, far)];
  if (!(base < 0.999)) return [at(0, far), at(1, near)];
  return [at(0, far), at(base, near), at(1, far)];
}

function areaFill(
  cx: ChartContext,
  s: SeriesModel,
  box: Rect,
  { horizontal, faint, base }: { readonly horizontal: boolean; readonly faint: boolean; readonly base: number },
): NonNullable<Extract<DrawnOp, { op: "path" }>["fill"]> {
  if (s.source.fill) return cx.fill(s.paint, box);
  if (s.areaFill === "pattern") {
    // the theme's first fill is plain, not a pattern
    const asked = s.source.options?.area_fill ?? cx.el.options?.area_fill;
    const own = cx.theme.mono && s.mark === "area" && (s.paint.textured || asked === undefined);
    return cx.fill(own ? s.paint : patternFor(s.index, s.color), box);
  }
  if (s.areaFill === "gradient") {
    const stops = fading(s.color, base);
    return cx.fill(
      { fill: (b) => gradientFill(b, horizontal ? 0 : 90, stops), color: s.color, transparentGradient: true, textured: false },
      box,
    );
  }
  return { color: s.color, opacity: s.stack && !faint ? STACKED : SOLID };
}
const STACKED = 1;

function boxOfSpans(run: readonly Span[], horizontal: boolean): Rect {
  const along = run.map((s) => s.along);
  const values = run.flatMap((s) => [s.from, s.to]);
  const a = { from: least(along), to: greatest(along) };
  const v = { from: least(values), to: greatest(values) };
  return horizontal
    ? { x: v.from, y: a.from, width: v.to - v.from, height: a.to - a.from }
    : { x: a.from, y: v.from, width: a.to - a.from, height: v.to - v.from };
}
