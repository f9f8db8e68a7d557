// Checks of the order of reading, and of texts that are not read.
import type { Rect } from "../../ir/ir.js";
import { isRightToLeft } from "../../compiler/core/script-direction.js";
import { fieldOf, type Place } from "../document/places.js";

import type { Extent, Run } from "../document/content.js";
import type { TreeNode } from "../document/tree.js";
import { pointerTo, type Steps } from "../../compiler/core/patch.js";
import { seenNode, seenRun, shortened, wordsIn, type Check, type Draft } from "./check.js";

const PARENTS: ReadonlySet<string> = new Set(["Document", "Sect", "Art", "Div"]);
const PLACED_APART: ReadonlySet<string> = new Set(["Note", "Caption"]);

/** A float or an element at a position of its own. */
const isFloat = ({ around }: Place): boolean => around.some(({ value }) => fieldOf(value["layout"], "reference") === "float");
const hasOrder = ({ around }: Place): boolean => around.some(({ value }) => typeof value["reading_order"] === "number");

export const readingOrder: Check = (doc) => {
  const { document, request, tree } = doc;
  const direction = request.settings?.direction;
  const isLeftward = direction === "rtl" || (direction !== "ltr" && isRightToLeft(document.metadata.language));
  const drafts: Draft[] = [];
  let tested = 0;
  for (const parent of tree.nodes) {
    if (!PARENTS.has(parent.role)) continue;
    let before: { readonly node: TreeNode; readonly extents: readonly Extent[] } | null = null;
    for (const node of parent.kids) {
      if (typeof node === "number" || node.place.furniture !== null || PLACED_APART.has(node.role) || isFloat(node.place)) continue;
      const extents = tree.extents(node);
      if (extents.length === 0) continue;
      const earlier = before;
      before = { node, extents };
      if (!earlier) continue;
      const last = earlier.extents.at(-1)!;
      const [first] = extents;
      if (first!.page !== last.page) continue;
      tested++;
      if (hasOrder(node.place) || hasOrder(earlier.node.place) || !isBefore(first!.box, last.box, isLeftward)) continue;
      drafts.push({
        severity: "person",
        steps: node.place.named,
        message: `it is read after ${pointerTo(earlier.node.place.named)}, and is placed before it: check the order, and set reading_order`,
        ...seenNode(doc, node),
      });
    }
  }
  return { tested, drafts };
};

/** The later one in reading order is placed before the earlier one. */
function isBefore(later: Rect, earlier: Rect, isLeftward: boolean): boolean {
  const across = overlap(later.x, later.width, earlier.x, earlier.width);
  if (later.y + later.height <= earlier.y + TOLERANCE && across * 2 >= Math.min(later.width, earlier.width)) return true;
  const down = overlap(later.y, later.height, earlier.y, earlier.height);
  if (down * 2 < Math.min(later.height, earlier.height) || down <= 0) return false;
  return isLeftward ? later.x >= earlier.x + earlier.width - TOLERANCE : later.x + later.width <= earlier.x + TOLERANCE;
}

/** points */
const TOLERANCE = 0.01;
const overlap = (a: number, aSize: number, b: number, bSize: number): number => Math.min(a + aSize, b + bSize) - Math.max(a, b);

const FEW_WORDS = 3;
const UNREAD: ReadonlySet<string | null> = new Set(["background", "stamp"]);

export const hiddenText: Check = ({ content }) => {
  const places = new Map<string, { readonly steps: Steps; readonly runs: Run[] }>();
  for (const run of content.runs) {
    const { place } = run;
    if (!UNREAD.has(place.furniture) && !place.isHidden) continue;
    const steps = place.element?.steps ?? place.named;
    const known = places.get(pointerTo(steps));
    if (!known) places.set(pointerTo(steps), { steps, runs: [run] });
    else if (known.runs[0]!.page === run.page) known.runs.push(run);
  }
  const drafts = [...places.values()].flatMap(({ steps, runs }): readonly Draft[] => {
    const text = runs.map(({ op }) => op.text).join(" ");
    const count = wordsIn(text).length;
    if (count < FEW_WORDS) return [];
    const message = "assistive technology does not read this text: move it to the body if it says more than the rest";
    return [{ severity: "person", steps, message, ...seenRun(runs[0]!), text: shortened(text), count }];
  });
  return { tested: places.size, drafts };
};
