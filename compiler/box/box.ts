// Boxes: the result of lowering, and the input of layout.
import type { Fill, Rect } from "../../ir/ir.js";
import type { Src } from "../core/src.js";
import type { Common, ComputedStroke } from "./common.js";
import type { DrawnOp } from "./drawn.js";
import type { TableOf } from "./table.js";
import type { StyledParagraph } from "./text.js";

export type { Common, ComputedStroke, Tag } from "./common.js";

/** Thirteen elements and seven flow nodes before layout, in points. Every table over `Box["kind"]` has to handle every kind. */
export type Box = Drawing | TextBox | Labelled | Canvas | Container | Flow | Columns | Stack | Grid | Anchored | Entry | Table;
/** Tables over it are exhaustive. */
export type BoxKind = Box["kind"];
export type BoxOf<K extends BoxKind> = Extract<Box, { kind: K }>;

/** Drawing of known size; its ops are in its own space, the origin at its top left corner. Never breaks. */
export interface Drawing extends Common {
  readonly kind: "drawing";
  readonly width: number;
  readonly height: number;
  readonly ops: readonly DrawnOp[];
  /** of a linked drawing: visible extent, from its upper left corner; absent if equal to its own rectangle */
  readonly region?: Rect;
  /** null = not moved */
  readonly snap?: Snap | null;
  /** reduced in proportion if it is larger than its region; absent = never */
  readonly fits?: true;
}

/** Moves a drawing by less than a printer's dot, so that its point (x, y) is on a whole one. Points. */
export interface Snap {
  readonly dot: number;
  readonly x: number;
  readonly y: number;
}

/** Paragraphs in a frame. Breaks between lines if the frame paginates, and at the page breaks of its text. */
export interface TextBox extends Common {
  readonly kind: "text";
  readonly paragraphs: readonly StyledParagraph[];
  readonly frame: TextFrame;
  readonly keep: LineKeep;
  /** declaration of the indents of its paragraphs, which leave room for text; null or absent without any */
  readonly indented?: Src | null;
}

/** Frame of a text box. Lengths are points. */
export interface TextFrame {
  /**
   * outer width, padding included: declared, that of the space ("space"), or that of the widest line, if lines break at the end of the
   * space ("content")
   */
  readonly width: number | "space" | "content";
  /** outer height; null = as high as its lines */
  readonly height: number | null;
  readonly overflow: "visible" | "clip" | "ellipsis" | "paginate";
  readonly valign: "top" | "middle" | "bottom";
  /** degrees, clockwise, about the box's centre; never with `paginate` */
  readonly rotation: number;
  readonly padding: Insets;
  readonly fill: Fill | null;
  readonly stroke: ComputedStroke | null;
  readonly columns: number;
  readonly columnGap: number;
  /** least font size of shrinking to fit, points; null = no shrinking */
  readonly shrinkTo: number | null;
  /** path of a single line, in the page's space; null = straight */
  readonly path: TextPath | null;
}

/** Points and degrees; an arc's angle 0 is right of its centre, 90 above it. `start` null: the text's middle is at `middle`. */
export type TextPath =
  | {
      readonly kind: "arc";
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly angle: number;
      readonly inside: boolean;
    }
  | {
      readonly kind: "wave";
      readonly start: number | null;
      readonly middle: number;
      readonly y: number;
      readonly amplitude: number;
      readonly wavelength: number;
    };

/** Distances inward from the sides of a rectangle, points. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Least lines before and after a break inside a text. */
export interface LineKeep {
  readonly orphans: number;
  readonly widows: number;
}

/** Symbol with text below or above it. Never breaks. Lengths are points. */
export interface Labelled extends Common {
  readonly kind: "labelled";
  /** already turned, about its middle; its box is the unturned one */
  readonly symbol: Drawing;
  readonly texts: readonly SymbolText[];
  readonly side: "above" | "below";
  /** between symbol and text */
  readonly offset: number;
  /** depth of the symbol's guard bars below its box, next to the text */
  readonly guardDepth: number;
  /** quarter turns in degrees, clockwise, about the symbol's middle: the text turns too, and the symbol is where it would be without it */
  readonly turn: number;
  /** growth of an unturned symbol by its text: up from the lower edge, if `bottom` or a coordinate places that, else down */
  readonly grows: "down" | "up";
  /** text next to the symbol counts to its width, so that neighbours do not overlap it */
  readonly solid: boolean;
}

/** Text of a labelled box, and its place at the symbol. */
export interface SymbolText {
  readonly text: TextBox;
  /** position of one line of digits; null: text below or above the whole symbol */
  readonly slot: TextSlot | null;
}

/** From the symbol's left edge. */
export interface TextSlot {
  readonly from: number;
  readonly to: number;
  readonly align: "left" | "center" | "right";
  /** the digits must fit between bars on both sides */
  readonly bounded: boolean;
  /** declaration of the digits' size; null: they may shrink */
  readonly sized: Src | null;
}

/** Children at given places; never breaks. Headers, footers, layers. */
export interface Canvas extends Common {
  readonly kind: "canvas";
  readonly width: number;
  readonly height: number;
  readonly children: readonly CanvasChild[];
}

/** A child and its position in the canvas's space, points. */
export interface CanvasChild {
  readonly x: number;
  readonly y: number;
  /** width available to the child */
  readonly room: number;
  /** bounds of the child, in the canvas's space; null = unbounded */
  readonly bounds: Bounds | null;
  readonly box: Box;
  /** null = the child's top left corner is at (x, y) */
  readonly spread: Spread | null;
}

/** Around a point: centred on it once, or as a grid that covers the canvas, with one tile centred on it. */
export type Spread =
  | { readonly kind: "center"; readonly offsetX: number; readonly offsetY: number }
  | {
      readonly kind: "tile";
      readonly offsetX: number;
      readonly offsetY: number;
      readonly gapX: number;
      readonly gapY: number;
      readonly stagger: number;
    };

/**
 * A rectangle in points, its name in messages, and the part of the page that it bounds, which determines if content may continue on the
 * next page.
 */
export interface Bounds {
  readonly rect: Rect;
  readonly name: string;
  readonly part: "body" | "header" | "footer" | "layer" | "container";
}

/** Frame around children, which are placed or in lines. Breaks only if it paginates, and then only if it is vertical. */
export interface Container extends Common {
  readonly kind: "container";
  /** outer width, points; "space": that of the space */
  readonly width: number | "space";
  /** null = height of the content, at least `minHeight` */
  readonly height: number | null;
  readonly minHeight: number;
  readonly padding: Insets;
  readonly fill: Fill | null;
  readonly stroke: ComputedStroke | null;
  readonly radius: number;
  /** content is clipped to the outline */
  readonly clip: boolean;
  /** overflowing content continues in another frame of the same height, in the next region */
  readonly paginates: boolean;
  readonly arrange: Arrange;
  readonly children: readonly ContainerChild[];
}

/** Arrangement of children: at their coordinates, or in lines. */
export type Arrange = { readonly mode: "coordinate" } | LinearArrange;

/** Children in one line, or in several if they wrap. Lengths are points. */
export interface LinearArrange {
  readonly mode: "linear";
  readonly axis: "horizontal" | "vertical";
  readonly gap: number;
  readonly main: "start" | "center" | "end" | "space_between";
  readonly cross: "start" | "center" | "end" | "stretch";
  readonly wrap: boolean;
}

/** A child; its position in the content box and its room count only in mode `coordinate`. Points. */
export interface ContainerChild {
  /** from the content box's left edge; from its right edge if `fromRight` */
  readonly x: number;
  readonly y: number;
  readonly fromRight: boolean;
  /** null = from `x` to the end of the content box */
  readonly room: number | null;
  readonly box: Box;
}

/**
 * Children from top to bottom; breaks between them and, if `splits`, inside them. Bodies, segments, the content of paginating containers.
 */
export interface Flow extends Common {
  readonly kind: "flow";
  readonly splits: boolean;
  readonly padTop: number;
  readonly padBottom: number;
  readonly children: readonly FlowChild[];
}

/** A child of a flow; lengths are points. */
export interface FlowChild {
  readonly box: Box;
  readonly x: number;
  /** of its room from the right edge of the flow; absent = 0 */
  readonly right?: number;
  /** available width; null = from `x` to the end of the flow */
  readonly room: number | null;
  /** of a child that is narrower than its room */
  readonly align: "start" | "center" | "end";
  /** sideways bounds in the page's space, or its room ("room"); null = unbounded */
  readonly bounds: Bounds | "room" | null;
  /** between it and the next child, unless the spacing of either is larger */
  readonly gapAfter: number;
  readonly spacing: Spacing;
  readonly keep: Keep;
}

/** Least distances of a box from its neighbours above and below, points; the larger of two neighbours counts. */
export interface Spacing {
  readonly before: number;
  readonly after: number;
}
export const NO_SPACING: Spacing = { before: 0, after: 0 };

/** Forced breaks around a child of a flow, and `withNext`: no break between it and the next. */
export interface Keep {
  readonly withNext: boolean;
  readonly before: BreakKind | null;
  readonly after: BreakKind | null;
}
/** End of a column or of a page; a page break ends the column too. */
export type BreakKind = "page" | "column";
/** No forced break, and no keep. */
export const NO_KEEP: Keep = { withNext: false, before: null, after: null };

export interface Columns extends Common {
  readonly kind: "columns";
  readonly count: number;
  readonly gap: number;
  readonly rtl: boolean;
  /** columns end level, as low as the content allows; else they are filled in turn */
  readonly balanced: boolean;
  /** of the columns in each region, points; null = the rest of the region. Never with `balanced` */
  readonly height: number | null;
  readonly body: Flow;
}

/** Children in horizontal lines, or one below the other in a frame of a given height. Breaks between lines that wrap. */
export interface Stack extends Common {
  readonly kind: "stack";
  readonly arrange: LinearArrange;
  /** outer height, points; null = as high as its lines */
  readonly height: number | null;
  /** of a vertical stack: least distance of each child from the next, by spacing; empty without any */
  readonly spaces: readonly number[];
  readonly children: readonly Box[];
}

/** Children in rows of equal tracks. Breaks between rows. */
export interface Grid extends Common {
  readonly kind: "grid";
  readonly tracks: readonly GridTrack[];
  readonly columnGap: number;
  readonly rowGap: number;
  /** the first track is the rightmost */
  readonly rtl: boolean;
  readonly rows: readonly GridRow[];
}

/** Track width: points, a share of the rest, or that of its content. */
export type GridTrack = number | { readonly fraction: number } | "content";

/** A row: a cell for each track from the first on; the last row may have fewer. */
export interface GridRow {
  readonly cells: readonly Box[];
  /** of all its cells together */
  readonly keep: Keep;
}

/** Box with a destination, an outline entry, or placed parts. Laid out, broken and painted as its inner box. */
export interface Anchored extends Common {
  readonly kind: "anchored";
  readonly inner: Box;
  /** name for links; its place is that of the first fragment */
  readonly destination: string | null;
  /** key for links and page labels of a heading or caption without a name; null if absent */
  readonly mark: string | null;
  /** level of the outline entry with its text, from 1; null if absent */
  readonly heading: number | null;
  /** placed at the box's beginning, in their order */
  readonly before: readonly OutOfFlowBox[];
  /** placed at the box's end */
  readonly after: readonly OutOfFlowBox[];
}

/** Key in the facts of layout of a named destination, and of a mark. */
export const placeOfName = (destination: string): string => `name/${destination}`;
export const placeOfMark = (mark: string): string => `mark/${mark}`;

/** Keys of an anchored box's place. */
export const placesOf = ({ destination, mark }: Anchored): readonly string[] => [
  ...(destination === null ? [] : [placeOfName(destination)]),
  ...(mark === null ? [] : [placeOfMark(mark)]),
];

/** Entry of a contents list: number, text, leader, page label. Its link is that of the whole box. Never breaks. */
export interface Entry extends Common {
  readonly kind: "entry";
  /** from the start side, points */
  readonly indent: number;
  /** from the end side, points */
  readonly indentEnd: number;
  /** wrapped; its direction is that of the entry */
  readonly text: TextBox;
  readonly ltr: EntryEnds;
  /** null if the text is never right to left */
  readonly rtl: EntryEnds | null;
  /** one dot of the leader; null if absent */
  readonly leader: TextBox | null;
}

/** Start and end of an entry in one direction. */
export interface EntryEnds {
  /** with its separator; null if absent */
  readonly number: TextBox | null;
  /** after a space, one line */
  readonly label: TextBox;
}

/** Texts of an entry, in source order. */
export const entryTexts = ({ text, ltr, rtl, leader }: Entry): readonly TextBox[] =>
  [ltr.number, text, ltr.label, rtl?.number ?? null, rtl?.label ?? null, leader].filter((box) => box !== null);

/** Part placed by coordinates in the rectangle of the page, the body or a group; drawn above the flow, it takes no room. Points. */
export interface OutOfFlowBox {
  readonly box: Box;
  /** `group`: the fragment of its anchored box */
  readonly reference: "page" | "body" | "group";
  /** of the left edge from the rectangle's left edge; from its right edge if `fromRight` */
  readonly x: number;
  /** of the upper edge from the rectangle's upper edge; from its lower edge if `fromBottom` */
  readonly y: number;
  readonly fromRight: boolean;
  readonly fromBottom: boolean;
  /** available width; null = from `x` to the end of the rectangle */
  readonly room: number | null;
  /** handling of content outside the rectangle */
  readonly bounds: "error" | "visible" | "clip";
}

/** Rows of cells under columns; breaks between groups of rows. */
export type Table = TableOf<Box>;
