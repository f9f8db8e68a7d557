import type { Numbers } from "../locale/numbers.js";
import type { ProjectedTable, RowSource } from "../request/materialized.js";
import type { DatasetDefinition, DatasetRow, ProjectionColumn, TableProjection } from "../request/types/data.js";
import type { TableRow } from "../request/types/table.js";
import { cellOf, fieldOf, type Scalar } from "./dataset.js";

export const outputKey = (column: ProjectionColumn): string => column.key ?? column.field;

/** A formatted number is text. */
export function shownBy({ field, format }: ProjectionColumn, row: DatasetRow, numbers: Numbers): Scalar {
  const value = cellOf(row, field);
  return format && typeof value === "number" ? numbers.text(value, format) : value;
}

/** Computed on each access: no more memory than the dataset. */
class ProjectedRows implements RowSource {
  constructor(
    private readonly source: readonly DatasetRow[],
    private readonly columns: readonly ProjectionColumn[],
    private readonly numbers: Numbers,
  ) {}

  get length(): number {
    return this.source.length;
  }

  at(row: number): TableRow | undefined {
    const from = this.source[row];
    if (!from) return undefined;
    const out: TableRow = {};
    for (const column of this.columns) put(out, outputKey(column), shownBy(column, from, this.numbers));
    return out;
  }

  *[Symbol.iterator](): Iterator<TableRow> {
    for (let i = 0; i < this.length; i++) yield this.at(i)!;
  }

  toJSON(): readonly TableRow[] {
    return [...this];
  }
}

function put(row: TableRow, key: string, value: Scalar): void {
  if (key === "__proto__") Object.defineProperty(row, key, { value, enumerable: true });
  else row[key] = value;
}

/** Computes the rows of a table; null if the dataset lacks a column's field. */
export function projectTable(
  name: string,
  projection: TableProjection,
  dataset: DatasetDefinition,
  numbers: Numbers,
): { readonly rows: RowSource; readonly projected: ProjectedTable } | null {
  const { columns } = projection;
  if (columns.some(({ field }) => !fieldOf(dataset, field))) return null;
  const rows = new ProjectedRows(dataset.rows, columns, numbers);
  return { rows, projected: { name, projection, texts: () => textsOf(columns, dataset), raw: rawOf(columns, dataset) } };
}

function rawOf(columns: readonly ProjectionColumn[], { rows }: DatasetDefinition): ProjectedTable["raw"] {
  const fields = new Map(columns.map((column) => [outputKey(column), column.field]));
  return (row, key) => {
    const field = fields.get(key);
    return field === undefined ? null : cellOf(rows[row]!, field);
  };
}

function* textsOf(columns: readonly ProjectionColumn[], { rows }: DatasetDefinition): Iterable<string> {
  for (const { field, format } of columns) {
    if (format?.prefix !== undefined) yield format.prefix;
    if (format?.suffix !== undefined) yield format.suffix;
    if (format) continue;
    for (const row of rows) {
      const value = cellOf(row, field);
      if (typeof value === "string") yield value;
    }
  }
}
