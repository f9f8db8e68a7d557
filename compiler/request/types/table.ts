// The tables of a request.
import type { Forms, May, Never } from "./forms.js";
import type { FillStyle, integer, LinkSpec, NumberFormat, StrokeStyle, TablePlacement } from "./common.js";
import type { BarcodeContent, ImageContent } from "./shape.js";
import type { BlockContent, TextAlign, TextStyle } from "./text.js";

/** A table that goes on over as many pages as its rows take. */
export interface TableElement {
  /** Says that the element is a table. */
  type: "table";
  /** Where the table begins: `left` and `top`; `right`, `bottom` and `anchor` are refused. */
  layout?: TablePlacement;
  /** A note for whoever reads the request; it is not rendered. */
  comment?: string;
  /** Width of the table. Required where a column is not `fixed`, except in a Flow Document, where it is then as wide as the flow. @unit mm @exclusiveMinimum 0 */
  width?: number;
  /** The columns, from the start. @minItems 1 */
  columns: TableColumn[];
  /** The rows, or the projection that has them. */
  rows: TableRow[] | ProjectionReference;
  /** Style of all cells. */
  cell?: CellStyle;
  /** The header above the rows. */
  header?: TableHeader;
  /** Cells of columns whose role is `row_header`. */
  row_header?: TableZone;
  /** Cells of the rows. */
  body?: TableBody;
  /** The footer below the rows. */
  footer?: TableFooter;
  /** Lines around the table and between its cells; none where it is absent. */
  grid?: TableGrid;
  /** Heights, and where the table may be broken. */
  pagination?: TablePagination;
}

/** Data from a projection. It stands alone: an object with anything else is refused. */
export interface ProjectionReferenceFields {
  /** Name of the projection: for a table one of type `table`, for a chart one of type `chart`. */
  projection: string;
}

/** Data from a projection, and nothing else. */
export type ProjectionReference = Forms<ProjectionReferenceFields, Never<"labels" | "series">>;

/** A column of a table. */
export interface TableColumn {
  /** Names the column in the rows; unique in the table. @minLength 1 */
  key: string;
  /** Text of its header cell. @default "" */
  header?: string;
  /** Width of the column. */
  width: ColumnWidth;
  /** `row_header` columns say what their row is about. They stand together at the start. @default "data" */
  role?: "data" | "row_header";
  /** How the numbers of its cells in the rows are written; other values are not changed. */
  format?: NumberFormat;
  /** Alignment of the column's cells in rows and footer, and of its header cell unless `header.cell` or `header_cell` declares one. Shorthand for `cell.text.text_align`, which has precedence. */
  text_align?: TextAlign;
  /** Places the decimal marks of the column's numbers on one vertical line on all pages, in footer cells too. `text_align` positions the numbers as one block; default: the right edge. @default false */
  decimal_align?: boolean;
  /** Style of the column's cells in the rows. */
  cell?: CellStyle;
  /** Style of the column's header cell. */
  header_cell?: CellStyle;
}

/** Fixed, a share of the table, as wide as the content, or what is left. */
export type ColumnWidth = FixedColumnWidth | PercentColumnWidth | AutoColumnWidth | FitContentColumnWidth;

/** A width in millimetres. */
export interface FixedColumnWidth {
  /** Says that the width is fixed. */
  mode: "fixed";
  /** Width of the column. @unit mm @exclusiveMinimum 0 */
  value: number;
}

/** A share of the table's width. */
export interface PercentColumnWidth {
  /** Says that the width is a share. */
  mode: "percent";
  /** Share of the table's width. All of them come to at most 100. @unit % @exclusiveMinimum 0 @maximum 100 */
  value: number;
}

/** As wide as the content wants and the other columns leave. */
export interface AutoColumnWidth {
  /** Says that the width is what is left. */
  mode: "auto";
}

/** As wide as the widest content, headers among it. */
export interface FitContentColumnWidth {
  /** Says that the width is that of the content. */
  mode: "fit_content";
}

/** Cells by column key. A column that is not named has an empty cell. */
export interface TableRow {
  [key: string]: CellValue;
}

/** What is in a cell: text, a number, `true` or `false`, null for nothing, or a cell with a style or a picture. */
export type CellValue = string | number | boolean | null | TableCell;

/** A cell with more than a value. It has at most one of `content`, `image` and `barcode`. */
export interface TableCellFields {
  /** Text, a value, or block text of paragraphs. */
  content?: string | number | boolean | null | BlockContent;
  /** A picture. */
  image?: ImageContent;
  /** A barcode. */
  barcode?: BarcodeContent;
  /** Rows that the cell covers. @minimum 1 @default 1 */
  row_span?: integer;
  /** Columns that the cell covers. @minimum 1 @default 1 */
  col_span?: integer;
  /** How its number is written, over the format of its column, field by field. Only where the content is a number or null. */
  format?: NumberFormat;
  /** Alignment of the content. Shorthand for `style.text.text_align`, which has precedence. */
  text_align?: TextAlign;
  /** Style of this cell, over that of its column. */
  style?: CellStyle;
  /** What a click on the cell leads to. */
  link?: LinkSpec;
}

/** One of `content`, `image` and `barcode` at most. */
export type TableCell = Forms<
  TableCellFields,
  May<TableCellFields, "content"> | May<TableCellFields, "image"> | May<TableCellFields, "barcode">
>;

/** Style of cells. Fields of the table come first, then those of its zone (header, row header, body), of the column, of the cell; later ones win. */
export interface CellStyle {
  /** Room between the edges of the cell and its content. */
  padding?: CellPadding;
  /** Look of text. The fields of a frame are refused; `text_align` also places pictures and barcodes. */
  text?: TextStyle;
  /** Inside of the cell. */
  fill?: FillStyle;
  /** How far the content is moved to the right. @unit mm @default 0 */
  content_offset_x?: number;
  /** How far the content is moved down. @unit mm @default 0 */
  content_offset_y?: number;
  /** Lines of the cell, over those of the grid. */
  borders?: CellBorders;
}

/** Room between the edges of a cell and its content. */
export interface CellPadding {
  /** At the left and the right edge. @unit mm @minimum 0 @default 1.5 */
  x?: number;
  /** At the upper and the lower edge. @unit mm @minimum 0 @default 1 */
  y?: number;
}

/** A line, or false for none. */
export type BorderStyle = false | StrokeStyle;

/** Lines of a cell; false takes away one that the grid, or a more general style, has. */
export interface CellBorders {
  /** Upper edge. */
  top?: BorderStyle;
  /** Right edge. */
  right?: BorderStyle;
  /** Lower edge. */
  bottom?: BorderStyle;
  /** Left edge. */
  left?: BorderStyle;
  /** From the upper left corner to the lower right one. */
  diagonal_tl_br?: BorderStyle;
  /** From the lower left corner to the upper right one. */
  diagonal_bl_tr?: BorderStyle;
}

/** The header of a table. Its last row has the headers of the columns. */
export interface TableHeader {
  /** Whether there is a header. Where it is false, `rows`, `columns[].header` and `header_cell` have no effect. @default true */
  show?: boolean;
  /** Whether the header comes again on each page that the table goes on to. @default true */
  repeat_on_page_break?: boolean;
  /** Rows above the headers of the columns. */
  rows?: TableHeaderRow[];
  /** Style of all header cells. */
  cell?: CellStyle;
}

/** A row above the headers of the columns. */
export interface TableHeaderRow {
  /** The cells, from the start; each takes the next free column. */
  cells: TableHeaderCell[];
  /** Pages with this row: each page with rows of the table, or all pages except the first. Default: set by `repeat_on_page_break`. */
  repeat?: "every_page" | "after_first";
}

/** A cell of the header. */
export interface TableHeaderCell {
  /** Text, a value, or block text of paragraphs. `{carried:KEY}` is the sum of column KEY over previous pages. */
  content?: string | number | boolean | null | BlockContent;
  /** Rows that the cell covers. @minimum 1 @default 1 */
  row_span?: integer;
  /** Columns that the cell covers. @minimum 1 @default 1 */
  col_span?: integer;
  /** Alignment of the content. Shorthand for `style.text.text_align`, which has precedence. */
  text_align?: TextAlign;
  /** Style of this cell. */
  style?: CellStyle;
  /** What a click on the cell leads to. */
  link?: LinkSpec;
}

/** The footer of a table, below its last row or on each page. */
export interface TableFooter {
  /** Rows of the footer; an empty list is a table without footer. */
  rows: TableFooterRow[];
  /** Pages with the footer: the last page of the table, or each page with rows of it. @default "last" */
  repeat?: "last" | "every_page";
  /** Style of all footer cells. */
  cell?: CellStyle;
}

/** A row of the footer. */
export interface TableFooterRow {
  /** The cells, from the start; each occupies the next free column. */
  cells: TableFooterCell[];
  /** Pages with this row: the last page of the table, each page, or all pages except the last. Default: `repeat` of the footer. */
  repeat?: "last" | "every_page" | "before_last";
}

/** A cell of the footer. */
export interface TableFooterCell {
  /** Text, a value, or block text of paragraphs. `{subtotal:KEY}` is the sum of column KEY over all rows above, `{carried:KEY}` the sum over previous pages. */
  content?: string | number | boolean | null | BlockContent;
  /** Number of rows that the cell spans. @minimum 1 @default 1 */
  row_span?: integer;
  /** Number of columns that the cell spans. @minimum 1 @default 1 */
  col_span?: integer;
  /** Format of its number or its sums; overrides the format of the column field by field. */
  format?: NumberFormat;
  /** Alignment of the content. Shorthand for `style.text.text_align`, which has precedence. */
  text_align?: TextAlign;
  /** Style of this cell. */
  style?: CellStyle;
  /** Link of the cell. */
  link?: LinkSpec;
}

/** A part of a table. */
export interface TableZone {
  /** Style of its cells. */
  cell?: CellStyle;
}

/** The rows of a table. */
export interface TableBody {
  /** Style of the cells. */
  cell?: CellStyle;
  /** Inside of every second row, counted over the whole table: the 2nd, 4th and so on. Fills of columns and cells are over it. */
  alternate_fill?: FillStyle;
}

/** Lines of a table; false is none. Borders of cells are over them. */
export interface TableGrid {
  /** Upper edge of the table. */
  top?: BorderStyle;
  /** Right edge of the table. */
  right?: BorderStyle;
  /** Lower edge of the table. */
  bottom?: BorderStyle;
  /** Left edge of the table. */
  left?: BorderStyle;
  /** Between rows. */
  horizontal?: BorderStyle;
  /** Between columns. */
  vertical?: BorderStyle;
}

/** Heights of rows, and where a table may be broken. */
export interface TablePagination {
  /** Whether rows that a cell joins stay on one page. It must be true where a `row_span` is above 1. @default true */
  keep_spans_together?: boolean;
  /** Least height of a row. Required where the table is in a page's body and does not flow. @unit mm @exclusiveMinimum 0 */
  row_min_height?: number;
  /** Least height of a row of the header. Required where the table is in a page's body, does not flow and shows its header. @unit mm @exclusiveMinimum 0 */
  header_min_height?: number;
  /** Minimum height of a footer row. @unit mm @exclusiveMinimum 0 */
  footer_min_height?: number;
}
