import { shapeParagraph } from "./paragraph-steps.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Engine } from "../../../runtime/engine/engine.js";
import { styledParagraph, styledRun } from "../../../tests/support/look.js";
import { runs } from "../../../tests/support/runs.js";
import type { StyledParagraph } from "../../box/text.js";
import { TextEngine } from "../shape/engine.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import type { Line } from "./line.js";
import { breakLines } from "./lines.js";

const engine = new TextEngine(new Engine().world());
const shape = (text: string, more: Partial<StyledParagraph> = {}): ShapedParagraph =>
  shapeParagraph(engine, styledParagraph([styledRun(text)], more), () => ({ text: "1", reserve: 0, others: [] }));

const words = fc
  .array(fc.stringMatching(/^[a-z]{1,9}$/), { minLength: 2, maxLength: 30 })
  .map((list) => [...list, "incomprehensibilities"].join(" "));
const width = fc.integer({ min: 140, max: 300 });
const origin = fc.integer({ min: -60, max: 120 });
const ends = (lines: readonly Line[], from = 0): readonly number[] => lines.map((line) => from + line.segments.at(-1)!.end);

describe("a first line that begins elsewhere (L3)", () => {
  test("it is that of a column of its width, and the others those of the rest of the text", () => {
    fc.assert(
      fc.property(words, width, origin, (text, w, o) => {
        const lines = breakLines(shape(text), w, o);
        const [first] = breakLines(shape(text), w - o);
        const end = ends([first!])[0]!;
        const rest = end === text.length ? [] : breakLines(shape(text.slice(end)), w);
        expect(ends(lines)).toEqual([end, ...ends(rest, end)]);
      }),
      { numRuns: runs(200) },
    );
  });

  test("justified lines fit, and are at most as many as ragged ones", () => {
    fc.assert(
      fc.property(words, width, origin, (text, w, o) => {
        const lines = breakLines(shape(text, { align: "justify" }), w, o);
        lines.forEach((line, i) => expect(line.width).toBeLessThanOrEqual(w - (i === 0 ? o : 0) + 1e-6));
        expect(lines.length).toBeLessThanOrEqual(breakLines(shape(text), w, o).length);
        expect(ends(lines).at(-1)).toBe(text.length);
      }),
      { numRuns: runs(200) },
    );
  });

  test("tab stops are those of the other lines", () => {
    const p = shape("1.\tone two three four five six seven eight");
    const [first, second] = breakLines(p, 150, -28.35);
    const shown = first!.segments.reduce((n, s) => (s.kind === "tab" || s.start < 3 ? n + s.width : n), -28.35);
    expect(shown).toBeCloseTo(0, 6);
    expect(second!.segments[0]!.kind).toBe("word");
  });
});
