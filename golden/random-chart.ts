/* Valid charts by seed, with all allowed combinations of fields and data of all sizes. */
import { Chance, type ChanceOptions, type Json, type Obj } from "./random-values.js";

export const CHART_KINDS = ["bar", "line", "area", "combo", "pie", "donut", "waterfall", "scatter", "range", "heatmap"] as const;
type RandomKind = (typeof CHART_KINDS)[number];

export interface RandomChartOptions extends ChanceOptions {
  /** default: chart n is of kind n */
  readonly kind?: RandomKind;
  /** false: no labels that must be shown, so that every chart fits. Default: true */
  readonly mandatory?: boolean;
}

const CARTESIAN = new Set<RandomKind>(["bar", "line", "area", "combo", "waterfall", "scatter", "range"]);
const BY_CATEGORY = new Set<RandomKind>(["bar", "line", "area", "combo", "waterfall", "range"]);
const TURNS = new Set<RandomKind>(["bar", "line", "area", "combo", "waterfall"]);

interface SeriesPlan {
  readonly name: string;
  readonly kind: string;
  readonly axis: "primary" | "secondary";
  readonly stack: { readonly group: string; readonly mode: "normal" | "percent"; readonly declared: boolean } | null;
}

class ChartMaker {
  readonly labels: string[];
  readonly plans: SeriesPlan[];
  readonly horizontal: boolean;
  readonly scale: number;
  readonly points: number;

  constructor(
    readonly c: Chance,
    readonly kind: RandomKind,
    readonly given: RandomChartOptions,
  ) {
    const one = kind === "pie" || kind === "donut" || kind === "waterfall";
    const roomy = given.roomy === true;
    const count = roomy ? c.int(1, 6) : c.is(0.04) ? c.pick([120, 512]) : c.pick([1, 2, 3, 4, 5, 6, 8, 12, 30]);
    this.labels = kind === "scatter" ? [] : c.texts(count, true);
    const most = Math.min(16, Math.floor(4096 / count));
    const series = one ? 1 : Math.min(most, !roomy && c.is(0.06) ? 16 : c.pick([1, 1, 2, 2, 3, 4, 5]));
    this.points = series * count;
    this.horizontal = TURNS.has(kind) && c.is(0.3);
    this.scale = c.pick([1e-4, 1, 10, 100, 100, 12_345, 3e6, 7e9, 1e15]);
    this.plans = this.#plan(c.texts(series, false));
  }

  #isPercent(axis: string): boolean {
    return this.plans.some((p) => p.axis === axis && p.stack?.mode === "percent");
  }
  get dual(): boolean {
    return this.plans.some((p) => p.axis === "secondary");
  }
  get percent(): boolean {
    return this.plans.every((p) => p.stack?.mode === "percent");
  }

  #plan(names: readonly string[]): SeriesPlan[] {
    const { c, kind } = this;
    const dual = CARTESIAN.has(kind) && names.length > 1 && c.is(0.25);
    const stacks = (kind === "bar" || kind === "area" || kind === "combo") && c.is(0.4);
    const all = stacks && kind !== "combo" && c.is(0.5) ? c.pick(["normal", "percent"] as const) : null;
    const modes = new Map<string, "normal" | "percent">();
    return names.map((name, i) => {
      const own = kind === "combo" ? c.pick(["bar", "bar", "line", "area"]) : kind;
      const axis = dual && (i === names.length - 1 || (i > 0 && c.is(0.4))) ? "secondary" : "primary";
      if (!stacks || own === "line" || (all === null && c.is(0.3))) return { name, kind: own, axis, stack: null };
      const group = `${c.pick(["a", "b"])} ${own} ${axis}`;
      // percent and normal stacks cannot share an axis
      const mode = modes.get(axis) ?? all ?? c.pick(["normal", "percent"] as const);
      modes.set(axis, mode);
      return { name, kind: own, axis, stack: { group, mode, declared: mode === "percent" || c.is(0.5) } };
    });
  }

  #number = (): number => {
    const { c, scale } = this;
    const v = c.is(0.05) ? 0 : c.is(0.3) ? c.int(0, 100) * (scale / 100) : c.next() * scale;
    return c.is(0.2) ? -v : v;
  };

  #values(plan: SeriesPlan): Json[] {
    const { c, labels, kind } = this;
    const shares = kind === "pie" || kind === "donut" || plan.stack?.mode === "percent";
    if (shares) {
      const values = labels.map(() => (c.is(0.1) ? 0 : Math.abs(this.#number())));
      // positive totals: of the whole for slices, at each label for stacks
      return plan.stack ? values.map((v) => v + this.scale / 50) : values.some((v) => v > 0) ? values : values.map(() => 1);
    }
    if (this.#isPercent(plan.axis)) return labels.map(() => (c.is(0.1) ? null : c.between(0, 100)));
    const flat = c.is(0.05) ? this.#number() : null;
    const gaps = c.pick([0, 0, 0.1, 0.5]);
    const values: (number | null)[] = labels.map(() => (c.is(gaps) ? null : (flat ?? this.#number())));
    // an axis requires a number
    if (!values.some((v) => v !== null)) values[c.int(0, values.length - 1)] = this.#number();
    return values;
  }

  #data(plan: SeriesPlan): Obj {
    const { c, kind, labels } = this;
    if (kind === "scatter") return { points: this.#points() };
    if (kind === "range") return this.#bounds();
    const values = this.#values(plan);
    if (kind !== "waterfall" || c.is(0.3)) return { values };
    const kinds = labels.map((_, i) => (values[i] === null ? c.pick(["delta", "subtotal"]) : c.pick(["delta", "delta", "delta", "total"])));
    return { values, point_kinds: kinds };
  }

  #points(): Json[] {
    const { c } = this;
    const count = c.is(0.05) ? 200 : c.int(1, 25);
    const sized = c.is(0.4);
    const gaps = c.pick([0, 0, 0.2]);
    let x = this.#number();
    return Array.from({ length: count }, (_, i) => {
      // x increases, as monotone curves require
      x += (0.01 + c.next()) * this.scale;
      const y = i > 0 && c.is(gaps) ? null : this.#number();
      return { x, y, ...(sized && c.is(0.8) ? { size: c.pick([1, 10, 0.5, 1e6]) * (0.1 + c.next()) } : {}) };
    });
  }

  #bounds(): Obj {
    const { c, labels } = this;
    const gaps = c.pick([0, 0, 0.2]);
    const known = labels.map((_, i) => i === 0 || !c.is(gaps));
    const lower: (number | null)[] = labels.map((_, i) => (known[i]! ? this.#number() : null));
    const upper = lower.map((v) => (v === null ? null : c.is(0.1) ? v : v + c.next() * this.scale));
    const centre = lower.map((v, i) => (v === null || c.is(0.1) ? null : Math.min(v + (upper[i]! - v) * c.next(), upper[i]!)));
    return { lower_values: lower, upper_values: upper, ...(c.is(0.5) ? { values: centre } : {}) };
  }

  #seriesOptions(kind: string): Obj {
    const { c } = this;
    const curve = { curve: [0.5, () => c.pick(["linear", "monotone", "step"])], connect_nulls: [0.4, () => c.is(0.5)] } as const;
    const area = { area_fill: [0.5, () => c.pick(["gradient", "solid", "pattern", "none"])] } as const;
    if (kind === "bar") return c.some({ corner_radius: [0.6, () => c.pick([0, 0.5, 2, 40])] });
    if (kind === "line") return c.some(curve);
    if (kind === "area") return c.some({ ...curve, ...area });
    if (kind === "scatter") return c.some({ ...curve, show_line: [0.6, () => c.is(0.7)] });
    return {};
  }

  #series(plan: SeriesPlan, i: number, scale: Json[]): Obj {
    const { c, kind, points } = this;
    const of = (...kinds: string[]): number => (kinds.includes(plan.kind) ? 1 : 0);
    const cartesian = CARTESIAN.has(kind) ? 1 : 0;
    return {
      name: plan.name,
      ...(kind === "combo" || ((kind === "bar" || kind === "line" || kind === "area") && c.is(0.2)) ? { kind: plan.kind } : {}),
      ...this.#data(plan),
      ...(plan.axis === "secondary" || (cartesian === 1 && c.is(0.2)) ? { value_axis: plan.axis } : {}),
      ...(plan.stack ? { stack: { group: plan.stack.group, ...(plan.stack.declared ? { mode: plan.stack.mode } : {}) } } : {}),
      ...c.some({
        options: [0.4 * of("bar", "line", "area", "scatter"), () => this.#seriesOptions(plan.kind)],
        format: [0.2 * cartesian, c.format],
        color: [0.2, c.color],
        colors: [0.4 * of("pie", "donut", "waterfall"), () => (kind === "waterfall" ? c.colors(3, 4) : c.colors(1, this.labels.length))],
        stroke: [0.3, () => c.stroke()],
        fill: [0.3 * of("bar", "area", "pie", "donut"), () => c.fill(points <= 60)],
        marker: [
          0.3 * of("line", "area"),
          () =>
            c.some({
              show: [0.7, () => c.is(0.7)],
              shape: [0.7, () => c.pick(["circle", "square", "diamond", "triangle"])],
              size: [0.6, () => c.between(0.3, 4)],
            }),
        ],
      }),
      ...(kind === "heatmap" && scale.length > 0 && (i === 0 || c.is(0.2)) ? { colors: scale } : {}),
    };
  }

  data(): Obj {
    const { c, kind } = this;
    const scale = kind === "heatmap" && c.is(0.6) ? c.colors(2, 9) : [];
    return {
      ...(kind === "scatter" ? (c.is(0.3) ? { labels: [] } : {}) : { labels: this.labels }),
      series: this.plans.map((plan, i) => this.#series(plan, i, scale)),
    };
  }

  options(data: Obj): Obj {
    const { c, kind, labels } = this;
    const sized = (data["series"] as Obj[]).some((s) => ((s["points"] ?? []) as Obj[]).some((p) => p["size"] !== undefined));
    const of = (...kinds: RandomKind[]): number => (kinds.includes(kind) ? 0.4 : 0);
    const least = c.between(0.2, 3);
    return {
      ...(this.horizontal ? { orientation: "horizontal" } : {}),
      ...c.some({
        ...(this.horizontal ? {} : { orientation: [of(...TURNS) / 2, () => "vertical"] as const }),
        category_gap_ratio: [of("bar", "combo", "waterfall"), () => c.pick([0, 0.2, 0.5, 0.99])],
        bar_gap_ratio: [of("bar", "combo"), () => c.pick([0, 0.1, 0.5, 1])],
        corner_radius: [of("bar", "waterfall"), () => c.pick([0, 0.5, 1, 30])],
        show_connectors: [of("waterfall"), () => c.is(0.5)],
        curve: [of("line", "area", "scatter", "range"), () => c.pick(["linear", "monotone", "step"])],
        connect_nulls: [of("line", "area", "scatter", "range"), () => c.is(0.5)],
        area_fill: [of("area", "range"), () => c.pick(["gradient", "solid", "pattern", "none"])],
        start_angle: [of("pie", "donut"), () => c.pick([0, 90, -45, 1e6, 33.3])],
        pad_angle: [of("pie", "donut"), () => Math.floor(c.next() * Math.min(5, 359 / labels.length) * 100) / 100],
        inner_radius: [of("donut"), () => c.between(0.05, 0.95)],
        bubble_min_size: [sized ? 0.4 : 0, () => least],
        bubble_max_size: [sized ? 0.4 : 0, () => least + c.between(0, 6)],
        cell_gap: [of("heatmap"), () => c.pick([0, 0.2, 1])],
      }),
    };
  }

  #categoryAxis(positions: readonly string[]): Obj {
    const { c } = this;
    const mandatory = this.given.mandatory !== false;
    const overflow = c.is(0.5) ? c.pick(["auto", "ellipsis", "rotate", "hide", ...(mandatory ? ["error"] : [])]) : null;
    return {
      ...c.some({
        show: [0.3, () => c.is(0.7)],
        title: [0.3, c.text],
        position: [0.4, () => c.pick(positions)],
        text: [0.3, c.textStyle],
      }),
      ...(overflow ? { label_overflow: overflow } : {}),
      ...(overflow === "rotate" || c.is(0.1) ? { label_rotation: c.pick([-90, -45, 0, 30, 90]) } : {}),
    };
  }

  /** Bounds around all values on an axis, against clipping; stacked sums are bounded by the sums of their parts. */
  #extent(data: Obj, axis: "primary" | "secondary" | "x"): { readonly low: number; readonly high: number } {
    const on = (data["series"] as Obj[]).filter((_, i) => axis === "x" || this.plans[i]!.axis === axis);
    const numbers = (s: Obj): number[] => {
      const points = ((s["points"] ?? []) as Obj[]).map((p) => p[axis === "x" ? "x" : "y"]!);
      const lists = [s["values"], s["lower_values"], s["upper_values"], points].flatMap((list) => (list ?? []) as Json[]);
      return lists.filter((v) => typeof v === "number");
    };
    const all = on.flatMap(numbers);
    const sums = this.kind === "waterfall" || on.some((s) => s["stack"]);
    if (!sums) return { low: Math.min(...all), high: Math.max(...all) };
    const sum = all.reduce((n, v) => n + Math.abs(v), 0);
    return { low: all.some((v) => v < 0) ? -sum : 0, high: sum };
  }

  /** Bars keep zero, percent axes their full range. `bound`: bounds are possible */
  #valueAxis(data: Obj, positions: readonly string[], name: "primary" | "secondary" | "x", bound = true): Obj {
    const { c, scale } = this;
    const on = this.plans.filter((p) => p.axis === name);
    const zero = on.some((p) => p.kind === "bar" || p.kind === "waterfall");
    const include = c.is(0.3) ? c.pick(["auto", "always", ...(zero ? [] : ["never"])]) : null;
    const { low, high } = this.#extent(data, name);
    // bounds contain zero if the axis does
    const around = (v: number, least: boolean): number => (zero || include === "always" ? (least ? Math.min(v, 0) : Math.max(v, 0)) : v);
    const percent = name !== "x" && this.#isPercent(name);
    const min = percent ? 0 : around(low - (c.is(0.3) ? 0 : c.next() * scale), true);
    const max = percent ? 100 : Math.max(around(high + (c.is(0.3) ? 0 : c.next() * scale), false), min + scale / 100);
    const share = bound && Number.isFinite(min) && Number.isFinite(max) ? 0.2 : 0;
    const axis: Obj = {
      ...c.some({
        show: [0.3, () => c.is(0.7)],
        title: [0.3, c.text],
        position: [0.4, () => c.pick(positions)],
        scale: [0.1, () => "linear"],
        min: [share, () => min],
        max: [share, () => max],
        tick_step: [0.15, () => this.#step(Math.max(max - min, high - low, Math.abs(high), Math.abs(low), scale))],
        integers: [0.1, () => c.is(0.7)],
        tick_count: [this.given.mandatory === false ? 0 : 0.15, () => c.pick([2, 3, 5, 10, 32])],
        format: [0.3, c.format],
        text: [0.3, c.textStyle],
      }),
      ...(include ? { include_zero: include } : {}),
    };
    if ("tick_step" in axis) delete axis["tick_count"];
    const { integers, tick_step: step, min: from, max: to } = axis;
    if (integers && ![step, from, to].every((v) => v === undefined || Number.isInteger(v))) axis["integers"] = false;
    if (axis["integers"] && from !== undefined && to !== undefined) delete axis["tick_count"];
    return axis;
  }

  /** Few enough ticks, beyond the ends of the values too. */
  #step(range: number): number {
    const step = range / this.c.pick([1, 2, 5, 10]);
    return step > 2 ? Math.ceil(step) : step;
  }

  axes(data: Obj): Obj {
    const { c, kind } = this;
    const across = ["top", "bottom"];
    const down = ["left", "right"];
    const out: Obj = c.some({
      category: [kind === "scatter" ? 0 : 0.6, () => this.#categoryAxis(this.horizontal ? down : across)],
      row: [kind === "heatmap" ? 0.6 : 0, () => this.#categoryAxis(down)],
      x: [kind === "scatter" ? 0.6 : 0, () => this.#valueAxis(data, across, "x")],
    });
    if (kind === "heatmap") return out;
    const positions = this.horizontal ? across : down;
    if (!this.dual)
      return { ...out, ...c.some({ values: [0.6, () => c.some({ primary: [0.9, () => this.#valueAxis(data, positions, "primary")] })] }) };
    const [first, second] = c.is(0.5) ? positions : [...positions].reverse();
    // bounds of axes differ in the place of zero; percent axes are bounded
    const shares = this.plans.some((p) => p.stack?.mode === "percent");
    const aligned = c.is(0.4) ? c.pick(["auto", "off", ...(shares ? [] : ["on"])]) : null;
    const bound = aligned !== "on";
    const values: Obj = {
      primary: { ...this.#valueAxis(data, [first!], "primary", bound), title: c.text() },
      secondary: { ...this.#valueAxis(data, [second!], "secondary", bound), title: c.text() },
    };
    return { ...out, values, ...(aligned ? { zero_alignment: aligned } : {}) };
  }

  grid(): Obj {
    const { c, kind } = this;
    const axis = c.is(0.6) ? c.pick(BY_CATEGORY.has(kind) ? ["category", "value", "both"] : ["x", "y", "both"]) : null;
    const scaled = kind !== "heatmap" && axis !== "category" && axis !== "x";
    return {
      ...(axis ? { axis } : {}),
      ...c.some({
        show: [0.5, () => c.is(0.8)],
        value_axis: [scaled ? 0.3 : 0, () => (this.dual ? c.pick(["primary", "secondary"]) : "primary")],
        stroke: [0.4, () => c.stroke(true)],
      }),
    };
  }

  dataLabels(): Obj {
    const { c, kind } = this;
    const radial = kind === "pie" || kind === "donut";
    const modes = [
      "value",
      ...(kind === "scatter" ? [] : ["label", "label_and_value"]),
      ...(radial || (CARTESIAN.has(kind) && kind !== "scatter" && this.percent) ? ["percent", "label_and_percent"] : []),
    ];
    const kinds = new Set(this.plans.map((p) => p.kind));
    const bars = kinds.has("bar");
    const lines = kinds.has("line") || kinds.has("area");
    const positions = radial
      ? ["inside", "outside"]
      : bars && lines
        ? ["end"]
        : bars
          ? ["inside", "outside", "end"]
          : lines
            ? ["above", "below", "end"]
            : [];
    return c.some({
      show: [0.9, () => c.is(0.85)],
      mode: [0.7, () => c.pick(modes)],
      position: [positions.length > 0 ? 0.6 : 0, () => c.pick(positions)],
      overflow: [0.5, () => (this.given.mandatory !== false && c.is(0.3) ? "error" : "hide")],
      format: [0.3, c.format],
    });
  }

  legend(): Obj {
    const { c } = this;
    return c.some({
      show: [0.6, () => c.is(0.7)],
      position: [0.6, () => c.pick(["top", "right", "bottom", "left"])],
      align: [0.5, () => c.pick(["start", "center", "end"])],
      text: [0.3, c.textStyle],
    });
  }

  /** The declared bounds of the axis. */
  #reach(axes: Obj, axis: string): { readonly low: number; readonly high: number } {
    if (this.#isPercent(axis)) return { low: 0, high: 100 };
    const declared = (axis === "x" ? axes["x"] : (axes["values"] as Obj | undefined)?.[axis]) as Obj | undefined;
    const { min, max } = (declared ?? {}) as { readonly min?: number; readonly max?: number };
    const low = min ?? Math.min(-0.4 * this.scale, (max ?? 0) - this.scale);
    return { low, high: max ?? Math.max(this.scale, low + this.scale) };
  }

  annotations(axes: Obj): Obj {
    const { c, kind } = this;
    const names = ["primary", ...(this.dual ? ["secondary"] : []), ...(kind === "scatter" ? ["x"] : [])];
    const count = c.is(0.05) ? 16 : 3;
    const common = (axis: string | null): Obj => ({
      ...(axis ? { axis } : {}),
      ...c.some({ label: [0.6, c.text], stroke: [0.5, () => c.stroke(true)] }),
    });
    const places = (): { axis: string | null; low: number; high: number } => {
      const axis = c.is(0.5) ? c.pick(names) : null;
      return { axis, ...this.#reach(axes, axis ?? "primary") };
    };
    const line = (): Obj => {
      const { axis, low, high } = places();
      return { value: Math.min(low + c.next() * (high - low), high), ...common(axis) };
    };
    const band = (): Obj => {
      const { axis, low, high } = places();
      const from = c.is(0.1) ? low : low + c.next() * 0.7 * (high - low);
      const to = c.is(0.1) ? high : Math.min(from + (0.01 + c.next()) * 0.29 * (high - low), high);
      const fill = c.some({ fill: [0.6, () => c.some({ color: [0.8, c.color], opacity: [0.5, c.opacity] })] });
      return { from, to, ...common(axis), ...fill };
    };
    return c.some({
      lines: [0.8, () => Array.from({ length: c.int(0, count) }, line)],
      bands: [0.8, () => Array.from({ length: c.int(0, count) }, band)],
    });
  }

  theme(): Obj {
    const { c } = this;
    return c.some({
      preset: [0.7, () => c.pick(["dashboard_light", "business_light", "executive_dark", "print_mono"])],
      palette: [0.3, () => c.colors(1, 6)],
      background: [0.3, () => c.fill(true)],
      text: [0.3, c.textStyle],
    });
  }
}

/** On a page without flow, 10 mm from top and left. */
export function randomChart(seed: number, n: number, options: RandomChartOptions = {}): Obj {
  const kind = options.kind ?? CHART_KINDS[n % CHART_KINDS.length]!;
  const c = new Chance(seed * 1_000_003 + n, options);
  const maker = new ChartMaker(c, kind, options);
  const small = options.roomy !== true;
  const width = small && c.is(0.1) ? c.between(4, 25) : c.between(small ? 60 : 150, 190);
  const height = small && c.is(0.1) ? c.between(4, 20) : c.between(small ? 40 : 130, 200);
  const data = maker.data();
  const axed = kind !== "pie" && kind !== "donut";
  const axes = axed && (maker.dual || c.is(0.6)) ? maker.axes(data) : null;
  const chart: Obj = {
    type: "chart",
    kind,
    layout: { left: 10, top: 10 },
    width,
    height,
    alt: c.text(),
    data,
    ...c.some({
      padding: [0.3, () => ({ top: c.between(0, height / 5), right: c.between(0, width / 5), bottom: c.between(0, height / 5) })],
      options: [0.6, () => maker.options(data)],
      theme: [0.5, () => maker.theme()],
      grid: [axed ? 0.5 : 0, () => maker.grid()],
      legend: [0.5, () => maker.legend()],
      data_labels: [0.5, () => maker.dataLabels()],
      annotations: [CARTESIAN.has(kind) ? 0.3 : 0, () => maker.annotations(axes ?? {})],
      link: [0.1, () => ({ target: { type: "url", url: "https://example.com/report" }, alt: "The report" })],
      comment: [0.1, () => "a comment\nof two lines"],
    }),
    ...(axes ? { axes } : {}),
  };
  return namedSlices(settledTurn(chart, maker), kind, options);
}

function settledTurn(chart: Obj, { horizontal }: ChartMaker): Obj {
  return horizontal ? { ...chart, options: { ...(chart["options"] as Obj | undefined), orientation: "horizontal" } } : chart;
}

function namedSlices(chart: Obj, kind: RandomKind, { mandatory = true }: RandomChartOptions): Obj {
  const legend = chart["legend"] as Obj | undefined;
  if ((kind !== "pie" && kind !== "donut") || legend?.["show"] !== false) return chart;
  if (!mandatory) return { ...chart, legend: { ...legend, show: true } };
  const labels = (chart["data_labels"] ?? {}) as Obj;
  const mode = String(labels["mode"] ?? "").startsWith("label") ? labels["mode"]! : "label_and_percent";
  return { ...chart, data_labels: { ...labels, show: true, mode, overflow: "error" } };
}

export const chartDocument = (charts: readonly Obj[], settings: Obj = {}): Obj => ({
  settings,
  pages: charts.map((chart) => ({ size: "a4", elements: [chart] })),
});
