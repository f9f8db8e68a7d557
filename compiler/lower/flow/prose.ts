// Markdown as a group without layout; quotes and list items have indents and tags.
import type { Box, Flow, FlowChild, TextBox } from "../../box/box.js";
import type { Tag } from "../../box/common.js";
import { MARKER_GAP, paragraphOf, type ListItem, type StyledParagraph } from "../../box/text.js";
import { sealed, at, type Src } from "../../core/src.js";
import { pt } from "../../core/units.js";
import type { MaterializedBlock, MaterializedMarkdown, MaterializedNode, Prose } from "../../request/materialized.js";
import type { TextIndent } from "../../request/types/named-style.js";
import { chainOf, stylesOf } from "../../style/named.js";
import { styledScope } from "./block.js";
import { flowChildren, type Content } from "./boxes.js";
import { inside, type NodeContext } from "./context.js";

type LowerContent = (nodes: readonly MaterializedNode[], src: Src, context: NodeContext) => Content;

const DOWN = { gap: 0, align: "start" } as const;

/** mm (L32); in a list at least what a marker needs */
const INDENT = 6;

export function lowerMarkdown(node: MaterializedMarkdown, src: Src, around: NodeContext, lower: LowerContent): Box {
  const self = { node: { kinds: [node.type], semantics: undefined, styles: [] }, scopes: around.scopes.length };
  const context = inside(around, {
    scopes: node.style_scope ? [...around.scopes, node.style_scope] : around.scopes,
    groups: [...around.groups, self],
    item: null,
  });
  const id = around.cx.id();
  const { items } = lower(node.content, sealed(at(src, "source")), context);
  return flowOf(id, src, "inherit", flowChildren(items, { ...DOWN, rtl: context.cx.rtl }));
}

export function lowerProse(node: Prose, src: Src, around: NodeContext, lower: LowerContent): Box {
  const { cx } = around;
  const self = { kinds: ["markdown"], semantics: node.semantics, styles: [] };
  const groups = [...around.groups, { node: self, scopes: around.scopes.length, indented: true as const }];
  const id = cx.id();
  const { start = INDENT, end = 0 } = indentOf(node, around);
  if (node.kind === "quote") {
    const tag: Tag = { role: "BlockQuote", alt: null, ...(around.item && { item: around.item }) };
    const context = inside(around, { groups, item: null, quoted: start });
    const { items } = lower(node.content, src, context);
    return flowOf(id, src, tag, indented(flowChildren(items, { ...DOWN, rtl: cx.rtl }), isRtl(node, context), pt(start), pt(end)));
  }
  const item: ListItem = { up: around.item, list: node.list! };
  const context = inside(around, { groups, item });
  const [first, ...rest] = node.content;
  const begins = first && isParagraph(first);
  const marked = lower([begins ? first : EMPTY], src, context).items[0]!;
  const others = lower(begins ? rest : node.content, src, context).items;
  const keep = begins ? marked.keep : { ...marked.keep, withNext: others.length > 0 };
  const children = flowChildren([{ ...marked, box: withMarker(marked.box, node.marker!, item), keep }, ...others], {
    ...DOWN,
    rtl: cx.rtl,
  });
  return flowOf(
    id,
    src,
    "inherit",
    indented(children, isRtl(node, context), Math.max(pt(start), markerRoom(node, marked.box, around)), pt(end)),
  );
}

/** The side of a list or quote is that of its paragraphs: `auto` alone looks at the letters (SW-8). */
function isRtl({ semantics, rtl }: Prose, context: NodeContext): boolean {
  const { direction } = styledScope({ ...EMPTY, semantics }, context).scope.text.paragraph;
  return direction === "auto" ? rtl : direction === "rtl";
}

/** Points, with the distance of the marker from the text. */
function markerRoom({ widest }: Prose, item: Box, { cx }: NodeContext): number {
  const first = textWithin(item).paragraphs[0]!;
  return MARKER_GAP + cx.widest(widest!, first.look, (marker) => markerOf(marker, first));
}

function textWithin(box: Box): TextBox {
  if (box.kind === "anchored") return textWithin(box.inner);
  return box.kind === "flow" ? textWithin(box.children[0]!.box) : (box as TextBox);
}

/** Item that does not begin with a paragraph: its marker has a separate line. */
const EMPTY: MaterializedBlock = {
  type: "block",
  element: { type: "text", content: { blocks: [{ type: "paragraph", inlines: [] }] } },
  semantics: { role: "list_item" },
  markdown: { defaults: [" tight"] },
};

const isParagraph = (node: MaterializedNode): boolean => node.type === "block" && node.semantics?.role === "list_item";

/** Returns the indent by the rules for a node's role. */
function indentOf({ semantics }: Prose, { scopes, styles }: NodeContext): TextIndent {
  const names = stylesOf({ kinds: ["markdown"], semantics, styles: [] }, scopes, []);
  const chain = names.flatMap((name) => chainOf(name, styles));
  return chain.reduce<TextIndent>((up, style) => (style.target === "text" ? { ...up, ...style.indent } : up), {});
}

const indented = (children: readonly FlowChild[], rtl: boolean, start: number, end: number): readonly FlowChild[] =>
  children.map((child) => ({ ...child, x: rtl ? end : start, right: rtl ? start : end }));

function withMarker(box: Box, marker: string, item: ListItem): Box {
  if (box.kind === "anchored") return { ...box, inner: withMarker(box.inner, marker, item) };
  if (box.kind === "flow")
    return { ...box, children: box.children.map((c, i) => (i === 0 ? { ...c, box: withMarker(c.box, marker, item) } : c)) };
  const text = box as TextBox;
  const [first, ...rest] = text.paragraphs;
  return { ...text, tag: { role: "P", alt: null }, paragraphs: [{ ...first!, marker: markerOf(marker, first!), item }, ...rest] };
}

function markerOf(text: string, { look, src, language, languageDeclared, direction, lineHeight }: StyledParagraph): StyledParagraph {
  const style = { align: "start", direction, lineHeight, wrap: "no_wrap" } as const;
  const runs = [{ text, look, link: null, src }];
  return paragraphOf(style, { runs, breakBefore: false, language, languageDeclared, look, src });
}

const flowOf = (id: number, src: Src, tag: Tag, children: readonly FlowChild[]): Flow => ({
  kind: "flow",
  id,
  src,
  z: 0,
  tag,
  link: null,
  splits: true,
  padTop: 0,
  padBottom: 0,
  children,
});
