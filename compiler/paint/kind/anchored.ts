// An anchored box's fragment to what is in it.
import type { Painter } from "../context.js";

export const paintAnchored: Painter<"anchored"> = (_box, fragment, x, y, cx) => {
  for (const p of fragment.children.slice(0, 1)) cx.paint(p.fragment, x + p.x, y + p.y);
};
