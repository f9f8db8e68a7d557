import { describe, expect, test } from "vitest";
import type { AccessibilityReport } from "../../accessibility/report.js";
import { colorFont, composite, glyph, layers, LEFT, solid, SQUARE } from "../support/fonts/color.js";
import { engineWith } from "../support/fonts/engine.js";
import { reportOf } from "../support/accessibility/report.js";

/* Contrast of glyphs in colour (AX-27): the drawings' paints count, not the colour of the style. */

const [YELLOW, WHITE, BLACK] = [3, 4, 5];
const TEXT_COLOR = 0xffff;
const engine = engineWith(
  colorFont({
    paints: {
      y: glyph(SQUARE, solid(YELLOW)),
      b: glyph(SQUARE, solid(BLACK)),
      w: glyph(SQUARE, solid(WHITE)),
      // white under black on five of eight parts
      m: layers(2, 0),
      c: glyph(SQUARE, solid(TEXT_COLOR)),
      // the black outline is cleared
      n: composite(glyph(SQUARE, solid(BLACK)), 0, glyph(SQUARE, solid(BLACK))),
      "😀": glyph(SQUARE, solid(YELLOW)),
      "🖤": glyph(SQUARE, solid(BLACK)),
    },
    layers: [glyph(SQUARE, solid(WHITE)), glyph(LEFT, solid(BLACK))],
    plain: "i",
  }),
);

const colours = (content: string, style: object = {}, top = 20): object => ({
  type: "text",
  layout: { left: 20, top },
  content,
  style: { font_family: "Colours", font_size: 24, ...style },
});
const contrastIn = async (...elements: readonly object[]): Promise<AccessibilityReport["checks"][number] & { found: unknown }> => {
  const request = { settings: { profile: "pdfa-ua1", metadata: { title: "T", language: "en" } }, pages: [{ size: "a4", elements }] };
  const { checks, findings } = await reportOf(request, true, {}, engine);
  const found = findings.filter(({ check }) => check === "contrast").map(({ path, measured, patch }) => [path, measured, patch]);
  return { ...checks.find(({ id }) => id === "contrast")!, found };
};

describe("letters in colour", () => {
  test("yellow ones fail on white, whatever the colour of the text", async () => {
    // #FDD835: luminance 0.7025
    expect(await contrastIn(colours("yyy", { color: "#000000" }))).toMatchObject({
      tested: 1,
      found: [["/pages/0/elements/0", 1.39, undefined]],
    });
  });

  test("black ones hold, though the colour of the text is pale", async () => {
    expect(await contrastIn(colours("bbb", { color: "#EEEEEE" }))).toMatchObject({ outcome: "passed", tested: 1 });
  });

  test("those that take the colour of the text are measured by it", async () => {
    expect(await contrastIn(colours("cc", { color: "#333333" }))).toMatchObject({ outcome: "passed", tested: 1 });
    expect(await contrastIn(colours("cc", { color: "#CCCCCC" }))).toMatchObject({ outcome: "failed" });
  });

  test("black with 0.3 opacity on white is gray", async () => {
    // 0.7 white: 1.05 / (0.448 + 0.05)
    expect(await contrastIn(colours("bb", { opacity: 0.3 }))).toMatchObject({ found: [["/pages/0/elements/0", 2.1, undefined]] });
  });

  test("of two colours the first quartile counts", async () => {
    expect(await contrastIn(colours("m"))).toMatchObject({ found: [["/pages/0/elements/0", 1, undefined]] });
    const dark = { type: "rect", layout: { left: 10, top: 10 }, width: 60, height: 30, fill: { color: "#777777" } };
    // white 4.47, black 4.68: large text
    expect(await contrastIn(dark, colours("m"))).toMatchObject({ outcome: "passed" });
  });

  test("outlines beside drawings are measured by the colour of the text", async () => {
    expect(await contrastIn(colours("bib", { color: "#EEEEEE" }))).toMatchObject({
      tested: 2,
      found: [["/pages/0/elements/0", 1.16, [{ op: "replace", path: "/pages/0/elements/0/style/color", value: "#949494" }]]],
    });
  });

  test("a drawing that paints nothing has no contrast", async () => {
    expect(await contrastIn(colours("nn"))).toMatchObject({ tested: 0, outcome: "inapplicable" });
  });
});

describe("emoji", () => {
  test("are pictures: they have no contrast of text", async () => {
    expect(await contrastIn(colours("😀😀 😀"))).toMatchObject({ tested: 0, found: [] });
    expect(await contrastIn(colours("i😀", { color: "#000000" }))).toMatchObject({ tested: 1, found: [] });
  });

  test("are ground of a text over them", async () => {
    const over = (color: string): object => ({
      type: "text",
      layout: { left: 26, top: 26 },
      content: "Over",
      style: { font_size: 10, color },
    });
    const large = colours("🖤", { font_size: 100 });
    expect(await contrastIn(large, over("#FFFFFF"))).toMatchObject({ tested: 1, outcome: "passed" });
    expect(await contrastIn(large, over("#111111"))).toMatchObject({ outcome: "failed" });
  });
});

describe("links in colour", () => {
  const linked = async (link: string, color: string, around: string): Promise<unknown> => {
    const style = { font_family: "Colours", font_size: 24 };
    const spans = [
      { text: around, style: { ...style, color: "#000000" } },
      { text: link, style: { ...style, color }, link: { target: { type: "url", url: "https://example.com/" } } },
    ];
    const elements = [{ type: "text", layout: { left: 20, top: 20 }, content: { spans } }];
    const request = { settings: { profile: "pdfa-ua1", metadata: { title: "T", language: "en" } }, pages: [{ size: "a4", elements }] };
    const { findings } = await reportOf(request, false, {}, engine);
    return findings.filter(({ check }) => check === "color-alone").map(({ measured }) => measured);
  };

  test("of letters that take the colour of the text differ by it", async () => {
    // navy on black: 0.0156 + 0.05 to 0.05
    expect(await linked("cc", "#000080", "cc ")).toEqual([1.31]);
    expect(await linked("cc", "#999999", "cc ")).toEqual([]);
  });

  test("of letters with colours of their own do not, whatever the colours of the texts", async () => {
    expect(await linked("bb", "#000080", "bb ")).toEqual([]);
    expect(await linked("bb", "#000080", "cc ")).toEqual([]);
  });

  test("that are pale by their drawings differ from black text, though the colours of the texts are near", async () => {
    expect(await linked("yy", "#000080", "bb ")).toEqual([]);
  });

  test("are told apart by the colours that only one of both has", async () => {
    // white and black to black
    expect(await linked("mm", "#000080", "bb ")).toEqual([]);
    expect(await linked("mc", "#000080", "mc ")).toEqual([1.31]);
  });
});
