import { round, translatePath } from "../../ir/geometry.js";
import type { Fill, Matrix, Op, PaintResource, Stroke } from "../../ir/ir.js";
import type { DrawnOp, DrawnPath } from "../box/box.js";
import type { ResourceTable } from "./resources.js";

/** A drawing's ops at their place on the page, rounded, with the source they are of. What would show nothing is left out. */
export function placeDrawing(
  ops: readonly DrawnOp[],
  { x, y }: { readonly x: number; readonly y: number },
  source: number,
  table: ResourceTable,
): Op[] {
  const inside = (children: readonly DrawnOp[]): Op[] => placeDrawing(children, { x: 0, y: 0 }, source, table);
  const fillOf = (fill: NonNullable<DrawnPath["fill"]>): Fill => {
    if (!("gradient" in fill)) return fill;
    const { gradient } = fill;
    const moved = (m: Matrix): Matrix => [m[0], m[1], m[2], m[3], round(m[4] + x), round(m[5] + y)];
    const paint: PaintResource =
      gradient.kind === "tile"
        ? { ...gradient, transform: moved(gradient.transform), ops: inside(gradient.ops) }
        : { ...gradient, transform: moved(gradient.transform) };
    return { paint: table.paint(paint), opacity: fill.opacity };
  };
  return ops.flatMap((op): Op[] => {
    if (op.op === "image") {
      const { box } = op;
      const at = { x: round(box.x + x), y: round(box.y + y), width: round(box.width), height: round(box.height) };
      return [{ op: "image", image: table.image(op.image), box: at, source }];
    }
    if (op.op === "path") {
      if (!op.fill && !op.stroke) return [];
      const fill = op.fill ? fillOf(op.fill) : null;
      return [{ ...op, path: translatePath(op.path, x, y), fill, stroke: op.stroke ? roundStroke(op.stroke) : null, source }];
    }
    if (op.opacity === 0) return [];
    // a clip is in the space that the transform sets up; without one, it is moved like everything else
    const free = op.transform === null;
    const children = free ? placeDrawing(op.children, { x, y }, source, table) : inside(op.children);
    if (children.length === 0) return [];
    const [a, b, c, d, e, f] = op.transform ?? [1, 0, 0, 1, 0, 0];
    const transform: Matrix | null = free ? null : [a, b, c, d, round(e + x), round(f + y)];
    const clip = op.clip ? translatePath(op.clip, free ? x : 0, free ? y : 0) : null;
    const maskOps = op.mask ? (free ? placeDrawing(op.mask.children, { x, y }, source, table) : inside(op.mask.children)) : [];
    const mask = op.mask ? { kind: op.mask.kind, children: maskOps } : null;
    return [{ ...op, transform, clip, mask, children }];
  });
}

const roundStroke = (s: Stroke): Stroke => ({
  color: s.color,
  width: round(s.width),
  opacity: s.opacity,
  cap: s.cap,
  join: s.join,
  miterLimit: s.miterLimit,
  dash: s.dash.map(round),
  ...(s.dashPhase !== undefined && { dashPhase: round(s.dashPhase) }),
});
