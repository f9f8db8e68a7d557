// Frames and marks of form fields.
import type { FieldMark, Path, Rect, Rgb, Stroke, Widget } from "../../ir/ir.js";
import type { DrawnOp } from "../box/drawn.js";
import { ellipsePath, polygonPath, rectPath } from "../core/outline.js";

/** Points. */
export interface FieldFrame {
  /** true: an ellipse */
  readonly round: boolean;
  readonly background: Rgb | null;
  readonly border: Widget["border"];
}

/** Share of the box that a mark fills (FM-21). */
const SHARE = 0.7;
const DASHES = [3, 3];

export const inner = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x + by,
  y: y + by,
  width: Math.max(0, width - 2 * by),
  height: Math.max(0, height - 2 * by),
});

const outline = ({ x, y, width, height }: Rect, round: boolean): Path =>
  round ? ellipsePath(x + width / 2, y + height / 2, width / 2, height / 2) : rectPath(x, y, width, height);

const filled = (path: Path, color: Rgb): DrawnOp => ({ op: "path", path, fill: { color, opacity: 1 }, stroke: null });

const strokeOf = (color: Rgb, width: number, dash: readonly number[]): Stroke => ({
  color,
  width,
  opacity: 1,
  cap: "butt",
  join: "miter",
  miterLimit: 10,
  dash,
});

/** The outer edge of the border is that of the box, as readers draw it. */
export function frameOps({ round, background, border }: FieldFrame, box: Rect): readonly DrawnOp[] {
  const back = background === null ? [] : [filled(outline(box, round), background)];
  if (!border) return back;
  const { color, width, style } = border;
  const stroke = strokeOf(color, width, style === "dashed" || style === "dashed_underline" ? DASHES : []);
  if (style === "solid" || style === "dashed")
    return [...back, { op: "path", path: outline(inner(box, width / 2), round), fill: null, stroke }];
  const y = box.y + box.height - width / 2;
  return [...back, { op: "path", path: { verbs: "ML", coords: [box.x, y, box.x + box.width, y], rule: "nonzero" }, fill: null, stroke }];
}

/** Corners in a square from (-1, -1) to (1, 1). */
const CORNERS: Readonly<Record<Exclude<FieldMark, "circle" | "cross">, readonly (readonly [number, number])[]>> = {
  check: [
    [-1, 0.05],
    [-0.72, -0.22],
    [-0.3, 0.25],
    [0.72, -0.85],
    [1, -0.58],
    [-0.28, 0.85],
  ],
  square: [
    [-0.85, -0.85],
    [0.85, -0.85],
    [0.85, 0.85],
    [-0.85, 0.85],
  ],
  diamond: [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ],
  star: [
    [0, -1],
    [0.2245, -0.309],
    [0.9511, -0.309],
    [0.3633, 0.118],
    [0.5878, 0.809],
    [0, 0.382],
    [-0.5878, 0.809],
    [-0.3633, 0.118],
    [-0.9511, -0.309],
    [-0.2245, -0.309],
  ],
};

/** Draws a mark in the middle of the box. */
export function drawMark(mark: FieldMark, { x, y, width, height }: Rect, color: Rgb): readonly DrawnOp[] {
  const half = (SHARE * Math.min(width, height)) / 2;
  const [cx, cy] = [x + width / 2, y + height / 2];
  if (mark === "circle") return [filled(ellipsePath(cx, cy, half * 0.8, half * 0.8), color)];
  if (mark === "cross") {
    const arm = half * 0.85;
    const coords = [cx - arm, cy - arm, cx + arm, cy + arm, cx - arm, cy + arm, cx + arm, cy - arm];
    return [{ op: "path", path: { verbs: "MLML", coords, rule: "nonzero" }, fill: null, stroke: strokeOf(color, half * 0.3, []) }];
  }
  return [filled(polygonPath(CORNERS[mark].map(([px, py]) => ({ x: cx + px * half, y: cy + py * half }))), color)];
}
