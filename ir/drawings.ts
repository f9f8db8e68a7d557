// Drawings of glyphs in colour, found by glyph and colour of the text.
import type { Fill, FontResource, GlyphDrawing, GlyphsOp, PaintResource, Rgb } from "./ir.js";

/** Colour that drawings of glyphs take: that of the fill, or the first of a gradient. */
export function colorOfText(fill: Fill, paints: readonly PaintResource[]): Rgb {
  if ("color" in fill) return fill.color;
  const paint = paints[fill.paint]!;
  return paint.kind === "tile" ? "#000000" : paint.stops[0]!.color;
}

/** Drawings of a font's glyphs. The list of a document that is being painted grows. */
class DrawingIndex {
  readonly #known = new WeakMap<FontResource, { count: number; readonly drawings: Map<string, GlyphDrawing> }>();

  /** Null for a glyph that its outline draws, and for invisible text. */
  of(font: FontResource, gid: number, color: Rgb): GlyphDrawing | null {
    if (!font.drawings) return null;
    let known = this.#known.get(font);
    if (!known) this.#known.set(font, (known = { count: 0, drawings: new Map() }));
    for (; known.count < font.drawings.length; known.count++) {
      const drawing = font.drawings[known.count]!;
      known.drawings.set(`${drawing.glyph}${drawing.color ?? ""}`, drawing);
    }
    return known.drawings.get(String(gid)) ?? known.drawings.get(`${gid}${color}`) ?? null;
  }

  /** Returns the drawing of each glyph of a run; null if its font has none, or if it is invisible. */
  ofRun({ fill, run }: GlyphsOp, font: FontResource, paints: readonly PaintResource[]): readonly (GlyphDrawing | null)[] | null {
    if (!font.drawings || fill.opacity === 0) return null;
    const color = colorOfText(fill, paints);
    const found = run.ids.map((gid) => this.of(font, gid, color));
    return found.some((drawing) => drawing !== null) ? found : null;
  }
}

/** Drawings of glyphs by font resource. */
export const DRAWINGS = new DrawingIndex();
