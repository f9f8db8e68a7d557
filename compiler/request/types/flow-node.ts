// Content nodes of a Flow Document.
import type { BlockPlacement, integer, Language } from "./common.js";
import type { ContainerElementFields, ContainerHeight, Element } from "./element.js";
import type { Forms, Given, May, Never } from "./forms.js";
import type { NodeSpacing, SemanticRole, StyleScope, TextIndent } from "./named-style.js";
import type { BlockContainerLayout } from "./shape.js";

/** A content node, by its `type`. A document has at most 1024 nodes, nested at most 32 deep. */
export type FlowNode = BlockNode | BreakNode | ColumnsNode | StackNode | GridNode | PlacedNode | MarkdownNode | ContentsNode;

/** Text in Markdown (CommonMark with tables, task lists, strikethrough, footnotes and autolinks), as the blocks that it describes. It counts as one node. */
export interface MarkdownNode {
  /** Type of the node. */
  type: "markdown";
  /** The text; at most 1,048,576 bytes of UTF-8. Raw HTML is refused. */
  source: string;
  /** Added to the level of each heading. @minimum 0 @maximum 5 @default 0 */
  heading_offset?: integer;
  /** Name of the node as a link destination, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Style rules of the content, by role: `paragraph`, `heading`, `list_item`, `table`, `figure`, `caption`, `quote`, `code`, `note`. */
  style_scope?: StyleScope;
  /** Distances from the nodes above and below. */
  spacing?: NodeSpacing;
  /** Breaks and keeps of the node. */
  pagination?: NodePagination;
}

/** A container in normal flow; by default it has the width of the flow. */
export interface BlockContainerFields extends Omit<ContainerElementFields, "width"> {
  /** Width of the box; by default that of the flow. @unit mm @exclusiveMinimum 0 */
  width?: number;
}

/** A container positioned by the flow. */
export type BlockContainer = Forms<BlockContainerFields, ContainerHeight & { layout: BlockContainerLayout }>;

/** An element positioned by the flow. */
export type BlockElement = Forms<Exclude<Element, { type: "container" }>, { layout?: BlockPlacement }> | BlockContainer;

/** One element in normal flow, below the preceding content. */
export interface BlockNode {
  /** Type of the node. */
  type: "block";
  /** The element, without a position. */
  element: BlockElement;
  /** Name of the node as a link destination, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Names of styles; later ones override earlier ones. @maxItems 4 */
  styles?: string[];
  /** Semantics of the node. */
  semantics?: Semantics;
  /** Distances from the nodes above and below. */
  spacing?: NodeSpacing;
  /** Indents of the text. Only with a text element. */
  indent?: TextIndent;
  /** Word before the text of a caption, such as `Figure`, with the number of the caption among those of the same word. Only with the role `caption` and a text; at most 128 bytes of UTF-8, without a line break. @examples ["Figure", "Table"] */
  counter?: string;
  /** Breaks and keeps of the node. */
  pagination?: NodePagination;
}

/** Starts a new page or column for the following content. It has no effect on an empty page. */
export interface BreakNode {
  /** Type of the node. */
  type: "break";
  /** `column` only inside columns of the page or of a node. */
  kind: "page" | "column";
}

/** Content in columns. */
export interface ColumnsNode {
  /** Type of the node. */
  type: "columns";
  /** The columns. */
  layout: ColumnsLayout;
  /** The content, in reading order. */
  content: FlowNode[];
  /** Name of the node as a link destination, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Style rules of the content. */
  style_scope?: StyleScope;
  /** Distances from the nodes above and below. */
  spacing?: NodeSpacing;
  /** Breaks and keeps of the node. */
  pagination?: NodePagination;
}

/** Columns of a node. */
export interface ColumnsLayoutFields {
  /** Number of columns. @minimum 1 @maximum 32 */
  count: integer;
  /** Distance between columns. @unit mm @minimum 0 @default 0 */
  gap?: number;
  /** Order of the columns; by default `left_to_right`, with `settings.direction` `rtl` `right_to_left`. */
  direction?: "left_to_right" | "right_to_left";
  /** `sequential` fills one column after the other, `balanced` makes all approximately equal in height. @default "sequential" */
  mode?: "sequential" | "balanced";
  /** Height of the columns; by default the rest of the page. Not with `balanced`. @unit mm @exclusiveMinimum 0 */
  height?: number;
}

/** `balanced` columns have no `height`. */
export type ColumnsLayout = Forms<
  ColumnsLayoutFields,
  { mode: "balanced" } | ({ mode?: "sequential" } & May<ColumnsLayoutFields, "height">)
>;

/** Content in a vertical or horizontal line. */
export interface StackNode {
  /** Type of the node. */
  type: "stack";
  /** The line. */
  layout: StackLayout;
  /** The content, in reading order. */
  content: FlowNode[];
  /** Name of the node as a link destination, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Style rules of the content. */
  style_scope?: StyleScope;
  /** Distances from the nodes above and below. */
  spacing?: NodeSpacing;
  /** Breaks and keeps of the node. */
  pagination?: NodePagination;
}

/** The line of a stack. */
export interface StackLayout {
  /** Direction of the line. @default "vertical" */
  axis?: "horizontal" | "vertical";
  /** Distance between nodes, and between the rows or columns of a wrapped line. @unit mm @minimum 0 @default 0 */
  gap?: number;
  /** Alignment along the line. In a vertical stack, values other than `start` require a height. @default "start" */
  main_align?: "start" | "center" | "end" | "space_between";
  /** Alignment across the line. @default "start" */
  cross_align?: "start" | "center" | "end" | "stretch";
  /** Starts a new row or column for a node that does not fit. A vertical stack then requires a height. @default false */
  wrap?: boolean;
  /** Height of the stack; by default that of its content. @unit mm @exclusiveMinimum 0 */
  height?: number;
}

/** Content in rows and columns, divided only between rows. */
export interface GridNode {
  /** Type of the node. */
  type: "grid";
  /** Columns and gaps. */
  layout: GridLayout;
  /** The cells, row by row. */
  content: FlowNode[];
  /** Name of the node as a link destination, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Style rules of the content. */
  style_scope?: StyleScope;
  /** Distances from the nodes above and below. */
  spacing?: NodeSpacing;
  /** Breaks and keeps of the node. */
  pagination?: NodePagination;
}

/** Columns and gaps of a grid. */
export interface GridLayout {
  /** The columns. @minItems 1 @maxItems 32 */
  columns: GridTrack[];
  /** Distance between columns. @unit mm @minimum 0 @default 0 */
  column_gap?: number;
  /** Distance between rows. @unit mm @minimum 0 @default 0 */
  row_gap?: number;
  /** Order of the columns; by default `left_to_right`, with `settings.direction` `rtl` `right_to_left`. */
  direction?: "left_to_right" | "right_to_left";
  /** Refuses an incomplete last row. @default false */
  strict_rows?: boolean;
}

/** A column of a grid: fixed, a fraction of the remaining width, or as wide as its content. */
export type GridTrack = FixedTrack | FractionTrack | ContentTrack;

/** A width in millimetres. */
export interface FixedTrack {
  /** Mode of the width. */
  mode: "fixed";
  /** Width of the column. @unit mm @exclusiveMinimum 0 */
  value: number;
}

/** A fraction of the width that other columns leave. */
export interface FractionTrack {
  /** Mode of the width. */
  mode: "fraction";
  /** The fraction, relative to those of other columns. @exclusiveMinimum 0 */
  value: number;
}

/** Width of the content. */
export interface ContentTrack {
  /** Mode of the width. */
  mode: "content";
}

/** List of the document's headings or captions with their pages, each entry linked to its place. */
export interface ContentsNodeFields {
  /** Type of the node. */
  type: "contents";
  /** Entries of the list. @default "headings" */
  of?: "headings" | "captions";
  /** Word of the listed captions. Required with `captions`, otherwise not allowed. */
  counter?: string;
  /** First and last listed level of the headings, from 1 to 9. Not with `captions`. @minItems 2 @maxItems 2 @integers @default [1, 3] */
  levels?: integer[];
  /** Dots between an entry's text and its page. @default "dots" */
  leader?: "dots" | "none";
  /** Name of the node as a link destination, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Names of text styles of all entries, with their spacing and indents; later ones override earlier ones. @maxItems 4 */
  styles?: string[];
  /** Distances from the nodes above and below. */
  spacing?: NodeSpacing;
  /** Breaks and keeps of the node. */
  pagination?: NodePagination;
}

/** Headings by level, or captions of one word. */
export type ContentsNode = Forms<
  ContentsNodeFields,
  | ({ type: "contents"; of?: "headings" } & May<ContentsNodeFields, Exclude<keyof ContentsNodeFields, "type" | "of" | "counter">>)
  | ({ type: "contents"; of: "captions" } & Given<ContentsNodeFields, "counter"> &
      May<ContentsNodeFields, Exclude<keyof ContentsNodeFields, "type" | "of" | "counter" | "levels">>)
>;

/** A part outside of the flow: an element at a position, or a float, which moves to the next top or bottom of a page with room for it. */
export interface PlacedNodeFields {
  /** Type of the node. */
  type: "placed";
  /** Reference box of the position, or the place of a float. */
  layout: PlacedLayout;
  /** The element, with its position in `layout`; without one in a float. */
  element?: BlockElement;
  /** Content of a float in place of an element, such as a picture and its caption, one below the other. Not empty, without breaks and floats. */
  content?: FlowNode[];
  /** Name of the node as a link destination, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Names of styles of the element; later ones override earlier ones. @maxItems 4 */
  styles?: string[];
  /** Semantics of the element. */
  semantics?: Semantics;
  /** Distances of a float to its neighbours; refused on other placed elements. */
  spacing?: NodeSpacing;
}

/** An element with its position, a float with an element, or a float with content. */
export type PlacedNode = Forms<
  PlacedNodeFields,
  | ({ layout: ElementLayout; element: Element } & May<PlacedNodeFields, "styles" | "semantics">)
  | ({ layout: FloatLayout; element: BlockElement } & May<PlacedNodeFields, "styles" | "semantics">)
  | { layout: FloatLayout; content: FlowNode[] }
>;

/** Reference box of a placed element, or the place of a float. */
export interface PlacedLayoutFields {
  /** The page, the body on it, or the enclosing group, which `group` requires; or `float`, only in a segment's own content. */
  reference: "page" | "body" | "group" | "float";
  /** Treatment of an element that leaves the reference box: refused, visible, or clipped. Not of floats. @default "error" */
  bounds?: "error" | "visible" | "clip";
  /** Place of a float: the top or bottom of the column in which the node before it ends, or of a later one; or the top of the next page. @default "top" */
  position?: "top" | "bottom" | "next_page";
  /** Width of a float's place: that of a column of the page, or of all. @default "column" */
  span?: "column" | "body";
}

/** `bounds` belongs to elements at a position, `position` and `span` to floats. */
export type PlacedLayout = Forms<PlacedLayoutFields, ElementForm | FloatForm>;
type ElementForm = { reference: "page" | "body" | "group" } & May<PlacedLayoutFields, "bounds">;
type FloatForm = { reference: "float" } & May<PlacedLayoutFields, "position" | "span">;
type ElementLayout = ElementForm & Never<"position" | "span">;
type FloatLayout = FloatForm & Never<"bounds">;

/** Breaks and keeps of a node. */
export interface NodePagination {
  /** Keeps the node undivided. It has no effect on a node higher than any page. @default false */
  keep_together?: boolean;
  /** Keeps the node on the page of the next one. @default false */
  keep_with_next?: boolean;
  /** Starts a new page or column for the node; `right_page` and `left_page` leave at most one page before it empty. */
  break_before?: "page" | "column" | "right_page" | "left_page";
  /** Starts a new page or column after the node. */
  break_after?: "page" | "column";
  /** Minimum lines at the end of a page. Only for text that is divided between lines. @minimum 1 @maximum 32 @default 2 */
  orphan_lines?: integer;
  /** Minimum lines at the beginning of the next page. Only for text that is divided between lines. @minimum 1 @maximum 32 @default 2 */
  widow_lines?: integer;
  /** Minimum lines before a break; the maximum of it and `orphan_lines` applies. Only for text that is divided between lines. @minimum 1 @maximum 32 */
  min_lines_before_split?: integer;
  /** Minimum lines after a break; the maximum of it and `widow_lines` applies. Only for text that is divided between lines. @minimum 1 @maximum 32 */
  min_lines_after_split?: integer;
}

/** Semantics of a node. */
export interface SemanticsFields {
  /** The role; by default that of its element. Headings also form the outline of the PDF; `title` is that of the document, a text, once. */
  role?: SemanticRole;
  /** Level of a heading, tagged H6 from 6 on. Required with the role `heading`, otherwise not allowed. @minimum 1 */
  heading_level?: integer;
  /** Level of a list or item. Only with the roles `list` and `list_item`. @minimum 1 @default 1 */
  list_depth?: integer;
  /** `false`: a heading without a number, which is not counted. Only with the role `heading`. @default true */
  numbered?: boolean;
  /** `false`: a heading that neither the contents nor the outline of the PDF list. Only with the role `heading`. @default true */
  outlined?: boolean;
  /** Marks the node as decoration, which assistive technology ignores. Not with a role or level. @default false */
  decorative?: boolean;
  /** Language of the content, by default that of the document: pronunciation, hyphenation and forms of Han characters. */
  language?: Language;
}

/** A role with its level, or decoration. */
export type Semantics = Forms<
  SemanticsFields,
  | { decorative: true }
  | ({ decorative?: false; role: "heading" } & Given<SemanticsFields, "heading_level"> & May<SemanticsFields, "numbered" | "outlined">)
  | ({ decorative?: false; role: "list" | "list_item" } & May<SemanticsFields, "list_depth">)
  | { decorative?: false; role?: Exclude<SemanticRole, "heading" | "list" | "list_item"> }
>;
