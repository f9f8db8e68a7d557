import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DrawnGlyphs, DrawnOp } from "../box/drawn.js";
import { draw, filled, paths, boxOf, refusal } from "../../tests/support/chart-drawing.js";
import { enough, runs } from "../../tests/support/runs.js";
import { pt } from "../core/units.js";
import type { Rect } from "../../ir/ir.js";
import { overlap } from "./text.js";

/* Labels of data and of axes have their room on every side of the plot. */

type Chart = Parameters<typeof draw>[0];

const MARK = "v";
const labelled = (chart: object, position?: string, overflow = "hide"): Chart =>
  ({ ...chart, data_labels: { show: true, overflow, format: { prefix: MARK }, ...(position !== undefined && { position }) } }) as Chart;

const glyphsOf = (ops: readonly DrawnOp[]): readonly DrawnGlyphs[] =>
  ops.flatMap((op) => (op.op === "glyphs" ? [op] : op.op === "group" && op.transform === null ? glyphsOf(op.children) : []));

function letters({ x, y, size, run }: DrawnGlyphs): Rect {
  const width = run.advances.reduce((sum, a) => sum + a, 0) * size * 1e-3;
  return { x, y: y - 0.71 * size, width, height: 0.71 * size };
}

const isData = ({ text }: DrawnGlyphs): boolean => text.startsWith(MARK) || text.startsWith(`-${MARK}`);

/** Each is clear of other texts and inside the chart. */
function dataLabels(chart: Chart): readonly string[] {
  const { width = 100, height = 70 } = chart;
  const all = glyphsOf(draw(chart));
  const frame = { x: 0, y: 0, width: pt(width), height: pt(height) };
  const own = all.filter(isData);
  for (const label of own) {
    const box = letters(label);
    expect(Math.min(box.x, box.y, frame.width - box.x - box.width, frame.height - box.y - box.height), label.text).toBeGreaterThan(-0.1);
    for (const other of all) if (other !== label) expect(overlap(box, letters(other)), `${label.text} over ${other.text}`).toBe(false);
  }
  return own.map(({ text }) => text.replace(MARK, ""));
}

const bars = (values: readonly (number | null)[], more: object = {}): object => ({
  kind: "bar",
  width: 130,
  height: 50,
  data: { labels: values.map((_, i) => `c${i}`), series: [{ name: "s", values }] },
  ...more,
});
const HORIZONTAL = { options: { orientation: "horizontal" } };

describe("every bar has its label", () => {
  test.each([
    ["a bar below zero is at the axis' end", bars([10, -4, 6])],
    ["all bars are below zero", bars([-5, -10, -2])],
    ["a bar to the left is at the axis' end", bars([10, -4, 6], HORIZONTAL)],
    ["all bars go to the left", bars([-5, -10, -2], HORIZONTAL)],
    ["categories are over the plot", bars([3, 10, 6], { axes: { category: { position: "top" } } })],
    ["categories are at the right", bars([3, 10, 6], { ...HORIZONTAL, axes: { category: { position: "right" } } })],
    ["the axis ends at the bar", bars([-5, -10], { axes: { values: { primary: { min: -10, max: 0 } } } })],
  ])("%s", (_, chart) => {
    const { values } = (chart as Chart).data.series[0]!;
    expect([...dataLabels(labelled(chart))].sort()).toEqual(values!.map(String).sort());
  });

  test("of a waterfall that falls to the axis' end", () => {
    const values = [100, 20, -180, null, 30, -30];
    const kinds = ["total", "delta", "delta", "subtotal", "delta", "total"];
    const labels = ["Start", "Up", "Down far", "Sub", "Down", "End"];
    const chart = { kind: "waterfall", width: 130, height: 62, data: { labels, series: [{ name: "x", values, point_kinds: kinds }] } };
    expect([...dataLabels(labelled(chart))].sort()).toEqual(["100", "20", "-180", "-60", "30", "-30"].sort());
  });
});

test("labels that have to show do, clear of every other text, or the chart is refused", () => {
  let met = 0;
  const value = fc.integer({ min: -1000, max: 1000 });
  const charts = fc.record({
    kind: fc.constantFrom("bar", "waterfall", "line", "area", "combo", "stacked"),
    horizontal: fc.boolean(),
    far: fc.boolean(),
    values: fc.array(value, { minLength: 1, maxLength: 7 }),
    position: fc.constantFrom("above", "below", "end"),
    size: fc.record({ width: fc.integer({ min: 90, max: 180 }), height: fc.integer({ min: 50, max: 120 }) }),
  });
  fc.assert(
    fc.property(charts, ({ kind, horizontal, far, values, position, size }) => {
      const kinds = { combo: ["bar", "line"], stacked: ["bar", "bar"] }[kind as string] ?? [null];
      const series = kinds.map((own, k) => ({
        name: `s${k}`,
        values: k === 0 ? values : values.map((v) => -v),
        ...(kind === "combo" && { kind: own }),
        ...(kind === "stacked" && { stack: { group: "g" } }),
      }));
      const turned = horizontal ? (["right", "left"] as const) : (["top", "bottom"] as const);
      const chart = {
        kind: kind === "stacked" ? "bar" : kind,
        ...size,
        data: { labels: values.map((_, i) => `c${i}`), series },
        axes: { category: { position: turned[far ? 0 : 1] } },
        options: { orientation: horizontal ? "horizontal" : "vertical" },
      };
      const at = ["line", "area"].includes(kind) ? position : kind === "combo" ? "end" : kind === "stacked" ? "outside" : undefined;
      const refused = refusal(labelled(chart, at, "error"));
      const fitting = dataLabels(labelled(chart, at));
      if (refused !== null) {
        expect(refused).toMatch(/^API-507 (chart-data-labels|chart-room) /);
        return;
      }
      met++;
      expect(dataLabels(labelled(chart, at, "error"))).toHaveLength(values.length * series.length);
      expect(fitting).toHaveLength(values.length * series.length);
    }),
    { numRuns: runs(150) },
  );
  expect(met).toBeGreaterThan(enough(75));
});

describe("marks cover no label of an axis", () => {
  const BUBBLE = "#123456";
  const coverings = (chart: Chart): readonly string[] => {
    const ops = draw(chart);
    const marks = filled(ops, BUBBLE).map(boxOf);
    expect(marks.length).toBeGreaterThan(0);
    return glyphsOf(ops).flatMap((g) => (marks.some((mark) => overlap(mark, letters(g))) ? [g.text] : []));
  };

  test("bubbles at the ends of both axes", () => {
    const coordinate = fc.constantFrom(0, 25, 50, 75, 100, -100);
    const points = fc.array(fc.record({ x: coordinate, y: coordinate, size: fc.integer({ min: 1, max: 100 }) }), {
      minLength: 1,
      maxLength: 8,
    });
    const sides = fc.record({ x: fc.constantFrom("top", "bottom"), y: fc.constantFrom("left", "right") });
    fc.assert(
      fc.property(points, sides, fc.integer({ min: 2, max: 20 }), (all, side, most) => {
        const chart = {
          kind: "scatter",
          width: 130,
          height: 80,
          data: { series: [{ name: "s", color: BUBBLE, points: all }] },
          options: { bubble_min_size: 1, bubble_max_size: most },
          axes: { x: { position: side.x }, values: { primary: { position: side.y } } },
        } as unknown as Chart;
        expect(coverings(chart)).toEqual([]);
      }),
      { numRuns: runs(200) },
    );
  });

  test("the bubble at the crossing of the axes", () => {
    const points = [
      { x: 0, y: 0, size: 100 },
      { x: 100, y: 50, size: 80 },
      { x: 50, y: 0, size: 60 },
    ];
    const data = { series: [{ name: "s", color: BUBBLE, points }] };
    const chart = { kind: "scatter", width: 130, height: 50, data, options: { bubble_max_size: 14 } } as unknown as Chart;
    expect(coverings(chart)).toEqual([]);
    const shown = glyphsOf(draw(chart)).map(({ text }) => text);
    for (const tick of ["20", "40", "60", "80", "100"]) expect(shown).toContain(tick);
    expect(shown.filter((text) => text === "0")).toHaveLength(2);
  });

  test("large markers of a line", () => {
    const data = { labels: ["a", "b", "c"], series: [{ name: "s", values: [0, 5, 10], color: BUBBLE, marker: { show: true, size: 9 } }] };
    const all = paths(draw({ kind: "line", data } as unknown as Chart)).filter(
      ({ fill }) => fill && "color" in fill && fill.color === BUBBLE,
    );
    expect(all.length).toBeGreaterThan(0);
    expect(coverings({ kind: "line", data } as unknown as Chart)).toEqual([]);
  });
});
