import type { GlyphsOp } from "../../../ir/ir.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import type { Line, TextRange } from "./line.js";
import type { LinePlace } from "./line-ops.js";
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

/** Widths and heights are points. */
export interface Paragraph {
  /** with variables' values */
  readonly shaped: readonly ShapedParagraph[];
  sizes(): ContentSizes;
  height(width: number): number;
  /** first, from the top; NaN without lines */
  baseline(width: number): number;
  lines(width: number): readonly TextLine[];
  /** its only op if it is one line of one glyph run without a link; null if `lines` have more. `x`, `top`: on the page, points */
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
  /** next to its first line */
  readonly marker: TextLine | null;
  readonly breakBefore: boolean;
  parts(place: LinePlace, sink: OpSink): readonly LinePart[];
}

/** With indents, points. */
export const widestOf = (lines: readonly TextLine[]): number =>
  lines.reduce((w, l) => Math.max(w, l.line.width + l.indent + l.indentEnd), 0);
