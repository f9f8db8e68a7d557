import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { child, context, flow, text } from "../../tests/support/height-boxes.js";
import { runs } from "../../tests/support/runs.js";
import type { FlowChild } from "../box/box.js";
import type { BreakToken, Fragment } from "./protocol/protocol.js";

type Node = { readonly before: number; readonly after: number } & (
  { readonly height: number } | { readonly gap: number; readonly content: readonly Node[] }
);

const space = fc.nat(9);
const node: fc.Arbitrary<Node> = fc.letrec<{ node: Node; leaf: Node; stack: Node }>((tie) => ({
  leaf: fc.record({ before: space, after: space, height: fc.integer({ min: 1, max: 9 }) }),
  stack: fc.record({ before: space, after: space, gap: fc.nat(5), content: fc.array(tie("node"), { maxLength: 3 }) }),
  node: fc.oneof({ maxDepth: 3 }, tie("leaf"), tie("stack")),
})).node;

function childOf(n: Node, gapAfter: number): FlowChild {
  const box = "height" in n ? text([n.height]) : flow(n.content.map((c) => childOf(c, n.gap)));
  return { ...child(box, {}, gapAfter), spacing: { before: n.before, after: n.after } };
}

/** Leaves in order, each with the largest distance wanted by any node that ends or begins before it. */
function leaves(nodes: readonly Node[], gap: number): { readonly height: number; readonly above: number }[] {
  const out: { height: number; above: number }[] = [];
  let wanted = 0;
  const want = (n: number): void => void (wanted = Math.max(wanted, n));
  const hasLeaf = (n: Node): boolean => "height" in n || n.content.some(hasLeaf);
  const visit = (list: readonly Node[], between: number): void =>
    list.filter(hasLeaf).forEach((n, i) => {
      if (i > 0) want(between);
      want(n.before);
      if ("height" in n) {
        out.push({ height: n.height, above: out.length === 0 ? 0 : wanted });
        wanted = 0;
      } else visit(n.content, n.gap);
      want(n.after);
    });
  visit(nodes, gap);
  return out;
}

const tops = (fragment: Fragment, at = 0): number[] =>
  fragment.box.kind === "flow" ? fragment.children.flatMap((p) => tops(p.fragment, at + p.y)) : [at];

describe("spacing (L2)", () => {
  test("the largest of two neighbours' counts, through stacks, and none at the top", () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 5 }), fc.nat(5), (nodes, gap) => {
        const filled = context().measure(flow(nodes.map((n) => childOf(n, gap))), 100);
        let y = 0;
        const expected = leaves(nodes, gap).map(({ height, above }) => {
          const top = y + above;
          y = top + height;
          return top;
        });
        expect(tops(filled)).toEqual(expected);
        expect(filled.height).toBe(y);
      }),
      { numRuns: runs(300) },
    );
  });

  test("each region begins without spacing", () => {
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 6 }), fc.integer({ min: 10, max: 30 }), (nodes, height) => {
        const box = flow(nodes.map((n) => childOf(n, 0)));
        const cx = context();
        let count = 0;
        for (let rest: BreakToken | null = null, first = true; first || rest; first = false) {
          const filled = cx.fill(box, { width: 100, height, later: height, measure: false, foot: null }, rest);
          if (filled.kind === "refuse") throw new Error("refused");
          const found = tops(filled.fragment);
          if (found.length > 0) expect(found[0]).toBe(0);
          count += found.length;
          rest = filled.kind === "more" ? filled.rest : null;
        }
        expect(count).toBe(leaves(nodes, 0).length);
      }),
      { numRuns: runs(300) },
    );
  });
});
