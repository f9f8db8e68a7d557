import type { Rect } from "../../ir/ir.js";
import type { Drawing } from "../box/box.js";

/** Adds a region from the drawing's upper left corner, points; it is stored if linked and another than its own. */
export function withRegion(drawing: Drawing, region: Rect): Drawing {
  const { width, height, link } = drawing;
  const own = region.x === 0 && region.y === 0 && region.width === width && region.height === height;
  return link === null || own ? drawing : { ...drawing, region };
}
