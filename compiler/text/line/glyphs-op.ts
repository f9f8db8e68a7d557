// Glyph ops of the display list.
import { round } from "../../../ir/geometry.js";
import type { Fill, GlyphRun, GlyphsOp } from "../../../ir/ir.js";
import { OBLIQUE } from "../font/fonts.js";

/** Lengths are points. */
export interface RunSetting {
  readonly size: number;
  /** above the line's baseline */
  readonly rise: number;
  /** oblique, if the family has no italic face */
  readonly slanted: boolean;
}

/** Text with its glyphs in visual order; clusters index the text. */
export interface ShownText {
  readonly text: string;
  readonly run: GlyphRun;
}

/** Numbers of font and source in the display list. */
export interface RunPaint {
  readonly font: number;
  readonly fill: Fill;
  readonly source: number;
}

/** Makes all glyph ops of text. `x` and `baseline`: of the line, on the page, points. */
export const glyphsOp = (
  { size, rise, slanted }: RunSetting,
  x: number,
  baseline: number,
  { text, run }: ShownText,
  { font, fill, source }: RunPaint,
): GlyphsOp => ({
  op: "glyphs",
  x: round(x),
  y: round(baseline - rise),
  font,
  size: round(size),
  slant: slanted ? OBLIQUE : 0,
  fill,
  text,
  actualText: null,
  run,
  source,
});
