// The layers of a request: background, stamp and watermark.
import type { Forms, May, Refused } from "./forms.js";
import type { Color, FillStyle } from "./common.js";
import type { Element } from "./element.js";
import type {
  FontFeatures,
  Decoration,
  FontWeight,
  Highlight,
  LinkStyle,
  TextAlign,
  TextDirection,
  TextOverflow,
  VerticalAlign,
} from "./text.js";

/** Decorative content around the body, in physical page coordinates. */
export interface Layers {
  /** Under everything else. */
  background?: BackgroundLayer;
  /** Text over the body and under the stamp. */
  watermark?: WatermarkLayer;
  /** Over everything else. */
  stamp?: StampLayer;
}

/** The pages that a layer is on. */
export type Repeat = "all_pages" | "first_page" | "last_page";

/** What is under everything else. */
export interface BackgroundLayer {
  /** The pages it is on. @default "all_pages" */
  repeat?: Repeat;
  /** Painted over the whole page. */
  fill?: FillStyle;
  /** Elements at coordinates of the page, whatever its margins; no tables. */
  elements?: Element[];
}

/** What is over everything else. */
export interface StampLayer {
  /** The pages it is on. @default "all_pages" */
  repeat?: Repeat;
  /** Elements at coordinates of the page, whatever its margins; no tables. */
  elements?: Element[];
}

/** A text over the page: once, in tiles, or along an arc or a wave. */
export interface WatermarkLayer {
  /** The pages it is on. @default "all_pages" */
  repeat?: Repeat;
  /** From 0, nothing is seen, to 1. @minimum 0 @maximum 1 @default 0.15 */
  opacity?: number;
  /** What it says. */
  template: WatermarkTemplate;
  /** The look of its text. */
  style?: WatermarkStyle;
  /** Where it is. */
  layout?: WatermarkLayout;
}

/** What a watermark says. */
export interface WatermarkTemplate {
  /** The only type there is. */
  type: "text";
  /** The text. Along an arc or a wave it is one line of at most 32 characters. */
  content: string;
}

/** A text style; `arc_outside`, `arc_inside` and `wave` refuse the fields of a frame, `decoration`, `link_style` and `wrap_policy`. */
export interface WatermarkStyle {
  /** Family of the font; see `TextStyle`. @examples ["Noto Sans", "Noto Serif"] */
  font_family?: string;
  /** Size of the font: 48, and 18 on a `wave`, where no size is declared here or in `settings.defaults.text`. @unit pt @minimum 0.001 @maximum 10000 */
  font_size?: number;
  /** Weight of the font. @default "normal" */
  font_weight?: FontWeight;
  /** Upright or slanted. @default "normal" */
  font_style?: "normal" | "italic";
  /** Whether another family may fill in. Only beside `font_family`. @default "strict" */
  font_mode?: "strict" | "prefer";
  /** Colour of the text. @default "#000000" */
  color?: Color;
  /** Opacity of the text, inside that of the layer. @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
  /** Room added after each character; negative takes some away. @unit mm @default 0 */
  letter_spacing?: number;
  /** OpenType features by tag, each with its value: 0 is off, 1 on, more chooses among alternates. Tags that are inherited and not named here keep their value. @examples [{"tnum": 1, "smcp": 1, "liga": 0}] */
  font_features?: FontFeatures;
  /** Raised or lowered small text. @default "normal" */
  script?: "normal" | "superscript" | "subscript";
  /** A coloured band behind the text. */
  highlight?: Highlight;
  /** Lines under, over or through the text. Not along a path. */
  decoration?: Decoration;
  /** No effect: a watermark has no links. Not along a path. */
  link_style?: LinkStyle;
  /** Where the text may be broken; `no_wrap` for the preset `center`, else `normal`. Not along a path. */
  wrap_policy?: "normal" | "keep_together" | "no_wrap";
  /** Alignment of the lines in the text's box. */
  text_align?: TextAlign;
  /** Direction of the paragraph. @default "auto" */
  direction?: TextDirection;
  /** Height of a line, as a multiple of the font size; without it the font's own. @exclusiveMinimum 0 */
  line_height?: number;
  /** Width of the text's box. Not along a path. @unit mm @exclusiveMinimum 0 */
  width?: number;
  /** Height of the text's box. Not along a path. @unit mm @exclusiveMinimum 0 */
  height?: number;
  /** Where the text is in a box that is higher. @default "top" */
  vertical_align?: VerticalAlign;
  /** What happens to text that is higher than its box. `paginate` is refused. Not along a path. @default "visible" */
  text_overflow?: TextOverflow;
  /** Whether the font gets smaller until the text fits its box. Not along a path. @default false */
  shrink_to_fit?: boolean;
  /** The least size that `shrink_to_fit` may come to. @unit pt @minimum 0.001 @default 4 */
  min_font_size?: number;
  /** Refused: a watermark has no background. */
  background?: Refused;
}

/** Where a watermark is. Each field belongs to some presets, and is refused with others. */
export interface WatermarkLayoutFields {
  /** Once in the middle; in level or slanted tiles over the page; or one line along an arc or a wave. @default "center" */
  preset?: "center" | "tile" | "diagonal_tile" | "arc_outside" | "arc_inside" | "wave";
  /** Rotation, clockwise: 315 for `diagonal_tile`, else 0. On an arc, where the middle of the text is: 90 for `arc_outside`, 270 for `arc_inside`. Not on a wave. @unit degrees */
  angle?: number;
  /** Distance between tiles, across. Only with tiles. @unit mm @minimum 0 @default 20 */
  gap_x?: number;
  /** Distance between rows of tiles. Only with tiles. @unit mm @minimum 0 @default 20 */
  gap_y?: number;
  /** How far all is moved to the right. With `center` and tiles. @unit mm @default 0 */
  offset_x?: number;
  /** How far all is moved down. With `center` and tiles. @unit mm @default 0 */
  offset_y?: number;
  /** How far every second row is moved to the right. Only with tiles. @unit mm @default 0 */
  stagger_x?: number;
  /** Middle of an arc's circle, from the left; without it the middle of the page. @unit mm */
  center_x?: number;
  /** Middle of an arc's circle, from the top; without it the middle of the page. @unit mm */
  center_y?: number;
  /** Radius of an arc; without it 0.28 of the page's shorter side. @unit mm @exclusiveMinimum 0 */
  radius?: number;
  /** Where a wave begins, from the left; without it the text is centred. @unit mm */
  start_x?: number;
  /** Middle line of a wave, from the top; without it the middle of the page. @unit mm */
  start_y?: number;
  /** Height of a wave above its middle line. @unit mm @minimum 0 @default 6 */
  amplitude?: number;
  /** Length of a wave. @unit mm @exclusiveMinimum 0 @default 42 */
  wavelength?: number;
}

/** The fields of its preset. */
export type WatermarkLayout = Forms<
  WatermarkLayoutFields,
  | ({ preset?: "center" } & May<WatermarkLayoutFields, "angle" | "offset_x" | "offset_y">)
  | ({ preset: "tile" | "diagonal_tile" } & May<WatermarkLayoutFields, "angle" | "offset_x" | "offset_y" | "gap_x" | "gap_y" | "stagger_x">)
  | ({ preset: "arc_outside" | "arc_inside" } & May<WatermarkLayoutFields, "angle" | "center_x" | "center_y" | "radius">)
  | ({ preset: "wave" } & May<WatermarkLayoutFields, "start_x" | "start_y" | "amplitude" | "wavelength">)
>;

/** Page furniture: a header or footer, on every page. */
export interface Section {
  /** Its room. */
  layout: SectionLayout;
  /** Its elements, at coordinates that count from the section's own upper edge. */
  elements?: Element[];
}

/** The room of a header or footer. */
export interface SectionLayout {
  /** Height of the section, less than that of the page. A footer's is taken from the room that paginated content has. @unit mm @minimum 0 */
  height: number;
}
