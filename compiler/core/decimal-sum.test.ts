import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../tests/support/runs.js";
import { RunningSums } from "./decimal-sum.js";

const sumsOf = (values: readonly (number | null)[]): RunningSums => new RunningSums((i) => values[i]!);

test("a sum keeps the cents that no double has", () => {
  const sums = sumsOf([10_000_000_000_000_000, 0.01, null, 0.1, 0.2, -0.3, 1e-7, 1e21]);
  expect([0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => sums.of(n))).toEqual([
    "0",
    "10000000000000000",
    "10000000000000000.01",
    "10000000000000000.01",
    "10000000000000000.11",
    "10000000000000000.31",
    "10000000000000000.01",
    "10000000000000000.0100001",
    "1000010000000000000000.0100001",
  ]);
});

test("a sum of nothing, and one that comes to zero, is 0", () => {
  expect(sumsOf([]).of(0)).toBe("0");
  expect(sumsOf([0.5, -0.5]).of(2)).toBe("0");
  expect(sumsOf([-0.5]).of(1)).toBe("-0.5");
});

test("sums in any order of counts are those of integers", () => {
  const value = fc.tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 3 }));
  fc.assert(
    fc.property(fc.array(value, { maxLength: 300 }), fc.array(fc.nat(300), { maxLength: 20 }), (values, counts) => {
      const sums = sumsOf(values.map(([digits, places]) => Number(`${digits}e-${places}`)));
      for (const count of counts) {
        const first = values.slice(0, Math.min(count, values.length));
        const whole = first.reduce((n, [digits, places]) => n + digits * 10 ** (3 - places), 0);
        expect(sums.of(first.length)).toBe(String(whole / 1000));
      }
    }),
    { numRuns: runs(300) },
  );
});

test("values are read once in the order of pages, and never more than 64 before a count that was passed", () => {
  let read = 0;
  const sums = new RunningSums(() => (read++, 1));
  for (let count = 0; count <= 10_000; count += 40) sums.of(count);
  expect(read).toBe(10_000);
  sums.of(5_000);
  sums.of(4_990);
  expect(read).toBeLessThanOrEqual(10_000 + 2 * 64);
});
