import { pt } from "../core/units.js";
import type { Placement } from "../request/types/common.js";
import type { Area } from "./scope.js";

/** `width` is known for `right` and `anchor` (checked before). */
export function resolveX(layout: Placement | undefined, width: number, area: Area): number {
  const { content, page } = area;
  if (layout?.right !== undefined) return content.x + content.width - pt(layout.right) - width;
  if (layout?.anchor) {
    const offset = pt(layout.anchor.offset ?? 0);
    switch (layout.anchor.reference) {
      case "page_left":
        return page.x + offset;
      case "page_right":
        return page.x + page.width - offset - width;
      case "content_left":
        return content.x + offset;
      case "content_right":
        return content.x + content.width - offset - width;
    }
  }
  return content.x + pt(layout?.left ?? 0);
}

export const isFromRight = (layout: Placement | undefined): boolean =>
  layout?.right !== undefined || layout?.anchor?.reference === "content_right" || layout?.anchor?.reference === "page_right";

export const isFromBottom = (layout: Placement | undefined): boolean => layout?.bottom !== undefined;

/** `height` is known for `bottom`. */
export function resolveY(layout: Placement | undefined, height: number, area: Area): number {
  const { content } = area;
  if (layout?.bottom !== undefined) return content.y + content.height - pt(layout.bottom) - height;
  return content.y + pt(layout?.top ?? 0);
}
