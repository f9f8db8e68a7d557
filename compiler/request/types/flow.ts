// The flow documents of a request: page masters, segments, flow nodes and named styles.
import type { Forms, Given, May, Never } from "./forms.js";
import type { BlockPlacement, BoxSpacing, FillStyle, integer, StrokeStyle } from "./common.js";
import type { ContainerElementFields, ContainerHeight, Element } from "./element.js";
import type { Layers, Section } from "./layers.js";
import type { BlockContainerLayout } from "./shape.js";
import type { CellStyle } from "./table.js";
import type { TextStyle } from "./text.js";

/** Content that is laid out on as many pages as it takes. */
export interface FlowDocument {
  /** What pages look like, by name: 1 to 32. A name is a small letter, then up to 63 small letters, digits and underscores. */
  page_masters: PageMasters;
  /** The parts of the document, in order; each begins on a new page. @minItems 1 @maxItems 100 */
  segments: Segment[];
  /** Styles by name, at most 64. A name has at most 128 bytes of UTF-8 and no blanks at its ends. */
  styles?: NamedStyles;
  /** Which styles content has, in the whole document. */
  style_scope?: StyleScope;
}

/** Page masters by name. */
export interface PageMasters {
  [name: string]: PageMaster;
}

/** Styles by name. */
export interface NamedStyles {
  [name: string]: NamedStyle;
}

/** What pages look like. It has `size`, or `width` and `height`. */
export interface PageMasterFields {
  /** A preset's name, in upper or lower case. Not with `width` and `height`. @examples ["a0", "a1", "a2", "a3", "a4", "a5", "a6", "b4", "b5", "letter", "legal", "tabloid", "executive", "label_100_100", "label_100_150", "label_4_6_in"] */
  size?: string;
  /** `portrait`: the shorter side of the preset is across; `landscape`: the longer. Margins are not turned. Only with `size`; default: `settings.default_orientation`. */
  orientation?: "portrait" | "landscape";
  /** Width of the page, together with `height`. @unit mm @minimum 10 @maximum 2000 */
  width?: number;
  /** Height of the page, together with `width`. @unit mm @minimum 10 @maximum 2000 */
  height?: number;
  /** Margins and columns. */
  layout?: MasterLayout;
  /** What is at the upper edge of the content box of each page; the body begins below it. */
  header?: Section;
  /** What is at the lower edge of the content box of each page; the body ends above it. */
  footer?: Section;
  /** Background, watermark and stamp of its pages. All elements of a master together are at most 32. */
  layers?: Layers;
  /** Which styles content on its pages has. */
  style_scope?: StyleScope;
  /** Headers and footers of some pages that differ. */
  variants?: MasterVariants;
}

/** `size`, with an `orientation`, or `width` and `height`. */
export type PageMaster = Forms<
  PageMasterFields,
  (Given<PageMasterFields, "size"> & May<PageMasterFields, "orientation">) | Given<PageMasterFields, "width" | "height">
>;

/** Margins and columns of a page master. */
export interface MasterLayoutFields {
  /** The margins. */
  page_margin?: BindingMargin;
  /** The side of odd pages at which sheets are bound. Required with, and only with, `inside` or `outside`. */
  binding_side?: "left" | "right" | "top" | "bottom";
  /** Columns of the body. */
  columns?: MasterColumns;
}

/** Margins by physical edges, or by those of a binding side. */
export type MasterLayout = Forms<
  MasterLayoutFields,
  | { page_margin?: PhysicalMargin }
  | { page_margin: SideBinding; binding_side: "left" | "right" }
  | { page_margin: TopBinding; binding_side: "top" | "bottom" }
>;

/** Physical edges; or `inside` and `outside` with a binding side, and the two edges that these leave. */
export interface BindingMargin {
  /** Margin at the upper edge. @unit mm @minimum 0 @default 0 */
  top?: number;
  /** Margin at the right edge. @unit mm @minimum 0 @default 0 */
  right?: number;
  /** Margin at the lower edge. @unit mm @minimum 0 @default 0 */
  bottom?: number;
  /** Margin at the left edge. @unit mm @minimum 0 @default 0 */
  left?: number;
  /** Margin at the side where sheets are bound. @unit mm @minimum 0 @default 0 */
  inside?: number;
  /** Margin at the other side. @unit mm @minimum 0 @default 0 */
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
  /** Which column is the first. @default "left_to_right" */
  direction?: "left_to_right" | "right_to_left";
}

/** Headers and footers that differ. `first` wins over `last`, both over `odd` and `even`. */
export interface MasterVariants {
  /** The first page of the segment. */
  first?: MasterVariant;
  /** Odd pages, by their place in the document. */
  odd?: MasterVariant;
  /** Even pages, by their place in the document. */
  even?: MasterVariant;
  /** The last page of the segment. */
  last?: MasterVariant;
}

/** What differs on some pages. */
export interface MasterVariant {
  /** Elements in place of the header's. The master must have a header. */
  header?: VariantRegion;
  /** Elements in place of the footer's. The master must have a footer. */
  footer?: VariantRegion;
}

/** Elements in place of those of a header or footer, in the same room. */
export interface VariantRegion {
  /** The elements; an empty list leaves the room empty. */
  elements: Element[];
}

/** A part of the document with its own page master. It begins on a new page. */
export interface Segment {
  /** A name of your own, unique in the document. */
  id?: string;
  /** Name of the page master. */
  page_master: string;
  /** Name that links lead to the segment's beginning by, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Whether pages are counted on. */
  page_numbering?: PageNumbering;
  /** Which styles the segment's content has. */
  style_scope?: StyleScope;
  /** The content, in the order in which it is read. */
  content: FlowNode[];
}

/** What `{page}` says. */
export interface PageNumberingFields {
  /** `continue` counts on from the segment before, `reset` begins with `start`. @default "continue" */
  mode?: "continue" | "reset";
  /** Number of the segment's first page. Required with, and only with, `reset`. @minimum 1 */
  start?: integer;
}

/** `reset` with `start`, or `continue` without it. */
export type PageNumbering = Forms<PageNumberingFields, { mode?: "continue" } | ({ mode: "reset" } & Given<PageNumberingFields, "start">)>;

/** One of the six nodes, by its `type`. A document has at most 1024 of them, nested at most 32 deep. */
export type FlowNode = BlockNode | BreakNode | ColumnsNode | StackNode | GridNode | PlacedNode;

/** A container in normal flow; without a width it is as wide as the flow. */
export interface BlockContainerFields extends Omit<ContainerElementFields, "width"> {
  /** Width of the box; without it that of the flow. @unit mm @exclusiveMinimum 0 */
  width?: number;
}

/** A container whose place is that of the flow. */
export type BlockContainer = Forms<BlockContainerFields, ContainerHeight & { layout: BlockContainerLayout }>;

/** An element in normal flow: its place is that of the flow. */
export type BlockElement = Forms<Exclude<Element, { type: "container" }>, { layout?: BlockPlacement }> | BlockContainer;

/** One element in normal flow, below what comes before it. */
export interface BlockNode {
  /** Says that the node is a block. */
  type: "block";
  /** The element, without a place of its own. */
  element: BlockElement;
  /** Name that links lead to the node by, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Names of styles, later ones over earlier ones. @maxItems 4 */
  styles?: string[];
  /** What the node means. */
  semantics?: Semantics;
  /** Where it may be broken. */
  pagination?: NodePagination;
}

/** What comes after it begins on a new page or in a new column. Where nothing is on the page yet it has no effect. */
export interface BreakNode {
  /** Says that the node is a break. */
  type: "break";
  /** `column` only inside columns of the page or of a node. */
  kind: "page" | "column";
}

/** Content in columns of its own. */
export interface ColumnsNode {
  /** Says that the node is columns. */
  type: "columns";
  /** The columns. */
  layout: ColumnsLayout;
  /** The content, in the order in which it is read. */
  content: FlowNode[];
  /** Name that links lead to the node by, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Which styles the content has. */
  style_scope?: StyleScope;
  /** Where it may be broken. */
  pagination?: NodePagination;
}

/** The columns of a node. */
export interface ColumnsLayoutFields {
  /** Number of columns. @minimum 1 @maximum 32 */
  count: integer;
  /** Distance between columns. @unit mm @minimum 0 @default 0 */
  gap?: number;
  /** Which column is the first. @default "left_to_right" */
  direction?: "left_to_right" | "right_to_left";
  /** `sequential` fills one column after the other, `balanced` makes all about equally high. @default "sequential" */
  mode?: "sequential" | "balanced";
  /** Height of the columns; without it what the page has left. Not with `balanced`. @unit mm @exclusiveMinimum 0 */
  height?: number;
}

/** `balanced` columns have no `height`. */
export type ColumnsLayout = Forms<
  ColumnsLayoutFields,
  { mode: "balanced" } | ({ mode?: "sequential" } & May<ColumnsLayoutFields, "height">)
>;

/** Content in a line, down or across. */
export interface StackNode {
  /** Says that the node is a stack. */
  type: "stack";
  /** The line. */
  layout: StackLayout;
  /** The content, in the order in which it is read. */
  content: FlowNode[];
  /** Name that links lead to the node by, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Which styles the content has. */
  style_scope?: StyleScope;
  /** Where it may be broken. */
  pagination?: NodePagination;
}

/** The line of a stack. */
export interface StackLayout {
  /** Direction of the line. @default "vertical" */
  axis?: "horizontal" | "vertical";
  /** Distance between nodes, and between rows or columns of a line that wraps. @unit mm @minimum 0 @default 0 */
  gap?: number;
  /** Where nodes are along the line. In a vertical stack others than `start` need a height. @default "start" */
  main_align?: "start" | "center" | "end" | "space_between";
  /** Where nodes are across the line. @default "start" */
  cross_align?: "start" | "center" | "end" | "stretch";
  /** Whether a node that does not fit begins a new row or column. A vertical stack needs a height for it. @default false */
  wrap?: boolean;
  /** Height of the stack; without it that of its content. @unit mm @exclusiveMinimum 0 */
  height?: number;
}

/** Content in rows and columns, broken only between rows. */
export interface GridNode {
  /** Says that the node is a grid. */
  type: "grid";
  /** Columns and gaps. */
  layout: GridLayout;
  /** The cells, row by row. */
  content: FlowNode[];
  /** Name that links lead to the node by, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Which styles the content has. */
  style_scope?: StyleScope;
  /** Where it may be broken. */
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
  /** Which column is the first. @default "left_to_right" */
  direction?: "left_to_right" | "right_to_left";
  /** Whether a last row that is not full is refused. @default false */
  strict_rows?: boolean;
}

/** A column of a grid: fixed, a share of what is left, or as wide as its content. */
export type GridTrack = FixedTrack | FractionTrack | ContentTrack;

/** A width in millimetres. */
export interface FixedTrack {
  /** Says that the width is fixed. */
  mode: "fixed";
  /** Width of the column. @unit mm @exclusiveMinimum 0 */
  value: number;
}

/** A share of what the other columns leave. */
export interface FractionTrack {
  /** Says that the width is a share. */
  mode: "fraction";
  /** The share, beside those of the other fractions. @exclusiveMinimum 0 */
  value: number;
}

/** As wide as the content. */
export interface ContentTrack {
  /** Says that the width is that of the content. */
  mode: "content";
}

/** One element at a place of its own, which takes no room in the flow. */
export interface PlacedNode {
  /** Says that the node is placed. */
  type: "placed";
  /** What its place is relative to. */
  layout: PlacedLayout;
  /** The element, with its place in `layout`. */
  element: Element;
  /** Name that links lead to the node by, unique in the document; at most 128 bytes of UTF-8. */
  destination?: string;
  /** Names of styles, later ones over earlier ones. @maxItems 4 */
  styles?: string[];
  /** What the node means. */
  semantics?: Semantics;
}

/** What the place of a placed element is relative to. */
export interface PlacedLayout {
  /** The page, the body on it, or the group around the node. `group` needs one. */
  reference: "page" | "body" | "group";
  /** What happens where the element leaves that box: it is refused, shows, or is cut. @default "error" */
  bounds?: "error" | "visible" | "clip";
}

/** Where a node may be broken. */
export interface NodePagination {
  /** Whether the node stays in one piece. It has no effect where the node is higher than any page. @default false */
  keep_together?: boolean;
  /** Whether the node stays on the page of the next one. @default false */
  keep_with_next?: boolean;
  /** The node begins on a new page or in a new column. */
  break_before?: "page" | "column";
  /** What comes after the node begins on a new page or in a new column. */
  break_after?: "page" | "column";
  /** Least lines at the end of a page. Only of text that is broken between its lines. @minimum 1 @maximum 32 @default 2 */
  orphan_lines?: integer;
  /** Least lines at the beginning of the next page. Only of text that is broken between its lines. @minimum 1 @maximum 32 @default 2 */
  widow_lines?: integer;
  /** Least lines before a break; the larger of it and `orphan_lines` holds. Only of text that is broken between its lines. @minimum 1 @maximum 32 */
  min_lines_before_split?: integer;
  /** Least lines after a break; the larger of it and `widow_lines` holds. Only of text that is broken between its lines. @minimum 1 @maximum 32 */
  min_lines_after_split?: integer;
}

/** What a node is to whoever has the document read to them. */
export type SemanticRole = "paragraph" | "heading" | "list" | "list_item" | "figure" | "table" | "caption" | "note";

/** What a node means. */
export interface SemanticsFields {
  /** Its role; without it that of its element. Headings are also the PDF's outline. */
  role?: SemanticRole;
  /** Level of a heading, tagged H6 from 6 on. Required with, and only with, the role `heading`. @minimum 1 */
  heading_level?: integer;
  /** Level of a list or item. Only with the roles `list` and `list_item`. @minimum 1 @default 1 */
  list_depth?: integer;
  /** Whether the node is decoration, which is not read. Not with a role or level. @default false */
  decorative?: boolean;
}

/** A role with the level that is its own, or decoration. */
export type Semantics = Forms<
  SemanticsFields,
  | { decorative: true }
  | ({ decorative?: false; role: "heading" } & Given<SemanticsFields, "heading_level">)
  | ({ decorative?: false; role: "list" | "list_item" } & May<SemanticsFields, "list_depth">)
  | { decorative?: false; role?: Exclude<SemanticRole, "heading" | "list" | "list_item"> }
>;

/** A style by its target. */
export type NamedStyle = TextNamedStyle | TableNamedStyle | FrameNamedStyle;

/** A style of texts. */
export interface TextNamedStyle {
  /** Says that the style is of texts. */
  target: "text";
  /** Name of a style of the same target whose fields this one adds to. At most 32 steps, without a circle. */
  extends?: string;
  /** The look. */
  properties: TextStyle;
}

/** A style of tables. */
export interface TableNamedStyle {
  /** Says that the style is of tables. */
  target: "table";
  /** Name of a style of the same target whose fields this one adds to. At most 32 steps, without a circle. */
  extends?: string;
  /** The look. */
  properties: TableStyleProperties;
}

/** What a style of tables has. */
export interface TableStyleProperties {
  /** Style of all cells. */
  cell?: CellStyle;
}

/** A style of containers. */
export interface FrameNamedStyle {
  /** Says that the style is of containers. */
  target: "container_frame";
  /** Name of a style of the same target whose fields this one adds to. At most 32 steps, without a circle. */
  extends?: string;
  /** The look. */
  properties: FrameStyleProperties;
}

/** What a style of containers has. */
export interface FrameStyleProperties {
  /** Inside of the box. */
  fill?: FillStyle;
  /** Outline of the box. */
  stroke?: StrokeStyle;
  /** Radius of the corners. @unit mm @minimum 0 */
  corner_radius?: number;
  /** Room between the edges of the container and its content. */
  padding?: BoxSpacing;
}

/** Rules of the document, a page master, a segment or a group. Inner scopes come after outer ones. */
export interface StyleScope {
  /** The rules; later ones win. At most 64 here, 256 in the document. @maxItems 64 */
  rules?: StyleRule[];
}

/** Gives a style to the nodes that a selector finds. */
export interface StyleRule {
  /** Which nodes. */
  selector: StyleSelector;
  /** Name of the style. */
  style: string;
}

/** Which nodes a rule is for. All fields that are given must match. */
export interface StyleSelector {
  /** Type of the element, such as `text` or `table`, or of the node, such as `block` or `stack`. A rule for a group is inherited by its blocks. @examples ["text", "table", "container", "image", "barcode", "chart", "block", "placed", "stack", "grid", "columns"] */
  kind?: string;
  /** Role of the node. */
  role?: SemanticRole;
  /** Name of a style that the node has among its `styles`. */
  style_identity?: string;
  /** Level of the heading. @minimum 1 */
  heading_level?: integer;
  /** Level of the list or item. @minimum 1 */
  list_depth?: integer;
}
