// Types of the display list.
import type { Variations } from "../base/variations.js";
import type { Attachment, Destination, Metadata, OutlineItem, PageLabel } from "./catalog.js";
import type { Form, WidgetFields } from "./form.js";
import type { PdfImport, ImportedPage, PdfPageOp, PdfResource } from "./pdf.js";
import type { Profile } from "./profile.js";
import type { StructNode } from "./structure.js";
import type { BlobId, Circle, FontId, IccId, ImageId, MarkId, Matrix, PaintId, Path, Point, Rect, Rgb, SourceId } from "./values.js";

export * from "./catalog.js";
export * from "./form.js";
export * from "./pdf.js";
export * from "./profile.js";
export * from "./structure.js";
export * from "./tags.js";
export * from "./containment.js";
export * from "./values.js";

/**
 * The display list: the final appearance of a document, page by page.
 * Written by compiler/paint, read by every backend. SPEC.md lists its invariants; validate.ts checks them.
 * Lengths are points; the origin is the top left corner of the page, y points down; coordinates are rounded to 1/1000.
 */
export interface IrDocument {
  /** Version of this format. */
  readonly version: 1;
  /** Metadata of the document. */
  readonly metadata: Metadata;
  /** Profile the file conforms to; null for none. */
  readonly profile: Profile | null;
  /** true: formats with a structure tree receive `structure`; false: only display list readers use it */
  readonly tagged: boolean;
  /** Pages in order. */
  readonly pages: readonly Page[];
  /** Root of the structure tree, in reading order. */
  readonly structure: StructNode;
  /** Destinations, indexed by links and outline items. */
  readonly destinations: readonly Destination[];
  /** Top-level bookmarks. */
  readonly outline: readonly OutlineItem[];
  /** Page labels; empty: 1, 2, 3. */
  readonly pageLabels: readonly PageLabel[];
  /** Embedded files. */
  readonly attachments: readonly Attachment[];
  /** Imports of PDF files, indexed by imported pages; absent without. */
  readonly imports?: readonly PdfImport[];
  /** Form; absent, or empty, without fields. */
  readonly form?: Form;
  /** Shared resources, indexed by ops. */
  readonly resources: Resources;
  /** Request paths indexed by `op.source`, such as `pages[0].elements[2].rows[3]`; opaque to backends. */
  readonly sources: readonly string[];
}

/** Tables that pages refer to. They grow while pages are painted: a backend reads entries by name, when it needs them. */
export type OpenTables = Pick<IrDocument, "version" | "profile" | "tagged" | "attachments" | "imports" | "form" | "resources" | "sources">;

/** Tables of the whole document: there are none before its last page. */
export type EndTables = Pick<IrDocument, "metadata" | "structure" | "destinations" | "outline" | "pageLabels">;

/** A page: size in points, ops in paint order, links. */
export interface Page {
  /** points */
  readonly width: number;
  /** points */
  readonly height: number;
  /** In paint order: later ops cover earlier ones. */
  readonly ops: readonly Op[];
  /** Link areas. */
  readonly links: readonly Link[];
  /** Places of form fields, in order, drawn above `ops`; absent without. */
  readonly fields?: readonly Widget[];
  /** Page of a PDF file that is this page as it is; then `ops` and `links` are empty. Absent on drawn pages. */
  readonly imported?: ImportedPage;
}

/** Place of a field on a page. */
export interface Widget extends WidgetFields {
  /** One, or of a checkbox or radio that of the state that is on, then that of the other. */
  readonly looks: readonly WidgetLook[];
}

/** Look of a widget. Coordinates are from its upper left corner. */
export interface WidgetLook {
  /** True for the state that is on, false for the other; null for kinds without states. */
  readonly on: boolean | null;
  /** Background and border, in paint order. */
  readonly frame: readonly Op[];
  /** Value, in paint order. */
  readonly content: readonly Op[];
}

/** A paint operation. */
export type Op = GroupOp | PathOp | GlyphsOp | ImageOp | PdfPageOp | MarkOp;

/**
 * Children with a common transform, clip, opacity and mask. Nested, hence always balanced. An opacity, mask or blend mode applies to the
 * composited children.
 */
export interface GroupOp {
  /** Discriminator. */
  readonly op: "group";
  /** From child space to parent space; null: identity. */
  readonly transform: Matrix | null;
  /** Clips the children; null: no clip. */
  readonly clip: Path | null;
  /** Opacity of the composited group, 0 to 1. */
  readonly opacity: number;
  /** children blend only with each other, not with the backdrop */
  readonly isolated: boolean;
  /** blend mode of the group with its backdrop (ISO 32000-2, 11.3.5) */
  readonly blend: BlendMode;
  /** Soft mask of the group; null: none. */
  readonly mask: SoftMask | null;
  /** In paint order. */
  readonly children: readonly Op[];
}

export const BLEND_MODES = [
  "normal",
  "multiply",
  "screen",
  "overlay",
  "darken",
  "lighten",
  "color-dodge",
  "color-burn",
  "hard-light",
  "soft-light",
  "difference",
  "exclusion",
  "hue",
  "saturation",
  "color",
  "luminosity",
] as const;
/** ISO 32000-2, 11.3.5 */
export type BlendMode = (typeof BLEND_MODES)[number];

/** Ops whose alpha or luminosity is the opacity of the masked group. */
export interface SoftMask {
  /** Channel of the ops that forms the mask. */
  readonly kind: "alpha" | "luminosity";
  /** In paint order; not painted themselves. */
  readonly children: readonly Op[];
}

/** Every shape, rule, border, bar, barcode module and highlight is a path. */
export interface PathOp {
  /** Discriminator. */
  readonly op: "path";
  /** The outline. */
  readonly path: Path;
  /** Fill; null: none. */
  readonly fill: Fill | null;
  /** Stroke; null: none. */
  readonly stroke: Stroke | null;
  /** Origin in the request. */
  readonly source: SourceId;
}

/** One shaped run of one face: glyphs in visual order, left to right, from the baseline origin (x, y). */
export interface GlyphsOp {
  /** Discriminator. */
  readonly op: "glyphs";
  /** Origin of the first glyph, points. */
  readonly x: number;
  /** Baseline, points. */
  readonly y: number;
  /** The face. */
  readonly font: FontId;
  /** Font size, points. */
  readonly size: number;
  /** tangent of the slant of a synthetic oblique; else 0 */
  readonly slant: number;
  /** Fill of the glyphs. */
  readonly fill: Fill;
  /** characters of the run in logical order, indexed by clusters */
  readonly text: string;
  /** replacement text of the whole run, if it differs from its clusters; else null */
  readonly actualText: string | null;
  /** The glyphs. */
  readonly run: GlyphRun;
  /** Origin in the request. */
  readonly source: SourceId;
}

/** An image, stretched to a box. */
export interface ImageOp {
  /** Discriminator. */
  readonly op: "image";
  /** The image. */
  readonly image: ImageId;
  /** Target rectangle; the image is stretched to it. */
  readonly box: Rect;
  /** Origin in the request. */
  readonly source: SourceId;
}

/** Marked content: owned by a structure node, or an artifact. */
export interface MarkOp {
  /** Discriminator. */
  readonly op: "mark";
  /** Number owned by a structure node, or the kind of artifact. */
  readonly mark: MarkId | Artifact;
  /** In paint order; marks do not nest. */
  readonly children: readonly Op[];
}

/** Parallel flat arrays, one entry per glyph: documents have millions of glyphs, too many for objects. */
export interface GlyphRun {
  /** Glyph ids of the face. */
  readonly ids: readonly number[];
  /** 1/1000 em */
  readonly advances: readonly number[];
  /** dx, dy pairs in 1/1000 em, y up; null if all are zero */
  readonly offsets: readonly number[] | null;
  /** first UTF-16 index of `text` that the glyph represents */
  readonly clusters: readonly number[];
}

/** A colour, or an index of `resources.paints`, with an opacity from 0 to 1. */
export type Fill = { readonly color: Rgb; readonly opacity: number } | { readonly paint: PaintId; readonly opacity: number };

/** Stroke of a path; lengths in points. */
export interface Stroke {
  /** sRGB */
  readonly color: Rgb;
  /** points */
  readonly width: number;
  /** 0 to 1 */
  readonly opacity: number;
  /** Line cap. */
  readonly cap: "butt" | "round" | "square";
  /** Line join. */
  readonly join: "miter" | "round" | "bevel";
  /** Maximum miter length in line widths; longer miters become bevels. */
  readonly miterLimit: number;
  /** on and off lengths in turn, points; empty = solid */
  readonly dash: readonly number[];
  /** points into the dash pattern at the start; absent = 0 */
  readonly dashPhase?: number;
}

export const ARTIFACTS = ["header", "footer", "background", "watermark", "decoration"] as const;
/** Content outside of the document structure. */
export type Artifact = (typeof ARTIFACTS)[number];

/** A link area on one page. */
export interface Link {
  /** owned by a Link node of the structure; may have no content */
  readonly mark: MarkId;
  /** Areas in page coordinates. */
  readonly rects: readonly Rect[];
  /** Alternative text; empty if the content suffices. */
  readonly alt: string;
  /** A URL, or an index of `destinations`. */
  readonly target: { readonly url: string } | { readonly destination: number };
  /** Border around the areas, width in points; null: none. */
  readonly border: { readonly color: Rgb; readonly width: number } | null;
  /** Origin in the request. */
  readonly source: SourceId;
}

/** Interned: one slot per distinct value, numbered by first use, so that equal requests result in equal files. */
export interface Resources {
  /** Font faces; indexed by `font` of glyphs. */
  readonly fonts: readonly FontResource[];
  /** Images; indexed by `image` of image ops. */
  readonly images: readonly ImageResource[];
  /** Gradients and patterns; indexed by `paint` of fills. */
  readonly paints: readonly PaintResource[];
  /** Colour profiles of images. */
  readonly profiles: readonly IccResource[];
  /** PDF files; indexed by `file` of pages and imports; absent without. */
  readonly pdfs?: readonly PdfResource[];
}

/** A face of a font file. */
export interface FontResource {
  /** The font file. */
  readonly blob: BlobId;
  /** index in a collection; 0 for a single face */
  readonly face: number;
  /** PostScript name */
  readonly name: string;
  /** Drawings of glyphs in colour that are used, in place of their outlines; absent without. */
  readonly drawings?: readonly GlyphDrawing[];
  /** Coordinates of all axes of a variable font; absent: the file as it is. */
  readonly variations?: Variations;
}

/** Drawing of a glyph, of all its runs in a colour. */
export interface GlyphDrawing {
  /** Glyph id of the face. */
  readonly glyph: number;
  /** Colour of the text that is part of the drawing; null: one drawing for all colours. */
  readonly color: Rgb | null;
  /** In paint order; 1/1000 em, y down, from the glyph's origin. Groups and paths with fills only. */
  readonly ops: readonly Op[];
}

/** Image samples in a blob. */
export interface ImageResource {
  /** The samples. */
  readonly blob: BlobId;
  /** Format of the blob: JPEG file, deflated PNG rows, or plain rows. */
  readonly encoding: "jpeg" | "png-idat" | "raw";
  /** Colour space of a sample. */
  readonly color: "gray" | "rgb" | "cmyk" | "indexed";
  /** Bits per component. */
  readonly bits: 1 | 2 | 4 | 8 | 16;
  /** RGB triples of an indexed image; else null. */
  readonly palette: BlobId | null;
  /** pixels */
  readonly width: number;
  /** pixels */
  readonly height: number;
  /** soft mask: 8-bit gray */
  readonly alpha: BlobId | null;
  /** Index of `profiles`; null: sRGB, or device colour. */
  readonly profile: IccId | null;
  /** Adobe marker: samples are inverted */
  readonly inverted: boolean;
}

/** A colour stop of a gradient. */
export interface Stop {
  /** 0 to 1 along the gradient. */
  readonly offset: number;
  /** sRGB */
  readonly color: Rgb;
  /** 0 to 1 */
  readonly opacity: number;
}

/** A gradient along a line. */
export interface LinearPaint {
  /** Discriminator. */
  readonly kind: "linear";
  /** Position of the first stop. */
  readonly from: Point;
  /** Position of the last stop. */
  readonly to: Point;
  /** Painting outside of the ends. */
  readonly spread: Spread;
  /** From paint space to page space. */
  readonly transform: Matrix;
  /** Stops in ascending order of offset. */
  readonly stops: readonly Stop[];
}
/** A gradient between two circles. */
export interface RadialPaint {
  /** Discriminator. */
  readonly kind: "radial";
  /** Circle of the first stop. */
  readonly from: Circle;
  /** Circle of the last stop. */
  readonly to: Circle;
  /** Painting outside of the circles. */
  readonly spread: Spread;
  /** From paint space to page space. */
  readonly transform: Matrix;
  /** Stops in ascending order of offset. */
  readonly stops: readonly Stop[];
}
/** A gradient around a point, opaque or not. */
export interface SweepPaint {
  /** Discriminator. */
  readonly kind: "sweep";
  /** The point. */
  readonly center: Point;
  /** From paint space to page space. */
  readonly transform: Matrix;
  /** In ascending order of offset: parts of a turn from the x axis of paint space towards its y axis. */
  readonly stops: readonly Stop[];
}
/** A repeating pattern. */
export interface TilePaint {
  /** Discriminator. */
  readonly kind: "tile";
  /** Visible rectangle of each tile. */
  readonly box: Rect;
  /** Horizontal tile distance, in paint space. */
  readonly stepX: number;
  /** Vertical tile distance. */
  readonly stepY: number;
  /** From paint space to page space. */
  readonly transform: Matrix;
  /** Content of a tile. */
  readonly ops: readonly Op[];
}
/** A gradient or a pattern. */
export type PaintResource = LinearPaint | RadialPaint | SweepPaint | TilePaint;
/** Painting outside of the ends of a gradient: last colour, reflected, or repeated. */
export type Spread = "pad" | "reflect" | "repeat";

/** A colour profile. */
export interface IccResource {
  /** The profile (ISO 15076-1). */
  readonly blob: BlobId;
  /** 1 for gray, 3 for RGB, 4 for CMYK. */
  readonly components: 1 | 3 | 4;
}

/** Bytes of blobs. */
export interface Blobs {
  /** Bytes of a blob; throws if the name is unknown. */
  get(id: BlobId): Uint8Array;
  /** The bytes as a zlib stream deflated as by the PDF backend, if stored so. */
  deflated?(id: BlobId): Uint8Array | undefined;
}
