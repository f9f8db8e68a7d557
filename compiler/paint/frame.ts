import { translatePath, round } from "../../ir/geometry.js";
import type { Fill, Op, Path, Rect, Stroke } from "../../ir/ir.js";
import type { StrokeLook } from "../box/box.js";
import { rectPath } from "../core/outline.js";

/** A box's own fill and outline, behind its content. A double stroke is two outlines. */
export function frameOps(box: Rect, fill: Fill | null, stroke: StrokeLook | null, source: number): Op[] {
  const ops: Op[] = [];
  const outline = (by: number): Path => translatePath(rectPath(box.x - by, box.y - by, box.width + 2 * by, box.height + 2 * by), 0, 0);
  if (fill) ops.push({ op: "path", path: outline(0), fill, stroke: null, source });
  if (!stroke || stroke.width === 0) return ops;
  const { gap, ...look } = stroke;
  const drawn: Stroke = { ...look, width: round(look.width), dash: look.dash.map(round) };
  const aside = gap === null ? [0] : [(gap + stroke.width) / 2, -(gap + stroke.width) / 2];
  for (const by of aside) ops.push({ op: "path", path: outline(by), fill: null, stroke: drawn, source });
  return ops;
}
