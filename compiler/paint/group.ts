import type { Matrix, Op, Rect } from "../../ir/ir.js";
import { round } from "../../ir/geometry.js";
import { outlineOf } from "./frame.js";

export function clipOps(ops: readonly Op[], area: Rect, radius: number): readonly Op[] {
  if (ops.length === 0) return ops;
  const clip = outlineOf(area, 0, radius);
  return [{ op: "group", transform: null, clip, opacity: 1, isolated: false, blend: "normal", mask: null, children: ops }];
}

export function transformOps(ops: readonly Op[], [a, b, c, d, e, f]: Matrix): readonly Op[] {
  if (ops.length === 0) return ops;
  const transform: Matrix = [a, b, c, d, round(e), round(f)];
  return [{ op: "group", transform, clip: null, opacity: 1, isolated: false, blend: "normal", mask: null, children: ops }];
}
