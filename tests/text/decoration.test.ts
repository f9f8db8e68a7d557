import { describe, expect, test } from "vitest";
import { drawn, haveRaster } from "../support/drawn.js";
import { page, text } from "../support/page.js";
import { rendered } from "../support/pdf.js";

/* 10 per mm, unsmoothed. */

interface Pixels {
  readonly width: number;
  readonly height: number;
  at(x: number, y: number): number;
}

function pixels(element: object): Pixels {
  const file = rendered(page(element, { width: 80, height: 50 }));
  const { width, height, data } = drawn(file, "-r", "254", "-aa", "no", "-aaVector", "no")[0]!;
  return { width, height, at: (x, y) => data.readUIntBE(3 * (y * width + x), 3) };
}

function count(p: Pixels): Readonly<Record<string, number>> {
  const found = new Map<number, number>();
  for (let y = 0; y < p.height; y++) for (let x = 0; x < p.width; x++) found.set(p.at(x, y), (found.get(p.at(x, y)) ?? 0) + 1);
  return Object.fromEntries([...found].map(([color, n]) => [`#${color.toString(16).padStart(6, "0")}`, n]));
}

const LINES = "gypsy quay jogging\ngypsy quay jogging\nÅngström ÅÄÖ Ůl";
const lines = (style: object, content: unknown = LINES): object => text(content, { style: { font_size: 20, line_height: 1, ...style } });

describe.skipIf(!haveRaster)("highlights", () => {
  test("cover no letter, of their own line or another", () => {
    const plain = count(pixels(lines({})))["#000000"];
    for (const padding of [0, 1, 3]) {
      const highlight = { color: "#FFDD00", padding, corner_radius: 1 };
      expect(count(pixels(lines({ highlight })))["#000000"]).toBe(plain);
      const spans = LINES.split(/(?<=[ \n])/).map((t, i) => ({
        text: t,
        style: { highlight: { ...highlight, color: i % 2 ? "#FFDD00" : "#00DDFF" } },
      }));
      expect(count(pixels(lines({}, { spans })))["#000000"]).toBe(plain);
      const cell = { text: { font_size: 20, line_height: 1, highlight }, padding: { x: 0, y: 0 } };
      const column = { key: "a", width: { mode: "fixed", value: 70 } };
      const table = {
        type: "table",
        layout: { left: 10, top: 10 },
        pagination: { row_min_height: 1 },
        columns: [column],
        rows: [{ a: LINES }],
        cell,
      };
      expect(count(pixels(table))["#000000"]).toBe(plain);
    }
  });

  test("are no darker where they overlap, between lines and between runs", () => {
    const highlight = { color: "#FF0000", opacity: 0.5, padding: 1 };
    const alone = Object.keys(count(pixels(lines({ highlight, opacity: 0 }, "one"))));
    expect(alone.sort()).toEqual(["#ff7f7f", "#ffffff"]);
    const spans = LINES.split(/(?<=[ \n])/).map((t, i) => ({ text: t, style: { highlight: { ...highlight, padding: 1 + (i % 2) } } }));
    for (const content of [LINES, { spans }])
      expect(Object.keys(count(pixels(lines({ highlight, opacity: 0 }, content)))).sort()).toEqual(alone);
  });
});

describe.skipIf(!haveRaster)("an overline", () => {
  /** Rows of pixels from the line's lower edge to the top of the letters below it; negative if they overlap. */
  const gap = (content: string, style: object = {}): number => {
    const p = pixels(lines({ font_size: 40, decoration: { lines: ["overline"], color: "#FF0000" }, ...style }, content));
    const rows = (color: number): number[] => {
      const has = (y: number): boolean => {
        for (let x = 0; x < p.width; x++) if (p.at(x, y) === color) return true;
        return false;
      };
      return Array.from({ length: p.height }, (_, y) => y).filter(has);
    };
    return Math.min(...rows(0x000000)) - Math.max(...rows(0xff0000)) - 1;
  };
  const em = (40 / 72) * 254;

  test("stands close over capitals, and clear of their accents", () => {
    expect(gap("HIJK") / em).toBeGreaterThan(0.2);
    expect(gap("HIJK") / em).toBeLessThan(0.3);
    for (const letters of ["ÉÑÂĤ", "ÅÄÖ", "bdfhkl", "ЁЙ", "漢字", "देवी", "বাংলা"])
      expect(gap(letters)).toBeGreaterThanOrEqual(letters === "देवी" ? -4 : 0);
    expect(gap("HIJK", { font_weight: "bold", font_family: "Noto Sans Mono" }) / em).toBeLessThan(0.3);
  });
});
