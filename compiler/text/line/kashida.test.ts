import { NO_VALUE, shapeParagraph } from "./paragraph-steps.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { GlyphsOp } from "../../../ir/ir.js";
import type { StyledParagraph } from "../../box/text.js";
import type { FamilyInfo } from "../../core/world.js";
import { Engine } from "../../../runtime/engine/engine.js";
import { FontStore } from "../../../runtime/fonts/fonts.js";
import { LOOK, styledParagraph, styledRun } from "../../../tests/support/look.js";
import { enough, runs } from "../../../tests/support/runs.js";
import { TextEngine } from "../shape/engine.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import { rankOf } from "../unicode/kashida.js";
import { lineOps } from "./line-ops.js";
import type { Line } from "./line.js";
import { breakLines } from "./lines.js";

const TATWEEL = 0x640;
const { harfbuzz, segmentWords, hyphenation, fonts, colors } = new Engine().world();

class WithoutTatweel extends FontStore {
  override readonly families: readonly FamilyInfo[] = new FontStore().families.map((f) => ({
    ...f,
    faces: f.faces.map((face) => ({
      ...face,
      coverage: face.coverage.flatMap(([from, to]): [number, number][] =>
        from <= TATWEEL && TATWEEL <= to
          ? ([
              [from, TATWEEL - 1],
              [TATWEEL + 1, to],
            ].filter(([a, b]) => a! <= b!) as [number, number][])
          : [[from, to]],
      ),
    })),
  }));
}
const engine = new TextEngine({ fonts, harfbuzz, segmentWords, hyphenation, colors });
const bare = new TextEngine({ fonts: new WithoutTatweel(), harfbuzz, segmentWords, hyphenation, colors });

const shape = (text: string, more: Partial<StyledParagraph> = {}, by = engine): ShapedParagraph =>
  shapeParagraph(by, styledParagraph([styledRun(text)], { align: "justify", language: "ar", ...more }), NO_VALUE);
const sink = { font: () => 0, source: () => 0 };
const painted = (p: ShapedParagraph, line: Line, width: number): readonly GlyphsOp[] =>
  lineOps(p, line, { x: 0, width, baseline: 0 }, sink)
    .flatMap((part) => part.ops)
    .filter((op) => op.op === "glyphs");

const glyph = engine.hb.glyph(shape("ب").segments[0]!.item.context.font, TATWEEL);
const tatweels = (ops: readonly GlyphsOp[]): number => ops.reduce((n, op) => n + op.run.ids.filter((id) => id === glyph).length, 0);

function stretched(word: string): string {
  const width = breakLines(shape(`${word} ${word}`), Infinity)[0]!.width + 12;
  const p = shape(`${word} ${word} ${"ا".repeat(24)}`);
  const [line] = breakLines(p, width);
  const out = new Set<string>();
  for (const { text, run } of painted(p, line!, width))
    run.ids.forEach((id, k) => {
      if (id === glyph && run.clusters[k]! < word.length)
        out.add(`${text.slice(0, run.clusters[k]!)}ـ${text.slice(run.clusters[k]!, word.length)}`);
    });
  return [...out].join(" ");
}

describe("where a kashida stands", () => {
  const ranks = (word: string): readonly number[] => Array.from({ length: word.length - 1 }, (_, i) => rankOf(word, i + 1, word.length));

  test("where its writer has put a tatweel, behind seen and sad, before last letters that are round or upright, then anywhere", () => {
    expect(ranks("محـمد")).toEqual([6, 6, 0, 2]);
    expect(ranks("مستقبل")).toEqual([6, 1, 6, 6, 3]);
    expect(ranks("بصمة")).toEqual([6, 1, 2]);
    expect(ranks("كتاب")).toEqual([6, 6, 6]);
    expect(ranks("مكتبي")).toEqual([6, 6, 4, 6]);
    expect(ranks("طريق")).toEqual([6, 6, 5]);
    expect(rankOf("سَمَكَ", 2, 6)).toBe(1);
    expect(rankOf("فَمَلِ", 4, 6)).toBe(3);
  });

  test("the best place of each word is taken", () => {
    expect(stretched("مستقبل")).toBe("مسـتقبل");
    expect(stretched("حركة")).toBe("حركـة");
    expect(stretched("محـمد")).toBe("محــمد");
  });

  test("no ligature is parted, nothing is put between letters that do not join, nor into words of two letters", () => {
    for (const word of ["لا", "كلا", "درر", "وزارا", "في", "من"]) expect(stretched(word)).not.toMatch(/لـا|[درزوا]ـ|فـي|مـن/);
    expect(stretched("بلا")).toBe("بـلا");
  });
});

const WORDS = [
  ..."شهد الميناء خلال العام الماضي نموا ملحوظا في حركة السفن والبضائع رغم الظروف الجوية المسؤولية الاجتماعية".split(" "),
  ..."سَلامَةَ العُمّالِ الطِّفلُ (محمد) الأرصفة، ١٢٣ لله دانلود می‌خواهم کتاب‌ها ٹیلیفون ہے".split(" "),
  "of",
  "Haven",
];
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 6, maxLength: 40, size: "max" }).map((words) => words.join(" "));
const width = fc.integer({ min: 60, max: 260 });

describe("justified Arabic", () => {
  test("fills its lines from edge to edge, with spaces that are wide only where no kashida can be", () => {
    let [kashidas, spared] = [0, 0];
    fc.assert(
      fc.property(text, width, (t, w) => {
        const p = shape(t);
        const plain = shape(t, {}, bare);
        const lines = breakLines(p, w);
        expect(lines.map((l) => l.segments.at(-1)?.end)).toEqual(breakLines(plain, w).map((l) => l.segments.at(-1)?.end));
        lines.forEach((line, i) => {
          const ops = painted(p, line, w);
          const count = tatweels(ops);
          kashidas += count;
          const before = painted(plain, breakLines(plain, w)[i]!, w);
          expect(tatweels(before)).toBe(0);
          // extracted text and glyph runs are unchanged
          expect(ops.map((op) => op.text)).toEqual(before.map((op) => op.text));
          if (line.hard) expect(ops).toEqual(before);
          if (count === 0) return;
          const { left, right } = inked(ops);
          expect(Math.abs(left)).toBeLessThan(0.03);
          expect(Math.abs(right - w)).toBeLessThan(0.03);
          expect(widestSpace(ops)).toBeLessThan(widestSpace(before));
          if (widestSpace(ops) <= 2.2) spared++;
          for (const { run, text: said } of ops)
            run.clusters.forEach((c, k) => {
              expect(c).toBeGreaterThanOrEqual(0);
              expect(c).toBeLessThan(said.length);
              // right-to-left text: clusters descend, or ascend in left-to-right parts
              if (k > 0 && run.ids[k - 1] === glyph) expect(c).toBeLessThanOrEqual(run.clusters[k - 1]!);
            });
        });
      }),
      { numRuns: runs(300) },
    );
    expect(kashidas).toBeGreaterThan(enough(1000));
    expect(spared).toBeGreaterThan(enough(300));
  });

  test("is shaped as its text is with tatweels where they are", () => {
    fc.assert(
      fc.property(text, width, (t, w) => {
        const p = shape(t);
        for (const line of breakLines(p, w)) {
          const ops = painted(p, line, w);
          if (tatweels(ops) === 0) continue;
          for (const { text: said, run } of ops) {
            const at = run.clusters.filter((_, k) => run.ids[k] === glyph && said[run.clusters[k]!] !== "ـ");
            if (at.length === 0) continue;
            const written = [...said].map((c, i) => "ـ".repeat(at.filter((x) => x === i).length) + c).join("");
            const again = shape(written, { align: "start" });
            const one = painted(again, breakLines(again, Infinity)[0]!, 1000);
            expect(one.flatMap((op) => op.run.ids).length).toBe(run.ids.length);
            expect(one.flatMap((op) => op.run.ids)).toEqual(run.ids);
          }
        }
      }),
      { numRuns: runs(120) },
    );
  });

  test("has none in lines that are not loose, are not justified, are spaced letter by letter, or in a face without a tatweel", () => {
    const t = WORDS.join(" ");
    const count = (p: ShapedParagraph, w: number): number => breakLines(p, w).reduce((n, l) => n + tatweels(painted(p, l, w)), 0);
    expect(count(shape(t), 90)).toBeGreaterThan(5);
    expect(count(shape(t), 2000)).toBe(0);
    for (const align of ["start", "left", "right", "center"] as const) expect(count(shape(t, { align }), 90)).toBe(0);
    expect(count(shape(t, { runs: [styledRun(t, { ...LOOK, letterSpacing: 1 })] }), 90)).toBe(0);
    expect(count(shape(t, {}, bare), 90)).toBe(0);
  });
});

function inked(ops: readonly GlyphsOp[]): { readonly left: number; readonly right: number } {
  let [left, right] = [Infinity, -Infinity];
  for (const { x, size, text: said, run } of ops) {
    let at = x;
    run.advances.forEach((a, k) => {
      const end = at + (a * size) / 1000;
      if (said[run.clusters[k]!] !== " ") [left, right] = [Math.min(left, at), Math.max(right, end)];
      at = end;
    });
  }
  return { left, right };
}

const widestSpace = (ops: readonly GlyphsOp[]): number =>
  Math.max(...ops.flatMap(({ text: said, run }) => run.advances.filter((_, k) => said[run.clusters[k]!] === " ").map((a) => a / 260)));
