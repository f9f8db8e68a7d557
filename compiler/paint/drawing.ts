import { round, translatePath } from "../../ir/geometry.js";
import type { Fill, Op, Stroke } from "../../ir/ir.js";
import type { DrawnOp } from "../box/box.js";

/** A drawing's ops at their place on the page, rounded, with the source they are of. What would show nothing is left out. */
export function placeDrawing(ops: readonly DrawnOp[], x: number, y: number, source: number): Op[] {
  return ops.flatMap((op): Op[] => {
    if (op.op === "path") {
      if (!op.fill && !op.stroke) return [];
      return [
        {
          ...op,
          path: translatePath(op.path, x, y),
          fill: op.fill ? roundFill(op.fill) : null,
          stroke: op.stroke ? roundStroke(op.stroke) : null,
          source,
        },
      ];
    }
    const children = placeDrawing(op.children as readonly DrawnOp[], 0, 0, source);
    if (children.length === 0) return [];
    const [a, b, c, d, e, f] = op.transform ?? [1, 0, 0, 1, 0, 0];
    return [{ ...op, transform: [a, b, c, d, round(e + x), round(f + y)], children }];
  });
}

const roundFill = (f: Fill): Fill => f;
const roundStroke = (s: Stroke): Stroke => ({
  color: s.color,
  width: round(s.width),
  opacity: s.opacity,
  cap: s.cap,
  join: s.join,
  miterLimit: s.miterLimit,
  dash: s.dash.map(round),
});
