import fc from "fast-check";
import { expect, test } from "vitest";
import { runs, seed } from "../support/runs.js";
import { pdfOf } from "../support/pdf.js";
import { linksOf, seenPages } from "../support/seen.js";
import { has, needs } from "../support/tools.js";

/* SVG pictures in boxes of other proportions, as poppler draws them: CSS's object-fit and object-position (decisions §8.7). */
const havePoppler = needs("pdftoppm (poppler-utils)", has("pdftoppm"));
const [RED, BLUE] = ["#FF0000", "#0000FF"];
const ALIGN = [...["top_left", "top", "top_right"], ...["left", "center", "right"], ...["bottom_left", "bottom", "bottom_right"]];

const svg = (width: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="5 0 40 20"><path fill="${RED}" d="M5 0h20v20h-20z"/><path fill="${BLUE}" d="M25 0h20v20h-20z"/></svg>`;
const base64 = (format: string, payload: string): object => ({ kind: "base64", format, payload });
const SOURCES = [base64("svg", Buffer.from(svg(40)).toString("base64"))];
const LETTERBOXED = base64("svg", Buffer.from(svg(70)).toString("base64"));
const ASPECT = 2;

const given = fc
  .record({
    source: fc.constantFrom(...SOURCES, LETTERBOXED),
    width: fc.integer({ min: 4, max: 60 }),
    height: fc.integer({ min: 4, max: 60 }),
    fit: fc.constantFrom("fill", "contain", "cover", undefined),
    align: fc.option(fc.constantFrom(...ALIGN), { nil: undefined }),
  })
  .filter(({ source, fit }) => source !== LETTERBOXED || fit === "contain" || fit === "cover");

test.runIf(havePoppler)("a picture is stretched, whole or cut, where align places it", async () => {
  await fc.assert(
    fc.asyncProperty(given, async ({ source, width, height, fit, align }) => {
      const element = { type: "image", layout: { left: 10, top: 10 }, width, height, source, fit, align };
      const [page] = await seenPages({ pages: [{ width: 80, height: 80, elements: [element] }] });
      const wide = fit === "contain" ? Math.min(width, ASPECT * height) : Math.max(width, ASPECT * height);
      const [w, h] = fit === "contain" || fit === "cover" ? [wide, wide / ASPECT] : [width, height];
      const place = ALIGN.indexOf(align ?? "center");
      const left = 10 + ((width - w) * (place % 3)) / 2;
      const top = 10 + ((height - h) * Math.floor(place / 3)) / 2;
      const near = (mm: number): unknown => expect.closeTo(mm, 0);
      const shown = [Math.max(left, 10), Math.min(left + w, 10 + width)] as const;
      const half = (from: number, to: number): unknown =>
        Math.min(to, shown[1]) - Math.max(from, shown[0]) < 0.5
          ? expect.anything()
          : {
              left: near(Math.max(from, shown[0])),
              right: near(Math.min(to, shown[1])),
              top: near(Math.max(top, 10)),
              bottom: near(Math.min(top + h, 10 + height)),
            };
      expect(page!.box(RED) ?? "none").toEqual(half(left, left + w / 2));
      expect(page!.box(BLUE) ?? "none").toEqual(half(left + w / 2, left + w));
    }),
    { numRuns: runs(60), seed },
  );
});

test("the region of a link is what is drawn", async () => {
  const link = (name: string): object => ({ link: { target: { type: "url", url: `https://${name}.example/` } } });
  const picture = { source: SOURCES[0], width: 20, height: 20 };
  const at = (left: number): object => ({ type: "image", layout: { left, top: 5 }, ...picture });
  const elements = [
    { ...at(5), fit: "contain", ...link("whole") },
    { ...at(30), fit: "cover", ...link("cut") },
    { ...at(55), fit: "contain", align: "top", rotation: 90, ...link("turned") },
    {
      type: "table",
      layout: { left: 0, top: 40 },
      columns: [{ key: "a", width: { mode: "fixed", value: 20 } }],
      cell: { padding: { x: 0, y: 0 } },
      rows: [{ a: { image: { ...picture, fit: "contain", align: "bottom" }, ...link("cell") } }],
      pagination: { row_min_height: 20 },
    },
  ];
  const [links] = await linksOf(await pdfOf({ pages: [{ width: 90, height: 70, elements }] }));
  const found = Object.fromEntries(links!.map(({ url, boxes }) => [/\w+(?=\.example)/.exec(url)![0], boxes]));
  const near = (...box: readonly number[]): unknown => [box.map((mm) => expect.closeTo(mm, 1) as unknown)];
  expect(found).toEqual({ whole: near(5, 10, 25, 20), cut: near(30, 5, 50, 25), turned: near(65, 5, 75, 25), cell: near(0, 50, 20, 60) });
});
