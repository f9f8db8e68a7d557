// Rows, columns and spans of a table's cells.
import type { MaterializedTable } from "./materialized.js";
import type { CellValue, TableCell, TableElement, TableFooterCell, TableHeaderCell } from "./types/table.js";

/** Table fields of the header. */
type Headed = Pick<TableElement, "columns" | "header">;

/** A header cell and its place: row and column counted from 0, spans in rows and columns. */
export interface PlannedCell<C = TableHeaderCell | string> {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  /** a string is the leaf header of its column */
  readonly cell: C;
  /** path in the table */
  readonly path: readonly (string | number)[];
  /** overlaps another cell, or leaves the table */
  readonly collides: boolean;
}

/** The fragments of a table that a row of its header or footer is in. */
export type Shown = "always" | "first" | "after_first" | "last" | "before_last";

/** True for a row that is in a fragment. */
export function isShown(shown: Shown, { first, last }: { readonly first: boolean; readonly last: boolean }): boolean {
  switch (shown) {
    case "always":
      return true;
    case "first":
      return first;
    case "after_first":
      return !first;
    case "last":
      return last;
    case "before_last":
      return !last;
  }
}

export const headerShows = (el: Headed): boolean => (el.header?.show ?? true) && headerRowCount(el) > 0;

/** Number of grouped header rows, plus the leaf row if a column has a header, or if the declared header has no other rows. */
export function headerRowCount(el: Headed): number {
  const grouped = el.header?.rows?.length ?? 0;
  return grouped + (hasLeaves(el) ? 1 : 0);
}

const hasLeaves = (el: Headed): boolean =>
  el.columns.some((c) => (c.header ?? "") !== "") || (el.header?.show === true && (el.header.rows?.length ?? 0) === 0);

/** Header cells in reading order: each takes the next place of its row not covered by a span from above. */
export function headerShown(el: Headed): readonly Shown[] {
  const repeats: Shown = (el.header?.repeat_on_page_break ?? true) ? "always" : "first";
  const grouped = (el.header?.rows ?? []).map(({ repeat }): Shown => (repeat === "every_page" ? "always" : (repeat ?? repeats)));
  return hasLeaves(el) ? [...grouped, repeats] : grouped;
}

/** The fragments that each row of the footer is in. */
export const footerShown = ({ footer }: Pick<TableElement, "footer">): readonly Shown[] =>
  (footer?.rows ?? []).map(({ repeat = footer?.repeat ?? "last" }) => (repeat === "every_page" ? "always" : repeat));

/** Places cells in the order of reading: each takes the next place of its row that no span from above covers. */
class CellPlaces<C> {
  readonly #taken = new Set<number>();
  readonly cells: PlannedCell<C>[] = [];

  constructor(
    readonly columns: number,
    readonly count: number,
  ) {}

  taken(row: number, column: number): boolean {
    return this.#taken.has(row * this.columns + column);
  }

  /** @returns the column after the cell */
  put(row: number, column: number, cell: C, path: PlannedCell["path"]): number {
    const { columns, count } = this;
    const { row_span: rows = 1, col_span: across = 1 } = (typeof cell === "string" ? {} : cell) as TableHeaderCell;
    let collides = row + rows > count || column + across > columns;
    for (let r = row; r < Math.min(row + rows, count); r++) {
      for (let c = column; c < Math.min(column + across, columns); c++) {
        collides ||= this.taken(r, c);
        this.#taken.add(r * columns + c);
      }
    }
    this.cells.push({ row, column, rows, columns: across, cell, path, collides });
    return column + across;
  }

  lines(lines: readonly { readonly cells: readonly C[] }[], zone: "header" | "footer"): void {
    lines.forEach((line, row) => {
      let column = 0;
      line.cells.forEach((cell, i) => {
        while (this.taken(row, column)) column++;
        column = this.put(row, column, cell, [zone, "rows", row, "cells", i]);
      });
    });
  }
}

/** The header's cells in the order of reading. */
export function headerPlan(el: Headed): readonly PlannedCell[] {
  const places = new CellPlaces<TableHeaderCell | string>(el.columns.length, headerRowCount(el));
  const grouped = el.header?.rows ?? [];
  places.lines(grouped, "header");
  if (!hasLeaves(el)) return places.cells;
  el.columns.forEach(({ header = "" }, column) => {
    // a span from above may cover the place of a column without a header
    if (header !== "" || !places.taken(grouped.length, column)) places.put(grouped.length, column, header, ["columns", column, "header"]);
  });
  return places.cells;
}

/** The footer's cells in the order of reading. */
export function footerPlan({ columns, footer }: Pick<TableElement, "columns" | "footer">): readonly PlannedCell<TableFooterCell>[] {
  const rows = footer?.rows ?? [];
  const places = new CellPlaces<TableFooterCell>(columns.length, rows.length);
  places.lines(rows, "footer");
  return places.cells;
}

export const isCell = (value: CellValue | undefined): value is TableCell => typeof value === "object" && value !== null;

/** Places of the body covered by spans, and rows joined by them. */
export interface BodySpans {
  /** false: no spans */
  readonly any: boolean;
  covered(row: number, column: number): boolean;
  /** row after the group of rows that spans join, of which this is the first */
  groupEnd(row: number): number;
}

const NO_SPANS: BodySpans = { any: false, covered: () => false, groupEnd: (row) => row + 1 };

/** `found`: called with each spanning cell, and true if it overlaps another or leaves the table */
export function bodySpans(
  { rows, columns, projected }: Pick<MaterializedTable, "rows" | "columns" | "projected">,
  found?: (row: number, column: number, collides: boolean) => void,
): BodySpans {
  if (projected) return NO_SPANS;
  const keys = columns.map((column) => column.key);
  const covered = new Set<number>();
  const coveredUntil = new Map<number, number>();
  for (let r = 0; r < rows.length; r++) {
    const row = rows.at(r)!;
    keys.forEach((key, c) => {
      const value = row[key];
      if (!isCell(value)) return;
      const down = value.row_span ?? 1;
      const across = value.col_span ?? 1;
      if (down <= 1 && across <= 1) return;
      // covered cells are not examined further, which bounds the work
      if (covered.has(r * keys.length + c)) return found?.(r, c, true);
      let collides = r + down > rows.length || c + across > keys.length;
      for (let i = r; i < Math.min(r + down, rows.length); i++) {
        for (let k = c; k < Math.min(c + across, keys.length); k++) {
          if (i === r && k === c) continue;
          const at = i * keys.length + k;
          collides ||= covered.has(at) || (rows.at(i)![keys[k]!] ?? null) !== null;
          covered.add(at);
        }
      }
      if (down > 1) coveredUntil.set(r, Math.max(coveredUntil.get(r) ?? 0, r + down));
      found?.(r, c, collides);
    });
  }
  if (covered.size === 0 && coveredUntil.size === 0) return NO_SPANS;
  return {
    any: true,
    covered: (row, column) => covered.has(row * keys.length + column),
    groupEnd: (row) => {
      let end = coveredUntil.get(row) ?? row + 1;
      for (let r = row + 1; r < end; r++) end = Math.max(end, coveredUntil.get(r) ?? 0);
      return end;
    },
  };
}
