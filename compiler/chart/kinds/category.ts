import { append } from "../../../base/many.js";
import type { Point, Rect, Rgb } from "../../../ir/ir.js";
import type { DrawnOp } from "../../box/drawn.js";
import { layoutCartesian, type CartesianSpec, type Extent } from "../cartesian.js";
import type { ChartContext } from "../context.js";
import {
  amidBar,
  aroundPoint,
  atBarEnd,
  BESIDE,
  beyondBar,
  fitsBar,
  labelFormat,
  LabelTexts,
  labelText,
  shareFormat,
} from "../data-label.js";
import { LINES, Reach } from "../extent.js";
import { seriesEntry } from "./keys.js";
import { Occupied, type LabelCandidate } from "../labels.js";
import { isBeside, withLegend } from "../legend.js";
import { barPath } from "../marks/bar.js";
import { runsOf, type Span } from "../marks/curve.js";
import { areaMarks, dotSize, lineMarks, markerMarks } from "../marks/line.js";
import { boxAt, pointAt, type AxisName, type Plot } from "../plot.js";
import { seriesOf, type SeriesModel } from "../series.js";
import { rises, slotsOf, stackPieces, stacksOf, type Piece } from "../stack.js";
import { strokePath } from "../stroke.js";
import type { Anchor, SetText } from "../text.js";
import { inkOn } from "../theme.js";
import type { Side } from "../value-axis.js";

/** Gaps: share of a band, and of a bar's width. */
const CATEGORY_GAP = 0.32;
const BAR_GAP = 0.08;

export function drawCategoryChart(cx: ChartContext, content: Rect): readonly DrawnOp[] {
  return new CategoryChart(cx).draw(content);
}

interface Bar {
  readonly box: Rect;
  readonly piece: Piece;
}

class CategoryChart {
  readonly series: readonly SeriesModel[];
  readonly pieces: readonly (readonly (Piece | null)[])[];
  readonly labels: readonly string[];
  readonly horizontal: boolean;
  readonly hasBars: boolean;
  readonly slots: ReturnType<typeof slotsOf>;
  readonly texts: LabelTexts;

  constructor(readonly cx: ChartContext) {
    this.texts = new LabelTexts(cx);
    const { el, theme } = cx;
    this.series = seriesOf(el, theme);
    this.labels = el.data.labels ?? [];
    this.pieces = stackPieces(this.series, this.labels.length);
    this.horizontal = el.options?.orientation === "horizontal";
    this.hasBars = this.series.some((s) => s.mark === "bar");
    this.slots = slotsOf(this.series);
  }

  draw(content: Rect): readonly DrawnOp[] {
    const { cx, series } = this;
    const shows = cx.el.legend?.show ?? series.length > 1;
    const entries = shows ? this.#inLegend().map((s) => seriesEntry(cx, s)) : [];
    const secondary = series.some((s) => s.axis === "secondary") ? this.#extent("secondary") : null;
    const spec: CartesianSpec = {
      horizontal: this.horizontal,
      categories: { labels: this.labels, src: (i) => cx.data.label(i) },
      toEdges: !this.hasBars,
      x: null,
      primary: this.#extent("primary"),
      secondary,
      overhang: this.#overhang(),
      labels: (plot) => this.#labels(plot),
    };
    const { laid, ops } = withLegend(cx, entries, content, (rest) => layoutCartesian(cx, spec, rest));
    const { plot, back, front } = laid.draw();
    return [...back, ...this.#marks(plot), ...front, ...ops];
  }

  /** Series; those of an upright stack from its top to its bottom if the legend is beside it. */
  #inLegend(): readonly SeriesModel[] {
    const { series, horizontal, cx } = this;
    const { position } = cx.el.legend ?? {};
    if (horizontal || position === undefined || !isBeside(position)) return series;
    const inPlace = new Map<SeriesModel, SeriesModel>();
    for (const group of stacksOf(series)) if (rises(group)) group.forEach((s, i) => inPlace.set(s, group[group.length - 1 - i]!));
    return series.map((s) => inPlace.get(s) ?? s);
  }

  #overhang(): number {
    return this.series.reduce((most, { mark, line, marker, outline, source, connectNulls }) => {
      if (mark === "bar") return outline && outline.width > 1 ? Math.max(most, outline.width / 2) : most;
      const dots = line && !marker && runsOf(source.values ?? [], connectNulls).some((run) => run.length === 1);
      return Math.max(most, (line?.width ?? 0) / 2, dots ? dotSize(line) / 2 : 0, (marker?.size ?? 0) * 0.6);
    }, 0);
  }

  #extent(axis: AxisName): Extent {
    const { cx } = this;
    const reach = new Reach(cx, axis);
    const own = this.series.filter((s) => s.axis === axis);
    for (const s of own)
      s.source.values?.forEach((v, i) => {
        if (v !== null) reach.add(s.mark === "line" ? v : this.pieces[s.index]![i]!.to, () => cx.data.value(s.index, "values", i));
      });
    return reach.extent({
      ...LINES,
      stems: own.some((s) => s.mark !== "line"),
      bars: this.#bars(axis),
      percent: own.some((s) => s.stack?.percent === true),
    });
  }

  #bars(axis: AxisName): boolean {
    return this.series.some((s) => s.axis === axis && s.mark === "bar");
  }

  /** Areas, bars, lines: none hides thinner marks. */
  #marks(plot: Plot): readonly DrawnOp[] {
    const { cx, series } = this;
    const out: DrawnOp[] = [];
    // uppermost first: edges of lower ones stay whole
    for (const s of series) if (s.mark === "area") append(out, this.#area(plot, s));
    for (const s of series) if (s.mark === "bar") append(out, this.#bar(plot, s));
    for (const s of series) {
      if (s.mark === "bar") continue;
      const points = this.#points(plot, s);
      append(out, lineMarks(s, points, this.horizontal));
      append(out, markerMarks(cx, s, points));
    }
    return out;
  }

  #points(plot: Plot, s: SeriesModel): readonly (Point | null)[] {
    const scale = plot.value(s.axis);
    return this.labels.map((_, i) => {
      const v = s.mark === "area" ? (this.pieces[s.index]![i]?.to ?? null) : (s.source.values?.[i] ?? null);
      return v === null ? null : pointAt(plot, plot.along(i), scale.at(v));
    });
  }

  #area(plot: Plot, s: SeriesModel): readonly DrawnOp[] {
    const scale = plot.value(s.axis);
    const base = scale.at(plot.base(s.axis));
    const spans = this.labels.map((_, i): Span | null => {
      const piece = this.pieces[s.index]![i];
      return piece ? { along: plot.along(i), from: s.stack ? scale.at(piece.from) : base, to: scale.at(piece.to) } : null;
    });
    return areaMarks(this.cx, s, spans, { horizontal: this.horizontal, connect: s.connectNulls, faint: false });
  }

  #bar(plot: Plot, s: SeriesModel): readonly DrawnOp[] {
    const out: DrawnOp[] = [];
    this.labels.forEach((_, i) => {
      const bar = this.#barBox(plot, s, i);
      if (!bar || bar.box.width <= 0 || bar.box.height <= 0) return;
      const path = barPath(bar.box, s.radius, bar.piece.outermost ? this.#end(bar.piece) : null);
      out.push({ op: "path", path, fill: this.cx.fill(s.paint, bar.box), stroke: null });
      if (s.outline) append(out, strokePath(path, s.outline));
    });
    return out;
  }

  #end({ from, to }: Piece): Side {
    const up = to >= from;
    return this.horizontal ? (up ? "right" : "left") : up ? "top" : "bottom";
  }

  #barBox(plot: Plot, s: SeriesModel, i: number): Bar | null {
    const piece = this.pieces[s.index]![i];
    if (!piece) return null;
    const { category_gap_ratio: gap = CATEGORY_GAP, bar_gap_ratio: between = BAR_GAP } = this.cx.el.options ?? {};
    const room = plot.step * (1 - gap);
    const width = room / (this.slots.count + (this.slots.count - 1) * between);
    const from = plot.along(i) - room / 2 + this.slots.of(s) * width * (1 + between);
    const scale = plot.value(s.axis);
    const start = s.stack ? scale.at(piece.from) : scale.at(plot.base(s.axis));
    return { box: boxAt(plot, [from, from + width], [start, scale.at(piece.to)]), piece };
  }

  /** Last labels of lines have precedence: ends are read most. */
  #labels(plot: Plot): readonly LabelCandidate[] {
    const out: LabelCandidate[] = [];
    const bars = new Occupied();
    const boxes = this.series.map((s) => (s.mark === "bar" ? this.labels.map((_, i) => this.#barBox(plot, s, i)) : []));
    for (const bar of boxes.flat()) if (bar) bars.add(bar.box);
    for (const s of this.series)
      this.labels.forEach((_, i) => {
        const bar = boxes[s.index]![i];
        const candidate = bar ? this.#barLabel(s, i, bar, bars) : s.mark === "bar" ? null : this.#pointLabel(plot, s, i);
        if (candidate) out.push(candidate);
      });
    return out;
  }

  #text(s: SeriesModel, i: number, ink: Rgb | null): SetText {
    return this.texts.of(s, i, ink, () => ({ text: this.#labelText(s, i), src: this.cx.data.value(s.index, "values", i) }));
  }

  #labelText(s: SeriesModel, i: number): string {
    const { mode = "value" } = this.cx.el.data_labels ?? {};
    const look = labelFormat(this.cx, s);
    const value = this.cx.numbers.text(s.source.values![i]!, look);
    const share = this.pieces[s.index]![i]?.share;
    const percent = share === null || share === undefined ? value : this.cx.numbers.share(share, shareFormat(look));
    return labelText(mode, this.labels[i]!, value, percent);
  }

  #barLabel(s: SeriesModel, i: number, { box, piece }: Bar, bars: Occupied): LabelCandidate {
    const bar = { box, bars, end: this.#end(piece) };
    const src = this.cx.data.value(s.index, "values", i);
    const position = this.cx.el.data_labels?.position ?? (s.stack ? "inside" : "outside");
    if (position === "outside" && piece.outermost)
      return { text: this.#text(s, i, null), anchors: [this.#beyond(box, piece)], ...BESIDE, src, bar };
    const ground = s.paint.textured ? this.cx.theme.paper : null;
    const text = this.#text(s, i, ground ? null : inkOn(s.paint.color));
    if (position === "inside") return { text, anchors: [amidBar(box)], within: box, ground, src };
    if (fitsBar(box, this.horizontal, text) || !piece.outermost)
      return { text, anchors: [this.#withinEnd(box, piece, text)], within: box, ground, src };
    return { text: this.#text(s, i, null), anchors: [this.#beyond(box, piece)], ...BESIDE, src, bar };
  }

  #beyond(box: Rect, { from, to }: Piece): Anchor {
    return beyondBar(box, to >= from, this.horizontal);
  }

  #withinEnd(box: Rect, { from, to }: Piece, text: SetText): Anchor {
    return atBarEnd(box, to >= from, this.horizontal, text);
  }

  #pointLabel(plot: Plot, s: SeriesModel, i: number): LabelCandidate | null {
    if ((s.source.values?.[i] ?? null) === null) return null;
    const value = s.mark === "area" ? this.pieces[s.index]![i]!.to : s.source.values![i]!;
    const { x, y } = pointAt(plot, plot.along(i), plot.value(s.axis).at(value));
    const text = this.#text(s, i, null);
    const reach = Math.max((s.marker?.size ?? 0) / 2, (s.line?.width ?? 0) / 2);
    const { above, below, after } = aroundPoint({ x, y }, reach);
    const position = this.cx.el.data_labels?.position ?? "above";
    const first = position === "below" ? below : position === "end" && !this.hasBars ? after : above;
    // at the ends of an axis there may be room on one side only
    const anchors = first.across === 0.5 ? [first, { ...first, x: x - 1, across: 0 }, { ...first, x: x + 1, across: 1 }] : [first];
    const ground = this.#overFills(s, position) ? this.cx.theme.paper : null;
    return { text, anchors, within: null, ground, src: this.cx.data.value(s.index, "values", i) };
  }

  #overFills(s: SeriesModel, position: string): boolean {
    const fills = ({ mark, areaFill }: SeriesModel): boolean => mark === "bar" || (mark === "area" && areaFill !== "none");
    return this.series.some((other) => fills(other) && (other !== s || position !== "above"));
  }
}
