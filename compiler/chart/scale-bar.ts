// Legend of a colour scale: a bar with values at its ends and round ones between.
import { ticks as niceTicks } from "d3-array";
import { append } from "../../base/many.js";
import type { Rect } from "../../ir/ir.js";
import type { DrawnOp } from "../box/drawn.js";
import { roundedRectPath } from "../core/outline.js";
import { at } from "../core/src.js";
import type { ChartLegend } from "../request/types/chart.js";
import { scaleStops, type ColorScale } from "./color-scale.js";
import type { ChartContext } from "./context.js";
import { differingText, firstOfEach, noteRepeated } from "./even-decimals.js";
import { gradientFill } from "./fill.js";
import { restOf } from "./legend.js";
import { linear } from "./scale.js";
import type { Anchor, SetText } from "./text.js";

/** Its position along the plot follows from the plot. */
interface ScaleBar {
  readonly rest: Rect;
  readonly draw: (plot: Rect) => readonly DrawnOp[];
}

/** points: across and along the bar, to values, to the plot, between values */
const ACROSS = 7;
const LONGEST = 130;
const LABEL_GAP = 3.5;
const PLOT_GAP = 9;
const BETWEEN = 10;

interface Value {
  readonly value: number;
  readonly text: SetText;
}

export function scaleBar(cx: ChartContext, scale: ColorScale, content: Rect): ScaleBar {
  const { position = "right", align = "start", text } = cx.el.legend ?? {};
  const look = cx.look(cx.theme.text, text);
  const src = at(cx.src, "legend");
  const textOf = valueText(cx, scale);
  const set = (value: number): Value => ({ value, text: cx.text.set(textOf(value), look, src) });
  const all = scale.low === scale.high ? [scale.low] : [scale.low, ...inner(scale), scale.high];
  const shown = firstOfEach(all, textOf);
  if (shown.length < all.length) noteRepeated(cx, at(cx.src, "data_labels"), "values of the colour scale");
  const values = shown.map(set);
  const upright = position === "left" || position === "right";
  const size = values.reduce((most, v) => Math.max(most, upright ? v.text.width : v.text.height), 0);
  const room = ACROSS + (upright ? LABEL_GAP : 1) + size;
  const bar: Bar = { cx, scale, values, upright, align, position, room, content };
  return { rest: restOf(content, position, room + PLOT_GAP), draw: (plot) => drawBar(bar, plot) };
}

interface Bar {
  readonly cx: ChartContext;
  readonly scale: ColorScale;
  readonly values: readonly Value[];
  readonly upright: boolean;
  readonly align: NonNullable<ChartLegend["align"]>;
  readonly position: NonNullable<ChartLegend["position"]>;
  readonly room: number;
  readonly content: Rect;
}

const inner = ({ low, high }: ColorScale): readonly number[] =>
  Number.isFinite(high - low) ? niceTicks(low, high, 5).filter((v) => v > low && v < high) : [];

/** No more decimals than distinguish the ends. */
function valueText({ numbers, el }: ChartContext, scale: ColorScale): (value: number) => string {
  const { low, high } = scale;
  const most = high > low ? Math.max(0, Math.min(6, Math.ceil(2 - Math.log10(high - low)))) : 6;
  return differingText(numbers, el.data_labels?.format, { values: [low, high, ...inner(scale)], most });
}

function drawBar({ cx, scale, values, upright, align, position, room, content }: Bar, plot: Rect): readonly DrawnOp[] {
  const { x, y, width, height } = content;
  const from = upright ? plot.y : plot.x;
  const whole = upright ? plot.height : plot.width;
  const length = Math.min(whole, LONGEST);
  const start = from + (whole - length) * (align === "start" ? 0 : align === "center" ? 0.5 : 1);
  const box: Rect = upright
    ? { x: position === "right" ? x + width - room : x + room - ACROSS, y: start, width: ACROSS, height: length }
    : { x: start, y: position === "top" ? y : y + height - room, width: length, height: ACROSS };
  const path = roundedRectPath(box.x, box.y, box.width, box.height, 1);
  const fill =
    scale.low === scale.high ? { color: scale.at(scale.low), opacity: 1 } : gradientFill(box, upright ? -90 : 0, scaleStops(scale));
  const out: DrawnOp[] = [{ op: "path", path, fill, stroke: null }];
  const along = linear([scale.low, scale.high], upright ? [start + length, start] : [start, start + length]);
  const ends = { first: start, last: start + length };
  for (const { text, anchor } of apart(values, upright, (v) => anchorAt(v, along.at(v.value), { box, upright, position, ends })))
    append(out, cx.text.ops(text, anchor));
  return out;
}

interface BarPlace {
  readonly box: Rect;
  readonly upright: boolean;
  readonly position: Bar["position"];
  readonly ends: { readonly first: number; readonly last: number };
}

function anchorAt({ text }: Value, at: number, { box, upright, position, ends }: BarPlace): Anchor {
  const half = upright ? text.capital / 2 : text.width / 2;
  const inside = Math.max(Math.min(at, ends.last - half), ends.first + half);
  if (!upright) return { x: inside, y: box.y + ACROSS + 1, across: 0.5, at: "top" };
  return position === "left"
    ? { x: box.x - LABEL_GAP, y: inside, across: 1, at: "middle" }
    : { x: box.x + ACROSS + LABEL_GAP, y: inside, across: 0, at: "middle" };
}

/** A bar too short for two has the greatest. */
function apart(
  values: readonly Value[],
  upright: boolean,
  place: (v: Value) => Anchor,
): readonly { readonly text: SetText; readonly anchor: Anchor }[] {
  const all = values.map((v) => ({ text: v.text, anchor: place(v) }));
  type Placed = (typeof all)[number];
  const clear = (a: Placed, b: Placed): boolean =>
    upright
      ? Math.abs(a.anchor.y - b.anchor.y) >= a.text.capital + BETWEEN * 0.6
      : Math.abs(a.anchor.x - b.anchor.x) >= (a.text.width + b.text.width) / 2 + BETWEEN;
  const [first, last] = [all[0]!, all.at(-1)!];
  if (first === last) return [first];
  const tight = upright
    ? Math.abs(first.anchor.y - last.anchor.y) < first.text.capital * 1.3
    : Math.abs(first.anchor.x - last.anchor.x) < (first.text.width + last.text.width) / 2 + 2;
  if (tight) return [last];
  const between = all.slice(1, -1);
  // of round values clear of the ends, all or none: steps stay equal
  const retained = between.filter((v) => clear(v, first) && clear(v, last));
  const even = retained.every((v, i) => i === 0 || clear(v, retained[i - 1]!));
  return even ? [first, ...retained, last] : [first, last];
}
