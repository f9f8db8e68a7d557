import { describe, expect, test } from "vitest";
import type { ChartKind } from "../../request/types/chart.js";
import { chart, KINDS, refusals, testRules, type Part, type Rule } from "../../../tests/support/chart-check.js";

/* (element model, Series fields) */
const FIELDS: Part = {
  value_axis: "primary",
  options: {},
  stack: { group: "g" },
  format: {},
  color: "#123456",
  colors: ["#123456", "#123456", "#abcdef"],
  stroke: {},
  fill: { color: "#123456" },
  marker: {},
};
/** The column "Applies to": fields of series by kind of chart. */
const HAS: Readonly<Record<Exclude<ChartKind, "combo">, string>> = {
  bar: "value_axis options stack format color stroke fill",
  line: "value_axis options format color stroke marker",
  area: "value_axis options stack format color stroke fill marker",
  pie: "color colors stroke fill",
  donut: "color colors stroke fill",
  waterfall: "value_axis options format color colors stroke",
  scatter: "value_axis options format color stroke",
  range: "value_axis options format color stroke",
  heatmap: "color colors stroke",
};
const OPTIONS: Part = { corner_radius: 1, curve: "step", connect_nulls: true, area_fill: "none", show_line: true };
const HAS_OPTION: Readonly<Record<string, string>> = {
  bar: "corner_radius",
  line: "curve connect_nulls",
  area: "curve connect_nulls area_fill",
  waterfall: "",
  scatter: "curve connect_nulls show_line",
  range: "",
};

describe.each(Object.entries(HAS))("%s", (kind, has) => {
  test.each(Object.keys(FIELDS))("%s", (field) => {
    const expected = has.split(" ").includes(field) ? [] : [`chart-series-field data.series[0].${field}`];
    expect(refusals(chart(kind as ChartKind, {}, { [field]: FIELDS[field] }))).toEqual(expected);
    // series of a combo have their declared kind
    if (kind === "bar" || kind === "line" || kind === "area")
      expect(refusals(chart("combo", {}, { kind, [field]: FIELDS[field] }))).toEqual(expected);
  });
  if (HAS_OPTION[kind] !== undefined)
    test.each(Object.keys(OPTIONS))("option %s", (field) => {
      const expected = HAS_OPTION[kind]!.split(" ").includes(field) ? [] : [`chart-option data.series[0].options.${field}`];
      expect(refusals(chart(kind as ChartKind, {}, { options: { [field]: OPTIONS[field] } }))).toEqual(expected);
    });
});

const stacked = (kind: ChartKind, ...stacks: readonly Part[]) =>
  chart(kind, {}, ...stacks.map(({ group = "g", mode, ...rest }) => ({ stack: { group, mode }, ...rest })));
const percent = (...values: readonly (readonly (number | null)[])[]) =>
  chart("bar", {}, ...values.map((v) => ({ values: v, stack: { group: "g", mode: "percent" } })));
const onAxis = (axis: Part, kind: ChartKind = "area", mode = "percent") =>
  chart(kind, { axes: { values: { primary: axis } } }, { stack: { group: "g", mode } });
const TWO = {
  axes: { values: { primary: { title: "p" }, secondary: { title: "s" } } },
};

const RULES: readonly Rule[] = [
  {
    rule: "kind is what the chart is; each series of a combo declares its own",
    valid: [
      chart("bar", {}, { kind: "bar" }),
      chart("line", {}, { kind: "line" }),
      chart("area", {}, { kind: "area" }),
      chart("combo", {}, { kind: "bar" }, { kind: "line" }, { kind: "area" }),
      chart("combo", {}, { kind: "line" }),
    ],
    invalid: [
      [chart("combo", {}, { kind: undefined }), "chart-series-kind data.series[0].kind"],
      ...KINDS.filter((kind) => kind !== "combo").map(
        (kind) => [chart(kind, {}, { kind: kind === "bar" ? "line" : "bar" }), "chart-series-kind data.series[0].kind"] as const,
      ),
    ],
  },
  {
    rule: "corner radii are at least 0",
    valid: [chart("bar", {}, { options: { corner_radius: 0 } })],
    invalid: [[chart("bar", {}, { options: { corner_radius: -1 } }), "chart-option-value data.series[0].options.corner_radius"]],
  },
  {
    rule: "members of a stack share kind, axis and mode",
    valid: [
      stacked("bar", {}, { mode: "normal" }),
      stacked("area", {}, {}),
      stacked("bar", { mode: "percent" }, { mode: "percent" }, { group: "h" }),
      stacked("combo", { kind: "bar" }, { kind: "area", group: "h" }),
      stacked("bar", { mode: "percent" }, { group: "G" }),
      { ...stacked("bar", {}, { group: "h", value_axis: "secondary" }), ...TWO },
      stacked("bar", { values: [-1, null] }, { values: [1, 2] }),
    ],
    invalid: [
      [stacked("combo", { kind: "bar" }, { kind: "area" }), "chart-stack data.series[1].kind"],
      [{ ...stacked("bar", {}, { value_axis: "secondary" }), ...TWO }, "chart-stack data.series[1].value_axis"],
      [stacked("bar", {}, { mode: "percent" }), "chart-stack data.series[1].stack.mode"],
      [stacked("bar", { mode: "percent" }, {}), "chart-stack data.series[1].stack.mode"],
      [stacked("bar", { mode: "percent", values: [-1, null] }, {}), "chart-stack data.series[1].stack.mode"],
    ],
  },
  {
    rule: "shares are numbers of at least 0, with a total over 0 for each category",
    valid: [percent([1, 0], [0, 1]), percent([1, 1])],
    invalid: [
      [percent([1, -1], [1, 2]), "chart-percent data.series[0].values[1]"],
      [percent([1, 1], [null, 2]), "chart-percent data.series[1].values[0]"],
      [percent([1, 0], [1, 0]), "chart-percent data.series[0].values[1]"],
    ],
  },
  {
    rule: "the axis of shares goes from 0 to 100",
    valid: [onAxis({ min: 0, max: 100 }), onAxis({ tick_count: 5 }), onAxis({ min: -1, max: 8 }, "bar", "normal")],
    invalid: [
      [onAxis({ min: 1 }), "chart-percent axes.values.primary.min"],
      [onAxis({ max: 1 }), "chart-percent axes.values.primary.max"],
      [
        chart(
          "combo",
          { axes: { values: { primary: { max: 50 } } } },
          { kind: "line" },
          { kind: "area", stack: { group: "g", mode: "percent" } },
        ),
        "chart-percent axes.values.primary.max",
      ],
      [onAxis({ min: -5, max: 50 }, "bar"), "chart-percent axes.values.primary.min", "chart-percent axes.values.primary.max"],
    ],
  },
  {
    rule: "lists of colours have as many as the kind needs",
    valid: [
      chart("waterfall", {}, { colors: ["#111111", "#222222", "#333333"] }),
      chart("waterfall", {}, { colors: ["#111111", "#222222", "#333333", "#444444"] }),
      chart("heatmap", {}, { colors: ["#111111", "#222222"] }),
      chart("heatmap", {}, { colors: Array(9).fill("#111111") }),
      chart("heatmap", {}, { colors: ["#aaaaaa", "#222222"] }, { colors: ["#AAAAAA", "#222222"] }, {}),
      chart("pie", {}, { colors: ["#111111"] }),
      chart("donut", {}, { color: "#111111", colors: Array(3).fill("#111111") }),
    ],
    invalid: [
      [chart("waterfall", {}, { colors: ["#111111", "#222222"] }), "chart-colors data.series[0].colors"],
      [chart("waterfall", {}, { colors: Array(5).fill("#111111") }), "chart-colors data.series[0].colors"],
      [chart("heatmap", {}, { colors: ["#111111"] }), "chart-colors data.series[0].colors"],
      [chart("heatmap", {}, { colors: Array(10).fill("#111111") }), "chart-colors data.series[0].colors"],
      [chart("heatmap", {}, { colors: ["#aaaaaa", "#222222"] }, { colors: ["#222222", "#222222"] }), "chart-colors data.series[1].colors"],
      [
        chart("heatmap", {}, { colors: ["#aaaaaa", "#222222"] }, { colors: Array(3).fill("#222222") }),
        "chart-colors data.series[1].colors",
      ],
      [chart("pie", {}, { colors: [] }), "chart-colors data.series[0].colors"],
      [chart("pie", {}, { colors: ["#111111", "red"] }), "color data.series[0].colors[1]"],
      [chart("bar", {}, { color: "#12345" }), "color data.series[0].color"],
    ],
  },
  {
    rule: "strokes of series are single lines",
    valid: [
      chart("bar", {}, { stroke: { color: "#111111", width: 0, opacity: 0.5, dash: { preset: "dotted" }, cap: "round", miter_limit: 1 } }),
    ],
    invalid: [
      [chart("pie", {}, { stroke: { compound: { kind: "double", gap: 1 } } }), "chart-stroke data.series[0].stroke.compound"],
      [chart("heatmap", {}, { stroke: { width: -1 } }), "not-negative data.series[0].stroke.width"],
      [chart("range", {}, { stroke: { opacity: 2 } }), "opacity data.series[0].stroke.opacity"],
      [chart("line", {}, { stroke: { color: "red" } }), "color data.series[0].stroke.color"],
      [chart("line", {}, { stroke: { miter_limit: 0 } }), "miter-limit data.series[0].stroke.miter_limit"],
    ],
  },
  {
    rule: "markers have a size over 0",
    valid: [chart("line", {}, { marker: { show: true, shape: "diamond", size: 0.01 } })],
    invalid: [
      [chart("area", {}, { marker: { size: 0 } }), "positive data.series[0].marker.size"],
      [chart("area", {}, { marker: { size: 1e8 } }), "number-range data.series[0].marker.size"],
    ],
  },
];
testRules(RULES);
