import { keysOf } from "../../../base/lookup.js";
import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import { meantVariable } from "../../help/variables.js";
import { referenceOf } from "../../landmark/variables.js";
import type { FieldInline, FieldKind } from "../../request/types/field.js";
import type {
  Block,
  BlockContent,
  FootnoteInline,
  Inline,
  ListBlock,
  ParagraphStyle,
  TextElement,
  TextFrame,
  TextStyle,
} from "../../request/types/text.js";
import { checkLink, type LinkTargets } from "../place/links.js";
import { checkLanguage, type MeaningPlace } from "../place/meaning.js";
import type { Report } from "../values/report.js";
import { FIELD_CHECK } from "../field/lazy-modules.js";
import { checkFill, checkRun, checkStroke, type FontNames, MIN_FONT_SIZE } from "../values/style.js";
import { TEXT_PROFILES, type TextProfile } from "../values/text-profile.js";

export interface TextPlace {
  readonly profile: TextProfile;
  readonly fonts: FontNames;
  readonly targets: LinkTargets;
  readonly linked: boolean;
  readonly meaning: MeaningPlace;
  readonly notes?: string | undefined;
  /** property that excludes fields */
  readonly fields?: string | undefined;
}

/** Placement and link are checked elsewhere. */
export function checkText(r: Report, el: TextElement, src: Src, place: TextPlace): void {
  const { content } = el;
  const blocks = typeof content === "object" && "blocks" in content;
  if (blocks && el.style)
    r.add(
      "style-with-blocks",
      at(src, "style"),
      "style belongs to plain and span text: with blocks, put fonts and colours in defaults.run, alignment in defaults.paragraph, sizes in frame",
    );
  if (el.label_for !== undefined) {
    const here = at(src, "label_for");
    if (blocks) r.add("field-label-for", here, "label_for belongs to plain and span text: a text with blocks is no label");
    else if (place.meaning.of === "region")
      r.add("field-label-for", here, "a label is next to its field: headers, footers and layers, which repeat, have no fields");
  }
  if (!blocks && el.frame)
    r.add(
      "frame-without-blocks",
      at(src, "frame"),
      "frame belongs to text with blocks: plain and span text has width, height and text_overflow in style",
    );
  if (!blocks && el.defaults)
    r.add("defaults-without-blocks", at(src, "defaults"), "defaults belong to text with blocks: plain and span text has style");
  checkTextStyle(r, el.style, at(src, "style"), place);
  checkRun(r, el.defaults?.run, at(src, "defaults", "run"), place.fonts);
  checkParagraphStyle(r, el.defaults?.paragraph, at(src, "defaults", "paragraph"));
  checkFrame(r, el.defaults?.frame, at(src, "defaults", "frame"));
  checkFrame(r, el.frame, at(src, "frame"));
  checkTogether(r, el, src, place.profile);
  if (typeof content === "string") return;
  const inside = at(src, "content");
  const linked = el.link !== undefined || place.linked;
  if (content.blocks) {
    const { profile, fonts, targets, linked: outer, meaning } = place;
    const notes = noNotes(el) ?? place.notes;
    const fields = noFields(el) ?? place.fields;
    const within: TextPlace = { profile, fonts, targets, linked: outer, meaning, notes, fields };
    return checkBlocks(r, content, inside, within, linked);
  }
  const inline = new InlineCheck(r, place, linked);
  content.spans.forEach((span, i) => {
    const here = at(inside, "spans", i);
    checkRun(r, span.style, at(here, "style"), place.fonts);
    checkLanguage(r, span.language, here);
    inline.link(span.link, at(here, "link"));
  });
}

/** Property that excludes footnotes; null if absent (L20). */
function noNotes({ frame: own, defaults, rotation = 0 }: TextElement): string | null {
  const frame: TextFrame = { ...defaults?.frame, ...own };
  if (rotation % 360 !== 0) return "a rotation";
  if (frame.height !== undefined) return "a height";
  if ((frame.columns ?? 1) > 1) return "several columns";
  return (frame.overflow ?? "visible") === "visible" ? null : "an overflow";
}

/** Property that excludes fields in lines; null if absent (FM-5). */
function noFields({ frame: own, defaults, rotation = 0 }: TextElement): string | null {
  const { overflow }: TextFrame = { ...defaults?.frame, ...own };
  if (rotation % 360 !== 0) return "a rotation";
  return overflow === "clip" || overflow === "ellipsis" ? `the overflow ${overflow}` : null;
}

export function checkBlocks(r: Report, content: BlockContent, src: Src, place: TextPlace, linked: boolean): void {
  const inline = new InlineCheck(r, place, linked);
  content.blocks.forEach((block, i) => inline.block(block, at(src, "blocks", i)));
  if (inline.breaks && inline.counts)
    r.add(
      "page-break-and-numbers",
      at(src, "blocks"),
      "one text cannot have both page_break blocks and page variables: make two texts of it, or let frame.overflow paginate break it",
    );
}

function checkTogether(r: Report, el: TextElement, src: Src, profile: TextProfile): void {
  const blocks = typeof el.content === "object" && "blocks" in el.content ? el.content.blocks : null;
  const frame: TextFrame = { ...el.defaults?.frame, ...el.frame };
  const own = (field: keyof TextFrame): Src => at(src, ...(el.frame?.[field] !== undefined ? ["frame"] : ["defaults", "frame"]), field);
  const overflow = blocks ? frame.overflow : el.style?.text_overflow;
  const overflowSrc = blocks ? own("overflow") : at(src, "style", "text_overflow");
  const shrinks = blocks ? frame.shrink_to_fit : el.style?.shrink_to_fit;
  const { where } = profile;
  if (overflow === "paginate") {
    if (!profile.continues)
      r.add(
        "paginate-location",
        overflowSrc,
        `text in ${where} cannot continue on another page: use visible, clip or ellipsis in place of paginate, or shrink_to_fit`,
      );
    if ((el.rotation ?? 0) % 360 !== 0)
      r.add("paginate-rotation", overflowSrc, "text that continues on the next page cannot be rotated: leave rotation out, or paginate");
    if (shrinks) r.add("paginate-shrink", overflowSrc, "paginate and shrink_to_fit exclude each other: leave one of them out");
  }
  if (!profile.columns && (frame.columns ?? 1) > 1)
    r.add("columns-location", own("columns"), `text in ${where} has one column: leave columns out`);
  if (!blocks?.some((b) => b.type === "page_break")) return;
  if (frame.height !== undefined)
    r.add("page-break-height", own("height"), "a frame with page_break blocks has no height: leave height out");
  if (overflow === "clip" || overflow === "ellipsis")
    r.add("page-break-overflow", overflowSrc, `${overflow} and page_break blocks exclude each other: leave one of them out`);
  if ((el.rotation ?? 0) % 360 !== 0)
    r.add("page-break-rotation", at(src, "rotation"), "a text with page_break blocks cannot be rotated: leave rotation out");
}

/** Returns the variable meant by `pages`, `pageCount`, `page_number` and similar names. */
function variableMeant(found: string): string | undefined {
  const meant = meantVariable(found);
  return meant === undefined ? undefined : JSON.stringify(meant);
}

class InlineCheck {
  breaks = false;
  counts = false;

  constructor(
    readonly r: Report,
    readonly place: TextPlace,
    readonly linked: boolean,
  ) {}

  link(link: TextElement["link"], src: Src): void {
    if (!link) return;
    const { profile } = this.place;
    if (!profile.links)
      this.r.add(
        "text-location",
        src,
        `text in ${profile.where} cannot have inline links: ${profile.where === "a table cell" ? "give the cell a link" : "give the element a link"}`,
      );
    if (this.linked) this.r.add("inline-link-in-link", src, "the element, or one around it, has a link already: remove one of them");
    checkLink(this.r, link, src, this.place.targets);
  }

  block(block: Block, src: Src): void {
    const { blocks, where } = this.place.profile;
    if (!blocks.includes(block.type))
      return this.r.add(
        "text-location",
        at(src, "type"),
        must(
          blocks.map((b) => JSON.stringify(b)),
          formatFound(block.type),
          { advice: `this is text in ${where}` },
        ),
      );
    if (block.type === "page_break") this.breaks = true;
    else if (block.type === "list") this.#list(block, src);
    else {
      checkParagraphStyle(this.r, block.style, at(src, "style"));
      checkLanguage(this.r, block.language, src);
      block.inlines.forEach((inline, i) => this.#inline(inline, at(src, "inlines", i)));
    }
  }

  #list(block: ListBlock, src: Src): void {
    for (const field of LIST_NOT_WIRED)
      if (block.list[field] !== undefined)
        this.r.add("not-wired", at(src, "list", field), `the layout feature ${field} is not wired: ${LIST_INSTEAD[field]}`);
    block.items.forEach((item, i) =>
      item.blocks.forEach((inner, k) => {
        const here = at(src, "items", i, "blocks", k);
        if (inner.type === "page_break")
          this.r.add(
            "page-break-in-list",
            at(here, "type"),
            must(['"paragraph"', '"list"'], '"page_break"', {
              advice: "a list cannot contain a page break: end it, break, and begin another",
            }),
          );
        else this.block(inner, here);
      }),
    );
  }

  /** Rules: L20, L21. */
  #footnote({ blocks }: FootnoteInline, src: Src): void {
    const { r, place } = this;
    const { inlines, where } = place.profile;
    const refuse = (reason: string): void => r.add("text-location", src, reason);
    if (!inlines.includes("footnote")) return refuse(`text in ${where} cannot have footnotes: ${FOOTNOTE_PLACES}`);
    if (place.notes !== undefined) return refuse(`a text with ${place.notes} cannot have footnotes: leave one of them out`);
    const here = at(src, "blocks");
    if (blocks.length === 0) return r.add("footnote-empty", here, must("at least one paragraph", "none"));
    const inside = new InlineCheck(r, { ...place, profile: TEXT_PROFILES.note, linked: false }, false);
    blocks.forEach((block, i) => inside.block(block, at(here, i)));
  }

  #field(inline: FieldInline, src: Src): void {
    const { r, place } = this;
    const { fonts, profile } = place;
    const { kind, multiline, rotation = 0 } = inline;
    const meaning = profile.inlines.includes("field") ? place.meaning : { ...place.meaning, of: "region" as const };
    const check = (): void => FIELD_CHECK.get().checkField(r, inline, src, { fonts, meaning });
    if (meaning.of === "region") return check();
    if (!INLINE_KINDS.includes(kind))
      r.add(
        "field-inline",
        at(src, "kind"),
        must(
          INLINE_KINDS.map((word) => JSON.stringify(word)),
          formatFound(kind),
          { advice: "this is a line of text" },
        ),
      );
    if (multiline) r.add("field-inline", at(src, "multiline"), must("false in a line of text", "true"));
    if (rotation !== 0) r.add("field-inline", at(src, "rotation"), must("0 in a line of text", formatFound(rotation)));
    if (this.linked) r.add("field-inline", src, "a text with a link cannot have fields: leave one of them out");
    if (place.fields !== undefined) r.add("field-inline", src, `a text with ${place.fields} cannot have fields: leave one of them out`);
    check();
  }

  #inline(inline: Inline, src: Src): void {
    const { r, place } = this;
    const { inlines, where } = place.profile;
    if (inline.type === "footnote") return this.#footnote(inline, src);
    if (inline.type === "field") return this.#field(inline, src);
    if (!inlines.includes(inline.type))
      return r.add(
        "text-location",
        at(src, "type"),
        must(
          inlines.map((b) => JSON.stringify(b)),
          formatFound(inline.type),
          { advice: `this is text in ${where}` },
        ),
      );
    if (inline.type === "text") {
      checkRun(r, inline.style, at(src, "style"), place.fonts);
      checkLanguage(r, inline.language, src);
      this.link(inline.link, at(src, "link"));
    }
    if (inline.type !== "variable") return;
    checkRun(r, inline.style, at(src, "style"), place.fonts);
    if (inline.scope !== "system")
      r.add(
        "variable-scope",
        at(src, "scope"),
        must(["system"], formatFound(inline.scope), { advice: "only a template render inserts values of templates" }),
      );
    else if (inline.name !== "page" && inline.name !== "total_pages" && !(place.targets.destinations && referenceOf(inline.name)))
      r.add(
        "variable-name",
        at(src, "name"),
        must(['"page"', '"total_pages"'], formatFound(inline.name), { suggestion: variableMeant(inline.name) }),
      );
    else this.counts = true;
  }
}

const INLINE_KINDS: readonly FieldKind[] = ["text", "checkbox", "radio", "dropdown"];

const FOOTNOTE_PLACES = "they belong to block text of a Flow Document's blocks and floats, and to body and header cells of its tables";

/** For features that the contract names and refuses. */
const INSTEAD = {
  space_before: "put the paragraphs in separate text elements with layout.gap_after",
  space_after: "put the paragraphs in separate text elements with layout.gap_after",
  indent_left: "use frame.padding.left, or a further left in layout",
  indent_right: "use frame.padding.right, or a smaller frame.width",
  indent_first_line: "begin the paragraph with a tab inline",
  hanging_indent: "use a list, or two text elements side by side",
  keep_together: "use pagination.keep_together on a block of a Flow Document",
  keep_with_next: "use pagination.keep_with_next on a block of a Flow Document",
  widow_orphan_control: "use pagination.widow_lines and orphan_lines on a block of a Flow Document",
  tabs: "a tab inline goes to the next 10 mm; for columns use a table",
} as const;
const NOT_WIRED = keysOf(INSTEAD);
const LIST_INSTEAD = {
  marker_gap: "markers are placed 1.5 mm before their text",
  item_spacing: "put the items in separate lists, in text elements with layout.gap_after",
  start_at: "write the numbers as text in paragraphs, with a tab inline after each",
  continuation: "keep the items in one list",
} as const;
const LIST_NOT_WIRED = keysOf(LIST_INSTEAD);

function checkParagraphStyle(r: Report, style: ParagraphStyle | undefined, src: Src): void {
  if (!style) return;
  r.positive(style.line_height, src, "line_height");
  for (const field of NOT_WIRED)
    if (style[field] !== undefined) r.add("not-wired", at(src, field), `the layout feature ${field} is not wired: ${INSTEAD[field]}`);
}

const MAX_COLUMNS = 32;

const shown = (mm: number): string => `${Math.round(mm * 1000) / 1000} mm`;

function checkLeastSize(r: Report, size: number | undefined, src: Src): void {
  if (size !== undefined && !(size >= MIN_FONT_SIZE))
    r.add("font-size", at(src, "min_font_size"), must(`at least ${MIN_FONT_SIZE} points`, formatFound(size)));
}

function checkFrame(r: Report, frame: TextFrame | undefined, src: Src): void {
  if (!frame) return;
  r.positive(frame.width, src, "width");
  r.positive(frame.height, src, "height");
  checkLeastSize(r, frame.min_font_size, src);
  for (const edge of ["top", "right", "bottom", "left"] as const) r.notNegative(frame.padding?.[edge], at(src, "padding"), edge);
  checkStroke(r, frame.stroke, at(src, "stroke"));
  checkFill(r, frame.fill, at(src, "fill"));
  r.notNegative(frame.column_gap, src, "column_gap");
  const columns = frame.columns ?? 1;
  if (columns < 1 || columns > MAX_COLUMNS)
    r.add("columns-range", at(src, "columns"), must(`from 1 to ${MAX_COLUMNS}`, formatFound(columns)));
  if (frame.width === undefined || !(frame.width > 0)) return;
  const across = (frame.padding?.left ?? 0) + (frame.padding?.right ?? 0) + (frame.column_gap ?? 0) * (columns - 1);
  if (!(frame.width - across > 0))
    r.add(
      "frame-room",
      src,
      `padding and column gaps take ${shown(across)}, the frame is ${shown(frame.width)} wide: make it wider, or them smaller`,
    );
}

const FRAME_FIELDS = ["width", "height", "vertical_align", "text_overflow", "shrink_to_fit", "min_font_size"] as const;

export function checkTextStyle(
  r: Report,
  style: TextStyle | undefined,
  src: Src,
  { fonts, profile }: { readonly fonts: FontNames; readonly profile: TextProfile },
): void {
  if (!style) return;
  checkRun(r, style, src, fonts);
  r.positive(style.line_height, src, "line_height");
  r.positive(style.width, src, "width");
  r.positive(style.height, src, "height");
  checkLeastSize(r, style.min_font_size, src);
  if (profile.frame) return;
  for (const field of FRAME_FIELDS)
    if (style[field] !== undefined)
      r.add(
        "frame-location",
        at(src, field),
        `text in ${profile.where} has no frame: leave ${field} out${field === "vertical_align" ? "" : ", its container defines the size"}`,
      );
}
