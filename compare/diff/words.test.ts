import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs, seed } from "../../tests/support/runs.js";
import type { Word } from "../facts/facts.js";
import { diff, line, lines, made, page, paragraph, word } from "../../tests/support/diff/documents.js";

const one = (...words: readonly Word[]): ReturnType<typeof made> => made([page({ words })]);
const at = (words: readonly Word[], dx: number, dy: number): Word[] =>
  words.map((w) => ({ ...w, rect: [w.rect[0] + dx, w.rect[1] + dy, w.rect[2] + dx, w.rect[3] + dy] }));

describe("the same words at another place are moved (DF-8)", () => {
  test("neighbours of a line together, lines each", async () => {
    const words = [...line("first line here", 20, 20), ...line("second line", 20, 26)];
    expect(await lines(one(...words), one(...at(words, 5, 0)))).toEqual([
      'page 1: word moved at 20.0,20.0 to 25.0,20.0: "first line here"',
      'page 1: word moved at 20.0,26.0 to 25.0,26.0: "second line"',
    ]);
  });
  test("parts of a line that move to other places are other differences", async () => {
    const words = line("one two three four", 20, 20);
    const moved = [...at(words.slice(0, 2), 0, 10), ...at(words.slice(2), 0, 20)];
    expect(await lines(one(...words), one(...moved))).toEqual([
      'page 1: word moved at 20.0,20.0 to 20.0,30.0: "one two"',
      'page 1: word moved at 36.0,20.0 to 36.0,40.0: "three four"',
    ]);
  });
  test("lines that are justified move with their blanks", async () => {
    const words = line("one two three", 20, 20);
    const wider = words.map((w, k) => at([w], 0.6 * k, 4)[0]!);
    expect(await lines(one(...words), one(...wider))).toEqual(['page 1: word moved at 20.0,20.0 to 20.0,24.0: "one two three"']);
  });
  test("whatever their order", async () => {
    const a = [...line("alpha beta gamma", 20, 20), ...line("delta epsilon", 20, 30)];
    const b = [...line("delta epsilon", 20, 20), ...line("alpha beta gamma", 20, 30)];
    const { differences } = await diff(one(...a), one(...b));
    expect(new Set(differences.map(({ change }) => change))).toEqual(new Set(["moved"]));
  });
  test("also a word that is turned in its place", async () => {
    expect((await diff(one(word("x", 20, 20)), one(word("x", 20, 20, { angle: 180 })))).differences).toMatchObject([{ change: "moved" }]);
    expect((await diff(one(word("x", 20, 20, { angle: 359.95 })), one(word("x", 20, 20)))).equal).toBe(true);
  });
  test("up to the tolerance they are equal (DF-15)", async () => {
    const shifted = (dx: number, tolerance: number): Promise<boolean> =>
      diff(one(word("x", 20, 20)), one(...at([word("x", 20, 20)], dx, 0)), { tolerance }).then(({ equal }) => equal);
    expect(await shifted(0.05, 0.05)).toBe(true);
    expect(await shifted(0.06, 0.05)).toBe(false);
    expect(await shifted(10, 10)).toBe(true);
    expect(await shifted(10.1, 10)).toBe(false);
    expect(await shifted(0, 0)).toBe(true);
    expect(await shifted(0.001, 0)).toBe(false);
  });
});

describe("a reflowed text is moved words, not other ones (DF-8)", () => {
  // no word occurs twice: by chance, another word would be between the same neighbours in place
  const text = fc
    .array(fc.nat(8), { minLength: 40, maxLength: 150 })
    .map((lengths) => lengths.map((length, k) => "abcdefghij".slice(0, 1 + length) + k).join(" "));
  const width = fc.integer({ min: 20, max: 60 });
  const perPage = 6;
  /** Lines by pages. */
  const paged = (content: string, letters: number): ReturnType<typeof made> => {
    const all = paragraph(content, 20, 20, letters);
    const tops = [...new Set(all.map(({ rect }) => rect[1]))];
    const pages = Array.from({ length: Math.ceil(tops.length / perPage) }, (_, k) => {
      const own = new Set(tops.slice(k * perPage, (k + 1) * perPage));
      return page({
        words: at(
          all.filter(({ rect }) => own.has(rect[1])),
          0,
          -6 * perPage * k,
        ),
      });
    });
    return made(pages);
  };
  test("on a page", () =>
    fc.assert(
      fc.asyncProperty(text, width, width, async (content, a, b) => {
        const { differences } = await diff(one(...paragraph(content, 20, 20, a)), one(...paragraph(content, 20, 20, b)));
        expect(differences.filter(({ kind, change }) => kind !== "word" || change !== "moved")).toEqual([]);
      }),
      { seed, numRuns: runs(100) },
    ));
  test("over pages, also onto pages that are put in", () =>
    fc.assert(
      fc.asyncProperty(text, width, width, async (content, a, b) => {
        const report = await diff(paged(content, a), paged(content, b));
        const others = report.differences.filter(({ kind, change }) => kind !== "page" && change !== "moved");
        expect(others.map(({ message }) => message)).toEqual([]);
      }),
      { seed, numRuns: runs(100) },
    ));
});

describe("other words (DF-8)", () => {
  test("at the place of others are changed, wherever they are in the content", async () => {
    const a = [...line("old text", 20, 20), ...line("stays here", 20, 40)];
    const b = [...line("stays here", 20, 40), ...line("new words", 20, 20)];
    expect(await lines(one(...a), one(...b))).toEqual(['page 1: word changed at 20.0,20.0: "old text" → "new words"']);
  });
  test("between the same neighbours are changed, wherever these are", async () => {
    const a = line("left old right", 20, 20);
    const b = at(line("left newer right", 20, 20), 0, 40);
    expect((await diff(one(...a), one(...b))).differences.filter(({ change }) => change !== "moved")).toMatchObject([
      { change: "changed", a: "old", b: "newer" },
    ]);
  });
  test("by lines", async () => {
    const a = [...line("one two", 20, 20), ...line("three four", 20, 26)];
    const b = [...line("five six", 20, 20), ...line("seven eight", 20, 26)];
    expect(await lines(one(...a), one(...b))).toEqual([
      'page 1: word changed at 20.0,20.0: "one two" → "five six"',
      'page 1: word changed at 20.0,26.0: "three four" → "seven eight"',
    ]);
  });
  test("in a table are changed, though another row had the same value before", async () => {
    const rows = (values: readonly string[]): Word[] =>
      values.flatMap((value, k) => [word(`item${k}`, 20, 20 + 6 * k), word(value, 100 - 2 * value.length, 20 + 6 * k)]);
    const before = made([page({ words: rows(["9.00", "10.00", "11.00"]) }), page({ words: rows(["12.00", "1.00"]) })]);
    const after = made([page({ words: rows(["10.00", "11.00", "12.00"]) }), page({ words: rows(["13.00", "1.00"]) })]);
    const { differences } = await diff(before, after);
    expect(differences.map(({ change, a, b }) => [change, a, b])).toEqual([
      ["changed", "9.00", "10.00"],
      ["changed", "10.00", "11.00"],
      ["changed", "11.00", "12.00"],
      ["changed", "12.00", "13.00"],
    ]);
  });
  test("of a row that was taken out are removed, those of the rows below are moved", async () => {
    const names = ["oak board", "ash board", "beech plank", "larch decking"];
    const rows = (own: readonly string[]): Word[] =>
      own.flatMap((name, k) => [...line(name, 20, 20 + 6 * k), word("20", 100, 20 + 6 * k), word("pcs", 120, 20 + 6 * k)]);
    const { differences } = await diff(one(...rows(names)), one(...rows(names.toSpliced(1, 1))));
    expect(differences.filter(({ change }) => change === "changed")).toEqual([]);
    expect(differences.filter(({ change }) => change === "moved").map(({ a }) => a)).toEqual(["beech plank", "larch decking"]);
  });
  test("elsewhere are added and removed", async () => {
    const a = [...line("stays here", 20, 40), word("old", 20, 100)];
    const b = [word("new", 150, 10), ...line("stays here", 20, 40)];
    expect(await lines(one(...a), one(...b))).toEqual([
      'page 1: word added at 150.0,10.0: "new"',
      'page 1: word removed at 20.0,100.0: "old"',
    ]);
  });
  test("that differ in case or composition are other words", async () => {
    expect((await diff(one(word("Total", 20, 20)), one(word("total", 20, 20)))).differences).toMatchObject([{ change: "changed" }]);
  });
});

describe("fonts and colours (DF-9)", () => {
  test("sizes up to 0.05 pt apart are equal", async () => {
    const of = (size: number): ReturnType<typeof made> => one(word("x", 20, 20, { size }));
    expect((await diff(of(12), of(12.05))).equal).toBe(true);
    expect(await lines(of(12), of(12.06))).toEqual(['page 1: font changed at 20.0,20.0: size "Noto Sans 12" → "Noto Sans 12.06"']);
  });
  test("weight, slant, family and glyphs", async () => {
    const of = (more: Partial<Word>): ReturnType<typeof made> => one(word("x", 20, 20, more));
    expect((await diff(of({}), of({ weight: 700, isSlanted: true }))).differences.map(({ property, a, b }) => [property, a, b])).toEqual([
      ["weight", "Noto Sans 12", "Noto Sans 12 700 italic"],
      ["slant", "Noto Sans 12", "Noto Sans 12 700 italic"],
    ]);
    expect((await diff(of({ glyphs: "aa" }), of({ glyphs: "bb" }))).differences).toMatchObject([{ kind: "font", property: "glyphs" }]);
    // another family has other glyphs
    expect((await diff(of({ glyphs: "aa" }), of({ glyphs: "bb", family: "Other" }))).counts).toEqual({ font: 1 });
  });
  test("neighbours of a line with the same change are one difference, also where one is wider", async () => {
    const a = line("one two three", 20, 20);
    const b = a.map((w) => ({ ...w, size: 14, rect: [20 + (w.rect[0] - 20) * 1.2, 20, 20 + (w.rect[2] - 20) * 1.2, 26] as const }));
    expect((await diff(one(...a), one(...b))).differences).toMatchObject([
      { kind: "font", property: "size", rect_mm: { a: [20, 20, 46, 25] } },
    ]);
  });
  test("of words that moved", async () => {
    const a = one(word("x", 20, 20));
    const b = one(word("x", 60, 80, { paint: "#FF0000", family: "Other" }));
    expect((await diff(a, b)).counts).toEqual({ word: 1, font: 1, colour: 1 });
  });
  test("of words that changed are not compared", async () => {
    expect((await diff(one(word("x", 20, 20)), one(word("y", 20, 20, { paint: "#FF0000" })))).counts).toEqual({ word: 1 });
  });
  test("text that is drawn invisible counts; its colour does not", async () => {
    const hidden = (more: Partial<Word> = {}): ReturnType<typeof made> => one(word("x", 20, 20, { isVisible: false, ...more }));
    expect((await diff(hidden(), hidden({ paint: "#FF0000" }))).equal).toBe(true);
    expect((await diff(hidden(), one())).counts).toEqual({ word: 1 });
    expect((await diff(hidden(), one(word("x", 20, 20)))).differences).toMatchObject([
      { kind: "colour", property: "visibility", a: "invisible", b: "visible" },
    ]);
  });
  test("colours 1 apart of 255 are equal", async () => {
    const of = (paint: string): ReturnType<typeof made> => one(word("x", 20, 20, { paint }));
    expect((await diff(of("#0000FE"), of("#0000FF"))).equal).toBe(true);
    expect((await diff(of("#0000FD"), of("#0000FF"))).differences).toMatchObject([{ kind: "colour", a: "#0000FD", b: "#0000FF" }]);
  });
});
