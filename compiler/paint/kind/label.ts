// A label to its glyph runs, marked as a whole.
import { IDENTITY } from "../../../ir/geometry.js";
import type { Painter } from "../context.js";
import { paintContent } from "../tag.js";

export const paintLabel: Painter<"label"> = (box, fragment, x, y, cx) => {
  const ops = cx.labels.ops(box, x, y, fragment.width, cx.resources.source(box.src));
  const lang = cx.structure.grows ? cx.languages.ofOps(ops) : undefined;
  const region = cx.links.regionOf(fragment, x, y, IDENTITY);
  const mark = paintContent(fragment, region && box.link, { ops, lang }, cx);
  cx.links.add(fragment, region, mark);
};
