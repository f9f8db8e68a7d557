// Table boxes, made by lowering and laid out as placed rows.
import type { Fill } from "../../ir/ir.js";
import type { Src } from "../core/src.js";
import type { Common, ComputedStroke } from "./common.js";
import type { Reads } from "./reads.js";
import type { TextStyle } from "./text.js";

/** A table of boxes `B`: rows of cells under columns. Lengths are points. */
export interface TableOf<B> extends Common {
  readonly kind: "table";
  /** null = the sum of its columns, which are then all fixed; "space": that of the space */
  readonly width: number | "space" | null;
  readonly tracks: readonly Track[];
  /** header of a fragment, null if absent */
  readonly header: ((slice: TableSlice) => TableRows<B>) | null;
  /** some header rows are on continuations */
  readonly repeats: boolean;
  readonly headerMinHeight: number;
  /** footer of a fragment, null if absent */
  readonly footer: ((slice: TableSlice) => TableRows<B>) | null;
  /** of each row */
  readonly footerMinHeight: number;
  /** null if header and footer have no sums, which depend on the rows of the fragment */
  readonly sums: TableSums | null;
  /** by column: alignment of its numbers, null = as other content; null if all are */
  readonly decimals: readonly (DecimalColumn | null)[] | null;
  readonly rowMinHeight: number;
  readonly rows: TableRows<B>;
  readonly grid: ComputedGrid;
  /** of its cells, which are not lowered yet */
  readonly reads: Reads;
  /** some cells have footnotes */
  readonly noted: boolean;
}

/** Place of a fragment in its table, for header and footer: body rows [from, to). */
export interface TableSlice {
  /** counted from 0 */
  readonly index: number;
  readonly from: number;
  readonly to: number;
  /** no rows follow */
  readonly last: boolean;
}

export interface TableSums {
  /** numbers of rows that cover each length of the sums, for the widths of header and footer */
  readonly samples: () => readonly number[];
}

/** Decimal alignment of a column's numbers. */
export interface DecimalColumn {
  readonly padX: number;
  /** place of the numbers' common block in the column, from 0 (left) to 1 */
  readonly align: number;
}

/** Column width: points, a share of the table's from 0 to 1, that of its content, or that and the rest. */
export type Track = number | { readonly share: number } | "fit_content" | "auto";

/** Rows are created at each call, always equal: a large table is never in memory whole. */
export interface TableRows<B> {
  readonly length: number;
  /** of a header or footer: its rows exist, and each call returns the same; absent for a body */
  readonly exist?: true;
  at(row: number): TableRow<B>;
  /** the row after the last one that spans join with this one */
  groupEnd(row: number): number;
}

/** A row: the cells that begin in it, from the first column to the last. */
export interface TableRow<B> {
  readonly src: Src;
  readonly cells: readonly Cell<B>[];
}

/** A cell: its column, counted from 0, and its column and row spans. */
export interface Cell<B> {
  readonly src: Src;
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
  readonly look: ComputedCell;
  /** null = empty */
  readonly content: B | null;
  /** header scope; null = not a header */
  readonly scope: "row" | "column" | null;
  /** the number of the content, if aligned by its decimal mark */
  readonly decimal: DecimalText | null;
}

/** A number as text, divided at its decimal mark or at the end of its integer digits. */
export interface DecimalText {
  readonly text: string;
  /** UTF-16 units before the mark */
  readonly before: number;
  readonly style: TextStyle;
}

/** Computed look of a cell. Equal looks are one object. */
export interface ComputedCell {
  readonly padX: number;
  readonly padY: number;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly fill: Fill | null;
  readonly borders: Readonly<Record<CellSide, Edge | null>>;
  readonly diagonals: readonly { readonly from: "top" | "bottom"; readonly stroke: ComputedStroke }[];
  /** place of content narrower or lower than its cell, from 0 (left, top) to 1 */
  readonly alignX: number;
  readonly alignY: number;
}

export type CellSide = "top" | "right" | "bottom" | "left";

/** Border declared by one level of the cascade; a null stroke declares no border. */
export interface Edge {
  /** levels of later precedence are higher */
  readonly level: number;
  readonly stroke: ComputedStroke | null;
}

/** Default lines between cells; null = not declared. */
export interface ComputedGrid extends Readonly<Record<CellSide, Edge | null>> {
  readonly horizontal: Edge | null;
  readonly vertical: Edge | null;
}
