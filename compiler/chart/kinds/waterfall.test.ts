import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boxOf, draw, filled, inside, paths, refusal, stroked, texts } from "../../../tests/support/chart-drawing.js";
import { runs } from "../../../tests/support/runs.js";
import { pt } from "../../core/units.js";
import type { PointKind } from "../../request/types/chart.js";
import { runningSteps } from "../running.js";

const GREEN = "#10B981";
const PINK = "#EC4899";
const BLUE = "#3B82F6";
const GREY = "#6B7280";
const AXIS = "#9CA3AF";

type Chart = Omit<Parameters<typeof draw>[0], "kind" | "data">;

const series = (values: readonly (number | null)[], kinds?: readonly PointKind[], more: object = {}) => ({
  kind: "waterfall" as const,
  data: {
    labels: values.map((_, i) => `c${i}`),
    series: [{ name: "w", values: [...values], ...(kinds ? { point_kinds: [...kinds] } : {}), ...more }],
  },
});
const waterfall = (values: readonly (number | null)[], kinds?: readonly PointKind[], el: Chart = {}, more: object = {}) =>
  draw({ ...series(values, kinds, more), ...el });

const steps = (values: (number | null)[], point_kinds?: PointKind[]) =>
  runningSteps({ name: "w", values, ...(point_kinds ? { point_kinds } : {}) }, values.length);

describe("the running total", () => {
  test("of deltas ends at their sum, each step beginning where the one before it ended", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 60 }), (cents) => {
        const all = steps(cents.map((v) => v / 100));
        expect(all.at(-1)!.to).toBe(cents.reduce((a, b) => a + b, 0) / 100 + 0);
        all.forEach((step, i) => expect(step!.from).toBe(i === 0 ? 0 : all[i - 1]!.to));
      }),
    );
  });

  test("is shown by a subtotal, set by a total, and retained over a gap", () => {
    const all = steps([0.1, 0.2, null, null, 5, -1], ["delta", "delta", "delta", "subtotal", "total", "delta"]);
    expect(all.map((s) => s && [s.kind, s.from, s.to])).toEqual([
      ["increase", 0, 0.1],
      ["increase", 0.1, 0.3],
      null,
      ["subtotal", 0, 0.3],
      ["total", 0, 5],
      ["decrease", 5, 4],
    ]);
  });
});

describe("bars", () => {
  test("have the colours of what they mean, once for each value", () => {
    const ops = waterfall([10, 5, -3, null, null, 12], ["total", "delta", "delta", "delta", "subtotal", "total"]);
    expect([GREEN, PINK, BLUE, GREY].map((c) => filled(ops, c).length)).toEqual([1, 1, 2, 1]);
  });

  test("of declared colours: rise, fall, total, and a subtotal that has none of its own looks like a total", () => {
    const kinds: PointKind[] = ["delta", "delta", "subtotal", "total"];
    const of = (colors: string[]) => {
      const ops = waterfall([5, -3, null, 2], kinds, {}, { colors });
      return colors.map((c) => filled(ops, c).length);
    };
    expect(of(["#110000", "#220000", "#330000"])).toEqual([1, 1, 2]);
    expect(of(["#110000", "#220000", "#330000", "#440000"])).toEqual([1, 1, 1, 1]);
    expect(filled(waterfall([5, -3, null, 2], kinds, {}, { color: "#123456" }), "#123456").length).toBe(4);
  });

  test("float from the running total: a rise ends where the fall after it begins", () => {
    const ops = waterfall([10, -4]);
    const [up, down] = [boxOf(filled(ops, GREEN)[0]!), boxOf(filled(ops, PINK)[0]!)];
    expect(down.y).toBeCloseTo(up.y, 6);
    expect(down.height / up.height).toBeCloseTo(0.4, 6);
    const level = draw({ ...series([10, -4]), options: { orientation: "horizontal" } });
    const [right, left] = [boxOf(filled(level, GREEN)[0]!), boxOf(filled(level, PINK)[0]!)];
    expect(left.x + left.width).toBeCloseTo(right.x + right.width, 6);
    expect(left.y).toBeGreaterThan(right.y);
  });

  test("stay in the chart, and one of nothing shows", () => {
    const value = fc.option(fc.integer({ min: -1000, max: 1000 }), { nil: null });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 12 }), fc.boolean(), fc.boolean(), (values, horizontal, round) => {
        const options = { orientation: horizontal ? ("horizontal" as const) : ("vertical" as const), corner_radius: round ? 1 : 0 };
        const ops = waterfall(values, undefined, { options });
        const bars = [...filled(ops, GREEN), ...filled(ops, PINK)];
        expect(bars.length).toBe(values.filter((v) => v !== null).length);
        for (const bar of bars) {
          const box = boxOf(bar);
          expect(inside(box, { x: 0, y: 0, width: pt(100), height: pt(70) })).toBe(true);
          expect(Math.min(box.width, box.height)).toBeGreaterThan(0.7);
        }
      }),
      { numRuns: runs(60) },
    );
  });

  test("without colours are told apart by patterns", () => {
    const ops = waterfall([5, -3, null, 2], ["delta", "delta", "subtotal", "total"], { theme: { preset: "print_mono" } });
    const patterns = paths(ops).filter(({ fill }) => fill !== null && "gradient" in fill);
    expect(patterns.length).toBe(2);
  });
});

test("connectors join neighbours at the running total, over gaps too, unless they are left out", () => {
  const of = (el: Chart) =>
    stroked(waterfall([10, -4, null, 2], undefined, el), AXIS).filter((p) => /^(ML)+$/.test(p.path.verbs) && p.stroke!.width < 0.7);
  const [line] = of({});
  expect(line!.path.verbs).toBe("MLML");
  const { coords } = line!.path;
  expect([coords[1] === coords[3], coords[5] === coords[7]]).toEqual([true, true]);
  expect(of({ options: { show_connectors: false } })).toEqual([]);
});

test("labels say deltas as given and subtotals as computed", () => {
  const said = (mode: "value" | "label" | "label_and_value") =>
    texts(
      waterfall([0.1, 0.2, null], ["delta", "delta", "subtotal"], {
        axes: { values: { primary: { show: false } }, category: { show: false } },
        data_labels: { show: true, mode, format: { prefix: "€" } },
      }),
    );
  expect(said("value")).toEqual(["€0.1", "€0.2", "€0.3"]);
  expect(said("label")).toEqual(["c0", "c1", "c2"]);
  expect(said("label_and_value")).toEqual(["c0: €0.1", "c1: €0.2", "c2: €0.3"]);
});

test("labels that must show, and have no room of their own, are refused", () => {
  const el = { data_labels: { show: true, overflow: "error" as const } };
  expect(refusal({ ...series(Array.from({ length: 60 }, () => 1)), ...el })).toContain("API-507 chart-data-labels");
  expect(refusal({ ...series([100, 50]), ...el })).toBe(null);
});

test("a legend is shown on demand, with an entry for each meaning that occurs", () => {
  const kinds: PointKind[] = ["delta", "subtotal", "total"];
  const quiet = { axes: { values: { primary: { show: false } }, category: { show: false } } };
  expect(texts(waterfall([5, null, 2], kinds, quiet))).toEqual([]);
  expect(texts(waterfall([5, null, 2], kinds, { ...quiet, legend: { show: true } })).join(" ")).toBe("Increase Subtotal Total");
  const joined = waterfall([5, null, 2], kinds, { ...quiet, legend: { show: true } }, { colors: ["#110000", "#220000", "#330000"] });
  expect(texts(joined).join(" ")).toBe("Increase Total");
});

test("a running total beyond a declared bound is refused at its value", () => {
  const el = { axes: { values: { primary: { max: 12 } } } };
  expect(refusal({ ...series([10, 5]), ...el })).toContain("API-002 chart-outside-axis data.series[0].values[1]");
  expect(refusal({ ...series([10, 2]), ...el })).toBe(null);
});
