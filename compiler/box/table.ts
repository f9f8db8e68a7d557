// A table as a box: made from a table element by lowering, turned into placed rows by layout.
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
  /** the header of a fragment, null = none */
  readonly header: ((slice: TableSlice) => TableRows<B>) | null;
  /** some rows of the header are on continuations */
  readonly repeats: boolean;
  readonly headerMinHeight: number;
  /** the footer of a fragment, null = none */
  readonly footer: ((slice: TableSlice) => TableRows<B>) | null;
  /** of each row */
  readonly footerMinHeight: number;
  /** header and footer depend on the rows of their fragment: they have sums */
  readonly sums: TableSums | null;
  /** by column: how its numbers are aligned, null = as its other content; null = no column has it */
  readonly decimals: readonly (DecimalColumn | null)[] | null;
  readonly rowMinHeight: number;
  readonly rows: TableRows<B>;
  readonly grid: ComputedGrid;
  /** of its cells, which are not lowered yet */
  readonly reads: Reads;
}

/** A fragment of a table as its header and footer depend on it: body rows [from, to). */
export interface TableSlice {
  /** counted from 0 */
  readonly index: number;
  readonly from: number;
  readonly to: number;
  /** no rows follow */
  readonly last: boolean;
}

/** Sums of columns in header and footer. */
export interface TableSums {
  /** numbers of rows with sums of each length: what header and footer can be as wide as */
  readonly samples: () => readonly number[];
}

/** Alignment of a column's numbers by their decimal marks. */
export interface DecimalColumn {
  readonly padX: number;
  /** place of the numbers' common block in the column, from 0 (left) to 1 */
  readonly align: number;
}

/** A column's width: points, a share of the table's from 0 to 1, what its content takes, or that and what is left over. */
export type Track = number | { readonly share: number } | "fit_content" | "auto";

/** Rows are made at each call, and are the same each time: a long table is never in memory whole. */
export interface TableRows<B> {
  readonly length: number;
  at(row: number): TableRow<B>;
  /** the row after the last one that spans join with this one */
  groupEnd(row: number): number;
}

/** A row: the cells that begin in it, from the first column to the last. */
export interface TableRow<B> {
  readonly src: Src;
  readonly cells: readonly Cell<B>[];
}

/** A cell: its column, counted from 0, and the numbers of columns and rows that it spans. */
export interface Cell<B> {
  readonly src: Src;
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
  readonly look: ComputedCell;
  /** null = nothing is in it */
  readonly content: B | null;
  /** what it is a header of */
  readonly scope: "row" | "column" | null;
  /** the number that is its content, if it is aligned by its decimal mark */
  readonly decimal: DecimalText | null;
}

/** A number as text, divided at its decimal mark or at the end of its integer digits. */
export interface DecimalText {
  readonly text: string;
  /** UTF-16 units before the mark */
  readonly before: number;
  readonly style: TextStyle;
}

/** How a cell looks, with nothing left to inherit. Equal looks are one object. */
export interface ComputedCell {
  readonly padX: number;
  readonly padY: number;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly fill: Fill | null;
  readonly borders: Readonly<Record<CellSide, Edge | null>>;
  readonly diagonals: readonly { readonly from: "top" | "bottom"; readonly stroke: ComputedStroke }[];
  /** the place of content narrower or lower than its cell, from 0 (left, top) to 1 */
  readonly alignX: number;
  readonly alignY: number;
}

/** The sides of a cell that have borders. */
export type CellSide = "top" | "right" | "bottom" | "left";

/** A border as one level of the cascade declares it; a null stroke declares that there is none. */
export interface Edge {
  /** levels of later precedence are higher */
  readonly level: number;
  readonly stroke: ComputedStroke | null;
}

/** Lines where cells declare none; null = not declared. */
export interface ComputedGrid extends Readonly<Record<CellSide, Edge | null>> {
  readonly horizontal: Edge | null;
  readonly vertical: Edge | null;
}
