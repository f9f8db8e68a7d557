// Layouters fill one region, from a break token on.
import type { Box, BoxKind, BoxOf, BreakKind } from "../../box/box.js";
import type { TableRow } from "../../box/table.js";
import type { Note } from "../../box/text.js";
import { EPSILON } from "../../core/geom.js";
import type { Src } from "../../core/src.js";
import type { ContentSizes, Paragraph, TextLine } from "../../text/line/paragraph.js";
import type { LayoutRun } from "./run.js";

/**
 * Result of filling one region; measuring, placing and breaking are the same call. Laws (protocol.test.ts): progress, conservation, honest
 * overflow, purity, one first and one last fragment, no needless break, forced breaks honoured at every depth, cost linear in the number of
 * boxes.
 */
export type Fill = Done | More | Refuse;
interface Done {
  readonly kind: "done";
  readonly fragment: Fragment;
}
export interface More {
  readonly kind: "more";
  readonly fragment: Fragment;
  readonly rest: BreakToken;
  /** any next region, or after a forced break */
  readonly next: "any" | BreakKind;
}
/** A later region may hold more. */
interface Refuse {
  readonly kind: "refuse";
}
export const REFUSE: Refuse = { kind: "refuse" };

/** Lengths are points. */
export interface Space {
  /** Infinity when measuring max-content */
  readonly width: number;
  /** Infinity when measuring */
  readonly height: number;
  /** greatest of later regions; moving helps if it exceeds `height` */
  readonly later: number;
  readonly measure: boolean;
  /** footnotes take room from `height`; null: there are none, or the caller counts them */
  readonly foot: Foot | null;
}

export interface Foot {
  /** points */
  readonly width: number;
  /** other notes have paid for the rule */
  readonly paid: boolean;
  readonly closed: boolean;
}

/** Plain data: a flow rewinds by keeping an older token. */
export interface BreakToken {
  readonly at: number;
  readonly inner: BreakToken | null;
}

/** Lengths are points. */
export interface Fragment {
  readonly box: Box;
  readonly width: number;
  readonly height: number;
  readonly first: boolean;
  readonly last: boolean;
  readonly children: readonly Placed[];
  /** to the lowest possible ink: may exceed `height` */
  readonly inkHeight: number;
  /** part of a text */
  readonly text: TextPart | null;
  /** part of a table */
  readonly table: TablePart | null;
  readonly overflow: Overflow | null;
}

export interface TextPart {
  readonly paragraph: Paragraph;
  /** from the top, points; NaN without lines */
  readonly baseline: number;
  readonly columns: readonly TextColumn[];
  readonly clip: boolean;
}

/** Header first, footer last. Points. */
export interface TablePart {
  /** left edges, and the right edge of the last column */
  readonly edges: readonly number[];
  readonly rows: readonly PlacedRow[];
  readonly header: number;
  readonly footer: number;
  /** narrower than their decimal-aligned numbers */
  readonly tight: readonly TightColumn[];
  /** of its rows; repeated rows have theirs in their first fragment (L26) */
  readonly notes: readonly Note[];
}

/** Lengths are points. */
export interface TightColumn {
  readonly column: number;
  readonly block: number;
  readonly room: number;
}

/** Points from the fragment's top. */
export interface PlacedRow {
  readonly row: TableRow<Box>;
  /** in the body, or in the header */
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** contents of cells in the table's space */
  readonly contents: readonly (Placed | null)[];
  /** null: the whole row */
  readonly part: RowPart | null;
}

/** Position of a part in its row. */
export interface RowPart {
  readonly first: boolean;
  readonly last: boolean;
}

/** Lines [from, to), from `top` below the box's top. A class, since a literal's hidden class is made for each object (ADR 0029). */
export class TextColumn {
  constructor(
    readonly x: number,
    readonly top: number,
    readonly width: number,
    readonly from: number,
    readonly lines: readonly TextLine[],
  ) {}

  get to(): number {
    return this.from + this.lines.length;
  }
}

/** Top left corner in the parent's space, points. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly fragment: Fragment;
}

/** Lengths are points. */
export interface Overflow {
  readonly src: Src;
  readonly height: number;
  readonly room: number;
  /** absent if it follows from the box */
  readonly advice?: string;
}

/** A fifth member is a sign of a missing pass. */
export interface LayoutContext {
  readonly fill: (box: Box, space: Space, rest: BreakToken | null) => Fill;
  /** in one piece, in an endless region of this width */
  readonly measure: (box: Box, width: number) => Fragment;
  readonly sizes: (box: Box) => ContentSizes;
  readonly run: LayoutRun;
}

/** A null token: from the start. @throws RenderError API-002 if content cannot be placed */
export type Layouter<K extends BoxKind> = (box: BoxOf<K>, space: Space, rest: BreakToken | null, cx: LayoutContext) => Fill;
/** Exhaustive: a new box kind does not compile without it. */
export type Layouters = { readonly [K in BoxKind]: Layouter<K> };

export const endless = (width: number): Space => ({ width, height: Infinity, later: Infinity, measure: true, foot: null });

export const mayMove = ({ height, later }: Space): boolean => later > height + EPSILON;

export const done = (fragment: Fragment): Done => ({ kind: "done", fragment });
