// Flow Documents of a request: page masters, segments, nodes, named styles.
import type { Forms, Given, May, Never } from "./forms.js";
import type { BlockPlacement, BoxSpacing, FillStyle, integer, Language, StrokeStyle } from "./common.js";
import type { ContainerElementFields, ContainerHeight, Element } from "./element.js";
import type { Layers, Section } from "./layers.js";
import type { PaymentSlip } from "./payment-slip.js";
import type { BlockContainerLayout, PdfImport } from "./shape.js";
import type { CellStyle } from "./table.js";
import type { TextStyle } from "./text.js";

/** Content laid out on as many pages as it requires. */
export interface FlowDocument {
  /** Page masters by name: 1 to 32. A name is a lower-case letter, then up to 63 lower-case letters, digits and underscores. */
  page_masters: PageMasters;
  /** Parts of the document, in order; each begins on a new page. @minItems 1 @maxItems 100 */
  segments: Segment[];
  /** Styles by name, at most 64. A name has at most 128 bytes of UTF-8 and no blanks at its ends. */
  styles?: NamedStyles;
  /** Style rules of the whole document. */
  style_scope?: StyleScope;
  /** Numbers of headings. */
  numbering?: DocumentNumbering;
  /** Numbers of footnotes. */
  footnotes?: FootnoteSettings;
}

/** Numbers of footnotes. */
export interface FootnoteSettings {
  /** Part of the document with one series of numbers, each from 1. @default "document" */
  restart?: "document" | "segment";
}

/** Numbers of headings by level. */
export interface DocumentNumbering {
  /** Pattern of each level from 1, at most 9. In a pattern each of `1`, `a`, `A`, `i` and `I` without a Latin letter, a digit or a combining mark next to it is a counter, and so are `{cjk_decimal}`, `{arabic_indic}` and `{devanagari}`: the last is of this level, those before it are of the next levels above. `""` and levels without a pattern are unnumbered. A pattern has at most 128 bytes of UTF-8 and no line break. @maxItems 9 @examples [["1", "1.1", "1.1.1"], ["Chapter 1", "1.1"], ["A", "A.1"]] */
  levels: string[];
  /** Text between number and heading; at most 128 bytes of UTF-8, without a line break. @default " " */
  separator?: string;
}

/** Numbers of headings in a segment; they replace those of the document. */
export interface SegmentNumbering extends DocumentNumbering {
  /** All counters begin again; otherwise they continue. @default false */
  restart?: boolean;
}

/** Page masters by name. */
export interface PageMasters {
  [name: string]: PageMaster;
}

/** Styles by name. */
export interface NamedStyles {
  [name: string]: NamedStyle;
}

/** Size, margins and regions of pages. It has `size`, or `width` and `height`. */
export interface PageMasterFields {
  /** Name of a preset, in upper or lower case. Not with `width` and `height`. @examples ["a4", "a6", "letter", "legal", "label_100_100", "label_100_150", "label_4_6_in"] */
  size?: string;
  /** Orientation of the preset. Only with `size`. @default "portrait" */
  orientation?: "portrait" | "landscape";
  /** Width of the page; requires `height`. @unit mm @minimum 10 @maximum 2000 */
  width?: number;
  /** Height of the page; requires `width`. @unit mm @minimum 10 @maximum 2000 */
  height?: number;
  /** Margins and columns. */
  layout?: MasterLayout;
  /** Content at the upper edge of the content box of each page; the body begins below it. */
  header?: Section;
  /** Content at the lower edge of the content box of each page; the body ends above it. */
  footer?: Section;
  /** Background, watermark and stamp of its pages. A master has at most 32 elements in all. */
  layers?: Layers;
  /** Style rules of the content on its pages. */
  style_scope?: StyleScope;
  /** Different headers and footers of certain pages. */
  variants?: MasterVariants;
}

/** `size` with an optional `orientation`, or `width` and `height`. */
export type PageMaster = Forms<
  PageMasterFields,
  (Given<PageMasterFields, "size"> & May<PageMasterFields, "orientation">) | Given<PageMasterFields, "width" | "height">
>;

/** Margins and columns of a page master. */
export interface MasterLayoutFields {
  /** The margins. */
  page_margin?: BindingMargin;
  /** Side of odd pages at which sheets are bound. Required with `inside` or `outside`, otherwise not allowed. */
  binding_side?: "left" | "right" | "top" | "bottom";
  /** Columns of the body. */
  columns?: MasterColumns;
}

/** Margins by physical edges, or by a binding side. */
export type MasterLayout = Forms<
  MasterLayoutFields,
  | { page_margin?: PhysicalMargin }
  | { page_margin: SideBinding; binding_side: "left" | "right" }
  | { page_margin: TopBinding; binding_side: "top" | "bottom" }
>;

/** Physical edges; or `inside` and `outside` with a binding side, and the other two edges. */
export interface BindingMargin {
  /** Margin at the upper edge. @unit mm @minimum 0 @default 0 */
  top?: number;
  /** Margin at the right edge. @unit mm @minimum 0 @default 0 */
  right?: number;
  /** Margin at the lower edge. @unit mm @minimum 0 @default 0 */
  bottom?: number;
  /** Margin at the left edge. @unit mm @minimum 0 @default 0 */
  left?: number;
  /** Margin at the binding side. @unit mm @minimum 0 @default 0 */
  inside?: number;
  /** Margin at the opposite side. @unit mm @minimum 0 @default 0 */
  outside?: number;
}

type PhysicalMargin = Forms<BindingMargin, Never<"inside" | "outside">>;
type SideBinding = Forms<BindingMargin, Never<"left" | "right">>;
type TopBinding = Forms<BindingMargin, Never<"top" | "bottom">>;

/** Columns of the body. */
export interface MasterColumns {
  /** Number of columns. @minimum 1 @maximum 32 */
  count: integer;
  /** Distance between columns. @unit mm @minimum 0 @default 0 */
  gap?: number;
  /** Order of the columns; by default `left_to_right`, with `settings.direction` `rtl` `right_to_left`. */
  direction?: "left_to_right" | "right_to_left";
}

/** Different headers and footers. `first` overrides `last`; `first`, `last` and `blank` override `odd` and `even`. */
export interface MasterVariants {
  /** The first page of the segment. */
  first?: MasterVariant;
  /** Odd pages, by position in the document. */
  odd?: MasterVariant;
  /** Even pages, by position in the document. */
  even?: MasterVariant;
  /** The last page of the segment. */
  last?: MasterVariant;
  /** Empty pages before nodes that begin on a right or left page. */
  blank?: MasterVariant;
}

/** Differences on certain pages. */
export interface MasterVariant {
  /** Elements that replace those of the header, which the master must have. */
  header?: VariantRegion;
  /** Elements that replace those of the footer, which the master must have. */
  footer?: VariantRegion;
}

/** Elements that replace those of a header or footer, at the same size. */
export interface VariantRegion {
  /** The elements; an empty list leaves the region empty. */
  elements: Element[];
}

/** A part of the document with a page master, or pages of a PDF file. It begins on a new page. */
export interface SegmentFields {
  /** Identifier, unique in the document. */
  id?: string;
  /** Name of the page master. Required without `import`. */
  page_master?: string;
  /** Name of the segment's beginning as a link destination, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Numbering of its pages. */
  page_numbering?: PageNumbering;
  /** Numbers of its headings, instead of the document's. */
  numbering?: SegmentNumbering;
  /** Style rules of the content. */
  style_scope?: StyleScope;
  /** The content, in reading order. Required without `import`. */
  content?: SegmentNode[];
  /** Pages of a PDF file, in place of content. Only with `id`, `destination` and `page_numbering`. */
  import?: PdfImport;
}

/** `page_master` and `content`, or an `import`. */
export type Segment = Forms<
  SegmentFields,
  (Given<SegmentFields, "page_master" | "content"> & May<SegmentFields, "numbering" | "style_scope">) | Given<SegmentFields, "import">
>;

/** Page numbers for `{page}`. */
export interface PageNumberingFields {
  /** `continue` continues from the previous segment, `reset` begins with `start`. @default "continue" */
  mode?: "continue" | "reset";
  /** Number of the segment's first page. Required with `reset`, otherwise not allowed. @minimum 1 */
  start?: integer;
  /** Numerals of the page label, which is `{page}`, `{page:NAME}`, the number in a contents list, and the label that viewers show. `cjk_decimal` is 一, 十, 十一, `arabic_indic` ١, `devanagari` १. Later segments do not inherit it. @default "decimal" */
  style?: "decimal" | "lower_roman" | "upper_roman" | "lower_alpha" | "upper_alpha" | "cjk_decimal" | "arabic_indic" | "devanagari";
}

/** `reset` with `start`, or `continue` without it. */
export type PageNumbering = Forms<
  PageNumberingFields,
  | ({ mode?: "continue" } & May<PageNumberingFields, "style">)
  | ({ mode: "reset" } & Given<PageNumberingFields, "start"> & May<PageNumberingFields, "style">)
>;

/** A content node, by its `type`. A document has at most 1024 nodes, nested at most 32 deep. */
export type FlowNode = BlockNode | BreakNode | ColumnsNode | StackNode | GridNode | PlacedNode | MarkdownNode | ContentsNode;

/** A node of a segment itself: a content node, or as the last one a payment slip, which is at the lower edge of the segment's last page, or of an additional page if the body leaves no room. */
export type SegmentNode = FlowNode | PaymentSlip;

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

/** Distances of a node from its vertical neighbours. Of two neighbours the larger distance counts; there is none at the top of a page, column or cell. */
export interface NodeSpacing {
  /** Distance from the node above. @unit mm @minimum 0 @default 0 */
  before?: number;
  /** Distance from the node below. @unit mm @minimum 0 @default 0 */
  after?: number;
}

/** Indents of text. The start is the side where a paragraph's direction begins. */
export interface TextIndent {
  /** Distance of all lines from the start side. @unit mm @minimum 0 @default 0 */
  start?: number;
  /** Distance of all lines from the end side. @unit mm @minimum 0 @default 0 */
  end?: number;
  /** Added to `start` for the first line of each paragraph; not after a line feed, nor in list items. `start` and `first_line` together are at least 0. @unit mm @default 0 */
  first_line?: number;
}

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

/** Role of a node for assistive technology. */
export type SemanticRole =
  "paragraph" | "title" | "heading" | "list" | "list_item" | "figure" | "table" | "caption" | "note" | "quote" | "code";

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

/** A style by its target. */
export type NamedStyle = TextNamedStyle | TableNamedStyle | FrameNamedStyle;

/** A style of texts. */
export interface TextNamedStyle {
  /** Target of the style. */
  target: "text";
  /** Name of a style of the same target that this one extends. At most 32 steps, without a cycle. */
  extends?: string;
  /** Properties of the style. */
  properties: TextStyle;
  /** Spacing of the blocks; each of its fields is inherited and overridden separately. */
  spacing?: NodeSpacing;
  /** Indents of the blocks; each of its fields is inherited and overridden separately. */
  indent?: TextIndent;
}

/** A style of tables. */
export interface TableNamedStyle {
  /** Target of the style. */
  target: "table";
  /** Name of a style of the same target that this one extends. At most 32 steps, without a cycle. */
  extends?: string;
  /** Properties of the style. */
  properties: TableStyleProperties;
  /** Spacing of the blocks; each of its fields is inherited and overridden separately. */
  spacing?: NodeSpacing;
}

/** Properties of a table style. */
export interface TableStyleProperties {
  /** Style of all cells. */
  cell?: CellStyle;
}

/** A style of containers. */
export interface FrameNamedStyle {
  /** Target of the style. */
  target: "container_frame";
  /** Name of a style of the same target that this one extends. At most 32 steps, without a cycle. */
  extends?: string;
  /** Properties of the style. */
  properties: FrameStyleProperties;
  /** Spacing of the blocks; each of its fields is inherited and overridden separately. */
  spacing?: NodeSpacing;
}

/** Properties of a container style. */
export interface FrameStyleProperties {
  /** Fill of the box. */
  fill?: FillStyle;
  /** Outline of the box. */
  stroke?: StrokeStyle;
  /** Radius of the corners. @unit mm @minimum 0 */
  corner_radius?: number;
  /** Padding of the container. */
  padding?: BoxSpacing;
}

/** Style rules of the document, a page master, a segment or a group. Inner scopes override outer ones. */
export interface StyleScope {
  /** The rules; later ones override earlier ones. At most 64 here, 256 in the document. @maxItems 64 */
  rules?: StyleRule[];
}

/** Applies a style to the nodes that a selector matches. */
export interface StyleRule {
  /** Selector of the nodes. */
  selector: StyleSelector;
  /** Name of the style. */
  style: string;
}

/** Selector of nodes. All given fields must match. */
export interface StyleSelector {
  /** Type of the element, such as `text` or `table`, or of the node, such as `block` or `stack`. Blocks inherit rules of groups. `contents` selects the entries of contents lists, which no rule without it selects. @examples ["text", "table", "container", "image", "barcode", "chart", "block", "placed", "stack", "grid", "columns", "markdown", "contents"] */
  kind?: string;
  /** Role of the node. */
  role?: SemanticRole;
  /** Name of a style among the `styles` of the node. */
  style_identity?: string;
  /** Level of the heading. @minimum 1 */
  heading_level?: integer;
  /** Level of the list or item. @minimum 1 */
  list_depth?: integer;
}
