import fc from "fast-check";
import { expect, test } from "vitest";
import { addDecimal, shortestDecimal } from "./decimal.js";
import { runs } from "../../tests/support/runs.js";

test("a number's shortest decimal says the number, without an exponent", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (v) => {
      const text = shortestDecimal(v);
      expect(text).toMatch(/^-?\d+(\.\d*[1-9])?$/);
      expect(Number(text)).toBe(v === 0 ? 0 : v);
    }),
    { numRuns: runs(2000) },
  );
  expect([1e21, 1e-7, -0, -1.5e-10, 123456.789, 5e-324].map(shortestDecimal)).toEqual([
    "1000000000000000000000",
    "0.0000001",
    "0",
    "-0.00000000015",
    "123456.789",
    `0.${"0".repeat(323)}5`,
  ]);
});

test("numbers are added as decimals, whatever their size", () => {
  expect(addDecimal(0.1, 0.2)).toBe(0.3);
  expect(addDecimal(-0.3, 0.1)).toBe(-0.2);
  expect(addDecimal(-0, 0)).toBe(0);
  expect(addDecimal(1e300, 1e-300)).toBe(1e300);
  expect(addDecimal(5e-324, 5e-324)).toBe(1e-323);
  expect(addDecimal(1e308, 1e308)).toBe(Infinity);
});
