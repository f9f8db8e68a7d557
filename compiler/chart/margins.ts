// Grow until everything around the plot is inside the content.
import type { Rect } from "../../ir/ir.js";

/** Points. */
export interface Margins {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const ROUNDS = 8;
/** margins only grow from here, so that rounds end */
const GROWING = 3;

export function marginsFor(boxes: readonly Rect[], { x, y, width, height }: Rect): Margins {
  let [left, top, right, bottom] = [0, 0, 0, 0];
  for (const b of boxes) {
    left = Math.max(left, x - b.x);
    top = Math.max(top, y - b.y);
    right = Math.max(right, b.x + b.width - x - width);
    bottom = Math.max(bottom, b.y + b.height - y - height);
  }
  return { left, top, right, bottom };
}

/** `fit` lays out the plot's surroundings. Null below `least`, or if margins do not settle. */
export function settleMargins<T extends { readonly needs: Margins }>(content: Rect, least: number, fit: (plot: Rect) => T): T | null {
  let margins: Margins = { left: 0, top: 0, right: 0, bottom: 0 };
  for (let round = 0; round <= ROUNDS; round++) {
    const { left, top, right, bottom } = margins;
    const plot = { x: content.x + left, y: content.y + top, width: content.width - left - right, height: content.height - top - bottom };
    if (!(plot.width >= least && plot.height >= least)) return null;
    const fitted = fit(plot);
    const { needs } = fitted;
    const next = round < GROWING ? needs : grown(margins, needs);
    if (sides.every((side) => Math.abs(next[side] - margins[side]) < 0.01)) return fitted;
    if (round >= GROWING && sides.every((side) => needs[side] <= margins[side] + 0.01)) return fitted;
    margins = next;
  }
  return null;
}

const sides = ["left", "top", "right", "bottom"] as const;

export const joined = (a: Margins, b: Margins): Margins => ({
  left: Math.max(a.left, b.left),
  top: Math.max(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

/** Twice the lack, as the excess may move with the plot. */
function grown(margins: Margins, needs: Margins): Margins {
  const edge = (side: keyof Margins): number => Math.max(margins[side], 2 * needs[side] - margins[side]);
  return { left: edge("left"), top: edge("top"), right: edge("right"), bottom: edge("bottom") };
}
