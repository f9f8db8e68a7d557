import { describe, expect, test } from "vitest";
import { collect, compile } from "../../compiler/compile.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { Engine } from "../../runtime/engine/engine.js";
import { check, render, RenderError } from "../../runtime/index.js";

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

describe("the library", () => {
  const refused = async (request: unknown): Promise<string> => {
    const e: unknown = await render(request as DocumentRequest).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(e).toBeInstanceOf(RenderError);
    const { code, message } = e as RenderError;
    expect(await check(request as DocumentRequest)).toMatchObject([{ code, message }]);
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
    expect(await refused({ pages: [{ width: NaN, height: 5 }] })).toBe("API-001 pages[0].width: found NaN, which JSON cannot represent");
    const looped: { pages: unknown[] } = { pages: [] };
    looped.pages.push(looped);
    expect(await refused(looped)).toBe("API-001 pages[0]: found an object that contains itself");
    let nested: object = { type: "rect", width: 1, height: 1 };
    for (let i = 0; i < 3000; i++) nested = { type: "container", layout: { children: { mode: "linear" } }, width: 9, elements: [nested] };
    expect(await refused(pages(nested))).toMatch(/^API-001 pages\[0\]\.elements\[0\].*nesting is deeper than 128 levels$/);
    expect(await refused(undefined)).toMatch(/^API-001 /);
    expect(await refused(new Map())).toBe("API-001 found a Map, which JSON does not have");
    expect(await refused(new ArrayBuffer(8))).toBe("API-001 found an ArrayBuffer, which JSON does not have");
    const failing = { get: () => expect.fail("a trap") };
    expect(await refused(new Proxy({}, failing))).toBe("API-001 reading it fails");
    expect(await refused({ [Symbol.toStringTag]: "Uint8Array" })).toBe("API-001 found a Uint8Array, which JSON does not have");
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
    expect(await refused(pages(text("\n".repeat(320_000))))).toMatch(/^API-002 pages\[0\]\.elements\[0\]: must be inside the page; found /);
    const path = {
      type: "path",
      layout: { left: 1, top: 1 },
      width: 9,
      height: 9,
      view_box: { x: 0, y: 0, width: 9, height: 9 },
      d: `M0 0${"L1 1".repeat(400_000)}`,
    };
    expect(await refused(pages(path))).toContain("must be at most 1024 (PLATEN_LIMIT_PATH_SEGMENTS) segments; found 400001");
  });
});
