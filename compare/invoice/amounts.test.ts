import { expect, test } from "vitest";
import { amountKey, amountsIn, readings } from "./amounts.js";

const valuesIn = (text: string): readonly string[] => amountsIn(text).flatMap((a) => a.values);

test.each([
  ["1.234,56", ["1234.56"]],
  ["1,234.56", ["1234.56"]],
  ["1’234.56", ["1234.56"]],
  ["1.234", ["1234", "1.234"]],
  ["12,-", ["12"]],
  ["12.--", ["12"]],
  ["1.234.567", ["1234567"]],
  ["1234", ["1234"]],
  ["12,34,567.89", ["1234567.89"]],
  ["0,50", ["0.5"]],
])("%s may be %j", (text, values) => {
  expect(readings(text)).toEqual(values);
});

test.each(["−1 500,00 €", "1 500,00-", "(1 500,00)", "EUR 1 500,00", "EUR1 500,00", "1 500,00EUR", "Summe:\t1 500,00", "€1 500,00"])(
  "%s has 1500",
  (text) => {
    expect(valuesIn(text)).toContain("1500");
  },
);

test.each(["19 %", "19%", "2026-11-26", "12/2026", "DE89", "A4711", "10:30", "3x", "1500,00 %"])("%s is no amount", (text) => {
  expect(valuesIn(text)).toEqual([]);
});

test("blanks join groups of two or three digits, and no neighbours of a table", () => {
  expect(valuesIn("1 234 567,89")).toContain("1234567.89");
  expect(valuesIn("3\t149,90")).not.toContain("3149.9");
  expect(valuesIn("3\t149,90")).toEqual(expect.arrayContaining(["3", "149.9"]));
});

test("terms are compared by their absolute value; 0 and texts are not", () => {
  expect([amountKey("-12.50"), amountKey("0.00"), amountKey("abc"), amountKey("1234")]).toEqual(["12.5", null, null, "1234"]);
});
