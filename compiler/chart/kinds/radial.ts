import { append } from "../../../base/many.js";
import type { Point, Rect, Rgb } from "../../../ir/ir.js";
import type { DrawnOp } from "../../box/drawn.js";
import { joinFormats } from "../../core/number-format.js";
import { pt } from "../../core/units.js";
import type { ChartDataLabels, ChartSeriesFields } from "../../request/types/chart.js";
import { resolveStroke } from "../../style/shape.js";
import { at } from "../../core/src.js";
import { fullRadius, placeCallouts, type Call, type Callout } from "./callouts.js";
import type { ChartContext } from "../context.js";
import { labelText, shareFormat } from "../data-label.js";
import type { ChartPaint } from "../fill.js";
import { squareKey } from "./keys.js";
import { boxOf, groundOf, groundOp, refuseLabel } from "../labels.js";
import { isEnough, KEY, legendPlans, type LegendEntry, type LegendPlace, type LegendPlan } from "../legend.js";
import { holds, polar, separators, sliceBox, slicePath, slicesOf, type Ring, type Slice, type Slices } from "../marks/slice.js";
import { sliceOutline, slicePaints } from "../series.js";
import { strokePath } from "../stroke.js";
import type { Anchor, SetText } from "../text.js";
import { inkOn, textLook, type TextLook } from "../theme.js";
import { noRoom } from "../room.js";

/** Default share of a donut's radius. */
const HOLE = 0.6;
/** points */
const SEPARATOR = 1;
const LEADER = 0.5;
/** points */
const LEAST = 3;
/** shares of the way from inner to outer edge, best first */
const PIE_PLACES = [0.66, 0.72, 0.78, 0.6, 0.84, 0.52];
const RING_PLACES = [0.5, 0.56, 0.44];

export function drawRadialChart(cx: ChartContext, content: Rect): readonly DrawnOp[] {
  return new RadialChart(cx).draw(content);
}

interface Inside {
  readonly index: number;
  readonly text: SetText;
  readonly anchor: Anchor;
  readonly ground: Rect | null;
}

export interface RadialLayout {
  readonly ring: Ring;
  readonly inside: readonly Inside[];
  readonly outside: readonly Callout[];
  /** first mandatory label without room */
  readonly missing: number | null;
}

const withMissing = ({ ring, inside, outside }: Omit<RadialLayout, "missing">, missing: number | null): RadialLayout => ({
  ring,
  inside,
  outside,
  missing,
});

type Mode = NonNullable<ChartDataLabels["mode"]>;

export class RadialChart {
  readonly values: readonly number[];
  readonly labels: readonly string[];
  readonly slices: Slices;
  readonly paints: readonly ChartPaint[];
  readonly #series: ChartSeriesFields;
  readonly #hole: number;
  readonly #mode: Mode;
  /** its ground has several colours */
  readonly #textured: readonly boolean[];

  constructor(readonly cx: ChartContext) {
    const { el, theme } = cx;
    const { options = {}, data, kind } = el;
    const series = data.series[0]!;
    this.#series = series;
    this.labels = data.labels ?? [];
    this.values = this.labels.map((_, i) => series.values?.[i] ?? 0);
    this.slices = slicesOf(this.values, options.start_angle ?? 0, options.pad_angle ?? 0);
    this.paints = slicePaints(
      theme,
      series,
      this.labels.length,
      this.slices.drawn.map(({ index }) => index),
    );
    this.#hole = kind === "donut" ? (options.inner_radius ?? HOLE) : 0;
    this.#mode = el.data_labels?.mode ?? "value";
    this.#textured = this.paints.map((paint) => !("color" in paint.fill({ x: 0, y: 0, width: 1, height: 1 })));
  }

  draw(content: Rect): readonly DrawnOp[] {
    const { layout, legend } = this.plan(content);
    if (layout.missing !== null) refuseLabel(this.cx.data.value(0, "values", layout.missing));
    const { ring, inside, outside } = layout;
    const out: DrawnOp[] = [];
    append(out, legend());
    append(out, this.#marks(ring));
    for (const callout of outside) append(out, this.#leader(callout));
    for (const { ground } of inside) if (ground) out.push(groundOp(ground, this.cx.theme.paper));
    const texts = [...outside, ...inside].sort((a, b) => leftOf(a) - leftOf(b) || a.index - b.index);
    for (const { text, anchor } of texts) append(out, this.cx.text.ops(text, anchor));
    return out;
  }

  /** By default next to the circle, or under it if that makes the circle larger. */
  plan(content: Rect): { readonly layout: RadialLayout; readonly legend: () => readonly DrawnOp[] } {
    const { cx } = this;
    const { show = true, position } = cx.el.legend ?? {};
    if (!show) return { layout: this.#roomy(this.layout(content)), legend: () => [] };
    const entries = this.labels.map((_, i) => this.#entry(i));
    const places: readonly LegendPlace[] = (position ? [position] : (["right", "bottom"] as const)).map((p) => ({
      position: p,
      align: "center",
    }));
    let best: ReturnType<RadialChart["plan"]> | null = null;
    for (const usual of [true, false])
      for (const place of best ? [] : places) {
        const plan = this.#planIn(entries, content, place, usual);
        if (!plan) continue;
        const layout = this.layout(plan.rest);
        if (best && !better(layout, best.layout)) continue;
        best = { layout, legend: plan.draw };
      }
    if (best) return { layout: this.#roomy(best.layout), legend: best.legend };
    noRoom("chart-room", at(cx.src, "legend"), "its legend leaves no room for the slices", "make the names shorter");
  }

  /** Null without room. */
  #planIn(entries: readonly LegendEntry[], content: Rect, place: LegendPlace, usual: boolean): LegendPlan | null {
    const { cx } = this;
    for (const plan of legendPlans(cx, entries, content, { ...place, ...cx.el.legend })) {
      const enough = isEnough(cx, plan.rest, place.position) || !isEnough(cx, content, place.position);
      if (plan.usual === usual && enough && fullRadius(plan.rest) >= LEAST) return plan;
      if (usual) return null;
    }
    return null;
  }

  #roomy(layout: RadialLayout): RadialLayout {
    if (layout.missing === null && !(layout.ring.outer >= LEAST))
      noRoom("chart-room", this.cx.src, "its labels and legend leave no room for the slices", "leave more room for the plot");
    return layout;
  }

  layout(within: Rect): RadialLayout {
    const declared = this.cx.el.data_labels;
    const room = this.#insideOutline(within);
    if (declared?.show !== true) return this.#lacking(room, null);
    const must = declared.overflow === "error";
    const shown = this.labels.map((_, i) => i).filter((i) => must || this.values[i]! > 0);
    const position = declared.position ?? (this.#mode.startsWith("label") ? "outside" : "inside");
    if (position === "outside") {
      const outer = this.#labelled(room, shown);
      if (outer) return withMissing(outer, null);
      if (declared.position === undefined) {
        const mixed = this.#mixed(room, shown, () => true);
        if (mixed.missing === null) return mixed;
      }
      return this.#lacking(room, shown[0] ?? 0);
    }
    return this.#mixed(room, shown, (i) => must && (declared.position === undefined || this.values[i] === 0));
  }

  /** Half of a wide outline is beyond its slices. */
  #insideOutline({ x, y, width, height }: Rect): Rect {
    const { stroke } = this.#series;
    const by = stroke && pt(stroke.width ?? 0) > 1 ? pt(stroke.width ?? 0) / 2 : 0;
    return { x: x + by, y: y + by, width: width - 2 * by, height: height - 2 * by };
  }

  /** Null if a label has no room. */
  #labelled(room: Rect, outside: readonly number[]): Omit<RadialLayout, "missing"> | null {
    const { el } = this.cx;
    const rules = { room, hole: this.#hole, centred: el.kind === "donut", must: el.data_labels?.overflow === "error" };
    const called = placeCallouts(
      outside.map((i) => this.#call(i)),
      rules,
    );
    return called && { ring: called.ring, inside: [], outside: called.placed };
  }

  /** Layout without labels. */
  #lacking(room: Rect, missing: number | null): RadialLayout {
    return withMissing(this.#labelled(room, [])!, missing);
  }

  /** Labels that do not fit move outside if permitted, which shrinks the circle. */
  #mixed(room: Rect, shown: readonly number[], mayLeave: (i: number) => boolean): RadialLayout {
    const must = this.cx.el.data_labels?.overflow === "error";
    let out = shown.filter((i) => this.values[i] === 0);
    for (;;) {
      const outer = this.#labelled(room, out);
      if (!outer) return this.#lacking(room, out[0] ?? 0);
      const within: Inside[] = [];
      const leaving: number[] = [];
      for (const i of shown) {
        if (out.includes(i)) continue;
        const label = this.#fit(outer.ring, i);
        if (label) within.push(label);
        else leaving.push(i);
      }
      const stuck = must ? leaving.find((i) => !mayLeave(i)) : undefined;
      if (stuck !== undefined) return { ring: outer.ring, inside: within, outside: outer.outside, missing: stuck };
      const next = must ? leaving : [];
      if (next.length === 0) return { ring: outer.ring, inside: within, outside: outer.outside, missing: null };
      out = [...out, ...next].sort((a, b) => a - b);
    }
  }

  /** On one line or more; null if it does not fit. */
  #fit(ring: Ring, i: number): Inside | null {
    const slice = this.slices.drawn.find((s) => s.index === i);
    if (!slice) return null;
    const ink = this.#textured[i] ? null : inkOn(this.paints[i]!.color);
    const flat = this.#text(i, ink, Infinity);
    const texts = [flat];
    for (const parts of [2, 3]) {
      const broken = this.#text(i, ink, (flat.width / parts) * 1.15);
      if (!broken.torn && broken.lines.length > 1) texts.push(broken);
    }
    for (const text of texts)
      for (const { x, y } of placesIn(ring, slice)) {
        const anchor: Anchor = { x, y, across: 0.5, at: "middle" };
        const box = boxOf(text, anchor);
        const ground = groundOf(box);
        if (holds(ring, slice, this.slices.pad, this.#textured[i] ? ground : box))
          return { index: i, text, anchor, ground: this.#textured[i] ? ground : null };
      }
    return null;
  }

  #call(i: number): Call {
    return { index: i, angle: this.slices.middles[i]!, weight: this.values[i]!, text: (width) => this.#text(i, null, width) };
  }

  readonly #texts = new Map<string, SetText>();
  readonly #looks = new Map<Rgb, TextLook>();

  #text(i: number, ink: Rgb | null, width: number): SetText {
    const { cx } = this;
    const key = `${i}/${ink ?? ""}/${width}`;
    let text = this.#texts.get(key);
    if (!text) {
      let look = cx.theme.text;
      if (ink) {
        look = this.#looks.get(ink) ?? textLook(cx.theme.text, { color: ink });
        this.#looks.set(ink, look);
      }
      this.#texts.set(key, (text = cx.text.set(this.textAt(i), look, cx.data.value(0, "values", i), width)));
    }
    return text;
  }

  textAt(i: number): string {
    const { format } = this.cx.el.data_labels ?? {};
    const look = joinFormats(this.#series.format, format);
    const value = this.cx.numbers.text(this.values[i]!, look);
    const percent = this.cx.numbers.share(percentOf(this.values, i), shareFormat(look));
    return labelText(this.#mode, this.labels[i]!, value, percent);
  }

  #entry(i: number): LegendEntry {
    const { cx } = this;
    const outline = this.#series.stroke && this.#series.stroke.color === undefined ? null : sliceOutline(this.#series, this.cx.theme);
    const thin = outline && { ...outline, width: Math.min(outline.width, 1) };
    return { name: this.labels[i]!, src: cx.data.label(i), key: squareKey(cx, this.paints[i]!, thin), keyWidth: KEY.square };
  }

  #marks(ring: Ring): readonly DrawnOp[] {
    const { cx, slices } = this;
    const out: DrawnOp[] = [];
    const paths = slices.drawn.map((slice) => ({ slice, path: slicePath(ring, slice, slices.pad) }));
    for (const { slice, path } of paths)
      out.push({ op: "path", path, fill: cx.fill(this.paints[slice.index]!, sliceBox(ring, slice)), stroke: null });
    const outline = sliceOutline(this.#series, this.cx.theme);
    if (outline) for (const { path } of paths) append(out, strokePath(path, outline));
    else if (slices.pad === 0) {
      const line = { ...resolveStroke({ color: cx.theme.paper, cap: "round" }, {}), width: SEPARATOR };
      append(out, separators(ring, slices.drawn, line));
    }
    return out;
  }

  #leader({ index, leader }: Callout): readonly DrawnOp[] {
    const { theme } = this.cx;
    const color = this.#textured[index] || theme.mono ? theme.axis : this.paints[index]!.color;
    const line = { ...resolveStroke({ color, cap: "butt", join: "round" }, {}), width: LEADER };
    const coords = leader.flatMap(({ x, y }) => [x, y]);
    return strokePath({ verbs: "MLL", coords, rule: "nonzero" }, line);
  }
}

const leftOf = ({ text, anchor }: Inside | Callout): number => boxOf(text, anchor).x;

/** More labels, or significantly larger. */
function better(a: RadialLayout, b: RadialLayout): boolean {
  if ((a.missing === null) !== (b.missing === null)) return a.missing === null;
  const labels = ({ inside, outside }: RadialLayout): number => inside.length + outside.length;
  // a label is not worth half of the radius
  if (labels(a) !== labels(b)) {
    const more = labels(a) > labels(b);
    if (more ? a.ring.outer > b.ring.outer / 2 : a.ring.outer < b.ring.outer * 2) return more;
  }
  return a.ring.outer > b.ring.outer * 1.15;
}

function placesIn(ring: Ring, slice: Slice): readonly Point[] {
  const whole = slice.to - slice.from > 2 * Math.PI - 1e-9;
  if (whole && ring.inner === 0) return [{ x: ring.x, y: ring.y }];
  const middle = (slice.from + slice.to) / 2;
  const shares = ring.inner > 0 ? RING_PLACES : PIE_PLACES;
  return shares.map((share) => polar(ring, middle, ring.inner + (ring.outer - ring.inner) * share));
}

/** 0 to 100. */
function percentOf(values: readonly number[], i: number): number {
  const total = values.reduce((sum, v) => sum + v, 0);
  const share = (values[i]! * 100) / total;
  if (Number.isFinite(share) && total < Infinity) return share;
  // keeps the sum finite
  const most = values.reduce((a, b) => Math.max(a, b), 0) || 1;
  return ((values[i]! / most) * 100) / values.reduce((sum, v) => sum + v / most, 0);
}
