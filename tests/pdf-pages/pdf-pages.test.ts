import { describe, expect, test } from "vitest";
import { compile } from "../../compiler/compile.js";
import type { BlobId } from "../../ir/ir.js";
import { pagesOf, stream } from "../support/hand-made-pdf.js";
import { engine, fileOf, pdfOf } from "../support/pdf.js";
import { execFileSync } from "node:child_process";

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const letterhead = {
  pages: [
    {
      size: "a4",
      elements: [
        { type: "rect", layout: { left: 0, top: 0 }, width: 210, height: 30, fill: { color: "#0F4C75" } },
        { type: "text", layout: { left: 20, top: 10 }, content: "Example Company", style: { font_size: 24, color: "#FFFFFF" } },
        {
          type: "text",
          layout: { left: 20, top: 280 },
          content: "second line",
          style: { width: 60 },
          link: { target: { type: "url", url: "https://example.com/" } },
        },
      ],
    },
    { size: "a5", orientation: "landscape", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Terms, page two" }] },
  ],
};

describe("pages of PDF files", () => {
  test("a letterhead under a letter, and appended terms", async () => {
    const file = await pdfOf(letterhead);
    const source = { kind: "base64", format: "pdf", payload: base64(file) };
    const pdf = await pdfOf({
      layers: {
        background: { elements: [{ type: "image", layout: { left: 0, top: 0 }, width: 210, height: 297, source }], repeat: "all_pages" },
      },
      pages: [
        {
          size: "a4",
          elements: [
            { type: "text", layout: { left: 20, top: 60 }, content: "Dear reader" },
            {
              type: "image",
              layout: { left: 20, top: 90 },
              width: 100,
              height: 70,
              rotation: 10,
              source: { ...source, page: 2 },
              alt: "terms",
            },
          ],
        },
        { import: { source: { kind: "base64", payload: base64(file) }, pages: "2,1" } },
      ],
    });
    const at = fileOf(pdf);
    expect(execFileSync("qpdf", ["--check", at], { encoding: "utf8" })).toContain("No syntax or stream encoding errors");
    expect(execFileSync("pdfinfo", [at], { encoding: "utf8" })).toMatch(/Pages: +3/);
  });

  test("the bytes are the same from an asset and in base64, each time", async () => {
    const file = await pdfOf(letterhead);
    const request = (source: object): object => ({
      pages: [
        { size: "a4", elements: [{ type: "image", layout: { left: 0, top: 0 }, width: 100, height: 150, alt: "letter", source }] },
        { import: { source, pages: "2,1" } },
      ],
    });
    const assets = (key: string): Uint8Array | null => (key === "a.pdf" ? file : null);
    const asset = request({ kind: "asset", key: "a.pdf" });
    const given = request({ kind: "base64", format: "pdf", payload: base64(file) });
    const [first, ...others] = [await pdfOf(given), await pdfOf(given)];
    for (let i = 0; i < 2; i++) others.push((await engine.renderLater(asset, { assets })).pdf);
    for (const other of others) expect(other).toEqual(first);
  });

  test("resources have any name, also that of an entry that stays behind", async () => {
    const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
    const resources = `/Resources<</Font<</AA ${font}>>/XObject<</OC 60 0 R/Metadata 61 0 R>>>>`;
    const form = (text: string): string =>
      stream(
        `BT /Parent 12 Tf 20 100 Td (${text}) Tj ET`,
        `/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<</Font<</Parent ${font}>>>>`,
      );
    const file = pagesOf(
      [{ entries: `/MediaBox[0 0 300 400]${resources}`, content: "BT /AA 12 Tf 20 300 Td (page) Tj ET /OC Do /Metadata Do" }],
      {
        60: form("first form"),
        61: form("second form"),
      },
    );
    const source = { kind: "base64", format: "pdf", payload: base64(file) };
    const pdf = await pdfOf({
      pages: [
        { import: { source } },
        { size: "a4", elements: [{ type: "image", layout: { left: 0, top: 0 }, width: 150, height: 200, alt: "page", source }] },
      ],
    });
    const text = execFileSync("pdftotext", ["-raw", fileOf(pdf), "-"], { encoding: "utf8" });
    const pages = text.split("\f").slice(0, 2);
    expect(
      pages.map((page) =>
        page
          .split("\n")
          .filter((line) => line !== "")
          .sort(),
      ),
    ).toEqual(Array.from({ length: 2 }, () => ["first form", "page", "second form"]));
  });

  test("a letterhead on 500 labels is written once", async () => {
    const file = await pdfOf(letterhead);
    const source = { kind: "base64", format: "pdf", payload: base64(file) };
    const background = {
      elements: [{ type: "image", layout: { left: 0, top: 0 }, width: 100, height: 150, alt: "", source }],
      repeat: "all_pages",
    };
    const labels = Array.from({ length: 500 }, (_, i) => ({
      width: 100,
      height: 150,
      elements: [{ type: "text", layout: { left: 10, top: 60 }, content: `Label ${i + 1}` }],
    }));
    const [plain, drawn] = [await pdfOf({ pages: labels }), await pdfOf({ pages: labels, layers: { background } })];
    expect(drawn.length - plain.length).toBeLessThan(file.length + 500 * 100);
    const syntax = execFileSync("qpdf", ["--qdf", "--object-streams=disable", fileOf(drawn), "-"], {
      encoding: "latin1",
      maxBuffer: 1 << 28,
    });
    expect(syntax.match(/\/Subtype \/Form/g)).toHaveLength(1);
  });
});

test("a letterhead on many pages is found, hashed and written once (PDF-13)", async () => {
  const file = await pdfOf(letterhead);
  const image = {
    type: "image",
    layout: { left: 0, top: 0 },
    width: 50,
    height: 70,
    source: { kind: "asset", key: "l.pdf", format: "pdf" },
  };
  const labels = (count: number): object => ({
    pages: Array.from({ length: count }, () => ({ width: 50, height: 70, elements: [image] })),
  });
  let [taken, hashed] = [0, 0];
  const world = engine.world({ assets: () => (taken++, Uint8Array.from(file)) });
  const hash = (bytes: Uint8Array): BlobId => (hashed++, world.pictures.hash(bytes));
  await compile(labels(40), { ...world, pictures: { ...world.pictures, hash } }, {});
  expect([taken, hashed]).toEqual([1, 1]);
  const sizes = await Promise.all([1, 41].map(async (n) => (await engine.renderLater(labels(n), { assets: () => file })).pdf.length));
  expect((sizes[1]! - sizes[0]!) / 40).toBeLessThan(250);
});

test("a page that recurs is written once, with what is drawn after it and the resources that pages share (PDF-13)", async () => {
  const marker = "/Type/XObject/Subtype/Form/BBox[0 0 10 10]";
  const stamp = "/Annots[<</Type/Annot/Subtype/Stamp/Rect[5 5 15 15]/AP<</N 101 0 R>>>>]";
  const entries = (more: string): string => `/MediaBox[0 0 300 400]/Resources 100 0 R${more}`;
  const file = pagesOf(
    [
      { entries: entries(stamp), content: "q 0 0 5 5 re f" },
      { entries: entries(""), content: "Q 1 1 5 5 re f" },
    ],
    { 100: "<</Font<</Shared 3 0 R>>>>", 101: stream("0 0 9 9 re f", marker) },
  );
  const source = { kind: "base64", payload: base64(file) };
  const parts = async (pages: object[]): Promise<Readonly<Record<string, number>>> => {
    const at = fileOf(await pdfOf({ pages }));
    const syntax = execFileSync("qpdf", ["--qdf", "--object-streams=disable", at, "-"], { encoding: "latin1" });
    const count = (what: string): number => syntax.split(what).length - 1;
    return { first: count("0 0 5 5 re"), second: count("1 1 5 5 re"), form: count("0 0 9 9 re"), resources: count("/Shared") };
  };
  // the resources of a page with an appearance name it too
  expect(await parts([{ import: { source } }])).toEqual({ first: 1, second: 1, form: 1, resources: 2 });
  const again = await parts([{ import: { source, pages: "1,2,1,2,2" } }, { import: { source } }]);
  expect(again).toMatchObject({ first: 1, second: 1, form: 1 });
  expect(await parts([{ import: { source, pages: "2,2,2" } }])).toEqual({ first: 0, second: 1, form: 0, resources: 1 });
});

test("a file over a budget as the profile judges it is refused as any (PDF-26, PDF-27)", async () => {
  const drawing = (form: number): string => `/Resources<</XObject<</X ${form} 0 R>>>>`;
  const forms = Array.from({ length: 257 }, (_, i) => [
    100 + i,
    i === 256 ? stream("", "/Type/XObject/Subtype/Form/BBox[0 0 9 9]") : stream("/X Do", `/Subtype/Form/BBox[0 0 9 9]${drawing(101 + i)}`),
  ]);
  const file = pagesOf(
    [{ entries: `/MediaBox[0 0 300 400]${drawing(100)}`, content: "/X Do" }],
    Object.fromEntries(forms) as Record<number, string>,
  );
  const source = { kind: "base64", format: "pdf", payload: base64(file) };
  const settings = { profile: "pdfa-2b", metadata: { title: "Deep" } };
  const setting = expect.stringContaining("PLATEN_LIMIT_PDF_DEPTH") as string;
  await expect(pdfOf({ settings, pages: [{ import: { source } }] })).rejects.toMatchObject({
    problem: { code: "API-002", reason: setting },
    message: expect.stringContaining("pages[0].import.source: ") as string,
  });
  const element = { type: "image", layout: { left: 0, top: 0 }, width: 50, height: 50, source };
  await expect(pdfOf({ settings, pages: [{ size: "a5", elements: [element] }] })).rejects.toMatchObject({
    problem: { code: "API-002", reason: setting },
    message: expect.stringContaining("pages[0].elements[0]: ") as string,
  });
});
