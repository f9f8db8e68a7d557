import type { Path } from "../../ir/ir.js";

/** Bars are one row; modules of a matrix are equal. Lines are in modules from the top left corner. */
export interface Grid {
  /** columns + 1 */
  readonly xs: readonly number[];
  /** rows + 1 */
  readonly ys: readonly number[];
  /** modules by row; 1 is dark */
  readonly dark: Uint8Array;
}

const RIGHT = 1;
const DOWN = 2;
const LEFT = 4;
const UP = 8;

/** By direction of an edge: towards its dark side. */
const INWARD_X = [0, 0, -1, 0, 0, 0, 0, 0, 1];
const INWARD_Y = [0, 1, 0, 0, -1, 0, 0, 0, 0];

/** Crossings of the largest QR code. A typed array costs four allocations outside of V8's heap; each trace leaves it empty. */
const LEAVES = new Uint8Array(178 * 178);

/**
 * Closed loops, dark on the right. Adjacent modules share no edge, so that viewers show no hairline; those that touch at a corner have
 * separate loops. `inset`: distance of edges from grid lines, towards dark.
 */
export function outline({ xs, ys, dark }: Grid, inset = 0): Path {
  const columns = xs.length - 1;
  const rows = ys.length - 1;
  const stride = columns + 1;
  // at each crossing of grid lines: directions in which an outline edge leaves
  const crossings = stride * (rows + 1);
  const leaves = crossings <= LEAVES.length ? LEAVES : new Uint8Array(crossings);
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const i = r * columns + c;
      if (dark[i] !== 1) continue;
      const at = r * stride + c;
      if (r === 0 || dark[i - columns] !== 1) leaves[at]! |= RIGHT;
      if (c === columns - 1 || dark[i + 1] !== 1) leaves[at + 1]! |= DOWN;
      if (r === rows - 1 || dark[i + columns] !== 1) leaves[at + stride + 1]! |= LEFT;
      if (c === 0 || dark[i - 1] !== 1) leaves[at + stride]! |= UP;
    }
  }
  let verbs = "";
  const coords: number[] = [];
  for (let start = 0; start < crossings; start++) {
    while (leaves[start]! & RIGHT) {
      let at = start;
      let x = start % stride;
      let y = (start - x) / stride;
      let going = RIGHT;
      let corners = 0;
      const first = coords.length;
      coords.push(xs[x]!, ys[y]!);
      for (;;) {
        leaves[at]! &= ~going;
        if (going === RIGHT) x++;
        else if (going === DOWN) y++;
        else if (going === LEFT) x--;
        else y--;
        at = y * stride + x;
        if (at === start) break;
        const out = leaves[at]!;
        const right = going === UP ? RIGHT : going << 1;
        const left = going === RIGHT ? UP : going >> 1;
        // around the same module's corner
        const next = out & right ? right : out & going ? going : left;
        if (next !== going) {
          corners++;
          // without sums: labels have millions of corners
          if (inset === 0) coords.push(xs[x]!, ys[y]!);
          else coords.push(xs[x]! + inset * (INWARD_X[going]! + INWARD_X[next]!), ys[y]! + inset * (INWARD_Y[going]! + INWARD_Y[next]!));
        }
        going = next;
      }
      if (inset > 0) {
        coords[first]! += inset * INWARD_X[going]!;
        coords[first + 1]! += inset;
      }
      verbs += corners === 3 ? "MLLLZ" : `M${"L".repeat(corners)}Z`;
    }
  }
  return { verbs, coords, rule: "nonzero" };
}
