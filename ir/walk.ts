import type { MarkId, StructNode } from "./ir.js";

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
