// The fragmentation protocol: a box, a region and a break token to a fragment and the token of what is left.
import type { Box, BoxKind, BoxOf, BreakKind } from "../box/box.js";
import type { TableRow } from "../box/table.js";
import { EPSILON } from "../core/geom.js";
import type { Src } from "../core/src.js";
import type { ContentSizes, Paragraph, TextLine } from "../text/line/paragraph.js";
import type { LayoutRun } from "./run.js";

/** Names of boxes and tables in layouters. */
export type { Box as ShapedBox, Table as ShapedTable } from "../box/box.js";

/**
 * The one fragmentation protocol: fill ONE region and return what is left. Measuring, placing and breaking are the same call.
 * Laws (protocol.test.ts): progress, conservation, honest overflow, purity, one first and one last fragment, no needless break,
 * forced breaks honoured at every depth, cost linear in the number of boxes.
 */
export type Fill = Done | More | Refuse;
/** Nothing is left: the last fragment of the box. */
export interface Done {
  readonly kind: "done";
  readonly fragment: Fragment;
}
/** A fragment, and the break token of what is left. */
export interface More {
  readonly kind: "more";
  readonly fragment: Fragment;
  readonly rest: BreakToken;
  /** where the rest goes on: in any next region, or behind a forced break */
  readonly next: "any" | BreakKind;
}
/** Nothing of the box fits in this region, and a later one may hold more. */
export interface Refuse {
  readonly kind: "refuse";
}
/** The only value of its type. */
export const REFUSE: Refuse = { kind: "refuse" };

/** One region. Lengths are points. */
export interface Space {
  /** what texts without a width of their own are broken to; Infinity when measuring what a box takes at most */
  readonly width: number;
  /** Infinity when measuring */
  readonly height: number;
  /** the greatest height that any later region has for the same box; moving on helps where that is more than this one's */
  readonly later: number;
  /** measuring: forced breaks are ignored */
  readonly measure: boolean;
}

/** Where to go on: plain data, so that rewinding is keeping an older one. */
export interface BreakToken {
  readonly at: number;
  readonly inner: BreakToken | null;
}

/** The part of a box that is in one region. Lengths are points. */
export interface Fragment {
  readonly box: Box;
  readonly width: number;
  readonly height: number;
  readonly first: boolean;
  readonly last: boolean;
  readonly children: readonly Placed[];
  /** from the top to the lowest ink that may be: more than `height` where a text leaves its frame */
  readonly inkHeight: number;
  /** of a text: its lines here */
  readonly text: TextPart | null;
  /** of a table: its rows here */
  readonly table: TablePart | null;
  readonly overflow: Overflow | null;
}

/** The lines of a text that are in one region. */
export interface TextPart {
  readonly paragraph: Paragraph;
  /** of the first line, from the top of the fragment, points; NaN if there are no lines */
  readonly baseline: number;
  readonly columns: readonly TextColumn[];
  /** nothing is shown outside the box */
  readonly clip: boolean;
}

/** The rows of a table that are in one region, header first, footer last. Lengths are points. */
export interface TablePart {
  /** left edge of each column, and the right edge of the last */
  readonly edges: readonly number[];
  readonly rows: readonly PlacedRow[];
  /** the number of header rows */
  readonly header: number;
  /** the number of footer rows */
  readonly footer: number;
  /** columns whose numbers, aligned by their decimal marks, are wider than they are */
  readonly tight: readonly TightColumn[];
}

/** A column with a block of numbers that is wider than the room in it, points. */
export interface TightColumn {
  readonly column: number;
  readonly block: number;
  readonly room: number;
}

/** A row of a table with the content of its cells in place; points from the top of the fragment. */
export interface PlacedRow {
  readonly row: TableRow<Box>;
  /** which of the body's; of a header row, which of the header's */
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** of each cell, its content in the table's space */
  readonly contents: readonly (Placed | null)[];
}

/** Lines [from, to) of the text, from `top` below the box's top. */
export interface TextColumn {
  readonly x: number;
  readonly top: number;
  readonly width: number;
  readonly from: number;
  readonly to: number;
  readonly lines: readonly TextLine[];
}

/** A fragment and the position of its top left corner in its parent's space, points. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly fragment: Fragment;
}

/** A box taller than any region it could go to; lengths are points. */
export interface Overflow {
  readonly src: Src;
  readonly height: number;
  readonly room: number;
  /** what would help; absent where that follows from the box */
  readonly advice?: string;
}

/** What layouters need beside box and region. A fifth member is a sign of a missing pass. */
export interface LayoutContext {
  readonly fill: (box: Box, space: Space, rest: BreakToken | null) => Fill;
  /** the box in one piece: what fills an endless region of this width */
  readonly measure: (box: Box, width: number) => Fragment;
  /** the widths that a box takes at least and at most */
  readonly sizes: (box: Box) => ContentSizes;
  /** the text setter, and what this run remembers */
  readonly run: LayoutRun;
}

/**
 * Fills one region with a box of one kind, from a break token on; null = from the start.
 * @throws RenderError API-002 where content cannot be placed
 */
export type Layouter<K extends BoxKind> = (box: BoxOf<K>, space: Space, rest: BreakToken | null, cx: LayoutContext) => Fill;
/** Exhaustive: another box kind does not compile until it can be laid out. */
export type Layouters = { readonly [K in BoxKind]: Layouter<K> };

/** What measures: a region without an end. */
export const endless = (width: number): Space => ({ width, height: Infinity, later: Infinity, measure: true });

/** Whether a later region may hold what this one cannot. */
export const mayMove = ({ height, later }: Space): boolean => later > height + EPSILON;

/** The last fragment of a box as the result of a fill. */
export const done = (fragment: Fragment): Done => ({ kind: "done", fragment });
