import fc from "fast-check";
import { expect, test } from "vitest";
import { haveRaster } from "../support/drawn.js";
import { runs, seed } from "../support/runs.js";
import { seenPages } from "../support/seen.js";

/* The cursor advances by the visible extent, with stroke (core contract, Flow planning rules 7). */

const [RED, BLUE, YELLOW] = ["#FF0000", "#0000FF", "#FFCC00"];
const NEAR = 0.15;

const bar = (color: string): object => ({ type: "rect", layout: { left: 0 }, width: 100, height: 10, fill: { color } });
const stroke = (width: number, more: object = {}): object => ({ stroke: { color: BLUE, width, ...more } });
const fill = { fill: { color: BLUE } };

async function between(
  shapes: readonly object[],
): Promise<readonly { readonly top: number; readonly bottom: number; readonly next: number }[]> {
  const pages = shapes.map((shape) => ({ width: 100, height: 100, elements: [bar(RED), shape, bar(YELLOW)] }));
  const seen = await seenPages({ settings: { layout: { flow: true } }, pages });
  return seen.map((page) => {
    const shape = page.box(BLUE)!;
    return { top: shape.top, bottom: shape.bottom, next: page.box(YELLOW)!.top };
  });
}

async function meets(shape: object): Promise<{ readonly height: number }> {
  const [page] = await between([shape]);
  const { top, bottom, next } = page!;
  expect(Math.abs(top - 10)).toBeLessThan(NEAR);
  expect(Math.abs(next - bottom)).toBeLessThan(NEAR);
  return { height: bottom - top };
}

const SPIKE = [
  { x: 50, y: 50 },
  { x: 53, y: 70 },
  { x: 47, y: 70 },
];
const line = (x1: number, y1: number, x2: number, y2: number): object => ({ type: "line", x1, y1, x2, y2 });

test.runIf(haveRaster).each([
  // half the angle of the tip is 8.53°: the mitre is 2 mm / sin 8.53° = 13.5 mm long, half of it above the point; the base adds 1 mm
  ["the mitre of a polygon", { type: "polygon", points: SPIKE, ...fill, ...stroke(2) }, 20 + 6.74 + 1],
  // beyond its limit a bevel, 1 mm from the point, 8.53° from upright
  ["the bevel beyond the limit", { type: "polygon", points: SPIKE, ...fill, ...stroke(2, { miter_limit: 5 }) }, 20 + 0.148 + 1],
  ["a bevel", { type: "polygon", points: SPIKE, ...fill, ...stroke(2, { join: "bevel" }) }, 20 + 0.148 + 1],
  ["a round join", { type: "polygon", points: SPIKE, ...fill, ...stroke(2, { join: "round" }) }, 22],
  // outer lines 3 mm outside, their mitres in proportion
  ["a double stroke", { type: "polygon", points: SPIKE, ...stroke(2, { compound: { kind: "double", gap: 2 } }) }, 20 + 3 * 6.74 + 3],
  ["a polygon without a stroke", { type: "polygon", points: SPIKE, ...fill }, 20],
  ["an upright line with butt caps", { ...line(50, 50, 50, 70), ...stroke(4) }, 20],
  ["an upright line with round caps", { ...line(50, 50, 50, 70), ...stroke(4, { cap: "round" }) }, 24],
  ["an upright line with square caps", { ...line(50, 50, 50, 70), ...stroke(4, { cap: "square" }) }, 24],
  ["a level line", { ...line(30, 50, 70, 50), ...stroke(4) }, 4],
  // at 45°: 2 mm × cos 45° above each end
  ["a slanted line with butt caps", { ...line(30, 70, 50, 50), ...stroke(4) }, 20 + 2 * 2 * Math.SQRT1_2],
  ["a slanted line with square caps", { ...line(30, 70, 50, 50), ...stroke(4, { cap: "square" }) }, 20 + 4 * 2 * Math.SQRT1_2],
  ["a double line", { ...line(30, 50, 70, 50), ...stroke(2, { compound: { kind: "double", gap: 3 } }) }, 7],
  ["a circle", { type: "circle", cx: 50, cy: 50, r: 10, ...fill, ...stroke(2) }, 22],
  ["an ellipse", { type: "ellipse", cx: 50, cy: 50, rx: 20, ry: 5, ...fill, ...stroke(1) }, 11],
  ["a turned ellipse", { type: "ellipse", cx: 50, cy: 50, rx: 20, ry: 5, rotation: 90, ...fill, ...stroke(1) }, 41],
  ["an ellipse turned back", { type: "ellipse", cx: 50, cy: 50, rx: 20, ry: 5, rotation: -90, ...fill }, 40],
  ["an ellipse turned over", { type: "ellipse", cx: 50, cy: 50, rx: 20, ry: 5, rotation: 180, ...fill }, 10],
])("%s counts in flow", async (_what, shape, height) => {
  expect(Math.abs((await meets(shape)).height - height)).toBeLessThan(NEAR);
});

const point = fc.record({ x: fc.integer({ min: 30, max: 70 }), y: fc.integer({ min: 30, max: 70 }) });
const looks = fc.record({
  width: fc.constantFrom(0.5, 1, 2, 3),
  cap: fc.constantFrom("butt", "round", "square"),
  join: fc.constantFrom("miter", "round", "bevel"),
  miter_limit: fc.constantFrom(1.2, 2, 4, 10),
});
const shapes = fc.oneof(
  fc.tuple(point, point, looks).map(([a, b, look]) => ({ ...line(a.x, a.y, b.x, b.y), ...stroke(look.width, look) })),
  fc
    .tuple(fc.array(point, { minLength: 3, maxLength: 6 }), looks)
    .map(([points, look]) => ({ type: "polygon", points, ...fill, ...stroke(look.width, look) })),
  fc
    .tuple(point, fc.integer({ min: 2, max: 12 }), fc.integer({ min: 2, max: 12 }), fc.constantFrom(0, 90, 180, 270), looks)
    .map(([p, rx, ry, rotation, look]) => ({ type: "ellipse", cx: p.x, cy: p.y, rx, ry, rotation, ...fill, ...stroke(look.width, look) })),
);

test.runIf(haveRaster)("any shape meets the cursor with what is seen of it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(shapes.filter(isSeen), { minLength: 6, maxLength: 6 }), async (all) => {
      for (const [i, { top, bottom, next }] of (await between(all)).entries()) {
        expect(Math.abs(top - 10), JSON.stringify(all[i])).toBeLessThan(NEAR);
        expect(Math.abs(next - bottom), JSON.stringify(all[i])).toBeLessThan(NEAR);
      }
    }),
    { seed, numRuns: runs(6), endOnFailure: true },
  );
});

/** Coincident points draw nothing; programs differ in reversing lines. */
function isSeen(shape: object): boolean {
  if ("x1" in shape) {
    const { x1, y1, x2, y2 } = shape as Record<"x1" | "y1" | "x2" | "y2", number>;
    return x1 !== x2 || y1 !== y2;
  }
  if (!("points" in shape)) return true;
  const points = shape.points as readonly { readonly x: number; readonly y: number }[];
  return points.every((p, i) => {
    const [q, r] = [points[(i + 1) % points.length]!, points[(i + 2) % points.length]!];
    return (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x) !== 0;
  });
}

test.runIf(haveRaster)("in a line across, caps and mitres count sideways too", async () => {
  const shape = { ...line(0, 0, 10, 0), ...stroke(4, { cap: "square" }) };
  const [page] = await seenPages({
    pages: [
      {
        width: 100,
        height: 40,
        elements: [
          {
            type: "container",
            layout: { left: 10, top: 10, children: { mode: "linear", axis: "horizontal" } },
            width: 80,
            elements: [
              { type: "rect", width: 10, height: 4, fill: { color: RED } },
              shape,
              { type: "rect", width: 10, height: 4, fill: { color: YELLOW } },
            ],
          },
        ],
      },
    ],
  });
  const near = (box: { readonly left: number; readonly right: number } | null): readonly number[] => [
    Math.round(box!.left * 5) / 5,
    Math.round(box!.right * 5) / 5,
  ];
  expect([near(page!.box(RED)), near(page!.box(BLUE)), near(page!.box(YELLOW))]).toEqual([
    [10, 20],
    [20, 34],
    [34, 44],
  ]);
});

test("the turned outline of an ellipse is held against the page", async () => {
  const { engine } = await import("../../golden/cases.js");
  const on = (rotation: number, cy: number): object => ({
    pages: [{ width: 100, height: 100, elements: [{ type: "ellipse", cx: 50, cy, rx: 20, ry: 5, rotation, ...fill }] }],
  });
  const refused = async (request: object): Promise<number> => (await engine.findings(request)).errors.length;
  expect(await refused(on(0, 10))).toBe(0);
  expect(await refused(on(90, 10))).toBe(1);
  expect(await refused(on(90, 20))).toBe(0);
});
