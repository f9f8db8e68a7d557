// Dark and light cells of a grid to the outline of the dark ones.
import type { Path } from "../../ir/ir.js";

/**
 * A symbol as rows and columns that are dark or light, of sizes of their own: bars are one row, a matrix's modules are all alike. Lines of
 * the grid are in modules, from the symbol's top left corner.
 */
export interface Grid {
  /** columns + 1 */
  readonly xs: readonly number[];
  /** rows + 1 */
  readonly ys: readonly number[];
  /** row by row; 1 is dark */
  readonly dark: Uint8Array;
}

const RIGHT = 1;
const DOWN = 2;
const LEFT = 4;
const UP = 8;

/**
 * The outline of what is dark, as one path of closed loops with the dark side on the right: touching modules share no edge, so no viewer
 * shows a hairline between them. Modules that only touch at a corner keep loops of their own.
 */
export function outline({ xs, ys, dark }: Grid): Path {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const stride = columns + 1;
  const is = (c: number, r: number): boolean => c >= 0 && r >= 0 && c < columns && r < rows && dark[r * columns + c] === 1;
  // at each crossing of grid lines: the directions in which an edge of the outline leaves it
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
        // to the right first: around the corner of one's own module
        const next = out & right ? right : out & going ? going : left;
        if (next !== going) corner("L", at);
        going = next;
      }
      verbs += "Z";
    }
  }
  return { verbs, coords, rule: "nonzero" };
}
