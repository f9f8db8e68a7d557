import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs, seed } from "../../tests/support/runs.js";
import { box, diff, factsOf, line, lines, made, page, paragraph, word } from "../../tests/support/diff/documents.js";
import { compareDocuments } from "./compare.js";
import { parseDiffOptions } from "./options.js";
import { searchSteps } from "./sequence.js";

type Page = ReturnType<typeof page>;

const numbered = (names: readonly string[], total = names.length): Page[] =>
  names.map((name, k) =>
    page({
      words: [
        ...paragraph(`the text of ${name} is that of ${name} alone and of no other`, 20, 20, 30),
        ...line(`page ${k + 1} of ${total}`, 90, 280),
      ],
    }),
  );

const NAMES = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];

describe("pairs of pages (DF-6)", () => {
  test("most equal pages meet", () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 12 }), fc.array(fc.nat(3), { maxLength: 12 }), async (a, b) => {
        const pages = (names: readonly number[]): ReturnType<typeof made> =>
          made(names.map((k) => page({ words: line(`words ${k}`, 20, 20) })));
        const report = await diff(pages(a), pages(b));
        const equal = report.pages.filter(([p, q]) => p !== null && q !== null && a[p - 1] === b[q - 1]).length;
        // longest common sequence by its definition
        let row = [0, ...b.map(() => 0)];
        for (const x of a) {
          const next = [0];
          b.forEach((y, j) => next.push(x === y ? row[j]! + 1 : Math.max(row[j + 1]!, next[j]!)));
          row = next;
        }
        expect(equal).toBe(row.at(-1));
        // every page once, in order
        expect(report.pages.flatMap(([p]) => p ?? [])).toEqual(a.map((_, k) => k + 1));
        expect(report.pages.flatMap(([, q]) => q ?? [])).toEqual(b.map((_, k) => k + 1));
        expect(report.counts.page ?? 0).toBe(report.pages.filter(([p, q]) => p === null || q === null).length);
      }),
      { seed, numRuns: runs(150) },
    ));
  test("what lies between two pairs meets in order", async () => {
    const [first, second, third, last] = ["a b", "c d", "e f", "g h"].map((text) => page({ words: line(text, 20, 20) }));
    const [x, y] = ["r s", "t u"].map((text) => page({ words: line(text, 20, 20) }));
    expect((await diff(made([first!, second!, third!, last!]), made([first!, x!, y!, last!]))).pages).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
    expect((await diff(made([first!, second!, last!]), made([first!, x!, y!, last!]))).pages).toEqual([
      [1, 1],
      [2, 2],
      [null, 3],
      [3, 4],
    ]);
  });
  test("pages whose numbers changed are compared with their own", async () => {
    const b = [...NAMES.slice(0, 2), "something quite different", ...NAMES.slice(2)];
    const report = await diff(made(numbered(NAMES)), made(numbered(b)));
    expect(report.pages).toEqual([
      [1, 1],
      [2, 2],
      [null, 3],
      [3, 4],
      [4, 5],
      [5, 6],
      [6, 7],
    ]);
    expect(report.counts.page).toBe(1);
    expect(report.differences.filter(({ kind }) => kind !== "page").every(({ rect_mm }) => (rect_mm!.a ?? rect_mm!.b)![1] === 280)).toBe(
      true,
    );
  });
  test("also of many pages", async () => {
    const many = Array.from({ length: 400 }, (_, k) => `chapter${k}`);
    const report = await diff(made(numbered(many)), made(numbered(["put", ...many.slice(0, 200), "in", ...many.slice(200)])));
    expect(report.counts.page).toBe(2);
    expect(report.pages[0]).toEqual([null, 1]);
    expect(report.pages[201]).toEqual([null, 202]);
    expect(report.pages[300]).toEqual([299, 301]);
  });
  test("a page at another place is taken out and put in, without its words", async () => {
    const a = numbered(NAMES).map(({ words, ...rest }) => ({ ...rest, words: words.slice(0, -4) }));
    const b = [...a.slice(1), a[0]!];
    expect(await lines(made(a), made(b))).toEqual(["page 1: page removed", "page -/6: page added"]);
  });
  test("a document without pages", async () => {
    expect(await lines(made([]), made([page()]))).toEqual(["page -/1: page added"]);
    expect((await diff(made([]), made([]))).equal).toBe(true);
  });
});

describe("size and rotation (DF-6)", () => {
  test("over the tolerance, as seen", async () => {
    expect((await diff(made([page()]), made([page({ width: 210.05 })]))).equal).toBe(true);
    expect((await diff(made([page()]), made([page({ width: 210.2 })]))).differences).toMatchObject([
      { kind: "page", change: "changed", property: "size", a: "[210, 297]", b: "[210.2, 297]", page: { a: 1, b: 1 }, rect_mm: null },
    ]);
  });
  test("a page that is turned", async () => {
    expect((await diff(made([page()]), made([page({ rotation: 180 })]))).differences).toMatchObject([
      { kind: "page", change: "changed", property: "rotation", a: "[210, 297]", b: "[210, 297]" },
    ]);
  });
});

test("equal pages are read once, others twice", async () => {
  const a = numbered(NAMES);
  const b = a.map((own, k) => (k === 3 ? { ...own, drawings: [box(1, 1, 5, 5)] } : own));
  const reads: number[] = [];
  const paths = { mark: () => null, tag: () => null, outline: () => null, field: () => null };
  await compareDocuments(
    { facts: factsOf(made(a), reads), pathAt: paths },
    { facts: factsOf(made(b)), pathAt: paths },
    parseDiffOptions({}),
  );
  expect(reads).toEqual([0, 1, 2, 3, 4, 5, 3]);
});

describe("work grows with the words, not with their square", () => {
  const steps = async (n: number, textOf: (k: number, side: number) => string): Promise<number> => {
    const of = (side: number): ReturnType<typeof made> =>
      made([page({ words: Array.from({ length: n }, (_, k) => word(textOf(k, side), 10 * (k % 20), 6 * Math.floor(k / 20) + side)) })]);
    const before = searchSteps.count;
    await diff(of(0), of(1), { limit: 1 });
    return searchSteps.count - before;
  };
  test.each<readonly [string, (k: number, side: number) => string]>([
    ["moved words of one text", () => "x"],
    ["moved words of few texts in other orders", (k, side) => String((k * (side === 0 ? 7 : 11)) % 13)],
    ["all other words", (k, side) => `${side} ${k}`],
    ["words in reverse", (k, side) => String(side === 0 ? k : 100_000 - k)],
  ])("%s", async (_, textOf) => {
    const small = await steps(3000, textOf);
    expect(await steps(30_000, textOf)).toBeLessThan(15 * small + 1000);
  });
});
