import { translatePath } from "../../ir/geometry.js";
import type { Fill, Op, Path, Rect } from "../../ir/ir.js";
import type { ComputedStroke } from "../box/box.js";
import { roundedRectPath } from "../core/outline.js";
import { roundStroke } from "./stroke.js";

/** A double stroke is two outlines. */
export function frameOps(
  box: Rect,
  { fill, stroke, radius }: { readonly fill: Fill | null; readonly stroke: ComputedStroke | null; readonly radius: number },
  source: number,
): Op[] {
  const ops: Op[] = [];
  const outline = (by: number): Path => outlineOf(box, by, radius);
  if (fill) ops.push({ op: "path", path: outline(0), fill, stroke: null, source });
  if (!stroke || stroke.width === 0) return ops;
  const { gap } = stroke;
  const drawn = roundStroke(stroke);
  const aside = gap === null ? [0] : [(gap + stroke.width) / 2, -(gap + stroke.width) / 2];
  for (const by of aside) ops.push({ op: "path", path: outline(by), fill: null, stroke: drawn, source });
  return ops;
}

/** Corners keep their centre. */
export function outlineOf(box: Rect, by: number, radius: number): Path {
  const d = Math.max(by, -Math.min(box.width, box.height) / 2);
  const corner = radius > 0 ? Math.max(0, radius + d) : 0;
  return translatePath(roundedRectPath(box.x - d, box.y - d, box.width + 2 * d, box.height + 2 * d, corner), 0, 0);
}
