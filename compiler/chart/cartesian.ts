// Layout of charts with axes: measured until the plot is fixed.
import { append } from "../../base/many.js";
import type { Rect } from "../../ir/ir.js";
import type { DrawnOp } from "../box/drawn.js";
import { pt } from "../core/units.js";
import { fail } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import type { CategoryAxis, ValueAxis } from "../request/types/chart.js";
import { resolveStroke } from "../style/shape.js";
import { annotate } from "./annotations.js";
import { categoryLabels, type CategoryLabels } from "./category-axis.js";
import { clearAxes } from "./clearance.js";
import type { ChartContext } from "./context.js";
import { boxOf, HIDE_LABELS, Occupied, roomOf, settleLabels, type LabelCandidate } from "./labels.js";
import { joined, marginsFor, settleMargins, type Margins } from "./margins.js";
import { type AxisName, type Plot } from "./plot.js";
import { alignZero, bands, largerStep, linear, stepOf, type Ticked } from "./scale.js";
import { differ, firstOfEach, noteRepeated } from "./even-decimals.js";
import { strokePath } from "./stroke.js";
import { textBox } from "./text.js";
import { AXIS_WIDTH, GRID_WIDTH } from "./theme.js";
import {
  axisLabels,
  axisScale,
  axisTicks,
  fixedOf,
  refuseWideNumbers,
  tickText,
  type AxisLabels,
  type PlacedText,
  type Side,
  type ValueAxisSpec,
} from "./value-axis.js";
import { noRoom } from "./room.js";
import { must } from "../help/reason.js";

export interface Extent {
  readonly low: number;
  readonly high: number;
  readonly zero: boolean;
  readonly percent: boolean;
}

export interface CartesianSpec {
  readonly horizontal: boolean;
  /** null: the x axis is numeric */
  readonly categories: { readonly labels: readonly string[]; readonly src: (i: number) => Src } | null;
  readonly toEdges: boolean;
  readonly x: Extent | null;
  readonly primary: Extent;
  readonly secondary: Extent | null;
  /** of marks beyond their data, points */
  readonly overhang: number;
  readonly reach?: (plot: Plot) => readonly Rect[];
  /** labels of data, in order of precedence */
  readonly labels: (plot: Plot) => readonly LabelCandidate[];
}

interface Cartesian {
  readonly plot: Plot;
  readonly back: readonly DrawnOp[];
  readonly front: readonly DrawnOp[];
}

interface Fitted {
  readonly plot: Plot;
  readonly primary: Ticked;
  readonly secondary: Ticked | null;
  readonly x: Ticked | null;
  readonly axes: readonly AxisLabels[];
  readonly categories: CategoryLabels | null;
  readonly labels: readonly LabelCandidate[];
  readonly needs: Margins;
  /** axes of which ticks with equal texts are left out */
  readonly repeated: readonly ValueAxisSpec[];
}

/** points */
const LEAST = 4;
/** Greatest share of the content's width or height: labels of categories, room for labels of data. */
const CATEGORY_SHARE = 0.48;
const LABEL_SHARE = 0.25;
/** wider labels of values are the reported cause of a plot without room */
const WIDE = 0.5;

/** A layout that may be given up for another: nothing is drawn yet. */
interface CartesianLayout {
  readonly plot: Plot;
  readonly draw: () => Cartesian;
}

/** @throws RenderError API-507 without room for the plot */
export function layoutCartesian(cx: ChartContext, spec: CartesianSpec, content: Rect): CartesianLayout {
  const layout = new Layout(cx, spec, content);
  const fitted = layout.run();
  return { plot: fitted.plot, draw: () => drawLayout(cx, layout, fitted, content) };
}

function drawLayout(cx: ChartContext, layout: Layout, fitted: Fitted, content: Rect): Cartesian {
  for (const { src } of fitted.repeated) noteRepeated(cx, src, "ticks");
  const taken = new Occupied();
  const texts = layout.texts(fitted);
  for (const { text, anchor } of texts) taken.add(boxOf(text, anchor));
  const { back, front } = annotate(cx, fitted.plot, taken);
  const labels = settleLabels(cx, fitted.labels, content, taken);
  const axes: DrawnOp[] = [];
  for (const { text, anchor } of texts) append(axes, cx.text.ops(text, anchor));
  return {
    plot: fitted.plot,
    back: [...back, ...layout.grid(fitted)],
    front: [...layout.baseline(fitted), ...front, ...axes, ...labels],
  };
}

class Layout {
  readonly #sides: { readonly category: Side; readonly primary: Side; readonly secondary: Side };
  readonly #axes: { readonly primary: ValueAxisSpec; readonly secondary: ValueAxisSpec | null; readonly x: ValueAxisSpec | null };
  readonly #overhang: number;

  constructor(
    readonly cx: ChartContext,
    readonly spec: CartesianSpec,
    readonly content: Rect,
  ) {
    const { values, category, x } = cx.el.axes ?? {};
    const [near, far]: readonly [Side, Side] = spec.horizontal ? ["bottom", "top"] : ["left", "right"];
    const other = (side: Side): Side => (side === near ? far : near);
    const declared = values?.primary?.position;
    const second = values?.secondary?.position;
    const primary = declared ?? (second ? other(second) : near);
    this.#sides = {
      category: (spec.categories ? category?.position : x?.position) ?? (spec.horizontal ? "left" : "bottom"),
      primary,
      secondary: second ?? other(primary),
    };
    this.#axes = {
      primary: this.#axis("primary", spec.primary),
      secondary: spec.secondary && this.#axis("secondary", spec.secondary),
      x: spec.x && axisSpec(spec.x, spec.x.zero, x ?? {}, at(cx.src, "axes", "x"), this.#sides.category),
    };
    this.#overhang = Math.max(spec.overhang, this.#lineReach());
  }

  run(): Fitted {
    return this.#fitted(true) ?? this.#withoutLabels() ?? this.#noRoom();
  }

  /** `roomy`: data labels have room beyond the plot */
  #fitted(roomy: boolean): Fitted | null {
    return settleMargins(this.content, LEAST, (rect) => this.#fit(rect, roomy));
  }

  /** Optional labels take no room. */
  #withoutLabels(): Fitted | null {
    const { data_labels: declared } = this.cx.el;
    return declared?.show === true && declared.overflow !== "error" ? this.#fitted(false) : null;
  }

  #noRoom(): never {
    const { src, el } = this.cx;
    if (el.data_labels?.show === true && this.#fitted(false))
      noRoom("chart-data-labels", src, "its data labels leave no room for the plot", HIDE_LABELS);
    const { axes } = this.#fit(this.content, false);
    const widest = axes.flatMap(({ placed }) => placed).reduce((w, { text }) => Math.max(w, text.width), 0);
    if (widest > this.content.width * WIDE) refuseWideNumbers(src);
    noRoom("chart-room", src, "its axes, labels and legend leave no room for the plot", "leave more room for the plot");
  }

  #fit(rect: Rect, roomy: boolean): Fitted {
    const { content, spec } = this;
    const { primary, secondary, x, repeated } = this.#ticks(rect);
    const plot = this.#plot(rect, { primary, secondary, x });
    const specs = this.#axes;
    const axes = [axisLabels(this.cx, specs.primary, primary, rect)];
    if (secondary) axes.push(axisLabels(this.cx, specs.secondary!, secondary, rect));
    if (x) axes.push(axisLabels(this.cx, specs.x!, x, rect));
    const sides = [this.#sides.primary, ...(secondary ? [this.#sides.secondary] : []), this.#sides.category];
    const named = this.#categories(plot);
    const labels = this.cx.el.data_labels?.show === true ? spec.labels(plot) : [];
    const most = { x: content.width * LABEL_SHARE, y: content.height * LABEL_SHARE };
    const overhang = this.#overhang;
    const marks = spec.reach?.(plot) ?? [];
    const beyond = roomy ? labels : [];
    const reaching = { plot: rect, marks: overhang > 0 ? [...marks, grownBy(rect, overhang)] : marks, labels: beyond, most };
    const cleared = [...clearAxes(named ? [...axes, named] : axes, sides, reaching)];
    const categories = named ? cleared.pop()! : null;
    const axis = marginsFor(
      this.texts({ axes: cleared, categories }).map((p) => textBox(p.text, p.anchor)),
      rect,
    );
    const data = marginsFor(
      beyond.flatMap((label) => (label.anchors[0] && !label.within ? [roomOf(label, label.anchors[0])] : [])),
      rect,
    );
    const beside = {
      left: Math.max(Math.min(data.left, most.x), overhang),
      right: Math.max(Math.min(data.right, most.x), overhang),
      top: Math.max(Math.min(data.top, most.y), overhang),
      bottom: Math.max(Math.min(data.bottom, most.y), overhang),
    };
    const needs = joined(joined(axis, beside), marginsFor(marks, rect));
    // without a spread of a local object, which would have a form of its own each time
    return { plot, primary, secondary, x, axes: cleared, categories, labels, needs, repeated };
  }

  /** Steps grow until texts differ. What declared ends and steps prevent is left out. */
  #ticks(rect: Rect): AxesTicks & { readonly repeated: readonly ValueAxisSpec[] } {
    const steps: Record<keyof AxesTicks, number | null> = { primary: null, secondary: null, x: null };
    for (let round = 0; ; round++) {
      const ticks = this.#ticksAt(rect, steps);
      const repeating = AXES.filter((name) => this.#repeats(this.#axes[name], ticks[name]));
      if (repeating.length === 0) {
        const { primary, secondary, x } = ticks;
        return { primary, secondary, x, repeated: [] };
      }
      const next = repeating.map((name) => (round < MOST_GROWING ? grownStep(this.#axes[name]!, ticks[name]!) : null));
      if (next.every((step) => step === null)) {
        const left = repeating.map((name) => [name, this.#withoutRepeated(this.#axes[name]!, ticks[name]!)] as const);
        return { ...ticks, ...Object.fromEntries(left), repeated: repeating.map((name) => this.#axes[name]!) };
      }
      repeating.forEach((name, i) => (steps[name] = next[i] ?? steps[name]));
    }
  }

  /** Remembered, since most rounds have the same ticks. */
  readonly #known = new Map<ValueAxisSpec, Map<string, boolean>>();

  #repeats(spec: ValueAxisSpec | null, ticks: Ticked | null): boolean {
    if (spec === null || ticks === null || spec.declared.show === false) return false;
    let known = this.#known.get(spec);
    if (!known) this.#known.set(spec, (known = new Map()));
    const key = ticks.ticks.join();
    let repeats = known.get(key);
    if (repeats === undefined) known.set(key, (repeats = !differ(ticks.ticks, tickText(this.cx, spec, ticks.ticks))));
    return repeats;
  }

  #withoutRepeated(spec: ValueAxisSpec, { domain, ticks }: Ticked): Ticked {
    return { domain, ticks: firstOfEach(ticks, tickText(this.cx, spec, ticks)) };
  }

  #ticksAt(rect: Rect, steps: Readonly<Record<keyof AxesTicks, number | null>>): AxesTicks {
    const { spec, cx } = this;
    const length = spec.horizontal ? rect.width : rect.height;
    const { primary: first, secondary: second } = this.#axes;
    const x = this.#axes.x && axisTicks(this.#axes.x, rect.width, null, steps.x);
    const primary = axisTicks(first, length, null, steps.primary);
    if (!second) return { primary, secondary: null, x };
    const free = second.declared.min === undefined && second.declared.max === undefined && !second.percent;
    const secondary = axisTicks(second, length, free ? primary.ticks.length : null, steps.secondary);
    const mode = cx.el.axes?.zero_alignment ?? "auto";
    const has = ({ domain }: Ticked): boolean => domain[0] <= 0 && domain[1] >= 0;
    if (mode === "off" || !has(primary) || !has(secondary)) return { primary, secondary, x };
    const aligned = alignZero(primary, secondary, { a: fixedOf(first), b: fixedOf(second) });
    if (aligned) return { primary: atSteps(first, aligned[0]), secondary: atSteps(second, aligned[1]), x };
    if (mode === "auto") return { primary, secondary, x };
    fail(
      "API-002",
      "chart-zero-alignment",
      at(cx.src, "axes", "zero_alignment"),
      must(['"auto"', '"off"'], '"on"', {
        advice: "the declared bounds of the two value axes leave zero at different places: leave one of them open",
      }),
    );
  }

  #axis(name: AxisName, extent: Extent): ValueAxisSpec {
    const { cx, spec } = this;
    const declared: ValueAxis = cx.el.axes?.values?.[name] ?? {};
    // only two axes have zeros to align
    const zero = extent.zero || (spec.secondary !== null && cx.el.axes?.zero_alignment === "on");
    return axisSpec(extent, zero, declared, at(cx.src, "axes", "values", name), this.#sides[name]);
  }

  #plot(
    rect: Rect,
    { primary, secondary, x }: { readonly primary: Ticked; readonly secondary: Ticked | null; readonly x: Ticked | null },
  ): Plot {
    const { spec } = this;
    const { horizontal } = spec;
    const scales = {
      primary: axisScale(this.#sides.primary, primary.domain, rect),
      secondary: secondary ? axisScale(this.#sides.secondary, secondary.domain, rect) : null,
    };
    const count = spec.categories?.labels.length ?? 0;
    const from = horizontal ? rect.y : rect.x;
    const to = horizontal ? rect.y + rect.height : rect.x + rect.width;
    const edge = spec.toEdges && count > 1;
    const band = bands(Math.max(count, 1), from, to);
    const step = edge ? (to - from) / (count - 1) : band.step;
    const value = (axis: AxisName): (typeof scales)["primary"] => scales[axis] ?? scales.primary;
    return {
      rect,
      horizontal,
      step,
      along: (i) => (edge ? from + step * i : band.center(i)),
      xScale: x ? linear(x.domain, [rect.x, rect.x + rect.width]) : null,
      value,
      base: (axis) => {
        const { domain } = value(axis);
        return Math.min(Math.max(0, domain[0]), domain[1]);
      },
    };
  }

  #categories(plot: Plot): CategoryLabels | null {
    const { cx, spec, content } = this;
    if (!spec.categories) return null;
    const declared: CategoryAxis = cx.el.axes?.category ?? {};
    const most = (spec.horizontal ? content.width : content.height) * CATEGORY_SHARE;
    const { labels, src: labelSrc } = spec.categories;
    const { category: side } = this.#sides;
    const axis = { declared, src: at(cx.src, "axes", "category"), side, labels, labelSrc, most };
    return categoryLabels(cx, axis, { step: plot.step, at: (i) => plot.along(i) }, plot.rect);
  }

  texts({ axes, categories }: Pick<Fitted, "axes" | "categories">): readonly PlacedText[] {
    const all = categories ? [...axes, categories] : axes;
    return all.flatMap(({ placed, title }) => (title ? [...placed, title] : placed));
  }

  grid({ plot, primary, secondary, x }: Fitted): readonly DrawnOp[] {
    const { cx, spec } = this;
    const declared = cx.el.grid ?? {};
    const hidden = cx.el.axes?.values?.primary?.show === false;
    if (!(declared.show ?? !hidden)) return [];
    const { axis: lines = spec.x ? "both" : "value" } = declared;
    const own = resolveStroke({ color: cx.theme.grid, width: GRID_WIDTH / pt(1) }, declared.stroke);
    const out: DrawnOp[] = [];
    const { rect, horizontal } = plot;
    const upright = (v: number): readonly DrawnOp[] =>
      strokePath({ verbs: "ML", coords: [v, rect.y, v, rect.y + rect.height], rule: "nonzero" }, own);
    const level = (v: number): readonly DrawnOp[] =>
      strokePath({ verbs: "ML", coords: [rect.x, v, rect.x + rect.width, v], rule: "nonzero" }, own);
    if (lines === "value" || lines === "both" || lines === "y") {
      const name = declared.value_axis ?? "primary";
      const { ticks } = (name === "secondary" ? secondary : null) ?? primary;
      for (const v of ticks) append(out, (horizontal ? upright : level)(plot.value(name).at(v)));
    }
    if (x && (lines === "x" || lines === "both")) for (const v of x.ticks) append(out, upright(plot.xScale!.at(v)));
    if (!x && (lines === "category" || lines === "both"))
      for (const v of this.#categoryLines(plot)) append(out, (horizontal ? level : upright)(v));
    return out;
  }

  #lineReach(): number {
    const { grid, annotations } = this.cx.el;
    const strokes = [
      grid?.show === false ? undefined : grid?.stroke,
      ...(annotations?.lines ?? []).map((line) => line.stroke),
      ...(annotations?.bands ?? []).map((band) => band.stroke),
    ];
    const half = strokes.reduce((most, stroke) => Math.max(most, pt(stroke?.width ?? 0) / 2), 0);
    return half < 0.5 ? 0 : half;
  }

  /** Fewer than would merge into a surface. */
  #categoryLines(plot: Plot): readonly number[] {
    const { spec } = this;
    const count = spec.categories!.labels.length;
    const edge = spec.toEdges && count > 1;
    const every = Math.max(1, Math.ceil(CLOSEST_LINES / Math.max(plot.step, 1e-6)));
    const out: number[] = [];
    for (let i = 0; i <= (edge ? count - 1 : count); i += every) out.push(edge ? plot.along(i) : plot.along(0) + plot.step * (i - 0.5));
    return out;
  }

  baseline({ plot }: Fitted): readonly DrawnOp[] {
    const { cx, spec } = this;
    const { axes } = cx.el;
    if ((spec.categories ? axes?.category?.show : axes?.x?.show) === false) return [];
    const { rect, horizontal } = plot;
    const stroke = { ...resolveStroke({ color: cx.theme.axis }, {}), width: AXIS_WIDTH };
    const side = this.#sides.category;
    const edge = side === "top" ? rect.y : side === "bottom" ? rect.y + rect.height : side === "left" ? rect.x : rect.x + rect.width;
    const v = spec.categories ? plot.value("primary").at(plot.base("primary")) : edge;
    const coords = horizontal ? [v, rect.y, v, rect.y + rect.height] : [rect.x, v, rect.x + rect.width, v];
    return strokePath({ verbs: "ML", coords, rule: "nonzero" }, stroke);
  }
}

/** points */
const CLOSEST_LINES = 5;

const AXES = ["primary", "secondary", "x"] as const;
interface AxesTicks {
  readonly primary: Ticked;
  readonly secondary: Ticked | null;
  readonly x: Ticked | null;
}

/** A hundred powers of ten. */
const MOST_GROWING = 400;

/** Null if declared fields determine the ticks. */
function grownStep(spec: ValueAxisSpec, { domain, ticks }: Ticked): number | null {
  const { tick_step: declared, tick_count: count } = spec.declared;
  if (declared !== undefined) return null;
  const { min, max } = fixedOf(spec);
  const step = stepOf({ domain, ticks });
  if (min && max && (count !== undefined || ticks.length < 3)) return null;
  return largerStep(step);
}

/** Of ticks whose zeros are aligned: those at a declared end, and at multiples of a declared step, or whole. */
function atSteps({ declared: { tick_step: step, integers, min, max }, percent }: ValueAxisSpec, { domain, ticks }: Ticked): Ticked {
  if (percent || (step === undefined && integers !== true)) return { domain, ticks };
  const by = step ?? 1;
  const isMultiple = (v: number): boolean => Math.abs(v / by - Math.round(v / by)) < 1e-9;
  return { domain, ticks: ticks.filter((v) => v === min || v === max || isMultiple(v)) };
}

const grownBy = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});
const axisSpec = ({ low, high, percent }: Extent, zero: boolean, declared: ValueAxis, src: Src, side: Side): ValueAxisSpec => ({
  declared,
  src,
  side,
  low,
  high,
  zero,
  percent,
});
