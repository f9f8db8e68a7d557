import type { ColorReader } from "../../core/color-font.js";
import { ColorCosts } from "./cost.js";
import { GlyphDrawing } from "./draw.js";
import { ColorTable } from "./table.js";

/** Draws glyphs of COLR 0 and 1, palette 0 (FT-1). */
export const COLOR_READER: ColorReader = {
  open(font, outline) {
    const table = new ColorTable(font);
    const costs = new ColorCosts(table);
    return { glyph: (gid, color) => new GlyphDrawing(table, outline, color).draw(gid, costs.fills(gid)) };
  },
};
