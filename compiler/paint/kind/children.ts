// Painter of boxes without visible content: canvases, flows, columns.
import { IDENTITY } from "../../../ir/geometry.js";
import type { Common } from "../../box/common.js";
import type { Fragment } from "../../layout/protocol/protocol.js";
import type { PaintContext } from "../context.js";
import { paintSiblings } from "../siblings.js";
import { paintWithin } from "../tag.js";

export function paintChildren(box: Common, fragment: Fragment, x: number, y: number, cx: PaintContext): void {
  cx.links.add(fragment, cx.links.regionOf(fragment, x, y, IDENTITY), null);
  paintWithin(box, fragment, cx, () => paintSiblings(fragment.children, x, y, cx));
}
