// A simple line of text, such as a table's cell is, to its glyph run.
import { round } from "../../ir/geometry.js";
import type { GlyphsOp, Rgb } from "../../ir/ir.js";
import type { TextLook } from "../box/text.js";
import { OBLIQUE } from "../text/font/fonts.js";
import type { SimpleLine } from "../text/shape/plain.js";
import type { ResourceTable } from "./resources.js";

/** Paints lines of one glyph run; those of one look share its fill. */
export class Labels {
  readonly #fills = new Map<TextLook, { readonly color: Rgb; readonly opacity: number }>();

  constructor(readonly resources: ResourceTable) {}

  /** A line with its top left corner at (x, top) on the page, points. */
  line({ text, word, face, look, size, rise, slanted, baseline }: SimpleLine, x: number, top: number, source: number): GlyphsOp {
    let fill = this.#fills.get(look);
    if (!fill) this.#fills.set(look, (fill = { color: look.color, opacity: look.opacity }));
    return {
      op: "glyphs",
      x: round(x),
      y: round(top + baseline - rise),
      font: this.resources.font(face),
      size: round(size),
      slant: slanted ? OBLIQUE : 0,
      fill,
      text,
      actualText: null,
      run: { ids: word.ids, advances: word.advances, offsets: word.offsets, clusters: word.clusters },
      source,
    };
  }
}
