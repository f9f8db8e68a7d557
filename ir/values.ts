// Values of the display list: geometry, colours, indexes, names of blobs.
/** Blobs are stored outside the display list, named by SHA-256: the JSON stays small and diffable. */
export type BlobId = `sha256-${string}`;

/** A point, in points. */
export interface Point {
  /** rightwards */
  readonly x: number;
  /** downwards */
  readonly y: number;
}
/** A circle, in points. */
export interface Circle {
  /** coordinate of the centre */
  readonly x: number;
  /** coordinate of the centre */
  readonly y: number;
  /** radius */
  readonly r: number;
}
/** A rectangle, in points. */
export interface Rect {
  /** coordinate of the left edge */
  readonly x: number;
  /** coordinate of the top edge */
  readonly y: number;
  /** rightwards */
  readonly width: number;
  /** downwards */
  readonly height: number;
}
/** a b c d e f of x' = a·x + c·y + e, y' = b·x + d·y + f */
export type Matrix = readonly [number, number, number, number, number, number];

/** Absolute segments: one letter of M, L, C, Z each in `verbs`, with 2, 2, 6, 0 numbers in `coords`. */
export interface Path {
  /** One letter of M, L, C, Z per segment. */
  readonly verbs: string;
  /** Points of all segments, in order. */
  readonly coords: readonly number[];
  /** Fill rule. */
  readonly rule: "nonzero" | "evenodd";
}

/** `#RRGGBB` */
export type Rgb = `#${string}`;

/** @param color # with six hexadecimal digits */
export const rgbOf = (color: string): Rgb => `#${color.slice(1).toUpperCase()}`;

/** See `rgbOf`; undefined if no color is declared. */
export const declaredColor = (color: string | undefined): Rgb | undefined => (color === undefined ? undefined : rgbOf(color));

/** Index of `resources.fonts`. */
export type FontId = number;
/** Index of `resources.images`. */
export type ImageId = number;
/** Index of `resources.pdfs`. */
export type PdfId = number;
/** Index of `resources.profiles`. */
export type IccId = number;
/** Index of `resources.paints`. */
export type PaintId = number;
/** Number of a mark, owned by exactly one structure node. */
export type MarkId = number;
/** Index of `sources`. */
export type SourceId = number;
