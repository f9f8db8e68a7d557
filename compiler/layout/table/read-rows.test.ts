import { describe, expect, test } from "vitest";
import { PlainText } from "../../box/plain-text.js";
import type { Cell, TableRows } from "../../box/table.js";
import type { Box } from "../../box/box.js";
import { at, ROOT } from "../../core/src.js";
import { cellProperties, context } from "../../../tests/support/height-boxes.js";
import { readRow, takeRow } from "./read-rows.js";

function counted(length: number): { readonly rows: TableRows<Box>; readonly made: () => number } {
  let made = 0;
  const cell = (i: number): Cell<Box> => ({
    src: at(ROOT, i),
    column: 0,
    columns: 1,
    rows: 1,
    look: cellProperties,
    content: new PlainText(i, at(ROOT, i), "inherit", "x", null as never),
    scope: null,
    decimal: null,
  });
  const rows: TableRows<Box> = {
    length,
    at: (i) => {
      made++;
      return { src: at(ROOT, i), cells: [cell(i)] };
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
    expect(run.shared.keptCells).toBe(0);
  };

  test("are made once if the table is small", () => {
    for (const widths of [false, true]) {
      const table = counted(1000);
      readAll(table.rows, widths);
      expect(table.made()).toBe(1000);
    }
  });

  test("are made at each read if it is long, but for the first", () => {
    const table = counted(5000);
    readAll(table.rows, true);
    expect(table.made()).toBe(3 * 5000 - 64);
  });

  test("end with the page that they are on if the layout is not repeated", () => {
    const table = counted(300);
    const { run } = context();
    for (const i of indexes(300)) readRow(table.rows, i, run);
    for (const i of indexes(300)) takeRow(table.rows, i, run);
    expect([table.made(), run.shared.keptCells]).toEqual([300, 0]);
    takeRow(table.rows, 7, run);
    expect(table.made()).toBe(301);
  });
});
