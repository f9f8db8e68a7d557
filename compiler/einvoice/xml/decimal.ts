/** units × 10^-scale. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** bounds the time of sums */
const MOST_DIGITS = 60;

/** Reads xs:decimal (XML Schema 1.0 Part 2, 3.2.3) in white space; null for other text. */
export function decimal(text: string): Decimal | null {
  const m = /^[ \t\r\n]*([+-]?)(\d*)(?:\.(\d*))?[ \t\r\n]*$/.exec(text);
  if (!m) return null;
  const whole = m[2]!;
  const fraction = m[3] ?? "";
  const digits = whole + fraction;
  if (digits === "" || digits.length > MOST_DIGITS) return null;
  const units = BigInt(digits);
  return { units: m[1] === "-" ? -units : units, scale: fraction.length };
}

const of = (n: number): Decimal => ({ units: BigInt(n), scale: 0 });

export const ZERO = of(0);
export const ONE = of(1);
export const CENT: Decimal = { units: 1n, scale: 2 };

const at = (d: Decimal, scale: number): bigint => d.units * 10n ** BigInt(scale - d.scale);

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: at(a, scale) + at(b, scale), scale };
}

export const negate = (a: Decimal): Decimal => ({ units: -a.units, scale: a.scale });
export const subtract = (a: Decimal, b: Decimal): Decimal => add(a, negate(b));
export const multiply = (a: Decimal, b: Decimal): Decimal => ({ units: a.units * b.units, scale: a.scale + b.scale });
export const absolute = (a: Decimal): Decimal => (a.units < 0n ? negate(a) : a);
export const total = (all: readonly Decimal[]): Decimal => all.reduce(add, ZERO);

export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const d = at(a, scale) - at(b, scale);
  return d < 0n ? -1 : d > 0n ? 1 : 0;
}

export const equal = (a: Decimal, b: Decimal): boolean => compare(a, b) === 0;

export const percent = (a: Decimal): Decimal => ({ units: a.units, scale: a.scale + 2 });

/** Half towards +∞, as XPath's round. */
export function round(a: Decimal, scale = 2): Decimal {
  if (a.scale <= scale) return a;
  const cut = 10n ** BigInt(a.scale - scale);
  const doubled = 2n * a.units + cut;
  // floor: BigInt division truncates
  const floor = doubled / (2n * cut) - (doubled % (2n * cut) < 0n ? 1n : 0n);
  return { units: floor, scale };
}

/** Divides a by b ≠ 0, truncated. */
export const divide = (a: Decimal, b: Decimal, scale = 20): Decimal => ({
  units: (a.units * 10n ** BigInt(scale + b.scale)) / (b.units * 10n ** BigInt(a.scale)),
  scale,
});

export function show(a: Decimal): string {
  const digits = (a.units < 0n ? -a.units : a.units).toString().padStart(a.scale + 1, "0");
  const cut = digits.length - a.scale;
  return `${a.units < 0n ? "-" : ""}${digits.slice(0, cut)}${a.scale > 0 ? `.${digits.slice(cut)}` : ""}`;
}

/** Divides by b ≠ 0, rounded half away from zero (I6). */
export function ratio(a: Decimal, b: Decimal, scale = 2): Decimal {
  const above = a.units * 10n ** BigInt(scale + b.scale);
  const below = b.units * 10n ** BigInt(a.scale);
  const negative = above < 0n !== below < 0n;
  const [over, under] = [above < 0n ? -above : above, below < 0n ? -below : below];
  const units = (2n * over + under) / (2n * under);
  return { units: negative ? -units : units, scale };
}

/** Rounds half away from zero (I6). */
export const roundAway = (a: Decimal, scale = 2): Decimal => (a.scale <= scale ? a : ratio(a, ONE, scale));
