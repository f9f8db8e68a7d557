import type { Variations } from "./variations.js";

/** Exports of HarfBuzz that set coordinates of a font. */
export interface VariationExports {
  readonly memory: WebAssembly.Memory;
  malloc(n: number): number;
  hb_font_set_variations(font: number, variations: number, n: number): void;
}

/** Number of a tag of four characters, as HarfBuzz encodes it. */
export const tagNumber = (s: string): number =>
  ((s.charCodeAt(0) << 24) | (s.charCodeAt(1) << 16) | (s.charCodeAt(2) << 8) | s.charCodeAt(3)) >>> 0;

/** Sets coordinates of an `hb_font_t`; its memory is that of the instance. */
export function setVariations(hb: VariationExports, font: number, variations: Variations): void {
  const entries = Object.entries(variations);
  const p = hb.malloc(8 * entries.length);
  const view = new DataView(hb.memory.buffer);
  for (const [i, [tag, value]] of entries.entries()) {
    view.setUint32(p + 8 * i, tagNumber(tag), true);
    view.setFloat32(p + 8 * i + 4, value, true);
  }
  hb.hb_font_set_variations(font, p, entries.length);
}
