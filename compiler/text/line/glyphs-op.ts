import { round } from "../../../ir/geometry.js";
import type { Fill, GlyphRun, GlyphsOp } from "../../../ir/ir.js";
import { OBLIQUE } from "../font/fonts.js";

/** Lengths are points. */
interface RunSetting {
  readonly size: number;
  /** height above the baseline */
  readonly rise: number;
  readonly slanted: boolean;
}

/** Visual order; clusters index the text. */
interface ShownText {
  readonly text: string;
  readonly run: GlyphRun;
}

/** Paint of a run in the display list. */
export interface RunPaint {
  readonly font: number;
  readonly fill: Fill;
  readonly source: number;
}

/** `x`, `baseline`: on the page, points. */
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
