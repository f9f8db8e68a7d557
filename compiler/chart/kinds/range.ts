import { tuple } from "../../../base/tuple.js";
import { append } from "../../../base/many.js";
import type { Point, Rect } from "../../../ir/ir.js";
import type { ComputedStroke } from "../../box/box.js";
import type { DrawnOp } from "../../box/drawn.js";
import { layoutCartesian, type CartesianSpec, type Extent } from "../cartesian.js";
import type { ChartContext } from "../context.js";
import { aroundPoint, BESIDE, labelFormat, LabelTexts, labelText } from "../data-label.js";
import { LINES, Reach } from "../extent.js";
import { rangeKey } from "./keys.js";
import type { LabelCandidate } from "../labels.js";
import { withLegend } from "../legend.js";
import { curvePath, runsOf, type Span } from "../marks/curve.js";
import { areaMarks, lineMarks } from "../marks/line.js";
import type { AxisName, Plot } from "../plot.js";
import { seriesOf, type SeriesModel } from "../series.js";
import { strokePath } from "../stroke.js";

export function drawRangeChart(cx: ChartContext, content: Rect): readonly DrawnOp[] {
  return new RangeChart(cx).draw(content);
}

/** points; share of a category */
const CAP = 7;
const CAP_SHARE = 0.5;

interface Bounds {
  readonly i: number;
  readonly lower: number;
  readonly upper: number;
}

class RangeChart {
  readonly series: readonly SeriesModel[];
  readonly labels: readonly string[];
  readonly texts: LabelTexts;

  constructor(readonly cx: ChartContext) {
    const { el, theme } = cx;
    this.texts = new LabelTexts(cx);
    this.series = seriesOf(el, theme);
    this.labels = el.data.labels ?? [];
  }

  draw(content: Rect): readonly DrawnOp[] {
    const { cx, series } = this;
    const shows = cx.el.legend?.show ?? series.length > 1;
    const entries = shows ? series.map((s) => rangeKey(cx, s, { edge: edgeOf(s), centre: hasCentre(s) })) : [];
    const spec: CartesianSpec = {
      horizontal: false,
      categories: { labels: this.labels, src: (i) => cx.data.label(i) },
      toEdges: true,
      x: null,
      primary: this.#extent("primary"),
      secondary: series.some((s) => s.axis === "secondary") ? this.#extent("secondary") : null,
      overhang: series.reduce((most, s) => Math.max(most, (s.line?.width ?? 0) / 2, this.#alone(s) ? CAP / 2 : 0), 0),
      labels: (plot) => this.#labels(plot),
    };
    const { laid, ops } = withLegend(cx, entries, content, (rest) => layoutCartesian(cx, spec, rest));
    const { plot, back, front } = laid.draw();
    return [...back, ...this.#marks(plot), ...front, ...ops];
  }

  #bounds({ source }: SeriesModel): readonly (Bounds | null)[] {
    return this.labels.map((_, i) => {
      const lower = source.lower_values?.[i] ?? null;
      const upper = source.upper_values?.[i] ?? null;
      return lower === null || upper === null ? null : { i, lower, upper };
    });
  }

  #alone(s: SeriesModel): boolean {
    return runsOf(this.#bounds(s), s.connectNulls).some((run) => run.length === 1);
  }

  #extent(axis: AxisName): Extent {
    const { data } = this.cx;
    const reach = new Reach(this.cx, axis);
    for (const s of this.series) {
      if (s.axis !== axis) continue;
      for (const b of this.#bounds(s)) {
        if (!b) continue;
        reach.add(b.lower, () => data.value(s.index, "lower_values", b.i));
        reach.add(b.upper, () => data.value(s.index, "upper_values", b.i));
        const centre = s.source.values?.[b.i] ?? null;
        if (centre !== null) reach.add(centre, () => data.value(s.index, "values", b.i));
      }
    }
    return reach.extent(LINES);
  }

  #marks(plot: Plot): readonly DrawnOp[] {
    const { cx, series } = this;
    const out: DrawnOp[] = [];
    for (const s of series)
      append(out, areaMarks(cx, s, this.#spans(plot, s), { horizontal: false, connect: s.connectNulls, faint: true }));
    for (const s of series) append(out, this.#edges(plot, s));
    for (const s of series) append(out, lineMarks(s, this.#centre(plot, s), false));
    return out;
  }

  #spans(plot: Plot, s: SeriesModel): readonly (Span | null)[] {
    const scale = plot.value(s.axis);
    return this.#bounds(s).map((b) => b && { along: plot.along(b.i), from: scale.at(b.lower), to: scale.at(b.upper) });
  }

  #centre(plot: Plot, s: SeriesModel): readonly (Point | null)[] {
    if (!hasCentre(s)) return [];
    const scale = plot.value(s.axis);
    return this.labels.map((_, i) => {
      const v = s.source.values?.[i] ?? null;
      return v === null ? null : { x: plot.along(i), y: scale.at(v) };
    });
  }

  #edges(plot: Plot, s: SeriesModel): readonly DrawnOp[] {
    const edge = edgeOf(s);
    if (!edge) return [];
    const out: DrawnOp[] = [];
    for (const run of runsOf(this.#spans(plot, s), s.connectNulls)) {
      if (run.length === 1) {
        append(out, capped(run[0]!, plot.step, edge));
        continue;
      }
      for (const end of ["to", "from"] as const) {
        const points = run.map((span) => ({ x: span.along, y: span[end] }));
        append(out, strokePath(curvePath(points, s.curve, false), edge));
      }
    }
    return out;
  }

  #labels(plot: Plot): readonly LabelCandidate[] {
    const out: LabelCandidate[] = [];
    for (const s of this.series) for (const b of this.#bounds(s)) if (b) out.push(this.#label(plot, s, b));
    return out;
  }

  #label(plot: Plot, s: SeriesModel, b: Bounds): LabelCandidate {
    const { cx } = this;
    const x = plot.along(b.i);
    const scale = plot.value(s.axis);
    const upper = scale.at(b.upper);
    const src = cx.data.value(s.index, "upper_values", b.i);
    const text = this.texts.of(s, b.i, null, () => {
      const shown = labelText(cx.el.data_labels?.mode, this.labels[b.i]!, this.#boundsText(s, b));
      return { text: shown, src };
    });
    const { above } = aroundPoint({ x, y: upper }, (s.line?.width ?? 0) / 2);
    // at the ends of an axis there may be room on one side only
    const anchors = [above, { ...above, x: x - 1, across: 0 }, { ...above, x: x + 1, across: 1 }];
    return { text, anchors, ...BESIDE, src };
  }

  /** Spaced between negative bounds, unlike a sign. */
  #boundsText(s: SeriesModel, { lower, upper }: Bounds): string {
    const format = labelFormat(this.cx, s);
    const [from, to] = tuple(
      [lower, upper].map((v) => this.cx.numbers.text(v, format)),
      2,
    );
    return SIGNED.test(from) || SIGNED.test(to) ? `${from} – ${to}` : `${from}–${to}`;
  }
}

/** Of any locale, after marks of direction. */
const SIGNED = /^\p{Cf}*[-\u2212]/u;

const hasCentre = ({ source }: SeriesModel): boolean => source.values?.some((v) => v !== null) ?? false;

/** points */
const EDGE = 0.75;
const EDGE_ALONE = 1;

/** Thinner than the centre line; else the declared stroke. */
function edgeOf(s: SeriesModel): ComputedStroke | null {
  const { line, source } = s;
  if (!line) return null;
  const centre = hasCentre(s);
  if (!centre && source.stroke?.width !== undefined) return line;
  const width = Math.min(line.width, centre ? EDGE : EDGE_ALONE);
  const scale = line.width > 0 ? width / line.width : 1;
  return { ...line, width, dash: centre ? [] : line.dash.map((v) => v * scale) };
}

function capped({ along: x, from, to }: Span, step: number, edge: ComputedStroke): readonly DrawnOp[] {
  const half = Math.min(CAP, step * CAP_SHARE) / 2;
  const coords = [x, from, x, to, x - half, from, x + half, from, x - half, to, x + half, to];
  return strokePath({ verbs: "MLMLML", coords, rule: "nonzero" }, { ...edge, width: Math.max(edge.width, EDGE_ALONE), dash: [] });
}
