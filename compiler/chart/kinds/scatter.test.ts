import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boxOf, draw, filled, inside, paths, refusal, stroked, texts } from "../../../tests/support/chart-drawing.js";
import { runs } from "../../../tests/support/runs.js";
import { pt } from "../../core/units.js";
import type { ChartSeriesFields, ScatterPoint } from "../../request/types/chart.js";

const BLUE = "#3B82F6";
const GREEN = "#10B981";
const FRAME = { x: 0, y: 0, width: pt(100), height: pt(70) };
const QUIET = { x: { show: false }, values: { primary: { show: false } } };

type Chart = Omit<Parameters<typeof draw>[0], "kind" | "data">;
const of = (...series: readonly Omit<ChartSeriesFields, "name">[]) => ({
  kind: "scatter" as const,
  data: { series: series.map((s, i) => ({ name: `s${i}`, ...s })) },
});
const scatter = (points: ScatterPoint[], el: Chart = {}, more: object = {}) => draw({ ...of({ points, ...more }), ...el });

const number = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -50, max: 50 }));
const point = fc.record({ x: number, y: fc.option(number, { nil: null }) });
const sized = fc.record({ x: number, y: number, size: fc.double({ min: 1e-300, max: 1e300, noNaN: true }) });

describe("markers", () => {
  test("are outlines for every point that has a y, inside of the chart", () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 40 }), (points) => {
        const ops = scatter(points, { axes: QUIET });
        const drawn = filled(ops, BLUE);
        const count = points.filter((p) => p.y !== null).length;
        expect(drawn.reduce((n, p) => n + p.path.verbs.split("M").length - 1, 0)).toBe(count);
        for (const p of drawn) expect(inside(boxOf(p), FRAME)).toBe(true);
      }),
      { numRuns: runs(150) },
    );
  });

  test("may be smaller than anything that is seen", () => {
    for (const size of [1e-45, 1e-300]) {
      const ops = scatter(
        [
          { x: 1, y: 1 },
          { x: 1, y: 1 },
          { x: 2, y: null },
        ],
        { axes: QUIET },
        { marker: { show: true, size, shape: "square" } },
      );
      expect(filled(ops, BLUE).length).toBeGreaterThan(0);
    }
  });

  test("are one path, but where one lies over another: its ring covers that, and is not covered by it", () => {
    const count = (points: ScatterPoint[]) => filled(scatter(points), BLUE).map((p) => p.path.verbs.split("M").length - 1);
    const far = [0, 1, 2].map((x) => ({ x, y: x }));
    expect(count(far)).toEqual([3]);
    expect(count([...far, { x: 1, y: 1.01 }, { x: 0, y: 1 }])).toEqual([4, 1]);
  });

  test("of 4,096 points are drawn at once", () => {
    const points = Array.from({ length: 4096 }, (_, i) => ({ x: Math.sin(i) * 100, y: Math.cos(i * 1.7) * 100 }));
    const start = process.cpuUsage();
    expect(filled(scatter(points), BLUE).length).toBeLessThan(1500);
    expect(filled(scatter(points.map((p, i) => ({ ...p, size: i + 1 }))), BLUE).length).toBe(4096);
    scatter(points, { data_labels: { show: true } });
    const { user, system } = process.cpuUsage(start);
    // milliseconds of processor time
    expect((user + system) / 1000).toBeLessThan(5000);
  });

  test("have a shape for each series where there are no colours", () => {
    const ops = draw({
      ...of({ points: [{ x: 1, y: 1 }] }, { points: [{ x: 2, y: 2 }] }),
      theme: { preset: "print_mono" },
      legend: { show: false },
    });
    expect([filled(ops, "#111111"), filled(ops, "#555555")].map((all) => all[0]!.path.verbs)).toEqual(["MCCCCZ", "MLLLZ"]);
  });

  test("take a declared stroke as their outline", () => {
    const ops = scatter([{ x: 1, y: 1 }], {}, { stroke: { color: "#FF0000", width: 0.2 } });
    const [ring, dot] = [filled(ops, "#FF0000")[0]!, filled(ops, BLUE)[0]!].map((p) => boxOf(p).width);
    expect(ring! - dot!).toBeCloseTo(2 * pt(0.2), 6);
  });
});

describe("lines", () => {
  const points = [
    { x: 0, y: 1 },
    { x: 1, y: 3 },
    { x: 2, y: null },
    { x: 3, y: 2 },
    { x: 4, y: 5 },
  ];
  const lines = (more: object, el: Chart = {}) => stroked(scatter(points, el, more), BLUE);

  test("show on demand only, broken at a null unless that is connected", () => {
    expect(lines({}).length).toBe(0);
    expect(lines({ options: { show_line: true } }).map((p) => p.path.verbs)).toEqual(["ML", "ML"]);
    expect(lines({ options: { show_line: true, connect_nulls: true } }).map((p) => p.path.verbs)).toEqual(["MLLL"]);
    expect(lines({ options: { show_line: true } }, { options: { connect_nulls: true } }).length).toBe(1);
  });

  test.each(["linear", "monotone", "step"] as const)("go through their points: %s", (curve) => {
    const ops = scatter(points, {}, { options: { show_line: true, connect_nulls: true, curve } });
    const dots = filled(ops, BLUE)[0]!.path.coords;
    // an ellipse: M and four C, 26 coordinates
    const centres = Array.from({ length: 4 }, (_, i) => {
      const xs = dots.slice(i * 26, i * 26 + 26);
      const x = xs.filter((_, k) => k % 2 === 0);
      const y = xs.filter((_, k) => k % 2 === 1);
      return [(Math.min(...x) + Math.max(...x)) / 2, (Math.min(...y) + Math.max(...y)) / 2];
    });
    const { coords } = stroked(ops, BLUE)[0]!.path;
    for (const [x, y] of centres) {
      const near = coords.some((v, i) => i % 2 === 0 && Math.abs(v - x!) < 1e-6 && Math.abs(coords[i + 1]! - y!) < 1e-6);
      const between = coords.some(
        (v, i) =>
          i % 2 === 0 &&
          i + 3 < coords.length &&
          coords[i + 1] === coords[i + 3] &&
          Math.abs(coords[i + 1]! - y!) < 1e-6 &&
          v <= x! &&
          coords[i + 2]! >= x!,
      );
      expect(near || between).toBe(true);
    }
  });
});

describe("bubbles", () => {
  const bubbles = (points: ScatterPoint[], el: Chart = {}) => filled(scatter(points, el), BLUE).map((p) => boxOf(p).width);

  test("have areas in the proportion of their sizes, between the declared diameters", () => {
    const options = { bubble_min_size: 2, bubble_max_size: 10 };
    const points = [100, 25, 0.01].map((size, i) => ({ x: i, y: i, size }));
    const widths = bubbles([...points, { x: 3, y: 3 }], { options });
    expect(widths.map((w) => Math.round((w / pt(1)) * 1e6) / 1e6)).toEqual([10, 5, 2, 2]);
  });

  test("without declared diameters are smaller in a small chart", () => {
    const points = [{ x: 1, y: 1, size: 3 }];
    expect(bubbles(points)[0]).toBeCloseTo(pt(8), 6);
    expect(bubbles(points, { width: 40, height: 20, axes: QUIET })[0]).toBeCloseTo(pt(4), 6);
    expect(bubbles(points, { options: { bubble_max_size: 1 } })[0]).toBeCloseTo(pt(1), 6);
    expect(bubbles(points, { options: { bubble_min_size: 12 } })[0]).toBeCloseTo(pt(12), 6);
  });

  test("are drawn from the largest to the smallest, also across series, inside of the chart, each once", () => {
    const list = fc.array(sized, { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(list, list, (a, b) => {
        const ops = draw({ ...of({ points: a }, { points: b }), legend: { show: false }, axes: QUIET });
        const drawn = paths(ops).filter(({ fill }) => fill !== null && "color" in fill && [BLUE, GREEN].includes(fill.color));
        expect(drawn.length).toBe(a.length + b.length);
        drawn.forEach((p, i) => {
          expect(inside(boxOf(p), FRAME)).toBe(true);
          if (i > 0) expect(boxOf(p).width).toBeLessThanOrEqual(boxOf(drawn[i - 1]!).width + 1e-6);
        });
      }),
      { numRuns: runs(100) },
    );
  });

  test("need no transparency", () => {
    for (const { fill } of filled(scatter([{ x: 1, y: 1, size: 3 }]), BLUE)) expect(fill).toMatchObject({ opacity: 1 });
  });
});

test("labels say the value or the name of the series, and hide rather than cover a point", () => {
  const el = (mode: "value" | "label" | "label_and_value") => ({ axes: QUIET, data_labels: { show: true, mode, format: { suffix: "%" } } });
  const points = [{ x: 1, y: 2.5 }];
  expect(texts(scatter(points, el("value")))).toEqual(["2.5%"]);
  expect(texts(scatter(points, el("label")))).toEqual(["s0"]);
  expect(texts(scatter(points, el("label_and_value")))).toEqual(["s0: 2.5%"]);
  const cloud = Array.from({ length: 400 }, (_, i) => ({ x: i % 20, y: Math.floor(i / 20) }));
  const labels = (overflow: "hide" | "error") => ({ width: 40, height: 30, axes: QUIET, data_labels: { show: true, overflow } });
  expect(texts(scatter(cloud, labels("hide"))).length).toBeLessThan(60);
  expect(refusal({ ...of({ points: cloud }), ...labels("error") })).toContain("API-507 chart-data-labels");
});

test("annotations across x reach over the data, and stand upright", () => {
  const ops = scatter(
    [
      { x: 1, y: 1 },
      { x: 2, y: 4 },
    ],
    { annotations: { lines: [{ value: 9, axis: "x", stroke: { color: "#AB0000" } }] } },
  );
  const [line] = stroked(ops, "#AB0000");
  const dots = boxOf(filled(ops, BLUE)[0]!);
  expect(boxOf(line!).width).toBe(0);
  expect(boxOf(line!).x).toBeGreaterThan(dots.x + dots.width);
});

test("a point beyond a declared bound of either axis is refused", () => {
  const chart = of({
    points: [
      { x: 1, y: 1 },
      { x: 9, y: 20 },
    ],
  });
  expect(refusal({ ...chart, axes: { x: { max: 8 } } })).toContain(
    "API-002 chart-outside-axis data.series[0].points[1]: must be at most 8, the max of its axis; found 9",
  );
  expect(refusal({ ...chart, axes: { values: { primary: { min: 2 } } } })).toContain(
    "data.series[0].points[0]: must be at least 2, the min of its axis; found 1",
  );
  expect(refusal({ ...chart, axes: { x: { max: 9 }, values: { primary: { min: 1 } } } })).toBe(null);
});

test("a secondary axis has a scale of its own", () => {
  const ops = draw({
    ...of(
      {
        points: [
          { x: 0, y: 0 },
          { x: 1, y: 1 },
        ],
      },
      {
        points: [
          { x: 0, y: 0 },
          { x: 1, y: 1000 },
        ],
        value_axis: "secondary",
      },
    ),
    axes: { values: { primary: { title: "P" }, secondary: { title: "S" } } },
    legend: { show: false },
  });
  const [a, b] = [boxOf(filled(ops, BLUE)[0]!), boxOf(filled(ops, GREEN)[0]!)];
  expect(a.y).toBeCloseTo(b.y, 4);
  expect(texts(ops)).toContain("1000");
});
