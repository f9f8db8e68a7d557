// Painter of drawings, marked as a whole.
import { IDENTITY } from "../../../ir/geometry.js";
import type { Painter } from "../context.js";
import { drawingOps } from "../drawn.js";
import { paintContent } from "../tag.js";

export const paintDrawing: Painter<"drawing"> = (box, fragment, x, y, cx) => {
  const region = cx.links.regionOf(fragment, x, y, IDENTITY);
  const mark = paintContent(fragment, region && box.link, { ops: drawingOps(box, x, y, cx.resources), lang: undefined }, cx);
  cx.links.add(fragment, region, mark);
};
