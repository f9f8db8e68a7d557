import type { HeatmapRows, MaterializedData, ProjectedChart } from "../request/materialized.js";
import type { ChartSeriesFields, PointKind, ScatterPoint } from "../request/types/chart.js";
import type { ChartProjection, DatasetDefinition, DatasetRow, ProjectionSeries } from "../request/types/data.js";
import { cellOf, fieldOf } from "./dataset.js";

/** Dataset rows by distinct values of x and y, in order of first occurrence. */
interface HeatmapGrid {
  readonly labels: ReadonlyMap<string, number>;
  readonly series: ReadonlyMap<string, number>;
  readonly first: Pick<HeatmapRows, "labels" | "series">;
  each(visit: (row: number, column: number, series: number) => void): void;
}

/** Columns and rows of a heatmap without cells, which may far outnumber the dataset rows. */
export function heatmapGrid(x: string, y: string, rows: readonly DatasetRow[]): HeatmapGrid {
  const [labels, series] = [new Map<string, number>(), new Map<string, number>()];
  const first: Record<keyof HeatmapGrid["first"], number[]> = { labels: [], series: [] };
  const columnOf = (row: DatasetRow): string => String(cellOf(row, x));
  const seriesOf = (row: DatasetRow): string => String(cellOf(row, y));
  rows.forEach((row, i) => {
    for (const [known, key, rowsOf] of [
      [labels, columnOf(row), first.labels],
      [series, seriesOf(row), first.series],
    ] as const) {
      if (known.has(key)) continue;
      known.set(key, known.size);
      rowsOf.push(i);
    }
  });
  const each: HeatmapGrid["each"] = (visit) => rows.forEach((row, i) => visit(i, labels.get(columnOf(row))!, series.get(seriesOf(row))!));
  return { labels, series, first, each };
}

/** Labels, values, bounds, point kinds, numbers of points, heatmap cells including empty ones. */
export function chartCells(projection: ChartProjection, { rows }: DatasetDefinition): number {
  const { shape = "category", x, y, series } = projection;
  const auxiliaries = series.map((s) => [s.lower, s.upper, s.size, s.point_kind].filter((f) => f !== undefined).length);
  const fields = auxiliaries.reduce((n, more) => n + 1 + more, 0);
  if (shape === "category") return rows.length * (1 + fields);
  if (shape === "xy") return rows.length * (fields + series.length);
  const { labels, series: lines } = heatmapGrid(x?.field ?? "", y?.field ?? "", rows);
  return labels.size * (1 + lines.size);
}

/** Computes the data of a chart; null if a field is absent or values exceed `most`. The check refuses values of a wrong type. */
export function projectChart(
  name: string,
  projection: ChartProjection,
  dataset: DatasetDefinition,
  most: number,
): { readonly data: MaterializedData; readonly projected: ProjectedChart } | null {
  const { shape = "category", category, x, y, series } = projection;
  const known = (key: string | undefined): key is string => key !== undefined && fieldOf(dataset, key) !== undefined;
  const auxiliaries = series.flatMap((s) => [s.lower, s.upper, s.size, s.point_kind].filter((f) => f !== undefined));
  if (![...series.map((s) => s.field), ...auxiliaries].every(known)) return null;
  if (chartCells(projection, dataset) > most) return null;
  const { rows } = dataset;
  if (shape === "category")
    return known(category?.field) ? { data: categories(category.field, series, rows), projected: { name, projection } } : null;
  if (shape === "xy") return known(x?.field) ? { data: points(x.field, series, rows), projected: { name, projection } } : null;
  const [only] = series;
  if (!known(x?.field) || !known(y?.field) || !only) return null;
  const { data, heatmap } = cells(heatmapGrid(x.field, y.field, rows), only, rows);
  return { data, projected: { name, projection, heatmap } };
}

function presentation({
  field: _field,
  lower: _lower,
  upper: _upper,
  size: _size,
  point_kind: _kind,
  ...shown
}: ProjectionSeries): ChartSeriesFields {
  return shown;
}

/** Kinds of points in a column's cells. */
export const POINT_KINDS: readonly PointKind[] = ["delta", "subtotal", "total"];

/** The check refuses values of another type. */
const cell = <T>(row: DatasetRow, key: string): T => cellOf(row, key) as T;
const column = <T>(rows: readonly DatasetRow[], key: string): T[] => rows.map((row) => cell<T>(row, key));

function categories(category: string, series: readonly ProjectionSeries[], rows: readonly DatasetRow[]): MaterializedData {
  return {
    labels: column<string>(rows, category),
    series: series.map((s) => ({
      ...presentation(s),
      values: column<number | null>(rows, s.field),
      ...(s.lower !== undefined && { lower_values: column<number | null>(rows, s.lower) }),
      ...(s.upper !== undefined && { upper_values: column<number | null>(rows, s.upper) }),
      ...(s.point_kind !== undefined && { point_kinds: column<PointKind>(rows, s.point_kind) }),
    })),
  };
}

function points(x: string, series: readonly ProjectionSeries[], rows: readonly DatasetRow[]): MaterializedData {
  const point = (s: ProjectionSeries, row: DatasetRow): ScatterPoint => {
    const size = s.size === undefined ? null : cell<number | null>(row, s.size);
    return { x: cell<number>(row, x), y: cell<number | null>(row, s.field), ...(size !== null && { size }) };
  };
  return { series: series.map((s) => ({ ...presentation(s), points: rows.map((row) => point(s, row)) })) };
}

/** A cell without a dataset row is empty. All rows have the presentation of the projection's only series. */
function cells(
  grid: HeatmapGrid,
  only: ProjectionSeries,
  rows: readonly DatasetRow[],
): { readonly data: MaterializedData; readonly heatmap: HeatmapRows } {
  const values = [...grid.series].map(() => new Array<number | null>(grid.labels.size).fill(null));
  const from = values.map(() => new Array<number>(grid.labels.size).fill(-1));
  grid.each((row, at, line) => {
    if (from[line]![at]! >= 0) return;
    values[line]![at] = cell<number | null>(rows[row]!, only.field);
    from[line]![at] = row;
  });
  return {
    data: {
      labels: [...grid.labels.keys()],
      series: [...grid.series.keys()].map((name, i) => ({ ...presentation(only), name, values: values[i]! })),
    },
    heatmap: { ...grid.first, cells: from },
  };
}
