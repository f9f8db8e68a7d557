import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs, seed } from "../../tests/support/runs.js";
import { KINDS } from "./options.js";
import type { Difference, Report } from "./report.js";
import { box, diff, line, link, made, page, picture, word } from "../../tests/support/diff/documents.js";
import { randomDocument, randomPage, withNoise } from "../../tests/support/diff/random.js";

const law = <T>(arbitrary: fc.Arbitrary<T>, holds: (value: T) => Promise<void>, count = 150): Promise<void> =>
  fc.assert(fc.asyncProperty(arbitrary, holds), { seed, numRuns: runs(count) }) as Promise<void>;

const CHANGES = { added: "removed", removed: "added", moved: "moved", changed: "changed" } as const;

const flip = <T extends { readonly a: unknown; readonly b: unknown } | null>(sides: T): T => sides && { ...sides, a: sides.b, b: sides.a };

/** The difference as `diff B A` has it, without its words. */
function exchanged({ a, b, page: pages, rect_mm, path, change, kind, property }: Difference): object {
  return { kind, property, change: CHANGES[change], page: flip(pages), rect_mm: flip(rect_mm), path: flip(path), a: b, b: a };
}

const plain = ({ a, b, page: pages, rect_mm, path, change, kind, property }: Difference): object => ({
  kind,
  property,
  change,
  page: pages,
  rect_mm,
  path,
  a,
  b,
});

const sorted = (values: readonly object[]): readonly string[] => values.map((value) => JSON.stringify(value)).sort();

describe("symmetry (DF-5)", () => {
  test("the sides exchanged, the same differences are exchanged", () =>
    law(
      fc.tuple(randomDocument, randomDocument),
      async ([a, b]) => {
        const there = await diff(a, b);
        const back = await diff(b, a);
        expect(sorted(back.differences.map(plain))).toEqual(sorted(there.differences.map(exchanged)));
        expect(back.counts).toEqual(there.counts);
        expect(back.equal).toBe(there.equal);
        expect(back.pages.length).toBe(there.pages.length);
      },
      400,
    ));
});

describe("equality", () => {
  test("a document equals itself", () =>
    law(randomDocument, async (a) => {
      const report = await diff(a, structuredClone(a));
      expect(report.differences.map(({ message }) => message)).toEqual([]);
      expect(report).toMatchObject({ equal: true, counts: {}, truncated: false });
    }));
  test("places that differ by no more than the tolerance are equal (DF-15)", () =>
    law(fc.tuple(randomDocument, fc.integer(), fc.constantFrom(0.05, 0.5)), async ([a, noise, tolerance]) => {
      const report = await diff(withNoise(a, tolerance / 2, noise), withNoise(a, tolerance / 2, noise + 1), { tolerance });
      expect(report.differences.map(({ message }) => message)).toEqual([]);
    }));
});

describe("order and bound (DF-20)", () => {
  const isAfter = (x: Difference, y: Difference, ranks: (d: Difference) => readonly number[]): boolean => {
    const p = ranks(x);
    const q = ranks(y);
    const at = p.findIndex((value, k) => value !== q[k]);
    return at >= 0 && p[at]! > q[at]!;
  };
  test("by page, top, left and kind; at most the limit, with all counts", () =>
    law(fc.tuple(randomDocument, randomDocument, fc.integer({ min: 1, max: 6 })), async ([a, b, limit]) => {
      const all = await diff(a, b, { limit: 100_000 });
      const total = Object.values(all.counts).reduce((sum, count) => sum + count, 0);
      expect(all.differences).toHaveLength(total);
      const pairOf = ({ page: pages }: Difference): number => {
        if (pages === null) return all.pages.length;
        return all.pages.findIndex(([p, q]) => (pages.a === null ? q === pages.b : p === pages.a));
      };
      const ranks = (d: Difference): readonly number[] => {
        const rect = d.rect_mm?.a ?? d.rect_mm?.b;
        const pages = [pairOf(d), d.page?.a ?? 0, d.page?.b ?? 0];
        return d.page === null ? pages : [...pages, rect?.[1] ?? -1e9, rect?.[0] ?? -1e9, KINDS.indexOf(d.kind)];
      };
      all.differences.forEach((d, k) => expect(k > 0 && isAfter(all.differences[k - 1]!, d, ranks)).toBe(false));
      const some = await diff(a, b, { limit });
      expect(some.differences).toEqual(all.differences.slice(0, limit));
      expect(some.counts).toEqual(all.counts);
      expect(some.truncated).toBe(total > limit);
      expect(some.differing).toEqual(all.differing);
    }));
});

/** Edits of a page that are one difference each, with the kind and change that it has. */
const EDITS: readonly {
  readonly name: string;
  readonly base: Parameters<typeof page>[0];
  readonly edited: Parameters<typeof page>[0];
  readonly expected: readonly [kind: string, change: string, property?: string];
}[] = [
  { name: "a word added", base: {}, edited: { words: [word("new", 150, 250)] }, expected: ["word", "added"] },
  { name: "a word removed", base: { words: [word("old", 150, 250)] }, edited: {}, expected: ["word", "removed"] },
  {
    name: "a word changed",
    base: { words: [word("old", 150, 250)] },
    edited: { words: [word("new", 150, 250)] },
    expected: ["word", "changed", "text"],
  },
  {
    name: "a word moved",
    base: { words: [word("old", 150, 250)] },
    edited: { words: [word("old", 150, 260)] },
    expected: ["word", "moved"],
  },
  {
    name: "a colour of a word",
    base: { words: [word("old", 150, 250)] },
    edited: { words: [word("old", 150, 250, { paint: "#00FF00" })] },
    expected: ["colour", "changed", "colour"],
  },
  {
    name: "an opacity of a word",
    base: { words: [word("old", 150, 250)] },
    edited: { words: [word("old", 150, 250, { opacity: 0.5 })] },
    expected: ["colour", "changed", "opacity"],
  },
  {
    name: "a size of words",
    base: { words: line("two words", 150, 250) },
    edited: { words: line("two words", 150, 250, { size: 12.1 }) },
    expected: ["font", "changed", "size"],
  },
  {
    name: "a family",
    base: { words: [word("old", 150, 250)] },
    edited: { words: [word("old", 150, 250, { family: "Other" })] },
    expected: ["font", "changed", "family"],
  },
  {
    name: "a weight",
    base: { words: [word("old", 150, 250)] },
    edited: { words: [word("old", 150, 250, { weight: 700 })] },
    expected: ["font", "changed", "weight"],
  },
  {
    name: "a slant",
    base: { words: [word("old", 150, 250)] },
    edited: { words: [word("old", 150, 250, { isSlanted: true })] },
    expected: ["font", "changed", "slant"],
  },
  { name: "a drawing added", base: {}, edited: { drawings: [box(150, 250, 7, 9)] }, expected: ["drawing", "added"] },
  {
    name: "a drawing moved",
    base: { drawings: [box(150, 250, 7, 9)] },
    edited: { drawings: [box(160, 250, 7, 9)] },
    expected: ["drawing", "moved"],
  },
  {
    name: "a colour of a drawing",
    base: { drawings: [box(150, 250, 7, 9)] },
    edited: { drawings: [box(150, 250, 7, 9, { paint: "#FFFFFF" })] },
    expected: ["colour", "changed", "colour"],
  },
  {
    name: "a picture's pixels",
    base: { pictures: [picture(150, 250, 9, "ee")] },
    edited: { pictures: [picture(150, 250, 9, "ff")] },
    expected: ["picture", "changed", "pixels"],
  },
  {
    name: "a picture moved",
    base: { pictures: [picture(150, 250, 9, "ee")] },
    edited: { pictures: [picture(150, 265, 9, "ee")] },
    expected: ["picture", "moved"],
  },
  {
    name: "a link's address",
    base: { links: [link([150, 250, 160, 255], "https://a.example")] },
    edited: { links: [link([150, 250, 160, 255], "https://b.example")] },
    expected: ["link", "changed", "target"],
  },
];

describe("locality: one edit is one difference, on its page", () => {
  test.each(EDITS)("$name", ({ base, edited, expected }) =>
    law(
      fc.tuple(fc.array(randomPage, { maxLength: 3 }), randomPage, fc.nat(3)),
      async ([others, own, at]) => {
        const place = Math.min(at, others.length);
        const withEdit = (content: Parameters<typeof page>[0]): ReturnType<typeof made> => {
          const { words, drawings, pictures, links } = own;
          const edit = page(content);
          const shift = <T extends { readonly order: number }>(marks: readonly T[]): T[] =>
            marks.map((mark) => ({ ...mark, order: mark.order + 1000 }));
          const changed = {
            ...own,
            words: [...words, ...shift(edit.words)],
            drawings: [...drawings, ...shift(edit.drawings)],
            pictures: [...pictures, ...shift(edit.pictures)],
            links: [...links, ...edit.links],
          };
          return made([...others.slice(0, place), changed, ...others.slice(place)]);
        };
        const report: Report = await diff(withEdit(base), withEdit(edited));
        const number = place + 1;
        expect(report.differences.map(({ kind, change, property, page: pages }) => ({ found: [kind, change, property], pages }))).toEqual([
          { found: [expected[0], expected[1], expected[2]], pages: { a: number, b: number } },
        ]);
      },
      60,
    ),
  );
});
