import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { bindBatch, parseTemplate } from "../../compiler/template/template.js";
import { displayList, engine } from "../../golden/cases.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { builtIn, builtInIds } from "../../runtime/owner/templates.js";
import { root } from "../support/tools.js";

/* Requests that resemble faulty ones have no warning: false warnings teach users to ignore all. */

const warningsOf = async (request: Uint8Array | object): Promise<readonly string[]> => {
  const { errors, warnings } = await engine.findings(request, { warnings: true });
  expect(errors).toEqual([]);
  return warnings.map((w) => `${w.rule}: ${String(w.reason)}`);
};

const requests = ["starters", "examples"].flatMap((folder) =>
  readJson(folder).filter(({ json }) => ("pages" in json || "flow_document" in json) && !("schema" in json)),
);

test("what people begin with warns of nothing", async () => {
  expect(requests.length).toBeGreaterThan(20);
  for (const { name, json } of requests) expect(await warningsOf(withoutInvoice(json)), name).toEqual([]);
});

const text = (...name: readonly string[]): string => readFileSync(path.join(root, ...name), "utf8");

test("nor do templates of the package, with few data and with all, and that of many records", async () => {
  const given = builtInIds().flatMap((id) =>
    ["minimal", "full"].map((data) => [`${id} ${data}`, builtIn(id)!, text("templates", "data", `${id}.${data}.json`)] as const),
  );
  const records = text("examples", "bulk", "invoices.jsonl").split("\n", 20);
  const template = new TextEncoder().encode(text("examples", "bulk", "template.json"));
  for (const [name, source, data] of [...given, ...records.map((record) => [record, template, record] as const)]) {
    const parsed = parseTemplate(source);
    if (!("template" in parsed)) throw new Error(name);
    const bound = bindBatch(parsed.template, [JSON.parse(data)], { locales: localeFiles, limits: CONTRACT_LIMITS });
    if (!("requests" in bound)) throw new Error(name);
    expect(await warningsOf(bound.requests[0]!), name).toEqual([]);
  }
});

test("a barcode that is turned off the page", async () => {
  const of = (left: number, rotation: number): object => ({
    pages: [
      {
        size: "label_100_150",
        elements: [{ type: "barcode", format: "code128", content: "A1", layout: { left, top: 120 }, width: 50, height: 16, rotation }],
      },
    ],
  });
  expect(await warningsOf(of(10, 90))).toEqual([
    "turned-off-page: turned, it reaches 3 mm beyond the bottom edge of the page: move it, or make it smaller",
  ]);
  expect(await warningsOf(of(10, 180))).toEqual([]);
  const rect = {
    type: "path",
    view_box: { x: 0, y: 0, width: 50, height: 16 },
    d: "M0 0H50V16Z",
    fill: { color: "#DDDDDD" },
    rotation: 90,
  };
  const decoration = { ...rect, layout: { left: 10, top: 120 }, width: 50, height: 16 };
  expect(await warningsOf({ pages: [{ size: "label_100_150", elements: [decoration] }] })).toEqual([]);
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

test.each(["top", "middle", "bottom"])(
  "the height of a text that leaves its frame is that of its lines, aligned at the %s",
  async (vertical_align) => {
    const style = { width: 60, height: 10, font_size: 72 / 25.4, line_height: 5, vertical_align };
    const element = { type: "text", layout: { left: 20, top: 60 }, style, content: "1\n2\n3\n4\n5\n6" };
    expect(await warningsOf({ pages: [{ size: "a6", elements: [element] }] })).toEqual([
      expect.stringMatching(/^text-leaves-frame: its text is 30 mm high, its frame 10 mm:/),
    ]);
  },
);

const page = (...elements: readonly object[]): object => ({
  pages: [{ size: "a4", elements: elements.map((e, i) => ({ layout: { left: 20, top: 20 + 30 * i }, ...e })) }],
});

test("markup of other systems is printed unchanged", async () => {
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
      expect.stringMatching(/^markup-in-text: .* is printed unchanged: texts have no markup: /),
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
  const table = {
    type: "table",
    width: 100,
    pagination: { row_min_height: 5, header_min_height: 5 },
    columns: [{ key: "line_height", width: { mode: "auto" } }],
    rows: [{ line_height: 14 }],
  };
  expect(await warningsOf(page(table))).toEqual([]);
});
const LINE = "Nets are mended in the morning light. ";

const sections = (section: "header" | "footer", height: number, element: object, variant = false): object => {
  const elements = [{ type: "text", layout: { left: 0, top: 0 }, style: { width: 80 }, content: LINE, ...element }];
  const declared = { layout: { height }, elements: variant ? [] : elements };
  const master = {
    size: "a6",
    layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 } },
    [section]: declared,
    ...(variant && { variants: { first: { [section]: { elements } } } }),
  };
  const content = [{ type: "block", element: { type: "text", content: "Body." } }];
  return { flow_document: { page_masters: { m: master }, segments: [{ page_master: "m", content }] } };
};

test("texts of a header or footer that reach into the body are told so, until the section is high enough", async () => {
  // two lines of 12 pt are 10.16 mm high
  const two = { content: LINE.repeat(2) };
  expect(await warningsOf(sections("header", 6, two))).toEqual([
    expect.stringMatching(/^section-over-body: its text reaches 4\.16 mm into the body/),
  ]);
  expect(await warningsOf(sections("header", 6 + 4.16, two))).toEqual([]);
  expect(await warningsOf(sections("header", 6, two, true))).toEqual([expect.stringContaining("section-over-body")]);
  expect(await warningsOf(sections("footer", 12, { ...two, layout: { left: 0, top: -5 } }))).toEqual([
    expect.stringMatching(/reaches 5 mm into the body: make the footer higher/),
  ]);
  expect(await warningsOf(sections("footer", 12, two))).toEqual([]);
  const table = {
    type: "table",
    width: 80,
    columns: [{ key: "a", width: { mode: "auto" } }],
    rows: [{ a: "one" }, { a: "two" }],
    style: undefined,
  };
  const container = {
    type: "container",
    width: 80,
    layout: { left: 0, top: 0, children: { mode: "linear" } },
    elements: [{ type: "text", ...two }],
  };
  for (const el of [
    { ...table, content: undefined },
    { ...container, content: undefined, style: undefined },
  ])
    expect(await warningsOf(JSON.parse(JSON.stringify(sections("header", 6, el))) as object)).toEqual([
      expect.stringContaining("section-over-body"),
    ]);
});

test("what a header has in the margins, or cuts, or has no letters in is not told of", async () => {
  const beside = { layout: { left: -9, top: 30 }, style: { width: 8, font_size: 6 } };
  expect(await warningsOf(sections("header", 6, beside))).toEqual([]);
  expect(
    await warningsOf(sections("header", 6, { content: LINE.repeat(2), style: { width: 80, height: 5, text_overflow: "clip" } })),
  ).toEqual([]);
  const mark = { type: "line", x1: -8, y1: 40, x2: -3, y2: 40, layout: undefined, style: undefined, content: undefined };
  expect(await warningsOf(JSON.parse(JSON.stringify(sections("header", 6, mark))) as object)).toEqual([]);
});

test("a watermark that is one text is held against the edges of its page, tiles are not", async () => {
  const of = (layout: object, content: string, style: object = {}): object => ({
    layers: { watermark: { template: { type: "text", content }, layout, style } },
    pages: [{ size: "a6" }, { width: 148, height: 105 }],
  });
  const long = "NOT VALID WITHOUT SIGNATURE AND SEAL";
  const cut = [expect.stringMatching(/^watermark-cut: its text is longer than the page/)];
  expect(await warningsOf(of({ preset: "center", angle: 300 }, long))).toEqual(cut);
  expect(await warningsOf(of({ preset: "center", angle: 300 }, long, { font_size: 10 }))).toEqual([]);
  expect(await warningsOf(of({ preset: "center" }, "COPY"))).toEqual([]);
  expect(await warningsOf(of({ preset: "center", offset_x: 40 }, "COPY"))).toEqual(cut);
  expect(await warningsOf(of({ preset: "wave" }, "NOT VALID WITHOUT ANY SIGNATURE", { font_size: 30 }))).toEqual(cut);
  for (const preset of ["tile", "diagonal_tile"]) expect(await warningsOf(of({ preset }, long))).toEqual([]);
  const master = { size: "a6", layers: { watermark: { template: { type: "text", content: long } } } };
  const segment = { page_master: "m", content: [{ type: "block", element: { type: "text", content: "Body." } }] };
  expect(await warningsOf({ flow_document: { page_masters: { m: master }, segments: [segment] } })).toEqual(cut);
});

test("an axis of bars keeps its zero, and says so where it is to have none", async () => {
  const chart = (kind: string, series: object, values: object, data?: object): object => ({
    pages: [
      {
        size: "a4",
        elements: [
          {
            type: "chart",
            kind,
            layout: { left: 20, top: 20 },
            width: 160,
            height: 100,
            data: data ?? { labels: ["A", "B"], series: [{ name: "S", values: [900, 950], ...series }] },
            axes: { values },
          },
        ],
      },
    ],
  });
  const never = { primary: { include_zero: "never" } };
  const told = ['zero-of-bars: it has no effect: an axis of bars always contains zero. Leave it out, or draw lines ("kind": "line")'];
  expect(await warningsOf(chart("bar", {}, never))).toEqual(told);
  expect(await warningsOf(chart("waterfall", {}, never))).toEqual(told);
  expect(await warningsOf(chart("combo", { kind: "bar" }, never))).toEqual(told);
  expect(await warningsOf(chart("combo", { kind: "line" }, never))).toEqual([]);
  expect(await warningsOf(chart("line", {}, never))).toEqual([]);
  expect(await warningsOf(chart("bar", {}, { primary: { include_zero: "auto" } }))).toEqual([]);
  const fields = [
    { key: "place", type: "string" },
    { key: "sum", type: "number" },
  ];
  const projected = {
    ...chart("bar", {}, never, { projection: "sums" }),
    datasets: { all: { fields, rows: [{ place: "A", sum: 900 }] } },
    projections: { sums: { type: "chart", dataset: "all", category: { field: "place" }, series: [{ field: "sum", name: "S" }] } },
  };
  expect(await warningsOf(projected)).toEqual(told);
  const { pages } = await displayList(Buffer.from(JSON.stringify(chart("bar", {}, never))));
  expect(JSON.stringify(pages)).toContain('"text":"0"');
});

test("ticks that declared ends make equal are left out, with a warning at the axis", async () => {
  const chart = (primary: object): object => ({
    pages: [
      {
        size: "a4",
        elements: [
          {
            type: "chart",
            kind: "line",
            layout: { left: 20, top: 20 },
            width: 160,
            height: 100,
            data: { labels: ["A", "B"], series: [{ name: "S", values: [0.2, 0.3] }] },
            axes: { values: { primary: { format: { decimals: 0 }, ...primary } } },
          },
        ],
      },
    ],
  });
  expect(await warningsOf(chart({ min: 0.1, max: 0.4 }))).toEqual([
    "repeated-numbers: ticks that would have the text of one before them are left out: give its format more decimals",
  ]);
  expect(await warningsOf(chart({}))).toEqual([]);
});

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
