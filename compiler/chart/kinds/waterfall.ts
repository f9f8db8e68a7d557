// Deltas from the running total, totals from the base.
import { rgbOf } from "../../../ir/values.js";
import { append } from "../../../base/many.js";
import type { Rect } from "../../../ir/ir.js";
import type { ComputedStroke } from "../../box/box.js";
import type { DrawnOp } from "../../box/drawn.js";
import { layoutCartesian, type CartesianSpec, type Extent } from "../cartesian.js";
import type { ChartContext } from "../context.js";
import { BESIDE, beyondBar, labelFormat, LabelTexts, labelText } from "../data-label.js";
import { LINES, Reach } from "../extent.js";
import { paintOf, solid, type ChartPaint } from "../fill.js";
import { squareKey } from "./keys.js";
import { Occupied, type LabelCandidate } from "../labels.js";
import { KEY, withLegend, type LegendEntry } from "../legend.js";
import { barPath } from "../marks/bar.js";
import { boxAt, type Plot } from "../plot.js";
import type { ChartPattern } from "../../request/types/chart.js";
import { runningSteps, type Step, type StepKind } from "../running.js";
import { seriesOf, type SeriesModel } from "../series.js";
import { strokePath } from "../stroke.js";
import { semanticOf, type Semantic } from "../theme.js";
import type { Side } from "../value-axis.js";

const CATEGORY_GAP = 0.32;
/** points: least height of a bar, for zero; width of connectors */
const LEAST = 0.75;
const CONNECTOR = 0.6;

export function drawWaterfallChart(cx: ChartContext, content: Rect): readonly DrawnOp[] {
  return new WaterfallChart(cx).draw(content);
}

const NAMES: Readonly<Record<StepKind, string>> = { increase: "Increase", decrease: "Decrease", total: "Total", subtotal: "Subtotal" };

/** instead of colour; null = plain */
const PATTERNS: Readonly<Record<StepKind, ChartPattern | null>> = {
  increase: { kind: "diagonal", background: { color: "#FFFFFF" } },
  decrease: null,
  total: null,
  subtotal: { kind: "crosshatch", background: { color: "#FFFFFF" } },
};

class WaterfallChart {
  readonly s: SeriesModel;
  readonly labels: readonly string[];
  readonly steps: readonly (Step | null)[];
  readonly horizontal: boolean;
  readonly colors: Semantic;
  readonly texts: LabelTexts;

  constructor(readonly cx: ChartContext) {
    const { el, theme } = cx;
    this.texts = new LabelTexts(cx);
    this.s = seriesOf(el, theme)[0]!;
    this.labels = el.data.labels ?? [];
    this.steps = runningSteps(this.s.source, this.labels.length);
    this.horizontal = el.options?.orientation === "horizontal";
    const { color, colors } = this.s.source;
    const own = colors?.map((c) => rgbOf(c)) ?? (color ? [this.s.color] : []);
    this.colors = own.length > 0 ? semanticOf(own) : theme.semantic;
  }

  draw(content: Rect): readonly DrawnOp[] {
    const { cx } = this;
    const entries = cx.el.legend?.show === true ? this.#entries() : [];
    const spec: CartesianSpec = {
      horizontal: this.horizontal,
      categories: { labels: this.labels, src: (i) => cx.data.label(i) },
      toEdges: false,
      x: null,
      primary: this.#extent(),
      secondary: null,
      overhang: this.s.outline && this.s.outline.width > 1 ? this.s.outline.width / 2 : 0,
      labels: (plot) => this.#labels(plot),
    };
    const { laid, ops } = withLegend(cx, entries, content, (rest) => layoutCartesian(cx, spec, rest));
    const { plot, back, front } = laid.draw();
    return [...back, ...this.#connectors(plot), ...this.#bars(plot), ...front, ...ops];
  }

  #entries(): readonly LegendEntry[] {
    const { cx, s } = this;
    // a subtotal in a total's colour has no entry
    const alike = !cx.theme.mono && this.colors.subtotal === this.colors.total;
    const seen = new Set(this.steps.map((step) => (alike && step?.kind === "subtotal" ? "total" : step?.kind)));
    const kinds = (["increase", "decrease", "subtotal", "total"] as const).filter((kind) => seen.has(kind));
    const src = cx.data.series(s.index, "name");
    return kinds.map((kind) => ({
      name: NAMES[kind],
      src,
      key: squareKey(cx, this.#paint(kind), this.#outline(kind)),
      keyWidth: KEY.square,
    }));
  }

  #extent(): Extent {
    const reach = new Reach(this.cx, "primary");
    for (const step of this.steps) if (step) reach.add(step.to, () => this.cx.data.value(this.s.index, "values", step.i));
    return reach.extent({ ...LINES, stems: true, bars: true });
  }

  #paint(kind: StepKind): ChartPaint {
    const { theme } = this.cx;
    const pattern = theme.mono ? PATTERNS[kind] : null;
    if (!pattern) return solid(this.colors[kind]);
    const { color, colors } = this.s.source;
    return paintOf({ pattern }, color || colors ? this.colors[kind] : "#111111");
  }

  /** By default in the bar's colour; a pattern has an edge. */
  #outline(kind: StepKind): ComputedStroke | null {
    const { outline, source } = this.s;
    if (source.stroke && outline) return source.stroke.color === undefined ? { ...outline, color: this.colors[kind] } : outline;
    if (!this.cx.theme.mono || !PATTERNS[kind]) return null;
    return { ...CONNECTING, color: this.cx.theme.text.look.color, width: 0.5 };
  }

  #box(plot: Plot, step: Step): Rect {
    const { category_gap_ratio: gap = CATEGORY_GAP } = this.cx.el.options ?? {};
    const half = (plot.step * (1 - gap)) / 2;
    const middle = plot.along(step.i);
    const scale = plot.value("primary");
    const start = stands(step) ? plot.base("primary") : step.from;
    let [v0, v1] = [scale.at(start), scale.at(step.to)];
    if (Math.abs(v1 - v0) < LEAST) [v0, v1] = flat((v0 + v1) / 2, scale.range);
    return boxAt(plot, [middle - half, middle + half], [v0, v1]);
  }

  #bars(plot: Plot): readonly DrawnOp[] {
    const out: DrawnOp[] = [];
    for (const step of this.steps) {
      if (!step) continue;
      const box = this.#box(plot, step);
      const path = barPath(box, this.s.radius, this.#end(step));
      out.push({ op: "path", path, fill: this.cx.fill(this.#paint(step.kind), box), stroke: null });
      const outline = this.#outline(step.kind);
      if (outline) append(out, strokePath(path, outline));
    }
    return out;
  }

  #end(step: Step): Side {
    const up = rises(step);
    return this.horizontal ? (up ? "right" : "left") : up ? "top" : "bottom";
  }

  #connectors(plot: Plot): readonly DrawnOp[] {
    if (this.cx.el.options?.show_connectors === false) return [];
    const steps = this.steps.filter((step) => step !== null);
    const scale = plot.value("primary");
    const coords: number[] = [];
    let verbs = "";
    for (let k = 1; k < steps.length; k++) {
      const [a, b] = [steps[k - 1]!, steps[k]!];
      const [before, after] = [this.#box(plot, a), this.#box(plot, b)];
      const v = scale.at(a.to);
      const across = this.horizontal ? before.height : before.width;
      const under = Math.min(this.s.radius, across / 2);
      const from = this.horizontal ? before.y + before.height - under : before.x + before.width - under;
      const to = (this.horizontal ? after.y : after.x) + (stands(b) ? under : 0);
      verbs += "ML";
      if (this.horizontal) coords.push(v, from, v, to);
      else coords.push(from, v, to, v);
    }
    if (verbs === "") return [];
    return strokePath({ verbs, coords, rule: "nonzero" }, { ...CONNECTING, color: this.cx.theme.axis });
  }

  #labels(plot: Plot): readonly LabelCandidate[] {
    const bars = new Occupied();
    const boxes = this.steps.map((step) => step && this.#box(plot, step));
    for (const box of boxes) if (box) bars.add(box);
    return this.steps.flatMap((step, i) => (step ? [this.#label(step, boxes[i]!, bars)] : []));
  }

  #label(step: Step, box: Rect, bars: Occupied): LabelCandidate {
    const { cx, horizontal } = this;
    const src = cx.data.value(this.s.index, "values", step.i);
    const bar = { box, bars, end: this.#end(step) };
    return { text: this.#text(step), anchors: [beyondBar(box, rises(step), horizontal)], ...BESIDE, src, bar };
  }

  #text(step: Step): ReturnType<LabelTexts["of"]> {
    const { cx, s } = this;
    return this.texts.of(s, step.i, null, () => {
      const value = cx.numbers.text(step.value, labelFormat(cx, s));
      return { text: labelText(cx.el.data_labels?.mode, this.labels[step.i]!, value), src: cx.data.value(s.index, "values", step.i) };
    });
  }
}

const stands = ({ kind }: Step): boolean => kind === "total" || kind === "subtotal";

const rises = (step: Step): boolean => (stands(step) ? step.to >= 0 : step.kind === "increase");

function flat(middle: number, [a, b]: readonly [number, number]): [number, number] {
  const low = Math.min(a, b);
  const from = Math.max(low, Math.min(middle - LEAST / 2, Math.max(a, b) - LEAST));
  return [from, from + LEAST];
}

const CONNECTING: ComputedStroke = {
  color: "#000000",
  width: CONNECTOR,
  opacity: 1,
  cap: "butt",
  join: "miter",
  miterLimit: 10,
  dash: [],
  gap: null,
};
