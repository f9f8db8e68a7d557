import { readFileSync } from "node:fs";
import path from "node:path";
import type { FamilyInfo } from "../compiler/core/world.js";
import { checkedFonts } from "../runtime/fonts/font-files.js";
import { FontStore } from "../runtime/fonts/fonts.js";

/*
 * Fonts of goldens that do not test fonts: Latin in Platen Test (scripts/generate/test-font.mjs), with equal advances; other scripts in
 * the bundled fonts.
 */
const [checked] = checkedFonts(path.join(import.meta.dirname, "fonts"));
const { family, files } = checked!;

export class TestFonts extends FontStore {
  override readonly families: readonly FamilyInfo[];

  constructor() {
    const places = new Map(files);
    super([{ family, read: (id) => new Uint8Array(readFileSync(places.get(id)!)) }]);
    const bundled = new FontStore().families.map((f): FamilyInfo => ({ ...f, scripts: f.scripts.filter((s) => s !== "Latn") }));
    this.families = [{ ...family, scripts: ["Latn"], fallback: "text" }, ...bundled];
  }
}

/** Cases set in the bundled fonts, by area: about fonts, or features of real ones. */
export const OF_FONTS: Readonly<Record<string, readonly string[] | "all">> = {
  specimen: "all",
  text: [
    "arabic",
    "bengali",
    "bidi-mixed",
    "blank-family-is-none",
    "bullets-right-to-left",
    "combining-marks",
    "devanagari",
    "faces",
    "family-mono-and-oblique",
    "font-features",
    "greek-cyrillic",
    "han-by-family",
    "han-by-language",
    "hebrew",
    "japanese",
    "joiners",
    "justified-arabic",
    "kerning-and-ligatures",
    "korean",
    "languages-in-one-paragraph",
    "letter-spacing",
    "super-and-subscript",
    "symbols",
    "thai",
    "weights",
  ],
  image: ["svg-emoji", "svg-text", "svg-text-box", "svg-text-paint"],
  watermark: ["wave-default-arabic", "wave-highlight"],
  error: ["font-missing", "font-strict", "font-unknown", "image-svg-no-font", "payment-slip-room"],
  barcode: ["payment-slip"],
  flowdoc: ["payment-slip"],
};

export function isOfFonts(area: string, name: string): boolean {
  const listed = OF_FONTS[area] ?? [];
  return listed === "all" || listed.includes(name);
}
