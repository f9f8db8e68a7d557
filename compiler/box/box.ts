// The result of lowering, the input of layout.
import type { Fill, Rect } from "../../ir/ir.js";
import type { Src } from "../core/src.js";
import type { Common, ComputedStroke, ReadingMove } from "./common.js";
import type { DrawnOp } from "./drawn.js";
import type { BoxField } from "./field.js";
import type { TableOf } from "./table.js";
import type { StyledParagraph, TextStyle } from "./text.js";

export type { Common, ComputedStroke, Tag } from "./common.js";

/** Elements and flow nodes before layout, in points. */
export type Box = Drawing | TextBox | Labelled | Canvas | Container | Flow | Columns | Stack | Grid | Anchored | Entry | Table;
export type BoxKind = Box["kind"];
export type BoxOf<K extends BoxKind> = Extract<Box, { kind: K }>;

/** Its ops are in its own space, the origin at its top left corner. Never breaks. */
export interface Drawing extends Common {
  readonly kind: "drawing";
  readonly width: number;
  readonly height: number;
  readonly ops: readonly DrawnOp[];
  /** of a linked drawing: visible extent, from its upper left corner; absent: its own rectangle */
  readonly region?: Rect;
  /** null: not moved */
  readonly snap?: Snap | null;
  /** reduced in proportion if it is larger than its region; absent = never */
  readonly fits?: true;
  /** of a drawing that readers fill in, which has no ops of its own */
  readonly field?: BoxField;
  /** the same in a place of at most this width, points; absent if its width is declared */
  readonly narrowed?: (width: number) => Drawing;
}

/** Moves a drawing by less than a printer's dot, so that its point (x, y) is on a whole one. Points. */
export interface Snap {
  readonly dot: number;
  readonly x: number;
  readonly y: number;
}

/** Breaks between lines if the frame paginates, and at page breaks. */
export interface TextBox extends Common {
  readonly kind: "text";
  readonly paragraphs: readonly StyledParagraph[];
  readonly frame: TextFrame;
  readonly keep: LineKeep;
  /** itself if it is a text of one run; absent on others */
  readonly plain?: SimpleText;
  /** declared indents of its paragraphs, which leave room for text; null or absent without */
  readonly indented?: Src | null;
}

/** One run without variables and links: box and paragraph are one object. */
export interface SimpleText extends TextBox, StyledParagraph {
  readonly plain: SimpleText;
  readonly text: string;
  readonly style: TextStyle;
  /** found for `text` by `plain-paragraph.ts`; undefined: not yet searched */
  face: object | null | undefined;
  /** `face`, unless the text is spaced or decorated or has spaces at its ends */
  plainFace: object | null;
}

/** Lengths are points. */
export interface TextFrame {
  /** outer width, with padding; "space": that of the space; "content": that of the widest line */
  readonly width: number | "space" | "content";
  /** null: as high as its lines */
  readonly height: number | null;
  readonly overflow: "visible" | "clip" | "ellipsis" | "paginate";
  readonly valign: "top" | "middle" | "bottom";
  /** degrees, clockwise, about the centre; never with `paginate` */
  readonly rotation: number;
  readonly padding: Insets;
  readonly fill: Fill | null;
  readonly stroke: ComputedStroke | null;
  readonly columns: number;
  readonly columnGap: number;
  /** least font size, points; null: no shrinking */
  readonly shrinkTo: number | null;
  /** in the page's space; null: straight */
  readonly path: TextPath | null;
}

/** Points and degrees: 0 is right of the centre, 90 above. `start` null: the text's middle is at `middle`. */
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

/** Inward distances, points. */
interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export interface LineKeep {
  readonly orphans: number;
  readonly widows: number;
}

/** Symbol with text below or above it. Never breaks. Points. */
interface Labelled extends Common {
  readonly kind: "labelled";
  /** turned about its middle; its box is the unturned one */
  readonly symbol: Drawing;
  readonly texts: readonly SymbolText[];
  /** distance between symbol and text */
  readonly offset: number;
  /** of the guard bars below its box */
  readonly guardDepth: number;
  /** quarter turns in degrees, clockwise about the symbol's middle, with the text; the symbol is where it would be without text */
  readonly turn: number;
  /** of an unturned symbol: up if `bottom` places the lower edge of its text, around if a coordinate places the symbol, else down */
  readonly grows: "down" | "up" | "around";
  /** text counts to the width, so that neighbours do not overlap it */
  readonly solid: boolean;
}

export interface SymbolText {
  readonly side: "above" | "below";
  readonly text: TextBox;
  /** null: text below or above the whole symbol */
  readonly slot: TextSlot | null;
}

export interface TextSlot {
  readonly from: number;
  readonly to: number;
  readonly align: "left" | "center" | "right";
  /** must fit between bars on both sides */
  readonly bounded: boolean;
  /** null: the digits may shrink */
  readonly sized: Src | null;
}

/** Children at given places; never breaks. */
export interface Canvas extends Common {
  readonly kind: "canvas";
  readonly width: number;
  readonly height: number;
  readonly children: readonly CanvasChild[];
}

/** Position in the canvas's space, points. */
export interface CanvasChild {
  readonly x: number;
  readonly y: number;
  readonly room: number;
  /** in the canvas's space; null: unbounded */
  readonly bounds: Bounds | null;
  readonly box: Box;
  /** null: top left corner at (x, y) */
  readonly spread: Spread | null;
}

/** A mark is drawn once around a point, or as a grid that covers the canvas. */
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

/** Points; its name in messages; the part of the page bounded, which decides if content may continue on the next page. */
export interface Bounds {
  readonly rect: Rect;
  readonly name: string;
  readonly part: "body" | "header" | "footer" | "layer" | "container";
}

/** Breaks only if it paginates and is vertical. */
export interface Container extends Common {
  readonly kind: "container";
  /** points; "space": that of the space */
  readonly width: number | "space";
  /** null: height of the content, at least `minHeight` */
  readonly height: number | null;
  readonly minHeight: number;
  readonly padding: Insets;
  readonly fill: Fill | null;
  readonly stroke: ComputedStroke | null;
  readonly radius: number;
  readonly clip: boolean;
  /** overflow continues in a frame of the same height in the next region */
  readonly paginates: boolean;
  readonly arrange: Arrange;
  readonly children: readonly ContainerChild[];
  /** of its children; absent if they are read in source order */
  readonly moves?: readonly ReadingMove[];
}

export type Arrange = { readonly mode: "coordinate" } | LinearArrange;

/** One line, or several if they wrap. Points. */
export interface LinearArrange {
  readonly mode: "linear";
  readonly axis: "horizontal" | "vertical";
  readonly gap: number;
  readonly main: "start" | "center" | "end" | "space_between";
  readonly cross: "start" | "center" | "end" | "stretch";
  readonly wrap: boolean;
}

/** Position and room apply only in mode `coordinate`. Points. */
export interface ContainerChild {
  /** from the left edge; from the right edge if `fromRight` */
  readonly x: number;
  readonly y: number;
  readonly fromRight: boolean;
  /** null: from `x` to the end */
  readonly room: number | null;
  readonly box: Box;
}

/** Breaks between children and, if `splits`, inside. Bodies, segments, paginating containers. */
export interface Flow extends Common {
  readonly kind: "flow";
  readonly splits: boolean;
  readonly padTop: number;
  readonly padBottom: number;
  readonly children: readonly FlowChild[];
}

/** Lengths are points. */
export interface FlowChild {
  readonly box: Box;
  readonly x: number;
  /** of its room, from the flow's right edge; absent: 0 */
  readonly right?: number;
  /** null: from `x` to the end of the flow */
  readonly room: number | null;
  /** if narrower than its room: start is left */
  readonly align: "start" | "center" | "end";
  /** sideways, in the page's space, or its room; null: unbounded */
  readonly bounds: Bounds | "room" | null;
  /** to the next child, unless the spacing of either is larger */
  readonly gapAfter: number;
  readonly spacing: Spacing;
  readonly keep: Keep;
}

/** Points; the larger of two neighbours counts. */
export interface Spacing {
  readonly before: number;
  readonly after: number;
}
export const NO_SPACING: Spacing = { before: 0, after: 0 };

/** `withNext`: no break before the next. */
export interface Keep {
  readonly withNext: boolean;
  readonly before: BreakKind | null;
  readonly after: BreakKind | null;
}
/** A page break ends the column too. */
export type BreakKind = "page" | "column" | "right_page" | "left_page";
export const NO_KEEP: Keep = { withNext: false, before: null, after: null };

interface Columns extends Common {
  readonly kind: "columns";
  readonly count: number;
  readonly gap: number;
  readonly rtl: boolean;
  /** as low as the content allows; else filled in turn */
  readonly balanced: boolean;
  /** points; null: the rest of the region; never with `balanced` */
  readonly height: number | null;
  readonly body: Flow;
}

/** Breaks between lines that wrap. */
interface Stack extends Common {
  readonly kind: "stack";
  readonly arrange: LinearArrange;
  /** points; null: as high as its lines */
  readonly height: number | null;
  /** its start is at the right */
  readonly rtl: boolean;
  /** of a vertical stack: least distance of each child from the next, by spacing; empty without any */
  readonly spaces: readonly number[];
  readonly children: readonly Box[];
}

/** Breaks between rows. */
export interface Grid extends Common {
  readonly kind: "grid";
  readonly tracks: readonly GridTrack[];
  readonly columnGap: number;
  readonly rowGap: number;
  /** the first track is the rightmost */
  readonly rtl: boolean;
  /** side of tracks narrower than the grid, and of cells narrower than their track */
  readonly flush: "left" | "right";
  readonly rows: readonly GridRow[];
}

/** Points, a share of the rest, or that of its content. */
export type GridTrack = number | { readonly fraction: number } | "content";

/** A cell for each track from the first on; the last row may have fewer. */
export interface GridRow {
  readonly cells: readonly Box[];
  readonly keep: Keep;
}

export interface BoxHeading {
  /** from 1 */
  readonly level: number;
  /** in the outline and running titles */
  readonly outlined: boolean;
}

/** Laid out, broken and painted as its inner box. */
export interface Anchored extends Common {
  readonly kind: "anchored";
  readonly inner: Box;
  /** for links; at the first fragment */
  readonly destination: string | null;
  /** of an unnamed heading or caption; null if absent */
  readonly mark: string | null;
  readonly heading: BoxHeading | null;
  /** at the box's beginning, in order */
  readonly before: readonly OutOfFlowBox[];
  readonly after: readonly OutOfFlowBox[];
}

/** Returns the key of a destination in the facts of layout. */
export const placeOfName = (destination: string): string => `name/${destination}`;
export const placeOfMark = (mark: string): string => `mark/${mark}`;

export const placesOf = ({ destination, mark }: Anchored): readonly string[] => [
  ...(destination === null ? [] : [placeOfName(destination)]),
  ...(mark === null ? [] : [placeOfMark(mark)]),
];

/** Entry of a contents list; its link is that of the whole box. Never breaks. */
export interface Entry extends Common {
  readonly kind: "entry";
  readonly level: EntryLevel;
  /** declared, at the start side, points */
  readonly indent: number;
  /** end side, points */
  readonly indentEnd: number;
  /** text in the entry's direction */
  readonly text: TextBox;
  readonly ltr: EntryEnds;
  /** null: never right to left */
  readonly rtl: EntryEnds | null;
  /** one dot; null if absent */
  readonly leader: TextBox | null;
}

export interface EntryEnds {
  /** number with its separator; null if absent */
  readonly number: TextBox | null;
  /** label after a space */
  readonly label: TextBox;
}

/** Entries of one level in one list, whose texts begin together (SW-28). */
export class EntryLevel {
  readonly #numbers: TextBox[] = [];

  /** @param indent in addition to that of each entry, points */
  constructor(readonly indent: number) {}

  add(number: TextBox): void {
    this.#numbers.push(number);
  }

  get numbers(): readonly TextBox[] {
    return this.#numbers;
  }
}

/** Returns the texts of an entry in source order. */
export const entryTexts = ({ text, ltr, rtl, leader }: Entry): readonly TextBox[] =>
  [ltr.number, text, ltr.label, rtl?.number ?? null, rtl?.label ?? null, leader].filter((box) => box !== null);

/** Placed by coordinates in the page, the body or a group; drawn above the flow, it takes no room. Points. */
export interface OutOfFlowBox {
  readonly box: Box;
  /** `group`: its anchored box's fragment */
  readonly reference: "page" | "body" | "group";
  /** of the left edge from the rectangle's left edge; from its right edge if `fromRight` */
  readonly x: number;
  /** of the upper edge from the rectangle's upper edge; from its lower edge if `fromBottom` */
  readonly y: number;
  readonly fromRight: boolean;
  readonly fromBottom: boolean;
  /** null: from `x` to the end of the rectangle */
  readonly room: number | null;
  /** content outside the rectangle */
  readonly bounds: "error" | "visible" | "clip";
}

export type Table = TableOf<Box>;
