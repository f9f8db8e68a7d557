// Resources are values, which painting numbers.
import type { ColorFont } from "../core/color-font.js";
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

/** An op before painting: sources are cursors; fonts, pictures and paints have no numbers; coordinates are not rounded. */
export type DrawnOp = DrawnGroup | DrawnPath | DrawnGlyphs | DrawnImage | DrawnPdfPage;

export interface DrawnGroup extends Omit<GroupOp, "children" | "mask"> {
  readonly mask: { readonly kind: "alpha" | "luminosity"; readonly children: readonly DrawnOp[] } | null;
  readonly children: readonly DrawnOp[];
}

export interface DrawnPath extends Omit<PathOp, "fill" | "source"> {
  readonly fill: Fill | DrawnPaint | null;
}

/** Glyphs of one face in visual order, left to right, from the baseline origin (x, y). Points. */
export interface DrawnGlyphs extends Omit<GlyphsOp, "font" | "fill" | "actualText" | "source"> {
  readonly font: DrawnFont;
  readonly fill: Fill | DrawnPaint;
}

/** A face, with its glyphs in colour; absent without. */
export interface DrawnFont extends Omit<FontResource, "drawings"> {
  readonly colors?: ColorFont;
}

/** Interned when it is painted. */
export interface DrawnPaint {
  readonly gradient: LinearPaint | RadialPaint | DrawnTile;
  readonly opacity: number;
}

/** Repeated tile. A shared one begins at the page's corner, regardless of the drawing: a chart's pattern, at most 32 per document. */
export interface DrawnTile extends Omit<TilePaint, "ops"> {
  readonly ops: readonly DrawnOp[];
  readonly shared?: true;
}

/** Fitted to a rectangle of the drawing's space, points. */
export interface DrawnImage {
  readonly op: "image";
  readonly image: DrawnResource;
  readonly box: Rect;
}

/** Fitted to a rectangle of the drawing's space, points. */
export interface DrawnPdfPage extends Omit<PdfPageOp, "file" | "source"> {
  readonly file: PdfResource;
}

/** Its colour profile has no number yet. */
export interface DrawnResource extends Omit<ImageResource, "profile"> {
  readonly profile: IccResource | null;
}
