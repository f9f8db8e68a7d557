// Lowering of node lists to items: boxes with keeps, the breaks between them, and the placed parts.
import type { Keep, PlacedPart, Box } from "../../box/box.js";
import { at, type Src } from "../../core/src.js";
import type { MaterializedNode } from "../../request/materialized.js";
import type { BreakNode, NodePagination } from "../../request/types/flow.js";
import { lowerBlock, lowerPlaced } from "./block.js";
import { anchored, emptyFlow, wrapped, type Content, type ContentItem } from "./boxes.js";
import { lowerContents } from "./contents.js";
import type { NodeContext } from "./context.js";
import { lowerGroup } from "./group.js";
import { ListItems } from "./semantics.js";

type Part = PlacedPart;
type BreakKind = BreakNode["kind"];

/** Node whose placed parts are being collected. */
interface Open {
  /** this number and the next: for the boxes around it, between those of the adjacent nodes */
  readonly id: number;
  readonly inner: Box;
  readonly x: number;
  readonly pagination: NodePagination | undefined;
  readonly breakBefore: BreakKind | null;
  readonly destination: string | null;
  readonly mark: string | null;
  readonly heading: number | null;
  readonly before: readonly Part[];
  readonly after: Part[];
}

/**
 * Lowers nodes in order. A placed node is at the end of the preceding node; without one, or after a break, at the beginning of the next.
 */
export function lowerContent(nodes: readonly MaterializedNode[], src: Src, context: NodeContext): Content {
  const { cx } = context;
  const named = (destination: string | undefined): string | null => (destination === undefined ? null : cx.place.named(destination));
  const open: Open[] = [];
  const parts: Part[] = [];
  const lists = new ListItems();
  let waiting: Part[] = [];
  let broken: BreakKind | null = null;
  const begin = (inner: Box, of: Pick<Open, "x" | "pagination" | "destination" | "mark" | "heading">): void => {
    const { x, pagination, destination, mark, heading } = of;
    open.push({ id: cx.reserve(2), inner, x, pagination, breakBefore: broken, destination, mark, heading, before: waiting, after: [] });
    waiting = [];
    broken = null;
  };
  /** empty box for parts without an adjacent node */
  const carrier = (): void => begin(emptyFlow(src, cx.id()), { x: 0, pagination: undefined, destination: null, mark: null, heading: null });
  nodes.forEach((node, i) => {
    const here = at(src, i);
    switch (node.type) {
      case "break":
        if (waiting.length > 0) carrier();
        broken = broken === "page" ? "page" : node.kind;
        return;
      case "placed": {
        const part = lowerPlaced(node, here, context);
        const last = open.at(-1);
        if (part.reference === "group") parts.push(part);
        else if (last && broken === null && waiting.length === 0) last.after.push(part);
        else waiting.push(part);
        return;
      }
      case "block": {
        const { semantics } = node;
        const isItem = semantics?.role === "list_item";
        if (!isItem) lists.end();
        const item = isItem ? lists.item(semantics.list_depth ?? 1) : null;
        const { box, x, heading, mark } = lowerBlock(node, here, item, context);
        return begin(box, { x, pagination: node.pagination, destination: named(node.destination), mark, heading });
      }
      case "contents": {
        lists.end();
        const { pagination, destination } = node;
        return begin(lowerContents(node, here, context), { x: 0, pagination, destination: named(destination), mark: null, heading: null });
      }
      default: {
        lists.end();
        const box = lowerGroup(node, here, context, lowerContent);
        return begin(box, { x: 0, pagination: node.pagination, destination: named(node.destination), mark: null, heading: null });
      }
    }
  });
  if (waiting.length > 0) carrier();
  return { items: open.map((o, i) => closed(o, i === open.length - 1 ? broken : null)), parts };
}

/** `ends`: a break after the last node. */
function closed(node: Open, ends: BreakKind | null): ContentItem {
  const { id, inner, x, pagination, destination, mark, heading, before, after } = node;
  const kept = pagination?.keep_together ? wrapped(id, inner, { splits: false, tag: "inherit" }) : inner;
  const anchors = destination !== null || mark !== null || heading !== null || before.length > 0 || after.length > 0;
  const keep: Keep = {
    withNext: pagination?.keep_with_next ?? false,
    before: stronger(node.breakBefore, pagination?.break_before),
    after: stronger(ends, pagination?.break_after),
  };
  return { box: anchors ? anchored(id + 1, kept, { destination, mark, heading, before, after }) : kept, x, keep };
}

const stronger = (a: BreakKind | null, b: BreakKind | undefined): BreakKind | null =>
  a === "page" || b === "page" ? "page" : (a ?? b ?? null);
