// The shapes, links, images and barcodes of a request, and the layout and defaults of containers.
import type { BoxSpacing, Color, FillStyle, integer, LinkBorder, LinkSpec, LinkTarget, Placement, StrokeStyle } from "./common.js";
import type { TextStyle } from "./text.js";

/** Coordinates are in the parent's content box. */
export interface LineElement {
  type: "line";
  layout?: Placement;
  comment?: string;
  link?: LinkSpec;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  stroke?: StrokeStyle;
}

export interface RectElement {
  type: "rect";
  layout?: Placement;
  comment?: string;
  link?: LinkSpec;
  /** a multiple of 90 */
  rotation?: number;
  width: number;
  height: number;
  fill?: FillStyle;
  stroke?: StrokeStyle;
  /** mm */
  corner_radius?: number;
}

export interface CircleElement {
  type: "circle";
  layout?: Placement;
  comment?: string;
  link?: LinkSpec;
  cx: number;
  cy: number;
  r: number;
  fill?: FillStyle;
  stroke?: StrokeStyle;
}

export interface EllipseElement {
  type: "ellipse";
  layout?: Placement;
  comment?: string;
  link?: LinkSpec;
  /** a multiple of 90 */
  rotation?: number;
  cx: number;
  cy: number;
  rx: number;
  ry: number;
  fill?: FillStyle;
  stroke?: StrokeStyle;
}

export interface PolygonElement {
  type: "polygon";
  layout?: Placement;
  comment?: string;
  link?: LinkSpec;
  points: PolygonPoint[];
  fill?: FillStyle;
  stroke?: StrokeStyle;
}

export interface PolygonPoint {
  x: number;
  y: number;
}

/** SVG path data in the units of `view_box`, scaled to `width` by `height` mm. */
export interface PathElement {
  type: "path";
  layout?: Placement;
  comment?: string;
  link?: LinkSpec;
  rotation?: number;
  width: number;
  height: number;
  view_box: ViewBox;
  d: string;
  fill?: FillStyle;
  stroke?: StrokeStyle;
  alt?: string;
}

export interface ViewBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A clickable area without content. */
export interface LinkElement {
  type: "link";
  layout?: Placement;
  comment?: string;
  width: number;
  height: number;
  target: LinkTarget;
  alt?: string;
  padding?: number;
  border?: LinkBorder;
}

export interface ImageElement extends ImageContent {
  type: "image";
  layout?: Placement;
  comment?: string;
  link?: LinkSpec;
}

/** A picture filling `width` by `height` mm; exactly one of `asset` and `source`. */
export interface ImageContent {
  width: number;
  height: number;
  asset?: string;
  format?: ImageFormat;
  source?: ImageSource;
  rotation?: number;
  alt?: string;
}

export type ImageFormat = "jpg" | "jpeg" | "png" | "webp" | "svg";
export type ImageSource = AssetSource | Base64Source;

export interface AssetSource {
  kind: "asset";
  key: string;
  format?: ImageFormat;
}

export interface Base64Source {
  kind: "base64";
  format: ImageFormat;
  payload: string;
}

export interface BarcodeElement extends BarcodeContent {
  type: "barcode";
  layout?: Placement;
  comment?: string;
  link?: LinkSpec;
}

export interface BarcodeContent {
  /** a symbology's name, compared without case, `-` and `_` */
  format: string;
  content: string;
  width: number;
  height: number;
  style?: BarcodeStyle;
  options?: BarcodeOptions;
  barcode_text?: BarcodeText;
  rotation?: integer;
  alt?: string;
}

export interface BarcodeStyle {
  color?: Color;
  fill?: FillStyle;
}

/** Each only where the symbology has it (decisions §1). */
export interface BarcodeOptions {
  error_correction?: string | number;
  version?: string | number;
  mask?: integer;
  columns?: integer;
  rows?: integer;
  shape?: "square" | "rectangle";
  layers?: integer;
  mode?: integer;
  quiet_zone?: number;
  module_width?: number;
  bar_width_reduction?: number;
  dpi?: integer;
  include_check_digit?: boolean;
  bar_ratio?: number;
  bearer_bars?: boolean;
}

/**
 * What the barcode says, for people. At the bottom, EAN, UPC and ISBN show their digits as retail symbols do, between longer guard bars; their
 * style's font_size is then that of the digits under the bars, and the standard's where it is not given (decisions §1).
 */
export interface BarcodeText {
  enabled?: boolean;
  position?: "bottom" | "top";
  /** mm between the bars and the text, of retail symbols the digits' upper edge; default 0.5 */
  offset?: number;
  style?: TextStyle;
}

export interface ContainerLayout extends Placement {
  children: ContainerChildren;
}

export interface ContainerChildren {
  mode: "coordinate" | "linear";
  padding?: BoxSpacing;
  overflow?: "visible" | "clip" | "paginate";
  axis?: "horizontal" | "vertical";
  gap?: number;
  main_align?: "start" | "center" | "end" | "space_between";
  cross_align?: "start" | "center" | "end" | "stretch";
  wrap?: boolean;
}

/** The four groups of `settings.defaults`; the flat names are recognised and refused with API-002. */
export interface Defaults {
  text?: TextStyle;
  stroke?: StrokeStyle;
  fill?: FillStyle;
  shape?: ShapeDefaults;
  font_family?: unknown;
  font_size?: unknown;
  color?: unknown;
  unit?: unknown;
}

export interface ShapeDefaults {
  /** mm */
  corner_radius?: number;
}
