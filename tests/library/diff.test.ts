import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { compile, createPool, diff, render, RenderError, type DiffDocumentOptions } from "../../runtime/index.js";
import { root } from "../support/tools.js";

/* `diff` of the library and of a pool (DF-24). */

const pool = createPool({ workers: 1 });
afterAll(() => pool.close());

const of = (content: string): DocumentRequest => ({
  pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content }] }],
});
const bytesOf = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe.each([
  ["library", diff],
  ["pool", pool.diff],
] as const)("%s", (_, compared) => {
  test("takes PDFs and JSON as bytes, requests, briefs and display lists", async () => {
    const { pdf } = await render(of("Hello"));
    for (const a of [of("Hello"), bytesOf(of("Hello")), pdf, await compile(of("Hello"))]) {
      expect(await compared(a, pdf)).toMatchObject({ schema_version: 1, equal: true, differences: [], counts: {}, truncated: false });
      expect(await compared(a, of("Hullo"))).toMatchObject({
        equal: false,
        counts: { word: 1 },
        differences: [{ a: "Hello", b: "Hullo" }],
      });
    }
    const brief = { brief: { title: "Stock", parts: [] } };
    expect(await compared(brief, bytesOf(brief))).toMatchObject({ equal: true, a: { type: "brief" }, b: { type: "brief" } });
  });

  test("a side that cannot be compared is a RenderError that names it", async () => {
    const wrong = { pages: [{ size: "a6", elements: [{ type: "txt" }] }] } as unknown as DocumentRequest;
    for (const [given, name] of [
      [[wrong, of("x")], "a"],
      [[of("x"), wrong], "b"],
      [[of("x"), bytesOf({ hello: 1 })], "b"],
      [[new Uint8Array([1, 2, 3]), of("x")], "a"],
      [[of("x"), new TextEncoder().encode("%PDF-1.4 nothing")], "b"],
    ] as const) {
      const fault = await compared(...(given as [DocumentRequest, DocumentRequest])).catch((e: unknown) => e);
      expect(fault).toBeInstanceOf(RenderError);
      expect((fault as RenderError).message).toMatch(new RegExp(`^${name}: `));
    }
  });

  test.each<[DiffDocumentOptions, RegExp]>([
    [{ tolerance: -1 }, /^tolerance: /],
    [{ tolerance: 10.1 }, /^tolerance: /],
    [{ only: ["words" as "word"] }, /^only: /],
    [{ ignore: ["none" as "word"] }, /^ignore: /],
    [{ ignoreAreas: [{ rect: [1, 2, 3] as unknown as [number, number, number, number] }] }, /^ignoreAreas: /],
    [{ limit: 0 }, /^limit: /],
    [{ limit: 100_001 }, /^limit: /],
    [{ metadata: 1 as unknown as boolean }, /^metadata: /],
    [{ pictures: { dpi: 17 } }, /^pictures: /],
    [{ colour: 1 } as DiffDocumentOptions, /^colour: there is no such option/],
  ])("a wrong option is a TypeError that names it: %j", async (options, message) => {
    const fault = await compared(of("x"), of("x"), options).catch((e: unknown) => e);
    expect(fault).toBeInstanceOf(TypeError);
    expect((fault as TypeError).message).toMatch(message);
  });

  test("pictures are of the pairs that differ", async () => {
    const pages = (second: string): DocumentRequest => ({
      pages: [
        { size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "same" }] },
        { size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: second }] },
      ],
    });
    const { pictures = [] } = await compared(pages("old"), pages("new"), { pictures: { dpi: 36 } });
    expect(pictures.map(({ pair }) => pair)).toEqual([2]);
    expect(new TextDecoder("latin1").decode(pictures[0]!.png.subarray(1, 4))).toBe("PNG");
    expect((await compared(pages("old"), pages("old"), { pictures: true })).pictures).toEqual([]);
    expect((await compared(pages("old"), pages("new"))).pictures).toBeUndefined();
  });
});

test("words that leave the page are moved, and not cut (DF-8)", async () => {
  const at = (top: number): DocumentRequest => ({
    pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 20, top }, content: "Edge" }] }],
  });
  // the box of the word begins above its line
  expect((await diff(at(0), at(30))).counts).toEqual({ word: 1 });
});

test("an example against its PDF, and areas that are left out", async () => {
  const request = JSON.parse(readFileSync(path.join(root, "examples/letter.json"), "utf8")) as DocumentRequest;
  const { pdf } = await render(request, { sourceDateEpoch: 0 });
  expect(await diff(request, pdf)).toMatchObject({ equal: true });
  expect(await diff(request, pdf, { metadata: true })).toMatchObject({ equal: false, counts: { metadata: 2 } });
  const ignoreAreas = [{ page: 1, rect: [5, 5, 40, 20] as const }];
  expect(await diff(of("Hello"), of("Hullo"), { ignoreAreas })).toMatchObject({ equal: true });
});
