// The layers of a request: background, stamp and watermark.
import type { Color, FillStyle } from "./common.js";
import type { Element } from "./element.js";
import type { Decoration, FontWeight, Highlight, LinkStyle, TextAlign, TextDirection, TextOverflow, VerticalAlign } from "./text.js";

/** Decorative content around the body, in physical page coordinates. */
export interface Layers {
  background?: BackgroundLayer;
  watermark?: WatermarkLayer;
  stamp?: StampLayer;
}

export type Repeat = "all_pages" | "first_page" | "last_page";

export interface BackgroundLayer {
  repeat?: Repeat;
  fill?: FillStyle;
  elements?: Element[];
}

export interface StampLayer {
  repeat?: Repeat;
  elements?: Element[];
}

export interface WatermarkLayer {
  repeat?: Repeat;
  opacity?: number;
  template: WatermarkTemplate;
  style?: WatermarkStyle;
  layout?: WatermarkLayout;
}

export interface WatermarkTemplate {
  type: "text";
  content: string;
}

/** A text style; path presets refuse the frame fields, `background`, `decoration`, `link_style` and `wrap_policy`. */
export interface WatermarkStyle {
  font_family?: string;
  font_size?: number;
  font_weight?: FontWeight;
  font_style?: "normal" | "italic";
  font_mode?: "strict" | "prefer";
  color?: Color;
  opacity?: number;
  letter_spacing?: number;
  script?: "normal" | "superscript" | "subscript";
  highlight?: Highlight;
  decoration?: Decoration;
  link_style?: LinkStyle;
  wrap_policy?: "normal" | "keep_together" | "no_wrap";
  text_align?: TextAlign;
  direction?: TextDirection;
  line_height?: number;
  width?: number;
  height?: number;
  vertical_align?: VerticalAlign;
  text_overflow?: TextOverflow;
  shrink_to_fit?: boolean;
  min_font_size?: number;
  background?: unknown;
}

export interface WatermarkLayout {
  preset?: "center" | "tile" | "diagonal_tile" | "arc_outside" | "arc_inside" | "wave";
  angle?: number;
  gap_x?: number;
  gap_y?: number;
  offset_x?: number;
  offset_y?: number;
  stagger_x?: number;
  center_x?: number;
  center_y?: number;
  radius?: number;
  start_x?: number;
  start_y?: number;
  amplitude?: number;
  wavelength?: number;
}

/** Page furniture: a header or footer. */
export interface Section {
  layout: SectionLayout;
  elements?: Element[];
}

export interface SectionLayout {
  /** mm */
  height: number;
}
