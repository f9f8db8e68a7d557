// Lowering of node lists to items: boxes with keeps, the breaks between them, and the placed parts.
import { NO_SPACING, type Box, type BoxHeading, type BreakKind, type Keep, type OutOfFlowBox, type Spacing } from "../../box/box.js";
import { stronger } from "../../box/breaks.js";
import type { Float } from "../../box/page.js";
import { at, type Src } from "../../core/src.js";
import type { MaterializedNode } from "../../request/materialized.js";
import type { NodePagination } from "../../request/types/flow-node.js";
import { lowerBlock, lowerPlaced } from "./block.js";
import { anchored, plainFlow, wrapped, type Content, type ContentItem } from "./boxes.js";
import { lowerContents } from "./contents.js";
import type { NodeContext } from "./context.js";
import { lowerFloat } from "./float.js";
import { lowerGroup } from "./group.js";
import { lowerMarkdown, lowerProse } from "./prose.js";
import { ListItems } from "./semantics.js";
import { spacingIn } from "./spacing.js";

type Part = OutOfFlowBox;

type Declared = Pick<Open, "spacing" | "pagination" | "destination">;
type Found = Pick<Open, "x" | "mark" | "heading">;

interface Open {
  /** this number and the next: for the boxes around it, between those of the adjacent nodes */
  readonly id: number;
  readonly inner: Box;
  readonly x: number;
  readonly spacing: Spacing;
  readonly pagination: NodePagination | undefined;
  readonly breakBefore: BreakKind | null;
  readonly destination: string | null;
  readonly mark: string | null;
  readonly heading: BoxHeading | null;
  readonly before: readonly Part[];
  readonly after: Part[];
}

const PLAIN: Found = { x: 0, mark: null, heading: null };

/** A placed node is at the end of the preceding node, or else at the beginning of the next. */
export function lowerContent(nodes: readonly MaterializedNode[], src: Src, context: NodeContext): Content {
  const { cx } = context;
  const named = (destination: string | undefined): string | null => (destination === undefined ? null : cx.place.named(destination));
  const open: Open[] = [];
  const parts: Part[] = [];
  const floats: Float[] = [];
  const lists = new ListItems();
  let waiting: Part[] = [];
  let broken: BreakKind | null = null;
  const begin = (inner: Box, { spacing, pagination, destination }: Declared, { x, mark, heading }: Found = PLAIN): void => {
    const id = cx.reserve(2);
    open.push({ id, inner, x, spacing, pagination, breakBefore: broken, destination, mark, heading, before: waiting, after: [] });
    waiting = [];
    broken = null;
  };
  const carrier = (): void => begin(plainFlow(src, cx.id()), { spacing: NO_SPACING, pagination: undefined, destination: null });
  nodes.forEach((node, i) => {
    const here = at(src, i);
    switch (node.type) {
      case "break":
        if (waiting.length > 0) carrier();
        broken = broken === "page" ? "page" : node.kind;
        return;
      case "placed": {
        const { reference } = node.layout;
        if (reference === "float") {
          // a float after a break is not before it
          if (broken !== null) carrier();
          floats.push(lowerFloat(node, here, context, { after: open.length, lower: lowerContent }));
          return;
        }
        const part = lowerPlaced(node, reference, here, context);
        const last = open.at(-1);
        if (part.reference === "group") parts.push(part);
        else if (last && broken === null && waiting.length === 0) last.after.push(part);
        else waiting.push(part);
        return;
      }
      case "block": {
        const { semantics } = node;
        const isItem = isListItem(node) && !node.markdown;
        if (!isItem) lists.end();
        const item = isItem ? lists.item(semantics?.list_depth ?? 1) : context.item;
        const last = isItem && !isListItem(nodes[i + 1]);
        // a look has its space after the last item
        const alone = (cx.memo?.isChecked(node) ?? false) && !(isItem && context.builtIn.look);
        const lowered = cx.memoized(node, alone, here, () => lowerBlock(node, here, item, context, last));
        const { spacing } = lowered;
        return begin(lowered.box, { spacing, pagination: node.pagination, destination: named(node.destination) }, lowered);
      }
      case "prose": {
        lists.end();
        const box = lowerProse(node, here, context, lowerContent);
        return begin(box, { spacing: spacingIn([{ after: node.after }]), pagination: undefined, destination: null });
      }
      case "markdown": {
        lists.end();
        const { pagination, destination } = node;
        const box = lowerMarkdown(node, here, context, lowerContent);
        return begin(box, { spacing: spacingIn([node.spacing]), pagination, destination: named(destination) });
      }
      case "contents": {
        lists.end();
        const { pagination, destination } = node;
        const box = lowerContents(node, here, context);
        return begin(box, { spacing: spacingIn([node.spacing]), pagination, destination: named(destination) });
      }
      // the foot of its segment; a break before it ends the page of the content
      case "payment_slip":
        if (broken !== null) carrier();
        return;
      default: {
        lists.end();
        const box = lowerGroup(node, here, context, lowerContent);
        const { pagination, destination } = node;
        return begin(box, { spacing: spacingIn([node.spacing]), pagination, destination: named(destination) });
      }
    }
  });
  if (waiting.length > 0) carrier();
  const how = { rtl: cx.rtl, keepsHeadings: context.builtIn.look !== null };
  return { items: open.map((o, i) => closed(o, i === open.length - 1 ? broken : null, how)), parts, floats };
}

const isListItem = (node: MaterializedNode | undefined): boolean => node?.type === "block" && node.semantics?.role === "list_item";

interface HowClosed {
  readonly rtl: boolean;
  /** headings stay with what follows, unless they declare otherwise (SW-47) */
  readonly keepsHeadings: boolean;
}

function closed(node: Open, ends: BreakKind | null, { rtl, keepsHeadings }: HowClosed): ContentItem {
  const { id, inner, x, spacing, pagination, destination, mark, heading, before, after } = node;
  const grouped = pagination?.keep_together ? wrapped(id, inner, { splits: false, tag: "inherit", rtl }) : inner;
  const anchors = destination !== null || mark !== null || heading !== null || before.length > 0 || after.length > 0;
  const keep: Keep = {
    withNext: pagination?.keep_with_next ?? (keepsHeadings && heading !== null),
    before: stronger(node.breakBefore, pagination?.break_before ?? null),
    after: stronger(ends, pagination?.break_after ?? null),
  };
  return { box: anchors ? anchored(id + 1, grouped, { destination, mark, heading, before, after }) : grouped, x, spacing, keep };
}
