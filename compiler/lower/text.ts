import type { TextBox, TextFrame } from "../box/box.js";
import type { DeclaredLang } from "../box/language.js";
import type { BoxLink, NotePlace } from "../box/link.js";
import { changed, paragraphOf, type ListItem, type RunText, type StyledParagraph, type StyledRun } from "../box/text.js";
import { append } from "../../base/many.js";
import { fail } from "../core/fail.js";
import { letters, roman } from "../core/numerals.js";
import { at, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import { textParts } from "../landmark/variables.js";
import { emphasisOf } from "../core/emphasis.js";
import type { LinkSpec } from "../request/types/common.js";
import type { FieldInline } from "../request/types/field.js";
import type {
  Block,
  BlockContent,
  FootnoteInline,
  Inline,
  ListBlock,
  ParagraphBlock,
  RunStyle,
  TextElement,
  TextFrame as RequestFrame,
} from "../request/types/text.js";
import { resolveFill, resolveStroke } from "../style/shape.js";
import {
  resolveParagraph,
  resolveRun,
  resolveText,
  SERVICE_TEXT,
  type ComputedFrame,
  type ComputedParagraph,
  type ComputedRun,
  type TextScope,
} from "../style/text.js";
import { lowerLink } from "./link.js";
import { paragraphLang, runLang, type TextSpeech } from "./meaning.js";
import type { LowerContext, Notes, Scope, Site, Spoken } from "./scope.js";

/** Lowers a text without stacking order, tag and link, which the caller adds. */
export function lowerText(
  el: TextElement,
  src: Src,
  { scope, cx, notes }: Pick<Site, "scope" | "cx" | "notes">,
  speech: TextSpeech = UNDECLARED,
): Omit<TextBox, "z" | "tag" | "link"> {
  const { content } = el;
  const text = new TextLowering(el, src, { cx, notes, speech });
  if (typeof content === "object" && content.blocks) {
    const base: TextScope = {
      look: resolveRun(scope.text.look, el.defaults?.run),
      paragraph: resolveParagraph(scope.text.paragraph, el.defaults?.paragraph),
      frame: resolveFrame(resolveFrame(scope.text.frame, el.defaults?.frame), el.frame),
    };
    text.blocks(content, base);
    // for the number of a heading or caption without text
    if (text.paragraphs.length === 0) text.paragraph([], base.paragraph, base.look, src);
    return text.box(base.frame, { ...el.defaults?.frame, ...el.frame }, scope);
  }
  const style = resolveText(scope.text, el.style);
  if (typeof content === "string") {
    const runs = text.runs(content, style.look, null, at(src, "content"));
    text.paragraph(withRunLang(runs, runLang(speech, undefined, undefined)), style.paragraph, style.look, src);
  } else {
    const runs = content.spans.flatMap((span, i) => {
      const here = at(src, "content", "spans", i);
      const runs = text.runs(span.text, resolveRun(style.look, span.style), link(span.link, at(here, "link"), cx), here);
      return withRunLang(runs, runLang(speech, span.language, undefined));
    });
    text.paragraph(runs, style.paragraph, style.look, src);
  }
  return text.box(style.frame, {}, scope);
}

/** The list item being lowered; `level` 0 = outside lists. */
interface OpenItem {
  readonly level: number;
  /** null after its first paragraph */
  marker: string | null;
  readonly of: ListItem | null;
}

interface TextOwner {
  readonly link?: unknown;
  readonly rotation?: number;
}

/** `src`: of the blocks. `linked`: the cell carries a link. */
export function lowerCellText(
  content: string | BlockContent | readonly (string | { readonly literal: string })[],
  src: Src,
  base: TextScope,
  { linked, site: { cx, notes, spoken } }: { readonly linked: boolean; readonly site: Pick<Site, "cx" | "notes" | "spoken"> },
): readonly StyledParagraph[] {
  const text = new TextLowering(linked ? { link: true } : {}, src, { cx, notes, speech: { spoken, paragraphs: "elements" } });
  if (typeof content === "string") text.paragraph(text.runs(content, base.look, null, src), base.paragraph, base.look, src);
  else if ("blocks" in content) text.blockList(content.blocks, at(src, "blocks"), base);
  else {
    const runs = content.flatMap((part) =>
      typeof part === "string" ? text.runs(part, base.look, null, src) : text.literal(part.literal, base.look, src),
    );
    text.paragraph(runs, base.paragraph, base.look, src);
  }
  return text.paragraphs;
}

/** The first after its number (L22). `src`: of the footnote; `id`: of the note's box */
export function lowerNoteText(
  blocks: readonly Block[],
  src: Src,
  base: TextScope,
  { mark, id, cx, spoken }: { readonly mark: string; readonly id: number; readonly cx: LowerContext; readonly spoken: Spoken },
): readonly StyledParagraph[] {
  const text = new TextLowering({}, src, { cx, notes: undefined, speech: { spoken, paragraphs: "elements" } });
  text.blockList(blocks, at(src, "blocks"), base);
  const first = text.paragraphs[0]!;
  const label: BoxLink = { ...PLACE_LINK, target: { note: id, end: "mark" }, src, at: { note: id, end: "number" }, within: "Lbl" };
  const runs: readonly StyledRun[] = [
    { text: { mark, note: null }, look: cx.lookOf(raised(base.look), false), link: label, src },
    { text: NO_BREAK_SPACE, look: cx.lookOf(base.look, false), link: null, src },
    ...first.runs,
  ];
  return [changed(first, { runs }), ...text.paragraphs.slice(1)];
}

const PLACE_LINK = { alt: null, padding: 0, border: null };
const NO_BREAK_SPACE = "\u00a0";
const raised = (look: ComputedRun): ComputedRun => ({ ...look, script: "superscript" });

const link = (spec: LinkSpec | undefined, src: Src, cx: LowerContext): BoxLink | null => (spec ? lowerLink(spec, src, cx.place) : null);

const resolveFrame = (up: ComputedFrame, own: RequestFrame | undefined): ComputedFrame => ({
  width: own?.width ?? up.width,
  height: own?.height ?? up.height,
  valign: own?.vertical_align ?? up.valign,
  overflow: own?.overflow ?? up.overflow,
  shrink: own?.shrink_to_fit ?? up.shrink,
  minSize: own?.min_font_size ?? up.minSize,
});

/** Styles may declare a frame that cuts fields (FM-5). @throws RenderError API-002 */
function refuseFields({ overflow }: TextFrame, src: Src): void {
  if (overflow !== "clip" && overflow !== "ellipsis") return;
  fail("API-002", "field-cut", src, `a field is not cut: a style or default gives its text the overflow ${overflow}, take it out there`);
}

/** Of texts that have no tags. */
const UNDECLARED: TextSpeech = { spoken: { declared: null, parent: "" }, paragraphs: "elements" };

const withRunLang = (runs: readonly StyledRun[], lang: DeclaredLang): readonly StyledRun[] =>
  lang === undefined ? runs : runs.map((run) => ({ ...run, lang }));

/** Indent per list level, mm (decisions §1, Lists). */
const INDENT = 6;
const BULLETS = ["•", "◦", "▪"];
const BULLET_KINDS = ["disc", "circle", "square"] as const;
const ORDINAL_KINDS = ["decimal", "lower-alpha", "lower-roman"] as const;

/** Of the paragraph, before a mark. */
interface Before {
  readonly last: Inline | undefined;
  readonly style: RunStyle | undefined;
  readonly language: string | undefined;
}

class TextLowering {
  readonly paragraphs: StyledParagraph[] = [];
  /** a page break precedes the next paragraph */
  #broken = false;
  #noted: Src | null = null;
  /** first field in a line */
  #held: Src | null = null;
  readonly cx: LowerContext;
  /** undefined if footnotes are not possible */
  readonly notes: Notes | undefined;
  readonly speech: TextSpeech;

  constructor(
    readonly owner: TextOwner,
    readonly src: Src,
    { cx, notes, speech }: { readonly cx: LowerContext; readonly notes: Notes | undefined; readonly speech: TextSpeech },
  ) {
    this.cx = cx;
    this.notes = notes;
    this.speech = speech;
  }

  box(frame: ComputedFrame, own: RequestFrame, scope: Scope): Omit<TextBox, "z" | "tag" | "link"> {
    const pad = own.padding;
    const made: TextFrame = {
      width: frame.width === null ? "content" : pt(frame.width),
      height: frame.height === null ? null : pt(frame.height),
      overflow: frame.overflow,
      valign: frame.valign,
      rotation: this.owner.rotation ?? 0,
      padding: { top: pt(pad?.top ?? 0), right: pt(pad?.right ?? 0), bottom: pt(pad?.bottom ?? 0), left: pt(pad?.left ?? 0) },
      fill: resolveFill(scope.fill, own.fill),
      stroke: own.stroke ? resolveStroke(scope.stroke, own.stroke) : null,
      columns: own.columns ?? 1,
      columnGap: pt(own.column_gap ?? 0),
      shrinkTo: frame.shrink ? frame.minSize : null,
      path: null,
    };
    if (this.#noted) this.#refuseNotes(made, this.#noted);
    if (this.#held) refuseFields(made, this.#held);
    return { kind: "text", id: this.cx.id(), src: this.src, paragraphs: this.paragraphs, frame: made, keep: { orphans: 1, widows: 1 } };
  }

  /** Styles may declare a frame that excludes footnotes. @throws RenderError API-002 (L20) */
  #refuseNotes({ height, overflow }: TextFrame, src: Src): void {
    if (height === null && overflow === "visible") return;
    const has = height === null ? "an overflow" : "a height";
    fail(
      "API-002",
      "text-location",
      src,
      `a text with ${has} cannot have footnotes: a style or default gives it ${has}, take it out there`,
    );
  }

  blocks(content: BlockContent, base: TextScope): void {
    this.blockList(content.blocks, at(this.src, "content", "blocks"), base);
  }

  blockList(blocks: readonly Block[], src: Src, base: TextScope): void {
    this.#blocks(blocks, src, base, { level: 0, marker: null, of: null });
  }

  #blocks(blocks: readonly Block[], src: Src, base: TextScope, item: OpenItem): void {
    blocks.forEach((block, i) => {
      const here = at(src, i);
      if (block.type === "page_break") this.#broken = true;
      else if (block.type === "paragraph") {
        this.#paragraph(block, here, base, item);
        item.marker = null;
      } else {
        // the outer marker has a line
        if (item.marker !== null) this.#paragraph({ type: "paragraph", inlines: [] }, here, base, item);
        item.marker = null;
        this.#list(block, here, base, item);
      }
    });
  }

  #list(block: ListBlock, src: Src, base: TextScope, { level, of: up }: OpenItem): void {
    const bullets = block.list.kind === "bullet";
    const list = { numbering: (bullets ? BULLET_KINDS : ORDINAL_KINDS)[level % BULLETS.length]! };
    block.items.forEach((entry, i) => {
      const marker = bullets ? BULLETS[level % BULLETS.length]! : `${ordinal(i + 1, level)}.`;
      const item: OpenItem = { level: level + 1, marker, of: { up, list } };
      this.#blocks(entry.blocks, at(src, "items", i, "blocks"), base, item);
      if (item.marker !== null) this.#paragraph({ type: "paragraph", inlines: [] }, at(src, "items", i), base, item);
    });
  }

  #paragraph(block: ParagraphBlock, src: Src, base: TextScope, { level, marker, of: item }: Readonly<OpenItem>): void {
    const runs: StyledRun[] = [];
    // of the text before a mark
    let before: RunStyle | undefined;
    block.inlines.forEach((inline, i) => {
      const here = at(src, "inlines", i);
      if (inline.type === "footnote")
        append(runs, this.#footnote(inline, here, base, { last: block.inlines[i - 1], style: before, language: block.language }));
      else {
        const own = inline.type === "text" ? inline.language : undefined;
        append(runs, withRunLang(this.#inline(inline, here, base), runLang(this.speech, own, block.language)));
      }
      if (inline.type === "text" || inline.type === "variable") before = inline.style;
    });
    const style = resolveParagraph(base.paragraph, block.style);
    this.paragraph(runs, style, base.look, src, block.language);
    if (level === 0) return;
    const made = this.paragraphs.pop()!;
    const plain = { ...style, align: "start" as const, wrap: "no_wrap" as const };
    const label =
      marker === null
        ? null
        : this.#styled([{ text: marker, look: this.#look(base.look, false), link: null, src }], plain, base.look, src, block.language);
    this.paragraphs.push({ ...made, indent: level * pt(INDENT), marker: label, item });
  }

  /** Lowers a mark in the look of the text before it; neighbouring marks are set apart, lest they read as one number. */
  #footnote(inline: FootnoteInline, src: Src, base: TextScope, { last, style, language }: Before): readonly StyledRun[] {
    this.#noted ??= src;
    const { mark, note, id } = this.notes!(inline, src, language ?? this.speech.spoken.declared ?? undefined);
    const look = this.#look(raised(resolveRun(base.look, style)), false);
    // a linked text contains no other links
    const linked = this.owner.link !== undefined;
    const at: NotePlace | null = note && { note: id, end: "mark" };
    const to: BoxLink = { ...PLACE_LINK, target: { note: id, end: "number" }, src, at, within: "Reference" };
    const run: StyledRun = { text: { mark, note }, look, link: linked ? null : to, src };
    return last?.type === "footnote" ? [{ text: NO_BREAK_SPACE, look, link: null, src }, run] : [run];
  }

  #inline(inline: Exclude<Inline, FootnoteInline>, src: Src, base: TextScope): readonly StyledRun[] {
    const run = (style: RunStyle | undefined, linked: BoxLink | null, from = src): Omit<StyledRun, "text"> => ({
      look: this.#look(resolveRun(base.look, style), linked !== null),
      link: linked,
      src: from,
    });
    switch (inline.type) {
      case "text":
        return [
          this.#emphasized(inline, {
            text: inline.text,
            ...run(inline.style, link(inline.link, at(src, "link"), this.cx), at(src, "text")),
          }),
        ];
      case "variable":
        return this.#variable(inline.name).map((text) => ({ text, ...run(inline.style, null) }));
      case "line_break":
        return [{ text: "\n", ...run(undefined, null) }];
      case "tab":
        return [{ text: "\t", ...run(undefined, null) }];
      case "field":
        return [this.#field(inline, src, base)];
    }
  }

  /** Undecorated: it has a look of its own. */
  #field(inline: FieldInline, src: Src, base: TextScope): StyledRun {
    this.#held ??= src;
    const field = this.cx.inlineField(inline, src, base);
    const { letterSpacing, features, script, highlight, decoration } = SERVICE_TEXT.look;
    const look = this.#look({ ...base.look, letterSpacing, features, script, highlight, decoration }, false);
    return { text: { inline: field }, look, link: null, src };
  }

  #emphasized(inline: Inline, run: StyledRun): StyledRun {
    const emphasis = emphasisOf(inline);
    return emphasis === null ? run : { ...run, look: this.cx.emphasized(run.look, emphasis) };
  }

  #variable(name: string): readonly RunText[] {
    const { references } = this.cx;
    return references ? references.textOf(name) : [{ variable: name === "page" ? "page" : "total_pages" }];
  }

  /** `${page}`: a dollar sign and a variable; other braces are literal. */
  runs(text: string, look: ComputedRun, linked: BoxLink | null, src: Src): readonly StyledRun[] {
    const own = this.#look(look, linked !== null);
    if (!text.includes("{")) return text === "" ? [] : [{ text, look: own, link: linked, src }];
    const run = { look: own, link: linked, src };
    return textParts(text, this.cx.references !== null).flatMap((part): readonly StyledRun[] =>
      typeof part === "string" ? [{ text: part, ...run }] : this.#variable(part.variable).map((shown) => ({ text: shown, ...run })),
    );
  }

  literal(text: string, look: ComputedRun, src: Src): readonly StyledRun[] {
    return text === "" ? [] : [{ text, look: this.#look(look, false), link: null, src }];
  }

  paragraph(runs: readonly StyledRun[], style: ComputedParagraph, look: ComputedRun, src: Src, own?: string): void {
    this.paragraphs.push(this.#styled(runs, style, look, src, own));
    this.#broken = false;
  }

  #styled(runs: readonly StyledRun[], style: ComputedParagraph, look: ComputedRun, src: Src, own: string | undefined): StyledParagraph {
    const breakBefore = this.#broken && this.paragraphs.length > 0;
    const { cx, speech } = this;
    const declared = own ?? speech.spoken.declared;
    const language = declared ?? cx.language;
    const languageDeclared = declared !== null || cx.languageDeclared;
    const lang = paragraphLang(speech, own);
    return paragraphOf(style, { runs, breakBefore, language, languageDeclared, lang, look: this.#look(look, false), src });
  }

  #look(look: ComputedRun, linked: boolean): StyledRun["look"] {
    return this.cx.lookOf(look, linked || this.owner.link !== undefined);
  }
}

/** 1 2 3, a b c, i ii iii, repeating (decisions §1, Lists). */
function ordinal(n: number, level: number): string {
  if (level % 3 === 0) return String(n);
  return level % 3 === 1 ? letters(n) : roman(n);
}
