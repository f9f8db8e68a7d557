// The tables of a request.
import type { FillStyle, integer, LinkSpec, Placement, StrokeStyle } from "./common.js";
import type { BarcodeContent, ImageContent } from "./shape.js";
import type { BlockContent, TextStyle } from "./text.js";

export interface TableElement {
  type: "table";
  layout?: Placement;
  comment?: string;
  /** mm */
  width?: number;
  columns: TableColumn[];
  rows: TableRow[] | ProjectionReference;
  cell?: CellStyle;
  header?: TableHeader;
  row_header?: TableZone;
  body?: TableBody;
  grid?: TableGrid;
  pagination?: TablePagination;
}

/** Names a projection; it stands alone. */
export interface ProjectionReference {
  projection: string;
}

export interface TableColumn {
  key: string;
  header?: string;
  width: ColumnWidth;
  role?: "data" | "row_header";
  cell?: CellStyle;
  header_cell?: CellStyle;
}

export type ColumnWidth = FixedColumnWidth | PercentColumnWidth | AutoColumnWidth | FitContentColumnWidth;

export interface FixedColumnWidth {
  mode: "fixed";
  /** mm */
  value: number;
}

export interface PercentColumnWidth {
  mode: "percent";
  /** of the table's width */
  value: number;
}

export interface AutoColumnWidth {
  mode: "auto";
}

export interface FitContentColumnWidth {
  mode: "fit_content";
}

/** Cells by column key. */
export interface TableRow {
  [key: string]: CellValue;
}

export type CellValue = string | number | boolean | null | TableCell;

export interface TableCell {
  content?: string | number | boolean | null | BlockContent;
  image?: ImageContent;
  barcode?: BarcodeContent;
  row_span?: integer;
  col_span?: integer;
  style?: CellStyle;
  link?: LinkSpec;
}

export interface CellStyle {
  padding?: CellPadding;
  text?: TextStyle;
  fill?: FillStyle;
  content_offset_x?: number;
  content_offset_y?: number;
  borders?: CellBorders;
}

export interface CellPadding {
  x?: number;
  y?: number;
}

export type BorderStyle = false | StrokeStyle;

export interface CellBorders {
  top?: BorderStyle;
  right?: BorderStyle;
  bottom?: BorderStyle;
  left?: BorderStyle;
  diagonal_tl_br?: BorderStyle;
  diagonal_bl_tr?: BorderStyle;
}

export interface TableHeader {
  show?: boolean;
  repeat_on_page_break?: boolean;
  rows?: TableHeaderRow[];
  cell?: CellStyle;
}

export interface TableHeaderRow {
  cells: TableHeaderCell[];
}

export interface TableHeaderCell {
  content?: string | number | boolean | null | BlockContent;
  row_span?: integer;
  col_span?: integer;
  style?: CellStyle;
  link?: LinkSpec;
}

export interface TableZone {
  cell?: CellStyle;
}

export interface TableBody {
  cell?: CellStyle;
  alternate_fill?: FillStyle;
}

export interface TableGrid {
  top?: BorderStyle;
  right?: BorderStyle;
  bottom?: BorderStyle;
  left?: BorderStyle;
  horizontal?: BorderStyle;
  vertical?: BorderStyle;
}

export interface TablePagination {
  keep_spans_together?: boolean;
  /** mm */
  row_min_height?: number;
  /** mm */
  header_min_height?: number;
}
