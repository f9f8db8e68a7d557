import type { Rect } from "../../ir/ir.js";
import { fail } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import { must } from "../help/reason.js";
import type { ValueAxis } from "../request/types/chart.js";
import type { ChartContext } from "./context.js";
import { differingText } from "./even-decimals.js";
import {
  atStep,
  countAt,
  endsAt,
  largerStep,
  linear,
  ticked,
  type DomainRules,
  type Fixed,
  type LinearScale,
  type Ticked,
} from "./scale.js";
import { overlap, textBox, type Anchor, type SetText } from "./text.js";
import { noRoom } from "./room.js";

export type Side = "left" | "right" | "top" | "bottom";

export interface PlacedText {
  readonly text: SetText;
  readonly anchor: Anchor;
}

export interface ValueAxisSpec {
  readonly declared: ValueAxis;
  readonly src: Src;
  readonly side: Side;
  readonly low: number;
  readonly high: number;
  readonly zero: boolean;
  /** 0 to 100 */
  readonly percent: boolean;
}

/** points: plot to labels, labels to title */
const LABEL_GAP = 5;
const UNDER_GAP = 3;
const TITLE_GAP = 4;
const TICK_ROOM = 27;
const TICK_ROOM_ACROSS = 54;
const BETWEEN_LABELS = 6;

export const isUpright = (side: Side): boolean => side === "left" || side === "right";

/** Greatest number of ticks of a `tick_step`. */
const MOST_TICKS = 32;

/**
 * `count`: exact number of ticks; `least`: step at which texts may differ, null for the usual one.
 * @throws RenderError API-002 if a declared step has too many ticks
 */
export function axisTicks(spec: ValueAxisSpec, length: number, count: number | null, least: number | null = null): Ticked {
  const { declared, low, high, zero, percent, side } = spec;
  const most = isUpright(side) ? 8 : 9;
  const about = Math.max(2, Math.min(most, Math.round(length / (isUpright(side) ? TICK_ROOM : TICK_ROOM_ACROSS))));
  const rules: DomainRules = {
    min: declared.min ?? (percent ? 0 : undefined),
    max: declared.max ?? (percent ? 100 : undefined),
    zero,
    whole: !percent && declared.integers === true,
    count: declared.tick_count ?? count,
    about,
  };
  if (!percent && declared.tick_step !== undefined) return atDeclaredStep(spec, { ...rules, count: null }, declared.tick_step);
  return least === null ? ticked(low, high, rules) : atStep(low, high, rules, least, 0.4);
}

function atDeclaredStep({ low, high, src }: ValueAxisSpec, rules: DomainRules, step: number): Ticked {
  const count = countAt(endsAt(low, high, rules, step), step);
  if (count <= MOST_TICKS) return atStep(low, high, rules, step);
  let enough: number | null = step;
  while (enough !== null && countAt(endsAt(low, high, rules, enough), enough) > MOST_TICKS) enough = largerStep(enough);
  const found = `${step}, ${Number.isFinite(count) ? count : "too many"} ticks`;
  const most = `at most ${MOST_TICKS} ticks`;
  fail("API-002", "chart-axis-value", at(src, "tick_step"), must(enough === null ? most : `at least ${enough}, for ${most}`, found));
}

/** Ends of the axis that do not move, whatever its ticks. */
export const fixedOf = ({ declared, percent }: ValueAxisSpec): Fixed => ({
  min: declared.min !== undefined || percent,
  max: declared.max !== undefined || percent,
});

export interface AxisLabels {
  readonly placed: readonly PlacedText[];
  readonly title: PlacedText | null;
}

/**
 * Places labels: without room only first, last and zero remain, unless the number of ticks is declared. @throws RenderError API-507 if mandatory
 * labels overlap
 */
export function axisLabels(cx: ChartContext, spec: ValueAxisSpec, { domain, ticks }: Ticked, plot: Rect): AxisLabels {
  if (spec.declared.show === false) return { placed: [], title: null };
  const scale = axisScale(spec.side, domain, plot);
  const look = cx.look(cx.theme.text, spec.declared.text);
  const textOf = tickText(cx, spec, ticks);
  const all = ticks.map((value): PlacedText & { readonly value: number } => ({
    value,
    text: cx.text.set(textOf(value), look, spec.src),
    anchor: labelAnchor(spec.side, scale.at(value), plot),
  }));
  if (!isUpright(spec.side) && Math.max(all[0]!.text.width, all.at(-1)!.text.width) > pt(cx.el.width)) refuseWideNumbers(cx.src);
  const placed = spec.declared.tick_count === undefined ? sparse(all, isUpright(spec.side)) : allOf(all, spec);
  return { placed, title: titleOf(cx, spec, placed, plot) };
}

/** Refuses numbers that are too wide; exponents are never written: 1e300 has 301 digits. @throws RenderError API-507 always */
export function refuseWideNumbers(src: Src): never {
  noRoom(
    "chart-room",
    src,
    "the numbers of an axis leave no room for the plot",
    "scale the values and name their unit in the title of the axis",
  );
}

export const axisScale = (side: Side, domain: readonly [number, number], { x, y, width, height }: Rect): LinearScale =>
  linear(domain, isUpright(side) ? [y + height, y] : [x, x + width]);

function labelAnchor(side: Side, along: number, { x, y, width, height }: Rect): Anchor {
  switch (side) {
    case "left":
      return { x: x - LABEL_GAP, y: along, across: 1, at: "middle" };
    case "right":
      return { x: x + width + LABEL_GAP, y: along, across: 0, at: "middle" };
    case "top":
      return { x: along, y: y - UNDER_GAP, across: 0.5, at: "bottom" };
    case "bottom":
      return { x: along, y: y + height + UNDER_GAP, across: 0.5, at: "top" };
  }
}

/** Text of a tick, off by at most a thousandth of the axis. */
export function tickText(
  { numbers }: ChartContext,
  { declared, percent }: ValueAxisSpec,
  ticks: readonly number[],
): (value: number) => string {
  const span = ticks.at(-1)! - ticks[0]!;
  return differingText(numbers, declared.format, { values: ticks, most: Math.max(0, 3 - Math.floor(Math.log10(span))), percent });
}

/** Negative if they overlap. */
function distance(a: PlacedText, b: PlacedText, upright: boolean): number {
  if (upright) return Math.abs(a.anchor.y - b.anchor.y) - (a.text.height + b.text.height) / 2 + 1;
  return Math.abs(a.anchor.x - b.anchor.x) - (a.text.width + b.text.width) / 2 - BETWEEN_LABELS;
}

type Valued = PlacedText & { readonly value: number };

/** With both ends and zero if they have room. */
function sparse(all: readonly Valued[], upright: boolean): readonly PlacedText[] {
  for (let step = 1; step < all.length; step++) {
    const zero = all.findIndex((l) => l.value === 0);
    const retained = all.filter((_, i) => i === 0 || i === all.length - 1 || (zero >= 0 ? Math.abs(i - zero) : i) % step === 0);
    const shown = withoutCrowding(retained, upright);
    if (shown) return shown;
  }
  const [first, last] = [all[0], all.at(-1)];
  return first && last && first !== last && distance(first, last, upright) >= 0 ? [first, last] : first ? [first] : [];
}

/** Null if others still overlap. */
function withoutCrowding(retained: readonly Valued[], upright: boolean): readonly PlacedText[] | null {
  const last = retained.length - 1;
  const ends = retained.filter((_, i) => i === 0 || i === last);
  // a declared bound may be too near to zero
  const firm = retained.filter((l, i) => i === 0 || i === last || (l.value === 0 && ends.every((e) => distance(l, e, upright) >= 0)));
  const shown = retained.filter((l) => firm.includes(l) || firm.every((f) => distance(l, f, upright) >= 0));
  for (let i = 1; i < shown.length; i++) if (distance(shown[i - 1]!, shown[i]!, upright) < 0) return null;
  return shown;
}

function allOf(all: readonly Valued[], { src, side }: ValueAxisSpec): readonly PlacedText[] {
  for (let i = 1; i < all.length; i++)
    if (
      overlap(textBox(all[i - 1]!.text, all[i - 1]!.anchor), textBox(all[i]!.text, all[i]!.anchor)) &&
      crowded(all[i - 1]!, all[i]!, side)
    )
      noRoom(
        "chart-labels-overlap",
        at(src, "tick_count"),
        `the labels of its ${all.length} ticks overlap`,
        "use fewer ticks or a smaller font",
      );
  return all;
}

/** Leading may be shared, letters not. */
const crowded = (a: PlacedText, b: PlacedText, side: Side): boolean =>
  !isUpright(side) || Math.abs(a.anchor.y - b.anchor.y) < a.text.capital * 1.15;

export function titleOf(
  cx: ChartContext,
  {
    declared,
    src,
    side,
  }: { readonly declared: { readonly title?: string; readonly text?: ValueAxis["text"] }; readonly src: Src; readonly side: Side },
  placed: readonly PlacedText[],
  plot: Rect,
): PlacedText | null {
  const { title } = declared;
  if (title === undefined || title.trim() === "") return null;
  const look = cx.look(cx.theme.title, declared.text);
  const upright = isUpright(side);
  const text = cx.text.set(title, look, at(src, "title"), Math.max(upright ? plot.height : plot.width, 1));
  const boxes = placed.map((p) => textBox(p.text, p.anchor));
  const middle = { x: plot.x + plot.width / 2, y: plot.y + plot.height / 2 };
  const right = plot.x + plot.width;
  const bottom = plot.y + plot.height;
  switch (side) {
    case "left": {
      const edge = boxes.reduce((v, b) => Math.min(v, b.x), plot.x);
      return { text, anchor: { x: edge - TITLE_GAP, y: middle.y, across: 0.5, at: "bottom", turn: -90 } };
    }
    case "right": {
      const edge = boxes.reduce((v, b) => Math.max(v, b.x + b.width), right);
      return { text, anchor: { x: edge + TITLE_GAP, y: middle.y, across: 0.5, at: "top", turn: -90 } };
    }
    case "top": {
      const edge = boxes.reduce((v, b) => Math.min(v, b.y), plot.y);
      return { text, anchor: { x: middle.x, y: edge - TITLE_GAP / 2, across: 0.5, at: "bottom" } };
    }
    case "bottom": {
      const edge = boxes.reduce((v, b) => Math.max(v, b.y + b.height), bottom);
      return { text, anchor: { x: middle.x, y: edge + TITLE_GAP / 2, across: 0.5, at: "top" } };
    }
  }
}
