import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { Engine } from "../../runtime/engine/engine.js";
import { haveRaster } from "../support/drawn.js";
import { fileOf } from "../support/pdf.js";
import { seenPagesOf } from "../support/seen.js";

/* Pictures of Markdown, as poppler draws them (L35). */

const RED = "#FF0000";
/** Of a pixel at 96 to the inch, mm. */
const PIXEL = 25.4 / 96;
const MARGIN = 10;
/** Content box of the page, mm. */
const [WIDTH, HEIGHT] = [80, 100];
/** Pixels by key; the resolution of a file does not count. */
const SIZES: Readonly<Record<string, readonly [width: number, height: number, dpi: number]>> = {
  small: [96, 48, 300],
  odd: [7, 3, 72],
  exact: [302, 20, 96],
  wide: [1200, 100, 96],
  high: [50, 2000, 96],
  huge: [1600, 4000, 96],
};
const files = new Map<string, Buffer>();

beforeAll(async () => {
  for (const [key, [width, height, dpi]] of Object.entries(SIZES)) {
    const picture = sharp({ create: { width, height, channels: 3, background: RED } });
    files.set(`${key}.png`, await picture.withMetadata({ density: dpi }).png().toBuffer());
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60" fill="${RED}"/></svg>`;
  files.set("drawing.svg", Buffer.from(svg));
});

const request = (source: string): object => ({
  flow_document: {
    page_masters: {
      main: {
        width: WIDTH + 2 * MARGIN,
        height: HEIGHT + 2 * MARGIN,
        layout: { page_margin: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN } },
      },
    },
    segments: [{ page_master: "main", content: [{ type: "markdown", source }] }],
  },
});

const engine = new Engine(undefined, (key) => files.get(key) ?? null);
const pagesOf = async (source: string): Promise<ReturnType<typeof seenPagesOf>> =>
  seenPagesOf(fileOf((await engine.renderLater(request(source))).pdf));

describe.runIf(haveRaster)("a picture of Markdown", () => {
  test.each([
    ["small.png", 96 * PIXEL, 48 * PIXEL],
    ["odd.png", 7 * PIXEL, 3 * PIXEL],
    ["exact.png", 302 * PIXEL, 20 * PIXEL],
    ["drawing.svg", 120 * PIXEL, 60 * PIXEL],
    ["wide.png", WIDTH, (WIDTH * 100) / 1200],
    ["high.png", (HEIGHT * 50) / 2000, HEIGHT],
    ["huge.png", (HEIGHT * 1600) / 4000, HEIGHT],
  ])("%s has its pixels at 96 to the inch, or less", async (key, width, height) => {
    const [page, ...more] = await pagesOf(`![A red field](${key})`);
    const near = (mm: number): unknown => expect.closeTo(mm, 0);
    expect(page!.box(RED)).toEqual({ left: near(MARGIN), top: near(MARGIN), right: near(MARGIN + width), bottom: near(MARGIN + height) });
    expect(more).toEqual([]);
  });

  test("in a list and a quote is at most as wide as their text", async () => {
    for (const source of ["- ![A red field](wide.png)", "> ![A red field](wide.png)"]) {
      const [page] = await pagesOf(source);
      const { left, top, right, bottom } = page!.box(RED)!;
      expect(left).toBeGreaterThan(MARGIN + 3);
      expect(right).toBeCloseTo(MARGIN + WIDTH, 0);
      expect((bottom - top) * 12).toBeCloseTo(right - left, -1);
    }
  });

  test("that does not fit below a text is on the next page, with room for its title", async () => {
    const lines = Array.from({ length: 12 }, (_, i) => `Line ${i}`).join("\n\n");
    for (const key of ["high.png", "huge.png"]) {
      const pages = await pagesOf(`${lines}\n\n![A red field](${key} "A *high* field")`);
      expect(pages.map((p) => p.box(RED) !== null)).toEqual([false, true]);
      const { top, bottom } = pages[1]!.box(RED)!;
      const lowest = pages[1]!.ink()!.bottom;
      expect(top).toBeCloseTo(MARGIN, 0);
      // one line of 12 pt, 1.5 mm below
      expect(bottom).toBeGreaterThan(MARGIN + HEIGHT - 9);
      expect(lowest).toBeGreaterThan(bottom + 3);
      expect(lowest).toBeLessThan(MARGIN + HEIGHT + 0.5);
    }
  });

  test("with a title that fills the page is as high as without", async () => {
    const [first] = await pagesOf(`![A red field](high.png "${"many words ".repeat(400)}")`);
    const { bottom } = first!.box(RED)!;
    expect(bottom).toBeCloseTo(MARGIN + HEIGHT, 0);
  });
});
