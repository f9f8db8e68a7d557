// Pages of PDF files in SVG and PNG look as they do in the PDF (PDF-35, PDF-40).
import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { Engine } from "../../runtime/engine/engine.js";
import { png, svg } from "../../runtime/index.js";
import * as operations from "../../runtime/views/views.js";
import { png as pngOn } from "../../runtime/views/png.js";
import { previewOn } from "../../runtime/library/preview.js";
import { Pdfium } from "../../runtime/pictures/pdfium.js";
import { pagesOf } from "../support/hand-made-pdf.js";
import { fileOf, pdfOf } from "../support/pdf.js";
import { differing, pixelsOf, type Pixels } from "../support/pdf-pixels.js";
import { havePdfium } from "../support/readers.js";
import { root } from "../support/tools.js";

const DPI = 100;
/** Share of pixels that smoothing of edges may change; an empty page has a hundredth at least. */
const MOST = 0.005;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const print = base64(new Uint8Array(readFileSync(path.join(root, "tests/pdf-pages/files/chromium-print.pdf"))));
const SHAPES =
  "1 0 0 rg 20 20 100 30 re f 0 0 1 rg 150 200 m 250 200 l 200 300 l f BT /F 24 Tf 30 120 Td (Upright page) Tj ET 4 w 10 10 280 380 re S";
const turned = base64(pagesOf([{ entries: "/MediaBox[0 0 300 400]/CropBox[10 5 280 390]/Rotate 90", content: SHAPES }]));
const square = base64(pagesOf([{ entries: "/MediaBox[0 0 100 100]", content: "1 0 0 rg 0 0 50 50 re f" }]));

type Pair = readonly [number, number];
const source = (payload: string): object => ({ kind: "base64", format: "pdf", payload });
const image = (payload: string, [left, top]: Pair, [width, height]: Pair, more: object = {}): object => ({
  type: "image",
  layout: { left, top },
  width,
  height,
  alt: "",
  source: source(payload),
  ...more,
});
const a5 = (...elements: readonly object[]): { pages: object[] } => ({ pages: [{ size: "a5", elements }] });
const whole = (payload: string): { pages: object[] } => ({ pages: [{ import: { source: source(payload) } }] });

const WORD = { type: "text", layout: { left: 20, top: 20 }, content: "word" };

async function rgb(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, points: [0, 0], data };
}

async function pictureOf(text: string): Promise<{ readonly size: readonly [number, number]; readonly channels: number }> {
  const [, data] = /data:image\/png;base64,([^"]+)/.exec(text)!;
  const { width, height, channels } = await sharp(Buffer.from(data!, "base64")).metadata();
  return { size: [width, height], channels };
}

describe.skipIf(!havePdfium)("PNG shows what the PDF shows", () => {
  test.each<readonly [name: string, request: { pages: object[] }]>([
    ["an imported page", whole(print)],
    ["an imported page that is turned", whole(turned)],
    ["a page stretched to a box between pixels", a5(image(turned, [15.3, 15.7], [100, 50]))],
    ["a page that is turned, and fits its box", a5(image(turned, [30, 30], [60, 60], { fit: "contain", rotation: 20 }))],
    ["a page that covers its box", a5(image(turned, [30, 30], [60, 60], { fit: "cover" }))],
    [
      "a page over what shows through",
      a5(
        { type: "rect", layout: { left: 10, top: 10 }, width: 90, height: 90, fill: { color: "#FFEEAA" } },
        image(square, [20, 20], [60, 60]),
      ),
    ],
  ])("%s", async (_, request) => {
    const [drawn] = await png(request as never, { dpi: DPI });
    const [[expected]] = pixelsOf([fileOf(await pdfOf(request))], DPI) as [[Pixels]];
    const found = await rgb(drawn!);
    const [across, down] = [Math.abs(found.width - expected.width), Math.abs(found.height - expected.height)];
    expect(Math.max(across, down)).toBeLessThanOrEqual(1);
    const [width, height] = [Math.min(found.width, expected.width), Math.min(found.height, expected.height)];
    expect(differing(cut(found, width, height), cut(expected, width, height))).toBeLessThanOrEqual(MOST);
  });
});

/** The upper left part: readers round the size of a page in different ways. */
function cut(of: Pixels, width: number, height: number): Pixels {
  const data = new Uint8Array(3 * width * height);
  for (let y = 0; y < height; y++) data.set(of.data.subarray(3 * y * of.width, 3 * (y * of.width + width)), 3 * y * width);
  return { ...of, width, height, data };
}

describe("SVG", () => {
  test("has 200 pixels an inch, at the size that is drawn, once a page", async () => {
    const [text] = (await svg(a5(image(square, [10, 10], [25.4, 50.8]), image(square, [50, 10], [25.4, 25.4])) as never)) as [string];
    expect(await pictureOf(text)).toEqual({ size: [200, 400], channels: 4 });
    expect(text.match(/<image /g)).toHaveLength(1);
    expect(text.match(/<use [^>]*#q0/g)).toHaveLength(2);
  });

  test("has white paper in imported pages, none in pictures", async () => {
    const [text] = (await svg(whole(square) as never)) as [string];
    expect((await pictureOf(text)).channels).toBe(3);
  });

  test("has a lower resolution in a picture of more than 16 megapixels", async () => {
    const [text] = (await svg({ pages: [{ width: 1500, height: 1500, elements: [image(square, [0, 0], [1500, 1500])] }] } as never)) as [
      string,
    ];
    const [width, height] = (await pictureOf(text)).size;
    expect([width, height]).toEqual([4000, 4000]);
  });

  test("draws the pages that are asked for", async () => {
    const request = { pages: [...whole(square).pages, ...a5(image(square, [0, 0], [10, 10])).pages, ...whole(turned).pages] };
    const found = await svg(request as never, { pages: "3,1" });
    expect(await Promise.all(found.map(async (text) => (await pictureOf(text)).size))).toEqual([
      [1070, 750],
      [278, 278],
    ]);
  });
});

test("a preview shows an imported page", async () => {
  const made = await previewOn(new Engine(), whole(square), { page: 1, width: 100, boxes: true }, {});
  expect(made).toMatchObject({ pages: 1, width: 100, height: 100 });
  const { data } = await rgb(made.png);
  const at = (x: number, y: number): number[] => [...data.subarray(3 * (100 * y + x), 3 * (100 * y + x) + 3)];
  expect(at(10, 90)).toEqual([255, 0, 0]);
  expect(at(90, 10)).toEqual([255, 255, 255]);
});

describe("without PDFium", () => {
  class Without extends Engine {
    override readonly pdfium = new Pdfium(() => null, "which is absent");
  }
  const lacking = new Without();

  test.each<readonly [place: string, request: { pages: object[] }]>([
    ["pages[0].import", whole(square)],
    ["pages[1].elements[1]", { pages: [...a5().pages, ...a5(WORD, image(square, [0, 0], [10, 10])).pages] }],
  ])("%s is refused, naming the package", async (place, request) => {
    await expect(operations.svg(lacking, request, {})).rejects.toMatchObject({
      problem: { code: "API-506", reason: expect.stringContaining("@embedpdf/pdfium, which is absent") as string },
    });
    await expect(operations.svg(lacking, request, {})).rejects.toThrow(place);
    await expect(pngOn(lacking, request, {})).rejects.toThrow(place);
    await expect(previewOn(lacking, request, { page: request.pages.length, width: 50, boxes: false }, {})).rejects.toThrow(place);
  });

  test("other pages are drawn", async () => {
    const request = { pages: [...whole(square).pages, ...a5().pages] };
    expect(await operations.svg(lacking, request, {}, "2")).toHaveLength(1);
  });
});
