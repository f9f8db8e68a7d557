import { apply, IDENTITY, multiply, round } from "../../ir/geometry.js";
import type { Matrix, Op, Rect } from "../../ir/ir.js";
import { advanceOf } from "./glyph-run.js";

/** Includes control points of curves, baselines and sizes of text, half the width of strokes. */
export function extentOf(ops: readonly Op[]): Rect | null {
  const e = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const point = (m: Matrix, x: number, y: number): void => {
    const p = apply(m, { x, y });
    e.left = Math.min(e.left, p.x);
    e.right = Math.max(e.right, p.x);
    e.top = Math.min(e.top, p.y);
    e.bottom = Math.max(e.bottom, p.y);
  };
  const box = (m: Matrix, x0: number, y0: number, x1: number, y1: number): void => {
    for (const x of [x0, x1]) for (const y of [y0, y1]) point(m, x, y);
  };
  const go = (list: readonly Op[], m: Matrix): void => {
    for (const op of list) {
      if (op.op === "mark") go(op.children, m);
      else if (op.op === "group") go(op.children, op.transform ? multiply(m, op.transform) : m);
      else if (op.op === "image" || op.op === "pdf-page") box(m, op.box.x, op.box.y, op.box.x + op.box.width, op.box.y + op.box.height);
      else if (op.op === "glyphs") {
        box(m, op.x, op.y - op.size, op.x + advanceOf(op), op.y + op.size / 4);
      } else {
        const { coords } = op.path;
        const half = (op.stroke?.width ?? 0) / 2;
        for (let i = 0; i + 1 < coords.length; i += 2)
          box(m, coords[i]! - half, coords[i + 1]! - half, coords[i]! + half, coords[i + 1]! + half);
      }
    }
  };
  go(ops, IDENTITY);
  if (!(e.right >= e.left)) return null;
  return { x: round(e.left), y: round(e.top), width: round(e.right - e.left), height: round(e.bottom - e.top) };
}
