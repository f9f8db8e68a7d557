import type { Fill } from "../../ir/ir.js";
import type { Src } from "../core/src.js";
import type { Common, ComputedStroke } from "./common.js";
import type { DeclaredLang } from "./language.js";
import type { Reads } from "./reads.js";
import type { TextStyle } from "./text.js";

/** Lengths are points. */
export interface TableOf<B> extends Common {
  readonly kind: "table";
  /** null: the sum of its columns, all fixed; "space": that of the space */
  readonly width: number | "space" | null;
  readonly tracks: readonly Track[];
  /** the first column is the rightmost */
  readonly fromRight: boolean;
  /** of a fragment; null if absent */
  readonly header: ((slice: TableSlice) => TableRows<B>) | null;
  /** some header rows are on continuations */
  readonly repeats: boolean;
  readonly headerMinHeight: number;
  /** of a fragment; null if absent */
  readonly footer: ((slice: TableSlice) => TableRows<B>) | null;
  /** least height of each row of the footer */
  readonly footerMinHeight: number;
  /** null if header and footer have no sums */
  readonly sums: TableSums | null;
  /** by column; null: as other content; null if all are */
  readonly decimals: readonly (DecimalColumn | null)[] | null;
  readonly rowMinHeight: number;
  readonly rows: TableRows<B>;
  readonly grid: ComputedGrid;
  /** reads of cells that are not lowered yet */
  readonly reads: Reads;
  readonly noted: boolean;
  /** of its header, from 1, in the Markdown that describes it; null otherwise */
  readonly line: number | null;
}

/** Body rows [from, to), for header and footer. */
export interface TableSlice {
  /** from 0 */
  readonly index: number;
  readonly from: number;
  readonly to: number;
  /** true if no rows follow */
  readonly last: boolean;
}

interface TableSums {
  /** numbers of rows that cover each length of the sums */
  readonly samples: () => readonly number[];
}

export interface DecimalColumn {
  /** index of the column in the request */
  readonly index: number;
  readonly padX: number;
  /** of the common block in the column, 0 (left) to 1 */
  readonly align: number;
}

/** Points, a share of the table's from 0 to 1, that of its content, or content and the rest. */
export type Track = number | { readonly share: number } | "fit_content" | "auto";

/** Rows are created at each call, always equal: a large table is never in memory whole. */
export interface TableRows<B> {
  readonly length: number;
  /** of a header or footer: its rows exist, and each call returns the same; absent for a body */
  readonly exist?: true;
  at(row: number): TableRow<B>;
  /** Returns the index after the last row that spans join with this one. */
  groupEnd(row: number): number;
}

/** Cells that begin in the row, in source order: from the left, or from the right in a table from right to left. */
export interface TableRow<B> {
  readonly src: Src;
  readonly cells: readonly Cell<B>[];
}

/** Its leftmost column is counted from the left, from 0. */
export interface Cell<B> {
  readonly src: Src;
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
  readonly look: ComputedCell;
  /** null: empty */
  readonly content: B | null;
  /** null: not a header */
  readonly scope: "row" | "column" | null;
  /** if aligned by its decimal mark */
  readonly decimal: DecimalText | null;
  readonly lang?: DeclaredLang;
}

/** Divided at its decimal mark or at the end of its integer digits. */
export interface DecimalText {
  readonly text: string;
  /** UTF-16 units before the mark */
  readonly before: number;
  readonly style: TextStyle;
}

/** Equal looks are one object. */
export interface ComputedCell {
  readonly padX: number;
  readonly padY: number;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly fill: Fill | null;
  readonly borders: Readonly<Record<CellSide, Edge | null>>;
  readonly diagonals: readonly { readonly from: "top" | "bottom"; readonly stroke: ComputedStroke }[];
  /** of smaller content, from 0 (left, top) to 1 */
  readonly alignX: number;
  readonly alignY: number;
}

export type CellSide = "top" | "right" | "bottom" | "left";

/** An edge of a cell; a null stroke is no border. */
export interface Edge {
  /** later precedence is higher */
  readonly level: number;
  readonly stroke: ComputedStroke | null;
}

/** Default lines between cells; null: not declared. */
export interface ComputedGrid extends Readonly<Record<CellSide, Edge | null>> {
  readonly horizontal: Edge | null;
  readonly vertical: Edge | null;
}
