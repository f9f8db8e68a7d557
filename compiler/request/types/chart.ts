// The charts of a request.
import type { BoxSpacing, Color, FillStyle, integer, LinkSpec, Placement, StrokeStyle } from "./common.js";
import type { FontWeight, TextDirection } from "./text.js";
import type { ProjectionReference } from "./table.js";

export type ChartKind = "bar" | "line" | "area" | "combo" | "pie" | "donut" | "waterfall" | "scatter" | "range" | "heatmap";

export interface ChartElement {
  type: "chart";
  kind: ChartKind;
  layout?: Placement;
  width: number;
  height: number;
  padding?: BoxSpacing;
  data: ChartData | ProjectionReference;
  options?: ChartOptions;
  theme?: ChartTheme;
  axes?: ChartAxes;
  grid?: ChartGrid;
  legend?: ChartLegend;
  data_labels?: ChartDataLabels;
  annotations?: ChartAnnotations;
  alt?: string;
  link?: LinkSpec;
  comment?: string;
}

export interface ChartData {
  labels?: string[];
  series: ChartSeries[];
}

export interface ChartSeries extends SeriesPresentation {
  name: string;
  values?: (number | null)[];
  points?: ScatterPoint[];
  lower_values?: (number | null)[];
  upper_values?: (number | null)[];
  point_kinds?: PointKind[];
}

export type PointKind = "delta" | "subtotal" | "total";

/** What literal series and projected series share. */
export interface SeriesPresentation {
  kind?: "bar" | "line" | "area";
  value_axis?: "primary" | "secondary";
  options?: SeriesOptions;
  stack?: SeriesStack;
  format?: NumberFormat;
  color?: Color;
  colors?: Color[];
  stroke?: StrokeStyle;
  fill?: ChartFillStyle;
  marker?: ChartMarker;
}

export interface ScatterPoint {
  x: number;
  y: number | null;
  size?: number;
}

export type Curve = "linear" | "monotone" | "step";
export type AreaFill = "gradient" | "solid" | "pattern" | "none";

export interface SeriesOptions {
  corner_radius?: number;
  curve?: Curve;
  connect_nulls?: boolean;
  area_fill?: AreaFill;
  show_line?: boolean;
}

export interface SeriesStack {
  group: string;
  mode?: "normal" | "percent";
}

export interface ChartMarker {
  show?: boolean;
  shape?: "circle" | "square" | "diamond" | "triangle";
  /** mm */
  size?: number;
}

export interface NumberFormat {
  notation?: "standard" | "compact";
  decimals?: integer;
  grouping?: boolean;
  prefix?: string;
  suffix?: string;
}

/** Which apply depends on the kind. */
export interface ChartOptions {
  orientation?: "vertical" | "horizontal";
  category_gap_ratio?: number;
  bar_gap_ratio?: number;
  corner_radius?: number;
  curve?: Curve;
  connect_nulls?: boolean;
  area_fill?: AreaFill;
  start_angle?: number;
  pad_angle?: number;
  inner_radius?: number;
  show_connectors?: boolean;
  bubble_min_size?: number;
  bubble_max_size?: number;
  cell_gap?: number;
}

export interface ChartTheme {
  preset?: "dashboard_light" | "business_light" | "executive_dark" | "print_mono";
  palette?: Color[];
  background?: ChartFillStyle;
  text?: ChartTextStyle;
}

export interface ChartTextStyle {
  font_family?: string;
  font_size?: number;
  font_weight?: FontWeight;
  font_style?: "normal" | "italic";
  font_mode?: "strict" | "prefer";
  color?: Color;
  opacity?: number;
  letter_spacing?: number;
  direction?: TextDirection;
}

/** Exactly one of `color`, `gradient`, `pattern`. */
export interface ChartFillStyle {
  color?: Color;
  gradient?: ChartGradient;
  pattern?: ChartPattern;
  opacity?: number;
}

export interface ChartGradient {
  kind: "linear";
  angle?: number;
  stops: GradientStop[];
}

export interface GradientStop {
  offset: number;
  color: Color;
  opacity?: number;
}

export interface ChartPattern {
  kind: "diagonal" | "crosshatch" | "dots";
  color?: Color;
  background?: PatternBackground;
  spacing?: number;
  stroke?: StrokeStyle;
}

export interface PatternBackground {
  color: Color;
}

export interface ChartAxes {
  category?: CategoryAxis;
  row?: CategoryAxis;
  x?: ValueAxis;
  values?: ValueAxes;
  zero_alignment?: "auto" | "on" | "off";
}

export interface ValueAxes {
  primary?: ValueAxis;
  secondary?: ValueAxis;
}

export interface CategoryAxis {
  show?: boolean;
  title?: string;
  position?: "left" | "right" | "top" | "bottom";
  label_overflow?: "auto" | "ellipsis" | "rotate" | "hide" | "error";
  label_rotation?: number;
  text?: ChartTextStyle;
}

export interface ValueAxis {
  show?: boolean;
  title?: string;
  position?: "left" | "right" | "top" | "bottom";
  scale?: "linear";
  include_zero?: "auto" | "always" | "never";
  min?: number;
  max?: number;
  tick_count?: integer;
  format?: NumberFormat;
  text?: ChartTextStyle;
}

export interface ChartGrid {
  show?: boolean;
  axis?: "category" | "value" | "both" | "x" | "y";
  value_axis?: "primary" | "secondary";
  stroke?: StrokeStyle;
}

export interface ChartLegend {
  show?: boolean;
  position?: "top" | "right" | "bottom" | "left";
  align?: "start" | "center" | "end";
  text?: ChartTextStyle;
}

export interface ChartDataLabels {
  show?: boolean;
  mode?: "value" | "percent" | "label" | "label_and_value" | "label_and_percent";
  position?: "inside" | "outside" | "end" | "above" | "below";
  overflow?: "hide" | "error";
  format?: NumberFormat;
}

export interface ChartAnnotations {
  lines?: AnnotationLine[];
  bands?: AnnotationBand[];
}

export interface AnnotationLine {
  value: number;
  axis?: "primary" | "secondary" | "x";
  label?: string;
  stroke?: StrokeStyle;
}

export interface AnnotationBand {
  from: number;
  to: number;
  axis?: "primary" | "secondary" | "x";
  label?: string;
  fill?: FillStyle;
  stroke?: StrokeStyle;
}
