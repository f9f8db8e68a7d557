// Labels of categories: in lines, turned or fewer.
import type { Rect } from "../../ir/ir.js";
import { at, type Src } from "../core/src.js";
import type { CategoryAxis } from "../request/types/chart.js";
import type { ChartContext } from "./context.js";
import { overlap, textBox, type Anchor, type SetText } from "./text.js";
import type { TextLook } from "./theme.js";
import { titleOf, type PlacedText, type Side } from "./value-axis.js";
import { noRoom } from "./room.js";

export interface CategoryAxisSpec {
  readonly declared: CategoryAxis;
  readonly src: Src;
  readonly side: Side;
  readonly labels: readonly string[];
  readonly labelSrc: (i: number) => Src;
  /** across the axis, points */
  readonly most: number;
}

/** Points along the axis. */
interface Places {
  readonly step: number;
  at(i: number): number;
}

export interface CategoryLabels {
  readonly placed: readonly PlacedText[];
  readonly title: PlacedText | null;
}

const LABEL_GAP = 5;
const UNDER_GAP = 3;
/** points, between neighbours on one line */
const BETWEEN = 3.5;
const CLOSE = 2.5;
const MAX_LINES = 3;
/** least share of a band per line, points */
const WIDE = 11;
/** least width of a shortened label, points */
const SHORTEST = 16;
/** narrower bands have no lines of text */
const NARROW = 22;

/** @throws RenderError API-507 if mandatory labels overlap */
export function categoryLabels(cx: ChartContext, spec: CategoryAxisSpec, places: Places, plot: Rect): CategoryLabels {
  if (spec.declared.show === false) return { placed: [], title: null };
  const look = cx.look(cx.theme.text, spec.declared.text);
  const upright = spec.side === "left" || spec.side === "right";
  const placed = upright ? beside(cx, spec, look, { places, plot }) : along(cx, spec, look, { places, plot });
  return { placed, title: titleOf(cx, spec, placed, plot) };
}

interface Room {
  readonly places: Places;
  readonly plot: Rect;
}

function along(cx: ChartContext, spec: CategoryAxisSpec, look: TextLook, room: Room): readonly PlacedText[] {
  const { declared, labels, labelSrc, most } = spec;
  const { step } = room.places;
  // no label is wider than the plot or, turned, higher than its room
  const flat = (turn = 0): readonly SetText[] => {
    const sin = Math.abs(Math.sin((turn * Math.PI) / 180));
    const width = Math.min(room.plot.width, sin > 0.1 ? most / sin : Infinity);
    return labels.map((label, i) => cx.text.set(label, look, () => labelSrc(i), width));
  };
  const place = (texts: readonly SetText[], turn = 0): readonly PlacedText[] =>
    texts.map((text, i) => ({ text, anchor: anchorAlong(spec.side, room.places.at(i), room.plot, { turn, text }) }));
  switch (declared.label_overflow ?? "auto") {
    case "ellipsis":
      return spaced(place(labels.map((label, i) => cx.text.shortened(label, look, () => labelSrc(i), Math.max(step - BETWEEN, SHORTEST)))));
    case "rotate":
      return spaced(place(flat(declared.label_rotation), declared.label_rotation));
    case "hide":
      return spaced(place(flat()).filter(({ text }) => text.height <= most));
    case "error": {
      const placed = place(flat());
      if (placed.length > 0 && spaced(placed).length < placed.length) refuse(spec);
      return placed;
    }
    case "auto":
  }
  const texts = labels.map((label, i) => cx.text.set(label, look, () => labelSrc(i)));
  const widest = texts.reduce((w, t) => Math.max(w, t.width), 0);
  // it may reach slightly into narrow neighbours' bands
  const apart = texts.every((t, i) => i === 0 || (t.width + texts[i - 1]!.width) / 2 <= step - CLOSE);
  if (apart && widest <= step * 1.25) return place(texts);
  const line = texts.reduce((h, t) => Math.max(h, t.height), 0);
  if (step >= NARROW) {
    const wrapped = labels.map((label, i) => cx.text.set(label, look, () => labelSrc(i), step - BETWEEN));
    const fit = wrapped.every((t) => !t.torn && t.lines.length <= Math.max(MAX_LINES, step / WIDE) && t.width <= step - BETWEEN + 1e-6);
    if (fit && wrapped.every((t) => t.height <= most)) return place(wrapped);
  }
  // turned, so that none is left out
  if (step >= line * 1.1 && widest * Math.SQRT1_2 + line <= most) {
    const turned = place(texts, -45);
    if (step >= line * 1.45) return turned;
  }
  if (step >= line * 0.95 && widest <= most) return place(texts, -90);
  const within = (text: SetText, i: number, height: number): SetText =>
    text.height <= height ? text : cx.text.shortened(labels[i]!, look, () => labelSrc(i), Math.min(room.plot.width, most));
  const high = labels.map((label, i) =>
    within(
      cx.text.set(label, look, () => labelSrc(i), most),
      i,
      room.plot.width / 3,
    ),
  );
  if (high.every((t) => t.height <= step * 1.05)) return place(high, -90);
  // level if short, else turned
  const level = spaced(place(flat().map((text, i) => within(text, i, most))));
  if (level.length >= 3 || widest <= room.plot.width / 3) return level;
  const turned = widest * Math.SQRT1_2 + line <= most ? spaced(place(texts, -45)) : spaced(place(high, -90));
  return turned.length > level.length ? turned : level;
}

function anchorAlong(side: Side, x: number, plot: Rect, { turn, text }: { readonly turn: number; readonly text: SetText }): Anchor {
  const below = side === "bottom";
  const edge = below ? plot.y + plot.height + UNDER_GAP : plot.y - UNDER_GAP;
  if (turn === 0) return { x, y: edge, across: 0.5, at: below ? "top" : "bottom" };
  // the end nearer to the axis is at the category
  const out = (text.capital / 2) * Math.abs(Math.cos((turn * Math.PI) / 180)) + 2;
  return { x, y: below ? edge + out : edge - out, across: turn < 0 === below ? 1 : 0, at: "middle", turn };
}

function beside(cx: ChartContext, spec: CategoryAxisSpec, look: TextLook, { places, plot }: Room): readonly PlacedText[] {
  const { declared, labels, labelSrc, most, side } = spec;
  const left = side === "left";
  const edge = left ? plot.x - LABEL_GAP : plot.x + plot.width + LABEL_GAP;
  const place = (texts: readonly SetText[], turn = 0): readonly PlacedText[] =>
    texts.map((text, i) => ({ text, anchor: { x: edge, y: places.at(i), across: left ? 1 : 0, at: "middle", turn } }));
  const set = (width?: number): readonly SetText[] => labels.map((label, i) => cx.text.set(label, look, () => labelSrc(i), width));
  switch (declared.label_overflow ?? "auto") {
    case "ellipsis":
      return spaced(place(labels.map((label, i) => cx.text.shortened(label, look, () => labelSrc(i), most * 0.75))));
    case "rotate":
      return spaced(place(set(most), declared.label_rotation));
    case "hide":
      return spaced(place(set(most)));
    case "error": {
      const placed = place(set(most));
      if (spaced(placed).length < placed.length) refuse(spec);
      return placed;
    }
    case "auto":
  }
  const flat = set();
  if (flat.every((t) => t.width <= most * 0.75)) return spaced(place(flat));
  for (const width of [most * 0.75, most]) {
    const wrapped = set(width);
    if (wrapped.every((t) => t.height <= places.step && !t.torn)) return place(wrapped);
  }
  return spaced(place(set(most)));
}

/** Without overlap; else every k-th label, with the first and the last. */
function spaced(all: readonly PlacedText[]): readonly PlacedText[] {
  const boxes = all.map((p) => textBox(p.text, p.anchor));
  const last = all.length - 1;
  const touch = (i: number, j: number): boolean => {
    const [a, b] = [all[i]!, all[j]!];
    const turn = a.anchor.turn ?? 0;
    if (turn === 0)
      return a.anchor.y === b.anchor.y ? overlap(boxes[i]!, boxes[j]!, BETWEEN) : Math.abs(a.anchor.y - b.anchor.y) < near(a, b);
    const apart = Math.hypot(a.anchor.x - b.anchor.x, a.anchor.y - b.anchor.y);
    const across = a.anchor.y === b.anchor.y ? Math.abs(Math.sin((turn * Math.PI) / 180)) : Math.abs(Math.cos((turn * Math.PI) / 180));
    return apart * across < (a.text.height + b.text.height) / 2 - 1 && overlap(boxes[i]!, boxes[j]!, BETWEEN);
  };
  const fits = (step: number): boolean => {
    for (let i = step; i <= last; i += step) if (touch(i - step, i)) return false;
    return true;
  };
  let least = 1;
  while (least < last && !fits(least)) least++;
  // a greater step avoids an odd gap at the last label
  let even = least;
  while (even <= least * 1.5 && last % even !== 0) even++;
  for (let step = even <= least * 1.5 ? even : least; step <= Math.max(last, 1); step++) {
    const retained: number[] = [];
    for (let i = 0; i <= last; i += step) retained.push(i);
    if (step > 1 && retained.at(-1) !== last) {
      // the last category has precedence
      while (retained.length > 1 && touch(retained.at(-1)!, last)) retained.pop();
      if (!touch(retained.at(-1)!, last)) retained.push(last);
    }
    if (retained.every((i, k) => k === 0 || !touch(retained[k - 1]!, i))) return step === 1 ? all : retained.map((i) => all[i]!);
  }
  return all.slice(0, 1);
}

/** Least distance of lines: leading may overlap. */
const near = (a: PlacedText, b: PlacedText): number =>
  (a.text.height + b.text.height) / 2 - (a.text.lines.length + b.text.lines.length > 2 ? 0 : a.text.height - a.text.capital * 1.35);

function refuse({ src, declared }: CategoryAxisSpec): never {
  noRoom(
    "chart-labels-overlap",
    at(src, declared.label_overflow === undefined ? "show" : "label_overflow"),
    "the labels of its categories overlap",
    'use a smaller font, or let them be turned, shortened or hidden: "label_overflow": "auto"',
  );
}
