import fc from "fast-check";
import { expect, test } from "vitest";
import { shortestDecimal } from "./decimal.js";
import { runs } from "../../tests/runs.js";

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
