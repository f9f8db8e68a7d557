// Facts of a document: what two documents are compared by (diff, DF-6 to DF-14).

/** Left, top, right, bottom in millimetres, from the top left corner of the page as seen, y down. */
export type Rect = readonly [left: number, top: number, right: number, bottom: number];

/** Place of a target on its page as seen, mm; null for a coordinate that stays that of the viewer. */
export type Place = readonly [left: number | null, top: number | null];

/** A document whose pages are read when they are asked for; a page that is read twice has the same facts. */
export interface DocumentFacts {
  readonly pageCount: number;
  /** @param index from 0 @throws PdfFault over a budget */
  page(index: number): Promise<PageFacts>;
  /** Returns the facts that belong to no page; reads the pages that were not read, as tags have text. */
  whole(): Promise<WholeFacts>;
}

/** A page; each list is in the order of its content. */
export interface PageFacts {
  /** Of the crop box, as seen, mm. */
  readonly width: number;
  readonly height: number;
  readonly rotation: 0 | 90 | 180 | 270;
  readonly words: readonly Word[];
  readonly drawings: readonly Drawing[];
  readonly pictures: readonly Picture[];
  readonly links: readonly LinkFact[];
}

/** Compositing of a mark with the marks below it. */
export interface Compositing {
  /** Place in the painting order of the page, over words, drawings and pictures. */
  readonly order: number;
  /** 0 to 1, of the mark and of the groups around it. */
  readonly opacity: number;
  /** Blend modes, soft masks and clips that are no rectangles, of the mark and of the groups around it; empty for none. Equal text: equal effect. */
  readonly effect: string;
}

/** Paint of a fill or stroke: `#RRGGBB` in sRGB, or a description of a gradient or pattern by what it paints. */
export type Paint = string;

export interface Word extends Compositing {
  /** Text as it is extracted: NFC, without blanks. */
  readonly text: string;
  /** Advances by ascent and descent of the font. */
  readonly rect: Rect;
  /** Number of the line on the page; neighbours of a line have the same. */
  readonly line: number;
  /** Direction of the baseline, degrees clockwise from left to right, rounded to 0.1. */
  readonly angle: number;
  readonly family: string;
  /** pt */
  readonly size: number;
  /** 100 to 900 */
  readonly weight: number;
  readonly isSlanted: boolean;
  readonly paint: Paint;
  /** Digest of the outlines that are drawn, where the font has a program: other glyphs for the same text. */
  readonly glyphs: string;
  /** false: text without paint (rendering mode 3, or 7) */
  readonly isVisible: boolean;
}

export interface Drawing extends Compositing {
  readonly kind: "fill" | "stroke";
  /** The part that is seen: outline with its stroke, within clip and page. */
  readonly rect: Rect;
  /** Operators `M`, `L`, `C`, `Z` of the outline. */
  readonly verbs: string;
  /** Coordinates of the verbs in turn, mm. */
  readonly points: readonly number[];
  readonly paint: Paint;
  readonly isEvenOdd: boolean;
  /** Of a stroke, mm; 0 for a fill. */
  readonly width: number;
  /** Of a stroke: dash, phase, cap, join, miter limit as text; empty for a solid line with the defaults. */
  readonly style: string;
}

export interface Picture extends Compositing {
  /** The part that is seen. */
  readonly rect: Rect;
  /** From the unit square to the page, mm. */
  readonly matrix: readonly [number, number, number, number, number, number];
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Digest of the decoded samples in sRGB with alpha; of the data where no decoder is known. */
  readonly pixels: string;
  /** false: a stencil, or a picture with a mask */
  readonly isOpaque: boolean;
}

export interface LinkFact {
  readonly rect: Rect;
  /** `https://…`, `page 3 at 20.0,31.5`, `page 3`, either with a view (`, Fit`), or a name of the action. */
  readonly target: string;
  /** Page of the target in this document, from 0; null for others. */
  readonly page: number | null;
  /** Exact place of the target on `page`; null without. */
  readonly at: Place | null;
  /** Contents. */
  readonly alt: string;
  /** Width in mm, colour; empty for none. */
  readonly border: string;
}

export interface WholeFacts {
  /** In order, with levels from 1. */
  readonly outline: readonly OutlineFact[];
  /** Named destinations, which other documents lead to, by their names. */
  readonly destinations: readonly DestinationFact[];
  /** Root of the structure tree; null without tags. */
  readonly tags: TagFact | null;
  readonly metadata: MetadataFacts;
  /** Attachments in the order of their names. */
  readonly attachments: readonly AttachmentFact[];
  /** Label of each page, as viewers show it. */
  readonly labels: readonly string[];
  /** Of the form, in its order. */
  readonly fields: readonly FieldFact[];
  /** Null for a file that is not encrypted. */
  readonly protection: ProtectionFacts | null;
}

export interface FieldFact {
  /** Full name. */
  readonly name: string;
  /** Kind, label, value and other data by their names, in order; empty ones are absent. */
  readonly data: readonly (readonly [name: string, value: string])[];
  /** Widgets in the order of pages. */
  readonly widgets: readonly WidgetFact[];
}

export interface WidgetFact {
  /** From 0. */
  readonly page: number;
  readonly rect: Rect;
  /** Place among the annotations of its page, which the tab key follows. */
  readonly order: number;
  /** Option of a button, and rotation. */
  readonly data: FieldFact["data"];
  /** Digests of what it paints in other states than that of the page, by state. */
  readonly unseen: readonly (readonly [state: string, digest: string])[];
}

export interface DestinationFact {
  readonly name: string;
  readonly target: string;
  readonly page: number | null;
  readonly at: Place | null;
}

export interface OutlineFact {
  readonly title: string;
  readonly level: number;
  /** As that of a link; empty for an entry without one. */
  readonly target: string;
  readonly page: number | null;
  readonly at: Place | null;
  /** Bold, italic, colour, closed; empty for none. */
  readonly look: string;
}

export interface TagFact {
  /** Standard structure type, after the role map; `StructTreeRoot` of the root. */
  readonly role: string;
  /**
   * Lang, Alt, ActualText, T, E, then attributes by name (Scope, RowSpan, ListNumbering …; those of other owners as `OWNER.NAME`), without
   * their defaults. `Headers` has the places of the header cells in the table; identifiers and BBox are no properties.
   */
  readonly properties: ReadonlyMap<string, string>;
  /** Text of the content of its own, words parted by one blank. */
  readonly text: string;
  /** Page of the first content of its own or of its kids, from 0; null without. */
  readonly page: number | null;
  /** Extent of the words on that page, its own and those of its kids; without words its BBox or annotation; else null. */
  readonly rect: Rect | null;
  /** At most 500 levels: deeper elements are kids of the last. */
  readonly kids: readonly TagFact[];
}

export interface MetadataFacts {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly keywords: string;
  readonly creator: string;
  readonly language: string;
  /** `PDF/A-2b`, `PDF/UA-1`, `PDF/A-2a, PDF/UA-1`; empty for none. */
  readonly profile: string;
  /** Version of PDF, as `1.7`. */
  readonly version: string;
  readonly created: string;
  readonly modified: string;
  readonly producer: string;
}

export interface AttachmentFact {
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  readonly relationship: string;
  /** Media type. */
  readonly type: string;
  readonly description: string;
}

export interface ProtectionFacts {
  /** `AES-256`, `AES-128`, `RC4-128`, … */
  readonly method: string;
  /** Names of what is permitted, in order. */
  readonly permissions: readonly string[];
}
