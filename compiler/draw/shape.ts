import { greatest, least } from "../../base/many.js";
import { bounds, rotation } from "../../ir/geometry.js";
import type { Fill, Path, Point, Rect } from "../../ir/ir.js";
import type { ComputedStroke } from "../box/box.js";
import { singleStroke } from "../box/common.js";
import type { DrawnOp } from "../box/drawn.js";
import { ellipsePath, offsetPolygon, polygonPath, roundedRectPath } from "../core/outline.js";
import { around, strokeExtent } from "../core/stroke-extent.js";

/** Ops of a shape in the space of its parent, points. */
export interface Shape {
  /** frame, or bounding box of the geometry without stroke */
  readonly box: Rect;
  /** visible rectangle: with the stroke for shapes given by coordinates, else the rotated frame */
  readonly visual: Rect;
  readonly ops: readonly DrawnOp[];
}

export interface ShapeStyle {
  readonly fill: Fill | null;
  readonly stroke: ComputedStroke | null;
}

const stroked = (path: Path, stroke: ComputedStroke): DrawnOp => ({ op: "path", path, fill: null, stroke: singleStroke(stroke) });

/** A double stroke is two outlines; `at`: outline offset outwards, points. */
function closed(style: ShapeStyle, at: (outwards: number) => Path): DrawnOp[] {
  const { fill, stroke } = style;
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

export function drawRect(box: Rect, radius: number, turn: number, style: ShapeStyle): Shape {
  const outline = (by: number): Path => {
    // the centre of a corner is preserved
    const d = Math.max(by, -Math.min(box.width, box.height) / 2);
    return roundedRectPath(box.x - d, box.y - d, box.width + 2 * d, box.height + 2 * d, radius > 0 ? Math.max(0, radius + d) : 0);
  };
  return { box, visual: turned(box, turn), ops: rotated(closed(style, outline), turn, box) };
}

export function drawEllipse(cx: number, cy: number, rx: number, ry: number, more: ShapeStyle & { readonly turn: number }): Shape {
  const flat = { x: cx - rx, y: cy - ry, width: 2 * rx, height: 2 * ry };
  const ops = closed(more, (by) => ellipsePath(cx, cy, Math.max(0, rx + by), Math.max(0, ry + by)));
  const box = turned(flat, more.turn);
  const out = outerEdge(more.stroke);
  const visual = { x: box.x - out, y: box.y - out, width: box.width + 2 * out, height: box.height + 2 * out };
  return { box, visual, ops: rotated(ops, more.turn, flat) };
}

export function drawPolygon(points: readonly Point[], style: ShapeStyle): Shape {
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const box = {
    x: least(xs),
    y: least(ys),
    width: greatest(xs) - least(xs),
    height: greatest(ys) - least(ys),
  };
  const limit = style.stroke?.join === "miter" ? style.stroke.miterLimit : 1;
  const { stroke } = style;
  const outline = (by: number): readonly Point[] => (by === 0 ? points : offsetPolygon(points, by, limit));
  const extents = stroke ? linesOf(stroke).map((by) => strokeExtent(outline(by), true, stroke)) : [];
  return { box, visual: withStrokes(box, extents), ops: closed(style, (by) => polygonPath(outline(by))) };
}

const linesOf = ({ width, gap }: ComputedStroke): readonly number[] =>
  width === 0 ? [] : gap === null ? [0] : [(gap + width) / 2, -(gap + width) / 2];

const withStrokes = (box: Rect, extents: readonly (Rect | null)[]): Rect => around([box, ...extents.filter((e) => e !== null)])!;

export function drawLine(from: Point, to: Point, stroke: ComputedStroke): Shape {
  const box = { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) };
  const lines = linesOf(stroke).map((by): readonly [Point, Point] => {
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const dx = ((to.y - from.y) / length) * by;
    const dy = (-(to.x - from.x) / length) * by;
    return [
      { x: from.x + dx, y: from.y + dy },
      { x: to.x + dx, y: to.y + dy },
    ];
  });
  return {
    box,
    visual: withStrokes(
      box,
      lines.map((line) => strokeExtent(line, false, stroke)),
    ),
    ops: lines.map(([a, b]) => stroked({ verbs: "ML", coords: [a.x, a.y, b.x, b.y], rule: "nonzero" }, stroke)),
  };
}

/** Scales a path to its frame; the stroke width is not scaled. */
export function drawPath(path: Path, box: Rect, turn: number, style: ShapeStyle): Shape {
  const { fill, stroke } = style;
  const outline = stroke && stroke.width > 0 ? stroke : null;
  const visual = turned(box, turn);
  if (!fill && !outline) return { box, visual, ops: [] };
  const op: DrawnOp = outline ? stroked(path, outline) : { op: "path", path, fill: null, stroke: null };
  return { box, visual, ops: rotated([op.op === "path" ? { ...op, fill } : op], turn, box) };
}

export function rotated(ops: readonly DrawnOp[], degrees: number, box: Rect): DrawnOp[] {
  if (degrees % 360 === 0 || ops.length === 0) return [...ops];
  const transform = rotation(degrees, box.x + box.width / 2, box.y + box.height / 2);
  return [{ op: "group", transform, clip: null, opacity: 1, isolated: false, blend: "normal", mask: null, children: ops }];
}

export const turned = (box: Rect, degrees: number, about = box): Rect =>
  degrees % 360 === 0 ? box : bounds(rotation(degrees, about.x + about.width / 2, about.y + about.height / 2), box);

const outerEdge = (stroke: ComputedStroke | null): number =>
  stroke === null ? 0 : stroke.gap === null ? stroke.width / 2 : stroke.gap / 2 + stroke.width;
