import type { Rgb, StructNode } from "../../ir/ir.js";
import type { Src } from "../core/src.js";
import type { DeclaredVariations } from "../core/variations.js";
import { pt } from "../core/units.js";
import type { Emphasis } from "../core/emphasis.js";
import type { InlineField } from "./field.js";
import type { DeclaredLang } from "./language.js";
import type { BoxLink } from "./link.js";

/** Interned by lowering: equal looks are one object. Points. */
export interface ComputedText {
  readonly family: string | null;
  readonly mode: "automatic" | "prefer" | "strict";
  readonly size: number;
  readonly weight: number;
  readonly weightDeclared: boolean;
  readonly italic: boolean;
  readonly color: Rgb;
  readonly opacity: number;
  /** added after each cluster */
  readonly letterSpacing: number;
  /** sorted by tag: `liga=0 tnum=1` */
  readonly features: string;
  /** shows emoji; null: as without */
  readonly emojiFamily: string | null;
  readonly variations: DeclaredVariations | null;
  readonly script: "normal" | "superscript" | "subscript";
  readonly highlight: ComputedHighlight | null;
  readonly decoration: ComputedDecoration | null;
  /** elements around the text in PDF/UA-2; absent without */
  readonly emphasis?: Emphasis;
}

export interface ComputedHighlight {
  readonly color: Rgb;
  readonly opacity: number;
  readonly radius: number;
  readonly padding: number;
}

/** The font sets the place, and the thickness if null. */
export interface ComputedDecoration {
  readonly lines: readonly ("underline" | "line_through" | "overline")[];
  /** null: the run's */
  readonly color: Rgb | null;
  readonly thickness: number | null;
  readonly style: "solid" | "double" | "dotted" | "dashed";
}

/** `keep_together` breaks inside a run only if the run is wider than a line; `no_wrap` breaks only at forced breaks. */
export type WrapPolicy = "normal" | "keep_together" | "no_wrap";

/** Known only after layout: page label, number of pages, label of a place's page, or running title. */
export type Variable = "page" | "total_pages" | { readonly pageOf: string } | TitleVariable;

/** Last heading on or before the page, or first on it. */
export interface TitleVariable {
  /** from 1 */
  readonly heading: number;
  readonly first: boolean;
}

/** `isolated`: its direction does not affect the text around it. */
export type RunText = string | { readonly isolated: string } | { readonly variable: Variable };

/** `note`: null for a further mark of the same note. */
export interface NoteMark {
  readonly mark: string;
  readonly note: Note | null;
}

/** A form field in place of characters. */
export interface FieldRun {
  readonly inline: InlineField;
}

export interface Note {
  readonly id: number;
  readonly src: Src;
  /** index in the document, from 0 */
  readonly index: number;
  /** the first begins with its number */
  readonly paragraphs: readonly StyledParagraph[];
  /** place of their indents; null without any */
  readonly indented: Src | null;
}

/** Part of a paragraph with one look and one link. */
export interface StyledRun {
  readonly text: RunText | NoteMark | FieldRun;
  readonly look: ComputedText;
  readonly link: BoxLink | null;
  readonly src: Src;
  /** of the run alone; absent on most runs */
  readonly lang?: DeclaredLang;
}

/** Equal styles are one object. */
export interface TextStyle {
  readonly look: ComputedText;
  readonly paragraph: ParagraphStyle;
  readonly language: string;
  readonly languageDeclared: boolean;
}

/** Its items are alike except for their numbers. */
export interface ListKind {
  /** null: individual markers */
  readonly numbering: NonNullable<StructNode["numbering"]> | null;
}

/** points (decisions §1, Lists) */
export const MARKER_GAP = pt(1.5);

/** The paragraphs of one item share the object. */
export interface ListItem {
  readonly up: ListItem | null;
  readonly list: ListKind;
}

/** Its text is that of its runs; `\n` ends a line, `\t` is a tab. */
export interface StyledParagraph {
  readonly runs: readonly StyledRun[];
  readonly align: "start" | "left" | "center" | "right" | "justify";
  readonly direction: "auto" | "ltr" | "rtl";
  /** multiple of the font size; null: the primary face's */
  readonly lineHeight: number | null;
  readonly wrap: WrapPolicy;
  /** distance from the start side, points */
  readonly indent: number;
  /** distance from the end side, points */
  readonly indentEnd: number;
  /** added to `indent`, points; may be negative */
  readonly indentFirst: number;
  /** set before the text's start side */
  readonly marker: StyledParagraph | null;
  readonly item: ListItem | null;
  readonly breakBefore: boolean;
  readonly language: string;
  /** declared, so that justified text may be hyphenated */
  readonly languageDeclared: boolean;
  /** of the paragraph's element; absent if no language is declared around it either */
  readonly lang?: DeclaredLang;
  /** look of an empty paragraph */
  readonly look: ComputedText;
  readonly src: Src;
}

export type ParagraphStyle = Pick<StyledParagraph, "align" | "direction" | "lineHeight" | "wrap">;

/** `own`: fields that are not inherited */
export const paragraphOf = (
  { align, direction, lineHeight, wrap }: ParagraphStyle,
  {
    runs,
    breakBefore,
    language,
    languageDeclared,
    lang,
    look,
    src,
  }: Pick<StyledParagraph, "runs" | "breakBefore" | "language" | "languageDeclared" | "lang" | "look" | "src">,
): StyledParagraph => ({
  runs,
  align,
  direction,
  lineHeight,
  wrap,
  indent: 0,
  indentEnd: 0,
  indentFirst: 0,
  marker: null,
  item: null,
  breakBefore,
  language,
  languageDeclared,
  lang,
  look,
  src,
});

export const changed = (
  p: StyledParagraph,
  own: Partial<Pick<StyledParagraph, "runs" | "align" | "direction" | "wrap" | "marker" | "look">>,
): StyledParagraph => ({
  runs: own.runs ?? p.runs,
  align: own.align ?? p.align,
  direction: own.direction ?? p.direction,
  lineHeight: p.lineHeight,
  wrap: own.wrap ?? p.wrap,
  indent: p.indent,
  indentEnd: p.indentEnd,
  indentFirst: p.indentFirst,
  marker: own.marker === undefined ? p.marker : own.marker,
  item: p.item,
  breakBefore: p.breakBefore,
  language: p.language,
  languageDeclared: p.languageDeclared,
  lang: p.lang,
  look: own.look ?? p.look,
  src: p.src,
});
