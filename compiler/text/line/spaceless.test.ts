import { NO_VALUE, shapeParagraph } from "./paragraph-steps.js";
import { expect, test } from "vitest";
import { Engine } from "../../../runtime/engine/engine.js";
import { styledParagraph, styledRun } from "../../../tests/support/look.js";
import { TextEngine } from "../shape/engine.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import { lineOps } from "./line-ops.js";
import { breakLines } from "./lines.js";

/* Glyph by glyph against the same text in one line without stretch. */

const engine = new TextEngine(new Engine().world());
const shape = (text: string, language: string, align: "justify" | "left"): ShapedParagraph =>
  shapeParagraph(engine, styledParagraph([styledRun(text)], { align, language, languageDeclared: true }), NO_VALUE);
const sink = { font: () => 0, source: () => 0 };

function stretched(text: string, language: string, width: number): { readonly at: number; readonly end: number; readonly line: number }[] {
  const natural = advancesOf(shape(text, language, "left"), Infinity)[0]!;
  const starts = [...natural.keys(), text.length].sort((a, b) => a - b);
  return advancesOf(shape(text, language, "justify"), width).flatMap((line, n) =>
    [...line].flatMap(([at, advance]) =>
      advance > natural.get(at)! + 1 ? [{ at, end: starts.find((start) => start > at)!, line: n }] : [],
    ),
  );
}

/** 1/1000 em, by text index. */
function advancesOf(p: ShapedParagraph, width: number): readonly ReadonlyMap<number, number>[] {
  let from = 0;
  return breakLines(p, width).map((line) => {
    const out = new Map<number, number>();
    for (const { ops } of lineOps(p, line, { x: 0, width, baseline: 0 }, sink))
      for (const op of ops) {
        if (op.op !== "glyphs") continue;
        const start = p.text.indexOf(op.text, from);
        op.run.clusters.forEach((c, i) => out.set(start + c, (out.get(start + c) ?? 0) + op.run.advances[i]!));
        from = start;
      }
    from = line.segments.at(-1)!.end;
    return out;
  });
}

const SYLLABLES =
  "ကျွန်ုပ်-တို့-ကုမ္ပ-ဏီ-မှ- -ဝယ်-ယူ-အား-ပေး-သည့်-အ-တွက်- -ကျေး-ဇူး-တင်-ပါ-သည်။- -၂၀၂၆- -ခု-နှစ်- -ဇန်-န-ဝါ-ရီ-လ- -၁၅- -ရက်-နေ့- -မ-တိုင်-မီ- -ပေး-ချေ-ပါ။".split("-");
const BURMESE = SYLLABLES.join("");
const STARTS = new Set(SYLLABLES.map((_, i) => SYLLABLES.slice(0, i).join("").length));

test("Burmese is stretched between syllables, never inside one, nor in a number", () => {
  let gaps = 0;
  for (let width = 60; width <= 200; width += 4)
    for (const { end } of stretched(BURMESE, "my", width)) {
      gaps++;
      expect(STARTS, `${BURMESE.slice(0, end)}|${BURMESE.slice(end)} at ${width}`).toContain(end);
    }
  expect(gaps).toBeGreaterThan(100);
});

test("a Burmese word wider than its line ends between syllables", () => {
  for (let width = 12; width <= 60; width += 2) {
    const lines = breakLines(shape(BURMESE, "my", "left"), width);
    for (const line of lines.slice(0, -1)) {
      const { end } = line.segments.at(-1)!;
      // numbers may be divided
      if (!/\p{Nd}/u.test(BURMESE[end - 1]!)) expect(STARTS, `${BURMESE.slice(0, end)}| at ${width}`).toContain(end);
    }
  }
});

test.each([
  ["my", "လည်းကောင်း၊ တူညီ"],
  ["th", "มหาวิทยาลัย ประเทศ"],
  ["km", "សេចក្ដីថ្លៃថ្នូរ ភាព"],
])("%s: a line of one word is not pulled apart", (language, text) => {
  const [word] = text.split(" ");
  const p = shape(text, language, "justify");
  const width = breakLines(shape(word!, language, "left"), Infinity)[0]!.width + 8;
  const words = [...p.breaks.slice(1, word!.length)].filter((b) => b !== 0).length;
  if (words === 0) expect(stretched(text, language, width).filter((s) => s.line === 0 && s.at < word!.length)).toEqual([]);
  else expect(language).toBe("km");
});

test("digits of a number stay together where letters move apart", () => {
  const text = "ปฏิบัติต่อกัน๒๕๖๙ด้วยเจตนารมณ์แห่งภราดรภาพ";
  const digits = text.indexOf("๒");
  for (let width = 80; width <= 160; width += 4)
    for (const { at } of stretched(text, "th", width)) expect(at < digits || at >= digits + 3).toBe(true);
});
