// Ops of a drawing before painting: resources are values, which painting numbers.
import type {
  Fill,
  FontResource,
  GlyphsOp,
  GroupOp,
  IccResource,
  ImageResource,
  LinearPaint,
  PathOp,
  PdfPageOp,
  PdfResource,
  RadialPaint,
  Rect,
  TilePaint,
} from "../../ir/ir.js";

/**
 * An op before painting: path data and looks; sources are cursors, fonts, pictures and paints have no numbers, coordinates are not rounded.
 */
export type DrawnOp = DrawnGroup | DrawnPath | DrawnGlyphs | DrawnImage | DrawnPdfPage;

/** A group, with its mask, before painting. */
export interface DrawnGroup extends Omit<GroupOp, "children" | "mask"> {
  readonly mask: { readonly kind: "alpha" | "luminosity"; readonly children: readonly DrawnOp[] } | null;
  readonly children: readonly DrawnOp[];
}

/** A path, filled or stroked or both, before painting. */
export interface DrawnPath extends Omit<PathOp, "fill" | "source"> {
  readonly fill: Fill | DrawnPaint | null;
}

/** Shaped run of one face, such as a chart's label: glyphs in visual order, left to right, from the baseline origin (x, y). Points. */
export interface DrawnGlyphs extends Omit<GlyphsOp, "font" | "fill" | "actualText" | "source"> {
  readonly font: FontResource;
  readonly fill: Fill | DrawnPaint;
}

/** A gradient or pattern: interned when it is painted. */
export interface DrawnPaint {
  readonly gradient: LinearPaint | RadialPaint | DrawnTile;
  readonly opacity: number;
}

/**
 * Repeated tile of a pattern before painting. A shared one begins at the page's corner, regardless of the drawing: a chart's pattern, of
 * which a document has at most 32.
 */
export interface DrawnTile extends Omit<TilePaint, "ops"> {
  readonly ops: readonly DrawnOp[];
  readonly shared?: true;
}

/** A picture before painting, fitted to a rectangle of the drawing's space, points. */
export interface DrawnImage {
  readonly op: "image";
  readonly image: DrawnResource;
  readonly box: Rect;
}

/** A page of a PDF file before painting, fitted to a rectangle of the drawing's space, points. */
export interface DrawnPdfPage extends Omit<PdfPageOp, "file" | "source"> {
  readonly file: PdfResource;
}

/** An image resource whose colour profile has no number yet. */
export interface DrawnResource extends Omit<ImageResource, "profile"> {
  readonly profile: IccResource | null;
}
