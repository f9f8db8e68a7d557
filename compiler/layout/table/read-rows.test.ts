import { describe, expect, test } from "vitest";
import { PlainText } from "../../box/plain-text.js";
import type { Cell, TableRows } from "../../box/table.js";
import type { Box } from "../../box/box.js";
import { at, ROOT } from "../../core/src.js";
import { cellProperties, context } from "../../../tests/support/height-boxes.js";
import { readRow, takeRow } from "./read-rows.js";

/** Table that counts its created rows. `columns`: of row `i` */
function counted(length: number, columns: (i: number) => number = () => 1): { readonly rows: TableRows<Box>; readonly made: () => number } {
  let made = 0;
  const cell = (i: number, column: number): Cell<Box> => ({
    src: at(ROOT, i),
    column,
    columns: 1,
    rows: 1,
    look: cellProperties,
    content: Object.assign(new PlainText(i, at(ROOT, i), "inherit", "x", null as never), { face: {} }),
    scope: null,
    decimal: null,
  });
  const rows: TableRows<Box> = {
    length,
    at: (i) => {
      made++;
      return { src: at(ROOT, i), cells: Array.from({ length: columns(i) }, (_, column) => cell(i, column)) };
    },
    groupEnd: (i) => i + 1,
  };
  return { rows, made: () => made };
}

describe("rows that are read for widths, counted and painted", () => {
  const indexes = (length: number): readonly number[] => Array.from({ length }, (_, i) => i);
  const readAll = (rows: TableRows<Box>, widths: boolean): void => {
    const { run } = context();
    if (widths) for (const i of indexes(rows.length)) readRow(rows, i, run);
    run.shared.repeats = true;
    for (const i of indexes(rows.length)) takeRow(rows, i, run);
    run.shared.repeats = false;
    for (const i of indexes(rows.length)) takeRow(rows, i, run, true);
    expect(run.shared.retainedBytes).toBe(0);
  };

  test.each([1, 300, 5000, 50_000])("are made once if all are small in memory: %i", (length) => {
    for (const widths of [false, true]) {
      const table = counted(length);
      readAll(table.rows, widths);
      expect(table.made()).toBe(length);
    }
  });

  test("are made at each read if all of them are large, but for the first", () => {
    const table = counted(2000, () => 200);
    readAll(table.rows, true);
    expect(table.made()).toBe(3 * 2000 - 2 * 64);
  });

  test("are made at each read from the one on that has no room: rows after the first 64 may be larger", () => {
    const table = counted(600, (i) => (i < 300 ? 1 : 2000));
    readAll(table.rows, true);
    expect(table.made()).toBeGreaterThan(600 + 2 * 100);
    expect(table.made()).toBeLessThan(3 * 600 - 2 * 300);
  });

  test("of several tables share the room", () => {
    const { run } = context();
    const tables = [counted(1000, () => 150), counted(1000, () => 150)];
    for (const { rows } of tables) for (const i of indexes(1000)) readRow(rows, i, run);
    for (const { rows } of tables) for (const i of indexes(1000)) takeRow(rows, i, run);
    expect(tables.map((t) => t.made())).toEqual([1000, 2000 - 64]);
    const later = counted(1000, () => 150);
    for (const i of indexes(1000)) readRow(later.rows, i, run);
    for (const i of indexes(1000)) takeRow(later.rows, i, run);
    expect([later.made(), run.shared.retainedBytes]).toEqual([1000, 0]);
  });

  test("of headers and footers take no room", () => {
    const { run } = context();
    run.shared.repeats = true;
    takeRow({ ...counted(1).rows, exist: true }, 0, run);
    expect(run.shared.retainedBytes).toBe(0);
  });

  test("end with the page that they are on if the layout is not repeated", () => {
    const table = counted(300);
    const { run } = context();
    for (const i of indexes(300)) readRow(table.rows, i, run);
    for (const i of indexes(300)) takeRow(table.rows, i, run);
    expect([table.made(), run.shared.retainedBytes]).toEqual([300, 0]);
    takeRow(table.rows, 7, run);
    expect(table.made()).toBe(301);
  });
});
