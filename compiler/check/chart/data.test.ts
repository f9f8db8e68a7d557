import { chart, KINDS, testRules, withData, type Rule } from "../../../tests/support/chart-check.js";

/* (element model, Data; element model, Series fields) */
const numbers = (n: number, v: number | null = 1): (number | null)[] => Array.from({ length: n }, () => v);
const texts = (n: number): string[] => Array.from({ length: n }, (_, i) => `L${i}`);
const grid = (labels: number, series: number, kind: "bar" | "heatmap" = "bar") =>
  withData(kind, { labels: texts(labels), series: Array.from({ length: series }, (_, i) => ({ name: `S${i}`, values: numbers(labels) })) });
const scatter = (...counts: number[]) =>
  chart("scatter", {}, ...counts.map((n) => ({ points: Array.from({ length: n }, (_, x) => ({ x, y: x })) })));
const ranges = (labels: number, series: number) =>
  withData("range", {
    labels: texts(labels),
    series: Array.from({ length: series }, (_, i) => ({
      name: `S${i}`,
      lower_values: numbers(labels),
      upper_values: numbers(labels),
      values: numbers(labels),
    })),
  });
const names = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, i) => `chart-series-name data.series[${from + i}].name`);
const range = (lower: (number | null)[], upper: (number | null)[], values?: (number | null)[]) =>
  chart("range", {}, { lower_values: lower, upper_values: upper, values });
const monotone = (xs: readonly (readonly [x: number, y: number | null])[], options: object, own: object = {}) =>
  chart("scatter", { options }, { points: xs.map(([x, y]) => ({ x, y })), options: { show_line: true, ...own } });

const RULES: readonly Rule[] = [
  {
    rule: "labels are there, except for scatter, which has none",
    valid: [
      chart("scatter"),
      withData("scatter", { labels: [] }),
      withData("bar", { labels: ["a", " "] }),
      withData("bar", { labels: ["a", "a"] }),
    ],
    invalid: [
      ...KINDS.filter((kind) => kind !== "scatter").flatMap((kind) => {
        const series = kind === "range" ? { lower_values: [], upper_values: [] } : { values: [] };
        const empty = chart(kind, {}, series)["data"] as object;
        const others = { range: ["chart-bounds data.series[0].lower_values"], pie: ["chart-shares data.series[0].values"] } as Record<
          string,
          string[]
        >;
        const more = others[kind === "donut" ? "pie" : kind] ?? [];
        return [
          [chart(kind, { data: { ...empty, labels: [] } }), "chart-labels data.labels", ...more] as const,
          [chart(kind, { data: { ...empty, labels: undefined } }), "chart-labels data.labels", ...more] as const,
        ];
      }),
      [withData("scatter", { labels: ["a"] }), "chart-labels data.labels"],
    ],
  },
  {
    rule: "labels of slices and columns are unique after trimming",
    valid: (["pie", "donut", "heatmap"] as const).map((kind) => withData(kind, { labels: ["a", "A"] })),
    invalid: (["pie", "donut", "heatmap"] as const).flatMap((kind) => [
      [withData(kind, { labels: ["a", "a"] }), "chart-labels data.labels[1]"],
      [withData(kind, { labels: ["a", " a "] }), "chart-labels data.labels[1]"],
    ]),
  },
  {
    rule: "there is a series, and exactly one of slices and steps",
    valid: [chart("bar", {}, {}, {}), chart("heatmap", {}, {}, {}), chart("scatter", {}, {}, {}), chart("range", {}, {}, {})],
    invalid: [
      ...KINDS.map((kind) => [withData(kind, { series: [] }), "chart-series data"] as const),
      ...(["pie", "donut", "waterfall"] as const).map((kind) => [chart(kind, {}, {}, {}), "chart-series data"] as const),
    ],
  },
  {
    rule: "names are not blank, and unique after trimming",
    valid: [chart("bar", {}, { name: " a " }, { name: "A" })],
    invalid: [
      [chart("pie", {}, { name: "" }), "chart-series-name data.series[0].name"],
      [chart("heatmap", {}, { name: " \t" }), "chart-series-name data.series[0].name"],
      [chart("line", {}, { name: "a" }, { name: "a " }), "chart-series-name data.series[1].name"],
    ],
  },
  {
    rule: "values are one for each label",
    valid: [chart("bar", {}, { values: [1, null] }), chart("heatmap", {}, { values: [null, null] })],
    invalid: [
      [chart("bar", {}, { values: [1] }), "chart-data data.series[0].values"],
      [chart("pie", {}, { values: [1, 2, 3] }), "chart-data data.series[0].values"],
      [chart("heatmap", {}, {}, { values: [1, 2, 3] }), "chart-data data.series[1].values"],
      [chart("range", {}, { lower_values: [1] }), "chart-data data.series[0].lower_values"],
      [chart("range", {}, { upper_values: [1] }), "chart-data data.series[0].upper_values"],
      [chart("range", {}, { values: [1] }), "chart-data data.series[0].values"],
      [chart("waterfall", {}, { point_kinds: ["delta"] }), "chart-data data.series[0].point_kinds"],
    ],
  },
  {
    rule: "a kind has the data it needs, and no other",
    valid: KINDS.map((kind) => chart(kind)),
    invalid: [
      ...KINDS.filter((kind) => !["range", "scatter"].includes(kind)).flatMap((kind) => [
        [chart(kind, {}, { values: undefined }), "chart-data data.series[0].values"] as const,
        [chart(kind, {}, { points: [{ x: 1, y: 1 }] }), "chart-data data.series[0].points"] as const,
        [chart(kind, {}, { lower_values: [1, 2] }), "chart-data data.series[0].lower_values"] as const,
        [chart(kind, {}, { upper_values: [1, 2] }), "chart-data data.series[0].upper_values"] as const,
      ]),
      ...KINDS.filter((kind) => kind !== "waterfall").map((kind) => {
        const kinds = kind === "scatter" ? [] : ["delta", "delta"];
        return [chart(kind, {}, { point_kinds: kinds }), "chart-data data.series[0].point_kinds"] as const;
      }),
      [chart("scatter", {}, { points: undefined }), "chart-data data.series[0].points"],
      [chart("scatter", {}, { values: [] }), "chart-data data.series[0].values"],
      [chart("range", {}, { lower_values: undefined }), "chart-data data.series[0].lower_values"],
      [chart("range", {}, { upper_values: undefined }), "chart-data data.series[0].upper_values"],
      [chart("range", {}, { points: [{ x: 1, y: 1 }] }), "chart-data data.series[0].points"],
    ],
  },
  {
    rule: "values are finite",
    valid: [chart("bar", {}, { values: [1e300, -1e300] }), chart("bar", {}, { values: [1e8, 5e-324] })],
    invalid: [
      [chart("bar", {}, { values: [1, 1e301] }), "number-range data.series[0].values[1]"],
      [chart("range", {}, { lower_values: [-1e308, 1] }), "number-range data.series[0].lower_values[0]"],
      [chart("scatter", {}, { points: [{ x: 1, y: -1e308 }] }), "number-range data.series[0].points[0].y"],
    ],
  },
  {
    rule: "slices are numbers of at least 0, and not all 0",
    valid: [chart("pie", {}, { values: [0, 1] }), chart("donut", {}, { values: [1e9, 0.001] })],
    invalid: (["pie", "donut"] as const).flatMap((kind) => [
      [chart(kind, {}, { values: [1, -1] }), "chart-shares data.series[0].values[1]"],
      [chart(kind, {}, { values: [null, 1] }), "chart-shares data.series[0].values[0]"],
      [chart(kind, {}, { values: [0, 0] }), "chart-shares data.series[0].values"],
    ]),
  },
  {
    rule: "bounds of a range come in pairs, in order, around their centre; one of them is there",
    valid: [range([1, 2], [1, 5]), range([1, null], [3, null]), range([1, null], [3, null], [1, null]), range([1, 2], [3, 5], [null, 5])],
    invalid: [
      [range([4, 2], [3, 5]), "chart-bounds data.series[0].lower_values[0]"],
      [range([null, 2], [3, 5]), "chart-bounds data.series[0].lower_values[0]"],
      [range([1, 2], [3, null]), "chart-bounds data.series[0].upper_values[1]"],
      [range([1, null], [3, null], [2, 2]), "chart-bounds data.series[0].values[1]"],
      [range([1, 2], [3, 5], [0.5, 2]), "chart-bounds data.series[0].values[0]"],
      [range([1, 2], [3, 5], [2, 5.5]), "chart-bounds data.series[0].values[1]"],
      [range([null, null], [null, null]), "chart-bounds data.series[0].lower_values"],
    ],
  },
  {
    rule: "subtotals are computed, totals are given, deltas may be missing",
    valid: [
      chart("waterfall", {}, { values: [3, null], point_kinds: ["delta", "subtotal"] }),
      chart("waterfall", {}, { values: [3, 4], point_kinds: ["delta", "total"] }),
      chart("waterfall", {}, { values: [-3, null] }),
    ],
    invalid: [
      [chart("waterfall", {}, { values: [3, 0], point_kinds: ["delta", "subtotal"] }), "chart-steps data.series[0].values[1]"],
      [chart("waterfall", {}, { values: [3, null], point_kinds: ["delta", "total"] }), "chart-steps data.series[0].values[1]"],
    ],
  },
  {
    rule: "scatter series have points, with sizes over 0",
    valid: [
      chart(
        "scatter",
        {},
        {
          points: [
            { x: 1, y: 1, size: 0.1 },
            { x: 1, y: null },
          ],
        },
      ),
    ],
    invalid: [
      [chart("scatter", {}, { points: [] }), "chart-points data.series[0].points"],
      [
        chart(
          "scatter",
          {},
          {
            points: [
              { x: 1, y: 1 },
              { x: 1, y: 1, size: 0 },
            ],
          },
        ),
        "chart-points data.series[0].points[1].size",
      ],
    ],
  },
  {
    rule: "x increases along a monotone line, within a run",
    valid: [
      monotone(
        [
          [1, 1],
          [2, 1],
        ],
        { curve: "monotone" },
      ),
      monotone(
        [
          [1, 1],
          [1, 1],
        ],
        {},
      ),
      monotone(
        [
          [1, 1],
          [0, 1],
        ],
        { curve: "monotone" },
        { curve: "step" },
      ),
      monotone(
        [
          [1, 1],
          [0, 1],
        ],
        { curve: "monotone" },
        { show_line: false },
      ),
      monotone(
        [
          [2, 1],
          [2, null],
          [1, 1],
        ],
        { curve: "monotone" },
      ),
      monotone(
        [
          [2, 1],
          [2, null],
          [1, 1],
        ],
        { curve: "monotone", connect_nulls: true },
        { connect_nulls: false },
      ),
      monotone(
        [
          [2, 1],
          [0, null],
          [3, 1],
        ],
        { curve: "monotone", connect_nulls: true },
      ),
    ],
    invalid: [
      [
        monotone(
          [
            [1, 1],
            [1, 2],
          ],
          { curve: "monotone" },
        ),
        "chart-points data.series[0].points[1].x",
      ],
      [
        monotone(
          [
            [1, 1],
            [0, 2],
          ],
          {},
          { curve: "monotone" },
        ),
        "chart-points data.series[0].points[1].x",
      ],
      [
        monotone(
          [
            [2, 1],
            [2, null],
            [1, 1],
          ],
          { curve: "monotone", connect_nulls: true },
        ),
        "chart-points data.series[0].points[2].x",
      ],
      [
        monotone(
          [
            [2, 1],
            [2, null],
            [2, 1],
          ],
          { curve: "monotone" },
          { connect_nulls: true },
        ),
        "chart-points data.series[0].points[2].x",
      ],
    ],
  },
  {
    rule: "at most 512 labels, 16 series, 4096 points",
    valid: [grid(512, 8), grid(256, 16), grid(1, 16), scatter(4096), scatter(4000, 96), ranges(256, 16), grid(256, 16, "heatmap")],
    invalid: [
      [withData("bar", { labels: texts(512), series: [{ name: " ", values: numbers(512) }] }), "chart-series-name data.series[0].name"],
      [chart("bar", {}, ...Array.from({ length: 16 }, () => ({ name: "S" }))), ...names(1, 16)],
      [scatter(4095, 0, 1), "chart-points data.series[1].points"],
      [chart("bar", {}, ...Array.from({ length: 17 }, () => ({ name: "S" }))), "chart-limit data"],
      [withData("bar", { labels: texts(513), series: [{ name: " ", values: [] }] }), "chart-limit data.labels"],
      [scatter(4096, 0, 1), "chart-limit data"],
      [grid(513, 1), "chart-limit data.labels"],
      [grid(1, 17), "chart-limit data"],
      [grid(257, 16), "chart-limit data"],
      [scatter(4097), "chart-limit data"],
      [scatter(4000, 97), "chart-limit data"],
      [ranges(257, 16), "chart-limit data"],
      [grid(257, 16, "heatmap"), "chart-limit data"],
    ],
  },
];

testRules(RULES);
