// Pages of PDF files as pictures and as pages of a document (pdf-pages.md).
import { writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { fileOf, pdfOf } from "../support/pdf.js";
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
    writeFileSync("/tmp/pdfout-1.pdf", pdf);
    expect(execFileSync("qpdf", ["--check", at], { encoding: "utf8" })).toContain("No syntax or stream encoding errors");
    expect(execFileSync("pdfinfo", [at], { encoding: "utf8" })).toMatch(/Pages: +3/);
  });
});
