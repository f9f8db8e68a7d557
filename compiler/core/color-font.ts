// Glyphs in colour, read by a module that most documents do not load.
import type { Variations } from "../../base/variations.js";
import type { Op, PaintResource, Rgb } from "../../ir/ir.js";

/** 1/1000 em, y up; quadratic curves allowed. */
export interface GlyphOutline {
  readonly verbs: string;
  readonly coords: readonly number[];
}

export type OutlineOf = (gid: number) => GlyphOutline;

/** Drawing of a glyph. */
export interface ColorGlyph {
  /** 1/1000 em, y down, from the glyph's origin; sources are 0 */
  readonly ops: readonly Op[];
  /** indexed by fills of the ops */
  readonly paints: readonly PaintResource[];
  /** the colour of the text is part of it */
  readonly takesColor: boolean;
  readonly fills: number;
}

export interface ColorFont {
  /** The glyph has a drawing. @throws FontFault */
  has(gid: number): boolean;
  /** Null for a glyph that its outline draws. @throws FontFault */
  glyph(gid: number, color: Rgb): ColorGlyph | null;
}

export interface ColorReader {
  /** @param variations of an instance, whose outlines are given; the font is the file as it is @throws FontFault */
  open(font: Uint8Array, outline: OutlineOf, variations?: Variations): ColorFont;
}
