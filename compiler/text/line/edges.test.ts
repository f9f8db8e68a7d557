import { NO_VALUE, shapeParagraph } from "./paragraph-steps.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StyledParagraph } from "../../box/text.js";
import { Engine } from "../../../runtime/engine/engine.js";
import { LOOK, styledParagraph, styledRun } from "../../../tests/support/look.js";
import { enough, runs } from "../../../tests/support/runs.js";
import { TextEngine } from "../shape/engine.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import { lineOps } from "./line-ops.js";
import { breakLines } from "./lines.js";

const engine = new TextEngine(new Engine().world());
const shape = (text: string, language: string, more: Partial<StyledParagraph> = {}): ShapedParagraph =>
  shapeParagraph(engine, styledParagraph([styledRun(text)], { language, ...more }), NO_VALUE);
const SIZE = LOOK.size;
/** In ems. */
const widths = (text: string, language: string, column = 1000): readonly number[] =>
  breakLines(shape(text, language), column * SIZE).map((l) => Math.round((l.width / SIZE) * 1000) / 1000);

describe("Chinese and Japanese", () => {
  test.each([
    ["ja", "あ「い」う", 5],
    ["ja", "「あ」", 2],
    ["ja", "（あ）", 2],
    ["ja", "あ、", 1.5],
    ["ja", "あ。", 1.5],
    ["ja", "あ、「い", 3.5],
    ["ja", "あ』」い", 3.5],
    ["ja", "あ「『い", 3.5],
    ["ja", "あ』。「い", 4],
    ["ja", "「『あ』」", 3],
    ["ja", "あ！", 2],
    ["ja", "あ！」い", 4],
    ["ja", "あ：い：", 4],
    ["zh-Hans", "中；", 1.5],
    ["zh-Hans", "中，《文", 3.5],
    // centred: no empty half
    ["zh-Hant", "中，《文", 4],
    ["zh-Hant", "中。", 2],
    ["zh-Hant", "《中》", 2],
  ])("%s: %s is %d em", (language, text, expected) => {
    expect(widths(text, language)).toEqual([expected]);
  });

  test("a quarter em stands between ideographs and letters or digits, where no space does", () => {
    const apart = (text: string, language: string): number => {
      const width = (t: string): number => breakLines(shape(t, language), 1e6)[0]!.width / SIZE;
      const parts = text.match(/[a-z0-9]+|[^a-z0-9]+/gi)!;
      return Math.round((width(text) - parts.reduce((sum, part) => sum + width(part), 0)) * 1000) / 1000;
    };
    expect(apart("漢字ABC漢字", "ja")).toBe(0.5);
    expect(apart("第3回", "ja")).toBe(0.5);
    expect(apart("カナABC", "ja")).toBe(0.25);
    expect(apart("ABCカナ", "en")).toBe(0.25);
    expect(apart("한글ABC한글", "ko")).toBe(0);
    expect(shape("漢字 ABC 漢字", "ja").segments.filter((piece) => piece.apart !== 0)).toEqual([]);
  });

  const PARTS = ["あ", "漢字", "カー", "「", "」", "（", "）", "、", "。", "！", "AI", "2026", "年", " ", "『", "』", "abc", "한글"];
  test("every line fits, and begins and ends with ink that is nowhere beyond its column, ragged and justified", () => {
    let trimmed = 0;
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PARTS), { minLength: 4, maxLength: 60, size: "max" }),
        fc.integer({ min: 40, max: 200 }),
        fc.constantFrom("left" as const, "justify" as const),
        fc.constantFrom("ja", "zh-Hans", "zh-Hant", "ko", "en"),
        (parts, w, align, language) => {
          const text = parts.join("");
          const p = shape(text, language, { align });
          const lines = breakLines(p, w);
          expect(lines.map((l) => l.segments.map((s) => text.slice(s.start, s.end)).join("")).join("")).toBe(text);
          for (const line of lines) {
            if (line.torn || line.segments.length === 0) continue;
            const ops = lineOps(p, line, { x: 0, width: w, baseline: 0 }, { font: () => 0, source: () => 0 }).flatMap((part) => part.ops);
            let right = 0;
            for (const op of ops) {
              if (op.op !== "glyphs") continue;
              let { x } = op;
              op.run.advances.forEach((a, k) => {
                const shown = op.text[op.run.clusters[k]!] !== " ";
                if (shown && op.run.offsets && op.run.offsets[2 * k]! < 0) trimmed++;
                if (shown) expect(x + 1e-2).toBeGreaterThanOrEqual(0);
                x += (a * op.size) / 1000;
                if (shown) right = Math.max(right, x);
              });
            }
            expect(right).toBeLessThanOrEqual(w + 0.05);
          }
        },
      ),
      { numRuns: runs(500) },
    );
    expect(trimmed).toBeGreaterThan(enough(50));
  });
});

describe("Thai", () => {
  test("lines without spaces are spread over clusters, never between a letter and its mark, and spaces widen first", () => {
    const text = "ประชาชนทุกคนเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิต่างมีเหตุผลและมโนธรรม ทุกคนย่อมมีสิทธิ";
    const natural = shape(text, "th", { align: "left" });
    const p = shape(text, "th", { align: "justify" });
    const w = 110;
    let spread = 0;
    for (const line of breakLines(p, w)) {
      const advances = (q: ShapedParagraph, column: number): readonly (readonly [string, number])[] =>
        lineOps(q, line, { x: 0, width: column, baseline: 0 }, { font: () => 0, source: () => 0 })
          .flatMap((part) => part.ops)
          .flatMap((op) =>
            op.op === "glyphs"
              ? op.run.advances.map((a, k) => [op.text.slice(op.run.clusters[k]!, op.run.clusters[k]! + 2), a] as const)
              : [],
          );
      const before = advances(natural, w);
      const after = advances(p, w);
      const gained = after.map(([, a], k) => a - before[k]![1]);
      const total = (after.reduce((sum, [, a]) => sum + a, 0) * SIZE) / 1000;
      if (line.hard) continue;
      expect(Math.abs(total - w)).toBeLessThan(3);
      gained.forEach((by, k) => {
        if (by > 0) spread++;
        const [at] = after[k]!;
        if (/^.[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/.test(at)) expect([at, by]).toEqual([at, 0]);
      });
    }
    expect(spread).toBeGreaterThan(30);
  });
});
