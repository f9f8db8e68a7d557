import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { Engine } from "../../runtime/render/engine.js";
import { renderNow } from "../support/at-once.js";
import { has, needs } from "../support/tools.js";

/* Letters that join do so along an arc or a wave too: their ink is in no more pieces than on a straight line. */
const poppler = needs("pdftoppm", has("pdftoppm"));
const engine = new Engine();
const dir = mkdtempSync(path.join(tmpdir(), "platen-path-"));

/** Stretches of ink that hang together (pixels that touch, corners included). */
function pieces(content: string, layout: object, style: object = {}): number {
  const watermark = { template: { type: "text", content }, opacity: 1, style: { font_size: 40, ...style }, layout };
  const file = path.join(dir, "page.pdf");
  writeFileSync(file, renderNow(engine, { layers: { watermark }, pages: [{ size: "a6", elements: [] }] }).pdf);
  spawnSync("pdftoppm", ["-r", "150", "-gray", "-singlefile", file, path.join(dir, "page")]);
  const pgm = readFileSync(path.join(dir, "page.pgm"));
  const [, width, height] = /^P5\s(\d+)\s(\d+)\s255\s/.exec(pgm.subarray(0, 40).toString("latin1"))!.map(Number) as [
    number,
    number,
    number,
  ];
  const ink = Uint8Array.from(pgm.subarray(pgm.length - width * height), (v) => (v < 160 ? 1 : 0));
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

describe.skipIf(!poppler)("text along a path", () => {
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
    // letters of the highlight's colour vanish in it
    const highlight = { color: "#000000", padding: 1, corner_radius: 1 };
    for (const layout of paths) {
      expect(pieces("Draft", layout, { font_size: 20, opacity: 0 })).toBe(0);
      expect(pieces("Draft", layout, { font_size: 20, highlight })).toBe(1);
    }
  });
});
