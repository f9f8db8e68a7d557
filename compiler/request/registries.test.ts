import { CONTRACT_LIMITS, type Limits } from "../core/limits.js";
import { describe, expect, test } from "vitest";
import { decode } from "./decode.js";

const list = <T>(n: number, of: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => of(i));
const named = <T>(n: number, of: T): Record<string, T> => Object.fromEntries(list(n, (i) => [`n${i}`, of] as const));
const DATASET = { fields: [{ key: "a", type: "number" }], rows: [] as object[] };
const TABLE = { type: "table", dataset: "d", columns: [{ field: "a" }] };
const CHART = { type: "chart", dataset: "d", category: { field: "a" }, series: [{ field: "a", name: "A" }] };
const PAGES = { pages: [{ size: "a4", elements: [] as object[] }] };

/** Empty if the shape is valid. */
const said = (request: object, limits: Limits = CONTRACT_LIMITS): readonly string[] => {
  const decoded = decode(new TextEncoder().encode(JSON.stringify({ ...PAGES, ...request })), limits, 10);
  return "problems" in decoded ? decoded.problems.map((p) => `${p.rule} ${p.path.join("/")}: ${p.reason}`) : [];
};

describe("bounds of reading, API-001", () => {
  test.each<[string, number, (n: number) => object, string]>([
    ["datasets", 64, (n) => ({ datasets: named(n, DATASET) }), "datasets: must be at most 64 entries; found 65"],
    [
      "projections",
      64,
      (n) => ({ projections: named(n, TABLE) }),
      "projections: must be at most 64 (PLATEN_LIMIT_PROJECTIONS) entries; found 65",
    ],
    [
      "fields of a dataset",
      128,
      (n) => ({ datasets: { d: { ...DATASET, fields: list(n, (i) => ({ key: `k${i}`, type: "string" })) } } }),
      "datasets/d/fields: must be at most 128 (PLATEN_LIMIT_DATASET_FIELDS) fields; found 129",
    ],
    [
      "fields of a row",
      128,
      (n) => ({ datasets: { d: { ...DATASET, rows: [{}, named(n, 1)] } } }),
      "datasets/d/rows/1: must be at most 128 (PLATEN_LIMIT_DATASET_FIELDS) fields; found 129",
    ],
    [
      "rows",
      1024,
      (n) => ({ datasets: { d: { ...DATASET, rows: list(n, () => ({ a: 1 })) } } }),
      "datasets/d/rows: must be at most 1024 (PLATEN_LIMIT_DATASET_ROWS) rows; found 1025",
    ],
    [
      "columns of a table projection",
      128,
      (n) => ({ projections: { t: { ...TABLE, columns: list(n, () => ({ field: "a" })) } } }),
      "projections/t/columns: must be at most 128 (PLATEN_LIMIT_PROJECTION_COLUMNS) columns; found 129",
    ],
    [
      "series of a chart projection",
      16,
      (n) => ({ projections: { c: { ...CHART, series: list(n, () => ({ field: "a", name: "A" })) } } }),
      "projections/c/series: must be at most 16 (PLATEN_LIMIT_PROJECTION_SERIES) series; found 17",
    ],
  ])("%s: %i are read, one more is not", (_, most, request, over) => {
    expect(said(request(most))).toEqual([]);
    expect(said(request(most + 1))).toEqual([`registry-bound ${over}`]);
  });
  test.each([
    [10, 64, "at most 64 entries"],
    [40, 80, "at most 40 (PLATEN_LIMIT_DATASETS) entries"],
    [100, 200, "at most 100 (PLATEN_LIMIT_DATASETS) entries"],
  ])("with PLATEN_LIMIT_DATASETS=%i, %i datasets are read, one more is not (running, I1)", (datasets, most, be) => {
    const limits = { ...CONTRACT_LIMITS, datasets };
    expect(said({ datasets: named(most, DATASET) }, limits)).toEqual([]);
    expect(said({ datasets: named(most + 1, DATASET) }, limits)).toEqual([`registry-bound datasets: must be ${be}; found ${most + 1}`]);
  });
});

describe("shapes, API-001", () => {
  const table = (rows: unknown): object => ({
    pages: [{ size: "a4", elements: [{ type: "table", columns: [{ key: "a", width: { mode: "auto" } }], rows }] }],
  });
  const chart = (data: unknown): object => ({
    pages: [{ size: "a4", elements: [{ type: "chart", kind: "bar", width: 1, height: 1, data }] }],
  });
  test.each<[string, object]>([
    ["a reference of a table", table({ projection: "t" })],
    ["a reference of a chart", chart({ projection: "c" })],
    ["both registries, empty", { datasets: {}, projections: {} }],
    ["an empty name", { datasets: { "": DATASET } }],
    ["a row of each type of scalar", { datasets: { d: { ...DATASET, rows: [{ a: 1, b: "x", c: true, d: null }] } } }],
  ])("%s is read", (_, request) => {
    expect(said(request)).toEqual([]);
  });
  test.each<[string, object]>([
    ["a table's reference with something beside", table({ projection: "t", rows: [] })],
    ["a chart's reference with data beside", chart({ projection: "c", labels: ["a"], series: [{ name: "A", values: [1] }] })],
    ["a reference to a number", table({ projection: 1 })],
    ["a chart without series or reference", chart({ labels: [] })],
    ["a registry that is an array", { datasets: [] }],
    ["a dataset without fields", { datasets: { d: { rows: [] } } }],
    ["a dataset without rows", { datasets: { d: { fields: DATASET.fields } } }],
    ["a field without a type", { datasets: { d: { ...DATASET, fields: [{ key: "a" }] } } }],
    ["a field of another type", { datasets: { d: { ...DATASET, fields: [{ key: "a", type: "date" }] } } }],
    ["a row with an object in it", { datasets: { d: { ...DATASET, rows: [{ a: {} }] } } }],
    ["a row that is an array", { datasets: { d: { ...DATASET, rows: [[1]] } } }],
    ["a projection without a type", { projections: { t: { dataset: "d", columns: [] } } }],
    ["a table projection with series", { projections: { t: { ...TABLE, series: [] } } }],
    ["a chart projection with columns", { projections: { c: { ...CHART, columns: [] } } }],
    ["a coordinate that is a name alone", { projections: { c: { ...CHART, category: "a" } } }],
    ["a series without a name", { projections: { c: { ...CHART, series: [{ field: "a" }] } } }],
    ["a shape of another name", { projections: { c: { ...CHART, shape: "pie" } } }],
    ["decimals that are no integer", { projections: { t: { ...TABLE, columns: [{ field: "a", format: { decimals: 1.5 } }] } } }],
    ["a filter", { projections: { t: { ...TABLE, filter: "a > 1" } } }],
  ])("%s is not", (_, request) => {
    expect(said(request)).not.toEqual([]);
  });
});
