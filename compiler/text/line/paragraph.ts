// Text of a box for layout, tables, charts and painting.
import type { GlyphsOp } from "../../../ir/ir.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import type { Line, TextRange } from "./line.js";
import type { LinePlace } from "./line-ops.js";
import type { LinePart } from "./reading-order.js";
import type { OpSink } from "./sink.js";

/** Widths of content, points: with all breaks of its wrap policy, and with forced breaks only. */
export interface ContentSizes {
  readonly min: number;
  readonly max: number;
}

/** Height of a text and baseline of its first line from its top, points. */
export interface TextMeasure {
  height: number;
  /** NaN if it has no lines */
  baseline: number;
}

/** Text of a box in any width. Widths and heights are points. */
export interface Paragraph {
  /** its paragraphs with the values of their variables */
  readonly shaped: readonly ShapedParagraph[];
  sizes(): ContentSizes;
  height(width: number): number;
  /** of the first line, from the top; NaN if it has no lines */
  baseline(width: number): number;
  lines(width: number): readonly TextLine[];
  /** its only op in this width if it is one line of one glyph run without a link; null if `lines` have more. `x`, `top`: on the page, points */
  op(x: number, top: number, width: number, sink: OpSink): GlyphsOp | null;
}

export interface TextLine {
  readonly paragraph: ShapedParagraph;
  readonly line: Line;
  /** its text in the paragraph; null if it has none */
  readonly range: TextRange | null;
  /** from the start side, and from the end side */
  readonly indent: number;
  readonly indentEnd: number;
  /** a list item's marker, next to its first line */
  readonly marker: TextLine | null;
  /** begins on another page */
  readonly breakBefore: boolean;
  parts(place: LinePlace, sink: OpSink): readonly LinePart[];
}

/** Width of the widest line, indents included, points. */
export const widestOf = (lines: readonly TextLine[]): number =>
  lines.reduce((w, l) => Math.max(w, l.line.width + l.indent + l.indentEnd), 0);
