// The datasets and projections of a request.
import type { Forms, Given, May } from "./forms.js";
import type { NumberFormat } from "./common.js";
import type { SeriesPresentation } from "./chart.js";

/** A table of raw values that projections read. */
export interface DatasetDefinition {
  /** The columns of the dataset. @minItems 1 @maxItems 128 */
  fields: DatasetField[];
  /** The records, each with values by field key. @maxItems 1024 */
  rows: DatasetRow[];
}

/** One column of a dataset. */
export interface DatasetField {
  /** Name of the field, unique in its dataset. @pattern ^[A-Za-z_][A-Za-z0-9_]{0,63}$ */
  key: string;
  /** Type of the values; nothing is converted. */
  type: "string" | "number" | "boolean";
  /** Whether a value may be null or absent. @default false */
  nullable?: boolean;
  /** Unit of a number, of your own choosing. What shares a value axis of a chart has the same unit, or none. @pattern ^[A-Za-z][A-Za-z0-9_.:/-]{0,63}$ @examples ["EUR", "kg"] */
  unit?: string;
}

/** Values by field key, each of its field's type. */
export interface DatasetRow {
  [key: string]: string | number | boolean | null;
}

/** What a table, or a chart, takes from a dataset. */
export type Projection = TableProjection | ChartProjection;

/** Rows for a table. */
export interface TableProjection {
  /** Says that the projection is for tables. */
  type: "table";
  /** Name of the dataset. */
  dataset: string;
  /** The fields that the rows have. @minItems 1 @maxItems 128 */
  columns: ProjectionColumn[];
}

/** One field of the rows. */
export interface ProjectionColumn {
  /** Key of the dataset's field. */
  field: string;
  /** Key in the rows, which a column of the table must have; without it the field's own. Unique in the projection. @minLength 1 */
  key?: string;
  /** How numbers are written; they become text. Only on number fields. */
  format?: NumberFormat;
}

/** Data for a chart. */
export interface ChartProjectionFields {
  /** Says that the projection is for charts. */
  type: "chart";
  /** Name of the dataset. */
  dataset: string;
  /** `category` for charts with a label for each row, `xy` for scatter charts, `heatmap` for heatmaps. @default "category" */
  shape?: "category" | "xy" | "heatmap";
  /** The labels, from a string field that is not nullable. Required with, and only with, the shape `category`. */
  category?: FieldReference;
  /** With `xy` a number field; with `heatmap` the columns, from a string field that is not nullable. */
  x?: FieldReference;
  /** The rows of a heatmap, from a string field that is not nullable. Only with `heatmap`. */
  y?: FieldReference;
  /** The series; a heatmap has exactly one. @minItems 1 @maxItems 16 */
  series: ProjectionSeries[];
}

/** With the coordinates of its shape. */
export type ChartProjection = Forms<
  ChartProjectionFields,
  | ({ shape?: "category" } & Given<ChartProjectionFields, "category">)
  | ({ shape: "xy" } & Given<ChartProjectionFields, "x">)
  | ({ shape: "heatmap" } & Given<ChartProjectionFields, "x" | "y">)
>;

/** A field of the dataset. */
export interface FieldReference {
  /** Key of the field. */
  field: string;
}

/** A series of a projected chart, and its looks. */
export interface ProjectionSeriesFields extends SeriesPresentation {
  /** Key of a number field: the values, with `xy` the y values. */
  field: string;
  /** Name of the series, as the legend shows it. Not blank. @minLength 1 */
  name: string;
  /** Key of a number field: lower bounds of a range chart. Only with `category`, and together with `upper`. */
  lower?: string;
  /** Key of a number field: upper bounds of a range chart. Only with `category`, and together with `lower`. */
  upper?: string;
  /** Key of a number field: sizes of bubbles, greater than 0. Only with `xy`. */
  size?: string;
  /** Key of a string field: what each bar of a waterfall is, `delta`, `subtotal` or `total`. Only with `category`. */
  point_kind?: string;
}

/** With both bounds or none; bounds and kinds of bars are not in one series with sizes. */
export type ProjectionSeries = Forms<
  ProjectionSeriesFields,
  | May<ProjectionSeriesFields, "point_kind">
  | (Given<ProjectionSeriesFields, "lower" | "upper"> & May<ProjectionSeriesFields, "point_kind">)
  | Given<ProjectionSeriesFields, "size">
>;
