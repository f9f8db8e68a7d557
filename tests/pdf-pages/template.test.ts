// Imports and pictures of PDF files in templates (PDF-41).
import { expect, test } from "vitest";
import { renderTemplate } from "../../runtime/index.js";
import { pagesOf } from "../support/hand-made-pdf.js";

const file = pagesOf([1, 2, 3].map((n) => ({ entries: `/MediaBox[0 0 300 ${400 + n}]`, content: `BT /F 12 Tf (${n}) Tj ET` })));
const cover = { size: "a5", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Cover" }] };
const source = { kind: "asset", key: "terms.pdf" };
const count = async (fields: readonly object[], pages: readonly object[], data: object): Promise<number> =>
  (await renderTemplate({ schema: { fields }, pages }, data, { assets: { "terms.pdf": file } })).pages;

const PARTS = [
  {
    name: "parts",
    type: "array",
    items: [
      { name: "key", type: "string" },
      { name: "range", type: "string" },
    ],
  },
];

test("an import repeats for each item, with its file and pages", async () => {
  const pages = [{ _each: "parts", import: { source: { kind: "asset", key: "{{key}}" }, pages: "{{range}}" } }];
  const [first, last] = ["1-2", "3"].map((range) => ({ key: "terms.pdf", range }));
  expect(await count(PARTS, pages, { parts: [first, last] })).toBe(3);
  await expect(count(PARTS, pages, { parts: [{ key: "terms.pdf", range: "4" }] })).rejects.toMatchObject({ code: "API-002" });
});

test("an import is left out by a condition", async () => {
  const fields = [{ name: "range", type: "string" }];
  const pages = [cover, { _if: "{{range}}", import: { source, pages: "{{range}}" } }];
  expect(await count(fields, pages, { range: "2-" })).toBe(3);
  expect(await count(fields, pages, { range: "" })).toBe(1);
});

test("the page of a picture is a number of the record", async () => {
  const fields = [{ name: "n", type: "number" }];
  const picture = {
    type: "image",
    layout: { left: 0, top: 0 },
    width: 50,
    height: 70,
    source: { ...source, format: "pdf", page: "{{n}}" },
  };
  const pages = [{ size: "a5", elements: [picture] }];
  expect(await count(fields, pages, { n: 3 })).toBe(1);
  await expect(count(fields, pages, { n: 4 })).rejects.toMatchObject({ code: "API-002" });
});
