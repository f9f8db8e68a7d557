// What a request is lowered to: a book of page sequences, each with its master (size and furniture) and the boxes that are filled from page to page.
import type { Attachment, Metadata, Profile, Rect } from "../../ir/ir.js";
import type { Src } from "../core/src.js";
import type { Bounds, Box, Canvas } from "./box.js";

/** What both authoring modes are lowered to. Sequences are lowered one by one, so that a document of many is never in memory whole. */
export interface Book {
  readonly metadata: Metadata;
  readonly profile: Profile | null;
  readonly attachments: readonly Attachment[];
  /** the structure is written to the document */
  readonly tagged: boolean;
  /** number of page sequences */
  readonly length: number;
  /** lowers a sequence, counted from 0, anew at each call */
  sequence(index: number): PageSequence;
}

/** One entry of `pages[]`, or one segment of a Flow Document, with the pages it continues on. Every stream is filled on every page until all are done. */
export interface PageSequence {
  readonly src: Src;
  readonly master: PageMaster;
  /** the folio of its first page; null = it goes on from the sequence before, the document's first being 1 */
  readonly start: number | null;
  readonly streams: readonly Stream[];
}

/** What the pages of a sequence have in common. Points. Furniture is shaped page by page: only there the page's number is known. */
export interface PageMaster {
  readonly width: number;
  readonly height: number;
  /** where bodies are on its pages, all columns together: what placed parts may refer to */
  readonly body: ByParity;
  /** in the order in which it is painted within its part */
  readonly furniture: readonly Furniture[];
}

/** A box that is filled from region to region, or placed whole on its sequence's first page. */
export type Stream = FilledStream | PlacedStream;

/** A box that is filled from region to region until nothing of it is left. */
export interface FilledStream {
  readonly kind: "filled";
  readonly box: Box;
  readonly area: BodyArea;
  /** what it must stay inside of; null = its parts have bounds of their own */
  readonly bounds: Bounds | null;
  /** what content that leaves the box around it must stay inside of, however deep; null = its parts have bounds of their own */
  readonly contents: Bounds | null;
}

/** A box placed whole on the first page of its sequence, in the page's space. Points. */
export interface PlacedStream {
  readonly kind: "placed";
  readonly box: Box;
  readonly x: number;
  readonly y: number;
  /** the width that it is measured in */
  readonly width: number;
  readonly bounds: Bounds | null;
}

/** Where a stream is on a page, by the page's place in its sequence and by its parity: margins that change sides are two rectangles. */
export interface BodyArea {
  /** on the first page of the sequence */
  readonly first: ByParity;
  readonly later: ByParity;
  readonly columns: PageColumns;
}

/** Odd and even go by the physical number in the document. */
export interface ByParity {
  readonly odd: Rect;
  readonly even: Rect;
}

/** Equal columns, filled one after the other. */
export interface PageColumns {
  readonly count: number;
  readonly gap: number;
  readonly direction: "ltr" | "rtl";
}

/** An area that is not divided. */
export const ONE_COLUMN: PageColumns = { count: 1, gap: 0, direction: "ltr" };

/** The same rectangle on odd and even pages. */
export const onBothSides = (rect: Rect): ByParity => ({ odd: rect, even: rect });

/** A part of the page beside the body. At most one of its variants is on a page: the first of those whose pages it is among. */
export interface Furniture {
  readonly part: "background" | "header" | "footer" | "watermark" | "stamp";
  /** of the whole part at once */
  readonly opacity: number;
  readonly variants: readonly FurnitureVariant[];
}

/** One version of a part of the page, and the pages that it is for. */
export interface FurnitureVariant {
  readonly on: PageSelector;
  /** in the page's space */
  readonly canvas: Canvas;
}

/** The pages that are at this position of the document or of their sequence, and have this parity. */
export interface PageSelector {
  readonly of: "document" | "sequence";
  readonly position: "any" | "first" | "last";
  readonly parity: "any" | "odd" | "even";
}
