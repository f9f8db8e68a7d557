import { describe, expect, test } from "vitest";
import { collect, compile, type Pass } from "../compiler/compile.js";
import type { DocumentRequest } from "../compiler/request/types/document.js";
import { Engine } from "../runtime/render/engine.js";
import { check, render, RenderError } from "../runtime/index.js";

/* A compilation knows its request and its World, and nothing of others; how it goes about a request depends on what the request says. */

const engine = new Engine();
const text = (content: unknown): object => ({ type: "text", layout: { left: 20, top: 20 }, content });
const pages = (...elements: object[]): object => ({ pages: [{ size: "a4", elements }] });

describe("documents compiled at the same time", () => {
  const thai = pages(text("ใบแจ้งหนี้ภาษี {page}"));
  const latin = pages(text("Invoice {page}"));
  test("each say for themselves whether a dictionary broke their lines", async () => {
    const icu = process.versions["icu"];
    for (const order of [
      [thai, latin],
      [latin, thai],
    ]) {
      const begun = await Promise.all(order.map((request) => compile(request, engine.world())));
      // all are laid out before any is painted, and painted the other way round
      const said = begun
        .map((c) => c)
        .reverse()
        .map((c) => collect(c).metadata.icu)
        .reverse();
      expect(said).toEqual(order.map((request) => (request === thai ? icu : "")));
    }
  });
  test("each take their words from their own World", async () => {
    const world = engine.world();
    const asked: string[] = [];
    const listening = (name: string): typeof world => ({
      ...world,
      icu: name,
      segmentWords: (run) => (asked.push(name), world.segmentWords(run)),
    });
    collect(await compile(pages(text("ภาษี")), listening("first")));
    collect(await compile(pages(text("ภาษี")), listening("second")));
    expect(new Set(asked)).toEqual(new Set(["first", "second"]));
  });
});

describe("a document of which nothing depends on its length is lowered run by run", () => {
  /** How often lowering is gone on with: once for each run, and once more to see that there is none. */
  const runs = async (page: object, more: object = {}): Promise<number> => {
    const passes: Pass[] = [];
    const request = { ...more, pages: Array.from({ length: 3 }, () => page) };
    collect(await compile(request, engine.world(), { entering: (pass) => passes.push(pass) }));
    return passes.filter((p) => p === "lower").length;
  };
  const STREAMED = 4;
  const WHOLE = 1;
  const a4 = (...elements: object[]): object => ({ size: "a4", elements });
  const table = (key: string, value: unknown, header = "n"): object => ({
    type: "table",
    layout: { left: 9, top: 9 },
    columns: [{ key, header, width: { mode: "fixed", value: 50 } }],
    rows: [{ [key]: value }],
    pagination: { row_min_height: 5, header_min_height: 5 },
  });
  const url = { target: { type: "url", url: "https://example.org/{page}" }, alt: "{page}" };

  test("whatever its keys, comments, addresses, names and barcodes look like", async () => {
    for (const key of ["page", "type", "repeat", "target", "name", "scope", "{page}", "total_pages"])
      expect([key, await runs(a4(table(key, 7)))]).toEqual([key, STREAMED]);
    for (const word of ["last_page", "variable", "page"]) expect(await runs(a4(table("type", word), text(word)))).toBe(STREAMED);
    expect(await runs(a4({ ...text("x"), comment: "{page} of {total_pages}", link: url }))).toBe(STREAMED);
    expect(await runs(a4(text({ blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "{page}" }] }] })))).toBe(STREAMED);
    expect(
      await runs(
        a4({ type: "barcode", layout: { left: 9, top: 9 }, width: 20, height: 20, format: "qr", content: "{page}", alt: "{page}" }),
      ),
    ).toBe(STREAMED);
    const settings = { metadata: { title: "{page}" }, output: { file_name: "{total_pages}" } };
    expect(await runs(a4(text("x {pages} {{}")), { settings })).toBe(STREAMED);
  });

  test("and one that says a page, or goes to one, is not", async () => {
    const wholes = [
      text("{page}"),
      text("a${total_pages}"),
      text({ spans: [{ text: "x" }, { text: "{page}" }] }),
      text({ blocks: [{ type: "paragraph", inlines: [{ type: "variable", name: "page", scope: "system" }] }] }),
      text({
        blocks: [
          {
            type: "list",
            list: { kind: "bullet" },
            items: [{ blocks: [{ type: "paragraph", inlines: [{ type: "variable", name: "page", scope: "system" }] }] }],
          },
        ],
      }),
      table("a", "{page}"),
      table("a", 1, "{page}"),
      table("a", { content: "{page}" }),
      table("a", { content: "x", link: { target: { type: "page", page: 2 } } }),
      { ...text("x"), link: { target: { type: "page", page: 2 } } },
      text({ spans: [{ text: "x", link: { target: { type: "page", page: 2 } } }] }),
      { type: "link", layout: { left: 1, top: 1 }, width: 5, height: 5, target: { type: "page", page: 2 } },
      {
        type: "container",
        layout: { left: 1, top: 1, children: { mode: "linear" } },
        width: 50,
        elements: [{ type: "text", content: "{page}" }],
      },
    ];
    for (const element of wholes) expect([element, await runs(a4(element))]).toEqual([element, WHOLE]);
    const section = (content: string): object => ({ layout: { height: 30 }, elements: [text(content)] });
    expect(await runs(a4(text("x")), { footer: section("{total_pages}") })).toBe(WHOLE);
    expect(await runs(a4(text("x")), { layers: { stamp: { repeat: "last_page", elements: [text("x")] } } })).toBe(WHOLE);
    expect(await runs(a4(text("x")), { layers: { watermark: { template: { type: "text", content: "{page}" } } } })).toBe(WHOLE);
  });
});

describe("the library", () => {
  const refused = async (request: unknown): Promise<string> => {
    const e: unknown = await render(request as DocumentRequest).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(e).toBeInstanceOf(RenderError);
    const { code, message } = e as RenderError;
    expect(await check(request as DocumentRequest)).toEqual([{ code, message }]);
    return `${code} ${message}`;
  };
  test("takes objects as the JSON they stand for", async () => {
    const plain = { pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Hello" }] }] } as const;
    const loose = { header: undefined, settings: undefined, pages: [{ ...plain.pages[0], width: undefined }] };
    const { pdf } = await render(loose as unknown as DocumentRequest);
    expect(pdf).toEqual((await render(plain as unknown as DocumentRequest)).pdf);
    expect(await check(loose as unknown as DocumentRequest)).toEqual([]);
  });
  test("and refuses what JSON cannot say with API-001 and its path", async () => {
    expect(await refused({ pages: 10n })).toBe("API-001 pages: found a bigint, which JSON does not have");
    expect(await refused({ pages: [{ size: () => "a4" }] })).toBe("API-001 pages[0].size: found a function, which JSON does not have");
    expect(await refused({ pages: [{ width: NaN, height: 5 }] })).toBe("API-001 pages[0].width: found NaN, which JSON has no number for");
    const looped: { pages: unknown[] } = { pages: [] };
    looped.pages.push(looped);
    expect(await refused(looped)).toBe("API-001 pages[0]: found an object that stands inside itself");
    let nested: object = { type: "rect", width: 1, height: 1 };
    for (let i = 0; i < 3000; i++) nested = { type: "container", layout: { children: { mode: "linear" } }, width: 9, elements: [nested] };
    expect(await refused(pages(nested))).toMatch(/^API-001 pages\[0\]\.elements\[0\].*nesting is deeper than 128 levels$/);
    expect(await refused(undefined)).toMatch(/^API-001 /);
    expect(await refused(new Map())).toMatch(/^API-001 /);
  });
  test("a request may change once it was handed over", async () => {
    const request = { pages: [{ size: "a4", elements: [text("Hello")] }] };
    const begun = render(request as unknown as DocumentRequest);
    request.pages.length = 0;
    expect((await begun).pages).toBe(1);
  });
  test("parts of any number do not end the stack", async () => {
    const points = Array.from({ length: 130_000 }, (_, i) => ({ x: 100 + 90 * Math.cos(i), y: 100 + 90 * Math.sin(i) }));
    const polygon = { type: "polygon", points, fill: { color: "#336699" }, stroke: { width: 0.1 } };
    expect((await render(pages(polygon) as DocumentRequest)).pages).toBe(1);
    expect(await refused(pages(text("\n".repeat(320_000))))).toMatch(/^API-002 pages\[0\]\.elements\[0\]: reaches /);
    const path = {
      type: "path",
      layout: { left: 1, top: 1 },
      width: 9,
      height: 9,
      view_box: { x: 0, y: 0, width: 9, height: 9 },
      d: `M0 0${"L1 1".repeat(400_000)}`,
    };
    expect(await refused(pages(path))).toContain("expands to 400001 segments, at most 1024 are allowed");
  });
});
