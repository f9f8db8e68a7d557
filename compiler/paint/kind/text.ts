// A text's fragment to mark sequences of its paragraphs and links, with its frame as decoration.
import type { MarkId } from "../../../ir/ir.js";
import type { BoxOf } from "../../box/box.js";
import type { BoxLink } from "../../box/link.js";
import type { Fragment } from "../../layout/protocol.js";
import type { ShapedParagraph } from "../../text/shape/shaped.js";
import type { PaintContext, Painter } from "../context.js";
import type { ElementProperties, StructureElement } from "../structure-element.js";
import { artifactOf, elementProperties, itemOf } from "../tag.js";
import { hasParagraphs, isForeign, joinSpans, languageOf, textSpans, turnOf, type ParagraphPart, type TextSpan } from "../text-spans.js";

type TextBox = BoxOf<ShapedParagraph, "text">;

export const paintText: Painter<"text"> = (box, fragment, x, y, cx) => {
  const spans = textSpans(box, fragment, x, y, cx.resources);
  const artifact = artifactOf(box.tag, cx);
  const turn = turnOf(box, fragment, x, y);
  if (artifact !== null) {
    cx.content.artifact(
      artifact,
      spans.flatMap((span) => span.ops),
    );
    cx.links.ofFragment(fragment, x, y, turn, null);
    cx.links.inText(fragment, spans, null);
    return;
  }
  const marks = new Map<BoxLink, MarkId>();
  const owned = markSpans(box, fragment, spans, marks, cx);
  cx.links.ofFragment(fragment, x, y, turn, owned);
  cx.links.inText(fragment, spans, marks);
};

/**
 * Marks the content of a text: each of its paragraphs, and each link in them, has an element.
 * @param marks is given the first mark of each inline link
 * @returns the first mark; null where nothing is marked
 */
function markSpans(
  box: TextBox,
  fragment: Fragment,
  spans: readonly TextSpan[],
  marks: Map<BoxLink, MarkId>,
  cx: PaintContext,
): MarkId | null {
  const { structure, content, resources, links } = cx;
  const source = resources.source(box.src);
  const foreign = (cx.tagged || structure.grows) && isForeign(spans, cx);
  const elementOf = elements(box, fragment, foreign ? spans : null, cx);
  let first: MarkId | null = null;
  for (const { of, link, ops } of joinSpans(spans)) {
    if (ops.length === 0) continue;
    if (!of) {
      content.artifact("decoration", ops);
      continue;
    }
    let element = elementOf(of);
    if (link) element = structure.inlineLink(element, link, links.texts.ofRun(link, fragment), resources.source(link.src));
    const mark = content.mark(element, ops, source, foreign);
    if (link && !marks.has(link)) marks.set(link, mark);
    first ??= mark;
  }
  // a link without content is there for its area
  return box.link && first === null ? structure.markIn(elementOf(null)) : first;
}

/**
 * The element of a paragraph: its own where the text has several, the text's, or the Link of a text that is linked as a whole. `foreign`: its spans,
 * where any has letters of another language than the document's.
 */
function elements(
  box: TextBox,
  fragment: Fragment,
  foreign: readonly TextSpan[] | null,
  cx: PaintContext,
): (of: ParagraphPart | null) => StructureElement {
  const { structure, resources, links } = cx;
  const source = resources.source(box.src);
  const look = elementProperties(box, [], undefined, cx);
  if (!box.link && hasParagraphs(box)) {
    const byParagraph = structure.grows && foreign ? spansByParagraph(foreign) : null;
    // paragraphs of a text that inherits are paragraphs all the same
    const { role } = look;
    return (of) => {
      const { styled, marker } = of!;
      const lang = byParagraph ? languageOf(byParagraph.get(styled.src)!, cx) : undefined;
      const own: ElementProperties = { role: role ?? "P", source: look.source, alt: look.alt, lang, box: look.box };
      return structure.paragraph(box.id, own, { key: styled.src, item: styled.item, label: marker, source: resources.source(styled.src) });
    };
  }
  const whole: ElementProperties = {
    role: look.role,
    source: look.source,
    alt: look.alt,
    lang: foreign ? languageOf(foreign, cx) : undefined,
    box: look.box,
  };
  const { link } = box;
  if (!link) return () => structure.element(box.id, whole, itemOf(box.tag));
  return () => structure.linkIn(structure.element(box.id, whole, itemOf(box.tag)), links.texts.ofBox(link, fragment), source);
}

/** What is drawn of each paragraph of a text, with its marker. */
function spansByParagraph(spans: readonly TextSpan[]): ReadonlyMap<object, readonly TextSpan[]> {
  const out = new Map<object, TextSpan[]>();
  for (const span of spans) {
    if (!span.of) continue;
    const { src } = span.of.styled;
    const known = out.get(src);
    if (known) known.push(span);
    else out.set(src, [span]);
  }
  return out;
}
