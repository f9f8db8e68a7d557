import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { packageRoot } from "../../../runtime/core/package.js";
import { wasmModule } from "../../../runtime/core/wasm.js";
import { SCRIPTS } from "../unicode/ucd.js";
import { charScript } from "../unicode/ucd.js";
import { HarfBuzz, scriptTag } from "./harfbuzz.js";
import { shapingTables } from "./shaping-tables.js";

const RTL = new Set(["Arab", "Hebr", "Syrc"]);
const MARKS = "\u0301\u0323\u0308\u3099\u05b0\u064b\u0e48\u093c";
const hb = new HarfBuzz(wasmModule("harfbuzz.wasm"));
const files = ["files", "world", "cjk"].flatMap((folder) => {
  const dir = path.join(packageRoot, "fonts", folder);
  return readdirSync(dir)
    .filter((f) => /Regular\.[ot]tf$/.test(f))
    .map((f) => path.join(dir, f));
});

test.each(files)("marks and letters of %s are set alike without the outlines", (file) => {
  const bytes = new Uint8Array(readFileSync(file));
  const whole = hb.font(bytes, "whole");
  const shaping = hb.shapingFont(() => bytes, "shaping");
  const covered = [...hb.coverage(whole)].filter((cp) => cp < 0xd800 || cp > 0xdfff);
  expect(hb.coverage(shaping)).toEqual(hb.coverage(whole));
  const marks = [...MARKS].filter((c) => covered.includes(c.codePointAt(0)!));
  const step = Math.max(1, Math.floor(covered.length / 400));
  const texts = new Map<string, string>();
  for (let i = 0; i < covered.length; i += step) {
    const script = SCRIPTS[charScript[covered[i]!]!]!;
    texts.set(script, (texts.get(script) ?? "") + String.fromCodePoint(covered[i]!) + (marks[i % (marks.length + 1)] ?? ""));
  }
  for (const [own, text] of texts)
    for (const script of new Set([own, "Latn", "Arab", "Deva", "Hani"])) {
      if (script === "Hebr") continue;
      for (let at = 0; at < text.length; at += 48) {
        const shape = (font: number): unknown =>
          hb.shape(
            { font, script: scriptTag(script), language: hb.language("und"), rtl: RTL.has(script), spaced: false },
            text.slice(at, at + 48),
          );
        expect(shape(shaping)).toEqual(shape(whole));
      }
    }
  for (const cp of covered.slice(0, 5)) {
    const gid = hb.glyph(whole, cp);
    expect([hb.inkOf(shaping, gid), hb.outline(shaping, gid)]).toEqual([hb.inkOf(whole, gid), hb.outline(whole, gid)]);
  }
  hb.free(whole);
  hb.free(shaping);
});

test("a font without positions for marks, and a variable one, are loaded whole", () => {
  const emoji = new Uint8Array(readFileSync(path.join(packageRoot, "fonts/world/NotoEmoji-Regular.ttf")));
  expect(shapingTables(emoji)).toBeNull();
  const sans = new Uint8Array(readFileSync(path.join(packageRoot, "fonts/files/NotoSans-Regular.ttf")));
  expect(shapingTables(sans)!.size).toBeLessThan(sans.length / 2);
  const glyf = Buffer.from(sans).indexOf("glyf");
  const variable = sans.slice();
  variable.set(new TextEncoder().encode("fvar"), glyf);
  expect(shapingTables(variable)).toBeNull();
});
