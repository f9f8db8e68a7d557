// The flow documents of a request: page masters, segments, flow nodes and named styles.
import type { BoxSpacing, FillStyle, integer, StrokeStyle } from "./common.js";
import type { ContainerElement, Element } from "./element.js";
import type { Layers, Section } from "./layers.js";
import type { CellStyle } from "./table.js";
import type { TextStyle } from "./text.js";

export interface FlowDocument {
  page_masters: PageMasters;
  segments: Segment[];
  styles?: NamedStyles;
  style_scope?: StyleScope;
}

export interface PageMasters {
  [name: string]: PageMaster;
}

export interface NamedStyles {
  [name: string]: NamedStyle;
}

export interface PageMaster {
  size?: string;
  orientation?: "portrait" | "landscape";
  width?: number;
  height?: number;
  layout?: MasterLayout;
  header?: Section;
  footer?: Section;
  layers?: Layers;
  style_scope?: StyleScope;
  variants?: MasterVariants;
}

export interface MasterLayout {
  page_margin?: BindingMargin;
  binding_side?: "left" | "right" | "top" | "bottom";
  columns?: MasterColumns;
}

/** Physical edges, or `inside` and `outside` with a binding side. */
export interface BindingMargin {
  top?: number;
  right?: number;
  bottom?: number;
  left?: number;
  inside?: number;
  outside?: number;
}

export interface MasterColumns {
  count: integer;
  gap?: number;
  direction?: "left_to_right" | "right_to_left";
}

export interface MasterVariants {
  first?: MasterVariant;
  odd?: MasterVariant;
  even?: MasterVariant;
  last?: MasterVariant;
}

export interface MasterVariant {
  header?: VariantRegion;
  footer?: VariantRegion;
}

export interface VariantRegion {
  elements: Element[];
}

export interface Segment {
  id?: string;
  page_master: string;
  destination?: string;
  page_numbering?: PageNumbering;
  style_scope?: StyleScope;
  content: FlowNode[];
}

export interface PageNumbering {
  mode?: "continue" | "reset";
  start?: integer;
}

export type FlowNode = BlockNode | BreakNode | ColumnsNode | StackNode | GridNode | PlacedNode;

/** A container in normal flow; without a width it is as wide as the flow. */
export interface BlockContainer extends Omit<ContainerElement, "width"> {
  width?: number;
}

/** An element in normal flow: its place is that of the flow. */
export type BlockElement = Exclude<Element, ContainerElement> | BlockContainer;

export interface BlockNode {
  type: "block";
  element: BlockElement;
  destination?: string;
  styles?: string[];
  semantics?: Semantics;
  pagination?: NodePagination;
}

export interface BreakNode {
  type: "break";
  kind: "page" | "column";
}

export interface ColumnsNode {
  type: "columns";
  layout: ColumnsLayout;
  content: FlowNode[];
  destination?: string;
  style_scope?: StyleScope;
  pagination?: NodePagination;
}

export interface ColumnsLayout {
  count: integer;
  gap?: number;
  direction?: "left_to_right" | "right_to_left";
  mode?: "sequential" | "balanced";
  height?: number;
}

export interface StackNode {
  type: "stack";
  layout: StackLayout;
  content: FlowNode[];
  destination?: string;
  style_scope?: StyleScope;
  pagination?: NodePagination;
}

export interface StackLayout {
  axis?: "horizontal" | "vertical";
  gap?: number;
  main_align?: "start" | "center" | "end" | "space_between";
  cross_align?: "start" | "center" | "end" | "stretch";
  wrap?: boolean;
  height?: number;
}

export interface GridNode {
  type: "grid";
  layout: GridLayout;
  content: FlowNode[];
  destination?: string;
  style_scope?: StyleScope;
  pagination?: NodePagination;
}

export interface GridLayout {
  columns: GridTrack[];
  column_gap?: number;
  row_gap?: number;
  direction?: "left_to_right" | "right_to_left";
  strict_rows?: boolean;
}

export type GridTrack = FixedTrack | FractionTrack | ContentTrack;

export interface FixedTrack {
  mode: "fixed";
  /** mm */
  value: number;
}

export interface FractionTrack {
  mode: "fraction";
  /** share of what the other tracks leave */
  value: number;
}

export interface ContentTrack {
  mode: "content";
}

export interface PlacedNode {
  type: "placed";
  layout: PlacedLayout;
  element: Element;
  destination?: string;
  styles?: string[];
  semantics?: Semantics;
}

export interface PlacedLayout {
  reference: "page" | "body" | "group";
  bounds?: "error" | "visible" | "clip";
}

export interface NodePagination {
  keep_together?: boolean;
  keep_with_next?: boolean;
  break_before?: "page" | "column";
  break_after?: "page" | "column";
  orphan_lines?: integer;
  widow_lines?: integer;
  min_lines_before_split?: integer;
  min_lines_after_split?: integer;
}

export type SemanticRole = "paragraph" | "heading" | "list" | "list_item" | "figure" | "table" | "caption" | "note";

export interface Semantics {
  role?: SemanticRole;
  heading_level?: integer;
  list_depth?: integer;
  decorative?: boolean;
}

export type NamedStyle = TextNamedStyle | TableNamedStyle | FrameNamedStyle;

export interface TextNamedStyle {
  target: "text";
  extends?: string;
  properties: TextStyle;
}

export interface TableNamedStyle {
  target: "table";
  extends?: string;
  properties: TableStyleProperties;
}

export interface TableStyleProperties {
  cell?: CellStyle;
}

export interface FrameNamedStyle {
  target: "container_frame";
  extends?: string;
  properties: FrameStyleProperties;
}

export interface FrameStyleProperties {
  fill?: FillStyle;
  stroke?: StrokeStyle;
  corner_radius?: number;
  padding?: BoxSpacing;
}

export interface StyleScope {
  rules?: StyleRule[];
}

export interface StyleRule {
  selector: StyleSelector;
  style: string;
}

export interface StyleSelector {
  kind?: string;
  role?: SemanticRole;
  style_identity?: string;
  heading_level?: integer;
  list_depth?: integer;
}
