import { IDENTITY } from "../../../ir/geometry.js";
import type { Tag } from "../../box/common.js";
import type { Painter } from "../context.js";
import { frameOps } from "../frame.js";
import { paintSiblings } from "../siblings.js";
import { paintWithin, roleOf } from "../tag.js";

/** All in a figure is content of it, its frame too. */
const isPicture = (tag: Tag): boolean => tag === "content" || roleOf(tag)?.role === "Figure";

export const paintContainer: Painter<"container"> = (box, fragment, x, y, cx) => {
  const area = { x, y, width: fragment.width, height: fragment.height };
  const frame = frameOps(area, box, cx.resources.source(box.src));
  cx.links.add(fragment, cx.links.regionOf(fragment, x, y, IDENTITY), null);
  paintWithin(box, fragment, cx, () => {
    if (isPicture(box.tag) && frame.length > 0 && !cx.content.inArtifact) {
      const source = cx.resources.source(box.src);
      cx.content.mark(cx.structure.element(box.id, { role: null, source }), frame, source, false);
    } else cx.content.artifact("decoration", frame);
    const inside = (): void => cx.structure.moved(box.moves, () => paintSiblings(fragment.children, x, y, cx));
    if (box.clip) cx.content.clipped(area, box.radius, () => cx.links.clipped(area, inside));
    else inside();
  });
};
