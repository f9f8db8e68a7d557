import { describe, expect, test } from "vitest";
import type { ChartKind } from "../../request/types/chart.js";
import { CARTESIAN, chart, KINDS, refusals, testRules, withData, type Part, type Rule } from "../../../tests/support/chart-check.js";

/* (element model, Axes; element model, Dual-axis rules; element model, Grid) */
const HAS: Readonly<Record<ChartKind, string>> = {
  bar: "category values",
  line: "category values",
  area: "category values",
  combo: "category values",
  pie: "",
  donut: "",
  waterfall: "category values",
  scatter: "x values",
  range: "category values",
  heatmap: "category row",
};
const GRIDS: Readonly<Record<ChartKind, string>> = {
  bar: "category value both",
  line: "category value both",
  area: "category value both",
  combo: "category value both",
  pie: "",
  donut: "",
  waterfall: "category value both",
  scatter: "x y both",
  range: "category value both",
  heatmap: "x y both",
};

describe.each(KINDS)("%s", (kind) => {
  test.each(["category", "row", "x", "values"])("axes.%s", (field) => {
    const own = HAS[kind].split(" ");
    const expected = own.includes(field) ? [] : [HAS[kind] === "" ? "chart-axes axes" : `chart-axes axes.${field}`];
    expect(refusals(chart(kind, { axes: { [field]: {} } }))).toEqual(expected);
  });
  test.each(["category", "value", "both", "x", "y"])("grid.axis %s", (axis) => {
    const own = GRIDS[kind].split(" ");
    const expected = own.includes(axis) ? [] : [GRIDS[kind] === "" ? "chart-grid grid" : "chart-grid grid.axis"];
    expect(refusals(chart(kind, { grid: { axis } }))).toEqual(expected);
  });
  test.each(["auto", "on", "off"])("zero_alignment %s without a second value axis", (zero_alignment) => {
    const expected =
      HAS[kind] === "" ? "chart-axes axes" : kind === "heatmap" ? "chart-axes axes.zero_alignment" : "chart-value-axis axes.zero_alignment";
    expect(refusals(chart(kind, { axes: { zero_alignment } }))).toEqual([expected]);
  });
});

const primary = (kind: ChartKind, axis: Part, options?: Part) => chart(kind, { options, axes: { values: { primary: axis } } });
const category = (kind: ChartKind, axis: Part, options?: Part) => chart(kind, { options, axes: { category: axis } });
const lying = { orientation: "horizontal" };
const dual = (first: Part, second: Part | undefined, fields: Part = {}, ...series: readonly Part[]) =>
  chart(
    "line",
    { ...fields, axes: { values: { primary: first, secondary: second }, ...(fields["axes"] as object | undefined) } },
    ...(series.length > 0 ? series : [{}, { value_axis: "secondary" }]),
  );
const p = { title: "p" };
const s = { title: "s" };
const STEP = "chart-axis-value axes.values.primary.tick_step";
const TICKS = "chart-axis-value axes.values.primary.tick_count";

const RULES: readonly Rule[] = [
  {
    rule: "value axes stand beside upright charts, above or below lying ones",
    valid: [
      ...CARTESIAN.flatMap((kind) => [primary(kind, { position: "left" }), primary(kind, { position: "right" })]),
      ...(["bar", "line", "area", "combo", "waterfall"] as const).flatMap((kind) => [
        primary(kind, { position: "top" }, lying),
        primary(kind, { position: "bottom" }, lying),
      ]),
      chart("scatter", { axes: { x: { position: "top" } } }),
      chart("scatter", { axes: { x: { position: "bottom" } } }),
    ],
    invalid: [
      ...CARTESIAN.map((kind) => [primary(kind, { position: "top" }), "chart-axis-position axes.values.primary.position"] as const),
      [primary("bar", { position: "left" }, lying), "chart-axis-position axes.values.primary.position"],
      [chart("scatter", { axes: { x: { position: "left" } } }), "chart-axis-position axes.x.position"],
      [dual(p, { ...s, position: "bottom" }), "chart-axis-position axes.values.secondary.position"],
    ],
  },
  {
    rule: "category axes stand below or above upright charts, beside lying ones",
    valid: [
      category("bar", { position: "top" }),
      category("range", { position: "bottom" }),
      category("heatmap", { position: "top" }),
      category("bar", { position: "right" }, lying),
      chart("heatmap", { axes: { row: { position: "right" } } }),
    ],
    invalid: [
      [category("bar", { position: "left" }), "chart-axis-position axes.category.position"],
      [category("heatmap", { position: "right" }), "chart-axis-position axes.category.position"],
      [category("waterfall", { position: "top" }, lying), "chart-axis-position axes.category.position"],
      [chart("heatmap", { axes: { row: { position: "top" } } }), "chart-axis-position axes.row.position"],
    ],
  },
  {
    rule: "min is less than max",
    valid: [primary("line", { min: 1, max: 1.5 }), primary("line", { min: -1e200, max: 1e200 }), primary("line", { max: -7 })],
    invalid: [
      [primary("line", { min: 1, max: 1 }), "chart-axis-value axes.values.primary.max"],
      [chart("scatter", { axes: { x: { min: 2, max: 1 } } }), "chart-axis-value axes.x.max"],
      [primary("line", { max: 1e301 }), "number-range axes.values.primary.max"],
      [primary("line", { min: -1e301 }), "number-range axes.values.primary.min"],
    ],
  },
  {
    rule: "a step is positive, and instead of a number of ticks",
    valid: [
      primary("bar", { tick_step: 0.5 }),
      primary("range", { tick_step: 1e6 }),
      chart("scatter", { axes: { x: { tick_step: 7 } } }),
      primary("line", { tick_step: 2, min: 0.5, max: 9.5 }),
    ],
    invalid: [
      [primary("bar", { tick_step: 0 }), STEP],
      [primary("waterfall", { tick_step: -1 }), STEP],
      [primary("area", { tick_step: 2, tick_count: 4 }), STEP],
      [chart("scatter", { axes: { x: { tick_step: -5 } } }), "chart-axis-value axes.x.tick_step"],
    ],
  },
  {
    rule: "whole ticks have whole ends and steps",
    valid: [
      primary("bar", { integers: true, min: -2, max: 8, tick_step: 2 }),
      primary("line", { integers: true, min: 0, max: 12, tick_count: 5 }),
      primary("line", { integers: true, max: 12, tick_count: 5 }),
      primary("line", { integers: false, min: 0.5, tick_step: 0.25 }),
      chart("scatter", { axes: { x: { integers: true } } }),
    ],
    invalid: [
      [primary("bar", { integers: true, tick_step: 1.5 }), STEP],
      [primary("line", { integers: true, min: 0.5 }), "chart-axis-value axes.values.primary.min"],
      [primary("line", { integers: true, max: 9.5 }), "chart-axis-value axes.values.primary.max"],
      [primary("line", { integers: true, min: 0, max: 10, tick_count: 4 }), TICKS],
    ],
  },
  {
    rule: "there are 2 to 32 ticks",
    valid: [primary("bar", { tick_count: 2 }), primary("range", { tick_count: 32 }), chart("scatter", { axes: { x: { tick_count: 7 } } })],
    invalid: [
      [primary("bar", { tick_count: 1 }), TICKS],
      [primary("bar", { tick_count: 33 }), TICKS],
      [chart("scatter", { axes: { x: { tick_count: 0 } } }), "chart-axis-value axes.x.tick_count"],
    ],
  },
  {
    rule: "axes of bars keep their zero",
    valid: [
      primary("bar", { include_zero: "auto", min: 0 }),
      primary("bar", { include_zero: "always", min: -1, max: 1 }),
      primary("waterfall", { max: 0 }),
      ...(["bar", "combo", "waterfall"] as const).map((kind) => primary(kind, { include_zero: "never" })),
      primary("line", { include_zero: "never", min: 2 }),
      primary("area", { include_zero: "never", max: -2 }),
      chart("combo", { axes: { values: { primary: { include_zero: "never", min: 1 } } } }, { kind: "line" }),
      // the bars are on the other axis
      chart(
        "combo",
        { axes: { values: { primary: { ...p, min: 1 }, secondary: s } } },
        { kind: "line" },
        { kind: "bar", value_axis: "secondary" },
      ),
    ],
    invalid: [
      ...(["bar", "combo", "waterfall"] as const).flatMap((kind) => [
        [primary(kind, { include_zero: "never", min: 0.1 }), "chart-axis-zero axes.values.primary.min"] as const,
        [primary(kind, { min: 0.1 }), "chart-axis-zero axes.values.primary.min"] as const,
        [primary(kind, { max: -0.1 }), "chart-axis-zero axes.values.primary.max"] as const,
      ]),
      [
        chart(
          "combo",
          { axes: { values: { primary: p, secondary: { ...s, min: 1 } } } },
          { kind: "line" },
          { kind: "bar", value_axis: "secondary" },
        ),
        "chart-axis-zero axes.values.secondary.min",
      ],
    ],
  },
  {
    rule: "an axis that always has its zero has it between its bounds",
    valid: [primary("line", { include_zero: "always", min: 0 }), primary("line", { include_zero: "always", min: -2, max: 0 })],
    invalid: [
      [primary("line", { include_zero: "always", min: 1 }), "chart-axis-zero axes.values.primary.min"],
      [primary("bar", { include_zero: "always", max: -1 }), "chart-axis-zero axes.values.primary.max"],
      [chart("scatter", { axes: { x: { include_zero: "always", min: 1 } } }), "chart-axis-zero axes.x.min"],
    ],
  },
  {
    rule: "labels turn by at most 90 degrees, and by how much is said where they do",
    valid: [
      ...["auto", "ellipsis", "hide", "error"].map((label_overflow) => category("bar", { label_overflow })),
      category("bar", { label_overflow: "rotate", label_rotation: -90 }),
      category("heatmap", { label_rotation: 90 }),
      chart("heatmap", { axes: { row: { label_overflow: "rotate", label_rotation: 0 } } }),
    ],
    invalid: [
      [category("bar", { label_overflow: "rotate" }), "chart-axis-value axes.category.label_rotation"],
      [category("bar", { label_rotation: 90.5 }), "chart-axis-value axes.category.label_rotation"],
      [chart("heatmap", { axes: { row: { label_rotation: -91 } } }), "chart-axis-value axes.row.label_rotation"],
      [chart("heatmap", { axes: { row: { label_overflow: "rotate" } } }), "chart-axis-value axes.row.label_rotation"],
    ],
  },
  {
    rule: "the primary axis has a number on it",
    valid: [
      chart("bar", {}, { values: [null, 1] }, { values: [null, null] }),
      chart("heatmap", {}, { values: [null, null] }),
      chart("scatter", {}, { points: [{ x: 1, y: null }] }, {}),
    ],
    invalid: [
      ...(["bar", "line", "area", "combo", "waterfall"] as const).map(
        (kind) => [chart(kind, {}, { values: [null, null] }), "chart-value-axis data"] as const,
      ),
      [chart("waterfall", {}, { values: [null, null], point_kinds: ["subtotal", "subtotal"] }), "chart-value-axis data"],
      [chart("scatter", {}, { points: [{ x: 1, y: null }] }), "chart-value-axis data"],
      [dual(p, s, {}, { value_axis: "secondary" }), "chart-value-axis data"],
      [dual(p, s, {}, { values: [null, null] }, { value_axis: "secondary" }), "chart-value-axis data"],
    ],
  },
  {
    rule: "the secondary axis is declared, and has a series on it",
    valid: [
      dual(p, s),
      dual(p, s, { axes: { zero_alignment: "on" } }),
      ...(["bar", "area", "scatter", "range"] as const).map((kind) =>
        chart(kind, { axes: { values: { primary: p, secondary: s } } }, {}, { value_axis: "secondary" }),
      ),
    ],
    invalid: [
      [dual(p, undefined), "chart-value-axis data.series[1].value_axis"],
      [chart("scatter", {}, {}, { value_axis: "secondary" }), "chart-value-axis data.series[1].value_axis"],
      [dual(p, s, {}, {}), "chart-value-axis axes.values.secondary"],
      [
        dual(p, undefined, { axes: { values: { primary: p }, zero_alignment: "auto" } }),
        "chart-value-axis data.series[1].value_axis",
        "chart-value-axis axes.zero_alignment",
      ],
    ],
  },
  {
    rule: "two value axes have titles, and different sides",
    valid: [
      dual({ ...p, position: "right" }, s),
      dual(p, { ...s, position: "left" }),
      dual({ ...p, position: "left" }, { ...s, position: "right" }),
    ],
    invalid: [
      [dual({}, s), "chart-value-axis axes.values.primary.title"],
      [dual(p, { title: " " }), "chart-value-axis axes.values.secondary.title"],
      [dual({ ...p, position: "left" }, { ...s, position: "left" }), "chart-value-axis axes.values.secondary.position"],
    ],
  },
  {
    rule: "a scale of the grid has lines, and an axis",
    valid: [
      chart("bar", { grid: { value_axis: "primary" } }),
      chart("bar", { grid: { axis: "both", value_axis: "primary" } }),
      chart("scatter", { grid: { axis: "y", value_axis: "primary" } }),
      dual(p, s, { grid: { axis: "value", value_axis: "secondary" } }),
      chart("bar", { grid: { show: false, stroke: { compound: { kind: "double", gap: 0.2 } } } }),
    ],
    invalid: [
      [chart("bar", { grid: { axis: "category", value_axis: "primary" } }), "chart-grid grid.value_axis"],
      [chart("scatter", { grid: { axis: "x", value_axis: "primary" } }), "chart-grid grid.value_axis"],
      [chart("heatmap", { grid: { value_axis: "primary" } }), "chart-grid grid.value_axis"],
      [chart("bar", { grid: { value_axis: "secondary" } }), "chart-grid grid.value_axis"],
      [dual(p, s, { grid: { value_axis: "secondary" } }, {}), "chart-value-axis axes.values.secondary", "chart-grid grid.value_axis"],
      [chart("bar", { grid: { stroke: { width: -1 } } }), "not-negative grid.stroke.width"],
    ],
  },
  {
    rule: "axes are checked beside data that is not whole",
    valid: [],
    invalid: [
      [
        withData("bar", { labels: [] }, { axes: { values: { primary: { tick_count: 1 } } } }),
        "chart-labels data.labels",
        "chart-data data.series[0].values",
        TICKS,
      ],
      [
        dual(p, undefined, {}, { color: "red" }, { value_axis: "secondary", name: " " }),
        "chart-series-name data.series[1].name",
        "color data.series[0].color",
        "chart-value-axis data.series[1].value_axis",
      ],
      [
        chart("combo", { data_labels: { position: "above" }, axes: { values: { primary: { min: 1 } } } }, { kind: undefined }),
        "chart-series-kind data.series[0].kind",
      ],
    ],
  },
];
testRules(RULES);
