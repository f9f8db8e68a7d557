import type { ColorReader } from "../../core/color-font.js";
import { ColorCosts } from "./cost.js";
import { GlyphDrawing } from "./draw.js";
import { ColorTable } from "./table.js";
import { deltasOf } from "./variation.js";

/** Draws glyphs of COLR 0 and 1, palette 0 (FT-1). */
export const COLOR_READER: ColorReader = {
  open(font, outline, variations) {
    const table = new ColorTable(font, variations ? deltasOf(font, variations) : null);
    const costs = new ColorCosts(table);
    return {
      has: (gid) => table.paintOf(gid) !== null || table.layersOf(gid) !== null,
      glyph: (gid, color) => new GlyphDrawing(table, outline, color).draw(gid, costs.fills(gid)),
    };
  },
};
