import fc from "fast-check";
import { expect, test } from "vitest";
import type { GlyphsOp, Op, PathOp } from "../../../ir/ir.js";
import { rectPath } from "../../../compiler/core/outline.js";
import { runs } from "../../../tests/support/runs.js";
import { inVisualOrder } from "./visual-order.js";

const SIZE = 10;
const run = (x: number, y: number, letters: number): GlyphsOp => ({
  op: "glyphs",
  x,
  y,
  font: 0,
  size: SIZE,
  slant: 0,
  fill: { color: "#000000", opacity: 1 },
  text: "a".repeat(letters),
  actualText: null,
  run: {
    ids: new Array<number>(letters).fill(1),
    advances: new Array<number>(letters).fill(500),
    offsets: null,
    clusters: Array.from({ length: letters }, (_, i) => i),
  },
  source: 0,
});
const box = (x: number, y: number, width: number, height: number): PathOp => ({
  op: "path",
  path: rectPath(x, y, width, height),
  fill: { color: "#FF0000", opacity: 1 },
  stroke: null,
  source: 0,
});

const op: fc.Arbitrary<Op> = fc.oneof(
  fc.tuple(fc.nat(200), fc.constantFrom(50, 50, 50, 120), fc.integer({ min: 1, max: 8 })).map(([x, y, n]) => run(x, y, n)),
  fc
    .tuple(fc.nat(200), fc.integer({ min: 20, max: 120 }), fc.integer({ min: 1, max: 250 }), fc.integer({ min: 1, max: 120 }))
    .map(([x, y, w, h]) => box(x, y, w, h)),
);

function hides({ path: { coords } }: PathOp, { x, y, run: { ids } }: GlyphsOp): boolean {
  const [left, top, right, , , bottom] = coords as [number, number, number, number, number, number];
  return left < x && right > x + ids.length * 5 && top < y - SIZE && bottom > y;
}

test("putting runs in order neither hides a run nor shows a hidden one", () => {
  let hidden = 0;
  fc.assert(
    fc.property(fc.array(op, { maxLength: 30 }), (ops) => {
      const placed = inVisualOrder(ops);
      expect(new Set(placed)).toEqual(new Set(ops));
      for (const glyphs of ops)
        for (const path of ops) {
          if (glyphs.op !== "glyphs" || path.op !== "path" || !hides(path, glyphs)) continue;
          hidden++;
          expect(placed.indexOf(path) < placed.indexOf(glyphs)).toBe(ops.indexOf(path) < ops.indexOf(glyphs));
        }
    }),
    { numRuns: runs(2000) },
  );
  expect(hidden).toBeGreaterThan(0);
});

test("runs of a line go from left to right, over all that was painted before one of them", () => {
  const background = box(0, 0, 300, 100);
  const [right, left] = [run(100, 50, 4), run(20, 50, 4)];
  const [highlight, underline] = [box(98, 40, 24, 14), box(100, 51, 20, 0.5)];
  expect(inVisualOrder([background, right, left])).toEqual([background, left, right]);
  expect(inVisualOrder([highlight, right, underline, left])).toEqual([highlight, left, right, underline]);
  const cover = box(90, 30, 100, 40);
  expect(inVisualOrder([right, cover, left])).toEqual([right, cover, left]);
});
