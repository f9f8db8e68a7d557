import { expect, test } from "vitest";
import { messageOf } from "../../compiler/core/fail.js";
import { engine } from "../../golden/cases.js";
import { page } from "../support/page.js";

/* The refusal of what does not fit is at the faulty field, and the advised request is accepted. */

const refusal = async (request: object): Promise<string> => {
  const { errors } = await engine.findings(request);
  return errors.length === 0 ? "" : messageOf(errors[0]!);
};

const LONG = "Nets are mended in the morning light, and boats come back before the wind turns. ";
const text = (content: string, more: object): object => ({ type: "text", content, ...more });

/** Rows of 7 mm on a page of 148 mm. @param span of the first cell */
const joined = (count: number, span: number, words: string): object => ({
  settings: { layout: { flow: true } },
  pages: [
    {
      size: "a6",
      elements: [
        {
          type: "table",
          layout: { left: 10 },
          width: 60,
          columns: [
            { key: "a", width: { mode: "fixed", value: 30 } },
            { key: "b", width: { mode: "auto" } },
          ],
          rows: Array.from({ length: count }, (_, i) => ({
            ...(i % span === 0 && { a: { content: words, row_span: span } }),
            b: i,
          })),
        },
      ],
    },
  ],
});

test("rows that a span joins are told to be joined less, not to shorten their text", async () => {
  const told = await refusal(joined(60, 60, "Warehouse North"));
  expect(told).toMatch(/^pages\[0\]\.elements\[0\]\.rows\[0\]: must be at most [\d.]+ mm high.*a row_span joins 60 rows.*join fewer rows/);
  expect(told).not.toContain("shorten");
  expect(await refusal(joined(60, 15, "Warehouse North"))).toBe("");
});

test("one cell over several rows whose own text is too high is told to shorten it", async () => {
  expect(await refusal(joined(4, 4, LONG.repeat(20)))).toMatch(/a row is not broken: shorten its text/);
  expect(await refusal(joined(4, 4, LONG))).toBe("");
});

const footer = (height: number, content: string, top = 2): object => ({
  flow_document: {
    page_masters: {
      m: {
        size: "a6",
        layout: { page_margin: { top: 8, right: 10, bottom: 5, left: 10 } },
        footer: { layout: { height }, elements: [text(content, { layout: { left: 0, top }, style: { font_size: 8, width: 85 } })] },
      },
    },
    segments: [{ page_master: "m", content: [{ type: "block", element: { type: "text", content: "Body." } }] }],
  },
});

test("a footer off the page is told to be higher, to begin higher, or to be shorter", async () => {
  const long = LONG.repeat(5);
  const told = await refusal(footer(10, long));
  expect(told).toMatch(/make the footer higher \(layout\.height\), move it up, or shorten it$/);
  expect(await refusal(footer(25, long))).toBe("");
  expect(await refusal(footer(10, long, -12))).toBe("");
  expect(await refusal(footer(10, LONG))).toBe("");
});

test.each([
  ["in a body", page(text(LONG.repeat(30), { layout: { left: 0, top: 0 }, style: { width: 80 } })), true],
  ["that is turned", page(text(LONG.repeat(30), { layout: { left: 0, top: 0 }, rotation: 90, style: { width: 80 } })), false],
  ["that shrinks", page(text(LONG.repeat(90), { layout: { left: 0, top: 90 }, style: { width: 80, shrink_to_fit: true } })), false],
  [
    "in a container",
    page({
      type: "container",
      layout: { left: 0, top: 0, children: { mode: "linear" } },
      width: 80,
      height: 80,
      elements: [text(LONG.repeat(30), {})],
    }),
    false,
  ],
  ["of a stamp", { ...page([]), layers: { stamp: { elements: [text(LONG.repeat(30), { layout: { left: 0, top: 0 } })] } } }, false],
  [
    "of a header",
    { ...page([]), header: { layout: { height: 10 }, elements: [text(LONG.repeat(30), { layout: { left: 0, top: 0 } })] } },
    false,
  ],
])("text %s is told to paginate only if it may", async (_where, request, may) => {
  const told = await refusal(request);
  expect(told).toContain("beyond the bottom");
  expect(told.includes("paginate")).toBe(may);
});

test.each([
  ["a container with places of its own", { mode: "coordinate" }, false],
  ["a line downwards", { mode: "linear" }, true],
  ["a line across", { mode: "linear", axis: "horizontal" }, false],
])("%s that flows is told to paginate only if it may", async (_what, children, may) => {
  const told = await refusal(page({ type: "container", layout: { left: 0, flow: true, children }, width: 50, height: 120, elements: [] }));
  expect(told).toMatch(/^pages\[0\]\.elements\[0\]\.height: must be at most 100 mm high.*found 120 mm: make it lower/);
  expect(told.includes("paginate")).toBe(may);
});

const rect = (layout: object, width = 20, height = 20): object => ({ type: "rect", layout, width, height, fill: { color: "#FF0000" } });

test.each([
  ["layout.left", rect({ left: -1, top: 0 })],
  ["layout.top", rect({ left: 0, top: -1 })],
  ["layout.right", rect({ right: -1, top: 0 })],
  ["layout.bottom", rect({ left: 0, bottom: -1 })],
  ["layout.left", rect({ left: 120, top: 0 })],
  ["layout.top", rect({ left: 0, top: 120 })],
  ["layout.right", rect({ right: 120, top: 0 })],
  ["layout.anchor", rect({ anchor: { reference: "page_left", offset: -4 }, top: 0 })],
  ["layout.anchor", rect({ anchor: { reference: "content_right", offset: -4 }, top: 0 })],
  ["width", rect({ left: 0, top: 0 }, 120)],
  ["width", rect({ right: 0, top: 0 }, 120)],
  ["height", rect({ left: 0, top: 0 }, 20, 120)],
  ["height", rect({ left: 0, flow: true }, 20, 120)],
  ["", rect({ left: 90, top: 0 })],
  ["", rect({ left: 0, top: 90 })],
  ["", rect({ right: 90, top: 0 })],
  ["x1", { type: "line", x1: -3, y1: 0, x2: 10, y2: 0 }],
  ["x2", { type: "line", x1: 120, y1: 0, x2: 130, y2: 0 }],
  ["y2", { type: "line", x1: 0, y1: 0, x2: 10, y2: 101 }],
  [
    "points[2].y",
    {
      type: "polygon",
      points: [
        { x: 1, y: 1 },
        { x: 9, y: 1 },
        { x: 5, y: -1 },
      ],
    },
  ],
  ["cx", { type: "circle", cx: -20, cy: 50, r: 5 }],
  ["", { type: "circle", cx: 2, cy: 50, r: 5 }],
  ["frame.width", text("x", { layout: { left: 0, top: 0 }, frame: { width: 120 }, content: { blocks: [] } })],
  ["style.width", text("x", { layout: { left: 0, top: 0 }, style: { width: 120 } })],
  [
    "elements[0].layout.left",
    {
      type: "container",
      layout: { left: 2, top: 0, children: { mode: "coordinate" } },
      width: 9,
      height: 9,
      elements: [rect({ left: -5, top: 0 })],
    },
  ],
])("an element outside of the page is told at its field %s", async (field, element) => {
  const told = await refusal(page(element));
  expect(told.slice(0, told.indexOf(":"))).toBe(`pages[0].elements[0]${field === "" ? "" : `.${field}`}`);
  expect(told).toContain(": must be ");
});

test.each([
  ["width", { width: -1 }],
  ["width", { width: 0 }],
  ["height", { width: 10, height: -1 }],
  ["padding.left", { width: 10, padding: { left: -1 } }],
])("a frame is told at its field %s, once", async (field, frame) => {
  const element = { type: "text", layout: { left: 20, top: 20 }, frame, content: { blocks: [] } };
  const { errors } = await engine.findings(page(element));
  expect(errors.map(messageOf)).toEqual([
    expect.stringMatching(new RegExp(`^pages\\[0\\]\\.elements\\[0\\]\\.frame\\.${field}: must be `)),
  ]);
});

test("a turned element is told that its box before the rotation leaves the page", async () => {
  const symbol = (rotation: number, left: number): object => ({
    ...{ type: "barcode", format: "code128", content: "00340434161094012345", width: 80, height: 15, rotation },
    layout: { left, top: 40 },
  });
  const sheet = (element: object): object => page(element, { size: "a6" });
  expect(await refusal(sheet(symbol(90, 50)))).toMatch(/found 25 mm of its box before its rotation beyond the right/);
  expect(await refusal(sheet(symbol(90, 24)))).toBe("");
  // angles other than quarters behave as none
  expect(await refusal(sheet(symbol(360, 50)))).toMatch(/found 25 mm of it beyond the right/);
  const turned = text("Fragile", { rotation: 45, style: { width: 60 }, layout: { left: 60, top: 20 } });
  expect(await refusal(sheet(turned))).toMatch(/found 15 mm of its box before its rotation beyond the right/);
  const labelled = { ...symbol(90, -20), barcode_text: { enabled: true } };
  expect(await refusal(sheet(labelled))).toMatch(/found 20 mm of the element's box before its rotation beyond the left/);
});

test("what is too large by less than 0.001 mm does not read as if it were not", async () => {
  const flowing = (element: object): object => ({
    settings: { layout: { flow: true, page_margin: { top: 15, right: 10, bottom: 15, left: 10 } } },
    pages: [{ size: "a6", elements: [element] }],
  });
  const box = (more: object): object => ({ type: "rect", layout: { left: 0 }, width: 20, height: 10, ...more });
  expect(await refusal(flowing(box({ height: 118.0004 })))).toMatch(/at most 118 mm high, .*; found 118\.0004 mm: /);
  expect(await refusal(flowing(box({ layout: { left: -10.0001 } })))).toMatch(/found 0\.0001 mm of the element beyond the left/);
  expect(await refusal(flowing(box({ width: 95.000002 })))).toMatch(/found 0\.000002 mm of it beyond the right/);
  expect(await refusal(flowing(box({ height: 118.01 })))).toMatch(/at most 118 mm high, .*; found 118\.01 mm: /);
});
