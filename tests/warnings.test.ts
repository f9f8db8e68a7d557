import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { bindBatch, parseTemplate } from "../compiler/template/template.js";
import { engine } from "../golden/cases.js";
import { builtIn, builtInIds } from "../runtime/templates/templates.js";
import { root } from "./tools.js";

/* What looks wrong in a request, where nothing should: a warning that is not meant teaches to pass over all of them. */

const warningsOf = async (request: Uint8Array | object): Promise<readonly string[]> => {
  const { errors, warnings } = await engine.findings(request, { warnings: true });
  expect(errors).toEqual([]);
  return warnings.map((w) => `${w.rule}: ${String(w.reason)}`);
};

const requests = ["starters", "examples"].flatMap((folder) =>
  readJson(folder).filter(({ json }) => "pages" in json || "flow_document" in json),
);

test("what people begin with warns of nothing", { timeout: 120_000 }, async () => {
  expect(requests.length).toBeGreaterThan(20);
  for (const { name, json } of requests) expect(await warningsOf(withoutInvoice(json)), name).toEqual([]);
});

test("nor do templates of the package, with few data and with all", async () => {
  for (const id of builtInIds()) {
    const parsed = parseTemplate(builtIn(id)!);
    if (!("template" in parsed)) throw new Error(id);
    for (const data of ["minimal", "full"]) {
      const record = JSON.parse(readFileSync(path.join(root, `templates/data/${id}.${data}.json`), "utf8")) as unknown;
      const bound = bindBatch(parsed.template, [record]);
      if (!("requests" in bound)) throw new Error(id);
      expect(await warningsOf(bound.requests[0]!), `${id} ${data}`).toEqual([]);
    }
  }
});

test("how a text that leaves its frame may be helped depends on what it may do already", async () => {
  const of = (style: object): object => ({
    pages: [
      {
        size: "a6",
        elements: [
          { type: "text", layout: { left: 20, top: 20 }, content: "more than a line of it", style: { width: 12, height: 4, ...style } },
        ],
      },
    ],
  });
  expect(await warningsOf(of({}))).toEqual([expect.stringContaining("set shrink_to_fit or choose another overflow")]);
  expect(await warningsOf(of({ shrink_to_fit: true, min_font_size: 8 }))).toEqual([
    expect.stringMatching(/shorten the text or set a smaller min_font_size$/),
  ]);
});

const page = (...elements: readonly object[]): object => ({
  pages: [{ size: "a4", elements: elements.map((e, i) => ({ layout: { left: 20, top: 20 + 30 * i }, ...e })) }],
});

test("markup of other systems is printed as it stands", async () => {
  for (const content of [
    "a <b>bold</b> word",
    'see <a href="https://example.com">here</a>',
    "<p>one</p><p>two</p>",
    "<B>loud</B>",
    "one<br>two",
    "one<br/>two",
    "one<br />two",
    "**bold**",
    "some **bold words** here",
    "**Größe:** 5",
    "12&nbsp;EUR",
    "Black &amp; White",
  ]) {
    expect(await warningsOf(page({ type: "text", content })), content).toEqual([
      expect.stringMatching(/^markup-in-text: .* is printed as it stands: texts have no markup: /),
    ]);
    const cell = {
      type: "table",
      width: 100,
      pagination: { row_min_height: 5, header_min_height: 5 },
      columns: [{ key: "a", width: { mode: "auto" } }],
      rows: [{ a: content }],
    };
    expect((await warningsOf(page(cell))).length, content).toBe(1);
    const blocks = { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: content }] }] };
    expect((await warningsOf(page({ type: "text", content: blocks }))).length, content).toBe(1);
  }
});

test("signs of true texts are no markup", async () => {
  for (const content of [
    "a < b and c > d",
    "if (a<b && c>d) …",
    "<name> or <address>",
    "<i>, the index",
    "List<a> of T",
    "Price** and size*",
    "** incl. VAT ** not included",
    "** incl. VAT",
    "**** **** **** 1234",
    "**1234**",
    "2**3**4",
    "a**b**c",
    "* one\n** two\n** three",
    "AT&T; R&D",
    "x & y; z",
    "https://example.com/?a=1&copy=2",
    "__init__ and _emphasis_",
    "5 * 3 * 2",
    "# 12",
  ])
    expect(await warningsOf(page({ type: "text", content })), content).toEqual([]);
  // what a barcode encodes is no text
  const barcode = { type: "barcode", format: "qr", content: "<b>**x**</b>", width: 20, height: 20 };
  expect(await warningsOf(page(barcode))).toEqual([]);
});

test("a line height that is a length in points", async () => {
  const of = (style: object): object => page({ type: "text", content: "x", style });
  expect(await warningsOf(of({ line_height: 14 }))).toEqual([
    "large-line-height: it is a multiple of the font size, not a length; found 14: for lines of 14 pt at a font size of 10 pt write 1.4",
  ]);
  expect(await warningsOf(of({ line_height: 5 }))).toEqual([]);
  const inDefaults = { settings: { defaults: { text: { line_height: 16 } } }, ...page({ type: "text", content: "x" }) };
  expect(await warningsOf(inDefaults)).toEqual([expect.stringContaining("large-line-height")]);
  // a record's field of that name is no style
  const table = {
    type: "table",
    width: 100,
    pagination: { row_min_height: 5, header_min_height: 5 },
    columns: [{ key: "line_height", width: { mode: "auto" } }],
    rows: [{ line_height: 14 }],
  };
  expect(await warningsOf(page(table))).toEqual([]);
});

/** e-invoices are checked on their own way */
const withoutInvoice = (json: { readonly settings?: object }): object => ({
  ...json,
  settings: { ...json.settings, e_invoice: undefined },
});

function readJson(folder: string): readonly { readonly name: string; readonly json: object }[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => ({ name: `${folder}/${name}`, json: JSON.parse(readFileSync(path.join(root, folder, name), "utf8")) as object }));
}
