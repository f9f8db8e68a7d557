// The datasets and projections of a request.
import type { NumberFormat, SeriesPresentation } from "./chart.js";

export interface DatasetDefinition {
  fields: DatasetField[];
  rows: DatasetRow[];
}

export interface DatasetField {
  key: string;
  type: "string" | "number" | "boolean";
  nullable?: boolean;
  unit?: string;
}

export interface DatasetRow {
  [key: string]: string | number | boolean | null;
}

export type Projection = TableProjection | ChartProjection;

export interface TableProjection {
  type: "table";
  dataset: string;
  columns: ProjectionColumn[];
}

export interface ProjectionColumn {
  field: string;
  key?: string;
  format?: NumberFormat;
}

export interface ChartProjection {
  type: "chart";
  dataset: string;
  shape?: "category" | "xy" | "heatmap";
  category?: FieldReference;
  x?: FieldReference;
  y?: FieldReference;
  series: ProjectionSeries[];
}

export interface FieldReference {
  field: string;
}

export interface ProjectionSeries extends SeriesPresentation {
  field: string;
  name: string;
  lower?: string;
  upper?: string;
  size?: string;
  point_kind?: string;
}
