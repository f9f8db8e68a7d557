import { expect, test } from "vitest";
import { page } from "../support/page.js";
import { pdfOf } from "../support/pdf.js";
import { textsOf, type SeenText } from "../support/seen.js";

/* Texts at the top of a row's cells share their first baseline, as pdf.js reads it. */

const SCRIPTS = { en: "Crane driver", ar: "سائق رافعة", th: "คนขับปั้นจั่น", hi: "क्रेन चालक", zh: "起重机司机", n: "1,234.50" };
const KEYS = Object.keys(SCRIPTS);

const table = (rows: readonly object[], more: object = {}, keys: readonly string[] = KEYS): object => ({
  type: "table",
  layout: { left: 10, flow: true },
  width: 170,
  columns: keys.map((key) => ({ key, width: { mode: "percent", value: 100 / keys.length } })),
  rows,
  ...more,
});
const wide = (element: object): object => page(element, { width: 190 });

const MM = 25.4 / 72;
/** Noto Sans, in em: first baseline of a line of 1.2, depth of letters below. */
const FIRST = (1.2 - 1.069 - 0.293) / 2 + 1.069;
const PADDING = 1;

const baselinesOf = (texts: readonly SeenText[], part: string): readonly number[] =>
  texts.filter((t) => t.text.includes(part)).map((t) => Math.round(t.baseline * 1000) / 1000);

const rowsOf = (texts: readonly SeenText[]): readonly string[] => [...new Set(texts.map((t) => `${t.page}: ${t.baseline.toFixed(2)}`))];

test("cells of several scripts stand on one baseline", async () => {
  const texts = await textsOf(await pdfOf(wide(table([SCRIPTS, SCRIPTS, { ...SCRIPTS, th: null, hi: null }]))));
  expect(rowsOf(texts)).toHaveLength(3);
});

test("the heights of rows whose texts were moved count where pages end, whether or not pages are counted first", async () => {
  const rows = Array.from({ length: 30 }, () => SCRIPTS);
  const once = rowsOf(await textsOf(await pdfOf(wide(table(rows)))));
  expect(once).toHaveLength(30);
  expect(new Set(once.map((row) => row.slice(0, 2))).size).toBeGreaterThan(2);
  const counted = await textsOf(await pdfOf(wide(table([...rows.slice(0, 29), { ...SCRIPTS, en: "{total_pages}" }]))));
  expect(rowsOf(counted)).toEqual(once);
  for (const { baseline } of counted) expect(baseline).toBeLessThan(100 - PADDING);
});

test("rows of one script are as high as before, and others as high as the lowest text needs", async () => {
  const texts = await textsOf(
    await pdfOf(
      wide(
        table(
          [
            { en: "a1", zh: "b1" },
            { en: "a2", zh: "b2" },
          ],
          {},
          ["en", "zh"],
        ),
      ),
    ),
  );
  const [a1, a2] = [baselinesOf(texts, "a1")[0]!, baselinesOf(texts, "a2")[0]!];
  expect(a2 - a1).toBeCloseTo(1.2 * 12 * MM + 2 * PADDING, 2);
});

const sized = (content: string, size: number, more: object = {}): object => ({ content, style: { text: { font_size: size }, ...more } });

test("a small text beside a large one is moved down, and the row grows where it has more lines", async () => {
  const rows = [
    { en: sized("Big", 24), zh: sized("one\ntwo\nthree\nfour\nfive\nsix", 8) },
    { en: "next", zh: "next" },
  ];
  const texts = await textsOf(await pdfOf(wide(table(rows, {}, ["en", "zh"]))));
  const big = baselinesOf(texts, "Big")[0]!;
  expect(baselinesOf(texts, "one")).toEqual([big]);
  expect(big).toBeCloseTo(PADDING + FIRST * 24 * MM, 2);
  // the difference of first baselines, and six lines
  const height = (FIRST * (24 - 8) + 6 * 1.2 * 8) * MM + 2 * PADDING;
  expect(baselinesOf(texts, "next")[0]).toBeCloseTo(height + PADDING + FIRST * 12 * MM, 2);
});

test("a cell over several rows shares the baseline of the first of them", async () => {
  const rows = [
    { en: { content: "over", row_span: 2 }, th: SCRIPTS.th, n: "1" },
    { th: "second", n: "2" },
  ];
  const texts = await textsOf(await pdfOf(wide(table(rows, {}, ["en", "th", "n"]))));
  expect(baselinesOf(texts, "over")).toEqual(baselinesOf(texts, "1"));
  expect(rowsOf(texts)).toHaveLength(2);
});

const spanning = (row: { readonly a?: object; readonly b: string }): object => (row.a ? { ...row, a: { ...row.a, row_span: 2 } } : row);

test("a large cell over several rows stays at their top and moves none of them", async () => {
  const rows = (size: number): object => table([{ a: sized("zone", size, {}), b: "1" }, { b: "2" }].map(spanning), {}, ["a", "b"]);
  const [small, large] = [await textsOf(await pdfOf(wide(rows(12)))), await textsOf(await pdfOf(wide(rows(20))))];
  for (const part of ["1", "2"]) expect(baselinesOf(large, part)).toEqual(baselinesOf(small, part));
  expect(baselinesOf(large, "zone")[0]).toBeCloseTo(PADDING + FIRST * 20 * MM, 2);
});

test("padding and offsets are added to the shared baseline", async () => {
  const rows = [
    {
      a: sized("large", 20),
      b: sized("small", 8, { content_offset_y: 1.5 }),
      c: sized("padded", 8, { padding: { y: 4 } }),
      d: sized("plain", 8),
    },
  ];
  const texts = await textsOf(await pdfOf(wide(table(rows, {}, ["a", "b", "c", "d"]))));
  const [large] = baselinesOf(texts, "large");
  expect(baselinesOf(texts, "plain")).toEqual([large]);
  expect(baselinesOf(texts, "small")[0]! - large!).toBeCloseTo(1.5, 2);
  expect(baselinesOf(texts, "padded")[0]! - large!).toBeCloseTo(3, 2);
});

test("header cells stay in the middle of their height", async () => {
  const columns = [
    { key: "a", header: "two\nlines", width: { mode: "auto" } },
    { key: "b", header: "one", width: { mode: "auto" } },
  ];
  const texts = await textsOf(await pdfOf(wide(table([], { columns }))));
  const [two, lines] = [baselinesOf(texts, "two")[0]!, baselinesOf(texts, "lines")[0]!];
  expect(baselinesOf(texts, "one")[0]).toBeCloseTo((two + lines) / 2, 2);
});

test("a cell's picture stays at the top beside a text that is moved", async () => {
  const rows = [
    {
      a: sized("large", 30),
      b: { barcode: { format: "code128", content: "A", width: 20, height: 8, barcode_text: { enabled: true } } },
      c: sized("small", 8),
    },
  ];
  const of = async (shown: readonly object[]): Promise<readonly number[]> =>
    baselinesOf(
      (await textsOf(await pdfOf(wide(table(shown, {}, ["a", "b", "c"]))))).filter((t) => t.text === "A"),
      "A",
    );
  expect(await of(rows)).toEqual(await of([{ b: (rows[0] as { b: object }).b }]));
});
