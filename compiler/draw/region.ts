// Visible rectangle of a linked drawing.
import type { Rect } from "../../ir/ir.js";
import type { Drawing } from "../box/box.js";

/**
 * `region`: relative to the upper left corner of the drawing, points; stored only for a drawing with a link and another rectangle than its
 * own.
 */
export function withRegion(drawing: Drawing, region: Rect): Drawing {
  const { width, height, link } = drawing;
  const own = region.x === 0 && region.y === 0 && region.width === width && region.height === height;
  return link === null || own ? drawing : { ...drawing, region };
}
