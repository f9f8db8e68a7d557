import { FontTable, type TablePlace } from "../../base/font-table.js";
import { Gdef } from "./layout/gdef.js";
import { Gpos } from "./layout/gpos.js";
import { Gsub } from "./layout/gsub.js";

/**
 * Every offset of GSUB, GPOS and GDEF (OpenType 1.9): HarfBuzz silently ignores invalid ones, and text would lack rules of its script.
 * @throws FontFault
 */
export function checkLayout(font: Uint8Array, places: ReadonlyMap<string, TablePlace>, glyphs: number): void {
  if (places.has("GDEF")) new Gdef(FontTable.of(font, places, "GDEF"), glyphs).check();
  if (places.has("GSUB")) new Gsub(FontTable.of(font, places, "GSUB"), glyphs).check();
  if (places.has("GPOS")) new Gpos(FontTable.of(font, places, "GPOS"), glyphs).check();
}
