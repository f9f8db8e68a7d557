// The texts of a request: styles, blocks and inlines.
import type { Forms, May, Never, Refused } from "./forms.js";
import type { BoxSpacing, Color, FillStyle, integer, LinkSpec, Placement, StrokeStyle } from "./common.js";

/** Weight of a font: 400, 500, 600 and 700. Where a family lacks one, the nearest is taken. */
export type FontWeight = "normal" | "medium" | "semibold" | "bold";

/** The look of a run of characters. Absent fields are inherited, at last from the service. */
export interface RunStyle {
  /** A family's name, or a face's PostScript name, compared without case, spaces and hyphens. Where none is declared anywhere, fonts are chosen by the characters. @examples ["Noto Sans", "Noto Serif", "Noto Sans Mono"] */
  font_family?: string;
  /** Size of the font. @unit pt @minimum 0.001 @maximum 10000 @default 12 */
  font_size?: number;
  /** Weight of the font. @default "normal" */
  font_weight?: FontWeight;
  /** Upright or slanted; a family without italics is slanted by 12 degrees. @default "normal" */
  font_style?: "normal" | "italic";
  /** `strict`: the family must have all characters, else API-002; `prefer`: other fonts fill in for those it lacks. Only beside `font_family`. @default "strict" */
  font_mode?: "strict" | "prefer";
  /** Colour of the characters. @default "#000000" */
  color?: Color;
  /** From 0, nothing is seen, to 1. @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
  /** Room added after each character; negative takes some away. @unit mm @default 0 */
  letter_spacing?: number;
  /** OpenType features by tag, each with its value: 0 is off, 1 on, more chooses among alternates. Tags that are inherited and not named here keep their value. @examples [{"tnum": 1, "smcp": 1, "liga": 0}] */
  font_features?: FontFeatures;
  /** Raised or lowered small text. @default "normal" */
  script?: "normal" | "superscript" | "subscript";
  /** A coloured band behind the characters. */
  highlight?: Highlight;
  /** Lines under, over or through the characters. */
  decoration?: Decoration;
  /** What changes in the look of characters that carry a link. */
  link_style?: LinkStyle;
}

/** OpenType features by tag: four letters or digits. A value is a whole number from 0 to 65535. @entries integer */
export interface FontFeatures {
  [tag: string]: integer;
}

/** A coloured band behind characters. */
export interface Highlight {
  /** Colour of the band. @default "#FFFF00" */
  color?: Color;
  /** From 0, nothing is seen, to 1. @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
  /** Radius of its corners. @unit mm @minimum 0 @default 0 */
  corner_radius?: number;
  /** How far it reaches beyond the characters. @unit mm @minimum 0 @default 0 */
  padding?: number;
}

/** Lines of text; neighbouring runs that share them have one unbroken line. */
export interface Decoration {
  /** Where the lines are. */
  lines: ("underline" | "line_through" | "overline")[];
  /** Colour of the lines; without it that of the characters. */
  color?: Color;
  /** Thickness of the lines; without it the font's own. @unit mm @exclusiveMinimum 0 */
  thickness?: number;
  /** How the lines are drawn. @default "solid" */
  style?: "solid" | "double" | "dotted" | "dashed";
}

/** What changes in the look of characters that carry a link. */
export interface LinkStyle {
  /** Colour of the characters. */
  color?: Color;
  /** Lines of the characters. */
  decoration?: Decoration;
  /** Weight of the font. */
  font_weight?: FontWeight;
  /** Upright or slanted. */
  font_style?: "normal" | "italic";
}

/** Alignment of lines. Where none is declared, lines are at the side where the paragraph's direction begins. */
export type TextAlign = "left" | "center" | "right" | "justify";
/** Direction of a paragraph; `auto` is that of the first character with a direction. */
export type TextDirection = "auto" | "ltr" | "rtl";
/** What happens to text that is higher than its frame: it shows all the same, is cut, ends in an ellipsis, or goes on on the next page. */
export type TextOverflow = "visible" | "clip" | "ellipsis" | "paginate";
/** Where text is in a frame that is higher. */
export type VerticalAlign = "top" | "middle" | "bottom";

/** Run look plus the shorthands of paragraph and frame, for plain and span text. The shorthands of the frame are refused in table cells and barcodes. */
export interface TextStyle extends RunStyle {
  /** `keep_together`: broken inside only where it is alone wider than the line; `no_wrap`: never broken. @default "normal" */
  wrap_policy?: "normal" | "keep_together" | "no_wrap";
  /** Alignment of the lines; without it at the side where the paragraph begins. */
  text_align?: TextAlign;
  /** Direction of the paragraph. @default "auto" */
  direction?: TextDirection;
  /** Height of a line, as a multiple of the font size. Without it the font's own: 1.2 for Latin, Greek, Cyrillic, Chinese, Japanese and Korean, more for other scripts. @exclusiveMinimum 0 */
  line_height?: number;
  /** Width of the frame; without it that of the longest line. @unit mm @exclusiveMinimum 0 */
  width?: number;
  /** Height of the frame; without it that of the lines. @unit mm @exclusiveMinimum 0 */
  height?: number;
  /** Where the lines are in a frame that is higher. @default "top" */
  vertical_align?: VerticalAlign;
  /** What happens to lines that the frame has no room for. `paginate` is for text in a page's body. @default "visible" */
  text_overflow?: TextOverflow;
  /** Whether the font gets smaller until all lines fit and no word is broken. @default false */
  shrink_to_fit?: boolean;
  /** The least size that `shrink_to_fit` may come to. @unit pt @minimum 0.001 @default 4 */
  min_font_size?: number;
}

/** The look of a paragraph of block text. The fields from `space_before` on are recognised and refused: the layout feature is not wired. */
export interface ParagraphStyle {
  /** Alignment of the lines; without it at the side where the paragraph begins. */
  align?: TextAlign;
  /** Direction of the paragraph. @default "auto" */
  direction?: TextDirection;
  /** Height of a line, as a multiple of the font size; without it the font's own. @exclusiveMinimum 0 */
  line_height?: number;
  /** Refused. In its place: an empty paragraph, or separate texts that flow with `gap_after`. */
  space_before?: Refused;
  /** Refused. In its place: an empty paragraph, or separate texts that flow with `gap_after`. */
  space_after?: Refused;
  /** Refused. In its place: the padding of the frame. */
  indent_left?: Refused;
  /** Refused. In its place: the padding of the frame. */
  indent_right?: Refused;
  /** Refused. In its place: a tab at the beginning. */
  indent_first_line?: Refused;
  /** Refused. In its place: a list. */
  hanging_indent?: Refused;
  /** Refused. In its place: `pagination.keep_together` of a Flow Document's nodes. */
  keep_together?: Refused;
  /** Refused. In its place: `pagination.keep_with_next` of a Flow Document's nodes. */
  keep_with_next?: Refused;
  /** Refused. In its place: `pagination.orphan_lines` and `widow_lines` of a Flow Document's nodes. */
  widow_orphan_control?: Refused;
  /** Refused. Tabs go to the next multiple of 10 mm; a table has columns of any width. */
  tabs?: Refused;
}

/** The frame of block text. */
export interface TextFrame {
  /** Width of the frame; without it that of the longest line. @unit mm @exclusiveMinimum 0 */
  width?: number;
  /** Height of the frame; without it that of the lines. Not with `page_break` blocks. @unit mm @exclusiveMinimum 0 */
  height?: number;
  /** Where the lines are in a frame that is higher. @default "top" */
  vertical_align?: VerticalAlign;
  /** What happens to lines that the frame has no room for. `paginate` is for text in a page's body, without rotation and `shrink_to_fit`. @default "visible" */
  overflow?: TextOverflow;
  /** Whether the font gets smaller until all lines fit and no word is broken. @default false */
  shrink_to_fit?: boolean;
  /** The least size that `shrink_to_fit` may come to. @unit pt @minimum 0.001 @default 4 */
  min_font_size?: number;
  /** Room between the edges of the frame and the lines. */
  padding?: BoxSpacing;
  /** Outline of the frame; none where it is absent. */
  stroke?: StrokeStyle;
  /** Inside of the frame; nothing is painted where it is absent. */
  fill?: FillStyle;
  /** Columns of the text. More than one only in a page's body. @minimum 1 @maximum 32 @default 1 */
  columns?: integer;
  /** Distance between columns. @unit mm @minimum 0 @default 0 */
  column_gap?: number;
}

/** A text: a string, one paragraph of spans, or blocks. */
export interface TextElementFields {
  /** Says that the element is a text. */
  type: "text";
  /** Where the text is. */
  layout?: Placement;
  /** Rotation about the middle of its box, clockwise. @unit degrees @default 0 */
  rotation?: integer;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
  /** What a click on the text leads to. Parts of the text may then have no links of their own. */
  link?: LinkSpec;
  /** Look of plain and span text. Block text has `defaults` and `frame` in its place. */
  style?: TextStyle;
  /** The frame of block text. */
  frame?: TextFrame;
  /** Looks of block text that its blocks inherit. */
  defaults?: TextDefaults;
  /** What it says. */
  content: TextContent;
}

/** Plain or span text with `style`, or block text with `frame` and `defaults`. */
export type TextElement = Forms<
  TextElementFields,
  | { content: TextContent }
  | ({ content: string | SpanContent } & May<TextElementFields, "style">)
  | ({ content: BlockContent } & May<TextElementFields, "frame" | "defaults">)
>;

/** What the blocks of a text inherit. */
export interface TextDefaults {
  /** Look of the characters. */
  run?: RunStyle;
  /** Look of the paragraphs. */
  paragraph?: ParagraphStyle;
  /** The frame; fields of the text's own `frame` are over it. */
  frame?: TextFrame;
}

/** A string, in which `{page}` and `{total_pages}` stand for numbers and a line feed breaks the line; or spans; or blocks. */
export type TextContent = string | SpanContent | BlockContent;

/** One paragraph of style runs. */
export interface SpanContentFields {
  /** The runs, one after the other. */
  spans: Span[];
}

/** Spans, not blocks. */
export type SpanContent = Forms<SpanContentFields, Never<"blocks">>;

/** Characters with one look. */
export interface Span {
  /** The characters. `{page}` and `{total_pages}` stand for numbers; a line feed breaks the line. */
  text: string;
  /** Look of the characters, over that of the element. */
  style?: RunStyle;
  /** What a click on the characters leads to. Not where the element has a link. */
  link?: LinkSpec;
}

/** Paragraphs, lists and page breaks. */
export interface BlockContentFields {
  /** The blocks, one under the other. Sections, layers, table cells and barcodes have paragraphs only. */
  blocks: Block[];
}

/** Blocks, not spans. */
export type BlockContent = Forms<BlockContentFields, Never<"spans">>;

/** A part of block text. */
export type Block = ParagraphBlock | ListBlock | PageBreakBlock;

/** A paragraph. */
export interface ParagraphBlock {
  /** Says that the block is a paragraph. */
  type: "paragraph";
  /** Look of the paragraph. */
  style?: ParagraphStyle;
  /** What it is made of. */
  inlines: Inline[];
}

/** A list, numbered or with bullets. Each level of nested lists is 6 mm further in. */
export interface ListBlock {
  /** Says that the block is a list. */
  type: "list";
  /** Which list it is. */
  list: ListSettings;
  /** The items. */
  items: ListItem[];
}

/** Which list it is. Only `kind` is accepted; the other fields are recognised and refused. */
export interface ListSettings {
  /** `ordered`: 1. 2. 3., inside it a. b. c., then i. ii. iii.; `bullet`: •, inside it ◦, then ▪. */
  kind: "ordered" | "bullet";
  /** Refused: the layout feature is not wired. */
  marker_gap?: Refused;
  /** Refused: the layout feature is not wired. */
  item_spacing?: Refused;
  /** Refused: the layout feature is not wired. */
  start_at?: Refused;
  /** Refused: the layout feature is not wired. */
  continuation?: Refused;
}

/** An item of a list. */
export interface ListItem {
  /** What it is made of: paragraphs, and lists inside it. */
  blocks: Block[];
}

/** What comes after it begins on a new page. Only in the body of a Fixed Canvas and in blocks of a Flow Document, and not in lists. */
export interface PageBreakBlock {
  /** Says that the block is a page break. */
  type: "page_break";
}

/** A part of a paragraph. */
export type Inline = TextInline | VariableInline | LineBreakInline | TabInline;

/** Characters with one look. */
export interface TextInline {
  /** Says that the inline is text. */
  type: "text";
  /** The characters. A line feed breaks the line. */
  text: string;
  /** Look of the characters. */
  style?: RunStyle;
  /** What a click on the characters leads to. Not where the element has a link, in table cells and in barcodes. */
  link?: LinkSpec;
}

/** A value that is put in. */
export interface VariableInline {
  /** Says that the inline is a variable. */
  type: "variable";
  /** With the scope `system` `page` or `total_pages`; with `binding` a path of a template's record. */
  name: string;
  /** `system`; `binding` in templates only; `computed` is refused. */
  scope: "system" | "binding" | "computed";
  /** Look of the value. */
  style?: RunStyle;
}

/** The line ends here. */
export interface LineBreakInline {
  /** Says that the inline is a line break. */
  type: "line_break";
}

/** To the next multiple of 10 mm from the paragraph's start. Not in table cells and barcodes. */
export interface TabInline {
  /** Says that the inline is a tab. */
  type: "tab";
}
