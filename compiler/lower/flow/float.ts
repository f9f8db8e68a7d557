import type { Float } from "../../box/page.js";
import { spacingOf } from "../../box/spacing.js";
import type { Src } from "../../core/src.js";
import type { MaterializedNode, MaterializedPlaced } from "../../request/materialized.js";
import { elementNode, lowerBlock } from "./block.js";
import { anchored, type Content } from "./boxes.js";
import { inside, type NodeContext } from "./context.js";
import { lowerFloatContent } from "./group.js";
import { spacingIn } from "./spacing.js";

type LowerContent = (nodes: readonly MaterializedNode[], src: Src, context: NodeContext) => Content;

/** `after`: number of preceding children of its flow */
export function lowerFloat(
  node: MaterializedPlaced,
  src: Src,
  context: NodeContext,
  { after, lower }: { readonly after: number; readonly lower: LowerContent },
): Float {
  const { cx } = context;
  const { content, destination: name, layout } = node;
  const { position = "top", span = "column" } = layout;
  const { box, heading, mark, spacing } = content
    ? { box: lowerFloatContent({ ...node, content }, src, context, lower), heading: null, mark: null, spacing: spacingIn([node.spacing]) }
    : lowerBlock(elementNode(node), src, null, inside(context, { whole: true }));
  const ofContent = spacingOf(box);
  const destination = name === undefined ? null : cx.place.named(name);
  const leads = destination !== null || heading !== null || mark !== null;
  return {
    box: leads ? anchored(cx.id(), box, { destination, mark, heading, before: [], after: [] }) : box,
    after,
    position,
    span,
    spaceBefore: Math.max(spacing.before, ofContent.before),
    spaceAfter: Math.max(spacing.after, ofContent.after),
  };
}
