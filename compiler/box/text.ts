// Text before shaping: content with computed styles.
import type { Rgb, StructNode } from "../../ir/ir.js";
import type { Src } from "../core/src.js";
import { pt } from "../core/units.js";
import type { BoxLink } from "./link.js";

/** Computed look of characters. Interned by lowering: equal looks are one object. Lengths are points. */
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
  /** OpenType features, sorted by tag, separated by spaces: `liga=0 tnum=1` */
  readonly features: string;
  readonly script: "normal" | "superscript" | "subscript";
  readonly highlight: ComputedHighlight | null;
  readonly decoration: ComputedDecoration | null;
}

/** A box of colour behind characters. */
export interface ComputedHighlight {
  readonly color: Rgb;
  readonly opacity: number;
  readonly radius: number;
  readonly padding: number;
}

/** Lines along characters; the font sets their place, and their thickness if null. */
export interface ComputedDecoration {
  readonly lines: readonly ("underline" | "line_through" | "overline")[];
  /** null = the run's */
  readonly color: Rgb | null;
  readonly thickness: number | null;
  readonly style: "solid" | "double" | "dotted" | "dashed";
}

/** `keep_together` breaks inside a run only if the run is wider than a line; `no_wrap` breaks only at forced breaks. */
export type WrapPolicy = "normal" | "keep_together" | "no_wrap";

/**
 * A value known only after layout: the label of the text's page, the number of pages, the label of the page of a place, or a running title.
 */
export type Variable = "page" | "total_pages" | { readonly pageOf: string } | TitleVariable;

/** The text of the last heading of a level that begins on the page or before it, or of the first on the page. */
export interface TitleVariable {
  /** from 1 */
  readonly heading: number;
  readonly first: boolean;
}

/** Characters of a run: text, text whose direction does not affect the text around it, or a variable. */
export type RunText = string | { readonly isolated: string } | { readonly variable: Variable };

/** Mark of a footnote in a text; `note` is null for a further mark of the same note. */
export interface NoteMark {
  readonly mark: string;
  readonly note: Note | null;
}

/** Footnote: its text at the foot of the region with its mark. */
export interface Note {
  /** of its text box */
  readonly id: number;
  readonly src: Src;
  /** order of notes in the document, from 0 */
  readonly index: number;
  /** the first begins with its number */
  readonly paragraphs: readonly StyledParagraph[];
}

/** Part of a paragraph's text with one look and one link. */
export interface StyledRun {
  /** the characters, a variable, or the mark of a footnote */
  readonly text: RunText | NoteMark;
  readonly look: ComputedText;
  readonly link: BoxLink | null;
  readonly src: Src;
}

/** Style of a text of one run. Equal styles are one object. */
export interface TextStyle {
  readonly look: ComputedText;
  readonly paragraph: ParagraphStyle;
  readonly language: string;
  readonly languageDeclared: boolean;
}

/** A list: its items are alike except for their numbers. */
export interface ListKind {
  /** null = unknown: its items have individual markers */
  readonly numbering: NonNullable<StructNode["numbering"]> | null;
}

/** Distance of a marker from its text (decisions §1, Lists), points. */
export const MARKER_GAP = pt(1.5);

/** An item of a list, possibly nested; the paragraphs of one item share the object. */
export interface ListItem {
  readonly up: ListItem | null;
  readonly list: ListKind;
}

/** A paragraph before shaping: its text is that of its runs in order; `\n` ends a line, `\t` is a tab. */
export interface StyledParagraph {
  readonly runs: readonly StyledRun[];
  readonly align: "start" | "left" | "center" | "right" | "justify";
  readonly direction: "auto" | "ltr" | "rtl";
  /** multiple of the font size; null = the primary face's default */
  readonly lineHeight: number | null;
  readonly wrap: WrapPolicy;
  /** distance of the text from the start side, points */
  readonly indent: number;
  /** distance from the end side, points */
  readonly indentEnd: number;
  /** added to `indent` for the first line, points; negative if that begins before the others */
  readonly indentFirst: number;
  /** a list item's marker, set before the text's start side */
  readonly marker: StyledParagraph | null;
  readonly item: ListItem | null;
  readonly breakBefore: boolean;
  readonly language: string;
  /** the request declares the language, so that justified text may be hyphenated */
  readonly languageDeclared: boolean;
  /** look of an empty paragraph */
  readonly look: ComputedText;
  readonly src: Src;
}

/** Inherited fields of a paragraph. */
export type ParagraphStyle = Pick<StyledParagraph, "align" | "direction" | "lineHeight" | "wrap">;

/** A paragraph outside lists. `own`: fields that are not inherited */
export const paragraphOf = (
  { align, direction, lineHeight, wrap }: ParagraphStyle,
  {
    runs,
    breakBefore,
    language,
    languageDeclared,
    look,
    src,
  }: Pick<StyledParagraph, "runs" | "breakBefore" | "language" | "languageDeclared" | "look" | "src">,
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
  look: own.look ?? p.look,
  src: p.src,
});
