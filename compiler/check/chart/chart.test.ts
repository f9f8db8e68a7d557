import { CONTRACT_LIMITS } from "../../core/limits.js";
import { describe, expect, test } from "vitest";
import { decode } from "../../request/decode.js";
import {
  answer,
  chart,
  KINDS,
  page,
  problemsOf,
  refusals,
  testRules,
  withData,
  type Part,
  type Rule,
} from "../../../tests/support/chart-check.js";

/* Frame, texts, theme and fills of a chart (element model, Chart; element model, Theme; element model, ChartFillStyle; element model, NumberFormat). */
const background = (fill: Part) => chart("pie", { theme: { background: fill } });
const C = "#123456";
const stops = (...offsets: readonly number[]) => offsets.map((offset) => ({ offset, color: C }));
const gradient = (g: Part) => background({ gradient: { kind: "linear", stops: stops(0, 1), ...g } });
const pattern = (p: Part) => background({ pattern: { kind: "diagonal", ...p } });
const text = (style: Part) => chart("bar", { theme: { text: style } });
const number = (format: Part) => chart("bar", { data_labels: { format } });
const dots = (stroke: Part) => pattern({ kind: "dots", stroke });
const link = (alt?: string) => chart("bar", { alt: "It goes up", link: { target: { type: "url", url: "https://example.com" }, alt } });

const RULES: readonly Rule[] = [
  {
    rule: "a chart has a size",
    valid: [chart("bar", { width: 0.001, height: 0.001 })],
    invalid: [
      [chart("bar", { width: 0 }), "positive width"],
      [chart("bar", { height: 0 }), "positive height"],
      [chart("bar", { height: -1 }), "positive height"],
      [chart("bar", { width: 1e8 }), "number-range width"],
    ],
  },
  {
    rule: "padding leaves something",
    valid: [chart("bar", { padding: { left: 44.9, right: 45, top: 59.9 } }), chart("bar", { padding: {} })],
    invalid: [
      [chart("bar", { padding: { left: 45, right: 45 } }), "chart-padding padding"],
      [chart("bar", { padding: { top: 60 } }), "chart-padding padding"],
      [chart("bar", { padding: { bottom: -1 } }), "not-negative padding.bottom"],
    ],
  },
  {
    rule: "placement is that of any element",
    valid: [
      chart("bar", { layout: { right: 5, bottom: 5, z_index: 3 } }),
      chart("bar", { layout: { anchor: { reference: "content_right" }, top: 0 } }),
    ],
    invalid: [
      [chart("bar", { layout: { left: 5, right: 5, top: 5 } }), "horizontal-forms layout"],
      [chart("bar", { layout: undefined }), "no-horizontal layout", "no-vertical layout"],
    ],
  },
  {
    rule: "palettes have colours",
    valid: [
      chart("pie", { theme: { palette: [C] } }),
      ...["dashboard_light", "business_light", "executive_dark", "print_mono"].map((preset) => chart("bar", { theme: { preset } })),
    ],
    invalid: [
      [chart("bar", { theme: { palette: [] } }), "chart-colors theme.palette"],
      [chart("bar", { theme: { palette: [C, "#12345G"] } }), "color theme.palette[1]"],
    ],
  },
  {
    rule: "a text style has fields of a run, and fonts of this service",
    valid: [
      text({
        font_family: "Noto Sans",
        font_size: 8,
        font_weight: "bold",
        font_style: "italic",
        color: C,
        opacity: 0.5,
        letter_spacing: -0.1,
      }),
      text({ font_family: "No Such", font_mode: "prefer", direction: "rtl" }),
    ],
    invalid: [
      [text({ font_family: "No Such" }), "font-unknown theme.text.font_family"],
      [text({ font_mode: "strict" }), "font-mode-alone theme.text.font_mode"],
      [text({ font_size: 0 }), "font-size theme.text.font_size"],
      [text({ color: "red" }), "color theme.text.color"],
      [text({ opacity: 2 }), "opacity theme.text.opacity"],
      [chart("bar", { legend: { text: { font_size: 0 } } }), "font-size legend.text.font_size"],
      [chart("bar", { axes: { category: { text: { font_size: 0 } } } }), "font-size axes.category.text.font_size"],
      [chart("heatmap", { axes: { row: { text: { font_size: 0 } } } }), "font-size axes.row.text.font_size"],
      [chart("scatter", { axes: { x: { text: { font_size: 0 } } } }), "font-size axes.x.text.font_size"],
      [chart("bar", { axes: { values: { primary: { text: { font_size: 0 } } } } }), "font-size axes.values.primary.text.font_size"],
    ],
  },
  {
    rule: "a fill is a colour, a gradient or a pattern",
    valid: [
      background({ color: C }),
      background({ color: C, opacity: 0 }),
      gradient({}),
      pattern({}),
      chart("bar", {}, { fill: { color: C } }),
    ],
    invalid: [
      [background({}), "chart-fill theme.background"],
      [background({ opacity: 0.5 }), "chart-fill theme.background"],
      [background({ color: C, pattern: { kind: "dots" } }), "chart-fill theme.background"],
      [background({ gradient: { kind: "linear", stops: stops(0, 1) }, pattern: { kind: "dots" } }), "chart-fill theme.background"],
      [background({ color: "red" }), "color theme.background.color"],
      [background({ color: C, opacity: 1.1 }), "opacity theme.background.opacity"],
      [chart("donut", {}, { fill: {} }), "chart-fill data.series[0].fill"],
    ],
  },
  {
    rule: "gradients have 2 to 16 stops in order",
    valid: [
      gradient({ angle: -1e9 }),
      gradient({ stops: stops(0.5, 0.5) }),
      gradient({ stops: Array(16).fill({ offset: 1, color: C, opacity: 0 }) }),
    ],
    invalid: [
      [gradient({ stops: stops(0) }), "chart-gradient theme.background.gradient.stops"],
      [gradient({ stops: Array(17).fill({ offset: 1, color: C }) }), "chart-gradient theme.background.gradient.stops"],
      [gradient({ stops: stops(0.5, 0.4) }), "chart-gradient theme.background.gradient.stops[1].offset"],
      [gradient({ stops: stops(-0.1, 1) }), "chart-gradient theme.background.gradient.stops[0].offset"],
      [gradient({ stops: stops(0, 1.1) }), "chart-gradient theme.background.gradient.stops[1].offset"],
      [gradient({ stops: [{ offset: 0, color: "red" }, ...stops(1)] }), "color theme.background.gradient.stops[0].color"],
      [gradient({ stops: [{ offset: 0, color: C, opacity: 3 }, ...stops(1)] }), "opacity theme.background.gradient.stops[0].opacity"],
      [gradient({ angle: 1e301 }), "number-range theme.background.gradient.angle"],
      [
        chart("bar", {}, { fill: { gradient: { kind: "linear", angle: 1e301, stops: stops(0, 1) } } }),
        "number-range data.series[0].fill.gradient.angle",
      ],
    ],
  },
  {
    rule: "patterns have a spacing, and strokes of what is drawn",
    valid: [
      pattern({
        color: C,
        background: { color: C },
        spacing: 0.01,
        stroke: { width: 0.1, opacity: 0.5, cap: "round", dash: { preset: "dashed" } },
      }),
      pattern({ kind: "crosshatch", stroke: { cap: "butt", dash: { preset: "solid" } } }),
      dots({ width: 0.5, opacity: 0.5 }),
    ],
    invalid: [
      [pattern({ spacing: 0 }), "positive theme.background.pattern.spacing"],
      [pattern({ spacing: 0.0099 }), "chart-pattern theme.background.pattern.spacing"],
      [pattern({ color: "red" }), "color theme.background.pattern.color"],
      [pattern({ background: { color: "red" } }), "color theme.background.pattern.background.color"],
      [pattern({ stroke: { width: 0 } }), "positive theme.background.pattern.stroke.width"],
      [pattern({ stroke: { opacity: -1 } }), "opacity theme.background.pattern.stroke.opacity"],
      ...(["diagonal", "crosshatch", "dots"] as const).flatMap((kind) =>
        Object.entries({ color: C, join: "round", miter_limit: 3, compound: { kind: "double", gap: 1 } }).map(
          ([field, value]) =>
            [pattern({ kind, stroke: { [field]: value } }), `chart-pattern theme.background.pattern.stroke.${field}`] as const,
        ),
      ),
      [dots({ cap: "round" }), "chart-pattern theme.background.pattern.stroke.cap"],
      [dots({ dash: { preset: "solid" } }), "chart-pattern theme.background.pattern.stroke.dash"],
    ],
  },
  {
    rule: "numbers have 0 to 6 decimals",
    valid: [number({ decimals: 0 }), number({ decimals: 6, notation: "compact", grouping: true, prefix: "$", suffix: "" })],
    invalid: [
      [number({ decimals: -1 }), "number-format data_labels.format.decimals"],
      [number({ decimals: 7 }), "number-format data_labels.format.decimals"],
      [chart("bar", {}, { format: { decimals: 7 } }), "number-format data.series[0].format.decimals"],
      [chart("scatter", { axes: { x: { format: { decimals: 7 } } } }), "number-format axes.x.format.decimals"],
      [chart("bar", { axes: { values: { primary: { format: { decimals: 7 } } } } }), "number-format axes.values.primary.format.decimals"],
    ],
  },
];
testRules(RULES);

describe("texts are single lines", () => {
  const PLACES: Readonly<Record<string, (text: string) => Part>> = {
    alt: (alt) => chart("bar", { alt }),
    "data.labels[1]": (label) => withData("bar", { labels: ["a", label] }),
    "data.series[0].name": (name) => chart("scatter", {}, { name }),
    "data.series[0].format.prefix": (prefix) => chart("bar", {}, { format: { prefix } }),
    "data.series[0].format.suffix": (suffix) => chart("bar", {}, { format: { suffix } }),
    "data_labels.format.prefix": (prefix) => number({ prefix }),
    "axes.category.title": (title) => chart("bar", { axes: { category: { title } } }),
    "axes.row.title": (title) => chart("heatmap", { axes: { row: { title } } }),
    "axes.x.title": (title) => chart("scatter", { axes: { x: { title } } }),
    "axes.values.primary.title": (title) => chart("bar", { axes: { values: { primary: { title } } } }),
    "axes.values.primary.format.suffix": (suffix) => chart("bar", { axes: { values: { primary: { format: { suffix } } } } }),
    "annotations.lines[0].label": (label) => chart("bar", { annotations: { lines: [{ value: 1, label }] } }),
    "annotations.bands[0].label": (label) => chart("bar", { annotations: { bands: [{ from: 1, to: 2, label }] } }),
  };
  test.each(Object.entries(PLACES))("%s", (path, made) => {
    for (const end of ["\f", "\r", "\n", "\u0085", "\u2028", "\u2029", "\r\n"])
      expect([end, refusals(made(`a${end}b`))]).toEqual([end, [`${path.includes("format") ? "number-format" : "chart-line"} ${path}`]]);
    for (const plain of ["a\tb", "a\vb", "**a**", "{page}"]) expect(refusals(made(plain))).toEqual([]);
  });
  test("a comment is not drawn", () => {
    expect(refusals(chart("bar", { comment: "two\nlines" }))).toEqual([]);
  });
});

describe("PDF/UA", () => {
  const missing = ["API-502 chart-link-alt link.alt"];
  test("a link has a description", () => {
    expect(refusals(link("The report"), { profile: "pdfa-ua1" })).toEqual([]);
    expect(refusals(link(), { profile: "pdfa-ua1" })).toEqual(missing);
    expect(refusals(link(" "), { profile: "pdfa-ua1" })).toEqual(missing);
    expect(refusals(link(), { profile: "pdfa-2b" })).toEqual([]);
    expect(refusals(link())).toEqual([]);
  });
});

describe("where charts are", () => {
  const one = chart("bar", { width: 0 });
  const refused = (request: Part) => problemsOf(request).map((p) => p.rule);
  test.each([
    ["a section", { header: { layout: { height: 70 }, elements: [one] } }],
    ["a layer", { layers: { stamp: { elements: [one] } } }],
    [
      "a container",
      {
        pages: [
          {
            size: "a4",
            elements: [
              {
                type: "container",
                layout: { left: 0, top: 0, children: { mode: "coordinate" } },
                width: 100,
                height: 100,
                elements: [one],
              },
            ],
          },
        ],
      },
    ],
  ])("%s", (_, request) => {
    expect(refused({ ...page(chart("bar")), ...request })).toEqual(["positive"]);
  });
  test("data that is not whole is not looked into, however much was found before it", () => {
    const broken = chart("bar", {}, { values: undefined, stack: { group: "g", mode: "percent" } });
    const elements = [...Array.from({ length: 1100 }, () => one), broken];
    expect(problemsOf({ pages: [{ size: "a4", elements }] })).toHaveLength(1000);
  });
  test("what a chart measures is no length, and its lengths are", () => {
    expect(refusals(chart("bar", {}, { values: [1e9, -1e12] }))).toEqual([]);
    expect(refusals(chart("bar", { axes: { category: { label_rotation: 1e8 } } }))).toEqual(["number-range axes.category.label_rotation"]);
  });
});

describe("shape", () => {
  const rules = (element: Part): readonly string[] => {
    const decoded = decode(page(element), CONTRACT_LIMITS, 10);
    return "problems" in decoded ? decoded.problems.map((p) => `${p.rule} ${p.path.slice(4).join(".")}`) : [];
  };
  test.each(["left", "right", "top", "bottom", "anchor", "x", "y", "rotation", "title"])("%s is no field of a chart", (field) => {
    expect(rules(chart("bar", { [field]: 1 }))).toEqual([`shape-unknown ${field}`]);
  });
  test.each(["width", "height", "kind", "data"])("%s is required", (field) => {
    const { [field]: _, ...rest } = chart("bar");
    expect(rules(rest)).toEqual(["shape-required "]);
  });
  test("unknown fields and values", () => {
    expect(rules({ ...chart("bar"), kind: "spark" })).toEqual(["shape-enum kind"]);
    expect(rules(text({ text_align: "left" }))).toEqual(["shape-unknown theme.text.text_align"]);
    expect(rules(text({ line_height: 1 }))).toEqual(["shape-unknown theme.text.line_height"]);
    expect(rules(number({ decimals: 1.5 }))).toEqual(["shape-type data_labels.format.decimals"]);
    expect(rules(chart("bar", { theme: { preset: "dark" } }))).toEqual(["shape-enum theme.preset"]);
    expect(rules(chart("bar", { axes: { values: { primary: { scale: "log" } } } }))).toEqual(["shape-enum axes.values.primary.scale"]);
    expect(rules(gradient({ kind: "radial" }))).toEqual(["shape-enum theme.background.gradient.kind"]);
  });
});

test("messages name what was found and what is allowed", () => {
  const at = "pages[0].elements[0]";
  expect(answer(chart("pie", { options: { curve: "step" } }))).toBe(
    `${at}.options.curve: only line, area, scatter and range charts have it; found curve in a pie chart`,
  );
  expect(answer(chart("bar", { options: { bar_gap_ratio: 2 } }))).toBe(`${at}.options.bar_gap_ratio: must be from 0 to 1; found 2`);
  expect(answer(chart("line", {}, { fill: { color: C } }))).toBe(
    `${at}.data.series[0].fill: only bar, area, pie and donut series have it; found fill in a line series`,
  );
  expect(answer(chart("bar", { data_labels: { position: "above" } }))).toBe(
    `${at}.data_labels.position: must be one of "inside", "outside", "end" in this bar chart; found "above"`,
  );
  expect(answer(chart("range", { data_labels: { position: "above" } }))).toBe(
    `${at}.data_labels.position: a range chart has no choice of it; found "above": leave position out`,
  );
  expect(answer(background({}))).toBe(`${at}.theme.background: must be exactly one of color, gradient and pattern; found none`);
  expect(answer(chart("bar", { alt: "a\u2028b" }))).toBe(`${at}.alt: a text of a chart is a single line; found U+2028`);
  expect(answer(chart("pie", { axes: {} }))).toBe(
    `${at}.axes: only bar, line, area, combo, waterfall, scatter, range and heatmap charts have them; found axes in a pie chart`,
  );
  expect(answer(chart("donut", { grid: {} }))).toBe(
    `${at}.grid: only bar, line, area, combo, waterfall, scatter, range and heatmap charts have one; found a grid in a donut chart`,
  );
  const second = { axes: { values: { primary: { title: "p" }, secondary: { title: "s" } } } };
  expect(answer(chart("line", second, { value_axis: "secondary" }))).toBe(
    `${at}.data: no series is on the primary value axis, at least one is needed`,
  );
  expect(answer(chart("line", {}, { values: [null, null] }))).toBe(`${at}.data: no series on the primary value axis has a number`);
  expect(answer(chart("combo", { data_labels: { position: "above" } }, {}, { kind: "line" }))).toBe(
    `${at}.data_labels.position: did you mean "end"? must be "end" in this combo chart; found "above"`,
  );
  expect(answer(chart("bar", {}, { kind: "area" }))).toBe(`${at}.data.series[0].kind: must be bar; found area in a bar chart`);
  expect(answer(chart("pie", {}, { kind: "bar" }))).toBe(`${at}.data.series[0].kind: must be no kind; found bar in a pie chart`);
  expect(answer(dots({ cap: "butt" }))).toBe(
    `${at}.theme.background.pattern.stroke.cap: the stroke of a dots pattern has width and opacity; found cap`,
  );
  expect(answer(pattern({ stroke: { join: "round" } }))).toBe(
    `${at}.theme.background.pattern.stroke.join: the stroke of a diagonal pattern has width, opacity, cap and dash; found join`,
  );
  for (const kind of KINDS) expect(answer(chart(kind))).toBeNull();
});
