import { rgbOf } from "../../ir/values.js";
import { IDENTITY, rotation } from "../../ir/geometry.js";
import type { Fill, Rect, Rgb, Stop, Stroke } from "../../ir/ir.js";
import type { DrawnOp, DrawnPaint, DrawnTile } from "../box/drawn.js";
import { rectPath } from "../core/outline.js";
import { pt } from "../core/units.js";
import type { ChartFillStyle, ChartGradient, ChartPattern } from "../request/types/chart.js";
import { resolveStroke } from "../style/shape.js";

export interface ChartPaint {
  readonly fill: (box: Rect) => Fill | DrawnPaint;
  readonly color: Rgb;
  /** counts against the limit of 512 */
  readonly transparentGradient: boolean;
  /** text on it needs a ground */
  readonly textured: boolean;
}

const rgb = (color: string): Rgb => rgbOf(color);

export const solid = (color: Rgb, opacity = 1): ChartPaint => {
  const fill = { color, opacity };
  return { fill: () => fill, color, transparentGradient: false, textured: false };
};

/** `color`: of a pattern without a foreground */
export function paintOf(declared: ChartFillStyle, color: Rgb): ChartPaint {
  const opacity = declared.opacity ?? 1;
  if (declared.gradient) return gradientPaint(declared.gradient, opacity);
  if (declared.pattern) return patternPaint(declared.pattern, color, opacity);
  return solid(declared.color ? rgb(declared.color) : color, opacity);
}

function gradientPaint({ angle = 0, stops: declared }: ChartGradient, opacity: number): ChartPaint {
  const stops = declared.map((s): Stop => ({ offset: s.offset, color: rgb(s.color), opacity: s.opacity ?? 1 }));
  return {
    fill: (box) => gradientFill(box, angle, stops, opacity),
    color: stops[Math.floor((stops.length - 1) / 2)]!.color,
    transparentGradient: stops.some((s) => s.opacity * opacity < 1),
    textured: false,
  };
}

/** `angle`: degrees clockwise, 0 = left to right; ends are at the box's outermost corners */
export function gradientFill(box: Rect, angle: number, stops: readonly Stop[], opacity = 1): DrawnPaint {
  const [cos, sin] = direction(angle);
  const half = (Math.abs(box.width * cos) + Math.abs(box.height * sin)) / 2;
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  return {
    gradient: {
      kind: "linear",
      from: { x: x - half * cos, y: y - half * sin },
      to: { x: x + half * cos, y: y + half * sin },
      spread: "pad",
      transform: [1, 0, 0, 1, 0, 0],
      stops,
    },
    opacity,
  };
}

/** Quarter turns are exact. */
function direction(angle: number): readonly [number, number] {
  const [cos, sin] = rotation(angle, 0, 0);
  return [cos, sin];
}

/** Distance between lines or dots of a pattern without one, mm; not in the contract. */
export const SPACING = 1.2;
const LINE = 0.25;
const DOT = 0.5;

function patternPaint(pattern: ChartPattern, own: Rgb, opacity: number): ChartPaint {
  const color = pattern.color ? rgb(pattern.color) : own;
  const tile = patternTile(pattern, color);
  const paint: DrawnPaint = { gradient: tile, opacity };
  return { fill: () => paint, color, transparentGradient: false, textured: true };
}

/** Many periods, as readers round its side to whole pixels. The origin is the page's corner, so that equal patterns are one resource. */
function patternTile(pattern: ChartPattern, color: Rgb): DrawnTile {
  const { kind, stroke: declared } = pattern;
  const dots = kind === "dots";
  const { width, opacity, cap, dash } = resolveStroke({ width: dots ? DOT : LINE }, { ...declared, color });
  const step = pt(pattern.spacing ?? SPACING) * Math.SQRT2;
  const count = Math.max(1, Math.ceil(TILE / step));
  const side = step * count;
  const ops: DrawnOp[] = [];
  if (pattern.background)
    ops.push({ op: "path", path: rectPath(0, 0, side, side), fill: { color: rgb(pattern.background.color), opacity: 1 }, stroke: null });
  if (dots) for (const row of rowsOfDots(color, { width, opacity }, step, count)) ops.push(row);
  else {
    const dashes = wholeDashes(dash, side * Math.SQRT2);
    const stroke: Stroke = { color, width, opacity, cap, join: "miter", miterLimit: 10, dash: dashes };
    const over = width + step;
    for (const falling of kind === "crosshatch" ? [false, true] : [false])
      for (let k = -1; k <= 2 * count; k++) ops.push(diagonal(stroke, { at: (k + 0.5) * step, side, over, falling }));
  }
  return { kind: "tile", box: { x: 0, y: 0, width: side, height: side }, stepX: side, stepY: side, transform: IDENTITY, ops, shared: true };
}

/** points */
const TILE = 64;

/** Whole periods, which continue in the next tile. */
function wholeDashes(dash: readonly number[], length: number): readonly number[] {
  const period = dash.reduce((a, b) => a + b, 0);
  if (period === 0) return [];
  const scale = length / period / Math.max(1, Math.round(length / period));
  return dash.map((v) => v * scale);
}

/** Line x + y = `at` or its mirror image; the dash phase depends on its start. */
function diagonal(
  stroke: Stroke,
  { at, side, over, falling }: { readonly at: number; readonly side: number; readonly over: number; readonly falling: boolean },
): DrawnOp {
  const from = Math.max(0, at - side) - over;
  const to = Math.min(at, side) + over;
  const x = (y: number): number => (falling ? side - at + y : at - y);
  const period = stroke.dash.reduce((a, b) => a + b, 0);
  const phase = period === 0 ? {} : { dashPhase: (((from * Math.SQRT2) % period) + period) % period };
  return {
    op: "path",
    path: { verbs: "ML", coords: [x(from), from, x(to), to], rule: "nonzero" },
    fill: null,
    stroke: { ...stroke, ...phase },
  };
}

/** Zero dashes with round caps. */
function rowsOfDots(
  color: Rgb,
  { width, opacity }: { readonly width: number; readonly opacity: number },
  step: number,
  count: number,
): readonly DrawnOp[] {
  const stroke: Stroke = { color, width, opacity, cap: "round", join: "round", miterLimit: 10, dash: [0, step] };
  return Array.from({ length: 2 * count + 1 }, (_, row): DrawnOp => {
    const y = (row / 2) * step;
    const coords = [row % 2 === 0 ? -step : -step / 2, y, (count + 1) * step, y];
    return { op: "path", path: { verbs: "ML", coords, rule: "nonzero" }, fill: null, stroke };
  });
}
