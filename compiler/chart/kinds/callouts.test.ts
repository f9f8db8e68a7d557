import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { draw, paths, refusal, texts } from "../../../tests/support/chart-drawing.js";
import { enough, runs } from "../../../tests/support/runs.js";
import type { DrawnOp } from "../../box/drawn.js";

/* Lines from slices to their labels cross no other slice. */

type Chart = Parameters<typeof draw>[0];

const pie = (values: readonly number[], more: object = {}): Chart =>
  ({
    kind: "pie",
    width: 130,
    height: 80,
    data: { labels: values.map((_, i) => `Name ${i}`), series: [{ name: "s", values }] },
    data_labels: { show: true, mode: "label_and_value", position: "outside", overflow: "error" },
    legend: { show: false },
    ...more,
  }) as Chart;

/** Slices' outlines begin on the circle and end in its middle. */
function circleOf(ops: readonly DrawnOp[]): { readonly x: number; readonly y: number; readonly radius: number } {
  const { coords } = paths(ops).find(({ path, fill }) => fill && /^MC+LZ$/.test(path.verbs))!.path;
  const [x, y] = [coords.at(-2)!, coords.at(-1)!];
  return { x, y, radius: Math.hypot(coords[0]! - x, coords[1]! - y) };
}

const leadersOf = (ops: readonly DrawnOp[]): readonly (readonly number[])[] =>
  paths(ops).flatMap(({ path, fill, stroke }) => (stroke && !fill && path.verbs === "MLL" ? [path.coords] : []));

/** points */
function depth([ax, ay, bx, by, cx, cy]: readonly number[], { x, y, radius }: ReturnType<typeof circleOf>): number {
  let least = Infinity;
  for (let i = 0; i <= 200; i++) {
    const t = i / 200;
    least = Math.min(least, Math.hypot(ax! + (bx! - ax!) * t - x, ay! + (by! - ay!) * t - y));
    least = Math.min(least, Math.hypot(bx! + (cx! - bx!) * t - x, by! + (cy! - by!) * t - y));
  }
  return radius - least;
}

const sideOf = ([ax, ay, bx, by]: readonly number[], x: number, y: number): number => (bx! - ax!) * (y - ay!) - (by! - ay!) * (x - ax!);

const cross = (a: readonly number[], b: readonly number[]): boolean =>
  sideOf(a, b[0]!, b[1]!) * sideOf(a, b[2]!, b[3]!) < 0 && sideOf(b, a[0]!, a[1]!) * sideOf(b, a[2]!, a[3]!) < 0;

describe("lines to labels", () => {
  test("of many tiny slices in a row are over none of their neighbours", () => {
    for (const start_angle of [0, 45, 90, 170, 180, 270, 300]) {
      const ops = draw(pie([450, 300, 230, 6, 5, 4, 3, 2, 1], { options: { start_angle } }));
      const leaders = leadersOf(ops);
      expect(leaders).toHaveLength(9);
      expect(texts(ops)).toHaveLength(9);
      for (const leader of leaders) expect(depth(leader, circleOf(ops)), `from ${start_angle}`).toBeLessThan(0.25);
      leaders.forEach((a, i) => leaders.slice(i + 1).forEach((b) => expect(cross(a, b)).toBe(false)));
      expect(circleOf(ops).radius).toBeGreaterThan(60);
    }
  });

  test("are beside the circle, whatever the slices are", () => {
    let met = 0;
    const value = fc.oneof({ weight: 2, arbitrary: fc.integer({ min: 1, max: 9 }) }, fc.integer({ min: 10, max: 1000 }));
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 2, maxLength: 14 }),
        fc.integer({ min: 0, max: 359 }),
        fc.constantFrom("error", "hide"),
        fc.record({ width: fc.integer({ min: 60, max: 160 }), height: fc.integer({ min: 40, max: 120 }) }),
        (values, start_angle, overflow, size) => {
          const chart = pie(values, { ...size, options: { start_angle } });
          const asked = { ...chart, data_labels: { ...chart.data_labels, overflow }, legend: { show: overflow === "hide" } } as Chart;
          if (refusal(asked) !== null) return;
          met++;
          const ops = draw(asked);
          const leaders = leadersOf(ops);
          if (overflow === "error") expect(leaders).toHaveLength(values.length);
          for (const leader of leaders) expect(depth(leader, circleOf(ops))).toBeLessThan(0.25);
        },
      ),
      { numRuns: runs(150) },
    );
    expect(met).toBeGreaterThan(enough(75));
  });
});
