// Charts of a request.
import type { Forms, Given, May, Never } from "./forms.js";
import type { BoxSpacing, Color, FillStyle, integer, LinkSpec, NumberFormat, Placement, ReadElementFields, StrokeStyle } from "./common.js";
import type { FontFeatures, FontVariations, FontWeight, TextDirection } from "./text.js";
import type { ProjectionReference } from "./table.js";

/** Kinds of charts. */
export type ChartKind = "bar" | "line" | "area" | "combo" | "pie" | "donut" | "waterfall" | "scatter" | "range" | "heatmap";

/** A chart, drawn as vectors. Its texts are single lines without variables. */
export interface ChartElement extends ReadElementFields {
  /** Type of the element. */
  type: "chart";
  /** Kind of the chart. `combo` has bars, lines and areas by series. */
  kind: ChartKind;
  /** Position of the chart, which is never rotated. */
  layout?: Placement;
  /** Width of the chart. @unit mm @exclusiveMinimum 0 */
  width: number;
  /** Height of the chart. @unit mm @exclusiveMinimum 0 */
  height: number;
  /** Padding of the chart; by default 0, or 8 points if the theme has a background. */
  padding?: BoxSpacing;
  /** Data of the chart, or a reference to a projection. */
  data: ChartData | ProjectionReference;
  /** Options of the kind. */
  options?: ChartOptions;
  /** Colours and text style. */
  theme?: ChartTheme;
  /** Axes. Not for `pie` and `donut`. */
  axes?: ChartAxes;
  /** Grid lines. Not for `pie` and `donut`. */
  grid?: ChartGrid;
  /** Names of the series or slices, or the colour scale. */
  legend?: ChartLegend;
  /** Values at bars, points, slices and cells. */
  data_labels?: ChartDataLabels;
  /** Reference lines and bands. Not for `pie`, `donut` and `heatmap`; at most 32. */
  annotations?: ChartAnnotations;
  /** Description for assistive technology: a trend, a comparison, parts of a whole. Required in `pdfa-ua1`. */
  alt?: string;
  /** Link of the chart. In `pdfa-ua1` it requires `alt`. */
  link?: LinkSpec;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
}

/** Data of a chart. */
export interface ChartDataFields {
  /** Names of the categories, slices, or columns of a heatmap. Required except in scatter charts, where they are not allowed. Unique in `pie`, `donut` and `heatmap`. @maxItems 512 */
  labels?: string[];
  /** The series: exactly one in `pie`, `donut` and `waterfall`, the rows in a `heatmap`. A chart has at most 4096 points. @minItems 1 @maxItems 16 */
  series: ChartSeries[];
}

/** Data of a chart in the request. */
export type ChartData = Forms<ChartDataFields, Never<"projection">>;

/** A series. The kind of the chart determines its fields. */
export interface ChartSeriesFields extends SeriesPresentation {
  /** Name of the series, unique in the chart. Not blank. @minLength 1 */
  name: string;
  /** A number for each label, or null. In `pie` and `donut`, numbers of at least 0 with a sum above 0. In `range`, a value between the bounds. Not in `scatter`. */
  values?: (number | null)[];
  /** Points of a scatter chart. Only in `scatter`. @minItems 1 */
  points?: ScatterPoint[];
  /** Lower bounds of a range chart: a number for each label, null if the upper one is. Only in `range`. */
  lower_values?: (number | null)[];
  /** Upper bounds of a range chart, each at least its lower one. Only in `range`. */
  upper_values?: (number | null)[];
  /** Kind of each bar of a waterfall; `delta` if absent. Only in `waterfall`. */
  point_kinds?: PointKind[];
}

/** `values`, or `points` of a scatter chart, or bounds of a range chart. */
export type ChartSeries = Forms<
  ChartSeriesFields,
  | (Given<ChartSeriesFields, "values"> & May<ChartSeriesFields, "point_kinds">)
  | Given<ChartSeriesFields, "points">
  | (Given<ChartSeriesFields, "lower_values" | "upper_values"> & May<ChartSeriesFields, "values">)
>;

/** A bar of a waterfall: a change, a running sum (with a null value), or a total. */
export type PointKind = "delta" | "subtotal" | "total";

/** Presentation of literal and projected series. */
export interface SeriesPresentation {
  /** Kind of the series. Required in `combo`; otherwise it must equal the kind of the chart. */
  kind?: "bar" | "line" | "area";
  /** Value axis of the series. `secondary` requires `axes.values.secondary`. @default "primary" */
  value_axis?: "primary" | "secondary";
  /** Options of the kind; they override those of the chart. */
  options?: SeriesOptions;
  /** Stack of bars or areas. */
  stack?: SeriesStack;
  /** Format of its numbers; it overrides that of its axis. */
  format?: NumberFormat;
  /** Colour of the series; by default the next of the palette. In `pie` and `donut`, of all slices. */
  color?: Color;
  /** Colours of the slices; in `waterfall` 3 or 4, of rise, fall, total and subtotal; in `heatmap` 2 to 9, from the minimum to the maximum, the same in all series. @items.pattern ^#[0-9A-Fa-f]{6}$ */
  colors?: Color[];
  /** The line, or the outline of bars, slices and cells. Without `compound`. */
  stroke?: StrokeStyle;
  /** Fill of bars, areas and slices; it overrides `color`. */
  fill?: ChartFillStyle;
  /** Markers at the points of lines and areas. */
  marker?: ChartMarker;
}

/** A point of a scatter chart. */
export interface ScatterPoint {
  /** Position on the x axis. */
  x: number;
  /** Position on the value axis; null interrupts the line. */
  y: number | null;
  /** Value of a bubble, whose area is proportional to it. @exclusiveMinimum 0 */
  size?: number;
}

/** Curve through points: straight, smooth without overshoot, or stepped. */
export type Curve = "linear" | "monotone" | "step";
/** Fill of an area. */
export type AreaFill = "gradient" | "solid" | "pattern" | "none";

/** Options of a series, by kind. */
export interface SeriesOptions {
  /** Bars: radius of the corners at the end of the value. @unit mm @minimum 0 @default 0 */
  corner_radius?: number;
  /** Lines, areas and scatter: curve through the points. In scatter charts, `monotone` requires ascending x values. @default "linear" */
  curve?: Curve;
  /** Lines, areas and scatter: connects points across null values. @default false */
  connect_nulls?: boolean;
  /** Areas: fill; by default `gradient` for a single area of the theme `dashboard_light`, `pattern` in `print_mono`, otherwise `solid`. */
  area_fill?: AreaFill;
  /** Scatter: connects the points. @default false */
  show_line?: boolean;
}

/** Stack of bars or areas. */
export interface SeriesStack {
  /** Name of the stack. Its members have the same kind, value axis and mode. */
  group: string;
  /** `percent` shows percentages, and requires numbers of at least 0 with a sum above 0 at each label. @default "normal" */
  mode?: "normal" | "percent";
}

/** Marker of points. */
export interface ChartMarker {
  /** Shows the markers; by default true if a marker is declared, and for lines of the themes `executive_dark` and `print_mono`. */
  show?: boolean;
  /** Shape of the markers; by default circles, in the theme `print_mono` all shapes in turn. */
  shape?: "circle" | "square" | "diamond" | "triangle";
  /** Diameter of the markers. @unit mm @exclusiveMinimum 0 @default 1.8 */
  size?: number;
}

/** Options of a chart. Those of other kinds are refused. */
export interface ChartOptions {
  /** Direction of the value axis: bar, line, area, combo and waterfall. @default "vertical" */
  orientation?: "vertical" | "horizontal";
  /** Share of a category that remains empty: bar, combo and waterfall. @minimum 0 @exclusiveMaximum 1 @default 0.32 */
  category_gap_ratio?: number;
  /** Share of a bar that remains empty before the next one: bar and combo. @minimum 0 @maximum 1 @default 0.08 */
  bar_gap_ratio?: number;
  /** Radius of the corners of bars: bar and waterfall. @unit mm @minimum 0 @default 0 */
  corner_radius?: number;
  /** Curve through points: line, area, scatter and range. @default "linear" */
  curve?: Curve;
  /** Connects points across null values: line, area, scatter and range. @default false */
  connect_nulls?: boolean;
  /** Fill of areas: area and range. */
  area_fill?: AreaFill;
  /** Start of the first slice, clockwise from the top: pie and donut. @unit degrees @default 0 */
  start_angle?: number;
  /** Gap between slices: pie and donut. Its product with the number of slices is less than 360. @unit degrees @minimum 0 @exclusiveMaximum 360 @default 0 */
  pad_angle?: number;
  /** Radius of the hole, as a fraction of the outer radius: donut. @exclusiveMinimum 0 @exclusiveMaximum 1 @default 0.6 */
  inner_radius?: number;
  /** Connects bars by lines: waterfall. @default true */
  show_connectors?: boolean;
  /** Minimum diameter of a bubble: scatter with sizes. @unit mm @exclusiveMinimum 0 @default 2 */
  bubble_min_size?: number;
  /** Diameter of the largest bubble: scatter with sizes; by default 8, but at most a fifth of the chart's shorter side. @unit mm @exclusiveMinimum 0 */
  bubble_max_size?: number;
  /** Gap between cells: heatmap; by default 0.8 points, less for small cells. @unit mm @minimum 0 */
  cell_gap?: number;
}

/** Colours and text style of a chart. */
export interface ChartTheme {
  /** Preset of undeclared properties. @default "dashboard_light" */
  preset?: "dashboard_light" | "business_light" | "executive_dark" | "print_mono";
  /** Colours of the series, repeated cyclically. @minItems 1 @items.pattern ^#[0-9A-Fa-f]{6}$ */
  palette?: Color[];
  /** Background of the chart. */
  background?: ChartFillStyle;
  /** Style of all texts. */
  text?: ChartTextStyle;
}

/** Style of a text in a chart. */
export interface ChartTextStyle {
  /** Family of the font; by default Noto Sans, with other fonts for missing characters. A declared family is `strict` by default. @examples ["Noto Sans", "Noto Serif"] */
  font_family?: string;
  /** Size of the font. @unit pt @minimum 0.001 @maximum 10000 @default 7.5 */
  font_size?: number;
  /** Weight of the font; by default `normal`, `semibold` for titles. */
  font_weight?: FontWeight;
  /** Upright or slanted. @default "normal" */
  font_style?: "normal" | "italic";
  /** Permits other families for missing characters. Requires `font_family`. @default "strict" */
  font_mode?: "strict" | "prefer";
  /** Colour of the text; by default that of the theme. */
  color?: Color;
  /** From 0 (invisible) to 1 (opaque). @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
  /** Space added after each character. @unit mm @default 0 */
  letter_spacing?: number;
  /** OpenType features by tag, each with its value: 0 is off, 1 on, more chooses among alternates. Tags that are inherited and not named here keep their value. @examples [{"tnum": 1, "smcp": 1, "liga": 0}] */
  font_features?: FontFeatures;
  /** Family that shows emoji, in colour if it has colours; what it lacks is shown as without. @examples ["Noto Color Emoji"] */
  emoji_family?: string;
  /** Coordinates of a variable font's axes by tag, rounded to 1/1000. Tags that are inherited and not named here keep their value, while the family stays the same. `wght` is preferred to `font_weight`. @examples [{"wdth": 87.5, "opsz": 14}] */
  font_variations?: FontVariations;
  /** Direction of the text. @default "auto" */
  direction?: TextDirection;
}

/** A fill of a chart. Exactly one of `color`, `gradient` and `pattern`. */
export interface ChartFillStyleFields {
  /** One colour. */
  color?: Color;
  /** A colour gradient. */
  gradient?: ChartGradient;
  /** Lines or dots. */
  pattern?: ChartPattern;
  /** Opacity of the fill. @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
}

/** Exactly one of `color`, `gradient` and `pattern`. */
export type ChartFillStyle = Forms<
  ChartFillStyleFields,
  Given<ChartFillStyleFields, "color"> | Given<ChartFillStyleFields, "gradient"> | Given<ChartFillStyleFields, "pattern">
>;

/** A linear colour gradient. */
export interface ChartGradient {
  /** The only kind. */
  kind: "linear";
  /** Direction, clockwise: 0 from left to right, 90 from top to bottom. @unit degrees @default 0 */
  angle?: number;
  /** Colours and positions. @minItems 2 @maxItems 16 */
  stops: GradientStop[];
}

/** A colour of a gradient. */
export interface GradientStop {
  /** Position from 0 to 1, not before that of the previous stop. @minimum 0 @maximum 1 */
  offset: number;
  /** The colour. */
  color: Color;
  /** Opacity of the colour, multiplied by that of the fill. @minimum 0 @maximum 1 @default 1 */
  opacity?: number;
}

/** Equidistant lines or dots. A document has at most 32 different patterns. */
export interface ChartPattern {
  /** Diagonal lines, crossed lines, or dots. */
  kind: "diagonal" | "crosshatch" | "dots";
  /** Colour of the lines or dots; by default that of the series. */
  color?: Color;
  /** Background between the lines or dots; by default none. */
  background?: PatternBackground;
  /** Distance between lines or dots. @unit mm @minimum 0.01 @default 1.2 */
  spacing?: number;
  /** `width` (by default 0.25 mm; of dots the diameter, 0.5 mm) and `opacity`; of lines also `cap` and `dash`. Other fields are refused. */
  stroke?: StrokeStyle;
}

/** Background between the lines or dots of a pattern. */
export interface PatternBackground {
  /** Colour of the background. */
  color: Color;
}

/** Axes of a chart, determined by its kind. */
export interface ChartAxes {
  /** Axis of the labels; of a heatmap that of its columns. Not in scatter charts. */
  category?: CategoryAxis;
  /** Axis of a heatmap's rows. */
  row?: CategoryAxis;
  /** The x axis of a scatter chart. */
  x?: ValueAxis;
  /** Value axes. Not in heatmaps. */
  values?: ValueAxes;
  /** Alignment of the zeros of two value axes: `auto` if possible, `on` always (API-002 if bounds prevent it), `off` never. Only with two value axes. @default "auto" */
  zero_alignment?: "auto" | "on" | "off";
}

/** One or two axes of values. With two, both need titles. */
export interface ValueAxes {
  /** Axis of all series that name no other. */
  primary?: ValueAxis;
  /** A second axis, at the opposite side. It requires at least one series. */
  secondary?: ValueAxis;
}

/** An axis of names. */
export interface CategoryAxis {
  /** Shows the labels. @default true */
  show?: boolean;
  /** Title of the axis. */
  title?: string;
  /** Side of the plot: `bottom` or `top`; `left` or `right` for horizontal charts and rows of heatmaps. The first is the default. */
  position?: "left" | "right" | "top" | "bottom";
  /** Treatment of labels that do not fit. `auto`: wrapped, rotated, then omitted at regular intervals; `ellipsis`: shortened; `rotate`: rotated by `label_rotation`; `hide`: omitted; `error`: API-507. @default "auto" */
  label_overflow?: "auto" | "ellipsis" | "rotate" | "hide" | "error";
  /** Clockwise rotation of the labels. Required with `rotate`, without effect otherwise. @unit degrees @minimum -90 @maximum 90 */
  label_rotation?: number;
  /** Style of the labels. */
  text?: ChartTextStyle;
}

/** An axis of numbers. */
export interface ValueAxis {
  /** Shows the labels and the grid lines. @default true */
  show?: boolean;
  /** Title of the axis. */
  title?: string;
  /** Side of the plot: `left` or `right`; `bottom` or `top` for horizontal charts and the x axis. The first is the default. */
  position?: "left" | "right" | "top" | "bottom";
  /** The only scale. @default "linear" */
  scale?: "linear";
  /** Inclusion of zero: `auto` if enough of the plot remains for the data, `always`, or `never`. An axis of bars always includes it. @default "auto" */
  include_zero?: "auto" | "always" | "never";
  /** Lower end, by default a round number below the data. No value may be below it. */
  min?: number;
  /** Upper end, greater than `min`; by default a round number above the data. No value may be above it. */
  max?: number;
  /** Number of ticks, all of whose labels must fit (API-507); by default as many as fit. @minimum 2 @maximum 32 */
  tick_count?: integer;
  /** Distance of ticks, which are at its multiples and at declared ends; open ends become multiples. Not with `tick_count`; at most 32 ticks. Without effect on stacks in percent. */
  tick_step?: number;
  /** Ticks are whole numbers: the step is at least 1, and `min`, `max` and `tick_step` are whole. Without effect on stacks in percent. @default false */
  integers?: boolean;
  /** Format of its numbers, which its series inherit. */
  format?: NumberFormat;
  /** Style of the labels. */
  text?: ChartTextStyle;
}

/** Grid lines of the plot. */
export interface ChartGrid {
  /** Shows the lines; by default true, false if the primary value axis is hidden; in heatmaps true only if a grid is declared. */
  show?: boolean;
  /** Axes with grid lines: `category`, `value`, `both`; in scatter charts and heatmaps `x`, `y`, `both`. By default `value`, in scatter charts and heatmaps `both`. */
  axis?: "category" | "value" | "both" | "x" | "y";
  /** Value axis whose ticks have lines. Not with `axis` `category` or `x`, and not in heatmaps. @default "primary" */
  value_axis?: "primary" | "secondary";
  /** Style of the lines; by default the theme's colour and a width of half a point. */
  stroke?: StrokeStyle;
}

/** Names of the series or slices; colour scale of a heatmap. */
export interface ChartLegend {
  /** Shows the legend; by default true with several series and in `pie` and `donut`, false in `waterfall`. */
  show?: boolean;
  /** Side of the chart; by default `top`, in `pie` and `donut` `right` or `bottom`, depending on space. */
  position?: "top" | "right" | "bottom" | "left";
  /** Alignment along its side; by default `start`, in `pie` and `donut` `center`. */
  align?: "start" | "center" | "end";
  /** Style of the names. */
  text?: ChartTextStyle;
}

/** Values at bars, points, slices and cells. */
export interface ChartDataLabels {
  /** Shows the labels. @default false */
  show?: boolean;
  /** Content of the labels. Percentages are for `pie`, `donut` and percent stacks; scatter charts allow `value` only. @default "value" */
  mode?: "value" | "percent" | "label" | "label_and_value" | "label_and_percent";
  /** Bars: `inside`, `outside` (default, but `inside` in stacks), `end`. Lines and areas: `above` (default), `below`, `end`. Pie and donut: `inside` (default for values), `outside` (default for names). Not for other kinds. */
  position?: "inside" | "outside" | "end" | "above" | "below";
  /** Treatment of labels that do not fit: omitted, or refused (API-507). The font size is never reduced. @default "hide" */
  overflow?: "hide" | "error";
  /** Format of numbers; it overrides those of series and axes. */
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
  /** Axis of the value. `secondary` requires such an axis; `x` is for scatter charts. @default "primary" */
  axis?: "primary" | "secondary" | "x";
  /** Text at the line, which must fit (API-507). */
  label?: string;
  /** Style of the line. */
  stroke?: StrokeStyle;
}

/** A band between two values. */
export interface AnnotationBand {
  /** The lower value. */
  from: number;
  /** The upper value, greater than `from`. */
  to: number;
  /** Axis of the values. `secondary` requires such an axis; `x` is for scatter charts. @default "primary" */
  axis?: "primary" | "secondary" | "x";
  /** Text in the band, which must fit (API-507). */
  label?: string;
  /** Fill of the band; by default that of the theme. */
  fill?: FillStyle;
  /** Outline of the band; by default none. */
  stroke?: StrokeStyle;
}
