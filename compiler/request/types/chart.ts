// The charts of a request.
import type { Forms, Given, May, Never } from "./forms.js";
import type { BoxSpacing, Color, FillStyle, integer, LinkSpec, Placement, StrokeStyle } from "./common.js";
import type { FontFeatures, FontWeight, TextDirection } from "./text.js";
import type { ProjectionReference } from "./table.js";

/** The kinds of charts. */
export type ChartKind = "bar" | "line" | "area" | "combo" | "pie" | "donut" | "waterfall" | "scatter" | "range" | "heatmap";

/** A chart, drawn as vectors. Its texts are single lines without variables. */
export interface ChartElement {
  /** Says that the element is a chart. */
  type: "chart";
  /** What the chart draws. `combo` has bars, lines and areas by series. */
  kind: ChartKind;
  /** Where the chart is. It is never turned. */
  layout?: Placement;
  /** Width of the chart. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the chart. @unit mm @exclusiveMinimum 0 */
  height: number;
  /** Room between the edges and the content. Without it 0, or 8 points where the theme has a background. */
  padding?: BoxSpacing;
  /** What it shows, or the projection that has it. */
  data: ChartData | ProjectionReference;
  /** What its kind lets be chosen. */
  options?: ChartOptions;
  /** Colours and text. */
  theme?: ChartTheme;
  /** The axes. Not of `pie` and `donut`. */
  axes?: ChartAxes;
  /** Lines across the plot. Not of `pie` and `donut`. */
  grid?: ChartGrid;
  /** Names of the series, of slices, or the scale of colours. */
  legend?: ChartLegend;
  /** Values at bars, points, slices and cells. */
  data_labels?: ChartDataLabels;
  /** Reference lines and bands. Not of `pie`, `donut` and `heatmap`; at most 32. */
  annotations?: ChartAnnotations;
  /** What the chart shows, for people who do not see it: a trend, a comparison, what a whole is made of. Required in `pdfa-ua1`. */
  alt?: string;
  /** What a click on the chart leads to. In `pdfa-ua1` it needs an `alt`. */
  link?: LinkSpec;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
}

/** What a chart shows. */
export interface ChartDataFields {
  /** Names of the categories, slices, or columns of a heatmap. Required except in scatter charts, which have none. Unique in `pie`, `donut` and `heatmap`. @maxItems 512 */
  labels?: string[];
  /** The series: exactly one in `pie`, `donut` and `waterfall`, the rows in a `heatmap`. All points together are at most 4096. @minItems 1 @maxItems 16 */
  series: ChartSeries[];
}

/** What a chart shows, when it has its data itself. */
export type ChartData = Forms<ChartDataFields, Never<"projection">>;

/** A series. Which fields it has depends on the kind of the chart. */
export interface ChartSeriesFields extends SeriesPresentation {
  /** Name of the series, unique in the chart. Not blank. @minLength 1 */
  name: string;
  /** A number for each label, null for none. In `pie` and `donut` numbers of at least 0 that come to more than 0. In `range` a value between the bounds. Not in `scatter`. */
  values?: (number | null)[];
  /** The points of a scatter chart, and only there. @minItems 1 */
  points?: ScatterPoint[];
  /** Lower bounds of a range chart, a number for each label, null where the upper one is. Only in `range`. */
  lower_values?: (number | null)[];
  /** Upper bounds of a range chart, none less than its lower one. Only in `range`. */
  upper_values?: (number | null)[];
  /** What each bar of a waterfall is; `delta` where it is absent. Only in `waterfall`. */
  point_kinds?: PointKind[];
}

/** `values`, or `points` of a scatter chart, or the bounds of a range chart. */
export type ChartSeries = Forms<
  ChartSeriesFields,
  | (Given<ChartSeriesFields, "values"> & May<ChartSeriesFields, "point_kinds">)
  | Given<ChartSeriesFields, "points">
  | (Given<ChartSeriesFields, "lower_values" | "upper_values"> & May<ChartSeriesFields, "values">)
>;

/** A bar of a waterfall: a change, a sum so far (its value is null), or a total. */
export type PointKind = "delta" | "subtotal" | "total";

/** What literal series and projected series share. */
export interface SeriesPresentation {
  /** How the series is drawn. Required in `combo`; elsewhere it must be the kind of the chart. */
  kind?: "bar" | "line" | "area";
  /** The value axis that it is measured on. `secondary` needs `axes.values.secondary`. @default "primary" */
  value_axis?: "primary" | "secondary";
  /** What its kind lets be chosen; over the options of the chart. */
  options?: SeriesOptions;
  /** Bars or areas that stand on each other. */
  stack?: SeriesStack;
  /** How its numbers are written; over the format of its axis. */
  format?: NumberFormat;
  /** Colour of the series; without it the next of the palette. In `pie` and `donut` of all slices. */
  color?: Color;
  /** Colours of the slices; in `waterfall` 3 or 4, of rise, fall, total and subtotal; in `heatmap` 2 to 9, from the least value to the greatest, the same in all series. @items.pattern ^#[0-9A-Fa-f]{6}$ */
  colors?: Color[];
  /** The line, or the outline of bars, slices and cells. No `compound`. */
  stroke?: StrokeStyle;
  /** Inside of bars, areas and slices; over `color`. */
  fill?: ChartFillStyle;
  /** Marks at the points of lines and areas. */
  marker?: ChartMarker;
}

/** A point of a scatter chart. */
export interface ScatterPoint {
  /** Place along the x axis. */
  x: number;
  /** Place along the value axis; null interrupts the line. */
  y: number | null;
  /** Makes the point a bubble, whose area is in proportion to it. @exclusiveMinimum 0 */
  size?: number;
}

/** How points are joined: straight, smooth without overshooting, or in steps. */
export type Curve = "linear" | "monotone" | "step";
/** How an area is filled. */
export type AreaFill = "gradient" | "solid" | "pattern" | "none";

/** What a series lets be chosen, by its kind. */
export interface SeriesOptions {
  /** Bars: radius of the corners at the end of the value. @unit mm @minimum 0 @default 0 */
  corner_radius?: number;
  /** Lines, areas and scatter: how points are joined. In scatter `monotone` needs x values that increase. @default "linear" */
  curve?: Curve;
  /** Lines, areas and scatter: whether the line goes on over a null. @default false */
  connect_nulls?: boolean;
  /** Areas: how the area is filled. `gradient` for a single area of the theme `dashboard_light`, `pattern` in `print_mono`, else `solid`. */
  area_fill?: AreaFill;
  /** Scatter: whether points are joined. @default false */
  show_line?: boolean;
}

/** Bars or areas that stand on each other. */
export interface SeriesStack {
  /** Name of the stack. Its members have one kind, value axis and mode. */
  group: string;
  /** `percent` shows shares of 100, and needs numbers of at least 0 that come to more than 0 at each label. @default "normal" */
  mode?: "normal" | "percent";
}

/** The mark of a point. */
export interface ChartMarker {
  /** Whether points have marks. Without it true where a marker is declared, and for lines of the themes `executive_dark` and `print_mono`. */
  show?: boolean;
  /** Shape of the marks: circles, and in the theme `print_mono` one after the other. */
  shape?: "circle" | "square" | "diamond" | "triangle";
  /** Diameter of the marks. @unit mm @exclusiveMinimum 0 @default 1.8 */
  size?: number;
}

/** How a number is written. It is rounded half away from zero on its decimal form. */
export interface NumberFormat {
  /** `compact` writes thousands as K, M, B and T. @default "standard" */
  notation?: "standard" | "compact";
  /** Decimal places. Without it as many as the number has; in compact notation at most one. @minimum 0 @maximum 6 */
  decimals?: integer;
  /** Whether thousands are parted by commas. @default false */
  grouping?: boolean;
  /** Text before the number and after its sign, a single line. @pattern ^[^\f\r\n\u0085\u2028\u2029]*$ @examples ["€ "] */
  prefix?: string;
  /** Text after the number, a single line. @pattern ^[^\f\r\n\u0085\u2028\u2029]*$ @examples [" kg"] */
  suffix?: string;
}

/** What a chart lets be chosen. Which apply depends on the kind; others are refused. */
export interface ChartOptions {
  /** Direction of the value axis: bar, line, area, combo and waterfall. @default "vertical" */
  orientation?: "vertical" | "horizontal";
  /** Share of a category's room that stays empty: bar, combo and waterfall. @minimum 0 @exclusiveMaximum 1 @default 0.32 */
  category_gap_ratio?: number;
  /** Share of a bar's room that stays empty beside the next one: bar and combo. @minimum 0 @maximum 1 @default 0.08 */
  bar_gap_ratio?: number;
  /** Radius of the corners of bars: bar and waterfall. @unit mm @minimum 0 @default 0 */
  corner_radius?: number;
  /** How points are joined: line, area, scatter and range. @default "linear" */
  curve?: Curve;
  /** Whether lines go on over a null: line, area, scatter and range. @default false */
  connect_nulls?: boolean;
  /** How areas are filled: area and range. */
  area_fill?: AreaFill;
  /** Where the first slice begins, clockwise from the top: pie and donut. @unit degrees @default 0 */
  start_angle?: number;
  /** Room between slices: pie and donut. Times the number of slices it is less than 360. @unit degrees @minimum 0 @exclusiveMaximum 360 @default 0 */
  pad_angle?: number;
  /** Radius of the hole, as a share of the whole: donut. @exclusiveMinimum 0 @exclusiveMaximum 1 @default 0.6 */
  inner_radius?: number;
  /** Whether bars are joined by lines: waterfall. @default true */
  show_connectors?: boolean;
  /** Least diameter of a bubble: scatter with sizes. @unit mm @exclusiveMinimum 0 @default 2 */
  bubble_min_size?: number;
  /** Diameter of the largest bubble: scatter with sizes. Without it 8, but at most a fifth of the chart's shorter side. @unit mm @exclusiveMinimum 0 */
  bubble_max_size?: number;
  /** Room between cells: heatmap. Without it 0.8 points, and less for small cells. @unit mm @minimum 0 */
  cell_gap?: number;
}

/** Colours and text of a chart. */
export interface ChartTheme {
  /** What is not declared comes from the preset. @default "dashboard_light" */
  preset?: "dashboard_light" | "business_light" | "executive_dark" | "print_mono";
  /** Colours of the series, in order and again from the first. @minItems 1 @items.pattern ^#[0-9A-Fa-f]{6}$ */
  palette?: Color[];
  /** What is behind the chart. */
  background?: ChartFillStyle;
  /** Look of all its texts. */
  text?: ChartTextStyle;
}

/** Look of a text of a chart. */
export interface ChartTextStyle {
  /** Family of the font: Noto Sans, with other fonts for what it lacks. A family of your own is `strict` unless `font_mode` says otherwise. @examples ["Noto Sans", "Noto Serif"] */
  font_family?: string;
  /** Size of the font. @unit pt @minimum 0.001 @maximum 10000 @default 7.5 */
  font_size?: number;
  /** Weight of the font: `normal`, and `semibold` for titles. */
  font_weight?: FontWeight;
  /** Upright or slanted. @default "normal" */
  font_style?: "normal" | "italic";
  /** Whether another family may fill in. Only beside `font_family`. @default "strict" */
  font_mode?: "strict" | "prefer";
  /** Colour of the text; without it the theme's. */
  color?: Color;
  /** From 0, nothing is seen, to 1. @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
  /** Room added after each character. @unit mm @default 0 */
  letter_spacing?: number;
  /** OpenType features by tag, each with its value: 0 is off, 1 on, more chooses among alternates. Tags that are inherited and not named here keep their value. @examples [{"tnum": 1, "smcp": 1, "liga": 0}] */
  font_features?: FontFeatures;
  /** Direction of the text. @default "auto" */
  direction?: TextDirection;
}

/** A fill of a chart. Exactly one of `color`, `gradient` and `pattern`. */
export interface ChartFillStyleFields {
  /** One colour. */
  color?: Color;
  /** Colours that go over into each other. */
  gradient?: ChartGradient;
  /** Lines or dots. */
  pattern?: ChartPattern;
  /** Opacity of the whole. @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
}

/** Exactly one of `color`, `gradient` and `pattern`. */
export type ChartFillStyle = Forms<
  ChartFillStyleFields,
  Given<ChartFillStyleFields, "color"> | Given<ChartFillStyleFields, "gradient"> | Given<ChartFillStyleFields, "pattern">
>;

/** Colours that go over into each other along a line. */
export interface ChartGradient {
  /** The only kind there is. */
  kind: "linear";
  /** Direction, clockwise: 0 from left to right, 90 from top to bottom. @unit degrees @default 0 */
  angle?: number;
  /** The colours and their places. @minItems 2 @maxItems 16 */
  stops: GradientStop[];
}

/** A colour of a gradient. */
export interface GradientStop {
  /** Place, from 0 to 1, and not before the one of the stop before. @minimum 0 @maximum 1 */
  offset: number;
  /** The colour. */
  color: Color;
  /** Opacity of the colour; it multiplies with that of the fill. @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
}

/** Lines or dots at equal distances. A document has at most 32 different patterns. */
export interface ChartPattern {
  /** Slanted lines, lines in both directions, or dots. */
  kind: "diagonal" | "crosshatch" | "dots";
  /** Colour of the lines or dots; without it that of the series. */
  color?: Color;
  /** What is between the lines or dots; nothing where it is absent. */
  background?: PatternBackground;
  /** Distance of the lines or dots. @unit mm @minimum 0.01 @default 1.2 */
  spacing?: number;
  /** `width` (0.25 mm, of dots the diameter, 0.5 mm) and `opacity`; of lines also `cap` and `dash`. Nothing else. */
  stroke?: StrokeStyle;
}

/** What is between the lines or dots of a pattern. */
export interface PatternBackground {
  /** Its colour. */
  color: Color;
}

/** The axes of a chart. Which there are depends on the kind. */
export interface ChartAxes {
  /** The axis of the labels; of a heatmap that of its columns. Not in scatter charts. */
  category?: CategoryAxis;
  /** The axis of a heatmap's rows. */
  row?: CategoryAxis;
  /** The x axis of a scatter chart. */
  x?: ValueAxis;
  /** The value axes. Not in heatmaps. */
  values?: ValueAxes;
  /** Whether the zeros of two value axes are at one height: where it can be, always (API-002 where bounds forbid it), or never. Only with two value axes. @default "auto" */
  zero_alignment?: "auto" | "on" | "off";
}

/** One or two axes of values. With two, both need titles. */
export interface ValueAxes {
  /** The axis of all series that name no other. */
  primary?: ValueAxis;
  /** A second axis, at the other side. At least one series must be on it. */
  secondary?: ValueAxis;
}

/** An axis of names. */
export interface CategoryAxis {
  /** Whether its labels show. @default true */
  show?: boolean;
  /** Title of the axis. */
  title?: string;
  /** Side of the plot: `bottom` or `top`; `left` or `right` of horizontal charts and of the rows of heatmaps. The first is the default. */
  position?: "left" | "right" | "top" | "bottom";
  /** What happens to labels without room. `auto`: broken into lines, turned, then left out evenly; `ellipsis`: shortened; `rotate`: turned by `label_rotation`; `hide`: left out; `error`: API-507. @default "auto" */
  label_overflow?: "auto" | "ellipsis" | "rotate" | "hide" | "error";
  /** Rotation of the labels, clockwise. Required with `rotate`. @unit degrees @minimum -90 @maximum 90 */
  label_rotation?: number;
  /** Look of the labels. */
  text?: ChartTextStyle;
}

/** An axis of numbers. */
export interface ValueAxis {
  /** Whether its labels and the grid's lines show. @default true */
  show?: boolean;
  /** Title of the axis. */
  title?: string;
  /** Side of the plot: `left` or `right`; `bottom` or `top` of horizontal charts and of the x axis. The first is the default. */
  position?: "left" | "right" | "top" | "bottom";
  /** The only scale there is. @default "linear" */
  scale?: "linear";
  /** Whether zero is on the axis: where that leaves the data enough of the plot, always, or never. An axis of bars always has it. @default "auto" */
  include_zero?: "auto" | "always" | "never";
  /** Lower end; without it a round number below the data. No value may be below it. */
  min?: number;
  /** Upper end, greater than `min`; without it a round number above the data. No value may be above it. */
  max?: number;
  /** Number of ticks; all of their labels must then have room (API-507). Without it as many as fit. @minimum 2 @maximum 32 */
  tick_count?: integer;
  /** How its numbers are written; series on it inherit it. */
  format?: NumberFormat;
  /** Look of the labels. */
  text?: ChartTextStyle;
}

/** Lines across the plot. */
export interface ChartGrid {
  /** Whether lines show: true, and false where the primary value axis is hidden; in heatmaps only where a grid is declared. */
  show?: boolean;
  /** Which lines: `category`, `value`, `both`; in scatter charts and heatmaps `x`, `y`, `both`. Without it `value`, in scatter charts and heatmaps `both`. */
  axis?: "category" | "value" | "both" | "x" | "y";
  /** The value axis at whose ticks lines are. Not with `axis` `category` or `x`, and not in heatmaps. @default "primary" */
  value_axis?: "primary" | "secondary";
  /** Look of the lines; without it the theme's colour and half a point. */
  stroke?: StrokeStyle;
}

/** Names of the series or slices; of a heatmap, the scale of colours. */
export interface ChartLegend {
  /** Whether there is a legend. Without it true with several series and in `pie` and `donut`, and false in `waterfall`. */
  show?: boolean;
  /** Side of the chart: `top`; in `pie` and `donut` `right` or `bottom`, by the room. */
  position?: "top" | "right" | "bottom" | "left";
  /** Where the legend is along its side: `start`, and `center` in `pie` and `donut`. */
  align?: "start" | "center" | "end";
  /** Look of the names. */
  text?: ChartTextStyle;
}

/** Values at bars, points, slices and cells. */
export interface ChartDataLabels {
  /** Whether labels show. @default false */
  show?: boolean;
  /** What they say. Percentages are for `pie`, `donut` and stacks of percents; scatter charts have `value` only. @default "value" */
  mode?: "value" | "percent" | "label" | "label_and_value" | "label_and_percent";
  /** Bars: `inside`, `outside` (default, but `inside` in stacks), `end`. Lines and areas: `above` (default), `below`, `end`. Pie and donut: `inside` (default for values), `outside` (default for names). Other kinds have no choice. */
  position?: "inside" | "outside" | "end" | "above" | "below";
  /** What happens to labels without room: they are left out, or refused (API-507). The font is never made smaller. @default "hide" */
  overflow?: "hide" | "error";
  /** How numbers are written; over the formats of series and axes. */
  format?: NumberFormat;
}

/** Reference lines and bands, at most 32 together. */
export interface ChartAnnotations {
  /** Lines at a value. */
  lines?: AnnotationLine[];
  /** Bands between two values. */
  bands?: AnnotationBand[];
}

/** A line at a value. */
export interface AnnotationLine {
  /** The value. */
  value: number;
  /** The axis that the value is of. `secondary` needs such an axis; `x` is of scatter charts. @default "primary" */
  axis?: "primary" | "secondary" | "x";
  /** Text at the line; it must have room (API-507). */
  label?: string;
  /** Look of the line. */
  stroke?: StrokeStyle;
}

/** A band between two values. */
export interface AnnotationBand {
  /** The lower value. */
  from: number;
  /** The upper value, greater than `from`. */
  to: number;
  /** The axis that the values are of. `secondary` needs such an axis; `x` is of scatter charts. @default "primary" */
  axis?: "primary" | "secondary" | "x";
  /** Text in the band; it must have room (API-507). */
  label?: string;
  /** Inside of the band; without it the theme's. */
  fill?: FillStyle;
  /** Outline of the band; none where it is absent. */
  stroke?: StrokeStyle;
}
