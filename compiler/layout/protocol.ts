// Fragmentation protocol: layouters fill one region with a box, from a break token on.
import type { Box, BoxKind, BoxOf, BreakKind } from "../box/box.js";
import type { TableRow } from "../box/table.js";
import type { Note } from "../box/text.js";
import { EPSILON } from "../core/geom.js";
import type { Src } from "../core/src.js";
import type { ContentSizes, Paragraph, TextLine } from "../text/line/paragraph.js";
import type { LayoutRun } from "./run.js";

/**
 * Result of filling one region; measuring, placing and breaking are the same call. Laws (protocol.test.ts): progress, conservation, honest
 * overflow, purity, one first and one last fragment, no needless break, forced breaks honoured at every depth, cost linear in the number of
 * boxes.
 */
export type Fill = Done | More | Refuse;
/** The last fragment. */
export interface Done {
  readonly kind: "done";
  readonly fragment: Fragment;
}
/** A fragment, and the break token of the rest. */
export interface More {
  readonly kind: "more";
  readonly fragment: Fragment;
  readonly rest: BreakToken;
  /** place of the rest: any next region, or the one after a forced break */
  readonly next: "any" | BreakKind;
}
/** Nothing of the box fits in this region; a later one may hold more. */
export interface Refuse {
  readonly kind: "refuse";
}
export const REFUSE: Refuse = { kind: "refuse" };

/** One region. Lengths are points. */
export interface Space {
  /** line width of texts without a declared width; Infinity when measuring max-content */
  readonly width: number;
  /** Infinity when measuring */
  readonly height: number;
  /** greatest height of any later region for the box; moving helps if it exceeds `height` */
  readonly later: number;
  /** forced breaks are ignored */
  readonly measure: boolean;
  /** footnotes of the content take room from `height`; null if they do not: there are none, or the caller counts them */
  readonly foot: Foot | null;
}

/** Footnotes at the foot of a page's region. */
export interface Foot {
  /** of the notes, points */
  readonly width: number;
  /** other notes of the region have paid for the rule above them */
  readonly paid: boolean;
  /** no room for further notes */
  readonly closed: boolean;
}

/** Start of the rest of a box. Plain data, so a flow rewinds by keeping an older token. */
export interface BreakToken {
  readonly at: number;
  readonly inner: BreakToken | null;
}

/** Part of a box in one region. Lengths are points. */
export interface Fragment {
  readonly box: Box;
  readonly width: number;
  readonly height: number;
  readonly first: boolean;
  readonly last: boolean;
  readonly children: readonly Placed[];
  /** from the top to the lowest possible ink: more than `height` if text leaves its frame */
  readonly inkHeight: number;
  /** of a text: its lines in the region */
  readonly text: TextPart | null;
  /** of a table: its rows in the region */
  readonly table: TablePart | null;
  readonly overflow: Overflow | null;
}

/** Lines of a text in one region. */
export interface TextPart {
  readonly paragraph: Paragraph;
  /** first baseline from the top of the fragment, points; NaN without lines */
  readonly baseline: number;
  readonly columns: readonly TextColumn[];
  /** clips at the box */
  readonly clip: boolean;
}

/** Rows of a table in one region, header first, footer last. Lengths are points. */
export interface TablePart {
  /** left edge of each column, and the right edge of the last */
  readonly edges: readonly number[];
  readonly rows: readonly PlacedRow[];
  readonly header: number;
  readonly footer: number;
  /** columns narrower than their block of decimal-aligned numbers */
  readonly tight: readonly TightColumn[];
  /** footnotes of its rows; those of repeated rows belong to their first fragment (L26) */
  readonly notes: readonly Note[];
}

/** Column with a block of numbers wider than its room, points. */
export interface TightColumn {
  readonly column: number;
  readonly block: number;
  readonly room: number;
}

/** Table row with placed cell contents; points from the top of the fragment. */
export interface PlacedRow {
  readonly row: TableRow<Box>;
  /** index among the rows of the body, or of the header for its rows */
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** content of each cell, in the table's space */
  readonly contents: readonly (Placed | null)[];
}

/** Lines [from, to) of the text, from `top` below the box's top. A class, since a literal's hidden class is made again for each object (ADR 0029). */
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

/** A fragment and its top left corner in the parent's space, points. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly fragment: Fragment;
}

/** A box taller than any possible region; lengths are points. */
export interface Overflow {
  readonly src: Src;
  readonly height: number;
  readonly room: number;
  /** advice; absent if it follows from the box */
  readonly advice?: string;
}

/** Context of layouters. A fifth member is a sign of a missing pass. */
export interface LayoutContext {
  readonly fill: (box: Box, space: Space, rest: BreakToken | null) => Fill;
  /** the box in one piece, filled into an endless region of this width */
  readonly measure: (box: Box, width: number) => Fragment;
  readonly sizes: (box: Box) => ContentSizes;
  /** text setter and memory of the run */
  readonly run: LayoutRun;
}

/**
 * Fills one region with a box of one kind, from a break token; null = from the start.
 * @throws RenderError API-002 if content cannot be placed
 */
export type Layouter<K extends BoxKind> = (box: BoxOf<K>, space: Space, rest: BreakToken | null, cx: LayoutContext) => Fill;
/** Exhaustive: a new box kind does not compile without a layouter. */
export type Layouters = { readonly [K in BoxKind]: Layouter<K> };

export const endless = (width: number): Space => ({ width, height: Infinity, later: Infinity, measure: true, foot: null });

/** True if a later region may hold more than this one. */
export const mayMove = ({ height, later }: Space): boolean => later > height + EPSILON;

export const done = (fragment: Fragment): Done => ({ kind: "done", fragment });
