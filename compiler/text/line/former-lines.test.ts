import fc from "fast-check";
import { expect, test } from "vitest";
import { Engine } from "../../../runtime/engine/engine.js";
import { styledParagraph, styledRun } from "../../../tests/support/look.js";
import { runs } from "../../../tests/support/runs.js";
import type { StyledParagraph, StyledRun } from "../../box/text.js";
import { TextEngine } from "../shape/engine.js";
import type { ShapedParagraph, VariableValue } from "../shape/shaped.js";
import type { Line } from "./line.js";
import { breakLines } from "./lines.js";
import { shapeAny } from "./paragraph-steps.js";
import { ShapedText } from "./shaped-text.js";

const engine = new TextEngine(new Engine().world());

const PAGE: StyledRun = { ...styledRun(""), text: { variable: "page" } };

const seen = (lines: readonly Line[]): unknown =>
  lines.map(({ segments, width, shrunk, height, hard, torn, range }) => ({
    ...{ width, shrunk, height, hard, torn, range },
    segments: segments.map(({ kind, start, end, width: wide, spaces, pad, word }) => [kind, start, end, wide, spaces, pad, word?.ids]),
  }));

const word = fc.constantFrom(
  "a",
  "of",
  "see",
  "lines",
  "paragraph",
  "well-known",
  "co\u00adoperate",
  "incomprehensibilities",
  "pp.",
  "\n",
  "語の",
  "\t",
);
const words = fc.array(word, { maxLength: 25 }).map((all) => all.join(" "));
const value = fc.record({
  text: fc.constantFrom("1", "7", "10", "57", "1234"),
  reserve: fc.integer({ min: 0, max: 4 }),
  others: fc.constantFrom<readonly string[]>([], ["38"]),
});

test("lines that are broken again with other values are those of the paragraph", () => {
  let kept = 0;
  fc.assert(
    fc.property(
      fc.array(words, { minLength: 2, maxLength: 3 }),
      fc.constantFrom(" ", "", "("),
      fc.array(value, { minLength: 6, maxLength: 6 }),
      fc.record({ width: fc.integer({ min: 30, max: 260 }), origin: fc.constantFrom(0, 20, -15) }),
      fc.record({
        align: fc.constantFrom<StyledParagraph["align"]>("left", "left", "right", "justify"),
        wrap: fc.constantFrom<StyledParagraph["wrap"]>("normal", "normal", "no_wrap"),
      }),
      (parts, joint, values: readonly VariableValue[], { width, origin }, style) => {
        const all = parts.flatMap((text, i) => (i === 0 ? [styledRun(text + joint)] : [PAGE, styledRun(joint + text)]));
        const styled: StyledParagraph = { ...styledParagraph(all), ...style };
        const of = (from: number) => (index: number) => values[from + index]!;
        const first: ShapedParagraph = shapeAny(engine, styled, of(0));
        const next = first.revalued!(of(3));
        if (!next) return;
        const former = breakLines(first, width, origin);
        const lines = breakLines(next, width, origin, { paragraph: first, lines: former });
        kept += lines.filter((line) => former.includes(line)).length;
        expect(seen(lines)).toEqual(seen(breakLines(shapeAny(engine, styled, of(3)), width, origin)));
      },
    ),
    { numRuns: runs(1500) },
  );
  expect(kept).toBeGreaterThan(0);
});

test("a number of equal width is set in its line, which is then that of the paragraph", () => {
  let exchanged = 0;
  fc.assert(
    fc.property(
      fc.array(words, { minLength: 2, maxLength: 3 }),
      fc.constantFrom(" ", "", "("),
      fc.array(value, { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 30, max: 260 }),
      fc.constantFrom<StyledParagraph["align"]>("left", "right", "justify"),
      (parts, joint, values: readonly VariableValue[], width, align) => {
        const all = parts.flatMap((text, i) => (i === 0 ? [styledRun(text + joint)] : [PAGE, styledRun(joint + text)]));
        const styled: StyledParagraph = { ...styledParagraph(all), align };
        const of = (from: number) => (index: number) => values[from + index]!;
        const first: ShapedParagraph = shapeAny(engine, styled, of(0));
        const next = first.revalued!(of(3));
        if (!next) return;
        const text = new ShapedText([first]);
        const before = text.lines(width);
        // layout tells all lines apart that are broken again
        if (!text.become(new ShapedText([next], text), () => false)) return;
        exchanged++;
        expect(text.lines(width)).toBe(before);
        expect(text.shaped).toEqual([next]);
        expect(before.every(({ paragraph }) => paragraph === next)).toBe(true);
        expect(seen(before.map(({ line }) => line))).toEqual(seen(breakLines(shapeAny(engine, styled, of(3)), width)));
      },
    ),
    { numRuns: runs(1500) },
  );
  expect(exchanged).toBeGreaterThan(0);
});
