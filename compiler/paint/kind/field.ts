import { round } from "../../../ir/geometry.js";
import type { BoxField } from "../../box/field.js";
import { fail } from "../../core/fail.js";
import type { Fragment } from "../../layout/protocol/protocol.js";
import type { PaintContext } from "../context.js";
import { elementProperties, roleOf } from "../tag.js";

/** @throws RenderError API-002 if a container cuts it (FM-4) */
export function paintField(place: BoxField, { box }: Fragment, x: number, y: number, cx: PaintContext): void {
  const { rect: own } = place.widget;
  const area = { ...own, x: x + own.x, y: y + own.y };
  if (!cx.links.shows(area)) fail("API-002", "field-cut", box.src, "a field is not cut: its container clips it, or it leaves the page");
  const { structure } = cx;
  const element = structure.element(box.id, elementProperties(box, [], undefined, cx), roleOf(box.tag));
  const rect = { x: round(area.x), y: round(area.y), width: round(area.width), height: round(area.height) };
  cx.fields.add({ id: box.id, src: box.src, place, mark: structure.markIn(element), rect });
}
