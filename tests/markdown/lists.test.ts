import fc from "fast-check";
import { expect, test } from "vitest";
import { rendered } from "../support/pdf.js";
import { runs, seed } from "../support/runs.js";
import { wordsOf, type Word } from "../support/words.js";

/* Markers and indents of Markdown's lists and quotes, as poppler sees them (L32, L37). */

const MARGIN = 15;
const WIDTH = 150;
/** Distance of a marker from its text, mm. */
const GAP = 1.5;

type Rule = readonly [role: string, indent: object];

function wordsIn(source: string, size: number, rules: readonly Rule[] = []): readonly Word[] {
  const layout = { page_margin: { top: 10, bottom: 10, left: MARGIN, right: MARGIN } };
  const file = rendered({
    settings: { defaults: { text: { font_size: size } } },
    flow_document: {
      page_masters: { main: { width: WIDTH, height: 290, layout } },
      styles: Object.fromEntries(rules.map(([role, indent]) => [role, { target: "text", properties: {}, indent }])),
      style_scope: { rules: rules.map(([role]) => ({ selector: { role }, style: role })) },
      segments: [{ page_master: "main", content: [{ type: "markdown", source }] }],
    },
  });
  return wordsOf(file).flat();
}

const leftOf = (words: readonly Word[], text: string): number => words.find((word) => word.text === text)!.left;

test("items are 6 mm further in than the text around", () => {
  const words = wordsIn("text\n\n1. one\n2. two\n\n- bullet", 11);
  for (const item of ["one", "two", "bullet"]) expect(leftOf(words, item) - leftOf(words, "text")).toBeCloseTo(6, 1);
});

test("a list whose numbers need more room is further in, all of its items alike, with what is in them", () => {
  const words = wordsIn("text\n\n8. eight\n9. nine\n10. ten\n    1. inner\n\n<!-- -->\n\n- after", 14);
  const ten = words.find(({ text }) => text === "10.")!;
  expect(ten.left).toBeCloseTo(MARGIN, 1);
  expect(leftOf(words, "ten") - ten.right).toBeCloseTo(GAP, 1);
  for (const item of ["eight", "nine"]) expect(leftOf(words, item)).toBeCloseTo(leftOf(words, "ten"), 5);
  expect(leftOf(words, "inner") - leftOf(words, "ten")).toBeCloseTo(6, 1);
  expect(leftOf(words, "after")).toBeCloseTo(MARGIN + 6, 1);
});

const NESTED = "> quote\n>\n> # head\n>\n> ~~~\n> quoted\n> ~~~\n\n- item\n\n  next\n\n  ~~~\n  listed\n  ~~~";

test.each<[role: string, indent: object, lefts: Readonly<Record<string, number>>]>([
  ["paragraph", { start: 20 }, { quote: 6, head: 6, quoted: 6, item: 6, next: 6, listed: 6 }],
  ["quote", { start: 20, first_line: 4 }, { quote: 24, head: 20, quoted: 20, item: 6 }],
  ["quote", { first_line: -5 }, { quote: 1, head: 6, quoted: 6, item: 6 }],
  ["list_item", { start: 15, first_line: 4 }, { quote: 6, item: 15, next: 15, listed: 15 }],
  ["list_item", { start: 0 }, { item: 3 }],
  ["code", { start: 9 }, { quote: 6, quoted: 15, next: 6, listed: 15 }],
  ["heading", { start: 3 }, { quote: 6, head: 9, quoted: 6 }],
])("a rule for %s with the indent %j", (role, indent, lefts) => {
  const words = wordsIn(NESTED, 11, [[role, indent]]);
  const found = Object.keys(lefts).map((word) => [word, Math.round(leftOf(words, word) - MARGIN)]);
  expect(Object.fromEntries(found)).toEqual(lefts);
});

test("markers of text from right to left end at the right edge", () => {
  const words = wordsIn("999999999. שלום\n2. עולם", 11);
  const right = Math.max(...words.map((word) => word.right));
  expect(right).toBeCloseTo(WIDTH - MARGIN, 1);
});

test("whatever a list begins with, and however large it is set, its markers are within the text", () => {
  const lists = fc.record({
    start: fc.nat(999_999_999),
    items: fc.array(fc.constantFrom("item", "[ ] item", "[x] item"), { minLength: 1, maxLength: 4 }),
    ordered: fc.boolean(),
    size: fc.integer({ min: 4, max: 30 }),
  });
  fc.assert(
    fc.property(lists, ({ start, items, ordered, size }) => {
      const words = wordsIn(items.map((item, i) => `${ordered ? `${start + i}.` : "-"} ${item}`).join("\n"), size);
      const texts = words.filter(({ text }) => text === "item");
      expect(texts).toHaveLength(items.length);
      for (const { left } of words) expect(left).toBeGreaterThan(MARGIN - 0.05);
      for (const { left } of texts) expect(left).toBeCloseTo(texts[0]!.left, 5);
    }),
    { seed, numRuns: runs(12) },
  );
});
