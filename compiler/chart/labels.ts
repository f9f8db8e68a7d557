// None over another, none outside the chart.
import { append } from "../../base/many.js";
import type { Rect, Rgb } from "../../ir/ir.js";
import type { DrawnOp } from "../box/drawn.js";
import { roundedRectPath } from "../core/outline.js";
import type { Src } from "../core/src.js";
import type { ChartContext } from "./context.js";
import { inkBox, overlap, textBox, type Anchor, type SetText } from "./text.js";
import type { Side } from "./value-axis.js";
import { noRoom } from "./room.js";

/** The first free anchor is taken. */
export interface LabelCandidate {
  readonly text: SetText;
  readonly anchors: readonly Anchor[];
  readonly within: Rect | null;
  /** for legibility; null = none */
  readonly ground: Rgb | null;
  readonly src: Src;
  /** of a bar's label: it moves until it is clear of other bars and labels; absent elsewhere */
  readonly bar?: BarOfLabel;
}

/** Places of a label beyond its bar (SW-36). */
interface BarOfLabel {
  readonly box: Rect;
  readonly bars: Occupied;
  readonly end: Side;
}

export class Occupied {
  readonly #cells = new Map<number, Rect[]>();

  add(box: Rect): void {
    const { right, bottom } = lastCell(box);
    for (let r = cellOf(box.y); r <= bottom; r++)
      for (let c = cellOf(box.x); c <= right; c++) {
        const list = this.#cells.get(keyOf(r, c));
        // points of data are often equal
        if (!list) this.#cells.set(keyOf(r, c), [box]);
        else if (!covers(list.at(-1)!, box)) list.push(box);
      }
  }

  meets(box: Rect, gap = 0): boolean {
    return this.met(box, gap) !== null;
  }

  /** One that the box meets, other than `except`; null if none. */
  met(box: Rect, gap = 0, except: Rect | null = null): Rect | null {
    const grown = { x: box.x - gap, y: box.y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap };
    const { right, bottom } = lastCell(grown);
    for (let r = cellOf(grown.y); r <= bottom; r++)
      for (let c = cellOf(grown.x); c <= right; c++) {
        const list = this.#cells.get(keyOf(r, c));
        for (let i = 0; list && i < list.length; i++) if (list[i] !== except && overlap(box, list[i]!, gap)) return list[i]!;
      }
    return null;
  }
}

const covers = (a: Rect, b: Rect): boolean =>
  a.x <= b.x && a.y <= b.y && a.x + a.width >= b.x + b.width && a.y + a.height >= b.y + b.height;

/** points */
const CELL = 48;

/** contain all outside of the largest chart, as bubbles have any size */
const FIRST = -1;
const LAST = 128;
const cellOf = (v: number): number => Math.min(LAST, Math.max(FIRST, Math.floor(v / CELL)));
const keyOf = (row: number, column: number): number => row * 100003 + column;
const lastCell = ({ x, y, width, height }: Rect): { readonly right: number; readonly bottom: number } => ({
  right: cellOf(x + width),
  bottom: cellOf(y + height),
});

/** Letters if level, lines if turned. */
export const boxOf = (text: SetText, anchor: Anchor): Rect => ((anchor.turn ?? 0) === 0 ? inkBox(text, anchor) : textBox(text, anchor));

const inside = (box: Rect, room: Rect, by = 0.05): boolean =>
  box.x >= room.x - by &&
  box.y >= room.y - by &&
  box.x + box.width <= room.x + room.width + by &&
  box.y + box.height <= room.y + room.height + by;

export const roomOf = ({ text, ground }: LabelCandidate, anchor: Anchor): Rect =>
  ground ? groundOf(boxOf(text, anchor)) : boxOf(text, anchor);

export const groundOf = ({ x, y, width, height }: Rect): Rect => ({ x: x - 1.5, y: y - 0.5, width: width + 3, height: height + 1 });

export const groundOp = ({ x, y, width, height }: Rect, color: Rgb): DrawnOp => ({
  op: "path",
  path: roundedRectPath(x, y, width, height, 1.5),
  fill: { color, opacity: 1 },
  stroke: null,
});

/** points */
const GAP = 1;

/** Places labels in order; one without a free place is hidden, or an error if it must show. @throws RenderError API-507 */
export function settleLabels(cx: ChartContext, candidates: readonly LabelCandidate[], room: Rect, taken: Occupied): readonly DrawnOp[] {
  const must = cx.el.data_labels?.overflow === "error";
  const ops: DrawnOp[] = [];
  for (const candidate of candidates) {
    const { text, anchors, within, ground, src, bar } = candidate;
    const anchor = bar
      ? besideBar(candidate, bar, room, taken)
      : anchors.find((a) => {
          const box = boxOf(text, a);
          return inside(roomOf(candidate, a), room) && (!within || inside(box, within, 0.5)) && !taken.meets(box, GAP);
        });
    if (anchor) {
      const box = boxOf(text, anchor);
      taken.add(box);
      if (ground) ops.push(groundOp(groundOf(box), ground));
      append(ops, cx.text.ops(text, anchor));
    } else if (must) refuseLabel(src);
  }
  return ops;
}

/** Greatest distance to the bar before a label is turned, in heights of its text; lengths of its way. */
const NEAR = 3;
const MOST_MOVES = 24;

/** At its place, further out, turned, or turned and further out; null without a free one. */
function besideBar(candidate: LabelCandidate, bar: BarOfLabel, room: Rect, taken: Occupied): Anchor | null {
  const [place] = candidate.anchors;
  if (!place) return null;
  const near = NEAR * candidate.text.height;
  const turned = turnedBeside(candidate.text, place, bar.end);
  return (
    movedOut(candidate, place, { bar, room, taken, most: near }) ??
    movedOut(candidate, turned, { bar, room, taken, most: near }) ??
    movedOut(candidate, place, { bar, room, taken, most: Infinity }) ??
    movedOut(candidate, turned, { bar, room, taken, most: Infinity })
  );
}

interface Moving {
  readonly bar: BarOfLabel;
  readonly room: Rect;
  readonly taken: Occupied;
  readonly most: number;
}

/** Beyond what is in the way, as long as it is inside the room. */
function movedOut(candidate: LabelCandidate, from: Anchor, { bar, room, taken, most }: Moving): Anchor | null {
  let anchor = from;
  for (let move = 0; move <= MOST_MOVES; move++) {
    const box = boxOf(candidate.text, anchor);
    if (!inside(roomOf(candidate, anchor), room)) return null;
    const met = bar.bars.met(box, 0, bar.box) ?? taken.met(box, GAP);
    if (!met) return anchor;
    anchor = beyond(anchor, box, met, bar.end);
    if (Math.abs(anchor.x - from.x) + Math.abs(anchor.y - from.y) > most) return null;
  }
  return null;
}

/** Of rounding, so that a moved label is clear. */
const CLEAR = GAP + 0.01;

function beyond(anchor: Anchor, box: Rect, met: Rect, end: Side): Anchor {
  switch (end) {
    case "top":
      return { ...anchor, y: anchor.y + met.y - CLEAR - box.y - box.height };
    case "bottom":
      return { ...anchor, y: anchor.y + met.y + met.height + CLEAR - box.y };
    case "left":
      return { ...anchor, x: anchor.x + met.x - CLEAR - box.x - box.width };
    case "right":
      return { ...anchor, x: anchor.x + met.x + met.width + CLEAR - box.x };
  }
}

/** Reads upwards; its edge is where that of the level label was. */
function turnedBeside(text: SetText, place: Anchor, end: Side): Anchor {
  const level = boxOf(text, place);
  const turned: Anchor = { x: place.x, y: place.y, across: 0.5, at: "middle", turn: -90 };
  const box = boxOf(text, turned);
  const middle = { x: level.x + level.width / 2 - box.x - box.width / 2, y: level.y + level.height / 2 - box.y - box.height / 2 };
  switch (end) {
    case "top":
      return { ...turned, x: turned.x + middle.x, y: turned.y + level.y + level.height - box.y - box.height };
    case "bottom":
      return { ...turned, x: turned.x + middle.x, y: turned.y + level.y - box.y };
    case "left":
      return { ...turned, x: turned.x + level.x + level.width - box.x - box.width, y: turned.y + middle.y };
    case "right":
      return { ...turned, x: turned.x + level.x - box.x, y: turned.y + middle.y };
  }
}

/** `src`: of the datum. @throws RenderError API-507 always */
export function refuseLabel(src: Src): never {
  noRoom("chart-data-labels", src, "its data label has no room", HIDE_LABELS);
}

export const HIDE_LABELS = 'use a smaller font, or let labels be hidden: "overflow": "hide" in data_labels';
