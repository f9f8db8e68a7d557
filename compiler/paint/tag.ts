import type { Artifact, MarkId, Op } from "../../ir/ir.js";
import type { BoxLink } from "../box/link.js";
import type { Common, RoleTag, Tag } from "../box/common.js";
import type { DeclaredLang } from "../box/language.js";
import type { Fragment } from "../layout/protocol/protocol.js";
import type { PaintContext } from "./context.js";
import { extentOf } from "./extent.js";
import { descriptionOf } from "./link-text.js";
import type { ElementProperties } from "./structure-element.js";

/**
 * Returns the artifact that content belongs to; null in a structure element: the box's, or for inheriting boxes the one around. Inheriting content is decoration if that cannot hold
 * content.
 */
export function artifactOf(tag: Tag, { content, structure }: PaintContext): Artifact | null {
  if (content.inArtifact) return "decoration";
  if (tag === "inherit") return structure.inContent ? null : "decoration";
  return tag !== "content" && "artifact" in tag ? tag.artifact : null;
}

export const roleOf = (tag: Tag): RoleTag | undefined => (typeof tag === "object" && "role" in tag ? tag : undefined);

/** Returns the declared language, else the implied one; undefined if that around. */
export const langOf = (declared: DeclaredLang, implied: string | undefined): string | undefined =>
  declared === undefined ? implied : (declared ?? undefined);

/** Returns the properties of an element. `lang`: absent if the document's */
export function elementProperties(box: Common, ops: readonly Op[], lang: string | undefined, cx: PaintContext): ElementProperties {
  const source = cx.resources.source(box.src);
  const tag = roleOf(box.tag);
  if (!tag) return { role: null, source, alt: undefined, lang: undefined, box: undefined };
  const { role, alt, leads } = tag;
  const rect = role === "Figure" && cx.structure.grows ? extentOf(ops) : null;
  return {
    role,
    source,
    alt: alt ?? undefined,
    lang: tag.around && tag.lang !== undefined ? undefined : langOf(tag.lang, lang),
    box: rect ? { page: cx.page, rect } : undefined,
    ...(leads && { leads }),
  };
}

/** `lang`: absent if the document's */
interface Content {
  readonly ops: readonly Op[];
  readonly lang: string | undefined;
}

/** Paints a picture, or a symbol with its text. `link`: null if not clickable @returns its mark, or that of its link; null without one */
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
  const tag = roleOf(box.tag);
  let element = structure.element(box.id, elementProperties(box, ops, lang, cx), tag);
  if (link) element = structure.linkIn(element, cx.links.texts.ofBox(link, fragment), source);
  return ops.length === 0 ? structure.markIn(element) : content.mark(element, ops, source, tag?.lang === undefined);
}

/** Inheriting children are siblings of the box's siblings; others are one artifact, or in an element. */
export function paintWithin(box: Common, fragment: Fragment, cx: PaintContext, paint: () => void): void {
  const { content, structure } = cx;
  const { tag } = box;
  if (content.inArtifact || tag === "inherit" || tag === "content") return paint();
  if ("artifact" in tag) return content.asArtifact(tag.artifact, 1, paint);
  const { role, title, numbering, leads } = tag;
  // several boxes are described by their texts
  const alt = tag.alt ?? (role === "Figure" ? descriptionOf(fragment) || null : null);
  const source = cx.resources.source(box.src);
  const lang = tag.lang ?? undefined;
  const some = { ...(title !== undefined && { title }), ...(leads && { leads }) };
  const element = structure.element(box.id, { role, source, alt: alt ?? undefined, lang, numbering, ...some }, tag);
  const before = content.ops.length;
  structure.within(element, fragment.last, null, paint, fragment.box.kind === "container");
  if (role !== "Figure" || !structure.grows) return;
  const rect = extentOf(content.ops.slice(before));
  if (rect) structure.place(element, cx.page, rect);
}
