import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boxOf, draw, filled, inside, paths, refusal, stroked, texts } from "../../../tests/support/chart-drawing.js";
import { runs } from "../../../tests/support/runs.js";
import { pt } from "../../core/units.js";
import type { ChartSeriesFields } from "../../request/types/chart.js";

const BLUE = "#3B82F6";
const FRAME = { x: 0, y: 0, width: pt(100), height: pt(70) };
const QUIET = { category: { show: false }, values: { primary: { show: false } } };

type Chart = Omit<Parameters<typeof draw>[0], "kind" | "data">;
type Bounds = readonly (readonly [number, number] | null)[];
const of = (bounds: Bounds, more: Partial<ChartSeriesFields> = {}) => ({
  kind: "range" as const,
  data: {
    labels: bounds.map((_, i) => `c${i}`),
    series: [{ name: "r", lower_values: bounds.map((b) => b?.[0] ?? null), upper_values: bounds.map((b) => b?.[1] ?? null), ...more }],
  },
});
const range = (bounds: Bounds, el: Chart = {}, more: Partial<ChartSeriesFields> = {}) => draw({ ...of(bounds, more), ...el });
const THREE: Bounds = [
  [1, 2],
  [2, 4],
  [0, 3],
];

describe("bands", () => {
  test("are filled between both bounds, with a line along each edge", () => {
    const ops = range(THREE);
    expect(filled(ops, BLUE).length).toBe(1);
    expect(stroked(ops, BLUE).map((p) => p.path.verbs)).toEqual(["MLL", "MLL"]);
  });

  test.each([
    ["solid", 1],
    ["gradient", 1],
    ["pattern", 1],
    ["none", 0],
  ] as const)("as area_fill says: %s", (area_fill, count) => {
    const ops = range(THREE, { options: { area_fill } });
    const fills = paths(ops).filter(({ fill }) => fill !== null);
    expect(fills.length).toBe(count);
    expect(stroked(ops, BLUE).length).toBe(2);
    expect(fills.some(({ fill }) => "gradient" in fill!)).toBe(area_fill === "gradient" || area_fill === "pattern");
  });

  test("are patterns that let a centre line be seen where there are no colours", () => {
    const ops = range(THREE, { theme: { preset: "print_mono" } }, { values: [1.5, 3, 1] });
    expect(filled(ops, "#111111").length).toBe(0);
    expect(paths(ops).filter(({ fill }) => fill !== null && "gradient" in fill).length).toBe(1);
  });

  test("break at nulls unless they are connected; what stands alone is an upright line with caps", () => {
    const gaps: Bounds = [[1, 2], [2, 3], null, [1, 5], null, [0, 1], [1, 2]];
    const broken = range(gaps);
    expect(filled(broken, BLUE).length).toBe(2);
    expect(stroked(broken, BLUE).map((p) => p.path.verbs)).toEqual(["ML", "ML", "MLMLML", "ML", "ML"]);
    const connected = range(gaps, { options: { connect_nulls: true } });
    expect(filled(connected, BLUE).length).toBe(1);
    expect(stroked(connected, BLUE).length).toBe(2);
  });

  test("stay in the chart, with every range in a band or alone", () => {
    const bound = fc.double({ noNaN: true, noDefaultInfinity: true });
    const pair = fc.tuple(bound, bound).map(([a, b]): [number, number] => (a <= b ? [a, b] : [b, a]));
    const curve = fc.constantFrom("linear", "monotone", "step");
    fc.assert(
      fc.property(fc.array(fc.option(pair, { nil: null }), { minLength: 1, maxLength: 12 }), curve, (bounds, kind) => {
        const ops = range(bounds, { axes: QUIET, options: { curve: kind as "linear" } });
        const drawn = [...filled(ops, BLUE), ...stroked(ops, BLUE)];
        for (const p of drawn) expect(p.path.coords.every(Number.isFinite) && inside(boxOf(p), FRAME)).toBe(true);
        const alone = bounds.filter((b, i) => b && !(bounds[i - 1] ?? null) && !(bounds[i + 1] ?? null)).length;
        expect(stroked(ops, BLUE).filter((p) => p.path.verbs === "MLMLML").length).toBe(alone);
      }),
      { numRuns: runs(150) },
    );
  });
});

test("centre values are a line in the band, thicker than its edges", () => {
  const lines = stroked(range(THREE, {}, { values: [1.5, null, 1] }), BLUE);
  const edge = lines[0]!.stroke!.width;
  expect(lines.length).toBe(2);
  const whole = stroked(range(THREE, {}, { values: [1.5, 3, 1] }), BLUE);
  expect(whole.length).toBe(3);
  expect(whole[2]!.stroke!.width).toBeGreaterThan(edge);
});

test("a declared stroke is that of the edges where there is no centre line", () => {
  const stroke = { width: 1, color: "#FF0000" };
  expect(stroked(range(THREE, {}, { stroke }), "#FF0000").map((p) => p.stroke!.width)).toEqual([pt(1), pt(1)]);
  const widths = stroked(range(THREE, {}, { stroke, values: [1.5, 3, 1] }), "#FF0000").map((p) => p.stroke!.width);
  expect(widths).toEqual([0.75, 0.75, pt(1)]);
});

test("labels say both bounds", () => {
  const said = (bounds: Bounds, mode: "value" | "label" | "label_and_value") =>
    texts(range(bounds, { axes: QUIET, data_labels: { show: true, mode, format: { decimals: 1 } } })).join("");
  expect(said([[1, 2]], "value")).toBe("1.0–2.0");
  expect(said([[-2, -1]], "value")).toBe("-2.0 – -1.0");
  expect(said([[1, 2]], "label")).toBe("c0");
  expect(said([[1, 2]], "label_and_value")).toBe("c0: 1.0–2.0");
});

test("labels stand over their ranges, all of them or none", () => {
  const el = { axes: QUIET, data_labels: { show: true, overflow: "error" as const } };
  expect(refusal({ ...of(THREE), ...el })).toBe(null);
  expect(refusal({ ...of(Array.from({ length: 200 }, () => [1, 2] as const)), ...el })).toContain("API-507 chart-data-labels");
});

test("a bound beyond a declared one is refused at its place", () => {
  const axes = (min: number, max: number) => ({ axes: { values: { primary: { min, max } } } });
  expect(refusal({ ...of(THREE), ...axes(0.5, 9) })).toContain(
    "API-002 chart-outside-axis data.series[0].lower_values[2]: must be at least 0.5, the min of its axis; found 0",
  );
  expect(refusal({ ...of(THREE), ...axes(0, 3) })).toContain(
    "data.series[0].upper_values[1]: must be at most 3, the max of its axis; found 4",
  );
  expect(refusal({ ...of(THREE), ...axes(0, 4) })).toBe(null);
});

test("a legend is shown on demand, and for several series", () => {
  expect(texts(range(THREE, { axes: QUIET }))).toEqual([]);
  expect(texts(range(THREE, { axes: QUIET, legend: { show: true } }))).toEqual(["r"]);
});
