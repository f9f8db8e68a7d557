import { FontTable, tablePlaces } from "../../../base/font-table.js";
import { CffFont } from "./cff.js";
import type { CodedGlyph } from "./font.js";
import { glyfSubset } from "./glyf.js";

/**
 * Codes are glyph ids of the shaper: TrueType keeps them; CFF becomes CID-keyed with them as CIDs (cff.ts), since keeping ids is
 * expensive there.
 */
export class Subsetter {
  readonly #cffs = new WeakMap<Uint8Array, CffFont>();

  composable(font: Uint8Array, format: "glyf" | "cff"): boolean {
    return format === "glyf" || this.#cff(font).uniform;
  }

  /** Bare CFF table for /FontFile3 /CIDFontType0C with the glyphs of the given codes. */
  program(font: Uint8Array, coded: readonly CodedGlyph[], fontName?: string): Uint8Array {
    return this.#cff(font).program(coded, fontName);
  }

  /**
   * Font program for /FontFile2 (TrueType), or bare CFF table for /FontFile3 /CIDFontType0C.
   * @throws FontFault
   */
  subset(font: Uint8Array, format: "glyf" | "cff", gids: readonly number[]): Uint8Array {
    return format === "cff" ? this.#cff(font).subset(gids) : glyfSubset(font, gids);
  }

  #cff(font: Uint8Array): CffFont {
    let cff = this.#cffs.get(font);
    if (!cff) {
      cff = new CffFont(FontTable.of(font, tablePlaces(font), "CFF ").bytes);
      this.#cffs.set(font, cff);
    }
    return cff;
  }
}
