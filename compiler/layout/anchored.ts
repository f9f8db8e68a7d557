// The inner box, and the parts placed at its beginning or end.
import type { BoxOf, OutOfFlowBox } from "../box/box.js";
import { fail } from "../core/fail.js";
import { EPSILON } from "../core/geom.js";
import { excessOf, fieldOutside, mustBeInside } from "./advice.js";
import type { Fragment, LayoutContext, Layouter, Placed } from "./protocol/protocol.js";

type Part = OutOfFlowBox;

/** Parts take no room: the box breaks as the inner one. Children: those of the inner one, then the parts in the order of `partsOn`. */
export const fillAnchored: Layouter<"anchored"> = (box, space, rest, cx) => {
  const filled = cx.fill(box.inner, space, rest);
  if (filled.kind === "refuse") return filled;
  const { fragment: inner } = filled;
  const children: Placed[] = [{ x: 0, y: 0, fragment: inner }];
  for (const part of partsOn(box, inner)) children.push(placePart(part, inner, cx));
  const { width, height, first, last, inkHeight, overflow } = inner;
  return { ...filled, fragment: { box, width, height, first, last, children, inkHeight, text: null, table: null, overflow } };
};

/** Returns the parts: `before` in the first fragment, `after` in the last. */
export const partsOn = (box: BoxOf<"anchored">, { first, last }: Pick<Fragment, "first" | "last">): readonly Part[] => [
  ...(first ? box.before : []),
  ...(last ? box.after : []),
];

/** A group's part is in the group's fragment, others in their rectangle. */
function placePart(part: Part, group: Fragment, cx: LayoutContext): Placed {
  const { x, y, fromRight, fromBottom, reference } = part;
  if (reference !== "group") return { x, y, fragment: cx.measure(part.box, part.room!) };
  const left = fromRight ? group.width + x : x;
  const fragment = cx.measure(part.box, part.room ?? Math.max(group.width - left, 1));
  const top = fromBottom ? group.height + y : y;
  checkPart(part, { x: left, y: top, fragment }, group, "the group");
  return { x: left, y: top, fragment };
}

/** @throws RenderError API-002 if a part with binding bounds leaves its rectangle */
export function checkPart(
  { bounds }: Part,
  { x, y, fragment }: Placed,
  { width, height }: { readonly width: number; readonly height: number },
  name: string,
): void {
  if (bounds !== "error") return;
  const rect = { x: 0, y: 0, width, height };
  const over = { left: -x, top: -y, right: x + fragment.width - width, bottom: y + fragment.inkHeight - height };
  for (const side of ["left", "top", "right", "bottom"] as const) {
    if (over[side] <= EPSILON) continue;
    const fault = fieldOutside(fragment, side, over[side], rect);
    fail(
      "API-002",
      `outside-${side}`,
      fault?.src ?? fragment.box.src,
      mustBeInside(name, excessOf(fragment, side, over[side]), fault, "move it, make it smaller, or set layout.bounds to visible or clip"),
    );
  }
}
