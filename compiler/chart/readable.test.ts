import { describe, expect, test } from "vitest";
import { randomChart } from "../../golden/random-chart.js";
import { engine } from "../../golden/cases.js";
import type { Rect } from "../../ir/index.js";
import { enough, runs, seed } from "../../tests/support/runs.js";
import { CONTRACT_LIMITS } from "../core/limits.js";
import { RenderError } from "../core/fail.js";
import { at, pathOf, ROOT } from "../core/src.js";
import { pt } from "../core/units.js";
import { PLAIN_NUMBERS } from "../locale/numbers.js";
import type { DrawnOp } from "../box/drawn.js";
import type { MaterializedChart } from "../request/materialized.js";
import { TextEngine } from "../text/shape/engine.js";
import { drawChart } from "./kinds/draw.js";
import { boxOf } from "./labels.js";
import { ChartText, type Anchor, type SetText } from "./text.js";

/* Small wishes, SW-34 to SW-38: ticks, values of bars, legends and pies that can be told apart. */

type Obj = Readonly<Record<string, unknown>>;

interface Placed {
  readonly said: string;
  readonly path: string;
  readonly box: Rect;
  readonly turned: boolean;
}

class Recorder extends ChartText {
  placed: Placed[] = [];

  override ops(text: SetText, anchor: Anchor): readonly DrawnOp[] {
    const said = text.lines.map((line) => line.runs.map((run) => run.text).join("")).join(" ");
    const turned = (anchor.turn ?? 0) !== 0;
    if (said.trim() !== "") this.placed.push({ said, path: pathOf(text.src), box: boxOf(text, anchor), turned });
    return super.ops(text, anchor);
  }
}

const notes: string[] = [];
const recorder = new Recorder(new TextEngine(engine.world()), "en", CONTRACT_LIMITS, (rule, src) => notes.push(`${rule} ${pathOf(src)}`));

interface Drawing {
  readonly ops: readonly DrawnOp[];
  readonly placed: readonly Placed[];
  readonly notes: readonly string[];
}

const draw = (el: Obj): Drawing => {
  recorder.placed = [];
  notes.length = 0;
  const ops = drawChart(
    { type: "chart", width: 95, height: 60, ...el } as unknown as MaterializedChart,
    at(ROOT, "chart"),
    recorder,
    PLAIN_NUMBERS,
  );
  return { ops, placed: recorder.placed, notes: [...notes] };
};

const refusal = (el: Obj): string => {
  try {
    draw(el);
  } catch (e) {
    if (e instanceof RenderError) return `${e.code} ${e.message}`;
    throw e;
  }
  return "drawn";
};

const saidAt = ({ placed }: Drawing, path: string): readonly string[] => placed.filter((p) => p.path === path).map((p) => p.said);
const line = (values: readonly number[], primary: Obj, more: Obj = {}): Obj => ({
  kind: "line",
  data: { labels: values.map((_, i) => `L${i}`), series: [{ name: "s", values }] },
  axes: { values: { primary } },
  ...more,
});
const PRIMARY = "chart.axes.values.primary";
const ticksOf = (el: Obj, path = PRIMARY): readonly string[] => saidAt(draw(el), path);

describe("ticks (SW-34)", () => {
  test.each<readonly [string, Obj, readonly string[]]>([
    ["whole numbers of few values", line([0, 1, 2, 1, 0], { format: { decimals: 0 } }), ["0", "1", "2"]],
    ["of halves", line([0, 0.5, 1], { format: { decimals: 0 } }), ["0", "1"]],
    ["in money", line([0, 3], { format: { prefix: "$", decimals: 0 } }), ["$0", "$1", "$2", "$3"]],
    ["compact with more decimals", line([1000000, 1000400], { format: { notation: "compact" }, include_zero: "never" }), []],
    [
      "compact with declared decimals",
      line([1000, 1400], { format: { notation: "compact", decimals: 0 }, include_zero: "never" }),
      ["1K", "2K"],
    ],
    ["a number of ticks", line([0, 1, 2], { tick_count: 5, format: { decimals: 0 } }), ["0", "1", "2", "3", "4"]],
    ["one declared end", line([1, 2], { min: 0.5, format: { decimals: 0 } }), []],
    ["declared ends, steps between them", line([1, 2], { min: 0, max: 3, format: { decimals: 0 } }), ["0", "1", "2", "3"]],
  ])("%s", (_, el, expected) => {
    const found = ticksOf(el);
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found).size).toBe(found.length);
    if (expected.length > 0) expect([...found]).toEqual(expected);
    expect(draw(el).notes).toEqual([]);
  });

  test("of both axes of a scatter chart", () => {
    const points = [2019, 2020, 2021].map((x) => ({ x, y: x - 2018 }));
    const el = {
      kind: "scatter",
      data: { series: [{ name: "s", points }] },
      axes: { x: { format: { decimals: 0 } }, values: { primary: { format: { decimals: 0 } } } },
    };
    for (const path of ["chart.axes.x", PRIMARY]) {
      const found = ticksOf(el, path);
      expect(new Set(found).size).toBe(found.length);
      expect(found.length).toBeGreaterThan(2);
    }
  });

  test("two axes differ each and keep their zeros aligned", () => {
    const el = {
      kind: "line",
      data: {
        labels: ["a", "b", "c"],
        series: [
          { name: "s", values: [-1, 0, 2] },
          { name: "t", value_axis: "secondary", values: [-0.4, 0.2, 1.1] },
        ],
      },
      axes: { values: { primary: { title: "p", format: { decimals: 0 } }, secondary: { title: "q", format: { decimals: 0 } } } },
    };
    const drawing = draw(el);
    const zero = ["primary", "secondary"].map((name) => {
      const own = drawing.placed.filter((p) => p.path === `chart.axes.values.${name}`);
      expect(new Set(own.map((p) => p.said)).size).toBe(own.length);
      return own.find((p) => p.said === "0")!.box.y;
    });
    expect(zero[0]).toBeCloseTo(zero[1]!, 6);
  });

  test.each<readonly [string, Obj, readonly string[]]>([
    ["declared ends of one text", line([0.2, 0.3], { min: 0.1, max: 0.4, format: { decimals: 0 } }), ["0"]],
    [
      "a number of ticks between declared ends",
      line([0.5, 1], { min: 0, max: 2, tick_count: 5, format: { decimals: 0 } }),
      ["0", "1", "2"],
    ],
    ["a declared step", line([0, 1], { tick_step: 0.5, min: 0, max: 2, format: { decimals: 0 } }), ["0", "1", "2"]],
  ])("%s: the later ones are left out, with a note", (_, el, expected) => {
    const drawing = draw(el);
    expect(saidAt(drawing, PRIMARY)).toEqual(expected);
    expect(drawing.notes).toEqual([`repeated-numbers ${PRIMARY}`]);
  });

  test("values of a colour scale", () => {
    const data = { labels: ["a", "b"], series: [0, 1].map((i) => ({ name: `r${i}`, values: [0.1 + i, 0.3] })) };
    const drawing = draw({ kind: "heatmap", data, data_labels: { format: { decimals: 0 } } });
    const said = saidAt(drawing, "chart.legend");
    expect(new Set(said).size).toBe(said.length);
    expect(drawing.notes).toEqual(["repeated-numbers chart.data_labels"]);
  });

  test("axes without labels, and with different texts, are as they were", () => {
    const shown = { format: { decimals: 1 } };
    expect(ticksOf(line([0, 1, 2], shown))).toContain("0.5");
    expect(ticksOf(line([0, 1, 2], { ...shown, show: false }))).toEqual([]);
  });
});

describe("tick_step, integers (SW-35)", () => {
  test.each<readonly [string, Obj, readonly string[]]>([
    ["multiples of a step, beyond the data", line([1, 13], { tick_step: 5 }), ["0", "5", "10", "15"]],
    ["a step that is not round", line([0, 20], { tick_step: 7 }), ["0", "7", "14", "21"]],
    ["declared ends are ticks", line([1, 9], { tick_step: 4, min: 1, max: 10 }), ["1", "4", "8", "10"]],
    ["negative values", line([-3, 3], { tick_step: 2 }), ["-4", "-2", "0", "2", "4"]],
    ["whole numbers", line([0, 1, 2], { integers: true }), ["0", "1", "2"]],
    ["whole numbers far apart", line([0, 100], { integers: true }), []],
    ["whole numbers of a count: the ends widen", line([0, 1, 2], { integers: true, tick_count: 5 }), ["0", "1", "2", "3", "4"]],
    ["whole numbers of a count below zero", line([-1, 1], { integers: true, tick_count: 3 }), []],
    ["integers: false", line([0, 1, 2], { integers: false }), []],
  ])("%s", (_, el, expected) => {
    const found = ticksOf(el);
    if (expected.length > 0) expect([...found]).toEqual(expected);
    const { integers } = (el["axes"] as { values: { primary: { integers?: boolean } } }).values.primary;
    if (integers === true) expect(found.every((said) => Number.isInteger(Number(said)))).toBe(true);
    if (integers === false) expect(found).toContain("0.5");
  });

  test("more than 32 ticks are refused, with a step that has fewer", () => {
    expect(refusal(line([0, 310], { tick_step: 10 }))).toBe("drawn");
    expect(refusal(line([0, 320], { tick_step: 10 }))).toBe(
      "API-002 chart.axes.values.primary.tick_step: must be at least 20, for at most 32 ticks; found 10, 33 ticks",
    );
    expect(refusal(line([0, 1e9], { tick_step: 1e-300 }))).toContain("tick_step: must be at least 50000000, for at most 32 ticks");
  });

  test("neither has an effect on a stack in percent", () => {
    const series = [1, 2].map((v) => ({ name: `s${v}`, values: [v, 3], stack: { group: "g", mode: "percent" } }));
    const stack = (primary: Obj): readonly string[] =>
      ticksOf({ kind: "bar", data: { labels: ["a", "b"], series }, axes: { values: { primary } } });
    expect(stack({ tick_step: 7, integers: true })).toEqual(stack({}));
  });
});

const DEPARTMENT = "Department of long names and sub-department number";

describe("values of bars (SW-36)", () => {
  const bars = (kind: string, series: readonly Obj[], more: Obj = {}): Obj => ({
    kind,
    data: { labels: ["University Farm", "Waseca", "Morris", "Crookston"], series },
    data_labels: { show: true, format: { decimals: 1 } },
    ...more,
  });
  const CASES: Readonly<Record<string, Obj>> = {
    "two series": bars("bar", [
      { name: "a", values: [358.3, 543.5, 292.9, 436.6] },
      { name: "b", values: [295.1, 418.7, 415.1, 311.8] },
    ]),
    "three series below zero": bars("bar", [
      { name: "a", values: [-358.3, -543.5, -292.9, -436.6] },
      { name: "b", values: [-295.1, -418.7, -415.1, -311.8] },
      { name: "c", values: [-95.1, -18.7, -600.1, -11.8] },
    ]),
    "level bars": bars(
      "bar",
      [1, 2, 3, 4, 5].map((k) => ({ name: `s${k}`, values: [100.5 * k, 700.5 - 100 * k, 55.5, 300.5] })),
      { options: { orientation: "horizontal" } },
    ),
    "a waterfall of narrow steps": {
      ...bars("waterfall", [{ name: "w", values: [12345.6, -2345.6, 1234.5, -345.6] }]),
      width: 40,
    },
  };

  test.each(Object.entries(CASES))("%s: none on another bar or value", (_, el) => {
    const { placed, ops } = draw(el);
    const values = placed.filter((p) => p.path.includes("values["));
    expect(values.length).toBeGreaterThan(3);
    const filled = ops.flatMap((op) => (op.op === "path" && op.fill && !op.stroke ? [op.path] : []));
    const boxes = filled.map(({ coords }) => {
      const [xs, ys] = [0, 1].map((k) => coords.filter((_, i) => i % 2 === k)) as [number[], number[]];
      return { x: Math.min(...xs), y: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
    });
    for (const { said, box } of values)
      for (const b of boxes) {
        const over =
          Math.min(box.x + box.width, b.right) - Math.max(box.x, b.x) > 0.01 &&
          Math.min(box.y + box.height, b.bottom) - Math.max(box.y, b.y) > 0.01;
        expect([said, over]).toEqual([said, false]);
      }
    for (const [i, a] of values.entries())
      for (const b of values.slice(i + 1)) {
        const over =
          Math.min(a.box.x + a.box.width, b.box.x + b.box.width) - Math.max(a.box.x, b.box.x) > 0.01 &&
          Math.min(a.box.y + a.box.height, b.box.y + b.box.height) - Math.max(a.box.y, b.box.y) > 0.01;
        expect([a.said, b.said, over]).toEqual([a.said, b.said, false]);
      }
  });

  test("one without room is left out, or an error", () => {
    const series = Array.from({ length: 12 }, (_, k) => ({ name: `s${k}`, values: [123456.5, 123456.5, 123456.5, 123456.5] }));
    const crowded = bars("bar", series, { width: 60, height: 30, legend: { show: false } });
    expect(draw(crowded).placed.filter((p) => p.path.includes("values[")).length).toBeLessThan(48);
    expect(refusal({ ...crowded, data_labels: { show: true, overflow: "error" } })).toContain("API-507");
  });
});

describe("legends (SW-37)", () => {
  const series = (count: number): readonly Obj[] =>
    Array.from({ length: count }, (_, k) => ({ name: `${DEPARTMENT} ${k + 1}`, values: [k, k + 1, k - 1] }));
  const chart = (count: number, more: Obj = {}): Obj => ({
    kind: "line",
    data: { labels: ["a", "b", "c"], series: series(count) },
    grid: { stroke: { color: "#123456" } },
    ...more,
  });
  /** Points, of the plot's lines. */
  const plotOf = ({ ops }: Drawing): { readonly width: number; readonly height: number } => {
    const lines = ops.flatMap((op) => (op.op === "path" && op.stroke?.color === "#123456" ? [op.path.coords] : []));
    const ys = lines.map((c) => c[1]!);
    return { width: lines[0]![2]! - lines[0]![0]!, height: Math.max(...ys) - Math.min(...ys) };
  };

  test("that would take the plot are refused by name", () => {
    expect(refusal(chart(12))).toMatch(/^API-507 chart\.legend: the legend leaves the plot less than a third of the chart/);
    expect(refusal(chart(30, { legend: { position: "bottom" } }))).toMatch(/^API-507 chart\.legend: /);
  });

  test("leave a third of the height, or 15 mm, and so of the width", () => {
    for (const position of ["top", "bottom", "left", "right"])
      for (const count of [2, 5, 7, 9, 14]) {
        const el = chart(count, { legend: { position } });
        if (refusal(el) !== "drawn") continue;
        const plot = plotOf(draw(el));
        const upright = position === "top" || position === "bottom";
        expect([position, count, upright ? plot.height >= pt(15) - 0.1 : plot.width >= pt(15) - 0.1]).toEqual([position, count, true]);
      }
  });

  test("beside a stack run as the stack does", () => {
    const names = (more: Obj): readonly string[] => {
      const stacked = ["bottom", "middle", "top"].map((name, k) => ({ name, values: [1, 2, k + 1], stack: { group: "g" } }));
      const { placed } = draw({ kind: "bar", data: { labels: ["a", "b", "c"], series: stacked }, legend: { position: "right" }, ...more });
      return placed
        .filter((p) => p.path.endsWith(".name"))
        .sort((a, b) => a.box.y - b.box.y)
        .map((p) => p.said);
    };
    expect(names({})).toEqual(["top", "middle", "bottom"]);
    expect(names({ kind: "area", legend: { position: "left" } })).toEqual(["top", "middle", "bottom"]);
    expect(names({ options: { orientation: "horizontal" } })).toEqual(["bottom", "middle", "top"]);
    const mixed = draw({
      kind: "combo",
      legend: { position: "right" },
      data: {
        labels: ["a"],
        series: [
          { name: "one", kind: "bar", values: [1], stack: { group: "g" } },
          { name: "line", kind: "line", values: [1] },
          { name: "two", kind: "bar", values: [1], stack: { group: "g" } },
        ],
      },
    });
    const order = mixed.placed.filter((p) => p.path.endsWith(".name")).sort((a, b) => a.box.y - b.box.y);
    expect(order.map((p) => p.said)).toEqual(["two", "line", "one"]);
  });
});

describe("pies (SW-38)", () => {
  const colorsOf = (kind: string, values: readonly number[], more: Obj = {}, series: Obj = {}): readonly string[] => {
    const el = {
      kind,
      data: { labels: values.map((_, i) => `L${i}`), series: [{ name: "s", values, ...series }] },
      legend: { show: false },
      ...more,
    };
    return draw(el).ops.flatMap((op) => (op.op === "path" && op.fill && "color" in op.fill ? [op.fill.color] : []));
  };
  const ones = (count: number): readonly number[] => Array.from({ length: count }, () => 1);

  test("no two neighbours of one colour", () => {
    for (const preset of ["business_light", "dashboard_light", "executive_dark"])
      for (const kind of ["pie", "donut"])
        for (let count = 3; count <= 24; count++) {
          const colors = colorsOf(kind, ones(count), { theme: { preset } }).slice(-count);
          for (const [i, color] of colors.entries())
            expect([preset, count, i, color]).not.toEqual([preset, count, i, colors[(i + 1) % count]]);
        }
  });

  test("declared colours stay", () => {
    const colors = ["#AA0000", "#00AA00"];
    expect(colorsOf("pie", ones(3), {}, { colors }).slice(-3)).toEqual(["#AA0000", "#00AA00", "#AA0000"]);
  });
});

test("any chart: no two ticks of an axis have one text", () => {
  let seen = 0;
  for (let n = 0; n < runs(150); n++) {
    const chart = randomChart(seed, n);
    const axes = (chart["axes"] ?? {}) as { readonly values?: Obj };
    const format = n % 3 === 0 ? { notation: "compact" } : { decimals: n % 3 };
    const primary = { ...(axes.values?.["primary"] as Obj | undefined), format };
    const el = axes.values ? { ...chart, axes: { ...axes, values: { ...axes.values, primary } } } : chart;
    let drawing: Drawing;
    try {
      drawing = draw(el);
    } catch (e) {
      if (e instanceof RenderError) continue;
      throw e;
    }
    for (const path of [PRIMARY, "chart.axes.values.secondary", "chart.axes.x"]) {
      const said = saidAt(drawing, path);
      if (said.length > 1) seen++;
      expect([n, path, new Set(said).size]).toEqual([n, path, said.length]);
    }
  }
  expect(seen).toBeGreaterThan(enough(10));
});
