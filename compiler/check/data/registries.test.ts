import { describe, expect, test } from "vitest";
import { CHART, named, problemsIn, SALES, saidOf, TABLE } from "../../../tests/support/named-data.js";
import type { DatasetDefinition, DatasetField, DatasetRow } from "../../request/types/data.js";
import type { DocumentRequest } from "../../request/types/document.js";

const withData = (datasets: NonNullable<DocumentRequest["datasets"]>): DocumentRequest => named({}, [], datasets);
const withField = (field: Partial<DatasetField>): DocumentRequest =>
  withData({ d: { fields: [{ key: "k", type: "number", ...field }], rows: [] } });
const FIELDS: DatasetField[] = [
  { key: "s", type: "string" },
  { key: "n", type: "number" },
  { key: "b", type: "boolean" },
  { key: "o", type: "string", nullable: true },
];
const withRow = (row: DatasetRow): DocumentRequest => withData({ d: { fields: FIELDS, rows: [{ s: "x", n: 1, b: true }, row] } });

describe("registries", () => {
  test("may be empty, or not used by anything", () => {
    expect(saidOf({ datasets: {}, projections: {}, pages: [{ size: "a4" }] })).toEqual([]);
    expect(saidOf(named({ table: TABLE, chart: CHART }))).toEqual([]);
    expect(saidOf(withData({ none: { fields: FIELDS, rows: [] } }))).toEqual([]);
  });

  test.each(["a", "sales_2026", "z".repeat(64), "constructor", "a_"])("a name may be %s", (name) => {
    expect(saidOf(named({ [name]: { ...TABLE, dataset: name } }, [], { [name]: SALES }))).toEqual([]);
  });
  test.each(["", "Sales", "2026", "_a", "a-b", " a", "a ", "z".repeat(65), "ä"])("a name may not be %j", (name) => {
    const step = /^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) ? `.${name}` : `["${name}"]`;
    const found = problemsIn(named({ [name]: { ...TABLE, dataset: name } }, [], { [name]: SALES }));
    expect(found.map((p) => [p.rule, p.code])).toEqual([
      ["registry-name", "API-002"],
      ["registry-name", "API-002"],
    ]);
    expect(saidOf(withData({ [name]: SALES }))[0]).toContain(`registry-name datasets${step}: must be a name of `);
  });

  test("what is wrong is found in what nothing uses", () => {
    expect(saidOf(named({ t: { ...TABLE, dataset: "no" } }))).toEqual([
      'projection-dataset projections.t.dataset: must be a dataset of the request, which is sales; found "no"',
    ]);
    expect(saidOf({ projections: { t: TABLE }, pages: [{ size: "a4" }] })).toEqual([
      'projection-dataset projections.t.dataset: must be a dataset of the request, none is defined; found "sales"',
    ]);
  });

  test("problems come in the order of the request, whatever depends on what", () => {
    const bad: DatasetDefinition = { fields: [], rows: [] };
    const projection = { ...TABLE, dataset: "no" };
    const page = { size: "a4", elements: [{ type: "text" as const, layout: { left: 1, top: 1 }, content: "x", style: { font_size: -1 } }] };
    const rules = (request: DocumentRequest): readonly string[] => problemsIn(request).map((p) => p.rule);
    expect(rules({ projections: { p: projection }, pages: [page], datasets: { d: bad } })).toEqual([
      "projection-dataset",
      "font-size",
      "dataset-fields",
    ]);
    expect(rules({ pages: [page], datasets: { d: bad }, projections: { p: projection } })).toEqual([
      "font-size",
      "dataset-fields",
      "projection-dataset",
    ]);
  });

  test("thousands of problems in a dataset hide none of what stands before it", () => {
    const rows = Array.from({ length: 1024 }, () => ({ a: 1, b: 2 }));
    const found = problemsIn({ projections: { p: { ...TABLE, dataset: "no" } }, datasets: { d: { fields: FIELDS, rows } }, pages: [] });
    expect(found.slice(0, 2).map((p) => p.rule)).toEqual(["projection-dataset", "row-field"]);
    expect(found.at(-1)!.rule).toBe("pages-empty");
  });
});

describe("a dataset's fields", () => {
  test("are one at least", () => {
    expect(saidOf(withData({ d: { fields: [], rows: [] } }))).toEqual([
      "dataset-fields datasets.d.fields: at least one field is needed, found none",
    ]);
  });
  test.each(["a", "_", "A9_", "Z".repeat(64), "toString"])("a key may be %s", (key) => {
    expect(saidOf(withField({ key }))).toEqual([]);
  });
  test.each(["", "9a", "a-b", "a b", "é", "a".repeat(65)])("a key may not be %j", (key) => {
    expect(saidOf(withField({ key }))[0]).toMatch(/^field-key datasets\.d\.fields\[0\]\.key: must be 1 to 64 of .*; found "/);
  });
  test("keys are unique, and their case counts", () => {
    const fields = (...keys: string[]): DatasetDefinition => ({ fields: keys.map((key) => ({ key, type: "string" })), rows: [] });
    expect(saidOf(withData({ d: fields("a", "A") }))).toEqual([]);
    expect(saidOf(withData({ d: fields("a", "b", "a") }))).toEqual([
      'field-key datasets.d.fields[2].key: must be a key that no other field has; found "a"',
    ]);
  });
  test.each(["m", "EUR", "km/h", "kg.m-2", "iso:USD", "a_1", "u".repeat(64)])("a unit may be %s", (unit) => {
    expect(saidOf(withField({ unit }))).toEqual([]);
  });
  test.each(["", "%", "1m", "€", "m²", "a b", "-a", "u".repeat(65)])("a unit may not be %j", (unit) => {
    expect(saidOf(withField({ unit }))[0]).toMatch(/^field-unit datasets\.d\.fields\[0\]\.unit: must be 1 to 64 of .*; found "/);
  });
  test.each(["string", "boolean"] as const)("a field of type %s has no unit", (type) => {
    expect(saidOf(withField({ type, unit: "EUR" }))).toEqual([
      `field-unit datasets.d.fields[0].unit: only number fields have a unit; found "EUR" on a field of type ${type}`,
    ]);
  });
});

describe("a dataset's rows", () => {
  test.each<[DatasetRow]>([
    [{ s: "", n: -1e300, b: false }],
    [{ s: "x", n: 0, b: true, o: null }],
    [{ s: "12", n: 5e-324, b: true, o: "o" }],
  ])("may be %j", (row) => {
    expect(saidOf(withRow(row))).toEqual([]);
  });
  test.each<[DatasetRow, string]>([
    [{ s: 1, n: 1, b: true }, "s: must be a string; found 1"],
    [{ s: "x", n: "1", b: true }, 'n: must be a number; found "1"'],
    [{ s: "x", n: true, b: true }, "n: must be a number; found true"],
    [{ s: "x", n: 1, b: 0 }, "b: must be a boolean; found 0"],
    [{ s: "x", n: 1, b: "true" }, 'b: must be a boolean; found "true"'],
    [{ s: "x", n: 1, b: true, o: 3 }, "o: must be a string or null; found 3"],
    [{ s: "x", n: null, b: true }, "n: must be a number; found null"],
    [{ s: "x", b: true }, "n: it is missing: the field is not nullable, each row has a number"],
  ])("may not be %j", (row, said) => {
    expect(saidOf(withRow(row))).toEqual([`row-value datasets.d.rows[1].${said}`]);
  });
  test("have declared keys only", () => {
    expect(saidOf(withRow({ s: "x", n: 1, b: true, S: "x", constructor: 1 }))).toEqual([
      'row-field datasets.d.rows[1].S: did you mean "s"? must be a field of the dataset, one of s, n, b, o; found "S"',
      'row-field datasets.d.rows[1].constructor: must be a field of the dataset, one of s, n, b, o; found "constructor"',
    ]);
  });
  test("a number that is none is refused as anywhere", () => {
    const request = JSON.parse(JSON.stringify(withRow({ s: "x", n: 7, b: true })).replace(":7", ":1e999")) as DocumentRequest;
    expect(saidOf(request)[0]).toMatch(/^number-range datasets\.d\.rows\[1\]\.n: must be .*; found Infinity/);
  });
});

describe("limits of all datasets", () => {
  const many = (n: number): DocumentRequest =>
    withData(Object.fromEntries(Array.from({ length: n }, (_, i) => [`d${i}`, { fields: FIELDS, rows: [] }])));
  const wide = (fields: number, rows: number): DatasetDefinition => ({
    fields: Array.from({ length: fields }, (_, i) => ({ key: `f${i}`, type: "number", nullable: true })),
    rows: Array.from({ length: rows }, () => ({})),
  });
  const long = (bytes: number): DatasetDefinition => ({
    fields: [{ key: "s", type: "string" }],
    rows: [{ s: "é".repeat(bytes >> 1) + "x".repeat(bytes & 1) }],
  });
  test("32 datasets are allowed, 33 and 64 are not", () => {
    expect(saidOf(many(32))).toEqual([]);
    for (const n of [33, 64]) {
      expect(saidOf(many(n))).toEqual([`dataset-totals datasets: must be at most 32 (PLATEN_LIMIT_DATASETS); found ${n} datasets`]);
      expect(problemsIn(many(n))[0]!.code).toBe("API-002");
    }
  });
  test("16,384 cells are allowed, fields times rows, whether they are filled or not", () => {
    expect(saidOf(withData({ a: wide(8, 1024), b: wide(128, 64) }))).toEqual([]);
    expect(saidOf(withData({ a: wide(8, 1024), b: wide(128, 64), c: wide(1, 1) }))).toEqual([
      "dataset-totals datasets: must be at most 16384 (PLATEN_LIMIT_DATASET_CELLS); found 16385 cells (fields times rows) in all",
    ]);
  });
  test("1,048,576 bytes of strings are allowed, in UTF-8", () => {
    expect(saidOf(withData({ a: long(1_000_000), b: long(48_576) }))).toEqual([]);
    expect(saidOf(withData({ a: long(1_000_000), b: long(48_577) }))).toEqual([
      "dataset-totals datasets: must be at most 1048576 (PLATEN_LIMIT_DATASET_BYTES); found 1048577 bytes of strings in UTF-8 in all",
    ]);
  });
});
