// Layers of a request: background, watermark, stamp.
import type { Forms, May, Refused } from "./forms.js";
import type { Color, FillStyle } from "./common.js";
import type { Element } from "./element.js";
import type {
  FontFeatures,
  FontVariations,
  Decoration,
  FontWeight,
  Highlight,
  LinkStyle,
  TextAlign,
  TextDirection,
  TextOverflow,
  VerticalAlign,
} from "./text.js";

/** Decoration around the body, in coordinates of the page. */
export interface Layers {
  /** Below all other content. */
  background?: BackgroundLayer;
  /** Text above the body and below the stamp. */
  watermark?: WatermarkLayer;
  /** Above all other content. */
  stamp?: StampLayer;
}

/** Pages of a layer. */
export type Repeat = "all_pages" | "first_page" | "last_page";

/** Content below all other. */
export interface BackgroundLayer {
  /** Pages of the layer. @default "all_pages" */
  repeat?: Repeat;
  /** Fill of the whole page. */
  fill?: FillStyle;
  /** Elements at coordinates of the page, regardless of margins; no tables. */
  elements?: Element[];
}

/** Content above all other. */
export interface StampLayer {
  /** Pages of the layer. @default "all_pages" */
  repeat?: Repeat;
  /** Elements at coordinates of the page, regardless of margins; no tables. */
  elements?: Element[];
}

/** A text over the page: one, in tiles, or along an arc or wave. */
export interface WatermarkLayer {
  /** Pages of the layer. @default "all_pages" */
  repeat?: Repeat;
  /** From 0 (invisible) to 1 (opaque). @minimum 0 @maximum 1 @default 0.15 */
  opacity?: number;
  /** Text of the watermark. */
  template: WatermarkTemplate;
  /** Style of the text. */
  style?: WatermarkStyle;
  /** Position and form of the text. */
  layout?: WatermarkLayout;
}

/** Text of a watermark. */
export interface WatermarkTemplate {
  /** The only type. */
  type: "text";
  /** The text. Along an arc or wave it is one line of at most 32 characters. */
  content: string;
}

/** A text style; `arc_outside`, `arc_inside` and `wave` refuse the fields of a frame, `decoration`, `link_style` and `wrap_policy`. */
export interface WatermarkStyle {
  /** Family of the font; see `TextStyle`. @examples ["Noto Sans", "Noto Serif"] */
  font_family?: string;
  /** Size of the font; by default that of `settings.defaults.text`, otherwise 48, or 18 on a `wave`. @unit pt @minimum 0.001 @maximum 10000 */
  font_size?: number;
  /** Weight of the font. @default "normal" */
  font_weight?: FontWeight;
  /** Upright or slanted. @default "normal" */
  font_style?: "normal" | "italic";
  /** Permits other families for missing characters. Requires `font_family`. @default "strict" */
  font_mode?: "strict" | "prefer";
  /** Colour of the text. @default "#000000" */
  color?: Color;
  /** Opacity of the text, multiplied by that of the layer. @minimum 0 @maximum 1 @default 1 */
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
  /** Coloured band behind the text. */
  highlight?: Highlight;
  /** Lines under, over or through the text. Not along a path. */
  decoration?: Decoration;
  /** No effect: a watermark has no links. Not along a path. */
  link_style?: LinkStyle;
  /** Line breaks; by default `no_wrap` for the preset `center`, otherwise `normal`. Not along a path. */
  wrap_policy?: "normal" | "keep_together" | "no_wrap";
  /** Alignment of the lines in the box of the text. */
  text_align?: TextAlign;
  /** Direction of the paragraph. @default "auto" */
  direction?: TextDirection;
  /** Line height, as a multiple of the font size; by default that of the font. @exclusiveMinimum 0 */
  line_height?: number;
  /** Width of the box. Not along a path. @unit mm @exclusiveMinimum 0 */
  width?: number;
  /** Height of the box. Not along a path. @unit mm @exclusiveMinimum 0 */
  height?: number;
  /** Position of the text in a higher box. @default "top" */
  vertical_align?: VerticalAlign;
  /** Treatment of text higher than its box. `paginate` is refused. Not along a path. @default "visible" */
  text_overflow?: TextOverflow;
  /** Reduces the font size until the text fits its box. Not along a path. @default false */
  shrink_to_fit?: boolean;
  /** Minimum size for `shrink_to_fit`. @unit pt @minimum 0.001 @default 4 */
  min_font_size?: number;
  /** Refused: a watermark has no background. */
  background?: Refused;
}

/** Position and form of a watermark. Each field belongs to certain presets, and is refused with others. */
export interface WatermarkLayoutFields {
  /** One text in the centre; horizontal or diagonal tiles over the page; or one line along an arc or wave. @default "center" */
  preset?: "center" | "tile" | "diagonal_tile" | "arc_outside" | "arc_inside" | "wave";
  /** Clockwise rotation; by default 315 for `diagonal_tile`, otherwise 0. On an arc, the position of the middle of the text; by default 90 for `arc_outside`, 270 for `arc_inside`. Not on a wave. @unit degrees */
  angle?: number;
  /** Horizontal distance between tiles. Only with tiles. @unit mm @minimum 0 @default 20 */
  gap_x?: number;
  /** Distance between rows of tiles. Only with tiles. @unit mm @minimum 0 @default 20 */
  gap_y?: number;
  /** Offset to the right. With `center` and tiles. @unit mm @default 0 */
  offset_x?: number;
  /** Offset downwards. With `center` and tiles. @unit mm @default 0 */
  offset_y?: number;
  /** Offset of every second row to the right. Only with tiles. @unit mm @default 0 */
  stagger_x?: number;
  /** Centre of an arc's circle, from the left; by default the centre of the page. @unit mm */
  center_x?: number;
  /** Centre of an arc's circle, from the top; by default the centre of the page. @unit mm */
  center_y?: number;
  /** Radius of an arc; by default 0.28 of the page's shorter side. @unit mm @exclusiveMinimum 0 */
  radius?: number;
  /** Start of a wave, from the left; by default the text is centred. @unit mm */
  start_x?: number;
  /** Centre line of a wave, from the top; by default the centre of the page. @unit mm */
  start_y?: number;
  /** Amplitude of a wave. @unit mm @minimum 0 @default 6 */
  amplitude?: number;
  /** Wavelength of a wave. @unit mm @exclusiveMinimum 0 @default 42 */
  wavelength?: number;
}

/** Fields by preset. */
export type WatermarkLayout = Forms<
  WatermarkLayoutFields,
  | ({ preset?: "center" } & May<WatermarkLayoutFields, "angle" | "offset_x" | "offset_y">)
  | ({ preset: "tile" | "diagonal_tile" } & May<WatermarkLayoutFields, "angle" | "offset_x" | "offset_y" | "gap_x" | "gap_y" | "stagger_x">)
  | ({ preset: "arc_outside" | "arc_inside" } & May<WatermarkLayoutFields, "angle" | "center_x" | "center_y" | "radius">)
  | ({ preset: "wave" } & May<WatermarkLayoutFields, "start_x" | "start_y" | "amplitude" | "wavelength">)
>;

/** A header or footer of each page. */
export interface Section {
  /** Size of the section. */
  layout: SectionLayout;
  /** Elements of the section, with coordinates from its upper edge. */
  elements?: Element[];
}

/** Size of a header or footer. */
export interface SectionLayout {
  /** Height of the section, less than that of the page. That of a footer reduces the space of paginated content. @unit mm @minimum 0 */
  height: number;
}
