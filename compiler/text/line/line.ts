import type { Segment, ShapedParagraph } from "../shape/shaped.js";
import type { LinePart } from "./reading-order.js";
import type { OpSink } from "./sink.js";

/** Lengths are points. */
export interface LineMeasures {
  /** width without hanging spaces, after shrinking */
  readonly width: number;
  /** shrinking of its spaces */
  readonly shrunk: number;
  /** largest on it */
  readonly size: number;
  readonly height: number;
  /** distance from the line's top */
  readonly baseline: number;
  /** forced break or paragraph's end: never stretched */
  readonly hard: boolean;
  /** inside a word wider than a line */
  readonly torn: boolean;
}

/** Pieces in logical order. */
export interface Line extends LineMeasures {
  readonly segments: readonly Segment[];
  /** its text in the paragraph; null if it has none */
  readonly range: TextRange | null;
  /** Glyph runs, decorations and links at a place. `p`: the line's paragraph */
  partsOf(p: ShapedParagraph, place: LinePlace, sink: OpSink): readonly LinePart[];
}

/** Place of a line on the page, points. */
export interface LinePlace {
  readonly x: number;
  readonly width: number;
  readonly baseline: number;
}

/** A part of a paragraph's text, half-open. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Returns the range of a line's pieces in the text; null without any. */
export const rangeOf = (segments: readonly Segment[]): TextRange | null =>
  segments.length === 0 ? null : { start: segments[0]!.start, end: segments[segments.length - 1]!.end };

/** Returns the width of a piece's spaces with letter spacing, points. */
export const spacesWidth = (s: Segment): number =>
  s.spaces === 0 ? 0 : (s.spaces * (s.item.context.space.width + s.item.spacing) * s.item.size) / 1000;
