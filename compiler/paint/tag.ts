// A box's tag to what its content becomes: part of an artifact, or the content of a structure element.
import type { Artifact, MarkId, Op } from "../../ir/ir.js";
import type { BoxLink } from "../box/link.js";
import type { Common, Tag } from "../box/common.js";
import type { ListItem } from "../box/text.js";
import type { Fragment } from "../layout/protocol.js";
import type { PaintContext } from "./context.js";
import { extentOf } from "./extent.js";
import { descriptionOf } from "./link-text.js";
import type { ElementProperties } from "./structure-element.js";

/**
 * The artifact that a box's own content is; null where it is that of a structure element: its own, or, where it inherits, the one around it.
 * Where no element around it can hold content, what inherits is decoration.
 */
export function artifactOf(tag: Tag, { content, structure }: PaintContext): Artifact | null {
  if (content.inArtifact) return "decoration";
  if (tag === "inherit") return structure.inContent ? null : "decoration";
  return "artifact" in tag ? tag.artifact : null;
}

/** The list item that a box is. */
export const itemOf = (tag: Tag): ListItem | undefined => (typeof tag === "object" && "role" in tag ? tag.item : undefined);

/** The element of a box with the ops that it shows. `lang`: where it is not the document's. */
export function elementProperties(box: Common, ops: readonly Op[], lang: string | undefined, cx: PaintContext): ElementProperties {
  const source = cx.resources.source(box.src);
  const { tag } = box;
  if (tag === "inherit" || "artifact" in tag) return { role: null, source, alt: undefined, lang: undefined, box: undefined };
  const { role, alt } = tag;
  const rect = role === "Figure" && cx.structure.grows ? extentOf(ops) : null;
  return { role, source, alt: alt ?? undefined, lang, box: rect ? { page: cx.page, rect } : undefined };
}

/** What a box shows. `lang`: where it is not the document's */
interface Content {
  readonly ops: readonly Op[];
  readonly lang: string | undefined;
}

/**
 * Paints the content of a box that is marked as a whole, whatever it consists of: a picture, a symbol with its text. `link`: the box's; null
 * if nothing of it can be clicked
 * @returns its mark, or that of its link; null where it has none
 */
export function paintContent(fragment: Fragment, link: BoxLink | null, { ops, lang }: Content, cx: PaintContext): MarkId | null {
  const { box } = fragment;
  const { structure, content } = cx;
  const source = cx.resources.source(box.src);
  const artifact = artifactOf(box.tag, cx);
  if (artifact !== null) {
    content.artifact(artifact, ops);
    return null;
  }
  if (ops.length === 0 && !link) return null;
  let element = structure.element(box.id, elementProperties(box, ops, lang, cx), itemOf(box.tag));
  if (link) element = structure.linkIn(element, cx.links.texts.ofBox(link, fragment), source);
  return ops.length === 0 ? structure.markIn(element) : content.mark(element, ops, source);
}

/**
 * Paints the children of a box by its tag: as siblings of the box's own siblings where it inherits, as one artifact, or in an element of the box.
 */
export function paintWithin(box: Common, fragment: Fragment, cx: PaintContext, paint: () => void): void {
  const { content, structure } = cx;
  const { tag } = box;
  if (content.inArtifact || tag === "inherit") return paint();
  if ("artifact" in tag) return content.asArtifact(tag.artifact, 1, paint);
  const { role, item } = tag;
  // a figure that is made of others says what they say
  const alt = tag.alt ?? (role === "Figure" ? descriptionOf(fragment) || null : null);
  const source = cx.resources.source(box.src);
  const element = structure.element(box.id, { role, source, alt: alt ?? undefined }, item);
  const before = content.ops.length;
  structure.within(element, fragment.last, null, paint);
  if (role !== "Figure" || !structure.grows) return;
  const rect = extentOf(content.ops.slice(before));
  if (rect) structure.place(element, cx.page, rect);
}
