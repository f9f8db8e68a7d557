import { describe, expect, test } from "vitest";
import { outcomes } from "../support/peak.js";

/* 50,000 characters without a space, in every place of texts: memory is proportional to the text. */

const LENGTH = 50_000;
const of = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH);
const plain = (content: string): object => ({
  pages: [
    {
      size: "a4",
      elements: [{ type: "text", layout: { left: 5, top: 5 }, style: { width: 100, text_overflow: "clip", height: 200 }, content }],
    },
  ],
});
const flow = (content: string): object => ({
  settings: { defaults: { text: { text_align: "justify" } } },
  flow_document: {
    page_masters: { main: { size: "a4" } },
    segments: [{ page_master: "main", content: [{ type: "block", element: { type: "text", content } }] }],
  },
});
const cell = (content: string): object => ({
  pages: [
    {
      width: 1200,
      height: 1200,
      elements: [
        {
          type: "table",
          layout: { left: 10, top: 10, flow: false },
          width: 1100,
          pagination: { row_min_height: 5, header_min_height: 5 },
          columns: [
            { key: "a", width: { mode: "auto" } },
            { key: "b", width: { mode: "fit_content" } },
          ],
          rows: [{ a: content, b: "1,234.50" }],
        },
      ],
    },
  ],
});

/** idle: 90 MB; a copy of glyphs per line: 1,000 MB */
const MOST_MB = 300;

describe("50,000 characters without a space", () => {
  test.each([
    ["Japanese with commas", "骨付き、"],
    ["Japanese with brackets", "日本語「組版」の。"],
    ["Chinese", "中文排版的规则：标点符号，《汉字》"],
    ["Korean", "안녕하세요"],
    ["Thai", "สวัสดีชาวโลก"],
    ["Burmese", "ကျွန်ုပ်တို့"],
    ["Latin", "abcdefgh"],
    ["Hindi", "अंतरराष्ट्रीय"],
    ["Arabic", "المسؤولية"],
  ])("%s", async (_, unit) => {
    const found = await outcomes([plain(of(unit)), flow(of(unit)), cell(of(unit))]);
    expect(found.map(({ code, message }) => [code, message])).toEqual([
      [null, ""],
      [null, ""],
      [null, ""],
    ]);
    for (const { peak } of found) expect(peak).toBeLessThan(MOST_MB);
  });
});
