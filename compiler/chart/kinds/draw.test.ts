import { CONTRACT_LIMITS } from "../../core/limits.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PLAIN_NUMBERS } from "../../locale/numbers.js";
import { engine } from "../../../golden/cases.js";
import { chartDocument, randomChart, type RandomChartOptions } from "../../../golden/random-chart.js";
import type { Obj } from "../../../golden/random-values.js";
import { bounds, rotation } from "../../../ir/geometry.js";
import { validate, type Matrix, type Path, type Point, type Rect, type Rgb } from "../../../ir/index.js";
import { enough, runs } from "../../../tests/support/runs.js";
import type { DrawnOp, DrawnPath } from "../../box/drawn.js";
import { collect } from "../../compile.js";
import { compileNow } from "../../../tests/support/at-once.js";
import { RenderError } from "../../core/fail.js";
import { at, pathOf, ROOT } from "../../core/src.js";
import { pt } from "../../core/units.js";
import type { MaterializedChart } from "../../request/materialized.js";
import { TextEngine } from "../../text/shape/engine.js";
import { drawChart } from "./draw.js";
import { seriesOf } from "../series.js";
import { stackPieces } from "../stack.js";
import { ChartText, inkBox, type Anchor, type SetText } from "../text.js";
import { contrast } from "../../core/contrast.js";
import { themeOf } from "../theme.js";

/* Invariants of all charts: ink inside the box, texts without overlap, no lost data. */

interface Placed {
  readonly text: SetText;
  readonly anchor: Anchor;
  readonly path: string;
  readonly said: string;
}

class Recorder extends ChartText {
  placed: Placed[] = [];

  override ops(text: SetText, anchor: Anchor): readonly DrawnOp[] {
    const said = text.lines.map((line) => line.runs.map((run) => run.text).join("")).join(" ");
    if (said.trim() !== "") this.placed.push({ text, anchor, path: pathOf(text.src), said });
    return super.ops(text, anchor);
  }
}

const recorder = new Recorder(new TextEngine(engine.world()), "en", CONTRACT_LIMITS);

/** No room for mandatory parts. */
const NO_ROOM = [
  "chart-room",
  "chart-labels-overlap",
  "chart-data-labels",
  "chart-annotation-label",
  "chart-outside-axis",
  "chart-zero-alignment",
];

interface Drawing {
  readonly el: MaterializedChart;
  readonly ops: readonly DrawnOp[];
  readonly placed: readonly Placed[];
}

/** Null for a permitted refusal. */
export function drawn(chart: Obj): Drawing | null {
  const el = chart as unknown as MaterializedChart;
  recorder.placed = [];
  try {
    const ops = drawChart(el, at(ROOT, "chart"), recorder, PLAIN_NUMBERS);
    return { el, ops, placed: recorder.placed };
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    expect(NO_ROOM).toContain(e.problem.rule);
    expect(e.message).toMatch(/^chart[.:[]/);
    return null;
  }
}

export const paths = (ops: readonly DrawnOp[]): readonly DrawnPath[] =>
  ops.flatMap((op) => (op.op === "path" ? [op] : op.op === "group" ? paths(op.children) : []));

function pointsOf({ verbs, coords }: Path): readonly (readonly [number, number])[] {
  const out: [number, number][] = [];
  let i = 0;
  for (const verb of verbs) {
    if (verb === "Z") continue;
    if (verb === "C") {
      const [x0, y0] = out.at(-1)!;
      const [x1, y1, x2, y2, x3, y3] = coords.slice(i, i + 6) as [number, number, number, number, number, number];
      for (let k = 1; k < 8; k++) {
        const t = k / 8;
        const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
        out.push([a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3]);
      }
      i += 4;
    }
    out.push([coords[i]!, coords[i + 1]!]);
    i += 2;
  }
  return out;
}

export function inkOf({ path, stroke }: DrawnPath): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of pointsOf(path)) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  const half = stroke ? stroke.width / 2 : 0;
  // butt caps add no length
  const plain = stroke?.cap === "butt" && /^(ML)+$/.test(path.verbs);
  const [dx, dy] = [plain && top === bottom ? 0 : half, plain && left === right ? 0 : half];
  return { x: left - dx, y: top - dy, width: right - left + 2 * dx, height: bottom - top + 2 * dy };
}

/** Numbers have no descenders. */
function lettersOf({ text, anchor, said }: Placed): Rect {
  const box = inkBox(text, anchor);
  if (!/^[-\d.%]+$/.test(said)) return box;
  return { ...box, y: box.y + text.capital * 0.1, height: box.height - text.capital * 0.4 };
}

const turnOf = ({ anchor }: Placed): Matrix => rotation(anchor.turn ?? 0, anchor.x, anchor.y);

function corners(p: Placed): readonly Point[] {
  const { x, y, width, height } = lettersOf(p);
  const m = turnOf(p);
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ].map(([px, py]) => ({ x: m[0] * px! + m[2] * py! + m[4], y: m[1] * px! + m[3] * py! + m[5] }));
}

export const inkOfText = (p: Placed): Rect => bounds(turnOf(p), lettersOf(p));

/** By more than `by` points; outlines are convex. */
function meet(a: readonly Point[], b: readonly Point[], by: number): boolean {
  for (const outline of [a, b])
    for (let i = 0; i < outline.length; i++) {
      const [p, q] = [outline[i]!, outline[(i + 1) % outline.length]!];
      const long = Math.hypot(q.x - p.x, q.y - p.y);
      if (long === 0) continue;
      const along = ({ x, y }: Point): number => ((q.y - p.y) * x - (q.x - p.x) * y) / long;
      const [va, vb] = [a.map(along), b.map(along)];
      if (Math.min(...va) >= Math.max(...vb) - by || Math.min(...vb) >= Math.max(...va) - by) return false;
    }
  return true;
}

export function overlaps(placed: readonly Placed[]): string[] {
  const out: string[] = [];
  const boxes = placed.map((p) => ({ p, box: inkOfText(p), outline: corners(p) })).sort((a, b) => a.box.x - b.box.x);
  boxes.forEach((a, i) => {
    for (let j = i + 1; j < boxes.length && boxes[j]!.box.x < a.box.x + a.box.width; j++) {
      const b = boxes[j]!;
      if (meet(a.outline, b.outline, 0.5)) out.push(`${a.p.path} "${a.p.said}" and ${b.p.path} "${b.p.said}"`);
    }
  });
  return out;
}

/** points */
export const beyond = (a: Rect, b: Rect): number =>
  Math.max(b.x - a.x, b.y - a.y, a.x + a.width - b.x - b.width, a.y + a.height - b.y - b.height);

const options = fc.record({ mandatory: fc.boolean(), roomy: fc.boolean() });
const seeds = fc.nat(1_000_000);

const PLACES = [/\.series\[\d+\]\.name$/, /^chart\.axes\.[a-z.]+\.title$/, /^chart\.annotations\.(lines|bands)\[\d+\]\.label$/];
const letters = (text: string): string => [...text.replace(/[\s\u00ad-]/gu, "")].sort().join("");

test("all ink of a chart is in its frame, no text is over another, and names in legends, titles of axes and labels of annotations are there once and in full", () => {
  let met = 0;
  let shown = 0;
  fc.assert(
    fc.property(seeds, fc.nat(9), options, (seed, n, how: RandomChartOptions) => {
      const drawing = drawn(randomChart(seed, n, how));
      if (!drawing) return;
      met++;
      const { el, ops, placed } = drawing;
      const frame = { x: 0, y: 0, width: pt(el.width), height: pt(el.height) };
      const outside = paths(ops).filter((p) => !(p.path.coords.every(Number.isFinite) && beyond(inkOf(p), frame) < 0.6));
      expect(outside).toEqual([]);
      for (const p of placed) expect(beyond(inkOfText(p), frame), `${p.path} ${p.said}`).toBeLessThan(1);
      expect(overlaps(placed)).toEqual([]);
      const told = new Map<string, string[]>();
      for (const { path, said } of placed) {
        if (!PLACES.some((place) => place.test(path))) continue;
        const list = told.get(path);
        if (list) list.push(said);
        else told.set(path, [said]);
      }
      const expected = mandatoryTexts(el);
      shown += expected.length;
      for (const [path, text] of expected) expect(told.get(path)?.map(letters), path).toEqual([letters(text)]);
    }),
    { numRuns: runs(800) },
  );
  expect(met).toBeGreaterThan(enough(200));
  expect(shown).toBeGreaterThan(enough(200));
});

function mandatoryTexts(el: MaterializedChart): readonly (readonly [string, string])[] {
  const out: (readonly [string, string | undefined])[] = [];
  const ofSeries = !["pie", "donut", "waterfall", "heatmap"].includes(el.kind);
  if (ofSeries && (el.legend?.show ?? el.data.series.length > 1))
    el.data.series.forEach((s, i) => out.push([`chart.data.series[${i}].name`, s.name]));
  const { category, x, row, values } = el.axes ?? {};
  const axes = Object.entries({ category, x, row, "values.primary": values?.primary, "values.secondary": values?.secondary });
  for (const [name, axis] of axes) if (axis?.show !== false) out.push([`chart.axes.${name}.title`, axis?.title]);
  el.annotations?.lines?.forEach(({ label }, i) => out.push([`chart.annotations.lines[${i}].label`, label]));
  el.annotations?.bands?.forEach(({ label }, i) => out.push([`chart.annotations.bands[${i}].label`, label]));
  return out.flatMap(([path, text]) => (text === undefined || text.trim() === "" ? [] : [[path, text] as const]));
}

test("the same chart gives the same display list, which is valid", () => {
  fc.assert(
    fc.property(seeds, fc.nat(9), options, (seed, n, how: RandomChartOptions) => {
      const chart = randomChart(seed, n, how);
      const made = (): ReturnType<typeof collect> | string => {
        try {
          return collect(compileNow(chartDocument([chart]), engine.world()));
        } catch (e) {
          if (e instanceof RenderError) return e.message;
          throw e;
        }
      };
      const once = made();
      expect(JSON.stringify(made())).toBe(JSON.stringify(once));
      if (typeof once === "string") expect(once).toMatch(/^pages\[0\]\.elements\[0\]/);
      else expect(validate(once)).toEqual([]);
    }),
    { numRuns: runs(150) },
  );
});

/** Each series has a unique colour; grid lines show the plot. */
const GRID = "#010203";
const inkOfSeries = (i: number): string => `#A0B0${(16 + i).toString(16).toUpperCase()}`;
const plainChart = fc
  .record({
    kind: fc.constantFrom("bar", "line", "area", "combo", "waterfall", "range"),
    horizontal: fc.boolean(),
    values: fc
      .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5 }))
      .chain(([count, series]) =>
        fc.array(
          fc.array(
            fc.oneof(
              { weight: 5, arbitrary: fc.double({ min: -1e6, max: 1e6, noNaN: true }) },
              fc.constantFrom(null, 0, -0, 1e300, -1e300, 1e-300, 5),
            ),
            { minLength: count, maxLength: count },
          ),
          { minLength: series, maxLength: series },
        ),
      ),
    stack: fc.boolean(),
    curve: fc.constantFrom("linear", "monotone", "step"),
  })
  .filter(({ values }) => values[0]!.some((v) => v !== null))
  .map(({ kind, horizontal, values, stack, curve }) => {
    const series = values.map((list, i) => {
      const own = kind === "combo" ? (["bar", "line", "area"] as const)[i % 3]! : kind;
      const data =
        kind === "range"
          ? { lower_values: list.map((v) => v && v - Math.abs(v) / 4), upper_values: list.map((v) => v && v + Math.abs(v) / 4) }
          : { values: list };
      return {
        name: `S${i}`,
        ...data,
        ...(kind === "combo" ? { kind: own } : {}),
        ...(kind === "waterfall" ? { colors: [inkOfSeries(i), inkOfSeries(i), inkOfSeries(i)] } : { color: inkOfSeries(i) }),
        ...(stack && (own === "bar" || own === "area") ? { stack: { group: own } } : {}),
        ...(own === "bar" || own === "waterfall" ? {} : { options: { curve } }),
      };
    });
    return {
      type: "chart",
      kind,
      width: 160,
      height: 110,
      data: { labels: values[0]!.map((_, i) => `L${i}`), series: kind === "waterfall" ? series.slice(0, 1) : series },
      ...(horizontal && kind !== "range" ? { options: { orientation: "horizontal" } } : {}),
      legend: { show: false },
      grid: { axis: "both", stroke: { color: GRID } },
    } as unknown as MaterializedChart;
  });

test("marks are inside of the plot, and there is one for each value", () => {
  fc.assert(
    fc.property(plainChart, (el) => {
      const drawing = drawn(el as unknown as Obj);
      if (!drawing) return;
      const all = paths(drawing.ops);
      const lines = all.filter(({ stroke }) => stroke?.color === GRID).map((p) => inkOf({ ...p, stroke: null }));
      const plot = around(lines);
      el.data.series.forEach((s, i) => {
        const own = all.filter(({ fill, stroke }) => (fill && "color" in fill ? fill.color : stroke?.color) === inkOfSeries(i));
        // dots and caps of lone values have a fixed size
        for (const p of own) expect(beyond(inkOf({ ...p, stroke: null }), plot)).toBeLessThan(el.kind === "range" ? 3.6 : 1.4);
        if (el.kind === "bar" && !s.stack) {
          const seen = (s.values ?? []).filter((v) => v !== null && v !== 0).length;
          expect(own.length).toBeLessThanOrEqual(seen);
        }
        if (el.kind === "waterfall") expect(own.length).toBe((s.values ?? []).filter((v) => v !== null).length);
        if (el.kind === "line" && s.options?.curve === "linear") {
          const points = own.reduce((sum, { fill, path }) => sum + (path.verbs.match(fill ? /M/g : /[ML]/g)?.length ?? 0), 0);
          expect(points).toBe((s.values ?? []).filter((v) => v !== null).length);
        }
      });
    }),
    { numRuns: runs(800) },
  );
});

function around(boxes: readonly Rect[]): Rect {
  const x = Math.min(...boxes.map((b) => b.x));
  const y = Math.min(...boxes.map((b) => b.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((b) => b.x + b.width)) - x,
    height: Math.max(...boxes.map((b) => b.y + b.height)) - y,
  };
}

test("text can be read on any plain background, unless it has a colour of its own", () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, "0").toUpperCase()}` as Rgb);
  const preset = fc.constantFrom(undefined, "dashboard_light", "business_light", "executive_dark", "print_mono");
  fc.assert(
    fc.property(hex, preset, (color, name) => {
      const theme = themeOf({ ...(name && { preset: name }), background: { color } });
      expect(contrast(theme.text.look.color, color)).toBeGreaterThan(2.5);
      expect(contrast(theme.title.look.color, color)).toBeGreaterThan(2.5);
    }),
    { numRuns: runs(500) },
  );
  expect(themeOf({ background: { color: "#101010" }, text: { color: "#202020" } }).text.look.color).toBe("#202020");
  expect(themeOf({ background: { color: "#101010" } }).grid).not.toBe(themeOf({}).grid);
});

test("pieces of a stack follow each other from zero to the sums of what is above and below it", () => {
  const columns = fc.array(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(columns, (lists) => {
      const series = lists.map((values, i) => ({ name: `S${i}`, values, stack: { group: "a" } }));
      const el = {
        type: "chart",
        kind: "bar",
        width: 50,
        height: 50,
        data: { labels: ["a", "b", "c"], series },
      } as unknown as MaterializedChart;
      const pieces = stackPieces(seriesOf(el, themeOf(undefined)), 3);
      for (let i = 0; i < 3; i++) {
        let [up, down] = [0, 0];
        lists.forEach((values, k) => {
          const v = values[i]!;
          const piece = pieces[k]![i]!;
          expect(piece.from).toBeCloseTo(v < 0 ? down : up, 9);
          if (v < 0) down += v;
          else up += v;
          expect(piece.to).toBeCloseTo(v < 0 ? down : up, 9);
        });
      }
    }),
    { numRuns: runs(300) },
  );
});
