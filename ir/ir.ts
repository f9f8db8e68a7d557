/**
 * The display list: what a document looks like, page by page, with nothing left to decide.
 * Written by compiler/paint, read by every backend. SPEC.md lists its promises; validate.ts checks them.
 * Lengths are points, the origin is a page's top left corner, y grows down, coordinates are rounded to 1/1000.
 */
export interface IrDocument {
  readonly version: 1;
  readonly metadata: Metadata;
  readonly profile: Profile | null;
  /** the structure is to be written where a format has it; else it serves only readers of the display list */
  readonly tagged: boolean;
  readonly pages: readonly Page[];
  readonly structure: StructNode;
  readonly destinations: readonly Destination[];
  readonly outline: readonly OutlineItem[];
  readonly pageLabels: readonly PageLabel[];
  readonly attachments: readonly Attachment[];
  readonly resources: Resources;
  /** `op.source` indexes this: `pages[0].elements[2].rows[3]`. Backends report it, never interpret it. */
  readonly sources: readonly string[];
}

/** A document without its pages: what a backend needs before the first page. */
export type IrHead = Omit<IrDocument, "pages">;

export type Profile = "pdfa-1b" | "pdfa-2b" | "pdfa-3b" | "pdfa-4" | "pdfa-2u" | "pdfa-3u" | "pdfa-ua1";

/** Statements about the document; empty where there is none. */
export interface Metadata {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly creator: string;
  readonly producer: string;
  /** BCP 47 */
  readonly language: string;
  /** ISO 8601, UTC, whole seconds */
  readonly created: string;
  /** version of the Unicode library, for texts whose line breaks depend on it; else empty */
  readonly icu: string;
  /** further statements about the document, by schemas of their own (ISO 16684-1) */
  readonly statements: readonly XmpSchema[];
}

/** A schema of XMP that PDF/A does not know, with its description (ISO 19005-2, 6.6.2.3) and the document's values. */
export interface XmpSchema {
  readonly prefix: string;
  readonly namespace: string;
  readonly description: string;
  readonly properties: readonly {
    readonly name: string;
    readonly value: string;
    readonly type: "Text" | "Integer";
    /** `internal`: set by software, `external`: by people */
    readonly category: "internal" | "external";
    readonly description: string;
  }[];
}

/** A page: its size in points, its ops in paint order, and its links. */
export interface Page {
  readonly width: number;
  readonly height: number;
  readonly ops: readonly Op[];
  readonly links: readonly Link[];
}

export type Op = GroupOp | PathOp | GlyphsOp | ImageOp | MarkOp;

/**
 * Children share a transform, a clip, an opacity and a mask. Nesting instead of push and pop: it cannot be unbalanced. With an opacity, a mask
 * or a blend mode they are put together first, and what they come to is then painted as one thing.
 */
export interface GroupOp {
  readonly op: "group";
  readonly transform: Matrix | null;
  readonly clip: Path | null;
  readonly opacity: number;
  /** children blend with each other only, not with what is behind the group */
  readonly isolated: boolean;
  /** how the group as a whole is mixed with what is behind it (ISO 32000-2, 11.3.5) */
  readonly blend: BlendMode;
  readonly mask: SoftMask | null;
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

/** Ops whose alpha or luminosity is the opacity of the group that has the mask. */
export interface SoftMask {
  readonly kind: "alpha" | "luminosity";
  readonly children: readonly Op[];
}

/** Every shape, rule, border, bar, barcode module and highlight is a path. */
export interface PathOp {
  readonly op: "path";
  readonly path: Path;
  readonly fill: Fill | null;
  readonly stroke: Stroke | null;
  readonly source: SourceId;
}

/** One shaped run of one face: glyphs in visual order, left to right, from the baseline origin (x, y). */
export interface GlyphsOp {
  readonly op: "glyphs";
  readonly x: number;
  readonly y: number;
  readonly font: FontId;
  readonly size: number;
  /** tangent of the slant of a drawn oblique; 0 for upright and real italics */
  readonly slant: number;
  readonly fill: Fill;
  /** the run's characters in logical order; clusters index it */
  readonly text: string;
  /** set where the run as a whole represents other text than its clusters do */
  readonly actualText: string | null;
  readonly run: GlyphRun;
  readonly source: SourceId;
}

/** An image, stretched to a box. */
export interface ImageOp {
  readonly op: "image";
  readonly image: ImageId;
  readonly box: Rect;
  readonly source: SourceId;
}

/** Content that means something (a mark some structure node owns) or nothing (an artifact). */
export interface MarkOp {
  readonly op: "mark";
  readonly mark: MarkId | Artifact;
  readonly children: readonly Op[];
}

/** Parallel flat arrays, one entry a glyph: a document has millions of glyphs, so there is no object for each. */
export interface GlyphRun {
  readonly ids: readonly number[];
  /** 1/1000 em */
  readonly advances: readonly number[];
  /** dx, dy pairs in 1/1000 em, y up; null when all are zero */
  readonly offsets: readonly number[] | null;
  /** first UTF-16 index of `text` that the glyph represents */
  readonly clusters: readonly number[];
}

export type Fill = { readonly color: Rgb; readonly opacity: number } | { readonly paint: PaintId; readonly opacity: number };

/** How a path's outline is painted; lengths are points. */
export interface Stroke {
  readonly color: Rgb;
  readonly width: number;
  readonly opacity: number;
  readonly cap: "butt" | "round" | "square";
  readonly join: "miter" | "round" | "bevel";
  readonly miterLimit: number;
  /** points, on and off in turn; empty = solid */
  readonly dash: readonly number[];
  /** points into the dash pattern at which the stroke begins; absent = 0 */
  readonly dashPhase?: number;
}

export const ARTIFACTS = ["header", "footer", "background", "watermark", "decoration"] as const;
/** Content that is no part of the document's structure. */
export type Artifact = (typeof ARTIFACTS)[number];

/** An area that leads somewhere, on one page. */
export interface Link {
  /** owned by a Link node of the structure; it may have no content */
  readonly mark: MarkId;
  readonly rects: readonly Rect[];
  readonly alt: string;
  readonly target: { readonly url: string } | { readonly destination: number };
  readonly border: { readonly color: Rgb; readonly width: number } | null;
  readonly source: SourceId;
}

/** A structure element with its attributes and, in reading order, its children and content. */
export interface StructNode {
  readonly role: Role;
  readonly alt?: string;
  readonly lang?: string;
  readonly table?: {
    readonly id?: string;
    readonly headers?: readonly string[];
    readonly scope?: "row" | "column" | "both";
    readonly rowSpan: number;
    readonly colSpan: number;
  };
  readonly box?: { readonly page: number; readonly rect: Rect };
  readonly numbering?: "decimal" | "lower-alpha" | "lower-roman" | "disc" | "circle" | "square";
  readonly kids: readonly (StructNode | MarkId)[];
  readonly source: SourceId;
}

export const ROLES = [
  "Document",
  "Sect",
  "Div",
  "H1",
  "H2",
  "H3",
  "H4",
  "H5",
  "H6",
  "P",
  "L",
  "LI",
  "Lbl",
  "LBody",
  "Table",
  "THead",
  "TBody",
  "TR",
  "TH",
  "TD",
  "Figure",
  "Caption",
  "Link",
  "Note",
  "Span",
] as const;
/** A standard structure type (ISO 32000-1, 14.8.4). */
export type Role = (typeof ROLES)[number];

/** Interned: equal things get one slot, slots are numbered by first use, so the same request gives the same file. */
export interface Resources {
  readonly fonts: readonly FontResource[];
  readonly images: readonly ImageResource[];
  readonly paints: readonly PaintResource[];
  readonly profiles: readonly IccResource[];
}

/** A face of a font file. */
export interface FontResource {
  readonly blob: BlobId;
  /** index in a collection; 0 for a single face */
  readonly face: number;
  /** PostScript name */
  readonly name: string;
}

/** Samples of a picture, as `encoding` has them in the blob. */
export interface ImageResource {
  readonly blob: BlobId;
  readonly encoding: "jpeg" | "png-idat" | "raw";
  readonly color: "gray" | "rgb" | "cmyk" | "indexed";
  readonly bits: 1 | 2 | 4 | 8 | 16;
  readonly palette: BlobId | null;
  readonly width: number;
  readonly height: number;
  /** soft mask: 8-bit gray */
  readonly alpha: BlobId | null;
  readonly profile: IccId | null;
  /** Adobe marker: stored inverted */
  readonly inverted: boolean;
}

/** A gradient's colour at `offset`, from 0 to 1. */
export interface Stop {
  readonly offset: number;
  readonly color: Rgb;
  readonly opacity: number;
}

export interface LinearPaint {
  readonly kind: "linear";
  readonly from: Point;
  readonly to: Point;
  readonly spread: Spread;
  readonly transform: Matrix;
  readonly stops: readonly Stop[];
}
export interface RadialPaint {
  readonly kind: "radial";
  readonly from: Circle;
  readonly to: Circle;
  readonly spread: Spread;
  readonly transform: Matrix;
  readonly stops: readonly Stop[];
}
export interface TilePaint {
  readonly kind: "tile";
  readonly box: Rect;
  readonly stepX: number;
  readonly stepY: number;
  readonly transform: Matrix;
  readonly ops: readonly Op[];
}
export type PaintResource = LinearPaint | RadialPaint | TilePaint;
export type Spread = "pad" | "reflect" | "repeat";

/** A colour profile. */
export interface IccResource {
  readonly blob: BlobId;
  readonly components: 1 | 3 | 4;
}

/** A file inside the document. */
export interface Attachment {
  /** of the file; unique */
  readonly name: string;
  readonly mime: string;
  readonly description: string | null;
  readonly relationship: Relationship;
  /** ISO 8601 */
  readonly modified: string;
  readonly blob: BlobId;
}

export const RELATIONSHIPS = ["Data", "Source", "Alternative", "Supplement", "Unspecified"] as const;
/** How an attached file belongs to the document: AFRelationship (ISO 32000-2, 7.11.3). */
export type Relationship = (typeof RELATIONSHIPS)[number];

/** An entry of the document's outline (bookmarks). */
export interface OutlineItem {
  /** not empty */
  readonly title: string;
  readonly destination: number;
  readonly children: readonly OutlineItem[];
}

/** How pages are numbered from one page on (ISO 32000-2, 12.4.2). */
export interface PageLabel {
  /** the first page that is labelled so, from 0; in ascending order */
  readonly from: number;
  readonly style: LabelStyle;
  readonly start: number;
  readonly prefix: string;
}

export const LABEL_STYLES = ["decimal", "roman", "alpha"] as const;
export type LabelStyle = (typeof LABEL_STYLES)[number];

/** A place that links, outline items or other documents lead to. */
export interface Destination {
  /** unique; null where nothing but this document's own links goes there */
  readonly name: string | null;
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** Bytes travel beside the display list, named by their SHA-256; the JSON stays small and diffable. */
export type BlobId = `sha256-${string}`;
export interface Blobs {
  /** Bytes of a blob; throws when there is none of that name. */
  get(id: BlobId): Uint8Array;
  /** The same as a zlib stream deflated as the PDF backend does, where it is kept so. */
  deflated?(id: BlobId): Uint8Array | undefined;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}
export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
/** a b c d e f of x' = a·x + c·y + e, y' = b·x + d·y + f */
export type Matrix = readonly [number, number, number, number, number, number];

/** Absolute M, L, C, Z only, one letter each in `verbs`; `coords` holds their 2, 2, 6, 0 numbers in order. */
export interface Path {
  readonly verbs: string;
  readonly coords: readonly number[];
  readonly rule: "nonzero" | "evenodd";
}

/** `#RRGGBB` */
export type Rgb = `#${string}`;
export type FontId = number;
export type ImageId = number;
export type IccId = number;
export type PaintId = number;
export type MarkId = number;
export type SourceId = number;
