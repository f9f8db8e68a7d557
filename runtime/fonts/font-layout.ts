// GSUB, GPOS and GDEF tables of a font to a FontFault for the first part of them that is not valid.
import { FontTable, type TablePlace } from "../../base/font-table.js";
import { Gdef } from "./layout/gdef.js";
import { Gpos } from "./layout/gpos.js";
import { Gsub } from "./layout/gsub.js";

/**
 * Follows every offset of a font's GSUB, GPOS and GDEF (OpenType 1.9) and checks what is there. HarfBuzz passes over what it cannot
 * follow: text would be set without rules that its script needs, without an error.
 * @throws FontFault
 */
export function checkLayout(font: Uint8Array, places: ReadonlyMap<string, TablePlace>, glyphs: number): void {
  if (places.has("GDEF")) new Gdef(FontTable.of(font, places, "GDEF"), glyphs).check();
  if (places.has("GSUB")) new Gsub(FontTable.of(font, places, "GSUB"), glyphs).check();
  if (places.has("GPOS")) new Gpos(FontTable.of(font, places, "GPOS"), glyphs).check();
}
