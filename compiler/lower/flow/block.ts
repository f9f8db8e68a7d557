import type { OutOfFlowBox, Box, BoxHeading, Spacing, TextBox } from "../../box/box.js";
import type { RoleTag, Tag } from "../../box/common.js";
import type { ListItem } from "../../box/text.js";
import { at, type Src } from "../../core/src.js";
import type { Landmark } from "../../landmark/landmarks.js";
import type {
  MaterializedBlock,
  MaterializedContainer,
  MaterializedElement,
  MaterializedPlaced,
  MaterializedTable,
} from "../../request/materialized.js";
import type { NodePagination, Semantics } from "../../request/types/flow-node.js";
import type { FrameStyleProperties, TextIndent } from "../../request/types/named-style.js";
import { fitPicture, naturalSize } from "../../draw/image.js";
import { declaredFor, indentStylesOf, joined, stylesOf, type DeclaredStyles } from "../../style/named.js";
import { lowerElement } from "../element.js";
import { isFromBottom, isFromRight } from "../place.js";
import { inElement, speaks, withLang } from "../meaning.js";
import { enter, type Area, type LowerContext, type PlacedBox, type Scope, type Site } from "../scope.js";
import type { NodeContext } from "./context.js";
import { anchored, wrapped } from "./boxes.js";
import { withLabel } from "./label.js";
import { meaningOf } from "./semantics.js";
import { indentIn, spacingIn, withIndent, type Indent } from "./spacing.js";

interface LoweredBlock {
  readonly box: Box;
  /** points; left edge of a shape given by coordinates */
  readonly x: number;
  readonly spacing: Spacing;
  readonly heading: BoxHeading | null;
  /** null if named, or neither a heading nor a counted caption */
  readonly mark: string | null;
}

/** Orphans and widows without declaration (decisions §1, Breaks). */
const MIN_LINES = 2;

/** @param last no item of its list follows */
export function lowerBlock(node: ElementNode, src: Src, item: ListItem | null, context: NodeContext, last = true): LoweredBlock {
  const nowhere = { x: 0, y: 0, width: 0, height: 0 };
  const area: Area = {
    content: nowhere,
    page: context.areas.page,
    bounds: { rect: context.areas.page, name: "the page", part: "body" },
    tag: null,
  };
  const { placed, declared } = lowerStyled(node, src, { area, owner: context.whole ? "line" : "flow", last }, context);
  const { x, box } = placed;
  const landmark = landmarkOf(node, context);
  const flowing =
    box.kind === "text"
      ? indented(
          inFlow(landmark ? withLabel(box, landmark, context.cx) : box, node.pagination, context),
          indentOf(node, declared, src, context),
        )
      : fitted(node, box, context);
  const spacing = spacingIn([...declared.spacing, node.spacing]);
  const { box: inner, heading } = meant(flowing, node, item, context);
  return { box: inner, x, spacing, heading, mark: markOf(node, context) };
}

/** In a quote or list item, start and end are those of the group where a rule selects both. */
function indentOf(node: ElementNode, declared: DeclaredStyles, src: Src, { scopes, groups, styles, quoted }: NodeContext): Indent | null {
  if (!groups.some((group) => group.indented)) return indentIn(declared.indent, node.indent, src);
  const { type, element, semantics } = node;
  const names = indentStylesOf({ kinds: [type, element.type], semantics, styles: [] }, scopes, groups);
  const own = declaredFor(element, names, styles).indent;
  if (semantics?.role === "list_item") return indentIn([...own, NO_FIRST], undefined, src);
  if (semantics?.role !== "quote") return indentIn(own, undefined, src);
  const first = declared.indent.findLast((indent) => indent.first_line !== undefined)?.first_line ?? 0;
  return indentIn([...own, { first_line: first }], undefined, src, quoted);
}

const NO_FIRST: TextIndent = { first_line: 0 };

const landmarkOf = (node: ElementNode, { cx }: NodeContext): Landmark | undefined =>
  cx.references?.landmarks.byNode.get(node.placed ?? node);

function markOf(node: ElementNode, context: NodeContext): string | null {
  const landmark = landmarkOf(node, context);
  return landmark && landmark.destination === null ? context.cx.references!.markOf(landmark) : null;
}

interface ElementNode extends Pick<MaterializedBlock, "styles" | "semantics" | "spacing" | "indent" | "markdown"> {
  readonly type: "block" | "placed";
  readonly element: MaterializedElement;
  readonly pagination?: NodePagination;
  readonly placed?: MaterializedPlaced;
}

/** Positions are in the reference rectangle; that of a group is known at layout. */
export function lowerPlaced(given: MaterializedPlaced, reference: OutOfFlowBox["reference"], src: Src, context: NodeContext): OutOfFlowBox {
  const node = elementNode(given);
  const { bounds = "error" } = given.layout;
  const { page, body } = context.areas;
  const { width, height } = reference === "page" ? page : body;
  const content = reference === "group" ? { x: 0, y: 0, width: 0, height: 0 } : { x: 0, y: 0, width, height };
  const area: Area = { content, page: content, bounds: { rect: page, name: "the page", part: "layer" }, tag: null };
  const { x, y, room, box } = lowerStyled(node, src, { area, owner: "place", last: true }, context).placed;
  const group = reference === "group";
  const { layout } = node.element;
  const { cx } = context;
  const destination = given.destination === undefined ? null : cx.place.named(given.destination);
  const { box: inner, heading } = meant(box, node, null, context);
  const mark = markOf(node, context);
  const leads = destination !== null || heading !== null || mark !== null;
  return {
    box: leads ? anchored(cx.id(), inner, { destination, mark, heading, before: [], after: [] }) : inner,
    reference,
    x,
    y,
    fromRight: group && isFromRight(layout),
    fromBottom: group && isFromBottom(layout),
    room: group ? null : room,
    bounds,
  };
}

export function elementNode(placed: MaterializedPlaced): ElementNode {
  const { element, styles, semantics, spacing } = placed;
  return {
    type: "placed",
    element: element!,
    placed,
    ...(styles && { styles }),
    ...(semantics && { semantics }),
    ...(spacing && { spacing }),
  };
}

function lowerStyled(
  node: ElementNode,
  src: Src,
  { area, owner, last }: Pick<Site, "area" | "owner"> & { readonly last: boolean },
  context: NodeContext,
): { readonly placed: PlacedBox; readonly declared: DeclaredStyles } {
  const { cx, notes } = context;
  const { declared, scope } = styledScope(node, context, last);
  const { look } = context.builtIn;
  const spoken = speaks(cx.spoken, node.semantics?.language);
  const site: Site = {
    area,
    owner,
    cx,
    spoken: isElement(meaning(node, null, cx).around) ? inElement(spoken) : spoken,
    inList: false,
    scope,
    cells: declared.cell,
    ...(look && { look }),
    ...(notes && { notes: (inline, here, language) => notes.mark(inline, here, language, context) }),
  };
  const el = titled(framed(node.element, declared), node.semantics);
  const shown = el.type === "table" && node.markdown ? markdownTable(el, context) : el;
  return { placed: lowerElement(shown, at(src, "element"), site), declared };
}

const titled = (el: MaterializedElement, semantics: Semantics | undefined): MaterializedElement =>
  semantics?.role === "title" && el.type === "text" ? { ...el, role: "title" } : el;

/** It declares no order of its columns, which begin at the start side (SW-7); a look replaces the style of its header (SW-45). */
function markdownTable(el: MaterializedTable, { cx, builtIn }: NodeContext): MaterializedTable {
  const ordered: MaterializedTable = cx.rtl ? { ...el, direction: "right_to_left" } : el;
  if (!builtIn.look || !ordered.header) return ordered;
  const { cell: _built, ...header } = ordered.header;
  return { ...ordered, header };
}

/** Declarations of built-in styles, rules and named styles for a node, and the scope of its element. */
export function styledScope(
  node: ElementNode,
  { scope, builtIn, styles: book, styled, scopes, groups }: NodeContext,
  last = true,
): { readonly declared: DeclaredStyles; readonly scope: Scope } {
  const { type, element, styles = [], semantics } = node;
  const below = builtIn.namesOf(node, last);
  const names = stylesOf({ kinds: [type, element.type], semantics, styles }, scopes, groups);
  const under = declaredFor(element, below, builtIn.styles);
  const own = declaredFor(element, names, book);
  const declared = below.length === 0 ? own : joined(under, own);
  if (declared.text.length === 0 && builtIn.look === null) return { declared, scope };
  const key = JSON.stringify([...below, ...names]);
  const known = styled.get(key) ?? own.text.reduce((up, text) => enter(up, { text }), builtIn.scopeOf(element, under.text));
  styled.set(key, known);
  return { declared, scope: known };
}

/** Own size, at 96 pixels an inch (L35); a table gets its line. */
function fitted({ markdown, element }: ElementNode, box: Box, { cx }: NodeContext): Box {
  if (markdown?.line !== undefined && box.kind === "table") return { ...box, line: markdown.line };
  if (!markdown?.picture || element.type !== "image" || box.kind !== "drawing") return box;
  const { width, height } = naturalSize(cx.pictures.of(element));
  const here = { x: 0, y: 0, width, height };
  const { ops } = fitPicture(cx.pictures.of(element), element, here);
  return { ...box, width, height, ops, fits: true };
}

const indented = (box: TextBox, indent: Indent | null): TextBox =>
  indent ? { ...box, paragraphs: withIndent(box.paragraphs, indent), indented: indent.src } : box;

function framed(el: MaterializedElement, { frame }: DeclaredStyles): MaterializedElement {
  if (el.type !== "container" || frame.length === 0) return el;
  return frame.reduceRight(under, el);
}

function under(el: MaterializedContainer, { fill, stroke, corner_radius: radius, padding }: FrameStyleProperties): MaterializedContainer {
  const { layout } = el;
  const { children } = layout;
  return {
    ...el,
    ...(fill && { fill: { ...fill, ...el.fill } }),
    ...(stroke && { stroke: { ...stroke, ...el.stroke } }),
    ...(radius !== undefined && { corner_radius: el.corner_radius ?? radius }),
    ...(padding && { layout: { ...layout, children: { ...children, padding: { ...padding, ...children.padding } } } }),
  };
}

/** Breaks between lines unless its frame is in one piece; without a width it takes that of its place. */
function inFlow(box: TextBox, pagination: NodePagination | undefined, { inline, whole }: NodeContext): TextBox {
  const { frame } = box;
  const splits = !whole && frame.overflow === "visible" && frame.height === null && frame.rotation % 360 === 0 && frame.shrinkTo === null;
  const { orphan_lines: orphans, widow_lines: widows, min_lines_before_split: before, min_lines_after_split: after } = pagination ?? {};
  const { kind, id, src, z, tag, link, paragraphs } = box;
  return {
    kind,
    id,
    src,
    z,
    tag,
    link,
    paragraphs,
    frame: {
      ...frame,
      width: frame.width === "content" && inline === "fill" ? "space" : frame.width,
      overflow: splits ? "paginate" : frame.overflow,
    },
    keep: { orphans: Math.max(orphans ?? MIN_LINES, before ?? 0), widows: Math.max(widows ?? MIN_LINES, after ?? 0) },
  };
}

function meant(box: Box, node: ElementNode, item: ListItem | null, { cx }: NodeContext): Pick<LoweredBlock, "box" | "heading"> {
  const { semantics } = node;
  const { tag, around, heading: level } = meaning(node, item, cx);
  const heading = level === null ? null : { level, outlined: semantics?.outlined !== false };
  const tagged = tag ? { ...box, tag } : box;
  if (!around) return { box: tagged, heading };
  const own = isElement(around) ? withLang(around, speaks(cx.spoken, semantics?.language)) : around;
  return { box: wrapped(cx.id(), tagged, { splits: true, tag: own, rtl: cx.rtl }), heading };
}

function meaning(
  { element, semantics, markdown, pagination }: ElementNode,
  item: ListItem | null,
  { standard }: LowerContext,
): ReturnType<typeof meaningOf> {
  const own = markdown && semantics?.role === "quote" ? { role: "paragraph" as const } : semantics;
  return meaningOf(element, own, item, { standard, leads: pagination?.keep_with_next === true });
}

const isElement = (tag: Tag | null): tag is RoleTag => tag !== null && typeof tag === "object" && "role" in tag;
