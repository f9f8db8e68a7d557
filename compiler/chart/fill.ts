// Declared chart fills to fills of drawings: colours, gradients over a shape's box, patterns tiled over the page.
import { rotation } from "../../ir/geometry.js";
import type { Fill, Rect, Rgb, Stop, Stroke } from "../../ir/ir.js";
import type { DrawnOp, DrawnPaint, DrawnTile } from "../box/drawn.js";
import { ellipsePath, rectPath } from "../core/outline.js";
import { pt } from "../core/units.js";
import type { ChartFillStyle, ChartGradient, ChartPattern } from "../request/types/chart.js";
import { resolveStroke } from "../style/shape.js";

/** What a mark is filled with, before its box is known. */
export interface ChartPaint {
  readonly fill: (box: Rect) => Fill | DrawnPaint;
  /** the colour that stands for it beside text and in mixtures */
  readonly color: Rgb;
  /** paints a gradient that can be seen through, which a chart may do 512 times */
  readonly transparentGradient: boolean;
  /** is seen through somewhere, so that what is behind it shows */
  readonly opaque: boolean;
}

const rgb = (color: string): Rgb => color.toUpperCase() as Rgb;

/** One colour. */
export const solid = (color: Rgb, opacity = 1): ChartPaint => {
  const fill = { color, opacity };
  return { fill: () => fill, color, transparentGradient: false, opaque: opacity === 1 };
};

/** A declared fill. `color`: of a pattern's foreground that has none of its own */
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
    opaque: stops.every((s) => s.opacity * opacity === 1),
  };
}

/** A gradient over a box. `angle`: degrees clockwise, 0 = left to right, 90 = top to bottom; its ends are at the box's outermost corners */
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

/** The unit vector of an angle; quarter turns are exact. */
function direction(angle: number): readonly [number, number] {
  const [cos, sin] = rotation(angle, 0, 0);
  return [cos, sin];
}

/** Defaults of patterns, mm: the contract leaves them open. */
const SPACING = 1.2;
const LINE = 0.25;
const DOT = 0.5;

function patternPaint(pattern: ChartPattern, own: Rgb, opacity: number): ChartPaint {
  const color = pattern.color ? rgb(pattern.color) : own;
  const tile = patternTile(pattern, color);
  const paint: DrawnPaint = { gradient: tile, opacity };
  return { fill: () => paint, color, transparentGradient: false, opaque: pattern.background !== undefined && opacity === 1 };
}

/**
 * The tile of a pattern in a space turned by 45°: one line, two lines that cross, or a dot. It is laid from the page's corner, so that the
 * same pattern is one resource wherever it is used.
 */
function patternTile(pattern: ChartPattern, color: Rgb): DrawnTile {
  const spacing = pt(pattern.spacing ?? SPACING);
  const { kind, stroke: declared } = pattern;
  const dots = kind === "dots";
  const stroke = resolveStroke({ width: dots ? DOT : LINE }, { ...declared, color });
  const period = stroke.dash.reduce((a, b) => a + b, 0);
  // a tile ends where its dashes do, so that they go on in the next one
  const repeats = kind === "crosshatch" ? repeatsFor(spacing, period) : 1;
  const width = kind === "diagonal" && period > 0 ? period : spacing * repeats;
  const height = spacing * repeats;
  const dash = period > 0 && kind === "crosshatch" ? stretched(stroke.dash, width, period) : stroke.dash;
  const line: Stroke = {
    color,
    width: stroke.width,
    opacity: stroke.opacity,
    cap: stroke.cap,
    join: "miter",
    miterLimit: 10,
    dash,
  };
  const ops: DrawnOp[] = [];
  if (pattern.background)
    ops.push({ op: "path", path: rectPath(0, 0, width, height), fill: { color: rgb(pattern.background.color), opacity: 1 }, stroke: null });
  if (dots) {
    const r = stroke.width / 2;
    const path = ellipsePath(width / 2, height / 2, r, r);
    ops.push({ op: "path", path, fill: { color, opacity: stroke.opacity }, stroke: null });
  } else
    for (let k = 0; k < repeats; k++) {
      const at = spacing * (k + 0.5);
      ops.push(across(line, 0, at, width, at));
      if (kind === "crosshatch") ops.push(across(line, at, 0, at, height));
    }
  return {
    kind: "tile",
    box: { x: 0, y: 0, width, height },
    stepX: width,
    stepY: height,
    transform: rotation(-45, 0, 0),
    ops,
    fixed: true,
  };
}

const across = (stroke: Stroke, x1: number, y1: number, x2: number, y2: number): DrawnOp => ({
  op: "path",
  path: { verbs: "ML", coords: [x1, y1, x2, y2], rule: "nonzero" },
  fill: null,
  stroke,
});

/** How many spacings make nearly a whole number of dash periods. */
function repeatsFor(spacing: number, period: number): number {
  if (period === 0) return 1;
  let best = 1;
  let least = Infinity;
  for (let n = 1; n <= 6; n++) {
    const whole = Math.max(1, Math.round((n * spacing) / period));
    const off = Math.abs((n * spacing) / period / whole - 1);
    if (off < least - 0.02) [best, least] = [n, off];
  }
  return best;
}

const stretched = (dash: readonly number[], length: number, period: number): readonly number[] => {
  const scale = length / period / Math.max(1, Math.round(length / period));
  return dash.map((v) => v * scale);
};
