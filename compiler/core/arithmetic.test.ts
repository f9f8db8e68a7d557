import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../tests/support/runs.js";
import { decimalResult, type ArithmeticOperator } from "./arithmetic.js";

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

function fractionOf(value: number): Fraction {
  const [, sign, whole, fraction = "", power = "0"] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value))!;
  const digits = BigInt(`${whole!}${fraction}`) * (sign === "-" ? -1n : 1n);
  const by = Number(power) - fraction.length;
  return by >= 0 ? { over: digits * 10n ** BigInt(by), under: 1n } : { over: digits, under: 10n ** BigInt(-by) };
}

function exact(op: ArithmeticOperator, a: Fraction, b: Fraction): Fraction {
  switch (op) {
    case "+":
      return { over: a.over * b.under + b.over * a.under, under: a.under * b.under };
    case "-":
      return { over: a.over * b.under - b.over * a.under, under: a.under * b.under };
    case "*":
      return { over: a.over * b.over, under: a.under * b.under };
    case "/":
      return b.over < 0n ? { over: -a.over * b.under, under: -a.under * b.over } : { over: a.over * b.under, under: a.under * b.over };
    case "%":
      return { over: (a.over * b.under) % (b.over * a.under), under: a.under * b.under };
  }
}

function bitsOf(value: number): Fraction {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (exponent === 0 ? 0n : 1n << 52n);
  const power = Math.max(exponent, 1) - 1075;
  const signed = bits >> 63n === 1n ? -mantissa : mantissa;
  return power >= 0 ? { over: signed << BigInt(power), under: 1n } : { over: signed, under: 1n << BigInt(-power) };
}

const distance = (a: Fraction, b: Fraction): Fraction => {
  const d = a.over * b.under - b.over * a.under;
  return { over: d < 0n ? -d : d, under: a.under * b.under };
};
const less = (a: Fraction, b: Fraction): boolean => a.over * b.under < b.over * a.under;

function neighbours(value: number): readonly number[] {
  const view = new DataView(new ArrayBuffer(8));
  return [-1n, 1n].map((by) => {
    view.setFloat64(0, value === 0 ? Number.MIN_VALUE * Number(by) : value);
    if (value !== 0) view.setBigInt64(0, view.getBigInt64(0) + by);
    return view.getFloat64(0);
  });
}

const amount = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 })).map(([n, places]) => n / 10 ** places);
const value = fc.oneof(
  { weight: 4, arbitrary: amount },
  { weight: 2, arbitrary: fc.double({ min: -1e9, max: 1e9, noNaN: true }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
const operator = fc.constantFrom<ArithmeticOperator>("+", "-", "*", "/", "%");

describe("arithmetic of decimals", () => {
  test("gives the double that is nearest to the exact result", () => {
    fc.assert(
      fc.property(operator, value, value, (op, a, b) => {
        if ((op === "/" || op === "%") && b === 0) return;
        const found = decimalResult(op, a, b);
        const right = exact(op, fractionOf(a), fractionOf(b));
        if (!Number.isFinite(found)) {
          expect(less(distance(right, { over: 0n, under: 1n }), bitsOf(Number.MAX_VALUE))).toBe(false);
          return;
        }
        const off = distance(bitsOf(found), right);
        for (const other of neighbours(found))
          if (Number.isFinite(other))
            expect(less(distance(bitsOf(other), right), off), `${a} ${op} ${b} = ${found}, not ${other}`).toBe(false);
      }),
      { numRuns: runs(5000) },
    );
  });

  test.each([
    ["-", 100.1, 99.95, 0.15],
    ["-", 1.005, 1, 0.005],
    ["-", 10.235, 10, 0.235],
    ["+", 0.1, 0.2, 0.3],
    ["*", 1.15, 100, 115],
    ["*", 1234567.89, 1.19, 1469135.7891],
    ["/", 0.3, 0.1, 3],
    ["/", 10, 3, 10 / 3],
    ["%", 5.5, 0.1, 0],
    ["%", -7.5, 2, -1.5],
    ["+", 1e300, 1e-300, 1e300],
    ["-", 5, 5, 0],
    ["*", -1, 0, 0],
  ] as const)("%s of %d and %d is %d", (op, a, b, right) => {
    expect(decimalResult(op, a, b)).toBe(right);
  });

  test("takes whole numbers of the language, and zero as a divisor as doubles do", () => {
    expect(decimalResult("+", 9007199254740993n, 0.5)).toBe(9007199254740994);
    expect(decimalResult("*", 3n, 0.1)).toBe(0.3);
    expect([decimalResult("/", 1, 0), decimalResult("/", -1, 0), decimalResult("/", 0, 0), decimalResult("%", 1, 0)]).toEqual([
      Infinity,
      -Infinity,
      NaN,
      NaN,
    ]);
  });
});
