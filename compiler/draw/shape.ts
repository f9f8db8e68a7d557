// Rectangles, ellipses, polygons, lines and paths to drawn ops.
import { greatest, least } from "../../ir/many.js";
import { rotation } from "../../ir/geometry.js";
import type { Fill, Path, Point, Rect } from "../../ir/ir.js";
import type { ComputedStroke } from "../box/box.js";
import { singleStroke } from "../box/common.js";
import type { DrawnOp } from "../box/drawn.js";
import { ellipsePath, offsetPolygon, polygonPath, roundedRectPath } from "../core/outline.js";

/** A shape's ops in its parent's space, with its box: the geometry without the stroke. Lengths are points. */
export interface Shape {
  readonly box: Rect;
  readonly ops: readonly DrawnOp[];
}

export interface ShapeStyle {
  readonly fill: Fill | null;
  readonly stroke: ComputedStroke | null;
}

const stroked = (path: Path, stroke: ComputedStroke): DrawnOp => ({ op: "path", path, fill: null, stroke: singleStroke(stroke) });

/**
 * Fill and outline of a closed shape. A double stroke is two outlines, one on either side of the geometry; `at` gives the outline moved
 * outwards by so many points.
 */
function closed(look: ShapeStyle, at: (outwards: number) => Path): DrawnOp[] {
  const { fill, stroke } = look;
  const draws = stroke && stroke.width > 0 ? stroke : null;
  if (!draws) return fill ? [{ op: "path", path: at(0), fill, stroke: null }] : [];
  if (draws.gap === null) {
    const op = stroked(at(0), draws);
    return [op.op === "path" ? { ...op, fill } : op];
  }
  const aside = (draws.gap + draws.width) / 2;
  const filled: DrawnOp[] = fill ? [{ op: "path", path: at(0), fill, stroke: null }] : [];
  return [...filled, stroked(at(aside), draws), stroked(at(-aside), draws)];
}

export function drawRect(box: Rect, radius: number, turn: number, look: ShapeStyle): Shape {
  const outline = (by: number): Path => {
    // a corner keeps its centre
    const d = Math.max(by, -Math.min(box.width, box.height) / 2);
    return roundedRectPath(box.x - d, box.y - d, box.width + 2 * d, box.height + 2 * d, radius > 0 ? Math.max(0, radius + d) : 0);
  };
  return { box, ops: rotated(closed(look, outline), turn, box) };
}

export function drawEllipse(cx: number, cy: number, rx: number, ry: number, more: ShapeStyle & { readonly turn: number }): Shape {
  const box = { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry };
  const ops = closed(more, (by) => ellipsePath(cx, cy, Math.max(0, rx + by), Math.max(0, ry + by)));
  return { box, ops: rotated(ops, more.turn, box) };
}

export function drawPolygon(points: readonly Point[], look: ShapeStyle): Shape {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const box = {
    x: least(xs),
    y: least(ys),
    width: greatest(xs) - least(xs),
    height: greatest(ys) - least(ys),
  };
  const limit = look.stroke?.join === "miter" ? look.stroke.miterLimit : 1;
  return { box, ops: closed(look, (by) => (by === 0 ? polygonPath(points) : polygonPath(offsetPolygon(points, by, limit)))) };
}

export function drawLine(from: Point, to: Point, stroke: ComputedStroke): Shape {
  const box = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
  if (stroke.width === 0) return { box, ops: [] };
  const line = (by: number): DrawnOp => {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const dx = (-(to.y - from.y) / length) * by;
    const dy = ((to.x - from.x) / length) * by;
    return stroked({ verbs: "ML", coords: [from.x + dx, from.y + dy, to.x + dx, to.y + dy], rule: "nonzero" }, stroke);
  };
  if (stroke.gap === null) return { box, ops: [line(0)] };
  const aside = (stroke.gap + stroke.width) / 2;
  return { box, ops: [line(-aside), line(aside)] };
}

/** A normalized path scaled from its view box to its frame; the stroke's width is not scaled. */
export function drawPath(path: Path, box: Rect, turn: number, look: ShapeStyle): Shape {
  const { fill, stroke } = look;
  const outline = stroke && stroke.width > 0 ? stroke : null;
  if (!fill && !outline) return { box, ops: [] };
  const op: DrawnOp = outline ? stroked(path, outline) : { op: "path", path, fill: null, stroke: null };
  return { box, ops: rotated([op.op === "path" ? { ...op, fill } : op], turn, box) };
}

/** Turns ops about the centre of a box. */
export function rotated(ops: readonly DrawnOp[], degrees: number, box: Rect): DrawnOp[] {
  if (degrees % 360 === 0 || ops.length === 0) return [...ops];
  const transform = rotation(degrees, box.x + box.width / 2, box.y + box.height / 2);
  return [{ op: "group", transform, clip: null, opacity: 1, isolated: false, blend: "normal", mask: null, children: ops }];
}

/** How far a stroke reaches beyond the geometry it is centred on. */
export const strokeExtent = (stroke: ComputedStroke | null): number =>
  stroke === null ? 0 : stroke.gap === null ? stroke.width / 2 : stroke.gap / 2 + stroke.width;
