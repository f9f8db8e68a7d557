import type { MaterializedTable } from "./materialized.js";
import type { CellValue, TableCell, TableElement, TableFooterCell, TableHeaderCell } from "./types/table.js";
import { lookup } from "../../base/lookup.js";

type Headed = Pick<TableElement, "columns" | "header">;

/** A cell's place counts from 0; its spans are in rows and columns. */
export interface PlannedCell<C = TableHeaderCell | string> {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  /** a string: leaf header of its column */
  readonly cell: C;
  readonly path: readonly (string | number)[];
  /** overlaps another cell, or leaves the table */
  readonly collides: boolean;
}

/** Fragments with a row of the header or footer. */
export type Shown = "always" | "first" | "after_first" | "last" | "before_last";

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

/** Plus the leaf row if a column has a header, or no other row is declared. */
function headerRowCount(el: Headed): number {
  const grouped = el.header?.rows?.length ?? 0;
  return grouped + (hasLeaves(el) ? 1 : 0);
}

const hasLeaves = (el: Headed): boolean =>
  el.columns.some((c) => (c.header ?? "") !== "") || (el.header?.show === true && (el.header.rows?.length ?? 0) === 0);

export function headerShown(el: Headed): readonly Shown[] {
  const repeats: Shown = (el.header?.repeat_on_page_break ?? true) ? "always" : "first";
  const grouped = (el.header?.rows ?? []).map(({ repeat }): Shown => (repeat === "every_page" ? "always" : (repeat ?? repeats)));
  return hasLeaves(el) ? [...grouped, repeats] : grouped;
}

export const footerShown = ({ footer }: Pick<TableElement, "footer">): readonly Shown[] =>
  (footer?.rows ?? []).map(({ repeat = footer?.repeat ?? "last" }) => (repeat === "every_page" ? "always" : repeat));

/** In reading order: the next place of its row not covered from above. */
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

export function headerPlan(el: Headed): readonly PlannedCell[] {
  const places = new CellPlaces<TableHeaderCell | string>(el.columns.length, headerRowCount(el));
  const grouped = el.header?.rows ?? [];
  places.lines(grouped, "header");
  if (!hasLeaves(el)) return places.cells;
  el.columns.forEach(({ header = "" }, column) => {
    // it may be covered from above
    if (header !== "" || !places.taken(grouped.length, column)) places.put(grouped.length, column, header, ["columns", column, "header"]);
  });
  return places.cells;
}

export function footerPlan({ columns, footer }: Pick<TableElement, "columns" | "footer">): readonly PlannedCell<TableFooterCell>[] {
  const rows = footer?.rows ?? [];
  const places = new CellPlaces<TableFooterCell>(columns.length, rows.length);
  places.lines(rows, "footer");
  return places.cells;
}

export const isCell = (value: CellValue | undefined): value is TableCell => typeof value === "object" && value !== null;

interface BodySpans {
  readonly any: boolean;
  covered(row: number, column: number): boolean;
  /** row after those joined by spans */
  groupEnd(row: number): number;
}

const NO_SPANS: BodySpans = { any: false, covered: () => false, groupEnd: (row) => row + 1 };

/** Fault of a span: too few rows or columns from its cell on, or a place that belongs to another cell. */
export type SpanFault =
  | { readonly kind: "row" | "column"; readonly room: number }
  /** `spanned`: another span covers the place */
  | { readonly kind: "covers"; readonly row: number; readonly column: number; readonly spanned: boolean };

/** `found`: null if the span fits */
export function bodySpans(
  { rows, columns, projected }: Pick<MaterializedTable, "rows" | "columns" | "projected">,
  found?: (row: number, column: number, fault: SpanFault | null) => void,
): BodySpans {
  if (projected) return NO_SPANS;
  const keys = columns.map((column) => column.key);
  const covered = new Set<number>();
  const coveredUntil = new Map<number, number>();
  for (let r = 0; r < rows.length; r++) {
    const row = rows.at(r)!;
    keys.forEach((key, c) => {
      const value = row[key];
      if (!isCell(value) || !Object.hasOwn(row, key)) return;
      const down = value.row_span ?? 1;
      const across = value.col_span ?? 1;
      if (down <= 1 && across <= 1) return;
      // covered cells are not examined further, which bounds the work
      if (covered.has(r * keys.length + c)) return found?.(r, c, { kind: "covers", row: r, column: c, spanned: true });
      let fault: SpanFault | null = null;
      if (r + down > rows.length) fault = { kind: "row", room: rows.length - r };
      else if (c + across > keys.length) fault = { kind: "column", room: keys.length - c };
      for (let i = r; i < Math.min(r + down, rows.length); i++) {
        for (let k = c; k < Math.min(c + across, keys.length); k++) {
          if (i === r && k === c) continue;
          const at = i * keys.length + k;
          const spanned = covered.has(at);
          if (!fault && (spanned || (lookup(rows.at(i)!, keys[k]!) ?? null) !== null))
            fault = { kind: "covers", row: i, column: k, spanned };
          covered.add(at);
        }
      }
      if (down > 1) coveredUntil.set(r, Math.max(coveredUntil.get(r) ?? 0, r + down));
      found?.(r, c, fault);
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
