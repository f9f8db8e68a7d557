import { expect, test } from "vitest";
import { displayList } from "../../golden/cases.js";
import type { StructNode } from "../../ir/ir.js";
import { haveRaster } from "../support/drawn.js";
import { page } from "../support/page.js";
import { fileOf, pdfOf } from "../support/pdf.js";
import { linksOf, seenPages } from "../support/seen.js";
import { FLAVOURS, faults, haveVera } from "../support/verapdf.js";

/* The drawing's box, less clips, by pdf.js (decisions §1, Link regions). */

const RED = "#FF0000";
const link = (name: string, more: object = {}): object => ({ link: { target: { type: "url", url: `https://${name}.example/` }, ...more } });
const at = (left: number, top: number): object => ({ layout: { left, top } });
const size = (width: number, height: number): object => ({ width, height });
const paint = { fill: { color: RED } };

async function regions(request: object): Promise<readonly (readonly [string, ...(readonly number[])[]])[]> {
  const pages = await linksOf(await pdfOf(request));
  return pages.flat().map(({ url, boxes }) => [url.replace(/^https:\/\/|\.example\/$/g, ""), ...boxes]);
}

const near = (box: readonly number[]): readonly unknown[] => box.map((v) => expect.closeTo(v, 1) as unknown);

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
).toString("base64");

test.each([
  ["rect", { type: "rect", ...at(20, 40), ...size(40, 10), rotation: 90, ...paint }, [35, 25, 45, 65]],
  [
    "path",
    {
      type: "path",
      ...at(55, 40),
      ...size(40, 10),
      view_box: { x: 0, y: 0, width: 4, height: 1 },
      d: "M0 0H4V1H0Z",
      rotation: 90,
      ...paint,
    },
    [70, 25, 80, 65],
  ],
  ["ellipse", { type: "ellipse", cx: 40, cy: 45, rx: 20, ry: 5, rotation: 270, ...paint }, [35, 25, 45, 65]],
  [
    "image",
    { type: "image", ...at(20, 40), ...size(40, 10), rotation: 90, source: { kind: "base64", format: "png", payload: pixel } },
    [35, 25, 45, 65],
  ],
  // 40 × 10 at 30°: 40 cos 30° + 10 sin 30° across, 40 sin 30° + 10 cos 30° down, about the same centre
  [
    "image at 30°",
    { type: "image", ...at(20, 40), ...size(40, 10), rotation: 30, source: { kind: "base64", format: "png", payload: pixel } },
    [40 - 19.82, 45 - 14.33, 40 + 19.82, 45 + 14.33],
  ],
  ["barcode", { type: "barcode", format: "code128", content: "ABC", ...at(20, 40), ...size(40, 10), rotation: 90 }, [35, 25, 45, 65]],
])("the region of a turned %s is the box of what is drawn", async (_what, element, box) => {
  expect(await regions(page({ ...element, ...link("a") }))).toEqual([["a", near(box)]]);
  expect(await regions(page({ ...element, ...link("a", { padding: 2 }) }))).toEqual([
    ["a", near([box[0]! - 2, box[1]! - 2, box[2]! + 2, box[3]! + 2])],
  ]);
});

test.runIf(haveRaster)("a turned symbol with its text is in its region", async () => {
  const barcode = {
    type: "barcode",
    format: "code128",
    content: "ABC",
    ...at(20, 40),
    ...size(40, 10),
    rotation: 90,
    barcode_text: { enabled: true },
  };
  const request = page({ ...barcode, ...link("a") });
  const [[, box]] = (await regions(request)) as readonly [readonly [string, readonly number[]]];
  const ink = (await seenPages(request))[0]!.ink()!;
  expect(box![0]).toBeLessThanOrEqual(ink.left + 0.1);
  expect(box![1]).toBeLessThanOrEqual(ink.top + 0.1);
  expect(box![2]).toBeGreaterThanOrEqual(ink.right - 0.1);
  expect(box![3]).toBeGreaterThanOrEqual(ink.bottom - 0.1);
  expect(box![3]! - box![1]!).toBeLessThan(41);
  expect(box![2]! - box![0]!).toBeLessThan(20);
});

test.each([
  ["a level line", { type: "line", x1: 10, y1: 20, x2: 50, y2: 20, stroke: { width: 2 } }, [10, 19, 50, 21]],
  ["a line with square caps", { type: "line", x1: 10, y1: 20, x2: 50, y2: 20, stroke: { width: 2, cap: "square" } }, [9, 19, 51, 21]],
  ["a circle", { type: "circle", cx: 30, cy: 30, r: 10, stroke: { width: 2 } }, [19, 19, 41, 41]],
])("the region of %s includes its stroke", async (_what, element, box) => {
  expect(await regions(page({ ...element, ...link("a") }))).toEqual([["a", near(box)]]);
});

const clipping = (elements: readonly object[], children: object = {}): object => ({
  type: "container",
  layout: { left: 10, top: 10, children: { mode: "coordinate", overflow: "clip", ...children } },
  ...size(30, 20),
  elements,
});
const linked = (name: string, [left, top, width, height]: readonly [number, number, number, number], more: object = {}): object => ({
  type: "rect",
  ...at(left, top),
  ...size(width, height),
  ...paint,
  ...link(name, more),
});

test("a container that clips cuts regions, and what it hides is no link", async () => {
  expect(
    await regions(
      page(
        clipping([
          linked("cut", [5, 5, 60, 40]),
          { type: "link", ...at(50, 0), ...size(20, 10), target: { type: "url", url: "https://hidden.example/" } },
          linked("touching", [30, 0, 10, 10]),
          { type: "text", ...at(40, 0), content: "hidden", ...link("hidden-text") },
          { type: "text", ...at(40, 0), content: { spans: [{ text: "hidden", ...link("hidden-span") }] } },
          {
            type: "barcode",
            format: "code128",
            content: "ABC",
            ...at(40, 0),
            ...size(9, 9),
            barcode_text: { enabled: true },
            ...link("hidden-code"),
          },
        ]),
      ),
    ),
  ).toEqual([["cut", near([15, 15, 40, 30])]]);
});

test("padding is around what is drawn, and is cut with it", async () => {
  const elements = [
    linked("inside", [10, 5, 5, 5], { padding: 2 }),
    linked("at-edge", [28, 5, 5, 5], { padding: 3 }),
    linked("out", [31, 5, 5, 5], { padding: 4 }),
  ];
  expect(await regions(page(clipping(elements)))).toEqual([
    ["inside", near([18, 13, 27, 22])],
    ["at-edge", near([35, 12, 40, 23])],
  ]);
  expect(await regions(page(linked("page", [0, 0, 10, 10], { padding: 5 })))).toEqual([["page", near([0, 0, 15, 15])]]);
});

test("containers that clip cut each other's content", async () => {
  const inner = {
    ...clipping([linked("both", [0, 0, 60, 60])]),
    layout: { left: 20, top: 15, children: { mode: "coordinate", overflow: "clip" } },
  };
  expect(await regions(page(clipping([inner])))).toEqual([["both", near([30, 25, 40, 30])]]);
  const open = { ...inner, layout: { left: 20, top: 15, children: { mode: "coordinate", overflow: "visible" } } };
  expect(await regions(page(clipping([open])))).toEqual([["both", near([30, 25, 40, 30])]]);
});

test("the link of a container that clips is its own box", async () => {
  expect(await regions(page({ ...clipping([{ type: "rect", ...at(0, 0), ...size(80, 80), ...paint }]), ...link("whole") }))).toEqual([
    ["whole", near([10, 10, 40, 30])],
  ]);
});

const paragraphs = (...texts: readonly object[]): object => ({
  blocks: texts.map((inline) => ({ type: "paragraph", inlines: [{ type: "text", ...inline }] })),
});

test("the frame of a text that clips cuts the links of its lines", async () => {
  const text = (height: number, rotation = 0): object => ({
    type: "text",
    ...at(10, 40),
    frame: { width: 40, height, overflow: "clip" },
    rotation,
    content: paragraphs({ text: "seen", ...link("seen") }, { text: "half", ...link("half") }, { text: "hidden", ...link("hidden") }),
  });
  const whole = await regions(page(text(40)));
  expect(whole.map(([name]) => name)).toEqual(["seen", "half", "hidden"]);
  // lines of 12 pt are 5.08 mm apart
  const cut = await regions(page(text(8)));
  expect(cut.map(([name]) => name)).toEqual(["seen", "half"]);
  expect(cut[1]![1]![3]).toBeCloseTo(48, 1);
  expect((await regions(page(text(10.16)))).map(([name]) => name)).toEqual(["seen", "half"]);
  const turned = await regions(page(text(8, 90)));
  expect(turned.map(([name]) => name)).toEqual(["seen", "half"]);
  expect(turned[1]![1]![0]).toBeCloseTo(26, 1);
});

test("placed parts that are clipped have cut regions too", async () => {
  const placed = (bounds: string, left: number): object => ({
    flow_document: {
      page_masters: { m: { width: 100, height: 100, layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 } } } },
      segments: [
        {
          page_master: "m",
          content: [{ type: "placed", layout: { reference: "body", bounds }, element: linked("part", [left, 0, 30, 10]) }],
        },
      ],
    },
  });
  expect(await regions(placed("clip", 70))).toEqual([["part", near([80, 10, 90, 20])]]);
  expect(await regions(placed("clip", 81))).toEqual([]);
  expect(await regions(placed("visible", 70))).toEqual([["part", near([80, 10, 100, 20])]]);
});

test("links that are dropped leave no Link element, and what is hidden is still read", async () => {
  const content = [
    clipping([
      { type: "text", ...at(0, 0), content: { spans: [{ text: "seen ", ...link("seen") }] } },
      { type: "text", ...at(40, 0), content: "one", ...link("hidden-text", { alt: "a" }) },
      { type: "text", ...at(40, 5), content: { spans: [{ text: "two" }, { text: "three", ...link("hidden-span") }] } },
      { type: "link", ...at(50, 0), ...size(20, 10), target: { type: "url", url: "https://hidden.example/" }, alt: "b" },
      {
        type: "path",
        ...at(50, 0),
        ...size(9, 9),
        view_box: { x: 0, y: 0, width: 1, height: 1 },
        d: "M0 0H1V1Z",
        ...paint,
        alt: "c",
        ...link("d"),
      },
    ]),
  ];
  const request = { settings: { profile: "pdfa-ua1", metadata: { title: "t", language: "en" } }, ...page(content) };
  if (haveVera) {
    const file = fileOf(await pdfOf(request));
    expect(faults(FLAVOURS["pdfa-ua1"].map((flavour) => ({ flavour, file })))).toEqual([]);
  }
  const doc = await displayList(new TextEncoder().encode(JSON.stringify(request)));
  const roles: string[] = [];
  const walk = (node: StructNode): void => {
    roles.push(node.role);
    for (const kid of node.kids) if (typeof kid === "object") walk(kid);
  };
  walk(doc.structure);
  expect(doc.pages[0]!.links).toHaveLength(1);
  expect(roles.filter((r) => r === "Link")).toHaveLength(1);
  expect(roles.filter((r) => r === "P")).toHaveLength(3);
  expect(roles.filter((r) => r === "Figure")).toHaveLength(1);
});
