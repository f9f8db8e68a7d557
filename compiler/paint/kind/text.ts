// Paragraphs and links are mark sequences; the frame is decoration.
import { bounds, round } from "../../../ir/geometry.js";
import type { MarkId } from "../../../ir/ir.js";
import type { BoxOf } from "../../box/box.js";
import type { BoxLink } from "../../box/link.js";
import type { StyledParagraph } from "../../box/text.js";
import { notesIn } from "../../layout/notes-in.js";
import type { Fragment } from "../../layout/protocol/protocol.js";
import type { PaintContext, Painter } from "../context.js";
import { paintInline } from "./field.js";
import type { DeclaredLangs } from "../language.js";
import { textOf } from "../link-text.js";
import type { ElementProperties, StructureElement } from "../structure-element.js";
import { artifactOf, elementProperties, langOf, roleOf } from "../tag.js";
import {
  declaredLangs,
  hasParagraphs,
  isForeign,
  joinSpans,
  languageOf,
  textSpans,
  turnOf,
  type ParagraphPart,
  type TextSpan,
} from "../text-spans.js";

type TextBox = BoxOf<"text">;

export const paintText: Painter<"text"> = (box, fragment, x, y, cx) => {
  const turn = turnOf(box, fragment, x, y);
  const frame = fragment.text?.clip ? bounds(turn, { x, y, width: fragment.width, height: fragment.height }) : null;
  const spans = cx.links.ofSpans(textSpans(box, fragment, x, y, cx.resources), frame);
  const region = cx.links.regionOf(fragment, x, y, turn);
  const artifact = artifactOf(box.tag, cx);
  if (artifact !== null) {
    cx.content.artifact(
      artifact,
      spans.flatMap((span) => span.ops),
    );
    cx.links.add(fragment, region, null);
    cx.links.inText(fragment, spans, null);
    return;
  }
  const form = roleOf(box.tag)?.form;
  if (form) cx.fields.label(form, box.src);
  const marks = spans.some((span) => span.link) ? new Map<BoxLink, MarkId>() : NO_MARKS;
  const owned = markSpans(fragment, region && box.link, { spans, marks }, cx);
  cx.links.add(fragment, region, owned);
  cx.links.inText(fragment, spans, marks);
  if (fragment.first) outlined(box, fragment, x, y, cx);
};

/** A heading by its role enters the outline at its place in reading order (AX-21). */
function outlined(box: TextBox, fragment: Fragment, x: number, y: number, { resources, outline, structure, page }: PaintContext): void {
  const level = roleOf(box.tag)?.heading;
  if (level === undefined) return;
  const destination = resources.destination(page, round(x), round(y));
  outline.insert(level, textOf(fragment), destination, structure.placeOf(box.id));
  if (structure.newer) structure.lead(fragment, destination);
}

/** Of texts without links; never filled. */
const NO_MARKS = new Map<BoxLink, MarkId>();

/**
 * Each paragraph and each link has an element. @param linked link of the text as a whole; null if not clickable @param marks receives the
 * first mark of each inline link @returns the first mark; null if nothing is marked
 */
function markSpans(
  fragment: Fragment,
  linked: BoxLink | null,
  { spans, marks }: { readonly spans: readonly TextSpan[]; readonly marks: Map<BoxLink, MarkId> },
  cx: PaintContext,
): MarkId | null {
  const box = fragment.box as TextBox;
  const { structure, content, resources, links } = cx;
  const source = resources.source(box.src);
  const foreign = (cx.tagged || structure.grows) && isForeign(spans, cx);
  const look = elementProperties(box, [], undefined, cx);
  const elementOf = elements(fragment, linked, foreign ? spans : null, cx);
  let first: MarkId | null = null;
  let last: StyledParagraph | null = null;
  let declared: DeclaredLangs | null = null;
  for (const { of, link, emphasis, ops, field } of joinSpans(spans)) {
    if (field) {
      paintInline(field, elementOf(of), fragment, cx);
      continue;
    }
    if (ops.length === 0) continue;
    if (!of) {
      if (box.tag === "content") content.mark(structure.element(box.id, look), ops, source, false);
      else content.artifact("decoration", ops);
      continue;
    }
    // the number of a note is before its paragraphs
    let element = link?.within === "Lbl" ? structure.element(box.id, look) : elementOf(of);
    if (link?.at?.end === "mark") structure.note(element, link.at.note, resources.source(link.src));
    const around = element;
    if (link) element = structure.inlineLink(element, link, links.texts.ofRun(link, fragment), resources.source(link.src));
    if (link?.at && structure.newer) structure.leadNote(link, around, resources.notePlace(link.at));
    if (emphasis) {
      // annotations belong to a direct mark of the Link
      if (link && !marks.has(link)) marks.set(link, structure.markIn(element));
      else if (linked) first ??= structure.markIn(element);
      element = structure.emphasized(element, emphasis, source);
    }
    const { styled } = of;
    if (styled !== last) declared = declaredLangs(styled, resources);
    last = styled;
    const mark = content.mark(element, ops, source, foreign && styled.lang === undefined, declared);
    if (link && !marks.has(link)) marks.set(link, mark);
    first ??= mark;
  }
  // marks in a linked text are not links
  if (linked) for (const note of notesIn(fragment)) structure.note(elementOf(null), note.id, resources.source(note.src));
  // an empty link is marked for its area
  return linked && first === null ? structure.markIn(elementOf(null)) : first;
}

/**
 * One each for several paragraphs, else the text's, or its Link. `foreign`: the text's spans if letters are of another language than the
 * document's.
 */
function elements(
  fragment: Fragment,
  link: BoxLink | null,
  foreign: readonly TextSpan[] | null,
  cx: PaintContext,
): (of: ParagraphPart | null) => StructureElement {
  const box = fragment.box as TextBox;
  const { structure, resources, links } = cx;
  const source = resources.source(box.src);
  const look = elementProperties(box, [], undefined, cx);
  const tag = roleOf(box.tag);
  if (!link && hasParagraphs(box) && !tag?.whole && box.tag !== "content") {
    const byParagraph = structure.grows && foreign ? spansByParagraph(foreign) : null;
    // paragraphs are elements even in an inheriting text
    const { role } = look;
    return (of) => {
      const { styled, marker } = of!;
      const implied = byParagraph ? languageOf(byParagraph.get(styled.src)!, cx) : undefined;
      const own: ElementProperties = {
        role: role === null || role === "Note" ? "P" : role,
        source: look.source,
        alt: look.alt,
        lang: langOf(styled.lang, implied),
        box: look.box,
        ...(look.leads && { leads: look.leads }),
      };
      const place = { key: styled.src, item: styled.item, label: marker, source: resources.source(styled.src) };
      return structure.paragraph(box.id, own, place, tag ?? NO_TAG);
    };
  }
  const whole: ElementProperties = {
    role: look.role,
    source: look.source,
    alt: look.alt,
    lang: langOf(tag?.whole ? tag.lang : box.paragraphs[0]?.lang, foreign ? languageOf(foreign, cx) : undefined),
    box: look.box,
    ...(look.leads && { leads: look.leads }),
  };
  if (!link) return () => structure.element(box.id, whole, tag);
  return () => structure.linkIn(structure.element(box.id, whole, tag), links.texts.ofBox(link, fragment), source);
}

const NO_TAG = {};

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
