import { IDENTITY } from "../../../ir/geometry.js";
import type { Painter } from "../context.js";
import { frameOps } from "../frame.js";
import { paintSiblings } from "../siblings.js";
import { paintWithin } from "../tag.js";

export const paintContainer: Painter<"container"> = (box, fragment, x, y, cx) => {
  const area = { x, y, width: fragment.width, height: fragment.height };
  const frame = frameOps(area, box, cx.resources.source(box.src));
  cx.links.add(fragment, cx.links.regionOf(fragment, x, y, IDENTITY), null);
  paintWithin(box, fragment, cx, () => {
    cx.content.artifact("decoration", frame);
    const inside = (): void => paintSiblings(fragment.children, x, y, cx);
    if (box.clip) cx.content.clipped(area, box.radius, () => cx.links.clipped(area, inside));
    else inside();
  });
};
