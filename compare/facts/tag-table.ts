// Header cells of tables by their place, as identifiers are chosen by the writer (ISO 32000-2, 14.8.5.7; DF-12).
import type { PdfFile } from "../../pdf-reader/types.js";

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly id: string | null;
  readonly headers: readonly string[];
  /** Receives the header cells as text. */
  readonly setHeaders: (headers: string) => void;
}

/** Collects the cells of one table, those of tables in its cells not among them. */
export class TagTable {
  #row = -1;
  #column = 0;
  /** Row at which each column is free again. */
  readonly #free: number[] = [];
  readonly #cells: Cell[] = [];

  constructor(readonly file: PdfFile) {}

  row(): void {
    this.#row++;
    this.#column = 0;
  }

  cell(given: Pick<Cell, "id" | "headers" | "setHeaders"> & { readonly rowSpan: number; readonly colSpan: number }): void {
    const { rowSpan, colSpan, ...rest } = given;
    const row = Math.max(0, this.#row);
    let column = this.#column;
    while ((this.#free[column] ?? 0) > row) column++;
    this.file.step(column - this.#column + colSpan);
    for (let i = 0; i < colSpan; i++) this.#free[column + i] = row + rowSpan;
    this.#column = column + colSpan;
    this.#cells.push({ row, column, rows: rowSpan, columns: colSpan, ...rest });
  }

  /** Names the header cells of all cells that have some. */
  end(): void {
    const ids = new Map<string, Cell>();
    for (const cell of this.#cells) if (cell.id !== null && !ids.has(cell.id)) ids.set(cell.id, cell);
    for (const cell of this.#cells)
      if (cell.headers.length > 0) cell.setHeaders(cell.headers.map((id) => placeOf(cell, ids.get(id))).join("; "));
  }
}

/** Rows and columns that a header shares with the cell keep their name when others are put in. */
function placeOf(cell: Cell, header: Cell | undefined): string {
  if (!header) return "not in the table";
  const row = header.row <= cell.row && cell.row < header.row + header.rows ? "same row" : `row ${header.row + 1}`;
  const column =
    header.column <= cell.column && cell.column < header.column + header.columns ? "same column" : `column ${header.column + 1}`;
  return `${row}, ${column}`;
}
