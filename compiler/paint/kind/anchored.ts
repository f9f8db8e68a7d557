import { round } from "../../../ir/geometry.js";
import type { Rect } from "../../../ir/ir.js";
import type { BoxOf, OutOfFlowBox } from "../../box/box.js";
import { checkPart, partsOn } from "../../layout/anchored.js";
import type { Fragment, Placed } from "../../layout/protocol/protocol.js";
import type { PaintContext, Painter } from "../context.js";
import { textOf } from "../link-text.js";

type AnchoredBox = BoxOf<"anchored">;

export const paintAnchored: Painter<"anchored"> = (box, fragment, x, y, cx) => {
  const leading = fragment.first ? lead(box, fragment, x, y, cx) : NONE;
  const [inner, ...parts] = fragment.children;
  cx.paint(inner!.fragment, x, y);
  if (cx.structure.newer) for (const destination of leading) cx.structure.lead(inner!.fragment, destination);
  const group: Rect = { x, y, width: fragment.width, height: fragment.height };
  partsOn(box, fragment).forEach((part, i) => paintPart(part, parts[i]!, group, cx));
};

const NONE: readonly number[] = [];

/** Destination: the upper left corner of the first fragment. @returns the destinations of the box */
function lead(
  { id, destination, mark, heading }: AnchoredBox,
  fragment: Fragment,
  x: number,
  y: number,
  cx: PaintContext,
): readonly number[] {
  const { resources, page } = cx;
  const named = destination === null ? null : resources.placeDestination(destination, page, round(x), round(y));
  if (mark !== null) resources.placeMark(mark, page, round(x), round(y));
  const marked = mark !== null && cx.structure.newer ? resources.placesOfMark(mark) : NONE;
  const all = named === null ? marked : [named, ...marked];
  if (!heading?.outlined) return all;
  const outlined = named ?? resources.destination(page, round(x), round(y));
  cx.outline.add(heading.level, textOf(fragment.children[0]!.fragment), outlined, id);
  return named === null ? [...all, outlined] : all;
}

/** Painted above the page's flow, but read at its place in the source. */
function paintPart(part: OutOfFlowBox, { x, y, fragment }: Placed, group: Rect, cx: PaintContext): void {
  const { reference, bounds } = part;
  const rect = reference === "group" ? group : cx.areas[reference];
  if (reference !== "group") checkPart(part, { x, y, fragment }, rect, `the ${reference}`);
  cx.content.above(() => {
    if (bounds === "clip") cx.content.clipped(rect, 0, () => cx.links.clipped(rect, () => cx.paint(fragment, rect.x + x, rect.y + y)));
    else cx.paint(fragment, rect.x + x, rect.y + y);
  });
}
