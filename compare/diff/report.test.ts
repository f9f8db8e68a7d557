import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs, seed } from "../../tests/support/runs.js";
import { compareDocuments } from "./compare.js";
import { parseDiffOptions } from "./options.js";
import { lineOf, type Report, summaryOf } from "./report.js";
import { DIFF_SCHEMA } from "./schema.js";
import {
  box,
  diff,
  entry,
  factsOf,
  line,
  lines,
  link,
  type Made,
  made,
  metadata,
  page,
  tag,
  word,
} from "../../tests/support/diff/documents.js";
import { randomDocument } from "../../tests/support/diff/random.js";

const titled = (title: string): Made => made([page()], { metadata: { ...metadata, title } });

describe("lines (DF-17)", () => {
  test("texts over 80 characters are shortened, characters outside of the basic plane count once", async () => {
    const [text] = await lines(titled("𝒳".repeat(80)), titled("b".repeat(81)));
    expect(text).toBe(`metadata changed: title "${"𝒳".repeat(80)}" → "${"b".repeat(79)}…"`);
  });
  test("a line is a line, whatever a title has", async () => {
    const [text] = await lines(titled("a\nb\u001b[31m"), titled("c\u2028d"));
    expect(text).toBe('metadata changed: title "a\\u000ab\\u001b[31m" → "c\\u2028d"');
  });
  test("values of JSON are whole (DF-18)", async () => {
    const { differences } = await diff(titled("a\nb"), titled("b".repeat(300)));
    expect(differences).toMatchObject([{ a: "a\nb", b: "b".repeat(300), property: "title" }]);
  });
  test("pages are those of A, or -/n of B alone", async () => {
    const one = page({ words: line("one one one", 20, 20) });
    const two = page({ words: line("two two two", 20, 20) });
    expect(await lines(made([one]), made([one, two]))).toEqual(["page -/2: page added"]);
    expect(await lines(made([one, two]), made([one]))).toEqual(["page 2: page removed"]);
    const changed = page({ words: line("two two four", 20, 20) });
    expect(await lines(made([one, two]), made([page(), one, changed]))).toEqual([
      "page -/1: page added",
      'page 2: word changed at 36.0,20.0: "two" → "four"',
    ]);
  });
  test("a word on another page has both pages", async () => {
    const own = (text: string): readonly ReturnType<typeof word>[] => line(text, 20, 20);
    const a = made([page({ words: [...own("these stay here"), word("wanderer", 20, 40)] }), page({ words: own("others stay there") })]);
    const b = made([page({ words: own("these stay here") }), page({ words: [...own("others stay there"), word("wanderer", 30, 50)] })]);
    expect(await lines(a, b)).toEqual(['page 1: word moved at 20.0,40.0 to page 2 at 30.0,50.0: "wanderer"']);
    expect((await diff(a, b)).differences).toMatchObject([{ page: { a: 1, b: 2 }, a: "wanderer", b: "wanderer", change: "moved" }]);
    expect((await diff(b, a)).differences).toMatchObject([{ page: { a: 2, b: 1 } }]);
  });
});

describe("the last line (DF-17)", () => {
  test("equal", async () => expect(summaryOf(await diff(titled("a"), titled("a")))).toBe("equal"));
  test.each<readonly [Pick<Report, "counts" | "differing">, string]>([
    [{ counts: { word: 2, colour: 1 }, differing: [0, 4] }, "3 differences on 2 pages (2 word, 1 colour)"],
    [{ counts: { word: 1 }, differing: [0] }, "1 difference on 1 page (1 word)"],
    [{ counts: { metadata: 1 }, differing: [] }, "1 difference (1 metadata)"],
  ])("%j", (part, text) => {
    expect(summaryOf({ equal: false, pages: [], differences: [], truncated: false, ...part })).toBe(text);
  });
  test("counts what is not listed", async () => {
    const pages = (text: string): Made => made([1, 2, 3].map((k) => page({ words: line(`${text} of page ${k} is here`, 20, 20) })));
    const report = await diff(pages("aa"), pages("bb"), { limit: 1 });
    expect(report.differences.map(lineOf)).toEqual(['page 1: word changed at 20.0,20.0: "aa" → "bb"']);
    expect(report.truncated).toBe(true);
    expect(summaryOf(report)).toBe("3 differences on 3 pages (3 word)");
  });
});

test("paths are asked for by side, with the first of several words (DF-19)", async () => {
  const asked: string[] = [];
  const side = (document: Made, name: string): Parameters<typeof compareDocuments>[0] => ({
    facts: factsOf(document),
    pathAt: {
      mark: (at, kind, rect, text) => (asked.push(`${name} ${at} ${kind} ${rect.join(",")} ${text}`), `/${name}/${kind}`),
      tag: (preorder) => `/${name}/tag/${preorder}`,
      outline: (index) => (name === "b" ? null : `/${name}/outline/${index}`),
      field: (of, widget) => `/${name}/field/${of}/${widget}`,
    },
  });
  const a = made([page(), page({ words: line("both differ", 20, 20), links: [link([1, 1, 2, 2], "x")] })], {
    outline: [entry("One", 0)],
    tags: tag("Document", [tag("P", ""), tag("P", "", { Lang: "en" })]),
  });
  const b = made([page(), page({ words: line("these too", 20, 20), drawings: [box(5, 60, 5, 5)] })], {
    outline: [entry("Two", 0)],
    tags: tag("Document", [tag("P", ""), tag("P", "", { Lang: "de" })]),
  });
  const { differences } = await compareDocuments(side(a, "a"), side(b, "b"), parseDiffOptions({}));
  expect(differences.map(({ kind, path }) => [kind, path.a, path.b])).toEqual([
    ["tag", "/a/tag/2", "/b/tag/2"],
    ["link", "/a/link", null],
    ["word", "/a/word", "/b/word"],
    ["drawing", null, "/b/drawing"],
    ["outline", "/a/outline/0", null],
  ]);
  expect(asked).toEqual(["a 1 link 1,1,2,2 ", "a 1 word 20,20,28,25 both", "b 1 word 20,20,30,25 these", "b 1 drawing 5,60,10,65 "]);
  expect(differences[2]!.message).toBe('page 2: word changed at 20.0,20.0: "both differ" → "these too" (/a/word)');
  expect(differences[3]!.message).toMatch(/\(\/b\/drawing\)$/);
});

describe("the schema (DF-18)", () => {
  const fits = new Ajv2020({ strict: true, strictTypes: true, strictTuples: true, strictRequired: true, allowUnionTypes: true }).compile(
    DIFF_SCHEMA,
  );
  const whole = ({ differing: _, ...report }: Report): object => ({
    schema_version: 1,
    ...report,
    a: { type: "pdf", pages: 1, bytes: 3, sha256: "00" },
    b: { type: "request", pages: 1 },
  });
  test("describes every report", () =>
    fc.assert(
      fc.asyncProperty(randomDocument, randomDocument, async (a, b) => {
        const report = JSON.parse(JSON.stringify(whole(await diff(a, b)))) as unknown;
        expect([fits(report), fits.errors]).toEqual([true, null]);
      }),
      { seed, numRuns: runs(60) },
    ));
  test("and nothing else", async () => {
    const report = whole(await diff(titled("a"), titled("b"))) as { differences: object[] };
    expect(fits(report)).toBe(true);
    expect(fits({ ...report, more: 1 })).toBe(false);
    expect(fits({ ...report, schema_version: 2 })).toBe(false);
    expect(fits({ ...report, counts: { words: 1 } })).toBe(false);
    expect(fits({ ...report, differences: [{ ...report.differences[0], kind: "other" }] })).toBe(false);
    expect(fits({ ...report, pages: [[1]] })).toBe(false);
  });
});
