// Distances by which elements move to be aligned, spread, or snapped to lines of others.
import { tenth, type Box } from "./geometry.js";

/** A move in mm. */
export type Move = readonly [dx: number, dy: number];

type Axis = "x" | "y";
const ends = (box: Box, axis: Axis): readonly [number, number] => (axis === "x" ? [box.left, box.right] : [box.top, box.bottom]);
const middle = (box: Box, axis: Axis): number => (ends(box, axis)[0] + ends(box, axis)[1]) / 2;
const along = (axis: Axis, by: number): Move => (axis === "x" ? [tenth(by), 0] : [0, tenth(by)]);

const SIDES = {
  left: ["x", (box: Box) => box.left],
  centre: ["x", (box: Box) => middle(box, "x")],
  right: ["x", (box: Box) => box.right],
  top: ["y", (box: Box) => box.top],
  middle: ["y", (box: Box) => middle(box, "y")],
  bottom: ["y", (box: Box) => box.bottom],
} as const satisfies Record<string, readonly [Axis, (box: Box) => number]>;

/** A side or middle to which elements are aligned. */
export type Side = keyof typeof SIDES;

/** Moves that align boxes: one to the page, more to the first. */
export function aligned(boxes: readonly Box[], side: Side, page: Box): readonly Move[] {
  const [axis, of] = SIDES[side];
  const target = of(boxes.length === 1 ? page : boxes[0]!);
  return boxes.map((box) => along(axis, target - of(box)));
}

/** Moves that make the gaps between boxes equal; the outer ones stay. */
export function distributed(boxes: readonly Box[], axis: Axis): readonly Move[] {
  const moves = boxes.map((): Move => [0, 0]);
  if (boxes.length < 3) return moves;
  const order = boxes.map((box, i) => ({ i, from: ends(box, axis)[0], to: ends(box, axis)[1] }));
  order.sort((a, b) => a.from - b.from || a.to - b.to);
  const [first, last] = [order[0]!, order.at(-1)!];
  const inner = order.slice(1, -1);
  const free = last.from - first.to - inner.reduce((sum, { from, to }) => sum + to - from, 0);
  let at = first.to;
  for (const { i, from, to } of inner) {
    at += free / (order.length - 1);
    moves[i] = along(axis, at - from);
    at += to - from;
  }
  return moves;
}

/** Distance within which an edge goes to a line, mm. */
const NEAR = 1;

/** A line to which something was snapped. */
export interface Guide {
  readonly axis: Axis;
  readonly at: number;
}

/** Lines of boxes: edges and middles. */
export const linesOf = (boxes: readonly Box[], axis: Axis): readonly number[] =>
  boxes.flatMap((box) => [ends(box, axis)[0], middle(box, axis), ends(box, axis)[1]]);

/**
 * Correction of a dragged box along an axis, with the line that it meets.
 * @param edges true: only the far edge moves, as by a handle
 */
export function snapped(
  box: Box,
  lines: readonly number[],
  axis: Axis,
  edges: boolean,
): { readonly by: number; readonly guide: Guide | null } {
  const own = edges ? [ends(box, axis)[1]] : [ends(box, axis)[0], middle(box, axis), ends(box, axis)[1]];
  let best = Infinity;
  let guide: Guide | null = null;
  for (const line of lines)
    for (const edge of own) {
      const by = line - edge;
      if (Math.abs(by) > NEAR || Math.abs(by) >= Math.abs(best)) continue;
      best = by;
      guide = { axis, at: tenth(line) };
    }
  return { by: guide ? best : 0, guide };
}
