// 100.1 - 99.95 is 0.15: results are the doubles nearest to the exact values.

export type ArithmeticOperator = "+" | "-" | "*" | "/" | "%";

/** Operands are shortest decimals. Division by zero: as for doubles. */
export function decimalResult(op: ArithmeticOperator, a: number | bigint, b: number | bigint): number {
  const [x, y] = [Number(a), Number(b)];
  if (!Number.isFinite(x) || !Number.isFinite(y) || ((op === "/" || op === "%") && y === 0)) return ofDoubles(op, x, y);
  return ofWholes(op, x, y) ?? ofDecimals(op, decimalOf(a), decimalOf(b));
}

function ofDoubles(op: ArithmeticOperator, x: number, y: number): number {
  switch (op) {
    case "+":
      return x + y;
    case "-":
      return x - y;
    case "*":
      return x * y;
    case "/":
      return x / y;
    case "%":
      return x % y;
  }
}

/** Most numbers are multiples of one of these fractions. */
const PARTS = [1, 100, 10_000, 1_000_000] as const;
/** Up to here a decimal is the shortest of its double. */
const MOST = 1e15;

/** Exact in doubles; null if too large. */
function ofWholes(op: ArithmeticOperator, x: number, y: number): number | null {
  for (const parts of PARTS) {
    const [m, n] = [Math.round(x * parts), Math.round(y * parts)];
    if (Math.abs(m) > MOST || Math.abs(n) > MOST) return null;
    if (m / parts !== x || n / parts !== y) continue;
    const [result, of] =
      op === "*" ? [m * n, parts * parts] : op === "/" ? [m, n] : [op === "+" ? m + n : op === "-" ? m - n : m % n, parts];
    // no -0
    return Math.abs(result) > Number.MAX_SAFE_INTEGER ? null : result / of + 0;
  }
  return null;
}

/** `digits` × 10^`power`. */
interface Decimal {
  readonly digits: bigint;
  readonly power: number;
}

function decimalOf(value: number | bigint): Decimal {
  if (typeof value === "bigint") return { digits: value, power: 0 };
  const [mantissa = "", power = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), power: Number(power) - fraction.length };
}

function ofDecimals(op: ArithmeticOperator, a: Decimal, b: Decimal): number {
  if (op === "*") return doubleOf(a.digits * b.digits, a.power + b.power);
  if (op === "/") return quotient(a, b);
  const power = Math.min(a.power, b.power);
  const m = a.digits * 10n ** BigInt(a.power - power);
  const n = b.digits * 10n ** BigInt(b.power - power);
  return doubleOf(op === "+" ? m + n : op === "-" ? m - n : m % n, power);
}

/** Beyond the precision of doubles. */
const DIGITS = 40;

function quotient(a: Decimal, b: Decimal): number {
  const more = Math.max(0, DIGITS + String(b.digits).length - String(a.digits).length);
  const from = a.digits * 10n ** BigInt(more);
  const whole = from / b.digits;
  // sticky digit: decides ties between doubles
  const rest = from % b.digits === 0n ? 0n : from < 0n === b.digits < 0n ? 1n : -1n;
  return doubleOf(whole * 10n + rest, a.power - b.power - more - 1);
}

const doubleOf = (digits: bigint, power: number): number => Number(`${digits}e${power}`) + 0;
