// A drawing to its ops, marked as a whole.
import { IDENTITY } from "../../../ir/geometry.js";
import type { Painter } from "../context.js";
import { drawingOps } from "../drawn.js";
import { paintContent } from "../tag.js";

export const paintDrawing: Painter<"drawing"> = (box, fragment, x, y, cx) => {
  const mark = paintContent(box, fragment, drawingOps(box, x, y, cx.resources), undefined, cx);
  cx.links.ofFragment(fragment, x, y, IDENTITY, mark);
};
