// The texts of a request: styles, blocks and inlines.
import type { BoxSpacing, Color, FillStyle, integer, LinkSpec, Placement, StrokeStyle } from "./common.js";

export type FontWeight = "normal" | "medium" | "semibold" | "bold";

/** The look of a run of characters. Absent fields are inherited. */
export interface RunStyle {
  font_family?: string;
  /** points */
  font_size?: number;
  font_weight?: FontWeight;
  font_style?: "normal" | "italic";
  font_mode?: "strict" | "prefer";
  color?: Color;
  opacity?: number;
  /** mm */
  letter_spacing?: number;
  script?: "normal" | "superscript" | "subscript";
  highlight?: Highlight;
  decoration?: Decoration;
  link_style?: LinkStyle;
}

export interface Highlight {
  color?: Color;
  opacity?: number;
  /** mm */
  corner_radius?: number;
  /** mm */
  padding?: number;
}

export interface Decoration {
  lines: ("underline" | "line_through" | "overline")[];
  color?: Color;
  /** mm */
  thickness?: number;
  style?: "solid" | "double" | "dotted" | "dashed";
}

/** Applied only to runs that carry a link. */
export interface LinkStyle {
  color?: Color;
  decoration?: Decoration;
  font_weight?: FontWeight;
  font_style?: "normal" | "italic";
}

export type TextAlign = "left" | "center" | "right" | "justify";
export type TextDirection = "auto" | "ltr" | "rtl";
export type TextOverflow = "visible" | "clip" | "ellipsis" | "paginate";
export type VerticalAlign = "top" | "middle" | "bottom";

/** Run look plus the shorthands of paragraph and frame, for plain and span text. */
export interface TextStyle extends RunStyle {
  wrap_policy?: "normal" | "keep_together" | "no_wrap";
  text_align?: TextAlign;
  direction?: TextDirection;
  /** multiple of the font size */
  line_height?: number;
  /** mm */
  width?: number;
  /** mm */
  height?: number;
  vertical_align?: VerticalAlign;
  text_overflow?: TextOverflow;
  shrink_to_fit?: boolean;
  /** points */
  min_font_size?: number;
}

/** The fields from `space_before` on are recognised and refused: the layout feature is not wired. */
export interface ParagraphStyle {
  align?: TextAlign;
  direction?: TextDirection;
  line_height?: number;
  space_before?: unknown;
  space_after?: unknown;
  indent_left?: unknown;
  indent_right?: unknown;
  indent_first_line?: unknown;
  hanging_indent?: unknown;
  keep_together?: unknown;
  keep_with_next?: unknown;
  widow_orphan_control?: unknown;
  tabs?: unknown;
}

export interface TextFrame {
  /** mm */
  width?: number;
  /** mm */
  height?: number;
  vertical_align?: VerticalAlign;
  overflow?: TextOverflow;
  shrink_to_fit?: boolean;
  /** points */
  min_font_size?: number;
  padding?: BoxSpacing;
  stroke?: StrokeStyle;
  fill?: FillStyle;
  columns?: integer;
  /** mm */
  column_gap?: number;
}

export interface TextElement {
  type: "text";
  layout?: Placement;
  /** whole degrees, clockwise */
  rotation?: integer;
  comment?: string;
  link?: LinkSpec;
  style?: TextStyle;
  frame?: TextFrame;
  defaults?: TextDefaults;
  content: TextContent;
}

/** Defaults of block text. */
export interface TextDefaults {
  run?: RunStyle;
  paragraph?: ParagraphStyle;
  frame?: TextFrame;
}

export type TextContent = string | SpanContent | BlockContent;

/** One paragraph of style runs. */
export interface SpanContent {
  spans: Span[];
}

export interface Span {
  text: string;
  style?: RunStyle;
  link?: LinkSpec;
}

export interface BlockContent {
  blocks: Block[];
}

export type Block = ParagraphBlock | ListBlock | PageBreakBlock;

export interface ParagraphBlock {
  type: "paragraph";
  style?: ParagraphStyle;
  inlines: Inline[];
}

export interface ListBlock {
  type: "list";
  list: ListSettings;
  items: ListItem[];
}

/** Only `kind` is accepted; the other fields are recognised and refused. */
export interface ListSettings {
  kind: "ordered" | "bullet";
  marker_gap?: unknown;
  item_spacing?: unknown;
  start_at?: unknown;
  continuation?: unknown;
}

export interface ListItem {
  blocks: Block[];
}

export interface PageBreakBlock {
  type: "page_break";
}

export type Inline = TextInline | VariableInline | LineBreakInline | TabInline;

export interface TextInline {
  type: "text";
  text: string;
  style?: RunStyle;
  link?: LinkSpec;
}

export interface VariableInline {
  type: "variable";
  name: string;
  scope: "system" | "binding" | "computed";
  style?: RunStyle;
}

export interface LineBreakInline {
  type: "line_break";
}

export interface TabInline {
  type: "tab";
}
