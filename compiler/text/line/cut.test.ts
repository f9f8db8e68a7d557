import { shapeAny, shapeParagraph } from "./paragraph-steps.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Engine } from "../../../runtime/engine/engine.js";
import { LOOK as look, styledParagraph, styledRun } from "../../../tests/support/look.js";
import { enough, runs } from "../../../tests/support/runs.js";
import type { StyledParagraph, ComputedText } from "../../box/text.js";
import { bidiLevels } from "../unicode/bidi.js";
import { Cuttable } from "./cut.js";
import { TextEngine } from "../shape/engine.js";
import type { Word } from "../font/harfbuzz.js";
import { lineBreaks } from "../unicode/line-break.js";
import { breakLines } from "./lines.js";
import type { Segment } from "../shape/shaped.js";

const world = new Engine().world();
const engine = new TextEngine(world);
const styled = (texts: readonly string[], looks: readonly Partial<ComputedText>[] = []): StyledParagraph =>
  styledParagraph(texts.map((text, i) => styledRun(text, { ...look, ...looks[i] })));
const NONE = (): never => {
  throw new Error("no variables");
};

function glyphs({ word, base, from, to }: Pick<Segment, "word" | "base" | "from" | "to">): string[] {
  const w = word!;
  const at = Array.from({ length: to - from }, (_, k) => (w.rtl ? to - 1 - k : from + k));
  return at.map((k) => [w.ids[k], w.advances[k], w.offsets?.[2 * k] ?? 0, w.offsets?.[2 * k + 1] ?? 0, base + w.clusters[k]!].join(" "));
}
const whole = (word: Word, base: number): string[] => glyphs({ word, base, from: 0, to: word.ids.length });

const SYLLABLES: Readonly<Record<string, readonly string[]>> = {
  latin: ["of", "fi", "ce", "AV", "To", "Wa", "na", "e\u0301", "ty", "LT"],
  greek: ["Ελ", "λη", "νι", "κά", "ΑΥ"],
  cyrillic: ["Рус", "ский", "Ёл", "ка"],
  arabic: ["سل", "ام", "مح", "مد", "كت", "اب", "بَّ", "لا"],
  hebrew: ["של", "ום", "עו", "לם", "בְּ"],
  devanagari: ["क्ष", "त्रि", "य", "हि", "न्दी", "र्क", "मे"],
  bengali: ["বাং", "লা", "ক্ষ", "কি"],
  thai: ["ภา", "ษา", "ไท", "ย", "แจ้", "ง"],
};

describe("a long word cut in two", () => {
  test("what is behind the cut is what HarfBuzz makes of it, though only its beginning is shaped again", () => {
    let cut = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(SYLLABLES)).chain((of) => fc.array(fc.constantFrom(...of), { minLength: 120, maxLength: 300 })),
        fc.double({ min: 0.05, max: 0.6, noNaN: true }),
        (parts, share) => {
          const text = parts.join("");
          const [s, ...others] = shapeAny(engine, styled([text]), NONE).segments;
          if (others.length > 0 || !s?.word) return;
          const clusters = [...new Set(s.word.clusters)].sort((a, b) => a - b);
          const at = clusters[Math.ceil(clusters.length * share)]!;
          const cuttable = new Cuttable(text, s);
          const { context } = s.item;
          const left = cuttable.left(at);
          const right = cuttable.right(at);
          expect(glyphs(left)).toEqual(whole(context.shape(text, 0, at), 0));
          expect(right.flatMap(glyphs)).toEqual(whole(context.shape(text, at, text.length), at));
          const ends = [left, ...right].map((p) => [p.start, p.end]);
          expect(ends.flat()).toEqual([0, ...ends.slice(1).flatMap(([start]) => [start, start]), text.length]);
          cut++;
        },
      ),
      { numRuns: runs(150) },
    );
    expect(cut).toBeGreaterThan(enough(75));
  });

  test("each line of it ends as if it were shaped alone", () => {
    for (const unit of ['a"', "AV", "To", "س"]) {
      const text = unit.repeat(400);
      const p = shapeParagraph(engine, styled([text]), NONE);
      const lines = breakLines(p, 90);
      expect(lines.length).toBeGreaterThan(10);
      for (const { segments } of lines) {
        const [from, to] = [segments[0]!.start, segments.at(-1)!.end];
        expect(segments.flatMap(glyphs)).toEqual(whole(segments[0]!.item.context.shape(text, from, to), from));
      }
    }
  });

  test("a soft hyphen shows where the line ends after it, also where the look changes there", () => {
    const hyphen = engine.fonts.stack(look).pick(0x2010)!.face;
    const id = engine.hb.glyph(hyphen.font(), 0x2010);
    for (const looks of [[], [{}, { color: "#ff0000" as const }]] satisfies Partial<ComputedText>[][]) {
      const p = shapeParagraph(engine, styled(["invention\u00ad", "iously"], looks), NONE);
      const [first, second] = breakLines(p, 60);
      const last = first!.segments.at(-1)!;
      expect(p.text.slice(0, last.end)).toBe("invention\u00ad");
      expect(last.word!.ids[last.to - 1]).toBe(id);
      expect(p.text.slice(second!.segments[0]!.start)).toBe("iously");
      expect(breakLines(p, 200)).toHaveLength(1);
    }
  });
});

test("a text longer than HarfBuzz counts is shaped as its parts are", () => {
  for (const unit of ["بَّت "]) {
    const text = unit.repeat(Math.ceil(540_000 / unit.length));
    const [s] = shapeAny(engine, styled([unit.trim()]), NONE).segments;
    const { context } = s!.item;
    const one = context.shape(unit, 0, unit.length);
    const all = context.shape(text, 0, text.length);
    expect(all.width).toBe((one.width * text.length) / unit.length);
    expect(all.ids).toHaveLength((one.ids.length * text.length) / unit.length);
  }
});

test("words that only a dictionary knows are the same in a text longer than it is asked for at once", () => {
  const words = ["ภาษา", "ไทย", "สวัสดี", "ประเทศ", "ใบแจ้งหนี้"];
  const text = Array.from({ length: 2500 }, (_, i) => words[(i * i) % words.length]).join("");
  expect(text.length).toBeGreaterThan(3 * 4096);
  const starts = new Set(world.segmentWords(text));
  const breaks = lineBreaks(text, world.segmentWords);
  const found = Array.from({ length: text.length - 1 }, (_, i) => i + 1).filter((i) => breaks[i] !== 0);
  expect(found.filter((i) => !starts.has(i))).toEqual([]);
  expect(found.length).toBeGreaterThan(2000);
});

test("characters outside the first plane have their own direction", () => {
  expect([...bidiLevels("אב \u{1f600} גד", "auto").levels]).toEqual(new Array(8).fill(1));
  expect(bidiLevels("\u{1e900}\u{1e901}", "auto")).toMatchObject({ base: 1 });
});
