import { shapeParagraph } from "./paragraph-steps.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StyledParagraph, ComputedText } from "../../box/text.js";
import { Engine } from "../../../runtime/engine/engine.js";
import { TextEngine } from "../shape/engine.js";
import { lineOps } from "./line-ops.js";
import { breakLines, unbreakableWidth } from "./lines.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import { LOOK, styledParagraph, styledRun } from "../../../tests/support/look.js";
import { runs } from "../../../tests/support/runs.js";

/* Letter spacing is only between letters (CSS Text 3, 8.2). */
const engine = new TextEngine(new Engine().world());
const SIZE = 10;
const look = (letterSpacing: number): ComputedText => ({ ...LOOK, size: SIZE, letterSpacing });
/** Turns ligatures off, as spacing does. */
const NONE = 0.001;

function paragraph(runs: readonly (readonly [text: string, spacing: number])[], more: Partial<StyledParagraph> = {}): ShapedParagraph {
  const styled = styledParagraph(
    runs.map(([text, spacing]) => styledRun(text, look(spacing))),
    { look: look(0), ...more },
  );
  return shapeParagraph(engine, styled, () => ({ text: "1", reserve: 0, others: [] }));
}

interface Glyph {
  readonly x: number;
  readonly advance: number;
  readonly id: number;
}

function glyphs(p: ShapedParagraph, width = 1000): readonly Glyph[] {
  const [line] = breakLines(p, width);
  return lineOps(p, line!, { x: 0, width, baseline: 0 }, { font: () => 0, source: () => 0 })
    .flatMap((part) => part.ops)
    .flatMap((op) => {
      if (op.op !== "glyphs") return [];
      let x = op.x;
      return op.run.ids.map((id, i): Glyph => {
        const at = { x: x + ((op.run.offsets?.[2 * i] ?? 0) * op.size) / 1000, advance: op.run.advances[i]!, id };
        x += (op.run.advances[i]! * op.size) / 1000;
        return at;
      });
    });
}

const word = fc.constantFrom(
  "office",
  "AVA",
  "e\u0301x\u0323",
  "1,234",
  "Ёлка",
  "שָׁלוֹם",
  "עולם",
  "ที่นี่",
  "น้ำ",
  "क्षत्रिय",
  "हिन्दी",
  "বাংলা",
  "漢字",
  "안녕",
);
const spacing = fc.constantFrom(-0.5, 1, 2.5);
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((w) => w.join(" "));

describe("letter spacing", () => {
  test("moves letters apart, each with the marks on it, and leaves no space before the first and after the last", () => {
    fc.assert(
      fc.property(text, spacing, fc.constantFrom("ltr", "rtl" as const), (t, by, direction) => {
        const [plain, spaced] = [paragraph([[t, NONE]], { direction }), paragraph([[t, by]], { direction })];
        const [a, b] = [glyphs(plain), glyphs(spaced)];
        expect(b.map((g) => g.id)).toEqual(a.map((g) => g.id));
        // equal alignment: the outermost letter on that side is at the same place
        const moved = b.map((g, i) => (g.x - a[i]!.x) / by);
        const least = Math.min(...moved);
        for (const m of moved) expect(Math.abs(m - Math.round(m))).toBeLessThan(0.02);
        const letters = Math.max(...moved) - least;
        expect(breakLines(spaced, 1000)[0]!.width).toBeCloseTo(breakLines(plain, 1000)[0]!.width + Math.round(letters) * by, 3);
        // a mark moves as one of its neighbours does
        for (const [i, g] of a.entries()) {
          if (g.advance !== 0) continue;
          const beside = [moved[i - 1], moved[i + 1]].filter((m) => m !== undefined);
          expect(beside.some((m) => Math.abs(m - moved[i]!) < 0.02)).toBe(true);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test("marks stand on their letters as they do without it", () => {
    for (const t of ["ที่นี่น้ำ", "שָׁלוֹם", "x\u0323\u0301y"]) {
      const [a, b] = [glyphs(paragraph([[t, NONE]], { direction: "ltr" })), glyphs(paragraph([[t, 3]], { direction: "ltr" }))];
      const rtl = t.startsWith("ש");
      for (const [i, g] of a.entries()) {
        if (g.advance !== 0) continue;
        let base = i;
        while (a[base] && a[base]!.advance === 0) base += rtl ? 1 : -1;
        expect(b[i]!.x - b[base]!.x).toBeCloseTo(g.x - a[base]!.x, 2);
      }
    }
  });

  test("where runs of different spacing meet, the less of theirs stands between them", () => {
    const right = (runs: readonly (readonly [string, number])[]): number => breakLines(paragraph(runs), 1000)[0]!.width;
    const base = right([["abcd", NONE]]);
    expect(right([["abcd", 2]])).toBeCloseTo(base + 6, 3);
    expect(
      right([
        ["ab", 2],
        ["cd", 0],
      ]),
    ).toBeCloseTo(base + 2, 1);
    expect(
      right([
        ["ab", 0],
        ["cd", 2],
      ]),
    ).toBeCloseTo(base + 2, 1);
    expect(
      right([
        ["ab", 2],
        ["cd", 1],
      ]),
    ).toBeCloseTo(base + 2 + 1 + 1, 1);
    expect(
      right([
        ["ab", 2],
        ["cd", -1],
      ]),
    ).toBeCloseTo(base + 2 + 0 - 1, 1);
    expect(
      right([
        ["a", 2],
        ["b", 2],
        ["cd", 2],
      ]),
    ).toBeCloseTo(base + 6, 1);
  });

  test("a line takes words as long as their letters fit, without the space after the last", () => {
    fc.assert(
      fc.property(
        text,
        spacing,
        fc.constantFrom("left", "right", "center", "justify" as const),
        fc.constantFrom("ltr", "rtl" as const),
        (t, by, align, direction) => {
          const p = paragraph([[t, by]], { align, direction });
          const [whole] = breakLines(p, 1000);
          expect(breakLines(p, whole!.width + 0.001)).toHaveLength(1);
          const narrow = breakLines(p, Math.max(unbreakableWidth(p), whole!.width / 2) + 0.001);
          for (const line of narrow) expect(line.torn).toBe(false);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});
