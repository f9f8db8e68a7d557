/**
 * The display list: what a document looks like, page by page, with nothing left to decide.
 * Written by compiler/paint, read by every backend. SPEC.md lists its promises; validate.ts checks them.
 * Lengths are points, the origin is a page's top left corner, y grows down, coordinates are rounded to 1/1000.
 */
export interface IrDocument {
  /** Version of this shape. */
  readonly version: 1;
  /** What the document says about itself. */
  readonly metadata: Metadata;
  /** The profile that the file keeps to; null for none. */
  readonly profile: Profile | null;
  /** the structure is to be written where a format has it; else it serves only readers of the display list */
  readonly tagged: boolean;
  /** In order. */
  readonly pages: readonly Page[];
  /** The root of the structure: what the content is, in reading order. */
  readonly structure: StructNode;
  /** Places that something leads to; links and outline items index this. */
  readonly destinations: readonly Destination[];
  /** Bookmarks of the first level. */
  readonly outline: readonly OutlineItem[];
  /** Numbers that readers show for pages; empty: 1, 2, 3. */
  readonly pageLabels: readonly PageLabel[];
  /** Files inside the document. */
  readonly attachments: readonly Attachment[];
  /** What ops refer to by number. */
  readonly resources: Resources;
  /** `op.source` indexes this: `pages[0].elements[2].rows[3]`. Backends report it, never interpret it. */
  readonly sources: readonly string[];
}

/** A document without its pages: what a backend needs before the first page. */
export type IrHead = Omit<IrDocument, "pages">;

/** A profile of PDF/A or PDF/UA. */
export type Profile = "pdfa-1b" | "pdfa-2b" | "pdfa-3b" | "pdfa-4" | "pdfa-2u" | "pdfa-3u" | "pdfa-ua1";

/** Statements about the document; empty where there is none. */
export interface Metadata {
  /** Title of the document. */
  readonly title: string;
  /** Who wrote it. */
  readonly author: string;
  /** What it is about. */
  readonly subject: string;
  /** The program that the content comes from. */
  readonly creator: string;
  /** The program that made the file. */
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
  /** Namespace prefix, such as `fx`. */
  readonly prefix: string;
  /** Namespace URI. */
  readonly namespace: string;
  /** What the schema is for, in words. */
  readonly description: string;
  /** The statements that it has. */
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
  /** points */
  readonly width: number;
  /** points */
  readonly height: number;
  /** In paint order: what comes later lies over what came before. */
  readonly ops: readonly Op[];
  /** Areas that lead somewhere. */
  readonly links: readonly Link[];
}

/** What is painted, or how. */
export type Op = GroupOp | PathOp | GlyphsOp | ImageOp | MarkOp;

/**
 * Children share a transform, a clip, an opacity and a mask. Nesting instead of push and pop: it cannot be unbalanced. With an opacity, a mask
 * or a blend mode they are put together first, and what they come to is then painted as one thing.
 */
export interface GroupOp {
  /** Which op this is. */
  readonly op: "group";
  /** From the children to what the group is in; null: none. */
  readonly transform: Matrix | null;
  /** The children are seen only inside of it; null: everywhere. */
  readonly clip: Path | null;
  /** Of the whole, 0 to 1. */
  readonly opacity: number;
  /** children blend with each other only, not with what is behind the group */
  readonly isolated: boolean;
  /** how the group as a whole is mixed with what is behind it (ISO 32000-2, 11.3.5) */
  readonly blend: BlendMode;
  /** What else the opacity depends on, place by place; null: nothing. */
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

/** Ops whose alpha or luminosity is the opacity of the group that has the mask. */
export interface SoftMask {
  /** What of the ops counts: how opaque they are, or how bright. */
  readonly kind: "alpha" | "luminosity";
  /** In paint order; they are not seen themselves. */
  readonly children: readonly Op[];
}

/** Every shape, rule, border, bar, barcode module and highlight is a path. */
export interface PathOp {
  /** Which op this is. */
  readonly op: "path";
  /** The outline. */
  readonly path: Path;
  /** Of its inside; null: none. */
  readonly fill: Fill | null;
  /** Of its outline; null: none. */
  readonly stroke: Stroke | null;
  /** What in the request it comes from. */
  readonly source: SourceId;
}

/** One shaped run of one face: glyphs in visual order, left to right, from the baseline origin (x, y). */
export interface GlyphsOp {
  /** Which op this is. */
  readonly op: "glyphs";
  /** Of the first glyph's origin, points. */
  readonly x: number;
  /** Of the baseline, points. */
  readonly y: number;
  /** The face. */
  readonly font: FontId;
  /** Of the em, points. */
  readonly size: number;
  /** tangent of the slant of a drawn oblique; 0 for upright and real italics */
  readonly slant: number;
  /** Of the glyphs. */
  readonly fill: Fill;
  /** the run's characters in logical order; clusters index it */
  readonly text: string;
  /** set where the run as a whole represents other text than its clusters do */
  readonly actualText: string | null;
  /** The glyphs. */
  readonly run: GlyphRun;
  /** What in the request it comes from. */
  readonly source: SourceId;
}

/** An image, stretched to a box. */
export interface ImageOp {
  /** Which op this is. */
  readonly op: "image";
  /** The image. */
  readonly image: ImageId;
  /** Where it stands; it is stretched to fill it. */
  readonly box: Rect;
  /** What in the request it comes from. */
  readonly source: SourceId;
}

/** Content that means something (a mark some structure node owns) or nothing (an artifact). */
export interface MarkOp {
  /** Which op this is. */
  readonly op: "mark";
  /** The number that a structure node owns, or why none does. */
  readonly mark: MarkId | Artifact;
  /** In paint order; none of them is a mark. */
  readonly children: readonly Op[];
}

/** Parallel flat arrays, one entry a glyph: a document has millions of glyphs, so there is no object for each. */
export interface GlyphRun {
  /** Glyph indexes of the face. */
  readonly ids: readonly number[];
  /** 1/1000 em */
  readonly advances: readonly number[];
  /** dx, dy pairs in 1/1000 em, y up; null when all are zero */
  readonly offsets: readonly number[] | null;
  /** first UTF-16 index of `text` that the glyph represents */
  readonly clusters: readonly number[];
}

/** A colour, or a paint of the resources, with an opacity from 0 to 1. */
export type Fill = { readonly color: Rgb; readonly opacity: number } | { readonly paint: PaintId; readonly opacity: number };

/** How a path's outline is painted; lengths are points. */
export interface Stroke {
  /** sRGB */
  readonly color: Rgb;
  /** points */
  readonly width: number;
  /** 0 to 1 */
  readonly opacity: number;
  /** How open ends look. */
  readonly cap: "butt" | "round" | "square";
  /** How corners look. */
  readonly join: "miter" | "round" | "bevel";
  /** The longest that a mitred corner may be, in widths; longer ones are bevelled. */
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
  /** The areas, in the page's coordinates. */
  readonly rects: readonly Rect[];
  /** What readers say in place of the area; empty where its content says it. */
  readonly alt: string;
  /** An address, or an index of `destinations`. */
  readonly target: { readonly url: string } | { readonly destination: number };
  /** A frame around the areas, its width in points; null: none. */
  readonly border: { readonly color: Rgb; readonly width: number } | null;
  /** What in the request it comes from. */
  readonly source: SourceId;
}

/** A structure element with its attributes and, in reading order, its children and content. */
export interface StructNode {
  /** What the content is. */
  readonly role: Role;
  /** Text in place of what is seen. */
  readonly alt?: string | undefined;
  /** BCP 47, where it differs from the language around it. */
  readonly lang?: string | undefined;
  /** Of a cell: what it is a header of, or which headers it has, and how many rows and columns it takes. */
  readonly table?:
    | {
        readonly id?: string;
        readonly headers?: readonly string[];
        readonly scope?: "row" | "column" | "both";
        readonly rowSpan: number;
        readonly colSpan: number;
      }
    | undefined;
  /** Where a figure is: a page from 0, and its rectangle there. */
  readonly box?: { readonly page: number; readonly rect: Rect } | undefined;
  /** Of a list: what its labels are. */
  readonly numbering?: "decimal" | "lower-alpha" | "lower-roman" | "disc" | "circle" | "square" | undefined;
  /** Children and marks, in reading order. */
  readonly kids: readonly (StructNode | MarkId)[];
  /** What in the request it comes from. */
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
  /** Faces; `font` of glyphs indexes this. */
  readonly fonts: readonly FontResource[];
  /** `image` of images indexes this. */
  readonly images: readonly ImageResource[];
  /** Gradients and patterns; `paint` of fills indexes this. */
  readonly paints: readonly PaintResource[];
  /** Colour profiles of images. */
  readonly profiles: readonly IccResource[];
}

/** A face of a font file. */
export interface FontResource {
  /** The font file. */
  readonly blob: BlobId;
  /** index in a collection; 0 for a single face */
  readonly face: number;
  /** PostScript name */
  readonly name: string;
}

/** Samples of a picture, as `encoding` has them in the blob. */
export interface ImageResource {
  /** The samples. */
  readonly blob: BlobId;
  /** How the blob has them: a JPEG file, rows of PNG deflated, or plain rows. */
  readonly encoding: "jpeg" | "png-idat" | "raw";
  /** What a sample is. */
  readonly color: "gray" | "rgb" | "cmyk" | "indexed";
  /** Of a component. */
  readonly bits: 1 | 2 | 4 | 8 | 16;
  /** RGB triples of an indexed image; else null. */
  readonly palette: BlobId | null;
  /** pixels */
  readonly width: number;
  /** pixels */
  readonly height: number;
  /** soft mask: 8-bit gray */
  readonly alpha: BlobId | null;
  /** An index of `profiles`; null: sRGB, or the device's. */
  readonly profile: IccId | null;
  /** Adobe marker: stored inverted */
  readonly inverted: boolean;
}

/** A gradient's colour at `offset`, from 0 to 1. */
export interface Stop {
  /** 0 to 1, from the beginning of the gradient to its end. */
  readonly offset: number;
  /** sRGB */
  readonly color: Rgb;
  /** 0 to 1 */
  readonly opacity: number;
}

/** A gradient along a line. */
export interface LinearPaint {
  /** Which paint this is. */
  readonly kind: "linear";
  /** Where the first stop is. */
  readonly from: Point;
  /** Where the last stop is. */
  readonly to: Point;
  /** What is painted outside of them. */
  readonly spread: Spread;
  /** From the paint to the page. */
  readonly transform: Matrix;
  /** In ascending order of their offsets. */
  readonly stops: readonly Stop[];
}
/** A gradient between two circles. */
export interface RadialPaint {
  /** Which paint this is. */
  readonly kind: "radial";
  /** The circle of the first stop. */
  readonly from: Circle;
  /** The circle of the last stop. */
  readonly to: Circle;
  /** What is painted outside of them. */
  readonly spread: Spread;
  /** From the paint to the page. */
  readonly transform: Matrix;
  /** In ascending order of their offsets. */
  readonly stops: readonly Stop[];
}
/** A pattern that repeats. */
export interface TilePaint {
  /** Which paint this is. */
  readonly kind: "tile";
  /** What is seen of each tile. */
  readonly box: Rect;
  /** From one tile to the next, in the paint's units. */
  readonly stepX: number;
  /** From one row of tiles to the next. */
  readonly stepY: number;
  /** From the paint to the page. */
  readonly transform: Matrix;
  /** What a tile shows. */
  readonly ops: readonly Op[];
}
/** A gradient or a pattern. */
export type PaintResource = LinearPaint | RadialPaint | TilePaint;
/** What a gradient does outside of its ends: go on with the last colour, back and forth, or from the beginning. */
export type Spread = "pad" | "reflect" | "repeat";

/** A colour profile. */
export interface IccResource {
  /** The profile (ISO 15076-1). */
  readonly blob: BlobId;
  /** 1 of gray, 3 of RGB, 4 of CMYK. */
  readonly components: 1 | 3 | 4;
}

/** A file inside the document. */
export interface Attachment {
  /** of the file; unique */
  readonly name: string;
  /** Media type of the file. */
  readonly mime: string;
  /** What it is, in words; null: nothing is said. */
  readonly description: string | null;
  /** How it belongs to the document. */
  readonly relationship: Relationship;
  /** ISO 8601 */
  readonly modified: string;
  /** The file. */
  readonly blob: BlobId;
}

export const RELATIONSHIPS = ["Data", "Source", "Alternative", "Supplement", "Unspecified"] as const;
/** How an attached file belongs to the document: AFRelationship (ISO 32000-2, 7.11.3). */
export type Relationship = (typeof RELATIONSHIPS)[number];

/** An entry of the document's outline (bookmarks). */
export interface OutlineItem {
  /** not empty */
  readonly title: string;
  /** An index of `destinations`. */
  readonly destination: number;
  /** Items one level below. */
  readonly children: readonly OutlineItem[];
}

/** How pages are numbered from one page on (ISO 32000-2, 12.4.2). */
export interface PageLabel {
  /** the first page that is labelled so, from 0; in ascending order */
  readonly from: number;
  /** What the numbers look like. */
  readonly style: LabelStyle;
  /** The first number. */
  readonly start: number;
  /** Before each number. */
  readonly prefix: string;
}

export const LABEL_STYLES = ["decimal", "roman", "alpha"] as const;
/** What numbers of pages look like. */
export type LabelStyle = (typeof LABEL_STYLES)[number];

/** A place that links, outline items or other documents lead to. */
export interface Destination {
  /** unique; null where nothing but this document's own links goes there */
  readonly name: string | null;
  /** From 0. */
  readonly page: number;
  /** points */
  readonly x: number;
  /** points */
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

/** A point, in points. */
export interface Point {
  /** to the right */
  readonly x: number;
  /** down */
  readonly y: number;
}
/** A circle, in points. */
export interface Circle {
  /** of the centre */
  readonly x: number;
  /** of the centre */
  readonly y: number;
  /** the radius */
  readonly r: number;
}
/** A rectangle, in points. */
export interface Rect {
  /** of the left edge */
  readonly x: number;
  /** of the top edge */
  readonly y: number;
  /** to the right */
  readonly width: number;
  /** down */
  readonly height: number;
}
/** a b c d e f of x' = a·x + c·y + e, y' = b·x + d·y + f */
export type Matrix = readonly [number, number, number, number, number, number];

/** Absolute M, L, C, Z only, one letter each in `verbs`; `coords` holds their 2, 2, 6, 0 numbers in order. */
export interface Path {
  /** M, L, C and Z, one letter for each segment. */
  readonly verbs: string;
  /** The points of all segments, in order. */
  readonly coords: readonly number[];
  /** Which side of crossing outlines is inside. */
  readonly rule: "nonzero" | "evenodd";
}

/** `#RRGGBB` */
export type Rgb = `#${string}`;
/** Index of `resources.fonts`. */
export type FontId = number;
/** Index of `resources.images`. */
export type ImageId = number;
/** Index of `resources.profiles`. */
export type IccId = number;
/** Index of `resources.paints`. */
export type PaintId = number;
/** Number of a mark; each has one owner in the structure. */
export type MarkId = number;
/** Index of `sources`. */
export type SourceId = number;
