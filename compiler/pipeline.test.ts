import { lineWidthOf } from "./text/line/shaped-text.js";
import { CONTRACT_LIMITS } from "./core/limits.js";
import { NO_LOCALES, NO_MARKDOWN } from "./core/world.js";
import { describe, expect, test } from "vitest";
import { renderText } from "../backends/text/text.js";
import { displayList, engine } from "../golden/cases.js";
import { collect, compile, type Pass } from "./compile.js";
import type { Book, PageSequence } from "./box/page.js";
import { RenderError } from "./core/fail.js";
import { lowerDocument } from "./lower/document/document.js";
import { NO_PICTURES } from "./picture/pictures.js";
import { chartTextOf } from "./chart/text.js";
import { TextEngine } from "./text/shape/engine.js";
import { runPipeline } from "./pipeline.js";
import { materialize } from "./data/materialize.js";
import type { DocumentRequest } from "./request/types/document.js";
import "../tests/support/all-modules.js";

/* The extent of streaming depends on what boxes read; the result does not. */

const text = (content: unknown): object => ({ type: "text", layout: { left: 20, top: 20 }, content });
const a4 = (...elements: object[]): object => ({ size: "a4", elements });
const section = (content: unknown): object => ({ layout: { height: 30 }, elements: [text(content)] });
const bytes = (request: object): Uint8Array => new TextEncoder().encode(JSON.stringify(request));

async function passesOf(request: object): Promise<readonly Pass[]> {
  const passes: Pass[] = [];
  collect(await compile(request, engine.world(), { entering: (pass) => passes.push(pass) }));
  return passes.slice(passes.indexOf("lower"));
}

const lowerings = async (page: object, more: object = {}): Promise<number> => {
  const passes = await passesOf({ ...more, pages: [page, page, page] });
  return passes.filter((p) => p === "lower").length;
};
const STREAMED = 3;
const WHOLE = 1;

async function sameAsWhole(request: object): Promise<void> {
  const body = bytes(request);
  expect(await displayList(body)).toEqual(await displayList(body, { after: () => undefined }));
}

const table = (key: string, value: unknown, header = "n"): object => ({
  type: "table",
  layout: { left: 9, top: 9 },
  columns: [{ key, header, width: { mode: "fixed", value: 50 } }],
  rows: [{ [key]: value }],
  pagination: { row_min_height: 5, header_min_height: 5 },
});
const toPage = (page: number): object => ({ target: { type: "page", page } });
const variable = (name: string): object => ({ type: "paragraph", inlines: [{ type: "variable", name, scope: "system" }] });

const saying = (name: string): readonly object[] => [
  text(`{${name}}`),
  text(`a\${${name}}`),
  text({ spans: [{ text: "x" }, { text: `{${name}}` }] }),
  text({ blocks: [variable(name)] }),
  text({ blocks: [{ type: "list", list: { kind: "bullet" }, items: [{ blocks: [variable(name)] }] }] }),
  table("a", `{${name}}`),
  table("a", 1, `{${name}}`),
  table("a", { content: `{${name}}` }),
  table("a", { content: { blocks: [variable(name)] } }),
  { ...table("a", 1), header: { rows: [{ cells: [{ content: { blocks: [variable(name)] } }] }] } },
  {
    type: "container",
    layout: { left: 1, top: 1, children: { mode: "linear" } },
    width: 50,
    elements: [{ type: "text", content: `{${name}}` }],
  },
];

const linking = (page: number): readonly object[] => [
  table("a", { content: "x", link: toPage(page) }),
  { ...text("x"), link: toPage(page) },
  text({ spans: [{ text: "x", link: toPage(page) }] }),
  { type: "link", layout: { left: 1, top: 1 }, width: 5, height: 5, ...toPage(page) },
  { type: "container", layout: { left: 1, top: 1, children: { mode: "linear" } }, width: 50, elements: [], link: toPage(page) },
  { type: "barcode", layout: { left: 9, top: 9 }, width: 20, height: 20, format: "qr", content: "x", link: toPage(page) },
];

describe("a sequence of pages is painted before the next one is lowered", () => {
  test("a thousand of them too", async () => {
    const passes = await passesOf({ pages: Array.from({ length: 1000 }, () => a4(text("x"))) });
    const one = ["lower", "layout", "shape", "layout", "paint", "layout"];
    expect(passes).toEqual([...Array.from({ length: 1000 }, () => one).flat(), "paint"]);
  });

  test("whatever keys, comments, addresses, names and barcodes look like", async () => {
    const url = { target: { type: "url", url: "https://example.org/{total_pages}" }, alt: "{total_pages}" };
    for (const key of ["page", "type", "repeat", "target", "name", "scope", "{total_pages}", "total_pages"])
      expect([key, await lowerings(a4(table(key, 7)))]).toEqual([key, STREAMED]);
    for (const word of ["last_page", "variable", "page"]) expect(await lowerings(a4(table("type", word), text(word)))).toBe(STREAMED);
    expect(await lowerings(a4({ ...text("x"), comment: "{page} of {total_pages}", link: url }))).toBe(STREAMED);
    const literal = { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "{total_pages}" }] }] };
    expect(await lowerings(a4(text(literal), table("a", { content: literal })))).toBe(STREAMED);
    const barcode = { type: "barcode", layout: { left: 9, top: 9 }, width: 20, height: 20, format: "qr" };
    expect(await lowerings(a4({ ...barcode, content: "{total_pages}", alt: "{total_pages}" }))).toBe(STREAMED);
    const settings = { metadata: { title: "{total_pages}" }, output: { file_name: "{total_pages}" } };
    expect(await lowerings(a4(text("x {pages} {{}")), { settings })).toBe(STREAMED);
    expect(await lowerings(a4({ ...table("a", 1, "{total_pages}"), header: { show: false } }))).toBe(STREAMED);
  });

  test("segments with running titles, too, and none with references or contents (L18)", async () => {
    const segment = (content: string): object => ({ page_master: "m", content: [{ type: "block", element: { type: "text", content } }] });
    const flow = (header: string, content: string): object => ({
      flow_document: {
        page_masters: {
          m: { size: "a6", header: { layout: { height: 9 }, elements: [{ type: "text", layout: { left: 0, top: 0 }, content: header }] } },
        },
        segments: [segment("x"), { ...segment(content), destination: "here" }, segment("y")],
      },
    });
    const lowered = async (request: object): Promise<number> => (await passesOf(request)).filter((p) => p === "lower").length;
    expect(await lowered(flow("{heading:1}", "x"))).toBe(STREAMED);
    expect(await lowered(flow("x", "{page:here}"))).toBe(STREAMED - 1);
    expect(await lowered(flow("{page:here}", "x"))).toBe(WHOLE);
    for (const request of [flow("{heading:1}", "x"), flow("x", "{page:here}"), flow("{page:here}", "{page}")]) await sameAsWhole(request);
  });

  test("where it says its own pages' numbers, links back, or has something on the last page only", async () => {
    for (const element of saying("page")) {
      expect([element, await lowerings(a4(element))]).toEqual([element, STREAMED]);
      await sameAsWhole({ pages: [a4(element), a4(element)] });
    }
    for (const element of linking(1)) {
      expect([element, await lowerings(a4(element))]).toEqual([element, STREAMED]);
      await sameAsWhole({ pages: [a4(text("x")), a4(element)] });
    }
    for (const more of [
      { footer: section("{page}") },
      { header: section({ spans: [{ text: "x", link: toPage(1) }] }) },
      { layers: { stamp: { repeat: "last_page", elements: [text("x")] } } },
      { layers: { watermark: { template: { type: "text", content: "{page}" } } } },
    ]) {
      expect([more, await lowerings(a4(text("x")), more)]).toEqual([more, STREAMED]);
      await sameAsWhole({ ...more, pages: [a4(text("x")), a4(text("y"))] });
    }
  });
});

describe("what comes after it is laid out first", () => {
  test("where a sequence or its furniture says how many pages there are, or links on", async () => {
    for (const element of [...saying("total_pages"), ...linking(3)]) {
      expect([element, await lowerings(a4(element))]).toEqual([element, WHOLE]);
      await sameAsWhole({ pages: [a4(element), a4(text("x")), a4(text("y"))] });
    }
    expect(await lowerings(a4(text("x")), { footer: section("{total_pages}") })).toBe(WHOLE);
    expect(await lowerings(a4(text("x")), { header: section({ spans: [{ text: "x", link: toPage(2) }] }) })).toBe(WHOLE);
    expect(await lowerings(a4(text("x")), { layers: { watermark: { template: { type: "text", content: "{total_pages}" } } } })).toBe(WHOLE);
  });

  test("from there on: sequences before it are painted already", async () => {
    const pages = [a4(text("1")), a4(text("2")), a4(text("3 of {total_pages}")), a4(text("4")), a4({ ...text("5"), link: toPage(2) })];
    const passes = await passesOf({ pages });
    expect(passes.filter((p) => p === "lower")).toHaveLength(3);
    expect(passes.indexOf("paint")).toBeLessThan(passes.lastIndexOf("lower"));
    await sameAsWhole({ pages });
    await sameAsWhole({ pages, footer: section("{page}") });
  });

  test("pages are only counted where furniture alone asks, and laid out again as they are painted", async () => {
    const pages = [a4(text("1")), a4(text("2"))];
    const counted = ["lower", "shape", "layout", "layout"];
    const painted = ["layout", "paint", "layout", "paint", "layout", "paint"];
    expect(await passesOf({ pages, footer: section("{page} of {total_pages}") })).toEqual([...counted, ...painted]);
  });

  test("text that says what the layout is goes round until it is right", async () => {
    const flow = (content: string, width = 60): object => ({
      type: "text",
      layout: { left: 20, flow: true },
      content,
      style: { width, text_overflow: "paginate" },
    });
    const page = { width: 100, height: 60, elements: [flow("{page} of {total_pages}, ".repeat(200))] };
    const request = { pages: [page, page] };
    const doc = await displayList(bytes(request));
    const passes = await passesOf(request);
    expect(passes.filter((p) => p === "shape").length).toBeGreaterThan(1);
    expect(passes.filter((p) => p === "lower")).toHaveLength(WHOLE);
    expect(doc.pages.length).toBeGreaterThan(9);
    const said = doc.pages.map((p) =>
      JSON.stringify(p.ops.map((op) => [...JSON.stringify(op).matchAll(/"text":"([^"]*)"/g)].map((m) => m[1]))),
    );
    said.forEach((line, i) => {
      expect(line).toContain(`of ${doc.pages.length}`);
      expect(line).toContain(`${i + 1} of`);
    });
    // only page numbers are printed
    const own = { pages: [page, page].map((p) => ({ ...p, elements: [flow("{page}, ".repeat(400))] })) };
    expect((await passesOf(own)).filter((p) => p === "lower")).toHaveLength(2);
    await sameAsWhole(own);
  });
});

describe("which of several faults is thrown", () => {
  const refusal = async (request: object): Promise<string> => {
    const e: unknown = await compile(request, engine.world())
      .then(collect)
      .catch((reason: unknown) => reason);
    return e instanceof RenderError ? e.message : "none";
  };
  const outside = { ...text("x"), layout: { left: 20, top: 296 } };
  const off = (content: string): object => ({ layout: { height: 30 }, elements: [{ ...text(content), layout: { left: 209, top: 2 } }] });
  const unknown = text("\u{10FFFD}");

  test("goes by sequences where nothing reads the layout", async () => {
    expect(await refusal({ pages: [a4(text("x")), a4(outside)], footer: off("x") })).toMatch(/^footer/);
    expect(await refusal({ pages: [a4(outside), a4(unknown)] })).toMatch(/^pages\[0\]/);
  });

  test("goes by passes over the whole where something does, however far it is streamed", async () => {
    for (const footer of ["{page}", "{total_pages}"]) {
      expect(await refusal({ pages: [a4(text("x")), a4(outside)], footer: off(footer) })).toMatch(/^pages\[1\]/);
      expect(await refusal({ pages: [a4(outside), a4(unknown)], footer: section(footer) })).toMatch(/^pages\[1\]/);
      expect(await refusal({ pages: [a4(text("x"))], footer: off(footer) })).toMatch(/^footer/);
    }
    expect(await refusal({ pages: [a4(outside), a4(unknown), a4(text("{total_pages}"))] })).toMatch(/^pages\[1\]/);
    expect(await refusal({ pages: [a4(text("{page}"), outside), a4(unknown)] })).toMatch(/^pages\[1\]/);
  });
});

describe("a book that Fixed Canvas has no words for", () => {
  const told = (content: string): NonNullable<DocumentRequest["footer"]> => ({
    layout: { height: 30 },
    elements: [{ type: "text", layout: { left: 20, top: 1 }, content }],
  });
  const tools = { world: engine.world(), engine: new TextEngine(engine.world()) };
  const A4: DocumentRequest["pages"] = [{ size: "a4" }, { size: "a4" }, { size: "a4" }];
  const lowered = (footer: string, pages = A4): Book => {
    const request: DocumentRequest = { pages, footer: told(footer) };
    return lowerDocument(materialize(request, undefined, { locales: NO_LOCALES, limits: CONTRACT_LIMITS, markdown: NO_MARKDOWN }).request, {
      world: tools.world,
      pictures: NO_PICTURES,
      chartText: chartTextOf(tools.engine, CONTRACT_LIMITS),
      lineWidth: lineWidthOf(tools.engine),
    });
  };
  const painted = (book: Book): readonly string[] => {
    const options = {
      entering: () => undefined,
      after: undefined,
      structure: true,
      maxPages: 10,
      warn: undefined,
      counted: false,
      flexibleTables: false,
    };
    const doc = collect(runPipeline(book, tools, NO_PICTURES.blobs, options));
    return doc.pages.map((page) => renderText({ ...doc, pages: [page] }, { artifacts: true }).trim());
  };
  const changed = (book: Book, by: (sequence: PageSequence, i: number) => PageSequence): Book => ({
    ...book,
    sequence: (i) => by(book.sequence(i), i),
  });

  test("pages of one size and margins share their header, footer and layers", () => {
    const wide = { size: "a4", layout: { page_margin: { left: 30 } } } as const;
    const book = lowered("{page} of {total_pages}", [...A4, { size: "a5" }, wide, wide]);
    const furniture = Array.from({ length: 6 }, (_, i) => book.sequence(i).master.furniture);
    expect(furniture.map((f) => furniture.indexOf(f))).toEqual([0, 0, 0, 3, 4, 4]);
    expect(painted(book)).toEqual(["1 of 6", "2 of 6", "3 of 6", "4 of 6", "5 of 6", "6 of 6"]);
  });

  test("numbers start again where a sequence says so; the number of pages stays that of the document", () => {
    const book = changed(lowered("{page} of {total_pages}"), (s, i) => ({ ...s, start: i === 1 ? 70 : null }));
    expect(painted(book)).toEqual(["1 of 3", "70 of 3", "71 of 3"]);
  });

  test("a part has the first of its variants that the page is among, known when the page is filled", () => {
    const texts = ["last {page}", "odd {page}", "even {page}"];
    const canvases = texts.map((content) => lowered(content).sequence(0).master.furniture[0]!.variants[0]!.canvas);
    const variants = [
      { on: { of: "document", position: "last", parity: "any" }, canvas: canvases[0]! },
      { on: { of: "sequence", position: "any", parity: "odd" }, canvas: canvases[1]! },
      { on: { of: "sequence", position: "any", parity: "even" }, canvas: canvases[2]! },
    ] as const;
    const book = changed(lowered("x"), (s) => ({ ...s, master: { ...s.master, furniture: [{ part: "footer", opacity: 1, variants }] } }));
    expect(painted(book)).toEqual(["odd 1", "even 2", "last 3"]);
  });
});
