import { append } from "../../base/many.js";
import type { Path, Rect } from "../../ir/ir.js";
import type { ComputedStroke } from "../box/box.js";
import type { DrawnOp } from "../box/drawn.js";
import { fail } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import type { AnnotationBand, AnnotationLine } from "../request/types/chart.js";
import { resolveFill, resolveStroke } from "../style/shape.js";
import { rectPath } from "../core/outline.js";
import type { ChartContext } from "./context.js";
import { boxOf, type Occupied } from "./labels.js";
import type { Plot } from "./plot.js";
import { strokePath } from "./stroke.js";
import type { Anchor, SetText } from "./text.js";
import { AXIS_WIDTH, mix } from "./theme.js";
import { noRoom } from "./room.js";
import { must } from "../help/reason.js";

interface Annotated {
  readonly back: readonly DrawnOp[];
  readonly front: readonly DrawnOp[];
}

const GAP = 2.5;

/** `taken` receives the labels' boxes. @throws RenderError API-507 if a label has no place */
export function annotate(cx: ChartContext, plot: Plot, taken: Occupied): Annotated {
  const back: DrawnOp[] = [];
  const front: DrawnOp[] = [];
  const src = at(cx.src, "annotations");
  cx.el.annotations?.bands?.forEach((band, i) => drawBand(cx, plot, { band, src: at(src, "bands", i), taken, back, front }));
  cx.el.annotations?.lines?.forEach((line, i) => drawLine(cx, plot, { line, src: at(src, "lines", i), taken, front }));
  return { back, front };
}

function drawBand(
  cx: ChartContext,
  plot: Plot,
  {
    band,
    src,
    taken,
    back,
    front,
  }: {
    readonly band: AnnotationBand;
    readonly src: Src;
    readonly taken: Occupied;
    readonly back: DrawnOp[];
    readonly front: DrawnOp[];
  },
): void {
  const upright = acrossX(plot, band.axis);
  const a = position(plot, band.axis, band.from, at(src, "from"));
  const b = position(plot, band.axis, band.to, at(src, "to"));
  const { rect } = plot;
  const lower = Math.min(a, b);
  const extent = Math.abs(b - a);
  const box: Rect = upright
    ? { x: lower, y: rect.y, width: extent, height: rect.height }
    : { x: rect.x, y: lower, width: rect.width, height: extent };
  const { theme } = cx;
  const fill = resolveFill({ color: mix(theme.paper, theme.axis, 0.22) }, band.fill ?? {});
  back.push({ op: "path", path: rectPath(box.x, box.y, box.width, box.height), fill, stroke: null });
  if (band.stroke)
    append(back, strokePath(rectPath(box.x, box.y, box.width, box.height), resolveStroke({ color: theme.axis }, band.stroke)));
  if (band.label === undefined || band.label.trim() === "") return;
  const text = cx.text.set(band.label, theme.title, at(src, "label"), Math.max(rect.width - 2 * GAP, 1));
  const corners = inBand(box, rect);
  append(front, labelled(cx, text, corners, { rect, taken, src }));
}

function drawLine(
  cx: ChartContext,
  plot: Plot,
  { line, src, taken, front }: { readonly line: AnnotationLine; readonly src: Src; readonly taken: Occupied; readonly front: DrawnOp[] },
): void {
  const upright = acrossX(plot, line.axis);
  const v = position(plot, line.axis, line.value, at(src, "value"));
  const { x, y, width, height } = plot.rect;
  const path: Path = { verbs: "ML", coords: upright ? [v, y, v, y + height] : [x, v, x + width, v], rule: "nonzero" };
  append(front, strokePath(path, referenceStroke(cx, line)));
  if (line.label === undefined || line.label.trim() === "") return;
  // on the wider side of the plot
  const room = upright ? Math.max(v - x, x + width - v) - GAP : width - 2 * GAP;
  const text = cx.text.set(line.label, cx.theme.title, at(src, "label"), Math.max(room, 1));
  const anchors: Anchor[] = upright ? besideLine(v, y, height, text) : overLine(v, x, width);
  append(front, labelled(cx, text, anchors, { rect: plot.rect, taken, src }));
}

function inBand({ x, y, width, height }: Rect, plot: Rect): Anchor[] {
  const out: Anchor[] = [];
  for (const [top, at] of [
    [y + 1, "top"],
    [y + height - 1, "bottom"],
  ] as const) {
    out.push({ x: x + GAP, y: top, across: 0, at }, { x: x + width - GAP, y: top, across: 1, at });
    for (const share of ALONG) out.push({ x: x + width * share, y: top, across: share, at });
  }
  for (const share of ALONG) {
    out.push({ x: plot.x + plot.width * share, y: y - 1, across: share, at: "bottom" });
    out.push({ x: plot.x + plot.width * share, y: y + height + 1, across: share, at: "top" });
  }
  return out;
}

/** Shares of an edge, for labels whose corners are taken. */
const ALONG = [0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1];

const overLine = (y: number, x: number, width: number): Anchor[] => {
  const out: Anchor[] = [];
  for (const share of [1, 0, ...ALONG]) {
    const left = x + GAP + (width - 2 * GAP) * share;
    out.push({ x: left, y: y - 0.5, across: share, at: "bottom" }, { x: left, y: y + 0.5, across: share, at: "top" });
  }
  return out;
};

function besideLine(x: number, y: number, height: number, text: SetText): Anchor[] {
  const out: Anchor[] = [];
  for (let top = y; top + text.height <= y + height + 0.01; top += text.height)
    out.push({ x: x + GAP, y: top, across: 0, at: "top" }, { x: x - GAP, y: top, across: 1, at: "top" });
  return out;
}

function labelled(
  cx: ChartContext,
  text: SetText,
  anchors: readonly Anchor[],
  { rect, taken, src }: { readonly rect: Rect; readonly taken: Occupied; readonly src: Src },
): readonly DrawnOp[] {
  const fits = (a: Anchor): boolean => {
    const box = boxOf(text, a);
    return (
      box.x >= rect.x - 0.5 &&
      box.x + box.width <= rect.x + rect.width + 0.5 &&
      box.y >= rect.y - 2 &&
      box.y + box.height <= rect.y + rect.height + 2 &&
      !taken.meets(box)
    );
  };
  const anchor = anchors.find(fits);
  if (!anchor)
    noRoom("chart-annotation-label", at(src, "label"), "the label of this annotation has no free position in the plot", "shorten it");
  taken.add(boxOf(text, anchor));
  return cx.text.ops(text, anchor);
}

type Axis = AnnotationLine["axis"];

const acrossX = (plot: Plot, axis: Axis): boolean => (axis === "x" ? true : plot.horizontal);

/** @throws RenderError API-002 outside declared bounds */
function position(plot: Plot, axis: Axis, value: number, src: Src): number {
  const scale = axis === "x" ? plot.xScale! : plot.value(axis ?? "primary");
  const [a, b] = scale.domain;
  const slack = (b - a) * 1e-9;
  if (value < a - slack || value > b + slack)
    fail(
      "API-002",
      "chart-outside-axis",
      src,
      must(`on its axis, from ${a} to ${b}`, String(value), {
        advice: "charts are not clipped: move it, or change min or max of the axis",
      }),
    );
  return scale.at(value);
}

function referenceStroke({ theme }: ChartContext, { stroke }: AnnotationLine): ComputedStroke {
  const width = stroke?.width === undefined ? AXIS_WIDTH * 1.25 : null;
  const own = resolveStroke({ color: theme.title.look.color, dash: { preset: "dashed" } }, stroke);
  return width === null ? own : { ...own, width, dash: own.dash.map((v) => (v * width) / (own.width || 1)) };
}
