// Named styles and style rules of a Flow Document, with the spacing and indents that they set and the roles that they select.
import type { BoxSpacing, FillStyle, integer, StrokeStyle } from "./common.js";
import type { CellStyle } from "./table.js";
import type { TextStyle } from "./text.js";

/** Styles by name. */
export interface NamedStyles {
  [name: string]: NamedStyle;
}

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

/** Role of a node for assistive technology. */
export type SemanticRole =
  "paragraph" | "title" | "heading" | "list" | "list_item" | "figure" | "table" | "caption" | "note" | "quote" | "code";
