import type { Box, BoxKind, BoxOf, BreakKind } from "../box/box.js";
import type { Src } from "../core/src.js";
import type { Line } from "../text/lines.js";
import type { ShapedParagraph } from "../text/shape.js";

export type ShapedBox = Box<ShapedParagraph>;

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
  /** of a text: its lines here, and how far the first one is below the top */
  readonly lines: LineRange | null;
  readonly overflow: Overflow | null;
}

export interface LineRange {
  readonly from: number;
  readonly to: number;
  readonly top: number;
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
}

/** What layouters are lent. It may not grow past four fields: a third party that needs more is a sign of a missing pass. */
export interface LayoutContext {
  readonly lines: (box: BoxOf<ShapedParagraph, "text">, width: number) => readonly TextLine[];
  readonly fill: (box: ShapedBox, space: Space, rest: Rest | null) => Fill;
  readonly measure: (box: ShapedBox, width: number) => Fragment;
}

export type Layouter<K extends BoxKind> = (box: BoxOf<ShapedParagraph, K>, space: Space, rest: Rest | null, cx: LayoutContext) => Fill;
/** Exhaustive: another box kind does not compile until it can be laid out. */
export type Layouters = { readonly [K in BoxKind]: Layouter<K> };

export const done = (fragment: Fragment): Done => ({ kind: "done", fragment });
