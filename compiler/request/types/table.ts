// Tables of a request.
import type { FieldContent } from "./field.js";
import type { Forms, May, Never } from "./forms.js";
import type { FillStyle, integer, Language, LinkSpec, NumberFormat, ReadElementFields, StrokeStyle, TablePlacement } from "./common.js";
import type { BarcodeContent, ImageContent } from "./shape.js";
import type { BlockContent, TextAlign, TextStyle } from "./text.js";

/** A table, continued on as many pages as its rows require. */
export interface TableElement extends ReadElementFields {
  /** Type of the element. */
  type: "table";
  /** Position of the table: `left` and `top`; `right`, `bottom` and `anchor` are refused. */
  layout?: TablePlacement;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
  /** Width of the table. Required if a column is not `fixed`, except in a Flow Document, where the default is the width of the flow. @unit mm @exclusiveMinimum 0 */
  width?: number;
  /** The columns, from left to right unless `direction` declares otherwise, regardless of the direction of their text. @minItems 1 */
  columns: TableColumn[];
  /** Order of the columns; `right_to_left` places the first at the right. @default "left_to_right" */
  direction?: "left_to_right" | "right_to_left";
  /** The rows, or a reference to a projection. */
  rows: TableRow[] | ProjectionReference;
  /** Style of all cells. */
  cell?: CellStyle;
  /** Header above the rows. */
  header?: TableHeader;
  /** Cells of columns whose role is `row_header`. */
  row_header?: TableZone;
  /** Cells of the rows. */
  body?: TableBody;
  /** The footer below the rows. */
  footer?: TableFooter;
  /** Lines around the table and between its cells; by default none. */
  grid?: TableGrid;
  /** Heights, and breaks of the table. */
  pagination?: TablePagination;
}

/** Reference to a projection. Other fields next to it are refused. */
export interface ProjectionReferenceFields {
  /** Name of the projection: for a table of type `table`, for a chart of type `chart`. */
  projection: string;
}

/** Reference to a projection, without other fields. */
export type ProjectionReference = Forms<ProjectionReferenceFields, Never<"labels" | "series">>;

/** A column of a table. */
export interface TableColumn {
  /** Key of the column in the rows; unique in the table. @minLength 1 */
  key: string;
  /** Text of the header cell. @default "" */
  header?: string;
  /** Width of the column. */
  width: ColumnWidth;
  /** `row_header` columns contain the names of the rows. They come first. @default "data" */
  role?: "data" | "row_header";
  /** Format of the numbers in its body cells; other values are unchanged. */
  format?: NumberFormat;
  /** Alignment of the column's cells in rows and footer, and of its header cell unless `header.cell` or `header_cell` declares one. Shorthand for `cell.text.text_align`, which has precedence. */
  text_align?: TextAlign;
  /** Places the decimal marks of the column's numbers on one vertical line on all pages, in footer cells too. `text_align` positions the numbers as one block, and the header; default: the numbers at the right edge, the header by its direction. @default false */
  decimal_align?: boolean;
  /** Style of the column's cells in the rows. */
  cell?: CellStyle;
  /** Style of the column's header cell. */
  header_cell?: CellStyle;
}

/** Fixed, a percentage of the table, as wide as the content, or flexible. */
export type ColumnWidth = FixedColumnWidth | PercentColumnWidth | AutoColumnWidth | FitContentColumnWidth;

/** A width in millimetres. */
export interface FixedColumnWidth {
  /** Mode of the width. */
  mode: "fixed";
  /** Width of the column. @unit mm @exclusiveMinimum 0 */
  value: number;
}

/** A percentage of the table's width. */
export interface PercentColumnWidth {
  /** Mode of the width. */
  mode: "percent";
  /** Percentage of the table's width. The sum over all columns is at most 100. @unit % @exclusiveMinimum 0 @maximum 100 */
  value: number;
}

/** A flexible width, by content and the space that other columns leave. */
export interface AutoColumnWidth {
  /** Mode of the width. */
  mode: "auto";
}

/** Width of the widest content, including headers. */
export interface FitContentColumnWidth {
  /** Mode of the width. */
  mode: "fit_content";
}

/** Cells by column key. Absent columns have an empty cell. */
export interface TableRow {
  [key: string]: CellValue;
}

/** Content of a cell: text, a number, `true` or `false`, null for an empty cell, or a cell with style, picture, barcode or form field. */
export type CellValue = string | number | boolean | null | TableCell;

/** A cell with style, spans or rich content. It has at most one of `content`, `image`, `barcode` and `field`. */
export interface TableCellFields {
  /** Text, a value, or block text of paragraphs. */
  content?: string | number | boolean | null | BlockContent;
  /** A picture. */
  image?: ImageContent;
  /** A barcode. */
  barcode?: BarcodeContent;
  /** A form field. In the body of the table. */
  field?: FieldContent;
  /** Number of rows that the cell spans. @minimum 1 @default 1 */
  row_span?: integer;
  /** Number of columns that the cell spans. @minimum 1 @default 1 */
  col_span?: integer;
  /** Format of its number; its fields override those of the column. Requires a number or null as content. */
  format?: NumberFormat;
  /** Alignment of the content. Shorthand for `style.text.text_align`, which has precedence. */
  text_align?: TextAlign;
  /** Style of this cell, which overrides that of its column. */
  style?: CellStyle;
  /** Link of the cell. */
  link?: LinkSpec;
  /** Language of the cell. */
  language?: Language;
}

/** A cell has at most one of `content`, `image`, `barcode` and `field`. */
export type TableCell = Forms<
  TableCellFields,
  May<TableCellFields, "content"> | May<TableCellFields, "image"> | May<TableCellFields, "barcode"> | May<TableCellFields, "field">
>;

/** Style of cells. Precedence, ascending: table, zone (header, row header, body), column, cell. */
export interface CellStyle {
  /** Padding of the cell. */
  padding?: CellPadding;
  /** Style of text. Fields of a frame are refused; `text_align` also positions pictures and barcodes. */
  text?: TextStyle;
  /** Fill of the cell. */
  fill?: FillStyle;
  /** Offset of the content to the right. @unit mm @default 0 */
  content_offset_x?: number;
  /** Offset of the content downwards. @unit mm @default 0 */
  content_offset_y?: number;
  /** Borders of the cell, which override the grid. */
  borders?: CellBorders;
}

/** Padding of a cell. */
export interface CellPadding {
  /** Padding at the left and right edges. @unit mm @minimum 0 @default 1.5 */
  x?: number;
  /** Padding at the upper and lower edges. @unit mm @minimum 0 @default 1 */
  y?: number;
}

/** A line, or false for none. */
export type BorderStyle = false | StrokeStyle;

/** Borders of a cell; false removes one of the grid or of a more general style. */
export interface CellBorders {
  /** Upper edge. */
  top?: BorderStyle;
  /** Right edge. */
  right?: BorderStyle;
  /** Lower edge. */
  bottom?: BorderStyle;
  /** Left edge. */
  left?: BorderStyle;
  /** Diagonal from the upper left to the lower right corner. */
  diagonal_tl_br?: BorderStyle;
  /** Diagonal from the lower left to the upper right corner. */
  diagonal_bl_tr?: BorderStyle;
}

/** Header of a table. Its last row contains the headers of the columns. */
export interface TableHeader {
  /** Shows the header. If false, `rows`, `columns[].header` and `header_cell` have no effect. @default true */
  show?: boolean;
  /** Repeats the header on each page on which the table continues. @default true */
  repeat_on_page_break?: boolean;
  /** Rows above the headers of the columns. */
  rows?: TableHeaderRow[];
  /** Style of all header cells. */
  cell?: CellStyle;
}

/** A row above the headers of the columns. */
export interface TableHeaderRow {
  /** The cells, from the left; each occupies the next free column. */
  cells: TableHeaderCell[];
  /** Pages with this row: each page with rows of the table, or all pages except the first. Default: set by `repeat_on_page_break`. */
  repeat?: "every_page" | "after_first";
}

/** A cell of the header. */
export interface TableHeaderCell {
  /** Text, a value, or block text of paragraphs. `{carried:KEY}` is the sum of column KEY over previous pages. */
  content?: string | number | boolean | null | BlockContent;
  /** Number of rows that the cell spans. @minimum 1 @default 1 */
  row_span?: integer;
  /** Number of columns that the cell spans. @minimum 1 @default 1 */
  col_span?: integer;
  /** Alignment of the content. Shorthand for `style.text.text_align`, which has precedence. */
  text_align?: TextAlign;
  /** Style of this cell. */
  style?: CellStyle;
  /** Link of the cell. */
  link?: LinkSpec;
  /** Language of the cell. */
  language?: Language;
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
  /** The cells, from the left; each occupies the next free column. */
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
  /** Language of the cell. */
  language?: Language;
}

/** Zone of a table. */
export interface TableZone {
  /** Style of its cells. */
  cell?: CellStyle;
}

/** The rows of a table. */
export interface TableBody {
  /** Style of the cells. */
  cell?: CellStyle;
  /** Fill of every second row, counted over the whole table: the 2nd, 4th and so on. Fills of columns and cells override it. */
  alternate_fill?: FillStyle;
}

/** Lines of a table; false is none. Borders of cells override them. */
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

/** Heights of rows, and breaks of a table. */
export interface TablePagination {
  /** Keeps rows joined by a span on one page. Must be true if a `row_span` is above 1. @default true */
  keep_spans_together?: boolean;
  /** Minimum height of a row. Required if the table is in the body of a page and does not flow. @unit mm @exclusiveMinimum 0 */
  row_min_height?: number;
  /** Minimum height of a header row. Required if the table is in the body of a page, does not flow and shows its header. @unit mm @exclusiveMinimum 0 */
  header_min_height?: number;
  /** Minimum height of a footer row. @unit mm @exclusiveMinimum 0 */
  footer_min_height?: number;
}
