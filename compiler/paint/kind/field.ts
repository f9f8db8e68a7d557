import { round } from "../../../ir/geometry.js";
import type { Rect } from "../../../ir/ir.js";
import type { BoxField } from "../../box/field.js";
import { fail } from "../../core/fail.js";
import type { Src } from "../../core/src.js";
import type { Fragment } from "../../layout/protocol/protocol.js";
import type { PaintContext } from "../context.js";
import { fieldMark } from "../fields.js";
import type { StructureElement } from "../structure-element.js";
import { elementProperties, roleOf } from "../tag.js";
import type { PlacedInline } from "../text-spans.js";

/** Paints a field in the element of its line. @throws as `paintField` */
export function paintInline({ inline, x, y }: PlacedInline, line: StructureElement, { box }: Fragment, cx: PaintContext): void {
  const { src, alt, place, width, height } = inline;
  const element = cx.structure.inside(line, { role: "Form", source: cx.resources.source(src), alt: alt ?? undefined });
  addField({ id: box.id, src, place, area: { x, y, width, height } }, element, cx);
}

/** @throws RenderError API-002 if a container cuts it (FM-4) */
export function paintField(place: BoxField, { box }: Fragment, x: number, y: number, cx: PaintContext): void {
  const { rect: own } = place.widget;
  const area = { ...own, x: x + own.x, y: y + own.y };
  const element = cx.structure.element(box.id, elementProperties(box, [], undefined, cx), roleOf(box.tag));
  const form = roleOf(box.tag)?.form;
  if (form) cx.fields.labelled(form);
  addField({ id: box.id, src: box.src, place, area }, element, cx);
}

interface PaintedField {
  readonly id: number;
  readonly src: Src;
  readonly place: BoxField;
  /** area on the page, points */
  readonly area: Rect;
}

function addField({ id, src, place, area }: PaintedField, element: StructureElement, cx: PaintContext): void {
  if (!cx.links.shows(area)) fail("API-002", "field-cut", src, "a field is not cut: its container clips it, or it leaves the page");
  const { target } = place;
  const mark = fieldMark(target);
  if (!cx.resources.hasMark(mark)) {
    cx.resources.placeMark(mark, cx.page, round(area.x), round(area.y));
    if (cx.structure.newer) cx.structure.fieldAt(target, element);
  }
  const rect = { x: round(area.x), y: round(area.y), width: round(area.width), height: round(area.height) };
  cx.fields.add({ id, src, place, mark: cx.structure.markIn(element), rect });
}
