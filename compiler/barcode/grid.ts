import type { Path } from "../../ir/ir.js";

/** Bars are one row; modules of a matrix are equal. Lines are in modules from the top left corner. */
export interface Grid {
  /** columns + 1 */
  readonly xs: readonly number[];
  /** rows + 1 */
  readonly ys: readonly number[];
  /** by row; 1 is dark */
  readonly dark: Uint8Array;
}

const RIGHT = 1;
const DOWN = 2;
const LEFT = 4;
const UP = 8;

/**
 * Closed loops, dark on the right. Adjacent modules share no edge, so that viewers show no hairline; those that touch at a corner have
 * separate loops.
 */
export function outline({ xs, ys, dark }: Grid): Path {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const stride = columns + 1;
  const is = (c: number, r: number): boolean => c >= 0 && r >= 0 && c < columns && r < rows && dark[r * columns + c] === 1;
  // per crossing of grid lines: directions in which an outline edge leaves
  const leaves = new Uint8Array(stride * (rows + 1));
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      if (dark[r * columns + c] !== 1) continue;
      if (!is(c, r - 1)) leaves[r * stride + c]! |= RIGHT;
      if (!is(c + 1, r)) leaves[r * stride + c + 1]! |= DOWN;
      if (!is(c, r + 1)) leaves[(r + 1) * stride + c + 1]! |= LEFT;
      if (!is(c - 1, r)) leaves[(r + 1) * stride + c]! |= UP;
    }
  }
  const step = { [RIGHT]: 1, [DOWN]: stride, [LEFT]: -1, [UP]: -stride };
  let verbs = "";
  const coords: number[] = [];
  const corner = (verb: string, at: number): void => {
    verbs += verb;
    coords.push(xs[at % stride]!, ys[Math.floor(at / stride)]!);
  };
  for (let start = 0; start < leaves.length; start++) {
    while (leaves[start]! & RIGHT) {
      let at = start;
      let going = RIGHT;
      corner("M", at);
      for (;;) {
        leaves[at]! &= ~going;
        at += step[going as 1 | 2 | 4 | 8];
        if (at === start) break;
        const out = leaves[at]!;
        const right = going === UP ? RIGHT : going << 1;
        const left = going === RIGHT ? UP : going >> 1;
        // around the same module's corner
        const next = out & right ? right : out & going ? going : left;
        if (next !== going) corner("L", at);
        going = next;
      }
      verbs += "Z";
    }
  }
  return { verbs, coords, rule: "nonzero" };
}
