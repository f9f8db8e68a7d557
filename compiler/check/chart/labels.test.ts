import { describe, expect, test } from "vitest";
import type { ChartKind } from "../../request/types/chart.js";
import { chart, KINDS, refusals, testRules, type Part, type Rule } from "../../../tests/support/chart-check.js";

/* Legend, data labels and annotations (element model, Chart; element model, Data labels; element model, Annotations). */
const MODES = ["value", "percent", "label", "label_and_value", "label_and_percent"];
const POSITIONS = ["inside", "outside", "end", "above", "below"];
const HAS_MODES: Readonly<Record<ChartKind, string>> = {
  bar: "value label label_and_value",
  line: "value label label_and_value",
  area: "value label label_and_value",
  combo: "value label label_and_value",
  pie: MODES.join(" "),
  donut: MODES.join(" "),
  waterfall: "value label label_and_value",
  scatter: "value",
  range: "value label label_and_value",
  heatmap: "value label label_and_value",
};
const HAS_POSITIONS: Readonly<Record<ChartKind, string>> = {
  bar: "inside outside end",
  line: "above below end",
  area: "above below end",
  combo: "inside outside end",
  pie: "inside outside",
  donut: "inside outside",
  waterfall: "",
  scatter: "",
  range: "",
  heatmap: "",
};
const NO_ANNOTATIONS: readonly ChartKind[] = ["pie", "donut", "heatmap"];

describe.each(KINDS)("%s", (kind) => {
  const said = (fields: Part) => refusals(chart(kind, fields));
  test.each(MODES)("mode %s", (mode) => {
    const expected = HAS_MODES[kind].split(" ").includes(mode) ? [] : ["chart-data-labels data_labels.mode"];
    expect(said({ data_labels: { mode } })).toEqual(expected);
  });
  test.each(POSITIONS)("position %s", (position) => {
    const expected = HAS_POSITIONS[kind].split(" ").includes(position) ? [] : ["chart-data-labels data_labels.position"];
    expect(said({ data_labels: { position } })).toEqual(expected);
  });
  test("annotations", () => {
    expect(said({ annotations: {} })).toEqual(NO_ANNOTATIONS.includes(kind) ? ["chart-annotations annotations"] : []);
    if (NO_ANNOTATIONS.includes(kind)) return;
    const axis = (name: string) => said({ annotations: { lines: [{ value: 1, axis: name }], bands: [{ from: 1, to: 2, axis: name }] } });
    const both = ["chart-annotations annotations.lines[0].axis", "chart-annotations annotations.bands[0].axis"];
    expect(axis("primary")).toEqual([]);
    expect(axis("x")).toEqual(kind === "scatter" ? [] : both);
    expect(axis("secondary")).toEqual(both);
  });
  test("a legend that is not shown", () => {
    const named = ["show", "mode", "overflow"].map((field) => `chart-slices-named data_labels.${field}`);
    expect(said({ legend: { show: false } })).toEqual(kind === "pie" || kind === "donut" ? named : []);
    expect(said({ legend: { show: true, position: "left", align: "end" } })).toEqual([]);
  });
});

const combo = (position: string, ...kinds: readonly string[]) =>
  chart("combo", { data_labels: { position } }, ...kinds.map((kind) => ({ kind })));
const pie = (data_labels: Part) => chart("pie", { legend: { show: false }, data_labels });
const named = { show: true, mode: "label", overflow: "error" };
const percents = (kind: ChartKind, mode: string, ...series: readonly Part[]) => chart(kind, { data_labels: { mode } }, ...series);
const stack = { stack: { group: "g", mode: "percent" } };
const lines = (n: number) => Array.from({ length: n }, (_, value) => ({ value }));
const bands = (n: number) => Array.from({ length: n }, (_, from) => ({ from, to: from + 1 }));
const band = (fields: Part) => chart("bar", { annotations: { bands: [{ from: 1, to: 2, ...fields }] } });
const line = (fields: Part) => chart("bar", { annotations: { lines: [{ value: 1, ...fields }] } });

const RULES: readonly Rule[] = [
  {
    rule: "labels of a combo are where all its kinds have them",
    valid: [
      combo("end", "bar", "line"),
      combo("end", "bar", "area"),
      combo("outside", "bar", "bar"),
      combo("above", "line", "area"),
      chart("combo", { data_labels: { show: true } }, { kind: "bar" }, { kind: "line" }),
    ],
    invalid: [
      [combo("inside", "bar", "line"), "chart-data-labels data_labels.position"],
      [combo("above", "area", "bar"), "chart-data-labels data_labels.position"],
      [combo("above", "bar", "bar"), "chart-data-labels data_labels.position"],
      [combo("inside", "line", "area"), "chart-data-labels data_labels.position"],
    ],
  },
  {
    rule: "percents need every series to be in a stack of percents",
    valid: [
      percents("bar", "percent", stack, stack),
      percents("area", "label_and_percent", stack),
      percents("combo", "percent", { kind: "area", ...stack }),
    ],
    invalid: [
      [percents("bar", "percent", stack, {}), "chart-data-labels data_labels.mode"],
      [percents("bar", "percent", { stack: { group: "g" } }), "chart-data-labels data_labels.mode"],
      [percents("combo", "label_and_percent", stack, { kind: "line" }), "chart-data-labels data_labels.mode"],
    ],
  },
  {
    rule: "slices without a legend have their names beside them",
    valid: [
      pie(named),
      pie({ ...named, mode: "label_and_value", position: "outside" }),
      pie({ ...named, mode: "label_and_percent" }),
      chart("donut", { legend: { show: false }, data_labels: named }),
      chart("pie", { legend: {}, data_labels: { show: false } }),
    ],
    invalid: [
      [pie({ ...named, show: false }), "chart-slices-named data_labels.show"],
      [pie({ ...named, show: undefined }), "chart-slices-named data_labels.show"],
      [pie({ ...named, mode: "value" }), "chart-slices-named data_labels.mode"],
      [pie({ ...named, mode: "percent" }), "chart-slices-named data_labels.mode"],
      [pie({ ...named, overflow: "hide" }), "chart-slices-named data_labels.overflow"],
      [pie({ ...named, overflow: undefined }), "chart-slices-named data_labels.overflow"],
    ],
  },
  {
    rule: "lines and bands are at most 32",
    valid: [
      chart("bar", { annotations: { lines: lines(32) } }),
      chart("bar", { annotations: { bands: bands(32) } }),
      chart("bar", { annotations: { lines: lines(16), bands: bands(16) } }),
    ],
    invalid: [
      [chart("bar", { annotations: { lines: lines(33) } }), "chart-limit annotations"],
      [chart("bar", { annotations: { bands: bands(33) } }), "chart-limit annotations"],
      [chart("bar", { annotations: { lines: lines(17), bands: bands(16) } }), "chart-limit annotations"],
    ],
  },
  {
    rule: "bands have an extent",
    valid: [band({ from: 1.999 }), band({ from: -1e200, to: 1e200 })],
    invalid: [
      [band({ from: 2 }), "chart-annotations annotations.bands[0].to"],
      [band({ from: 3 }), "chart-annotations annotations.bands[0].to"],
      [band({ to: 1e301 }), "number-range annotations.bands[0].to"],
      [line({ value: -1e301 }), "number-range annotations.lines[0].value"],
    ],
  },
  {
    rule: "annotations of the secondary axis need one",
    valid: [
      chart(
        "range",
        {
          axes: { values: { primary: { title: "p" }, secondary: { title: "s" } } },
          annotations: { lines: [{ value: 1, axis: "secondary" }], bands: [{ from: 1, to: 2, axis: "secondary" }] },
        },
        {},
        { value_axis: "secondary" },
      ),
    ],
    invalid: [[line({ axis: "secondary" }), "chart-annotations annotations.lines[0].axis"]],
  },
  {
    rule: "annotations have fills and strokes",
    valid: [
      band({ fill: { color: "#AAAAAA", opacity: 0.5 }, stroke: { width: 0.3 }, label: "b" }),
      line({ stroke: { cap: "round" }, label: "" }),
    ],
    invalid: [
      [band({ fill: { color: "red" } }), "color annotations.bands[0].fill.color"],
      [band({ fill: { opacity: -0.1 } }), "opacity annotations.bands[0].fill.opacity"],
      [band({ stroke: { width: -1 } }), "not-negative annotations.bands[0].stroke.width"],
      [line({ stroke: { opacity: 1.1 } }), "opacity annotations.lines[0].stroke.opacity"],
    ],
  },
];
testRules(RULES);
