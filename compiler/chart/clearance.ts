// Moves axis labels from the plot until clear of marks, data labels and other axes.
import type { Rect } from "../../ir/ir.js";
import { boxOf, roomOf, type LabelCandidate } from "./labels.js";
import { overlap, type Anchor } from "./text.js";
import { isUpright, type AxisLabels, type PlacedText, type Side } from "./value-axis.js";

interface Reaching {
  readonly plot: Rect;
  readonly marks: readonly Rect[];
  readonly labels: readonly LabelCandidate[];
  /** room for data labels beyond the plot, points; others are hidden */
  readonly most: { readonly x: number; readonly y: number };
}

/** points: least distance of an axis label; once moved, next to and over the plot */
const GAP = 1;
const MOVED_BESIDE = 4;
const MOVED_LEVEL = 2;

export function clearAxes(
  axes: readonly AxisLabels[],
  sides: readonly Side[],
  { plot, marks, labels, most }: Reaching,
): readonly AxisLabels[] {
  const over = marks.filter((box) => leaves(box, plot));
  const named = labelsOver(axes, labels, plot);
  if (over.length === 0 && named.length === 0) return clearCorners(axes, sides);
  const moved = axes.map((axis, i) => {
    const side = sides[i]!;
    const room = isUpright(side) ? most.x : most.y;
    const boxes = [...over, ...named.filter((box) => beyond(box, side, plot) <= room)];
    return movedOut(axis, side, distanceFrom(axis, side, boxes, plot));
  });
  return clearCorners(moved, sides);
}

const textsOf = ({ placed, title }: AxisLabels): readonly PlacedText[] => (title ? [...placed, title] : placed);

function labelsOver(axes: readonly AxisLabels[], labels: readonly LabelCandidate[], plot: Rect): readonly Rect[] {
  const leaving = labels.filter((label) => label.anchors[0] && !label.within && leaves(roomOf(label, label.anchors[0]), plot));
  if (leaving.length === 0) return [];
  const texts = axes.flatMap(textsOf).map((p) => boxOf(p.text, p.anchor));
  const out: Rect[] = [];
  for (const label of leaving) {
    const meets = (anchor: Anchor): boolean => {
      const room = roomOf(label, anchor);
      return texts.some((text) => overlap(room, text, GAP));
    };
    if (label.anchors.every(meets)) out.push(roomOf(label, label.anchors[0]!));
  }
  return out;
}

const leaves = (box: Rect, plot: Rect): boolean =>
  box.x < plot.x || box.y < plot.y || box.x + box.width > plot.x + plot.width || box.y + box.height > plot.y + plot.height;

function distanceFrom(axis: AxisLabels, side: Side, boxes: readonly Rect[], plot: Rect): number {
  const texts = textsOf(axis).map((p) => boxOf(p.text, p.anchor));
  const gap = isUpright(side) ? MOVED_BESIDE : MOVED_LEVEL;
  let by = 0;
  for (const box of boxes) {
    const reach = beyond(box, side, plot);
    if (reach > 0) for (const text of texts) if (overlap(box, text, GAP)) by = Math.max(by, reach + gap - nearEdge(text, side, plot));
  }
  return by;
}

function beyond(box: Rect, side: Side, plot: Rect): number {
  switch (side) {
    case "left":
      return plot.x - box.x;
    case "right":
      return box.x + box.width - plot.x - plot.width;
    case "top":
      return plot.y - box.y;
    case "bottom":
      return box.y + box.height - plot.y - plot.height;
  }
}

function nearEdge(box: Rect, side: Side, plot: Rect): number {
  switch (side) {
    case "left":
      return plot.x - box.x - box.width;
    case "right":
      return box.x - plot.x - plot.width;
    case "top":
      return plot.y - box.y - box.height;
    case "bottom":
      return box.y - plot.y - plot.height;
  }
}

function movedOut(axis: AxisLabels, side: Side, by: number): AxisLabels {
  if (by <= 0) return axis;
  const out = side === "bottom" || side === "right" ? by : -by;
  const moved = ({ text, anchor }: PlacedText): PlacedText => ({
    text,
    anchor: isUpright(side) ? { ...anchor, x: anchor.x + out } : { ...anchor, y: anchor.y + out },
  });
  return { placed: axis.placed.map(moved), title: axis.title && moved(axis.title) };
}

function clearCorners(axes: readonly AxisLabels[], sides: readonly Side[]): readonly AxisLabels[] {
  const taken = axes.flatMap(({ placed }, i) => (isUpright(sides[i]!) ? placed.map((p) => boxOf(p.text, p.anchor)) : []));
  if (taken.length === 0) return axes;
  return axes.map((axis, i): AxisLabels => {
    const side = sides[i]!;
    if (isUpright(side)) return axis;
    const boxes = axis.placed.map((p) => boxOf(p.text, p.anchor));
    const top = boxes.reduce((v, b) => Math.min(v, b.y), Infinity);
    const bottom = boxes.reduce((v, b) => Math.max(v, b.y + b.height), -Infinity);
    const near = taken.filter((t) => t.y < bottom && t.y + t.height > top);
    let by = 0;
    for (const box of boxes) {
      for (const other of near)
        if (overlap(box, other)) by = Math.max(by, side === "bottom" ? other.y + other.height - box.y : box.y + box.height - other.y);
    }
    return by === 0 ? axis : movedOut(axis, side, by + GAP);
  });
}
