import fc from "fast-check";
import { expect, test } from "vitest";
import { Engine } from "../../../runtime/engine/engine.js";
import { styledParagraph, styledRun } from "../../../tests/support/look.js";
import { runs } from "../../../tests/support/runs.js";
import type { StyledRun } from "../../box/text.js";
import { shapeAny } from "../line/paragraph-steps.js";
import { breakLines } from "../line/lines.js";
import { TextEngine } from "./engine.js";
import type { ShapedParagraph, ValueOfVariable, VariableValue } from "./shaped.js";

const engine = new TextEngine(new Engine().world());

const PAGE: StyledRun = { ...styledRun(""), text: { variable: "page" } };
const valued =
  (values: readonly VariableValue[]): ValueOfVariable =>
  (index) =>
    values[index]!;

/** Everything that lines read. */
const seen = (p: ShapedParagraph): unknown => ({
  text: p.text,
  breaks: [...p.breaks],
  variables: p.variables,
  runs: p.runs.map(({ start, end }) => [start, end]),
  stretches: p.stretches,
  strut: p.strut,
  segments: p.segments.map(({ item, word, ...rest }) => ({
    ...rest,
    ids: word?.ids,
    // a tab has the item next to it
    place: word && [item.start, item.end],
    item: [item.size, item.level, item.context.face.info.postScriptName, item.context.scriptCode],
  })),
  lines: breakLines(p, 120).map(({ width, height, segments }) => [width, height, segments.length]),
});

const text = fc.constantFrom(
  "See page ",
  " of ",
  ", then ",
  "語",
  "ข้อความ",
  "(",
  ")",
  "\u0301",
  "\u20e3",
  "½",
  " \u2044",
  "\t",
  "-",
  "x\u200d",
  " (see ",
  "₂",
);
const value = fc.record({
  text: fc.constantFrom("1", "7", "10", "57", "123", "xii", "A"),
  reserve: fc.integer({ min: 0, max: 4 }),
  others: fc.constantFrom<readonly string[]>([], ["38"], ["xviii"]),
});
const paragraph = fc.array(fc.tuple(text, fc.boolean()), { minLength: 1, maxLength: 5 });

test("a paragraph with other values is as it is shaped with them", () => {
  let revalued = 0;
  fc.assert(
    fc.property(paragraph, fc.array(value, { minLength: 15, maxLength: 15 }), (parts, values) => {
      const styled = styledParagraph(parts.flatMap(([before, varies]) => (varies ? [styledRun(before), PAGE] : [styledRun(before)])));
      let p: ShapedParagraph = shapeAny(engine, styled, valued(values.slice(0, 5)));
      for (const from of [5, 10]) {
        const valueOf = valued(values.slice(from, from + 5));
        const next = p.revalued!(valueOf);
        if (next) revalued++;
        p = next ?? shapeAny(engine, styled, valueOf);
        expect(seen(p)).toEqual(seen(shapeAny(engine, styled, valueOf)));
      }
    }),
    { numRuns: runs(300) },
  );
  expect(revalued).toBeGreaterThan(0);
});

test("numerals that are no digits, and a number with a mark after it, are shaped anew", () => {
  const of = (after: string): ShapedParagraph =>
    shapeAny(engine, styledParagraph([styledRun("p. "), PAGE, styledRun(after)]), valued([{ text: "9", reserve: 0, others: [] }]));
  const next = (after: string, shown: string): string | undefined =>
    of(after).revalued!(valued([{ text: shown, reserve: 0, others: [] }]))?.text;
  expect(next(" x", "10")).toBe("p. 10 x");
  expect(next(" x", "ix")).toBeUndefined();
  expect(next("\u20e3", "10")).toBeUndefined();
});
