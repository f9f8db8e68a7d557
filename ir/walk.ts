import type { MarkId, Op, StructNode } from "./ir.js";

/** In paint order, parents first; soft masks precede the children of their group. */
export function walkOps(ops: readonly Op[], visit: (op: Op) => void): void {
  for (const op of ops) {
    visit(op);
    if (op.op === "group") {
      if (op.mask) walkOps(op.mask.children, visit);
      walkOps(op.children, visit);
    } else if (op.op === "mark") walkOps(op.children, visit);
  }
}

export function walkStructure(node: StructNode, visit: (item: StructNode | MarkId, parent: StructNode | null) => void): void {
  const go = (n: StructNode, parent: StructNode | null): void => {
    visit(n, parent);
    for (const kid of n.kids) {
      if (typeof kid === "number") visit(kid, n);
      else go(kid, n);
    }
  };
  go(node, null);
}
