import { describe, expect, test } from "vitest";
import { drawn, haveRaster } from "../support/drawn.js";
import { rendered } from "../support/pdf.js";

/* Joining letters join along an arc or a wave too: ink has no more pieces than on a straight line. */

/** Connected regions of ink (pixels that touch, corners included). */
function pieces(content: string, layout: object, style: object = {}): number {
  const watermark = { template: { type: "text", content }, opacity: 1, style: { font_size: 40, ...style }, layout };
  const file = rendered({ layers: { watermark }, pages: [{ size: "a6", elements: [] }] });
  const { width, data } = drawn(file, "-r", "150", "-gray")[0]!;
  const ink = Uint8Array.from(data, (v) => (v < 160 ? 1 : 0));
  let count = 0;
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] === 0) continue;
    count++;
    const open = [start];
    ink[start] = 0;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const dy of [-width, 0, width]) {
        for (const dx of [-1, 0, 1]) {
          const next = at + dx + dy;
          if (ink[next] !== 1) continue;
          ink[next] = 0;
          open.push(next);
        }
      }
    }
  }
  return count;
}

describe.skipIf(!haveRaster)("text along a path", () => {
  const words = { Arabic: "سلسلة", "Arabic with marks": "مُحَمَّد", Devanagari: "नमस्ते", Hindi: "हिन्दी", Bengali: "বাংলা" };
  const paths = [
    { preset: "arc_outside" },
    { preset: "arc_inside" },
    { preset: "arc_outside", radius: 20 },
    { preset: "wave" },
    { preset: "wave", amplitude: 4, wavelength: 60, start_x: 20 },
  ];

  test.each(Object.entries(words))("%s letters hang together as they do on a line", (_, word) => {
    const straight = pieces(word, { preset: "center" });
    for (const layout of paths) expect(pieces(word, layout), JSON.stringify(layout)).toBeLessThanOrEqual(straight);
  });

  test("a highlight is bent with it, in one piece behind all letters", () => {
    const highlight = { color: "#000000", padding: 1, corner_radius: 1 };
    for (const layout of paths) {
      expect(pieces("Draft", layout, { font_size: 20, opacity: 0 })).toBe(0);
      expect(pieces("Draft", layout, { font_size: 20, highlight })).toBe(1);
    }
  });
});
