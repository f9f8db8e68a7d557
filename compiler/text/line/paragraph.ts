import type { GlyphsOp } from "../../../ir/ir.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import type { Line, LinePlace, TextRange } from "./line.js";
import type { LinePart } from "./reading-order.js";
import type { OpSink } from "./sink.js";

/** Points: with all breaks, and with forced breaks only. */
export interface ContentSizes {
  readonly min: number;
  readonly max: number;
}

/** First baseline from the top, points. */
export interface TextMeasure {
  height: number;
  /** NaN without lines */
  baseline: number;
}

/** A shaped paragraph as it is broken and placed. The methods are absent without work of earlier renders, and have equal results. */
export interface BreakableParagraph extends ShapedParagraph {
  readonly marker: BreakableParagraph | null;
  /** Lines as `breakLines` makes them. */
  lines?(available: number, origin: number): readonly Line[];
  /** Ops of its lines from `lines[at]` on; null unless they are glyph runs alone. */
  block?(lines: readonly TextLine[], at: number, column: ColumnPlace, sink: OpSink): LineBlock | null;
}

/** A column on the page, and the top of its next line. Points. */
export interface ColumnPlace {
  readonly x: number;
  readonly width: number;
  readonly top: number;
}

/** Glyph runs of lines that follow each other. */
export interface LineBlock {
  readonly count: number;
  /** of the last line, on the page, points */
  readonly bottom: number;
  readonly ops: readonly GlyphsOp[];
  /** no character implies a language; null before painting determines it */
  plain: boolean | null;
}

/** Widths and heights are points. */
export interface Paragraph {
  /** paragraphs with the values of variables */
  readonly shaped: readonly BreakableParagraph[];
  sizes(): ContentSizes;
  height(width: number): number;
  /** first, from the top; NaN without lines */
  baseline(width: number): number;
  lines(width: number): readonly TextLine[];
  /** by paragraph, without marks of notes and places of fields */
  texts(): readonly string[];
  /** its only op if it is one line of one glyph run without a link; null if `lines` have more. `x`, `top`: on the page, points */
  op(x: number, top: number, width: number, sink: OpSink): GlyphsOp | null;
}

export interface TextLine {
  readonly paragraph: BreakableParagraph;
  readonly line: Line;
  /** its text in the paragraph; null if it has none */
  readonly range: TextRange | null;
  /** from the start side, and from the end side */
  readonly indent: number;
  readonly indentEnd: number;
  /** next to its first line */
  readonly marker: TextLine | null;
  readonly breakBefore: boolean;
  parts(place: LinePlace, sink: OpSink): readonly LinePart[];
}

/** Returns the width of the widest line with its indents, points. */
export const widestOf = (lines: readonly TextLine[]): number =>
  lines.reduce((w, l) => Math.max(w, l.line.width + l.indent + l.indentEnd), 0);

/** Lines of a text in its frame. */
export interface TextLines {
  readonly lines: readonly TextLine[];
  readonly columnWidth: number;
  /** indices of lines that begin another page, ascending */
  readonly breaks: readonly number[];
}

/** Lines in a frame of an outer width, points. */
export interface TextInWidth {
  readonly width: number;
  readonly value: TextLines;
}
