import { describe, expect, test } from "vitest";
import { box, diff, entry, line, lines, link, made, metadata, page, paragraph, picture, tag } from "../../tests/support/diff/documents.js";

const TEXT =
  "It was the best of times it was the worst of times it was the age of wisdom it was the age of foolishness it was the epoch of belief " +
  "it was the epoch of incredulity it was the season of light it was the season of darkness it was the spring of hope";

const one = (...words: ReturnType<typeof line>): ReturnType<typeof made> => made([page({ words })]);

describe("words (DF-8)", () => {
  test("a word that changes is one difference at its place", async () => {
    const a = one(...line("Total 119.00 EUR", 20, 31.5));
    const b = one(...line("Total 120.00 EUR", 20, 31.5));
    expect(await lines(a, b)).toEqual(['page 1: word changed at 32.0,31.5: "119.00" → "120.00"']);
  });
  test("neighbours that change together are one difference", async () => {
    expect(await lines(one(...line("Net amount due", 20, 30)), one(...line("Gross value due", 20, 30)))).toEqual([
      'page 1: word changed at 20.0,30.0: "Net amount" → "Gross value"',
      'page 1: word moved at 42.0,30.0 to 44.0,30.0: "due"',
    ]);
  });
  test("a reflowed text is moved words alone", async () => {
    const { counts, differences } = await diff(one(...paragraph(TEXT, 20, 20, 40)), one(...paragraph(TEXT, 20, 20, 31)));
    expect(Object.keys(counts)).toEqual(["word"]);
    expect(new Set(differences.map(({ change }) => change))).toEqual(new Set(["moved"]));
  });
  test("words put in and taken out", async () => {
    const a = one(...line("one two three", 20, 30), ...line("four", 20, 40));
    const b = one(...line("one two three", 20, 30), ...line("four", 20, 40), ...line("five six", 20, 50));
    expect(await lines(a, b)).toEqual(['page 1: word added at 20.0,50.0: "five six"']);
    expect(await lines(b, a)).toEqual(['page 1: word removed at 20.0,50.0: "five six"']);
  });
  test("words that go to the next page are moved, with both pages", async () => {
    const a = made([page({ words: paragraph(TEXT, 20, 20, 30) }), page({ words: line("next page here", 20, 20) })]);
    const words = paragraph(TEXT, 20, 20, 30);
    const b = made([
      page({ words: words.slice(0, -4) }),
      page({ words: [...line("the spring of hope", 20, 20), ...line("next page here", 20, 26)] }),
    ]);
    const { differences } = await diff(a, b);
    expect(new Set(differences.map(({ change }) => change))).toEqual(new Set(["moved"]));
    expect(differences.some(({ page: at }) => at?.a === 1 && at.b === 2)).toBe(true);
  });
});

describe("pages (DF-6)", () => {
  const pages = ["alpha", "beta", "gamma", "delta"].map((name) => page({ words: line(`the ${name} page`, 20, 20) }));
  test("a page put in is one difference", async () => {
    const report = await diff(made(pages), made([pages[0]!, page({ words: line("quite another", 20, 20) }), ...pages.slice(1)]));
    expect(report.differences.map(({ message }) => message)).toEqual(["page -/2: page added"]);
    expect(report.pages).toEqual([
      [1, 1],
      [null, 2],
      [2, 3],
      [3, 4],
      [4, 5],
    ]);
  });
  test("another size is a change of the page", async () => {
    const report = await diff(made([page()]), made([page({ width: 297, height: 210 })]));
    expect(report.differences).toMatchObject([{ kind: "page", change: "changed", a: "[210, 297]", b: "[297, 210]", property: "size" }]);
  });
});

test("other kinds", async () => {
  const a = made(
    [page({ drawings: [box(10, 10, 50, 20)], pictures: [picture(100, 100, 20, "aa")], links: [link([1, 1, 2, 2], "https://a.example")] })],
    {
      outline: [entry("One", 0), entry("Two", 0)],
      tags: tag("Document", [tag("P", "hello"), tag("Figure", "", { Alt: "old" })]),
      metadata: { ...metadata, title: "A" },
    },
  );
  const b = made(
    [
      page({
        drawings: [box(10, 10, 50, 20, { paint: "#FF0000" })],
        pictures: [picture(100, 100, 20, "bb")],
        links: [link([1, 1, 2, 2], "https://b.example")],
      }),
    ],
    {
      outline: [entry("One", 0), entry("Three", 0)],
      tags: tag("Document", [tag("P", "hello"), tag("Figure", "", { Alt: "new" })]),
      metadata: { ...metadata, title: "B" },
    },
  );
  expect(await lines(a, b)).toEqual([
    'page 1: tag changed: Alt "old" → "new"',
    'page 1: link changed at 1.0,1.0: target "https://a.example" → "https://b.example"',
    'page 1: colour changed at 10.0,10.0: "#336699" → "#FF0000"',
    'page 1: picture changed at 100.0,100.0: "64 × 64 pixels aa" → "64 × 64 pixels bb"',
    'outline changed: title "Two" → "Three"',
    'metadata changed: title "A" → "B"',
  ]);
});
