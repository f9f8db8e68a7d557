import { expect, test } from "vitest";
import { messageOf } from "../../compiler/core/fail.js";
import { engine } from "../../golden/cases.js";
import { haveRaster } from "../support/drawn.js";
import { page } from "../support/page.js";
import { seenPages } from "../support/seen.js";

/* A paginating container begins at its place (decisions §1, Placement), as poppler shows its pages. */

const [YELLOW, RED, GREEN, BLUE, GREY] = ["#FFCC00", "#FF0000", "#00AA00", "#0000FF", "#CCCCCC"];

const rect = (color: string, height: number): object => ({ type: "rect", layout: {}, width: 10, height, fill: { color } });
const flowed = (color: string, height: number): object => ({ ...rect(color, height), layout: { left: 0, flow: true } });

const container = (height: number, elements: readonly object[], children: object = {}): object => ({
  type: "container",
  layout: { left: 0, flow: true, children: { mode: "linear", overflow: "paginate", ...children } },
  width: 50,
  height,
  fill: { color: GREY },
  elements,
});

const of = (top: number, bottom: number, right = 10): object => ({ left: 0, top, right, bottom });

test.runIf(haveRaster)("a container begins in the room that is left on its page", async () => {
  const children = [rect(RED, 30), rect(GREEN, 30), rect(BLUE, 30)];
  const [first, second, ...more] = await seenPages(page([flowed(YELLOW, 60), container(96, children, { gap: 2 })]));
  expect(more).toEqual([]);
  expect([first!.box(YELLOW), first!.box(RED), first!.box(GREEN)]).toEqual([of(0, 60), of(60, 90), null]);
  expect(first!.box(GREY)).toMatchObject({ top: 60, bottom: 100 });
  expect([second!.box(RED), second!.box(GREEN), second!.box(BLUE)]).toEqual([null, of(8, 38), of(40, 70)]);
  // continued below the gap of 8 mm, with 92 of its 96 mm
  expect(second!.box(GREY)).toMatchObject({ top: 8, bottom: 100 });
});

test.runIf(haveRaster)("a part has its declared height where the room has it", async () => {
  const children = [rect(RED, 30), rect(GREEN, 30), rect(BLUE, 30)];
  const pages = await seenPages(page([flowed(YELLOW, 10), container(50, children), flowed(YELLOW, 5)]));
  expect(pages.map((p) => p.box(GREY))).toEqual([of(10, 60, 50), of(8, 58, 50), of(8, 58, 50)].map((b) => expect.objectContaining(b)));
  expect(pages.map((p) => [p.box(RED), p.box(GREEN), p.box(BLUE)])).toEqual([
    [of(10, 40), null, null],
    [null, of(8, 38), null],
    [null, null, of(8, 38)],
  ]);
  expect(pages[2]!.box(YELLOW)).toEqual(of(58, 63));
});

test.runIf(haveRaster)("a container higher than every page is split too, and what has no room for a first child moves on", async () => {
  const pages = await seenPages(page([flowed(YELLOW, 80), container(300, [rect(RED, 30), rect(GREEN, 60), rect(BLUE, 60)])]));
  expect(pages.map((p) => [p.box(RED), p.box(GREEN), p.box(BLUE)])).toEqual([
    [null, null, null],
    [of(8, 38), of(38, 98), null],
    [null, null, of(8, 68)],
  ]);
  expect(pages.map((p) => p.box(GREY))).toEqual([null, expect.objectContaining(of(8, 100, 50)), expect.objectContaining(of(8, 100, 50))]);
});

test.runIf(haveRaster)("continuation pages that are lower than the container hold lower parts of it", async () => {
  const layout = { flow: true, pagination: { continuation_top_gap: 60 } };
  const children = [rect(RED, 30), rect(GREEN, 30), rect(BLUE, 30)];
  const pages = await seenPages({ settings: { layout }, ...page([container(70, children)]) });
  expect(pages.map((p) => [p.box(RED), p.box(GREEN), p.box(BLUE)])).toEqual([
    [of(0, 30), of(30, 60), null],
    [null, null, of(60, 90)],
  ]);
  expect(pages[1]!.box(GREY)).toMatchObject({ top: 60, bottom: 100 });
});

test.runIf(haveRaster)("content is aligned in each part", async () => {
  const children = [rect(RED, 20), rect(GREEN, 20), rect(BLUE, 20)];
  const pages = await seenPages(page([flowed(YELLOW, 50), container(80, children, { main_align: "end", padding: { bottom: 4 } })]));
  expect(pages.map((p) => [p.box(RED), p.box(GREEN), p.box(BLUE)])).toEqual([
    [of(56, 76), of(76, 96), null],
    [null, null, of(64, 84)],
  ]);
});

test.each([
  [
    "a child that no part can hold",
    container(50, [rect(RED, 60)]),
    /^pages\[0\]\.elements\[0\]\.elements\[0\]\.height: must be at most 50 mm high.*found 60 mm/,
  ],
  [
    "padding that no part can hold",
    container(500, [rect(RED, 5)], { padding: { top: 90, bottom: 90 } }),
    /^pages\[0\]\.elements\[0\]\.layout\.children\.padding: .* make it smaller/,
  ],
])("%s is refused with advice that can be followed", async (_what, element, message) => {
  const { errors } = await engine.findings(page([element]));
  expect(errors).toHaveLength(1);
  const told = messageOf(errors[0]!);
  expect(told).toMatch(message);
  expect(told).not.toContain("paginate");
});
