import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Drawing, PageFacts, Rect } from "../../compare/facts/facts.js";
import { engine } from "../../golden/cases.js";
import { root } from "../support/tools.js";
import { pagesOf } from "./pages-of.js";

/* Facts of hand-made requests are what the request says (DF-9 to DF-11). */

async function pageOf(...elements: readonly object[]): Promise<PageFacts> {
  const body = new TextEncoder().encode(JSON.stringify({ pages: [{ width: 100, height: 80, elements }] }));
  return (await pagesOf((await engine.renderLater(body)).pdf))[0]!;
}
const at = (left: number, top: number): object => ({ layout: { left, top } });
const expectRect = (found: Rect, wanted: Rect): void => {
  wanted.forEach((value, i) => {
    expect(found[i]).toBeCloseTo(value, 2);
  });
};
const png = (name: string): object => ({
  kind: "base64",
  format: "png",
  payload: readFileSync(path.join(root, "golden/assets", name)).toString("base64"),
});
const only = ({ drawings }: PageFacts): Drawing => {
  expect(drawings).toHaveLength(1);
  return drawings[0]!;
};

describe("drawings", () => {
  test("a filled rectangle", async () => {
    const page = await pageOf({ type: "rect", ...at(10, 20), width: 30, height: 15, fill: { color: "#336699" } });
    expect([page.width, page.height, page.rotation]).toEqual([expect.closeTo(100, 3), expect.closeTo(80, 3), 0]);
    const drawing = only(page);
    expect(drawing).toMatchObject({ kind: "fill", verbs: "MLLLZ", paint: "#336699", width: 0, style: "", opacity: 1, effect: "" });
    expectRect(drawing.rect, [10, 20, 40, 35]);
  });

  test("fill and stroke are two facts, the stroke reaches half its width out", async () => {
    const { drawings } = await pageOf({
      type: "rect",
      ...at(10, 20),
      width: 30,
      height: 15,
      fill: { color: "#FFEE00" },
      stroke: { color: "#112233", width: 2 },
    });
    expect(drawings.map(({ kind, paint }) => [kind, paint])).toEqual([
      ["fill", "#FFEE00"],
      ["stroke", "#112233"],
    ]);
    expect(drawings[1]!.width).toBeCloseTo(2, 3);
    expectRect(drawings[1]!.rect, [9, 19, 41, 36]);
  });

  test("a line has its ends, width and dash in millimetres", async () => {
    const drawing = only(
      await pageOf({ type: "line", x1: 5, y1: 10, x2: 45, y2: 10, stroke: { width: 0.5, color: "#FF0000", dash: { preset: "dashed" } } }),
    );
    expect(drawing).toMatchObject({ kind: "stroke", verbs: "ML", paint: "#FF0000", style: "dash 2 1.5" });
    expect(drawing.points.map((v) => Math.round(v * 100) / 100)).toEqual([5, 10, 45, 10]);
    expectRect(drawing.rect, [5, 9.75, 45, 10.25]);
  });

  test("opacity is a number, and nothing is left of what is transparent", async () => {
    expect(
      only(await pageOf({ type: "rect", ...at(1, 1), width: 5, height: 5, fill: { color: "#000000", opacity: 0.25 } })).opacity,
    ).toBeCloseTo(0.25, 3);
    const { drawings } = await pageOf({ type: "rect", ...at(1, 1), width: 5, height: 5, fill: { color: "#000000", opacity: 0 } });
    expect(drawings).toEqual([]);
  });

  test("a change of one property of a rectangle changes its facts", async () => {
    const base = { type: "rect", ...at(10, 20), width: 30, height: 15, fill: { color: "#336699" }, stroke: { color: "#112233", width: 1 } };
    const looks = [
      base,
      { ...base, width: 31 },
      { ...base, height: 16 },
      { ...base, fill: { color: "#346699" } },
      { ...base, stroke: { color: "#112234", width: 1 } },
      { ...base, stroke: { color: "#112233", width: 1.2 } },
      { ...base, stroke: { color: "#112233", width: 1, dash: { preset: "dashed" } } },
      { ...base, stroke: { color: "#112233", width: 1, join: "round" } },
      { ...base, corner_radius: 2 },
      { ...base, fill: { color: "#336699", opacity: 0.5 } },
    ];
    const seen = new Map<string, number>();
    for (const [i, look] of looks.entries()) {
      const facts = JSON.stringify((await pageOf(look)).drawings);
      expect(seen.get(facts), `looks ${seen.get(facts)} and ${i}`).toBeUndefined();
      seen.set(facts, i);
    }
  });
});

describe("words", () => {
  test("have family, size, weight, slant, colour and angle of the request", async () => {
    const { words } = await pageOf({
      type: "text",
      ...at(10, 10),
      content: "Ship it",
      style: { font_size: 12.5, color: "#C0FFEE", font_weight: "bold", font_style: "italic" },
    });
    expect(words.map(({ text }) => text)).toEqual(["Ship", "it"]);
    for (const word of words) {
      expect(word).toMatchObject({ weight: 700, isSlanted: true, paint: "#C0FFEE", angle: 0, isVisible: true, line: 0, opacity: 1 });
      expect(word.size).toBeCloseTo(12.5, 3);
      expect(word.family).toMatch(/noto ?sans/i);
    }
    expect(words[0]!.rect[0]).toBeCloseTo(10, 1);
  });

  test("outlines differ for other glyphs of the same text", async () => {
    const text = { type: "text", ...at(10, 10), content: "Ship" };
    const [plain, bold] = [await pageOf(text), await pageOf({ ...text, style: { font_weight: "bold" } })];
    expect(plain.words[0]!.glyphs).not.toBe("");
    expect(plain.words[0]!.glyphs).not.toBe(bold.words[0]!.glyphs);
    expect((await pageOf(text)).words).toEqual(plain.words);
  });

  test.each(["Ship", "fi\u0301ance", "港の", "مرحبا", "שלום", "नमस्ते", "สวัสดี"])(
    "outlines of %s are the same in other subsets",
    async (content) => {
      const text = { type: "text", ...at(10, 10), content };
      const more = { type: "text", ...at(10, 40), content: "ABC xyz 0123 日本 سلام אבג भारत ภาษา" };
      const [alone, among] = [await pageOf(text), await pageOf(text, more)];
      expect(among.words.length).toBeGreaterThan(alone.words.length);
      expect(among.words.slice(0, alone.words.length)).toEqual(alone.words);
    },
  );
});

describe("pictures", () => {
  test("have box and pixels", async () => {
    const { pictures } = await pageOf(
      { type: "image", ...at(10, 10), width: 20, height: 20, fit: "fill", source: png("rgb.png") },
      { type: "image", ...at(50, 10), width: 20, height: 20, fit: "fill", source: png("rgb.png") },
      { type: "image", ...at(10, 40), width: 20, height: 20, fit: "fill", source: png("gray.png") },
    );
    expect(pictures).toHaveLength(3);
    expectRect(pictures[0]!.rect, [10, 10, 30, 30]);
    expectRect(pictures[1]!.rect, [50, 10, 70, 30]);
    expect(pictures[0]!.pixels).toBe(pictures[1]!.pixels);
    expect(pictures[2]!.pixels).not.toBe(pictures[0]!.pixels);
  });
});
