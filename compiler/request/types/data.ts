// Datasets and projections of a request.
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
  /** Allows null or absent values. @default false */
  nullable?: boolean;
  /** Unit of a number, chosen by the author. Values on one axis of a chart must have the same unit, or none. @pattern ^[A-Za-z][A-Za-z0-9_.:/-]{0,63}$ @examples ["EUR", "kg"] */
  unit?: string;
}

/** Values by field key, of the type of the field. */
export interface DatasetRow {
  [key: string]: string | number | boolean | null;
}

/** Data of a table or chart, from a dataset. */
export type Projection = TableProjection | ChartProjection;

/** Rows for a table. */
export interface TableProjection {
  /** Type of the projection. */
  type: "table";
  /** Name of the dataset. */
  dataset: string;
  /** Fields of the rows. @minItems 1 @maxItems 128 */
  columns: ProjectionColumn[];
}

/** A field of the rows. */
export interface ProjectionColumn {
  /** Key of the dataset's field. */
  field: string;
  /** Key in the rows, for which the table must have a column; by default that of the field. Unique in the projection. @minLength 1 */
  key?: string;
  /** Format of numbers, which become text. Only on number fields. */
  format?: NumberFormat;
}

/** Data for a chart. */
export interface ChartProjectionFields {
  /** Type of the projection. */
  type: "chart";
  /** Name of the dataset. */
  dataset: string;
  /** `category` for charts with one label per row, `xy` for scatter charts, `heatmap` for heatmaps. @default "category" */
  shape?: "category" | "xy" | "heatmap";
  /** Labels, from a string field that is not nullable. Required with `category`, not allowed with other shapes. */
  category?: FieldReference;
  /** With `xy` a number field; with `heatmap` the columns, from a string field that is not nullable. */
  x?: FieldReference;
  /** Rows of a heatmap, from a string field that is not nullable. Only with `heatmap`. */
  y?: FieldReference;
  /** The series; exactly one for a heatmap. @minItems 1 @maxItems 16 */
  series: ProjectionSeries[];
}

/** A projection with the coordinates of its shape. */
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

/** A series of a projected chart, and its presentation. */
export interface ProjectionSeriesFields extends SeriesPresentation {
  /** Key of a number field: the values; with `xy` the y values. */
  field: string;
  /** Name of the series in the legend. Not blank. @minLength 1 */
  name: string;
  /** Key of a number field: lower bounds of a range chart. Only with `category`, requires `upper`. */
  lower?: string;
  /** Key of a number field: upper bounds of a range chart. Only with `category`, requires `lower`. */
  upper?: string;
  /** Key of a number field: sizes of bubbles, greater than 0. Only with `xy`. */
  size?: string;
  /** Key of a string field: kind of each bar of a waterfall, `delta`, `subtotal` or `total`. Only with `category`. */
  point_kind?: string;
}

/** Both bounds or none; a series has either bounds and kinds of bars, or sizes. */
export type ProjectionSeries = Forms<
  ProjectionSeriesFields,
  | May<ProjectionSeriesFields, "point_kind">
  | (Given<ProjectionSeriesFields, "lower" | "upper"> & May<ProjectionSeriesFields, "point_kind">)
  | Given<ProjectionSeriesFields, "size">
>;
