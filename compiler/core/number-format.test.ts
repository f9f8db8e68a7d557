import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../tests/support/runs.js";
import { formatNumber, joinFormats, roundDecimal, type NumberFormatOptions } from "./number-format.js";

/** digits × 10^-scale */
interface Exact {
  readonly digits: bigint;
  readonly scale: number;
}

function exact(value: number): Exact {
  const [mantissa = "", power = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(power);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** In units of 10^-places, half rounded up. */
function rounded({ digits, scale }: Exact, places: number): bigint {
  const size = digits < 0n ? -digits : digits;
  if (scale <= places) return size * 10n ** BigInt(places - scale);
  const unit = 10n ** BigInt(scale - places);
  return (2n * size + unit) / (2n * unit);
}

function plain(size: bigint, places: number): string {
  const text = size.toString().padStart(places + 1, "0");
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

const withoutZeros = (text: string): string => (text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text);

function oracle(value: number, { notation, decimals, grouping, prefix = "", suffix = "" }: NumberFormatOptions): string {
  const e = exact(value);
  let unit = "";
  let text: string;
  if (notation === "compact") {
    const places = decimals ?? 1;
    let power = 0;
    const size = e.digits < 0n ? -e.digits : e.digits;
    while (power < 12 && size >= 10n ** BigInt(e.scale + power + 3)) power += 3;
    let shown = rounded({ digits: e.digits, scale: e.scale + power }, places);
    if (power < 12 && shown >= 1000n * 10n ** BigInt(places)) {
      power += 3;
      shown = rounded({ digits: e.digits, scale: e.scale + power }, places);
    }
    unit = ["", "K", "M", "B", "T"][power / 3]!;
    text = decimals === undefined ? withoutZeros(plain(shown, places)) : plain(shown, places);
  } else text = decimals === undefined ? withoutZeros(plain(rounded(e, e.scale), e.scale)) : plain(rounded(e, decimals), decimals);
  const sign = e.digits < 0n && /[1-9]/.test(text) ? "-" : "";
  if (grouping) {
    const [whole = "", fraction] = text.split(".");
    let commas = "";
    for (let i = 0; i < whole.length; i++) commas += (i > 0 && (whole.length - i) % 3 === 0 ? "," : "") + whole[i]!;
    text = fraction === undefined ? commas : `${commas}.${fraction}`;
  }
  return sign + prefix + text + unit + suffix;
}

const decimals = fc.option(fc.nat(6), { nil: undefined });
const look: fc.Arbitrary<NumberFormatOptions> = fc.record(
  {
    notation: fc.constantFrom("standard" as const, "compact" as const),
    decimals: fc.nat(6),
    grouping: fc.boolean(),
    prefix: fc.string({ maxLength: 3 }),
    suffix: fc.string({ maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.nat(9)).map(([n, p]) => n / 10 ** p),
  fc.tuple(fc.constantFrom(1, -1, 0.5, 0.95, 999.5, 999.95, 999.9995), fc.integer({ min: -7, max: 16 })).map(([n, p]) => n * 10 ** p),
);

describe("a formatted number", () => {
  test("is the exact decimal of its shortest form, rounded half away from zero", () => {
    fc.assert(
      fc.property(value, look, (v, l) => {
        expect(formatNumber(v, l)).toBe(oracle(v, l));
      }),
      { numRuns: runs(5000) },
    );
  });

  test("has no exponent, and says at least what decimals ask for", () => {
    fc.assert(
      fc.property(value, decimals, (v, d) => {
        const text = formatNumber(v, d === undefined ? {} : { decimals: d });
        expect(text).toMatch(d === undefined ? /^-?\d+(\.\d*[1-9])?$/ : d === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${d}}$`));
      }),
      { numRuns: runs(2000) },
    );
  });

  test.each([
    [1.005, { decimals: 2 }, "1.01"],
    [-1.005, { decimals: 2 }, "-1.01"],
    [2.5, { decimals: 0 }, "3"],
    [-2.5, { decimals: 0 }, "-3"],
    [9.995, { decimals: 2 }, "10.00"],
    [-0.004, { decimals: 2 }, "0.00"],
    [-0, {}, "0"],
    [-5, { decimals: 2, prefix: "$" }, "-$5.00"],
    [1234567.891, { grouping: true, decimals: 1, suffix: " €" }, "1,234,567.9 €"],
    [999, { grouping: true }, "999"],
    [1000, { grouping: true }, "1,000"],
    [1000.12345, { grouping: true }, "1,000.12345"],
    [1e21, { grouping: true }, "1,000,000,000,000,000,000,000"],
    [1e-7, {}, "0.0000001"],
    [0.1 + 0.2, {}, "0.30000000000000004"],
    [5e-324, { decimals: 6 }, "0.000000"],
    [12, { prefix: "n=", suffix: "%" }, "n=12%"],
    [999, { notation: "compact" }, "999"],
    [1000, { notation: "compact" }, "1K"],
    [1234, { notation: "compact" }, "1.2K"],
    [1250, { notation: "compact" }, "1.3K"],
    [1250, { notation: "compact", decimals: 2 }, "1.25K"],
    [1000, { notation: "compact", decimals: 2 }, "1.00K"],
    [500_000, { notation: "compact", decimals: 0 }, "500K"],
    [950_000, { notation: "compact" }, "950K"],
    [999_949, { notation: "compact" }, "999.9K"],
    [999_950, { notation: "compact" }, "1M"],
    [999_499, { notation: "compact", decimals: 0 }, "999K"],
    [999_500, { notation: "compact", decimals: 0 }, "1M"],
    [-999_950, { notation: "compact", prefix: "$" }, "-$1M"],
    [999.96, { notation: "compact" }, "1K"],
    [0.04, { notation: "compact" }, "0"],
    [-0.04, { notation: "compact" }, "0"],
    [2_500_000_000, { notation: "compact", suffix: "B" }, "2.5BB"],
    [1e12, { notation: "compact" }, "1T"],
    [1e15, { notation: "compact", grouping: true }, "1,000T"],
    [999_960e12, { notation: "compact" }, "999960T"],
  ] satisfies readonly (readonly [number, NumberFormatOptions, string])[])("%s with %j is %s", (v, l, shown) => {
    expect(formatNumber(v, l)).toBe(shown);
  });
});

test.each([
  ["0.5", 0, "1"],
  ["0.49", 0, "0"],
  ["99.99", 1, "100.0"],
  ["-9.5", 0, "-10"],
  ["7", 3, "7.000"],
])("%s at %s places is %s", (digits, places, shown) => {
  expect(roundDecimal(digits, places)).toBe(shown);
});

describe("formats over each other", () => {
  test("a more specific one has what it leaves out from the general one", () => {
    expect(joinFormats({ decimals: 2, prefix: "$" }, { decimals: 0 })).toEqual({ decimals: 0, prefix: "$" });
    expect(joinFormats({ grouping: true }, { grouping: false })).toEqual({ grouping: false });
  });
  test("one alone is the format, none is none", () => {
    expect(joinFormats({ decimals: 2 }, undefined)).toEqual({ decimals: 2 });
    expect(joinFormats(undefined, { decimals: 2 })).toEqual({ decimals: 2 });
    expect(joinFormats(undefined, undefined)).toBeUndefined();
  });
});
