// Styles of texts in a request.
import type { Refused } from "./forms.js";
import type { BoxSpacing, Color, FillStyle, integer, StrokeStyle } from "./common.js";

/** Weight of a font: `normal` 400, `medium` 500, `semibold` 600, `bold` 700, or a whole number from 1 to 1000. A variable font has it as far as its axis reaches; of others the nearest face is used. @integers */
export type FontWeight = "normal" | "medium" | "semibold" | "bold" | integer;

/** Style of a run of characters. Absent fields are inherited, ultimately from the service. */
export interface RunStyle {
  /** Name of a family, or PostScript name of a face, compared without case, spaces and hyphens. If none is declared, fonts are selected by the characters. @examples ["Noto Sans", "Noto Serif", "Noto Sans Mono"] */
  font_family?: string;
  /** Size of the font. @unit pt @minimum 0.001 @maximum 10000 @default 12 */
  font_size?: number;
  /** Weight of the font. @default "normal" */
  font_weight?: FontWeight;
  /** Upright or slanted; a family without italics is slanted by 12 degrees. @default "normal" */
  font_style?: "normal" | "italic";
  /** `strict`: a character that the family lacks is API-002; `prefer`: other fonts supply such characters. Requires `font_family`. @default "strict" */
  font_mode?: "strict" | "prefer";
  /** Colour of the characters. @default "#000000" */
  color?: Color;
  /** From 0 (invisible) to 1 (opaque). @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
  /** Space added after each character; negative values reduce it. @unit mm @default 0 */
  letter_spacing?: number;
  /** OpenType features by tag, each with its value: 0 is off, 1 on, more chooses among alternates. Tags that are inherited and not named here keep their value. @examples [{"tnum": 1, "smcp": 1, "liga": 0}] */
  font_features?: FontFeatures;
  /** Family that shows emoji, in colour if it has colours; what it lacks is shown as without. @examples ["Noto Color Emoji"] */
  emoji_family?: string;
  /** Coordinates of a variable font's axes by tag, rounded to 1/1000. Tags that are inherited and not named here keep their value, while the family stays the same. `wght` is preferred to `font_weight`. @examples [{"wdth": 87.5, "opsz": 14}] */
  font_variations?: FontVariations;
  /** Raised or lowered small text. @default "normal" */
  script?: "normal" | "superscript" | "subscript";
  /** Coloured band behind the characters. */
  highlight?: Highlight;
  /** Lines under, over or through the characters. */
  decoration?: Decoration;
  /** Changes of style for linked characters. */
  link_style?: LinkStyle;
}

/** OpenType features by tag: four letters or digits. A value is a whole number from 0 to 65535. @entries integer */
export interface FontFeatures {
  [tag: string]: integer;
}

/** Coordinates by the tags of axes: four letters or digits. */
export interface FontVariations {
  [tag: string]: number;
}

/** A coloured band behind characters. */
export interface Highlight {
  /** Colour of the band. @default "#FFFF00" */
  color?: Color;
  /** From 0 (invisible) to 1 (opaque). @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
  /** Radius of the corners. @unit mm @minimum 0 @default 0 */
  corner_radius?: number;
  /** Extension beyond the characters. @unit mm @minimum 0 @default 0 */
  padding?: number;
}

/** Lines of text; adjacent runs with equal ones share an unbroken line. */
export interface Decoration {
  /** Positions of the lines. */
  lines: ("underline" | "line_through" | "overline")[];
  /** Colour of the lines; by default that of the characters. */
  color?: Color;
  /** Thickness of the lines; by default that of the font. @unit mm @exclusiveMinimum 0 */
  thickness?: number;
  /** Style of the lines. @default "solid" */
  style?: "solid" | "double" | "dotted" | "dashed";
}

/** Changes of style for linked characters. */
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

/** Alignment of lines; by default at the start of the paragraph's direction. */
export type TextAlign = "left" | "center" | "right" | "justify";
/** Direction of a paragraph; `auto` is that of the first character with a direction. */
export type TextDirection = "auto" | "ltr" | "rtl";
/** Treatment of text higher than its frame: visible, clipped, ended by an ellipsis, or continued on the next page. */
export type TextOverflow = "visible" | "clip" | "ellipsis" | "paginate";
/** Position of text in a higher frame. */
export type VerticalAlign = "top" | "middle" | "bottom";

/** Style of plain and span text: run style, and shorthands of paragraph and frame. The shorthands of the frame are refused in table cells and barcodes. */
export interface TextStyle extends RunStyle {
  /** `keep_together`: divided inside only if wider than the line; `no_wrap`: never divided. @default "normal" */
  wrap_policy?: "normal" | "keep_together" | "no_wrap";
  /** Alignment of the lines; by default at the start of the paragraph. */
  text_align?: TextAlign;
  /** Direction of the paragraph. @default "auto" */
  direction?: TextDirection;
  /** Line height, as a multiple of the font size; by default that of the font: 1.2 for Latin, Greek, Cyrillic, Chinese, Japanese and Korean, more for other scripts. @exclusiveMinimum 0 */
  line_height?: number;
  /** Width of the frame; by default that of the longest line. @unit mm @exclusiveMinimum 0 */
  width?: number;
  /** Height of the frame; by default that of the lines. @unit mm @exclusiveMinimum 0 */
  height?: number;
  /** Position of the lines in a higher frame. Lines that exceed a lower one do so at both edges with `middle`, at the upper edge with `bottom`. @default "top" */
  vertical_align?: VerticalAlign;
  /** Treatment of lines that exceed the frame. `paginate` requires text in the body of a page. @default "visible" */
  text_overflow?: TextOverflow;
  /** Reduces the font size until all lines fit and no word is divided. @default false */
  shrink_to_fit?: boolean;
  /** Minimum size for `shrink_to_fit`. @unit pt @minimum 0.001 @default 4 */
  min_font_size?: number;
}

/** Style of a paragraph of block text. The fields from `space_before` on are recognised and refused: the layout feature is not wired. */
export interface ParagraphStyle {
  /** Alignment of the lines; by default at the start of the paragraph. */
  align?: TextAlign;
  /** Direction of the paragraph. @default "auto" */
  direction?: TextDirection;
  /** Line height, as a multiple of the font size; by default that of the font. @exclusiveMinimum 0 */
  line_height?: number;
  /** Refused. Use an empty paragraph, or separate texts that flow with `gap_after`. */
  space_before?: Refused;
  /** Refused. Use an empty paragraph, or separate texts that flow with `gap_after`. */
  space_after?: Refused;
  /** Refused. Use the padding of the frame. */
  indent_left?: Refused;
  /** Refused. Use the padding of the frame. */
  indent_right?: Refused;
  /** Refused. Use a tab at the beginning. */
  indent_first_line?: Refused;
  /** Refused. Use a list. */
  hanging_indent?: Refused;
  /** Refused. Use `pagination.keep_together` of a Flow Document's nodes. */
  keep_together?: Refused;
  /** Refused. Use `pagination.keep_with_next` of a Flow Document's nodes. */
  keep_with_next?: Refused;
  /** Refused. Use `pagination.orphan_lines` and `widow_lines` of a Flow Document's nodes. */
  widow_orphan_control?: Refused;
  /** Refused. Tabs advance to the next multiple of 10 mm; use a table for columns of other widths. */
  tabs?: Refused;
}

/** Frame of block text. */
export interface TextFrame {
  /** Width of the frame; by default that of the longest line. @unit mm @exclusiveMinimum 0 */
  width?: number;
  /** Height of the frame; by default that of the lines. Not with `page_break` blocks. @unit mm @exclusiveMinimum 0 */
  height?: number;
  /** Position of the lines in a higher frame. Lines that exceed a lower one do so at both edges with `middle`, at the upper edge with `bottom`; those of several columns at the lower edge. @default "top" */
  vertical_align?: VerticalAlign;
  /** Treatment of lines that exceed the frame. `paginate` requires text in the body of a page, without rotation and `shrink_to_fit`. @default "visible" */
  overflow?: TextOverflow;
  /** Reduces the font size until all lines fit and no word is divided. @default false */
  shrink_to_fit?: boolean;
  /** Minimum size for `shrink_to_fit`. @unit pt @minimum 0.001 @default 4 */
  min_font_size?: number;
  /** Padding of the frame. */
  padding?: BoxSpacing;
  /** Outline of the frame; by default none. */
  stroke?: StrokeStyle;
  /** Fill of the frame; by default none. */
  fill?: FillStyle;
  /** Number of columns. More than one only in the body of a page. @minimum 1 @maximum 32 @default 1 */
  columns?: integer;
  /** Distance between columns. @unit mm @minimum 0 @default 0 */
  column_gap?: number;
}
