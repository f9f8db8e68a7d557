import type { Box, BoxKind, BoxOf, BreakKind } from "../box/box.js";
import type { PlainLook, TableRow } from "../box/table.js";
import type { Src } from "../core/src.js";
import type { Line } from "../text/line/lines.js";
import type { SimpleLine } from "../text/shape/plain.js";
import type { ShapedParagraph } from "../text/shape/shaped.js";

export type ShapedBox = Box<ShapedParagraph>;
export type ShapedTable = Extract<ShapedBox, { kind: "table" }>;

/**
 * The one fragmentation protocol: fill ONE region and say what is left. Measuring, placing and breaking are the same call.
 * Laws (protocol.test.ts): progress, conservation, honest overflow, purity, one first and one last fragment, no needless break,
 * forced breaks honoured at every depth, cost linear in the number of boxes.
 */
export type Fill = Done | More | Refuse;
export interface Done {
  readonly kind: "done";
  readonly fragment: Fragment;
}
export interface More {
  readonly kind: "more";
  readonly fragment: Fragment;
  readonly rest: Rest;
  /** what the rest waits for: any next region, or a break that was asked for */
  readonly next: "any" | BreakKind;
}
export interface Refuse {
  readonly kind: "refuse";
}
export const REFUSE: Refuse = { kind: "refuse" };

/** One region. Lengths are points. */
export interface Space {
  readonly width: number;
  /** Infinity when measuring */
  readonly height: number;
  /** no later region can hold more than this one: moving on cannot help */
  readonly fresh: boolean;
  /** measuring: forced breaks are ignored */
  readonly measure: boolean;
}

/** Where to go on: plain data, so that rewinding is keeping an older one. */
export interface Rest {
  readonly at: number;
  readonly inner: Rest | null;
}

/** The part of a box that stands in one region. */
export interface Fragment {
  readonly box: ShapedBox;
  readonly width: number;
  readonly height: number;
  readonly first: boolean;
  readonly last: boolean;
  readonly children: readonly Placed[];
  /** how far down ink may reach from the top: more than `height` where a text stands out of its frame */
  readonly reach: number;
  /** of a text: its lines here */
  readonly text: TextPart | null;
  /** of a table: its rows here */
  readonly table: TablePart | null;
  readonly overflow: Overflow | null;
}

export interface TextPart {
  readonly columns: readonly TextColumn[];
  /** nothing is shown outside the box */
  readonly clip: boolean;
}

/** The rows of a table that stand in one region, header first. */
export interface TablePart {
  /** left edge of each column, and the right edge of the last */
  readonly edges: readonly number[];
  readonly rows: readonly PlacedRow[];
  /** so many of them are the header */
  readonly header: number;
}

export interface PlacedRow {
  readonly row: TableRow<ShapedBox>;
  /** which of the body's; of a header row, which of the header's */
  readonly index: number;
  readonly top: number;
  readonly height: number;
  /** of each cell, its content in the table's space */
  readonly contents: readonly (Placed | PlacedLines | null)[];
}

/** A plain cell's lines, one below the other: of each its left edge, and the first one's top. */
export interface PlacedLines {
  readonly xs: readonly number[];
  readonly top: number;
  readonly lines: readonly SimpleLine[];
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

export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly fragment: Fragment;
}

/** Something taller than any region it could go to. */
export interface Overflow {
  readonly src: Src;
  readonly height: number;
  readonly room: number;
}

/** A line with the paragraph it is of. */
export interface TextLine {
  readonly paragraph: ShapedParagraph;
  readonly line: Line;
  /** from the start side */
  readonly indent: number;
  /** a list item's marker, beside its first line */
  readonly marker: { readonly paragraph: ShapedParagraph; readonly line: Line } | null;
  /** begins on another page */
  readonly breakBefore: boolean;
}

/** All lines of a text, broken to the width of its columns. */
export interface TextLines {
  readonly lines: readonly TextLine[];
  readonly columnWidth: number;
  /** the lines that begin on another page, ascending: regions do not look for them one after the other */
  readonly breaks: readonly number[];
}

/** What layouters are lent. A third party that needs more is a sign of a missing pass. */
export interface LayoutContext {
  readonly lines: (box: BoxOf<ShapedParagraph, "text">) => TextLines;
  /** the lines of a text without a frame, which nobody will ask for again */
  readonly plainLines: (paragraphs: readonly ShapedParagraph[], width: number) => readonly TextLine[];
  /** the width of its widest piece that may not be broken */
  readonly unbreakable: (paragraphs: readonly ShapedParagraph[]) => number;
  /** a text's lines, where it is a simple one; else null */
  readonly simpleLines: (text: string, look: PlainLook, width: number) => readonly SimpleLine[] | null;
  /** their height */
  readonly simpleHeight: (text: string, look: PlainLook, width: number) => number | null;
  /** only the number of pages is asked for: what a table places may be left out */
  readonly counting: boolean;
  /** a line cut so that it ends with an ellipsis inside a width */
  readonly ellipsize: (line: TextLine, width: number) => TextLine;
  readonly fill: (box: ShapedBox, space: Space, rest: Rest | null) => Fill;
  readonly measure: (box: ShapedBox, width: number) => Fragment;
}

export type Layouter<K extends BoxKind> = (box: BoxOf<ShapedParagraph, K>, space: Space, rest: Rest | null, cx: LayoutContext) => Fill;
/** Exhaustive: another box kind does not compile until it can be laid out. */
export type Layouters = { readonly [K in BoxKind]: Layouter<K> };

export const done = (fragment: Fragment): Done => ({ kind: "done", fragment });
