import { describe, expect, test } from "vitest";
import type { ChartKind } from "../../request/types/chart.js";
import { chart, KINDS, refusals, testRules, withData, type Part, type Rule } from "../../../tests/chart-check.js";

/* Options of each kind, and their values (element model, Options per kind). */
const HAS: Readonly<Record<ChartKind, string>> = {
  bar: "orientation category_gap_ratio bar_gap_ratio corner_radius",
  line: "orientation curve connect_nulls",
  area: "orientation curve connect_nulls area_fill",
  combo: "orientation category_gap_ratio bar_gap_ratio",
  pie: "start_angle pad_angle",
  donut: "start_angle pad_angle inner_radius",
  waterfall: "orientation category_gap_ratio corner_radius show_connectors",
  scatter: "curve connect_nulls bubble_min_size bubble_max_size",
  range: "curve connect_nulls area_fill",
  heatmap: "cell_gap",
};
const sized = { points: [{ x: 1, y: 1, size: 1 }] };
const VALUES: Readonly<Record<string, { readonly valid: readonly unknown[]; readonly invalid: readonly number[] }>> = {
  orientation: { valid: ["vertical", "horizontal"], invalid: [] },
  category_gap_ratio: { valid: [0, 0.999], invalid: [-0.001, 1] },
  bar_gap_ratio: { valid: [0, 1], invalid: [-0.001, 1.001] },
  corner_radius: { valid: [0, 1000], invalid: [-0.001] },
  curve: { valid: ["linear", "monotone", "step"], invalid: [] },
  connect_nulls: { valid: [true, false], invalid: [] },
  area_fill: { valid: ["gradient", "solid", "pattern", "none"], invalid: [] },
  start_angle: { valid: [-1e9, 0, 12.5, 1e200], invalid: [] },
  pad_angle: { valid: [0, 179.9], invalid: [-0.001, 180, 360] },
  inner_radius: { valid: [0.001, 0.999], invalid: [0, 1] },
  show_connectors: { valid: [true, false], invalid: [] },
  bubble_min_size: { valid: [0.001], invalid: [0, -1] },
  bubble_max_size: { valid: [0.001], invalid: [0, -1] },
  cell_gap: { valid: [0, 50], invalid: [-0.001] },
};

describe.each(KINDS)("%s", (kind) => {
  const series = kind === "scatter" ? sized : {};
  test.each(Object.entries(VALUES))("%s", (field, { valid, invalid }) => {
    const has = HAS[kind].split(" ").includes(field);
    const said = (value: unknown) => refusals(chart(kind, { options: { [field]: value } }, series));
    for (const value of valid) expect(said(value)).toEqual(has ? [] : [`chart-option options.${field}`]);
    if (has) for (const value of invalid) expect([value, said(value)]).toEqual([value, [`chart-option-value options.${field}`]]);
  });
});

const pie = (labels: number, pad_angle: number): Part =>
  withData(
    "pie",
    { labels: Array.from({ length: labels }, (_, i) => `L${i}`), series: [{ name: "S", values: Array(labels).fill(1) }] },
    { options: { pad_angle } },
  );

const RULES: readonly Rule[] = [
  {
    rule: "gaps leave something of the slices",
    valid: [pie(1, 359.9), pie(100, 3.59)],
    invalid: [
      [pie(1, 360), "chart-option-value options.pad_angle"],
      [pie(100, 3.6), "chart-option-value options.pad_angle"],
      [pie(4, 90), "chart-option-value options.pad_angle"],
    ],
  },
  {
    rule: "bubbles have sizes, the least at most the greatest",
    valid: [
      chart("scatter", { options: { bubble_min_size: 2, bubble_max_size: 2 } }, sized),
      chart("scatter", { options: { bubble_max_size: 2 } }, {}, sized),
      chart("scatter", { options: { bubble_max_size: 2 } }, { points: [{ x: 1, y: 1 }, ...sized.points] }),
    ],
    invalid: [
      [chart("scatter", { options: { bubble_min_size: 1 } }), "chart-option options.bubble_min_size"],
      [chart("scatter", { options: { bubble_max_size: 1 } }), "chart-option options.bubble_max_size"],
      [chart("scatter", { options: { bubble_min_size: 2, bubble_max_size: 1.9 } }, sized), "chart-option-value options.bubble_max_size"],
    ],
  },
];
testRules(RULES);
