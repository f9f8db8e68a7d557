import type { Common, GridRow, GridTrack, Keep, LinearArrange, Box } from "../../box/box.js";
import { spacingOf } from "../../box/spacing.js";
import { at, type Src } from "../../core/src.js";
import { pt } from "../../core/units.js";
import type {
  MaterializedColumns,
  MaterializedGrid,
  MaterializedGroup,
  MaterializedNode,
  MaterializedPlaced,
  MaterializedStack,
} from "../../request/materialized.js";
import type { LowerContext } from "../scope.js";
import { anchored, flowChildren, type Content, type ContentItem } from "./boxes.js";
import { inside, type NodeContext } from "./context.js";

type LowerContent = (nodes: readonly MaterializedNode[], src: Src, context: NodeContext) => Content;

/** Parts that refer to the group are placed at its beginning. */
export function lowerGroup(node: MaterializedGroup, src: Src, around: NodeContext, lower: LowerContent): Box {
  const { cx } = around;
  const self = { node: { kinds: [node.type], semantics: undefined, styles: [] }, scopes: around.scopes.length };
  const context = inside(around, {
    scopes: node.style_scope ? [...around.scopes, node.style_scope] : around.scopes,
    groups: [...around.groups, self],
  });
  // a figure and its caption are children of one element (ISO 32000-1, table 333)
  const tag = node.content.some(isCaption) ? { role: "Div" as const, alt: null } : "inherit";
  const common: Common = { id: cx.id(), src, z: 0, tag, link: null };
  const nodes: Nodes = (own) => lower(node.content, at(src, "content"), inside(context, own));
  const { box, content } = lowered(node, common, nodes, context);
  return content.parts.length > 0
    ? anchored(cx.id(), box, { destination: null, mark: null, heading: null, before: content.parts, after: [] })
    : box;
}

/** Lowers the content of a float: a stack in one piece (L28). */
export function lowerFloatContent(
  node: MaterializedPlaced & { readonly content: MaterializedNode[] },
  src: Src,
  around: NodeContext,
  lower: LowerContent,
): Box {
  const { cx } = around;
  const self = { node: { kinds: [node.type], semantics: undefined, styles: [] }, scopes: around.scopes.length };
  const context = inside(around, { groups: [...around.groups, self], inline: "fill", whole: true });
  const tag = node.content.some(isCaption) ? { role: "Div" as const, alt: null } : "inherit";
  const id = cx.id();
  const content = lower(node.content, at(src, "content"), context);
  const children = flowChildren(content.items, { gap: 0, align: "start", rtl: cx.rtl });
  const box: Box = { kind: "flow", id, src, z: 0, tag, link: null, splits: true, padTop: 0, padBottom: 0, children };
  return content.parts.length > 0
    ? anchored(cx.id(), box, { destination: null, mark: null, heading: null, before: content.parts, after: [] })
    : box;
}

interface Lowered {
  readonly box: Box;
  readonly content: Content;
}

type Nodes = (own: Partial<Pick<NodeContext, "inline" | "whole">>) => Content;

function lowered(node: MaterializedGroup, common: Common, nodes: Nodes, context: NodeContext): Lowered {
  switch (node.type) {
    case "columns":
      return lowerColumns(node, common, nodes, context);
    case "stack":
      return lowerStack(node, common, nodes, context);
    case "grid":
      return lowerGrid(node, common, nodes, context);
  }
}

/** Columns whose order is not declared follow the document's direction. */
export const isFromRight = (declared: "left_to_right" | "right_to_left" | undefined, { rtl }: LowerContext): boolean =>
  declared === undefined ? rtl : declared === "right_to_left";

const isCaption = (node: MaterializedNode): boolean => node.type === "block" && node.semantics?.role === "caption";

/** Lowers columns; in one piece those without a height are balanced. */
function lowerColumns({ layout }: MaterializedColumns, common: Common, nodes: Nodes, { cx, whole }: NodeContext): Lowered {
  const { count, gap = 0, direction, mode, height } = layout;
  const bodyId = cx.id();
  const content = nodes({ inline: "fill" });
  const children = flowChildren(content.items, { gap: 0, align: "start", rtl: cx.rtl });
  const { id, src, z, tag, link } = common;
  const box: Box = {
    kind: "columns",
    id,
    src,
    z,
    tag,
    link,
    count,
    gap: pt(gap),
    rtl: isFromRight(direction, cx),
    balanced: mode === "balanced" || (whole && height === undefined),
    height: height === undefined ? null : pt(height),
    body: { kind: "flow", id: bodyId, src, z, tag: "inherit", link, splits: true, padTop: 0, padBottom: 0, children },
  };
  return { box, content };
}

/** A vertical stack of its content's height is a flow; others place their children in lines. */
function lowerStack({ layout }: MaterializedStack, { id, src, z, tag, link }: Common, nodes: Nodes, { cx: { rtl } }: NodeContext): Lowered {
  const { axis = "vertical", gap = 0, main_align: main = "start", cross_align: cross = "start", wrap = false, height } = layout;
  const aside = cross === "center" || cross === "end";
  if (axis === "vertical" && height === undefined) {
    const content = nodes({ inline: aside ? "content" : "fill" });
    const children = flowChildren(content.items, { gap: pt(gap), align: aside ? cross : "start", rtl });
    return { box: { kind: "flow", id, src, z, tag, link, splits: true, padTop: 0, padBottom: 0, children }, content };
  }
  const inline = axis === "vertical" && !aside && !wrap ? "fill" : "content";
  const content = nodes({ inline, whole: true });
  const arrange: LinearArrange = { mode: "linear", axis, gap: pt(gap), main, cross, wrap };
  const children = content.items.map((item) => item.box);
  const spaces = axis === "vertical" ? spacesOf(content.items) : [];
  return {
    box: { kind: "stack", id, src, z, tag, link, arrange, height: height === undefined ? null : pt(height), rtl, spaces, children },
    content,
  };
}

/** Empty without spacing. */
function spacesOf(items: readonly ContentItem[]): readonly number[] {
  const spaces = items.slice(1).map((item, i) => {
    const [above, below] = [spacingOf(items[i]!.box), spacingOf(item.box)];
    return Math.max(items[i]!.spacing.after, above.after, item.spacing.before, below.before);
  });
  return spaces.some((space) => space > 0) ? spaces : [];
}

function lowerGrid({ layout }: MaterializedGrid, { id, src, z, tag, link }: Common, nodes: Nodes, { cx }: NodeContext): Lowered {
  const { columns, column_gap: columnGap = 0, row_gap: rowGap = 0, direction } = layout;
  const content = nodes({ inline: "fill", whole: true });
  const tracks = columns.map((track): GridTrack => {
    if (track.mode === "fixed") return pt(track.value);
    return track.mode === "fraction" ? { fraction: track.value } : "content";
  });
  const rows = rowsOf(content.items, tracks.length);
  const rtl = isFromRight(direction, cx);
  const flush = cx.rtl ? "right" : "left";
  return {
    box: { kind: "grid", id, src, z, tag, link, tracks, columnGap: pt(columnGap), rowGap: pt(rowGap), rtl, flush, rows },
    content,
  };
}

/** A break begins a row. */
function rowsOf(items: readonly ContentItem[], tracks: number): readonly GridRow[] {
  const rows: ContentItem[][] = [];
  for (const item of items) {
    const row = rows.at(-1);
    const full = !row || row.length === tracks || item.keep.before !== null || row.at(-1)!.keep.after !== null;
    if (full) rows.push([item]);
    else row.push(item);
  }
  return rows.map((row) => ({ cells: row.map((item) => item.box), keep: joined(row) }));
}

function joined(row: readonly ContentItem[]): Keep {
  return { withNext: row.some((i) => i.keep.withNext), before: row[0]!.keep.before, after: row.at(-1)!.keep.after };
}
