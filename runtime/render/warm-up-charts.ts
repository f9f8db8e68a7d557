// A number to a page of charts that warms up a render process.
import { Choices, type Words } from "./warm-up-choices.js";

/*
 * Each has other kinds, with other fields given and left out: what reads a chart is compiled for the objects that it has seen, and compiled again
 * where another comes along, which takes longer than the render that it happens in.
 */

/** Six charts of the ten kinds on a page. */
export function charts(i: number, words: Words): object {
  const turn = Math.floor(i / 6);
  const elements = Array.from({ length: 6 }, (_, k) => {
    // five kinds are passed over each time, so that neighbours change
    const chart = CHARTS[(turn * 6 + k + Math.floor(turn / 5)) % CHARTS.length]!;
    return {
      type: "chart",
      ...(k !== turn % 6 && { alt: `Chart ${k}` }),
      layout: { left: 15 + (k % 2) * 92, top: 20 + Math.floor(k / 2) * 85 },
      width: 88,
      height: 80,
      ...(pick(turn, k, 2) && { padding: { top: 7, right: 3, bottom: 2, left: 3 } }),
      ...(pick(turn, k, 3) ? {} : { theme: themeOf(turn, k) }),
      ...chart(new ChartChoices(turn * 6 + k, words)),
    };
  });
  const heading = { type: "text", layout: { left: 15, top: 10 }, style: { font_size: 14 }, content: words(i, 3) };
  return {
    settings: { profile: "pdfa-2b", metadata: { title: `Charts ${i}` } },
    pages: [{ size: "a4", elements: [heading, ...elements] }],
  };
}

const pick = (a: number, b: number, of: number): boolean => (a * 7 + b * 3 + (a >> 2)) % of === 0;

const PRESETS = ["dashboard_light", "business_light", "executive_dark", "print_mono"];
const themeOf = (turn: number, k: number): object => ({
  ...(pick(turn, k, 2) && { preset: PRESETS[(turn + k) % PRESETS.length] }),
  ...(pick(turn, k + 1, 2) && { background: { color: "#F8FAFC" } }),
  ...(pick(turn, k + 2, 3) ? {} : { text: { font_size: 7 + (turn % 3) / 2 } }),
});

/** The data of one chart, and what of its optional fields it has. */
class ChartChoices extends Choices {
  value(k: number): number {
    const whole = (this.seed * 37 + k * 61) % 997;
    return this.seed % 2 === 0 ? whole : whole / 10;
  }

  get count(): number {
    return 6 + (this.seed % 11);
  }

  labels(): readonly string[] {
    return Array.from({ length: this.count }, (_, k) => `${this.words(this.seed + k, 1)} ${k + 1}`);
  }

  values(at: number, holes = false): readonly (number | null)[] {
    return Array.from({ length: this.count }, (_, k) => (holes && (k + at) % 7 === 3 ? null : this.value(at * 50 + k) - (holes ? 200 : 0)));
  }

  /** Labels and so many lists of values, each with what else it has. */
  lists(lists: number, more: (s: number) => object = () => ({}), holes = false): { readonly data: object } {
    const series = Array.from({ length: lists }, (_, s) => ({
      name: `${this.words(s, 1)} ${s}`,
      values: this.values(s, holes),
      ...more(s),
    }));
    return { data: { labels: this.labels(), series } };
  }

  legend(): object {
    const position = { position: this.one("bottom", "top", "right") };
    return this.some({ legend: this.one<object>({ show: false }, position, { ...position, align: this.one("start", "center") }) }, 2);
  }

  dataLabels(): object {
    const format = this.some({ format: { decimals: this.seed % 3, ...this.some({ grouping: true }) } });
    return this.some({ data_labels: { show: true, overflow: "hide", ...format } }, 3);
  }

  axes(): object {
    const primary = {
      ...this.some({ title: this.words(this.seed, 2) }),
      ...this.some({ format: { suffix: " %", ...this.some({ decimals: 1 }) } }),
      ...this.some({ include_zero: this.one("always", "auto") }, 3),
    };
    const category = { category: { ...this.some({ title: this.words(this.seed + 1, 1) }) } };
    return this.some({ axes: { ...this.some(category), values: { primary } }, ...this.some({ grid: { axis: "both" } }, 3) });
  }

  notes(): object {
    const line = {
      value: this.value(3),
      ...this.some({ label: this.words(this.seed, 1) }),
      ...this.some({ stroke: { color: "#DC2626" } }),
    };
    return this.some({ annotations: { lines: [line] } }, 4);
  }

  /** What charts over axes may have. */
  cartesian(): object {
    return { ...this.legend(), ...this.axes(), ...this.notes() };
  }
}

const stacked = (c: ChartChoices): ((s: number) => object) => {
  const stack = c.some({ stack: { group: "a", ...c.some({ mode: "percent" }, 3) } });
  return () => stack;
};
/** What pies and donuts may have: slices are told by labels where there is no legend. */
function round(c: ChartChoices): object {
  const mode = c.one("percent", "label_and_percent");
  if (c.seed % 4 === 0 && c.count < 11)
    return {
      legend: { show: false },
      data_labels: { show: true, mode: "label_and_percent", position: "outside", overflow: "error", format: { decimals: 0 } },
    };
  return {
    ...c.some({ legend: { position: c.one("bottom", "right") } }),
    ...c.some({ data_labels: { show: true, mode, overflow: "hide", ...c.some({ position: c.one("outside", "inside") }) } }),
  };
}
const curve = (c: ChartChoices): object => c.some({ options: { curve: c.one("monotone", "linear", "step") } });

function layers(c: ChartChoices): object {
  const stack = stacked(c);
  return c.lists(3, (s) => ({ ...stack(s), ...c.some({ options: { area_fill: c.one("solid", "gradient") } }) }));
}

const CHARTS: readonly ((c: ChartChoices) => object)[] = [
  (c) => ({ kind: "bar", ...c.cartesian(), ...c.dataLabels(), ...c.lists(1 + (c.seed % 4), stacked(c)) }),
  (c) => ({ kind: "line", ...curve(c), ...c.cartesian(), ...c.lists(3, () => c.some({ marker: { show: true } }), c.seed % 5 === 0) }),
  (c) => ({ kind: "pie", ...round(c), ...c.lists(1) }),
  (c) => ({
    kind: "area",
    ...c.cartesian(),
    ...layers(c),
  }),
  (c) => ({
    kind: "scatter",
    ...c.legend(),
    ...c.some({ axes: { x: { min: 0, max: 1000 }, values: { primary: { min: 0, max: 1000 } } } }),
    data: {
      series: Array.from({ length: 2 + (c.seed % 3) }, (_, s) => ({
        name: `Group ${s}`,
        points: Array.from({ length: 40 }, (_, k) => ({
          x: c.value(k * 3 + s),
          y: c.value(k * 7 + s),
          ...(c.seed % 4 === 0 && { size: k + 1 }),
        })),
      })),
    },
  }),
  (c) => ({
    kind: "heatmap",
    ...c.some({ legend: { show: false } }),
    ...c.some({ options: { cell_gap: 0.4 } }),
    ...c.lists(6, (s) => (s === 0 ? c.some({ colors: ["#EFF6FF", "#1E40AF"] }) : {})),
  }),
  (c) => ({ kind: "combo", ...c.cartesian(), ...c.lists(2, (s) => ({ kind: s === 0 ? "bar" : "line" })) }),
  (c) => ({ kind: "donut", ...round(c), ...c.some({ options: { inner_radius: 0.6 } }), ...c.lists(1) }),
  (c) => ({
    kind: "waterfall",
    ...c.axes(),
    ...c.lists(1, () => ({ point_kinds: Array.from({ length: c.count }, (_, k) => (k === 0 ? "total" : "delta")) })),
  }),
  (c) => ({
    kind: "range",
    ...curve(c),
    ...c.legend(),
    ...c.lists(1, () => ({ lower_values: c.values(0).map((v) => v! - 20), upper_values: c.values(0).map((v) => v! + 20) })),
  }),
];
