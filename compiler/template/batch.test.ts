import { CONTRACT_LIMITS } from "../core/limits.js";
import { describe, expect, test } from "vitest";
import { renderText } from "../../backends/text/text.js";
import { engine } from "../../golden/cases.js";
import type { IrDocument } from "../../ir/ir.js";
import { validate } from "../../ir/validate.js";
import { collect, compile, compileItems } from "../compile.js";
import type { CompileOptions } from "../compile.js";
import { RenderError } from "../core/fail.js";
import { bindBatch, parseTemplate } from "./template.js";
import { localeFiles } from "../../runtime/engine/locales.js";

/* Several requests as one document: independent, with consecutive pages (decisions §4). */

const text = (content: string, more: object = {}): object => ({ type: "text", layout: { left: 20, top: 20 }, content, ...more });
const a6 = (...elements: object[]): object => ({ size: "a6", elements });
const merged = async (requests: readonly object[], options: CompileOptions = {}): Promise<IrDocument> => {
  const doc = collect(await compileItems(requests, engine.world(), options));
  expect(validate(JSON.parse(JSON.stringify(doc)) as IrDocument)).toEqual([]);
  return doc;
};
const alone = async (request: object): Promise<IrDocument> => collect(await compile(request, engine.world()));
const pagesOf = (doc: IrDocument): readonly string[] =>
  doc.pages.map((page) => renderText({ ...doc, pages: [page] }, { artifacts: true }).trim());
const refusal = async (requests: readonly object[], options: CompileOptions = {}): Promise<string> => {
  try {
    await merged(requests, options);
  } catch (e) {
    if (e instanceof RenderError) return `${e.code} ${e.message}`;
    throw e;
  }
  return "";
};
const footer = (content: string): object => ({ layout: { height: 20 }, elements: [{ ...text(content), layout: { left: 20, top: 5 } }] });

describe("pages", () => {
  test("follow each other, and are counted over the whole document", async () => {
    const item = (name: string, pages: number): object => ({
      footer: footer("{page}/{total_pages}"),
      pages: Array.from({ length: pages }, (_, i) => a6(text(`${name}${i + 1}`))),
    });
    expect(pagesOf(await merged([item("a", 1), item("b", 2), item("c", 1)]))).toEqual(["1/4\na1", "2/4\nb1", "3/4\nb2", "4/4\nc1"]);
  });
  test("one item is what it is alone", async () => {
    const request = { pages: [a6(text("{page} of {total_pages}"))] };
    const doc = await merged([request]);
    expect({ ...doc, sources: [] }).toEqual({ ...(await alone(request)), sources: [] });
  });
  test("sources tell the item", async () =>
    expect((await merged([{ pages: [a6(text("a"))] }, { pages: [a6(text("b"))] }])).sources).toEqual(
      expect.arrayContaining(["data[0]: pages[0].elements[0]", "data[1]: pages[0].elements[0]"]),
    ));
  test("fields of several items are below a field with the number of theirs; locks name them so (FM-30)", async () => {
    const field = (kind: string, name: string, top: number, more: object = {}): object => ({
      ...{ type: "field", kind, name, layout: { left: 20, top } },
      ...more,
    });
    const pages = [
      a6(
        field("text", "person.name", 20),
        field("radio", "size", 30, { option: "S" }),
        field("radio", "size", 40, { option: "M" }),
        field("signature", "sign", 60, { lock: { action: "include", fields: ["person.name"] } }),
      ),
    ];
    const named = ({ form }: IrDocument): readonly string[] => form!.fields.flatMap(({ name, locked }) => [name, ...(locked?.names ?? [])]);
    const own = ["person.name", "size", "sign", "person.name"];
    expect(named(await merged([{ pages }]))).toEqual(own);
    expect(named(await merged([{ pages }, { pages }]))).toEqual([1, 2].flatMap((n) => own.map((name) => `record_${n}.${name}`)));
  });
  test("a signature of several items names no field, as each has one", async () => {
    const signers = [{ name: "company", level: "b-b", most: "b-b" }] as const;
    const item = (signature: object): object => ({
      settings: { signatures: [{ signer: "company", ...signature }] },
      pages: [a6({ type: "field", kind: "signature", name: "sign", layout: { left: 20, top: 20 } })],
    });
    const signed = item({ field: "sign" });
    expect(await refusal([signed, signed], { signers })).toMatch(
      /^API-002 data\[0\]: settings\.signatures\[0\]\.field: several records in one PDF have a field of this name each/,
    );
    expect(await refusal([signed], { signers })).toBe("");
    expect(await refusal([item({}), item({})], { signers })).toBe("");
  });
  test("streamed items give what the whole gives", async () => {
    const items = ["a", "b"].map((name) => ({ pages: [a6(text(name)), a6(text(`{page} ${name}`))], footer: footer("{page}") }));
    expect(await merged(items)).toEqual(await merged(items, { after: () => undefined }));
  });
  test("there are at most as many as a document may have", async () => {
    const pages = [a6(text("a")), a6(text("b"))];
    expect(await refusal([{ pages }, { pages }], { maxPages: 3 })).toBe(
      "API-004 data[1]: pages[1]: the document has more than 3 pages, which is the maximum of a request",
    );
  });
});

describe("links", () => {
  const link = (target: object): object => ({ link: { target } });
  test("to pages mean the item's own", async () => {
    const pages = [a6(text("x", link({ type: "page", page: 2 }))), a6(text("y"))];
    const doc = await merged([{ pages }, { pages }]);
    expect(doc.destinations.map((d) => d.page)).toEqual([1, 3]);
    expect(await refusal([{ pages }, { pages: pages.slice(0, 1) }])).toBe(
      "API-002 data[1]: pages[0].elements[0].link.target.page: must be from 1 to 1, the number of pages; found 2",
    );
  });
  test("to destinations mean the item's own; outlines follow each other", async () => {
    const block = (content: string, more: object = {}): object => ({ type: "block", element: { type: "text", content, ...more } });
    const item = (name: string): object => ({
      flow_document: {
        page_masters: { a: { size: "a6" } },
        segments: [
          {
            page_master: "a",
            destination: "start",
            content: [
              { ...block(name), semantics: { role: "heading", heading_level: 1 }, destination: "title" },
              block("to the start", link({ type: "destination", name: "start" })),
              block("to the title", link({ type: "destination", name: "title" })),
            ],
          },
        ],
      },
    });
    const doc = await merged([item("First"), item("Second")]);
    expect(doc.destinations.filter((d) => d.name !== null).map((d) => [d.name, d.page])).toEqual([
      ["data[0].start", 0],
      ["data[0].title", 0],
      ["data[1].start", 1],
      ["data[1].title", 1],
    ]);
    expect(
      doc.pages.map((p) => p.links.map((l) => ("destination" in l.target ? doc.destinations[l.target.destination]!.name : ""))),
    ).toEqual([
      ["data[0].start", "data[0].title"],
      ["data[1].start", "data[1].title"],
    ]);
    expect(doc.outline.map((o) => o.title)).toEqual(["First", "Second"]);
    expect(doc.tagged).toBe(true);
    const single = await merged([item("First")]);
    expect({ ...single, sources: [] }).toEqual({ ...(await alone(item("First"))), sources: [] });
  });
});

describe("what all items share", () => {
  const logo = (payload: string): object => ({
    type: "image",
    layout: { left: 20, top: 40 },
    width: 10,
    height: 10,
    source: { kind: "base64", format: "png", payload },
  });
  const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";
  test("fonts and pictures are in the document once", async () => {
    const doc = await merged(["a", "b", "c"].map((name) => ({ pages: [a6(text(name), logo(DOT))] })));
    expect(doc.resources.fonts).toHaveLength(1);
    expect(doc.resources.images).toHaveLength(1);
    expect(doc.pages.map((p) => JSON.stringify(p.ops).split('"op":"image"').length - 1)).toEqual([1, 1, 1]);
  });
  test("layers are those of the whole document", async () => {
    const layers = { stamp: { repeat: "last_page", elements: [{ ...text("END"), layout: { left: 20, top: 60 } }] } };
    const item = (name: string): object => ({ layers, pages: [a6(text(name))] });
    expect(pagesOf(await merged([item("a"), item("b")]))).toEqual(["a", "END\nb"]);
  });
  test.each([
    ["settings", { settings: { metadata: { title: "a" } } }, { settings: { metadata: { title: "b" } } }],
    ["settings", { settings: {} }, {}],
    ["layers", { layers: { background: { fill: { color: "#FFFFFF" } } } }, { layers: { background: { fill: { color: "#FFFFFE" } } } }],
    ["header", { header: footer("a") }, { header: footer("b") }],
    ["footer", { footer: footer("a") }, {}],
  ])("%s must be the same in all", async (part, a, b) => {
    const pages = [a6(text("x"))];
    expect(
      await refusal([
        { ...a, pages },
        { ...a, pages },
        { ...b, pages },
      ]),
    ).toBe(
      `API-002 data[2]: ${part}: data[0] and data[2] produced different document globals: settings, layers, header, footer must be the same in all items`,
    );
  });
  test("fields have no order", async () => {
    const pages = [a6(text("x"))];
    expect(
      await refusal([
        { settings: { metadata: { title: "a", author: "b" } }, pages },
        { settings: { metadata: { author: "b", title: "a" } }, pages },
      ]),
    ).toBe("");
  });
});

describe("registries", () => {
  const rows = (count: number): object[] => Array.from({ length: count }, (_, i) => ({ n: i }));
  const dataset = (count = 1): object => ({ fields: [{ key: "n", type: "number" }], rows: rows(count) });
  const named = (count: number, make: () => object): object =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}`, make()]));
  const projection = (): object => ({ type: "table", dataset: "n0", columns: [{ field: "n" }] });
  const table = (name: string): object => ({
    type: "table",
    layout: { left: 20, top: 20 },
    columns: [{ key: "n", header: "N", width: { mode: "fixed", value: 40 } }],
    rows: { projection: name },
    pagination: { row_min_height: 5, header_min_height: 5 },
  });
  const pages = [a6(text("x"))];

  test("belong to their item, whatever they are called", async () => {
    const item = (first: number): object => ({
      datasets: { d: { fields: [{ key: "n", type: "number" }], rows: [{ n: first }] } },
      projections: { p: { type: "table", dataset: "d", columns: [{ field: "n" }] } },
      pages: [a6(table("p"))],
    });
    expect(pagesOf(await merged([item(11), item(22)]))).toEqual(["N\n11", "N\n22"]);
  });
  test.each([
    ["datasets", { datasets: named(17, dataset) }, "must be at most 32 (PLATEN_LIMIT_DATASETS); found 34 datasets"],
    [
      "cells",
      { datasets: named(9, () => dataset(1000)) },
      "must be at most 16384 (PLATEN_LIMIT_DATASET_CELLS); found 18000 cells (fields times rows) in all",
    ],
    [
      "strings",
      { datasets: { a: { fields: [{ key: "s", type: "string" }], rows: [{ s: "x".repeat(600_000) }] } } },
      "must be at most 1048576 (PLATEN_LIMIT_DATASET_BYTES); found 1200000 bytes of strings in UTF-8 in all",
    ],
    [
      "projections",
      { datasets: named(1, dataset), projections: named(33, projection) },
      "must be at most 64 (PLATEN_LIMIT_PROJECTIONS) projections in all items; found 66",
    ],
    [
      "references",
      { datasets: named(1, dataset), projections: named(1, projection), pages: Array.from({ length: 129 }, () => a6(table("n0"))) },
      "must be at most 256 (PLATEN_LIMIT_PROJECTION_REFERENCES) references to projections in all items; found 258",
    ],
  ])("%s are counted together", async (_, item, message) => {
    expect(await refusal([{ pages, ...item }])).toBe("");
    expect(
      await refusal([
        { pages, ...item },
        { pages, ...item },
      ]),
    ).toBe(`API-002 data: ${message}`);
  });
});

test("page variables in data are printed as they are", async () => {
  const table = {
    ...{ type: "table", layout: { left: 20, top: 40 } },
    columns: [{ key: "c", header: "{{a}}", width: { mode: "fixed", value: 60 } }],
    rows: [{ c: "{page} {{a}}" }],
    pagination: { row_min_height: 5, header_min_height: 5 },
  };
  const parsed = parseTemplate({ schema: { fields: [{ name: "a", type: "string" }] }, pages: [a6(text("{page} {{a}}"), table)] });
  const bound =
    "template" in parsed
      ? bindBatch(parsed.template, [{ a: "{page}" }, { a: "{total_pages}" }], { locales: localeFiles, limits: CONTRACT_LIMITS })
      : parsed;
  const pages = "requests" in bound ? pagesOf(await merged(bound.requests)) : [];
  expect(pages.map((page) => page.replaceAll("\u2060", ""))).toEqual([
    "1 {page}\n{page}\n1 {page}",
    "2 {total_pages}\n{total_pages}\n2 {total_pages}",
  ]);
});

describe("a document that fails tells its item", () => {
  const good = { pages: [a6(text("x"))] };
  test.each([
    ["its shape", { pages: [a6({ type: "txt" })] }, 'API-002 data[1]: pages[0].elements[0].type: did you mean "text"? found the string'],
    [
      "no document",
      {},
      'API-002 data[1]: must be one of pages and flow_document; found neither: such as "pages": [{"size": "a4", "elements": […]}]',
    ],
    [
      "its meaning",
      { pages: [a6(text("x", { style: { color: "red" } }))] },
      'API-002 data[1]: pages[0].elements[0].style.color: did you mean "#FF0000"?',
    ],
    [
      "its pictures",
      { pages: [a6({ type: "image", layout: { left: 1, top: 1 }, width: 5, height: 5, asset: "none" })] },
      "API-002 data[1]: pages[0].elements[0].asset: unknown asset",
    ],
    [
      "its layout",
      { pages: [a6(text("x", { layout: { left: 20, top: 147 } }))] },
      "API-002 data[1]: pages[0].elements[0]: must be inside the page",
    ],
    [
      "its segments",
      {
        flow_document: {
          page_masters: { a: { size: "a6" } },
          segments: [{ page_master: "a", content: [{ type: "block", element: { type: "rect", width: 10, height: 300 } }] }],
        },
      },
      "API-002 data[1]: flow_document.segments[0].content[0].element.height: must be at most",
    ],
    [
      "its references",
      { datasets: { d: { fields: [{ key: "n", type: "number" }], rows: [{ n: "x" }] } }, pages: good.pages },
      "API-002 data[1]: datasets.d.rows[0].n: must be a number; found",
    ],
  ])("%s", async (_, item, message) => expect(await refusal([good, item])).toContain(message));
  test("its glyphs", async () =>
    expect(await refusal([good, { pages: [a6(text("你", { style: { font_family: "Noto Sans" } }))] }])).toContain(
      "API-002 data[1]: pages[0].elements[0]",
    ));
});
