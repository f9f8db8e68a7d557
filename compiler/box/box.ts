// Boxes: what lowering turns elements and flow nodes into, and what layout turns into fragments.
import type { Fill, Rect } from "../../ir/ir.js";
import type { Src } from "../core/src.js";
import type { Common, ComputedStroke } from "./common.js";
import type { DrawnOp } from "./drawn.js";
import type { TableOf } from "./table.js";
import type { StyledParagraph } from "./text.js";

export type { Common, ComputedStroke, Tag } from "./common.js";

/** Thirteen elements and six flow nodes before layout, in points. Every table over `Box["kind"]` has to handle every kind. */
export type Box = Drawing | TextBox | Labelled | Canvas | Container | Flow | Columns | Stack | Grid | Anchored | Table;
/** The discriminant of `Box`; tables over it are exhaustive. */
export type BoxKind = Box["kind"];
/** The boxes of one kind. */
export type BoxOf<K extends BoxKind> = Extract<Box, { kind: K }>;

/** A finished picture of known size; its ops are in its own space, the origin at its top left corner. Never breaks. */
export interface Drawing extends Common {
  readonly kind: "drawing";
  readonly width: number;
  readonly height: number;
  readonly ops: readonly DrawnOp[];
  /** of a linked drawing: the rectangle that it shows in, from its upper left corner; absent if that is its own */
  readonly region?: Rect;
  /** null = not moved */
  readonly snap?: Snap | null;
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
}

/** How the lines of a text box are framed. Lengths are points. */
export interface TextFrame {
  /**
   * outer width, of which padding and columns leave the rest to lines: declared, or that of the space ("space"), or that of the widest line,
   * in which the others are aligned, where lines are broken at the end of the space ("content")
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
  /** the least font size that shrinking to fit may come to, points; null = no shrinking */
  readonly shrinkTo: number | null;
  /** a single line set along a path instead of a straight line, in the page's space */
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

/** A symbol and the text of its content, under it or over it. Never breaks. Lengths are points. */
export interface Labelled extends Common {
  readonly kind: "labelled";
  /** turned already, about its middle; its box is the one that it has unturned */
  readonly symbol: Drawing;
  readonly texts: readonly SymbolText[];
  readonly side: "above" | "below";
  /** between symbol and text */
  readonly offset: number;
  /** how far the symbol's guard bars end below its box, beside the text */
  readonly guardDepth: number;
  /** quarter turns in degrees, clockwise, about the symbol's middle: the text goes along, and the symbol stays where it would be without it */
  readonly turn: number;
  /** the way an unturned symbol and its text are longer than the symbol: up from the lower edge, which `bottom` or a coordinate places, or down */
  readonly grows: "down" | "up";
  /** text beside the symbol counts to its width, so that no neighbour overlaps it */
  readonly solid: boolean;
}

/** A text of a labelled box, and its place beside the symbol. */
export interface SymbolText {
  readonly text: TextBox;
  /** one line of digits in a place of its own; null: a text under or over the whole symbol */
  readonly slot: TextSlot | null;
}

/** From the symbol's left edge. */
export interface TextSlot {
  readonly from: number;
  readonly to: number;
  readonly align: "left" | "center" | "right";
  /** bars on both sides: the digits have to fit between them */
  readonly bounded: boolean;
  /** where the digits' size was declared; null: they may be smaller */
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
  /** the width that the child is given */
  readonly room: number;
  /** what the child must stay inside of, in the canvas's space; null = anything goes */
  readonly bounds: Bounds | null;
  readonly box: Box;
  /** null = the child's top left corner is at (x, y) */
  readonly spread: Spread | null;
}

/** Around a point instead of beside it: once, with the middle there, or as a grid that covers the canvas and has one tile there. */
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

/** A rectangle, points, its name in messages, and the part of the page that it bounds, which decides what may continue on the next page. */
export interface Bounds {
  readonly rect: Rect;
  readonly name: string;
  readonly part: "body" | "header" | "footer" | "layer" | "container";
}

/** A frame of its own around children, which it places or puts in lines. Breaks only if it paginates, and then only if it is vertical. */
export interface Container extends Common {
  readonly kind: "container";
  /** outer width, points; "space": that of the space */
  readonly width: number | "space";
  /** null = as high as its content, at least `minHeight` */
  readonly height: number | null;
  readonly minHeight: number;
  readonly padding: Insets;
  readonly fill: Fill | null;
  readonly stroke: ComputedStroke | null;
  readonly radius: number;
  /** nothing of its content shows outside its outline */
  readonly clip: boolean;
  /** content that does not fit goes on in another frame of the same height, in the next region */
  readonly paginates: boolean;
  readonly arrange: Arrange;
  readonly children: readonly ContainerChild[];
}

/** How a container places its children: at their coordinates, or in lines. */
export type Arrange = { readonly mode: "coordinate" } | LinearArrange;

/** Children in a line, or in several where they wrap. Lengths are points. */
export interface LinearArrange {
  readonly mode: "linear";
  readonly axis: "horizontal" | "vertical";
  readonly gap: number;
  readonly main: "start" | "center" | "end" | "space_between";
  readonly cross: "start" | "center" | "end" | "stretch";
  readonly wrap: boolean;
}

/** A child; its position in the content box and its room, the width it is given, count only in mode `coordinate`. Points. */
export interface ContainerChild {
  /** from the content box's left edge; from its right edge where `fromRight` */
  readonly x: number;
  readonly y: number;
  readonly fromRight: boolean;
  /** null = what `x` leaves of the content box */
  readonly room: number | null;
  readonly box: Box;
}

/** Top to bottom; breaks between children and, if `splits`, inside them. Bodies, segments, the content of paginating containers. */
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
  /** the width that the child is given; null = what `x` leaves of the flow's */
  readonly room: number | null;
  /** of a child that is narrower than its room */
  readonly align: "start" | "center" | "end";
  /** what it must stay inside of sideways: bounds in the page's space, or its room ("room"); null = anything goes */
  readonly bounds: Bounds | "room" | null;
  readonly gapAfter: number;
  readonly keep: Keep;
}

/** The forced breaks around a child of a flow, and whether no break is allowed between it and the next. */
export interface Keep {
  readonly withNext: boolean;
  readonly before: BreakKind | null;
  readonly after: BreakKind | null;
}
/** What a forced break ends; a page break ends the column too. */
export type BreakKind = "page" | "column";
/** No forced break, and a break allowed after it. */
export const NO_KEEP: Keep = { withNext: false, before: null, after: null };

/** The same flow in several columns. */
export interface Columns extends Common {
  readonly kind: "columns";
  readonly count: number;
  readonly gap: number;
  readonly rtl: boolean;
  /** columns end level, as low as the content allows; else one is filled after the other */
  readonly balanced: boolean;
  /** of the columns in each region, points; null = what the region has left. Never with `balanced` */
  readonly height: number | null;
  readonly body: Flow;
}

/** Children in lines beside each other, or one below the other in a frame of a given height. Breaks between lines that wrap. */
export interface Stack extends Common {
  readonly kind: "stack";
  readonly arrange: LinearArrange;
  /** outer height, points; null = as high as its lines */
  readonly height: number | null;
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

/** A track's width: points, a share of what the others leave, or what its content takes. */
export type GridTrack = number | { readonly fraction: number } | "content";

/** A row: a cell for each track from the first on; the last row may have fewer. */
export interface GridRow {
  readonly cells: readonly Box[];
  /** of all its cells together */
  readonly keep: Keep;
}

/**
 * A box that something is known of, or placed at: where links lead, an entry of the outline, parts that take no room. It is laid out, broken and
 * painted as the box in it.
 */
export interface Anchored extends Common {
  readonly kind: "anchored";
  readonly inner: Box;
  /** a name that links lead to; its place is that of the first fragment */
  readonly destination: string | null;
  /** level of the outline's entry that has its text, from 1; null = none */
  readonly heading: number | null;
  /** stand where the box begins, in their order */
  readonly before: readonly PlacedPart[];
  /** stand where the box ends */
  readonly after: readonly PlacedPart[];
}

/** A part placed by coordinates in the page's, the body's or a group's rectangle; drawn above the flow, it takes no room. Points. */
export interface PlacedPart {
  readonly box: Box;
  /** `group`: the fragment of the anchored box that it is a part of */
  readonly reference: "page" | "body" | "group";
  /** of the left edge from the rectangle's left edge; from its right edge where `fromRight` */
  readonly x: number;
  /** of the upper edge from the rectangle's upper edge; from its lower edge where `fromBottom` */
  readonly y: number;
  readonly fromRight: boolean;
  readonly fromBottom: boolean;
  /** the width that it is given; null = what `x` leaves of the rectangle */
  readonly room: number | null;
  /** what is done with what is outside the rectangle */
  readonly bounds: "error" | "visible" | "clip";
}

/** Rows of cells under columns; breaks between groups of rows. */
export type Table = TableOf<Box>;
