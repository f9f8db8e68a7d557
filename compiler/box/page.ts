import type { Attachment, ImportedStructure, Metadata, PageLabel, PdfResource, PdfView, Profile, Rect } from "../../ir/ir.js";
import type { NumeralStyle } from "../core/numerals.js";
import type { Src } from "../core/src.js";
import type { Bounds, Box, Canvas } from "./box.js";
import type { ReadingMove } from "./common.js";

/** Sequences are lowered one by one, so that a long document is never in memory whole. */
export interface Book {
  readonly metadata: Metadata;
  readonly profile: Profile | null;
  readonly attachments: readonly Attachment[];
  readonly tagged: boolean;
  readonly length: number;
  /** last sequence that is not imported; -1 without */
  readonly lastDrawn: number;
  /** from 0, anew at each call */
  sequence(index: number): PageSequence;
}

/**
 * An entry of `pages[]` or a segment of a Flow Document, with its continuation pages. Streams are filled on every page until all are
 * done.
 */
export interface PageSequence {
  readonly src: Src;
  readonly master: PageMaster;
  /** folio of its first page; null: continues the preceding sequence, the document's first being 1 */
  readonly start: number | null;
  readonly numerals: NumeralStyle;
  readonly streams: readonly Stream[];
  /** of its elements; absent if they are read in source order */
  readonly moves?: readonly ReadingMove[];
  /** its pages, if they are those of a PDF file; then it has no streams and no furniture */
  readonly imported?: ImportedSequence;
}

/** Pages of a PDF file as they are (PDF-16). */
export interface ImportedPages {
  readonly file: PdfResource;
  /** cut to these pages; null for a file without tags */
  readonly structure: ImportedStructure | null;
  /** BCP 47; null without tags */
  readonly language: string | null;
  /** in document order */
  readonly sheets: readonly ImportedSheet[];
  /** at the top level, on pages that come over (PDF-22) */
  readonly outline: readonly ImportedEntry[];
  /** empty except in merged documents */
  readonly names: readonly { readonly name: string; readonly target: SheetTarget }[];
  /** by index in `sheets`; empty except in merged documents */
  readonly labels: readonly PageLabel[];
}

export interface ImportedSequence extends ImportedPages {
  /** orders its structure among those of boxes */
  readonly id: number;
  /** place of the import in the request */
  readonly src: Src;
  /** of its beginning; null if absent */
  readonly destination: string | null;
}

/** Points: its crop box, upright. */
export interface ImportedSheet {
  /** from 1 */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** those that come over, by index on the page */
  readonly links: readonly { readonly annotation: number; readonly target: { readonly url: string } | SheetTarget }[];
}

/** First occurrence, by index in `sheets`. */
export interface SheetTarget {
  readonly sheet: number;
  readonly view: PdfView;
}

export interface ImportedEntry {
  readonly title: string;
  readonly target: SheetTarget;
  readonly children: readonly ImportedEntry[];
}

/** Points. Furniture is shaped when the page's number is known. */
export interface PageMaster {
  readonly width: number;
  readonly height: number;
  /** all columns together: a reference of placed parts */
  readonly body: ByParity;
  /** in painting order within its part */
  readonly furniture: readonly Furniture[];
  /** right-hand pages by physical number (SW-25) */
  readonly rightPages: "odd" | "even";
}

export type Stream = FilledStream | PlacedStream | FootStream;

export interface FilledStream {
  readonly kind: "filled";
  readonly box: Box;
  readonly area: BodyArea;
  /** null: its parts have separate bounds */
  readonly bounds: Bounds | null;
  /** of content that overflows the box around it, at any depth; null: its parts have separate bounds */
  readonly contents: Bounds | null;
  /** in source order */
  readonly floats: readonly Float[];
  /** side of floats narrower than their room, and of the rule over notes; null: left, and that of the first note */
  readonly start: "left" | "right" | null;
}

/** A float moves to the next top or bottom with room. Points. */
export interface Float {
  readonly box: Box;
  /** number of the flow's children before it: it is in no region before the one in which they end (L30) */
  readonly after: number;
  readonly position: "top" | "bottom" | "next_page";
  readonly span: "column" | "body";
  readonly spaceBefore: number;
  readonly spaceAfter: number;
}

/** Placed whole on the first page of its sequence, in the page's space. Points. */
export interface PlacedStream {
  readonly kind: "placed";
  readonly box: Box;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly bounds: Bounds | null;
}

/** Placed whole, in the page's space, above everything else of its page, which has no footer. At most one in a sequence. Points. */
export interface FootStream extends Omit<PlacedStream, "kind"> {
  readonly kind: "foot";
  /** lower edge of the room for the other streams; they end on its page or before. null: it is on the first page */
  readonly above: number | null;
}

/** The body is chosen by the page's place in its sequence and by parity: alternating margins have two rectangles. */
export interface BodyArea {
  readonly first: ByParity;
  readonly later: ByParity;
  readonly columns: PageColumns;
}

/** Values by the parity of the physical number in the document. */
export interface ByParity {
  readonly odd: Rect;
  readonly even: Rect;
}

export interface PageColumns {
  readonly count: number;
  readonly gap: number;
  readonly direction: "ltr" | "rtl";
}

export const ONE_COLUMN: PageColumns = { count: 1, gap: 0, direction: "ltr" };

export const onBothSides = (rect: Rect): ByParity => ({ odd: rect, even: rect });

/** A part of the furniture has at most one variant per page, the first that matches. */
export interface Furniture {
  readonly part: "background" | "header" | "footer" | "watermark" | "stamp";
  /** of the whole part at once */
  readonly opacity: number;
  readonly variants: readonly FurnitureVariant[];
}

export interface FurnitureVariant {
  readonly on: PageSelector;
  /** canvas in the page's space */
  readonly canvas: Canvas;
}

/** Selects pages by their position in the document or the sequence, and by parity. */
export interface PageSelector {
  readonly of: "document" | "sequence";
  readonly position: "any" | "first" | "last" | "blank";
  readonly parity: "any" | "odd" | "even";
}
