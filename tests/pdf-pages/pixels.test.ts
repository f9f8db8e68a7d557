// Pages of PDF files look as they do in their file (PDF-5, PDF-6, PDF-8, PDF-16, PDF-21).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { handMade, pagesOf, stream } from "../support/hand-made-pdf.js";
import { fileOf, pdfOf } from "../support/pdf.js";
import { differing, pixelsOf, type Pixels } from "../support/pdf-pixels.js";
import { root } from "../support/tools.js";
import { havePdfium } from "../support/readers.js";

const DPI = 100;
/** Share of pixels that smoothing of edges may change. */
const MOST = 0.001;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const file = (name: string): Uint8Array => new Uint8Array(readFileSync(path.join(root, name)));

const SHAPES =
  "1 0 0 rg 20 20 100 30 re f 0 0 1 rg 150 200 m 250 200 l 200 300 l f BT /F 24 Tf 30 120 Td (Upright page) Tj ET 4 w 10 10 280 380 re S";
const WIDGET = {
  100: "<</Type/Annot/Subtype/Stamp/F 4/Rect[40 320 140 360]/AP<</N 101 0 R>>>>",
  101: stream("0 .6 0 rg 0 0 50 20 re f", "/Type/XObject/Subtype/Form/BBox[0 0 50 20]/Resources<<>>"),
};
const page = (entries: string, content = SHAPES): { entries: string; content: string } => ({ entries, content });

const FILES: Readonly<Record<string, () => Uint8Array>> = {
  "a Chromium print": () => file("tests/pdf-pages/files/chromium-print.pdf"),
  "a page at the origin": () => pagesOf([page("/MediaBox[0 0 300 400]")]),
  "boxes away from the origin, corners in any order": () => pagesOf([page("/MediaBox[310 410 -20 -30]/CropBox[5 350 290 5]")]),
  "turned pages": () => pagesOf([90, 180, 270, -90, 450].map((r) => page(`/MediaBox[0 0 300 400]/CropBox[10 5 280 390]/Rotate ${r}`))),
  "a unit of two points": () => pagesOf([page("/MediaBox[0 0 300 400]/UserUnit 2")]),
  "an unbalanced content": () => pagesOf([page("/MediaBox[0 0 300 400]", `q q 2 0 0 2 0 0 cm ${SHAPES} Q Q Q Q q`)]),
  "a text in a text": () => pagesOf([page("/MediaBox[0 0 300 400]", "BT /F 20 Tf 60 250 Td (first) Tj BT 30 280 Td (second) Tj ET")]),
  "annotations with appearances": () => pagesOf([page("/MediaBox[0 0 300 400]/Annots[100 0 R]")], WIDGET),
  "an inherited box and resources": () =>
    handMade({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 300 400]/Resources<</Font<</F 5 0 R>>>>/Rotate 90>>",
      3: "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>",
      4: stream(SHAPES),
      5: "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>",
    }),
};

/** Millimetres of a page. */
const sizeOf = ({ points: [width, height] }: Pixels): { width: number; height: number } => ({
  width: (width * 25.4) / 72,
  height: (height * 25.4) / 72,
});

describe.skipIf(!havePdfium)("pages of PDF files look as in their file", () => {
  test.each(Object.keys(FILES))("%s", async (name) => {
    const bytes = FILES[name]!();
    const source = { kind: "base64", format: "pdf", payload: base64(bytes) };
    const given = fileOf(bytes);
    const imported = fileOf(await pdfOf({ pages: [{ import: { source } }] }));
    execFileSync("qpdf", ["--check", imported]);
    const [originals, imports] = pixelsOf([given, imported], DPI);
    const drawn = fileOf(
      await pdfOf({
        pages: originals!.map((pixels, i) => {
          const size = sizeOf(pixels);
          return { ...size, elements: [{ type: "image", layout: { left: 0, top: 0 }, ...size, source: { ...source, page: i + 1 } }] };
        }),
      }),
    );
    execFileSync("qpdf", ["--check", drawn]);
    const [pictures] = pixelsOf([drawn], DPI);
    expect(imports).toHaveLength(originals!.length);
    originals!.forEach((original, i) => {
      expect([original.width, original.height]).toEqual([imports![i]!.width, imports![i]!.height]);
      expect(differing(original, imports![i]!), `import of page ${i + 1}`).toBeLessThanOrEqual(MOST);
      expect(differing(original, pictures![i]!), `picture of page ${i + 1}`).toBeLessThanOrEqual(MOST);
    });
  });
});
