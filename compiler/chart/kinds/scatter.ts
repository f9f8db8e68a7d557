import { append } from "../../../base/many.js";
import type { Point, Rect } from "../../../ir/ir.js";
import type { DrawnOp } from "../../box/drawn.js";
import type { Src } from "../../core/src.js";
import type { ScatterPoint } from "../../request/types/chart.js";
import { bubbleReach, bubbleScale, type BubbleScale, type SizeEnds } from "../bubble.js";
import { layoutCartesian, type CartesianSpec, type Extent } from "../cartesian.js";
import type { ChartContext } from "../context.js";
import { aroundPoint, BESIDE, labelFormat, LabelTexts, labelText } from "../data-label.js";
import { POINTS, Reach } from "../extent.js";
import { seriesEntry } from "./keys.js";
import { boxOf, Occupied, type LabelCandidate } from "../labels.js";
import { withLegend } from "../legend.js";
import { lineMarks, markerMarks, markerStroke } from "../marks/line.js";
import { markerPath } from "../marks/marker.js";
import type { AxisName, Plot } from "../plot.js";
import { seriesOf, type SeriesModel } from "../series.js";
import type { SetText } from "../text.js";

export function drawScatterChart(cx: ChartContext, content: Rect): readonly DrawnOp[] {
  return new ScatterChart(cx, content).draw();
}

/** Points. */
interface Mark extends Point {
  readonly series: SeriesModel;
  readonly i: number;
  /** diameter, points */
  readonly size: number;
}

class ScatterChart {
  readonly series: readonly SeriesModel[];
  readonly texts: LabelTexts;
  /** null: markers have one size */
  readonly bubbles: BubbleScale | null;

  constructor(
    readonly cx: ChartContext,
    readonly content: Rect,
  ) {
    this.texts = new LabelTexts(cx);
    this.series = seriesOf(cx.el, cx.theme);
    this.bubbles = bubbleScale(cx.el, content);
  }

  draw(): readonly DrawnOp[] {
    const { cx, series, content } = this;
    const shows = cx.el.legend?.show ?? series.length > 1;
    const entries = shows ? series.map((s) => seriesEntry(cx, s)) : [];
    const spec: CartesianSpec = {
      horizontal: false,
      categories: null,
      toEdges: false,
      x: this.#extent("x"),
      primary: this.#extent("primary"),
      secondary: series.some((s) => s.axis === "secondary") ? this.#extent("secondary") : null,
      overhang: this.#overhang(),
      reach: (plot) => (this.bubbles ? this.#marksIn(plot).map(boxOfMark) : []),
      labels: (plot) => this.#labels(plot),
    };
    const { laid, ops } = withLegend(cx, entries, content, (rest) => layoutCartesian(cx, spec, rest));
    const { plot, back, front } = laid.draw();
    return [...back, ...this.#marks(plot), ...front, ...ops];
  }

  #overhang(): number {
    return this.series.reduce((most, { line, marker }) => {
      const across = this.bubbles ? 0 : (marker?.size ?? 0) * 0.6;
      return Math.max(most, (line?.width ?? 0) / 2, across);
    }, 0);
  }

  #src(s: SeriesModel, i: number): Src {
    return this.cx.data.value(s.index, "points", i);
  }

  #extent(axis: AxisName | "x"): Extent {
    const reach = new Reach(this.cx, axis);
    const sizes = new Map<number, SizeEnds>();
    for (const s of this.series) {
      if (axis !== "x" && s.axis !== axis) continue;
      s.source.points?.forEach((p, i) => {
        if (p.y === null) return;
        const value = axis === "x" ? p.x : p.y;
        reach.add(value, () => this.#src(s, i));
        // edge points would be over the axis
        const size = this.bubbles?.of(p) ?? s.marker?.size ?? 0;
        if (size <= 0) return;
        const ends = sizes.get(size);
        if (!ends) sizes.set(size, { low: value, high: value });
        else if (value < ends.low) ends.low = value;
        else if (value > ends.high) ends.high = value;
      });
    }
    const length = axis === "x" ? this.content.width : this.content.height;
    for (const v of bubbleReach(sizes, reach.extent(POINTS), length)) reach.widen(v);
    return reach.extent(POINTS);
  }

  #place(plot: Plot, s: SeriesModel, { x, y }: ScatterPoint): Point | null {
    return y === null ? null : { x: plot.xScale!.at(x), y: plot.value(s.axis).at(y) };
  }

  #marksIn(plot: Plot): readonly Mark[] {
    const out: Mark[] = [];
    for (const series of this.series)
      series.source.points?.forEach((p, i) => {
        const place = this.#place(plot, series, p);
        if (place) out.push({ x: place.x, y: place.y, series, i, size: this.bubbles?.of(p) ?? series.marker?.size ?? 0 });
      });
    return out;
  }

  /** No line hides a datum. */
  #marks(plot: Plot): readonly DrawnOp[] {
    const { cx, series } = this;
    const out: DrawnOp[] = [];
    const places = series.map((s) => (s.source.points ?? []).map((p) => this.#place(plot, s, p)));
    for (const s of series) append(out, lineMarks(s, places[s.index]!, false));
    if (this.bubbles) append(out, this.#bubbles(plot));
    else for (const s of series) append(out, markerMarks(cx, s, places[s.index]!));
    return out;
  }

  /** Largest first: all are visible. */
  #bubbles(plot: Plot): readonly DrawnOp[] {
    const sorted = [...this.#marksIn(plot)].sort((a, b) => b.size - a.size);
    return sorted.map(({ series, size, x, y }): DrawnOp => {
      const path = markerPath(series.marker?.shape ?? "circle", { x, y }, size);
      const color = series.line?.color ?? series.color;
      return { op: "path", path, fill: { color, opacity: 1 }, stroke: markerStroke(this.cx, series, size) };
    });
  }

  /** Hides no datum, unless it must show. */
  #labels(plot: Plot): readonly LabelCandidate[] {
    const marks = this.#marksIn(plot);
    const dots = new Occupied();
    for (const m of marks) dots.add(boxOfMark(m));
    const must = this.cx.el.data_labels?.overflow === "error";
    return marks.map((m): LabelCandidate => {
      const { above, below, after, before } = aroundPoint(m, m.size / 2);
      const text = this.#text(m);
      const all = [above, after, below, before];
      const clear = all.filter((a) => !dots.meets(boxOf(text, a)));
      const rest = must ? all.filter((a) => !clear.includes(a)) : [];
      return { text, anchors: [...clear, ...rest], ...BESIDE, src: this.#src(m.series, m.i) };
    });
  }

  #text({ series, i }: Mark): SetText {
    return this.texts.of(series, i, null, () => {
      const value = this.cx.numbers.text(series.source.points![i]!.y!, labelFormat(this.cx, series));
      return { text: labelText(this.cx.el.data_labels?.mode, series.name, value), src: this.#src(series, i) };
    });
  }
}

const boxOfMark = ({ x, y, size }: Mark): Rect => ({ x: x - size / 2, y: y - size / 2, width: size, height: size });
