// Books: page sequences with their masters (size and furniture) and streams of boxes.
import type { Attachment, ImportedStructure, Metadata, PageLabel, PdfResource, PdfView, Profile, Rect } from "../../ir/ir.js";
import type { NumeralStyle } from "../core/numerals.js";
import type { Src } from "../core/src.js";
import type { Bounds, Box, Canvas } from "./box.js";

/** Lowered request of either authoring mode. Sequences are lowered one by one, so that a document of many is never in memory whole. */
export interface Book {
  readonly metadata: Metadata;
  readonly profile: Profile | null;
  readonly attachments: readonly Attachment[];
  /** the structure is written to the document */
  readonly tagged: boolean;
  readonly length: number;
  /** index of the last sequence that is drawn, not imported; -1 without */
  readonly lastDrawn: number;
  /** lowers a sequence, counted from 0, anew at each call */
  sequence(index: number): PageSequence;
}

/**
 * One entry of `pages[]`, or one segment of a Flow Document, with the pages it continues on. Every stream is filled on every page until all
 * are done.
 */
export interface PageSequence {
  readonly src: Src;
  readonly master: PageMaster;
  /** folio of its first page; null = continues that of the preceding sequence, the document's first being 1 */
  readonly start: number | null;
  /** of its page labels */
  readonly numerals: NumeralStyle;
  readonly streams: readonly Stream[];
  /** its pages, if they are those of a PDF file; then it has no streams and no furniture */
  readonly imported?: ImportedSequence;
}

/** Pages of a PDF file as they are (PDF-16). */
export interface ImportedPages {
  readonly file: PdfResource;
  /** the file's structure tree, cut to these pages; null for a file without tags */
  readonly structure: ImportedStructure | null;
  /** of a file with tags, BCP 47; null without */
  readonly language: string | null;
  /** in their order in the document */
  readonly sheets: readonly ImportedSheet[];
  /** entries at the top level whose pages come over (PDF-22) */
  readonly outline: readonly ImportedEntry[];
  /** names of pages that come over; empty except in merged documents */
  readonly names: readonly { readonly name: string; readonly target: SheetTarget }[];
  /** labels of the pages, by their index in `sheets`; empty except in merged documents */
  readonly labels: readonly PageLabel[];
}

export interface ImportedSequence extends ImportedPages {
  /** as of a box: its structure is at its place among those of boxes */
  readonly id: number;
  /** of the import */
  readonly src: Src;
  /** name of its beginning; null without */
  readonly destination: string | null;
}

/** A page of a PDF file. Points: its crop box, upright. */
export interface ImportedSheet {
  /** in the file, from 1 */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** link annotations that come over, by their index on the page */
  readonly links: readonly { readonly annotation: number; readonly target: { readonly url: string } | SheetTarget }[];
}

/** A view of a page: its first occurrence, by its index in `sheets`. */
export interface SheetTarget {
  readonly sheet: number;
  readonly view: PdfView;
}

/** An outline entry of a PDF file. */
export interface ImportedEntry {
  readonly title: string;
  readonly target: SheetTarget;
  readonly children: readonly ImportedEntry[];
}

/** Common properties of a sequence's pages. Points. Furniture is shaped page by page, when the page's number is known. */
export interface PageMaster {
  readonly width: number;
  readonly height: number;
  /** area of bodies, all columns together: a reference of placed parts */
  readonly body: ByParity;
  /** in the order in which it is painted within its part */
  readonly furniture: readonly Furniture[];
}

/** A box that is filled from region to region, or placed whole on its sequence's first page. */
export type Stream = FilledStream | PlacedStream;

export interface FilledStream {
  readonly kind: "filled";
  readonly box: Box;
  readonly area: BodyArea;
  /** bounds of the box; null = its parts have separate bounds */
  readonly bounds: Bounds | null;
  /** bounds of content that overflows the box around it, at any depth; null = its parts have separate bounds */
  readonly contents: Bounds | null;
  /** of a flow, in source order */
  readonly floats: readonly Float[];
}

/** Part that moves to the next top or bottom of a region with room for it. Points. */
export interface Float {
  readonly box: Box;
  /** number of the flow's children before it: it is in no region before the one in which they end (L30) */
  readonly after: number;
  readonly position: "top" | "bottom" | "next_page";
  readonly span: "column" | "body";
  /** least distances from its neighbours */
  readonly spaceBefore: number;
  readonly spaceAfter: number;
}

/** A box placed whole on the first page of its sequence, in the page's space. Points. */
export interface PlacedStream {
  readonly kind: "placed";
  readonly box: Box;
  readonly x: number;
  readonly y: number;
  /** width for measuring */
  readonly width: number;
  readonly bounds: Bounds | null;
}

/** Area of a stream, by the page's place in its sequence and by its parity: alternating margins have two rectangles. */
export interface BodyArea {
  readonly first: ByParity;
  readonly later: ByParity;
  readonly columns: PageColumns;
}

/** Odd and even by the physical number in the document. */
export interface ByParity {
  readonly odd: Rect;
  readonly even: Rect;
}

/** Equal columns, filled in turn. */
export interface PageColumns {
  readonly count: number;
  readonly gap: number;
  readonly direction: "ltr" | "rtl";
}

export const ONE_COLUMN: PageColumns = { count: 1, gap: 0, direction: "ltr" };

/** The same rectangle on odd and even pages. */
export const onBothSides = (rect: Rect): ByParity => ({ odd: rect, even: rect });

/** Part of the page outside the body. A page has at most one of its variants, the first that selects it. */
export interface Furniture {
  readonly part: "background" | "header" | "footer" | "watermark" | "stamp";
  /** of the whole part at once */
  readonly opacity: number;
  readonly variants: readonly FurnitureVariant[];
}

/** Variant of a part of the page, and its pages. */
export interface FurnitureVariant {
  readonly on: PageSelector;
  /** in the page's space */
  readonly canvas: Canvas;
}

/** Selects pages by position in the document or their sequence, and by parity. */
export interface PageSelector {
  readonly of: "document" | "sequence";
  readonly position: "any" | "first" | "last";
  readonly parity: "any" | "odd" | "even";
}
