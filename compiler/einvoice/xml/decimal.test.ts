import fc from "fast-check";
import { expect, test } from "vitest";
import { absolute, add, compare, decimal, divide, equal, multiply, negate, percent, round, show, subtract, total } from "./decimal.js";

const d = (text: string): NonNullable<ReturnType<typeof decimal>> => decimal(text)!;
const some = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(8)).map(([units, scale]) => ({ units, scale }));

test("decimal notation is read as XML Schema has it", () => {
  for (const [text, shown] of [
    ["1", "1"],
    [" +007.50\n", "7.50"],
    ["-.5", "-0.5"],
    ["3.", "3"],
    ["-0.00", "0.00"],
  ] as const)
    expect(show(d(text))).toBe(shown);
  for (const text of ["", ".", "1e3", "1,5", "0x10", "INF", "- 1", "1 2", "9".repeat(61)]) expect(decimal(text)).toBeNull();
});

test("sums are exact where binary fractions are not", () => {
  expect(show(total(["0.1", "0.2", "-0.3"].map(d)))).toBe("0.0");
  expect(equal(add(d("0.1"), d("0.2")), d("0.300"))).toBe(true);
  expect(show(round(percent(multiply(d("1.10"), d("19")))))).toBe("0.21");
});

test("a half is rounded towards plus infinity", () => {
  const cents = (t: string): string => show(round(d(t)));
  expect(["1.005", "-1.005", "2.675", "-0.006", "0.0049", "7"].map(cents)).toEqual(["1.01", "-1.00", "2.68", "-0.01", "0.00", "7"]);
});

test("reading and showing, adding and subtracting undo each other; rounding is off by half a unit at most", () => {
  fc.assert(
    fc.property(some, some, fc.nat(6), (a, b, scale) => {
      expect(equal(d(show(a)), a)).toBe(true);
      expect(equal(subtract(add(a, b), b), a)).toBe(true);
      expect(Math.sign(compare(a, b))).toBe(-Math.sign(compare(b, a)) + 0);
      const off = subtract(round(a, scale), a);
      expect(compare(absolute(multiply(off, d("2"))), { units: 1n, scale })).toBeLessThanOrEqual(0);
      expect(compare(round(a, scale), subtract(a, { units: 5n, scale: scale + 1 }))).toBeGreaterThan(0);
      if (b.units !== 0n)
        expect(
          compare(absolute(subtract(multiply(divide(a, b), b), a)), absolute(multiply(b, { units: 1n, scale: 20 }))),
        ).toBeLessThanOrEqual(0);
      expect(equal(negate(negate(a)), a)).toBe(true);
    }),
  );
});
