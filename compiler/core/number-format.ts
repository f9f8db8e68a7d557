import { shortestDecimal } from "./decimal.js";

/** Structurally the request's (element model, NumberFormat). */
export interface NumberFormatOptions {
  readonly notation?: "standard" | "compact";
  /** 0..=6 */
  readonly decimals?: number;
  readonly grouping?: boolean;
  readonly prefix?: string;
  readonly suffix?: string;
  /** BCP 47 */
  readonly locale?: string;
  /** ISO 4217 */
  readonly currency?: string;
  readonly style?: "decimal" | "currency" | "percent";
  readonly negative?: "minus" | "parentheses";
}

/** Number as `shortestDecimal` writes it: exact, also where no double is. */
export type Decimal = string;

/** `after` begins with the decimal mark, or with the text after the integer digits. */
export interface NumberParts {
  readonly before: string;
  readonly after: string;
}

/** Fields that the specific format omits are inherited. A currency alone is a style; a blank locale counts as omitted. */
export function joinFormats<T extends NumberFormatOptions>(general: T | undefined, own: T | undefined): T | undefined {
  if (!general || !own) return own ?? general;
  const joined: T = { ...general, ...own };
  const style = own.style ?? (own.currency === undefined ? general.style : "currency");
  const locale = isBlank(own.locale) ? general.locale : own.locale;
  return { ...joined, ...(style !== undefined && { style }), ...(locale !== undefined && { locale }) };
}

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === "";

/** Writes a number in the contract's form, without locale (decisions §1, Numbers). */
export const formatNumber = (value: number, look: NumberFormatOptions = {}): string => {
  const { before, after } = plainParts(shortestDecimal(value), look);
  return before + after;
};

/**
 * Rounds half away from zero on the decimal; the sign precedes the prefix; without exponent (decisions §1, Numbers). Without `decimals` all digits, in
 * compact notation rounded to one place. Zero has neither sign nor parentheses (N12).
 */
export function plainParts(value: Decimal, look: NumberFormatOptions): NumberParts {
  const { digits, unit } = look.notation === "compact" ? compact(value, look.decimals) : standard(value, look.decimals);
  const signed = digits.startsWith("-");
  const plain = signed ? digits.slice(1) : digits;
  const negative = signed && /[1-9]/.test(plain);
  const point = plain.indexOf(".");
  const whole = point < 0 ? plain : plain.slice(0, point);
  const fraction = point < 0 ? "" : plain.slice(point);
  const [open, close] = !negative ? ["", ""] : look.negative === "parentheses" ? ["(", ")"] : ["-", ""];
  return {
    before: `${open}${look.prefix ?? ""}${look.grouping ? grouped(whole) : whole}`,
    after: `${fraction}${unit}${look.suffix ?? ""}${close}`,
  };
}

interface Shown {
  readonly digits: string;
  readonly unit: string;
}

const standard = (value: Decimal, decimals: number | undefined): Shown => ({
  digits: decimals === undefined ? value : roundDecimal(value, decimals),
  unit: "",
});

/** powers of 1000 */
const UNITS = ["", "K", "M", "B", "T"] as const;

/** Shortens by the rounded value: 999,960 is 1M, 950,000 is 950K. */
function compact(shortest: Decimal, decimals: number | undefined): Shown {
  const whole = integerPart(shortest).length;
  let unit = Math.min(Math.floor((whole - 1) / 3), UNITS.length - 1);
  let digits = scaled(shortest, unit, decimals);
  if (unit < UNITS.length - 1 && integerPart(digits) === "1000") digits = scaled(shortest, ++unit, decimals);
  return { digits, unit: UNITS[unit]! };
}

function scaled(digits: string, unit: number, decimals: number | undefined): string {
  const rounded = roundDecimal(shifted(digits, 3 * unit), decimals ?? 1);
  return decimals === undefined ? trimmed(rounded) : rounded;
}

const integerPart = (digits: string): string => digits.replace(/^-/, "").replace(/\..*$/, "");
const trimmed = (digits: string): string => (digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits);

/** 12345.6 by 3: 12.3456. */
function shifted(digits: string, by: number): string {
  if (by === 0) return digits;
  const { sign, whole, fraction } = parts(digits);
  const all = whole.padStart(by + 1, "0");
  return `${sign}${all.slice(0, -by)}.${all.slice(-by)}${fraction}`;
}

/** Rounds half away from zero. */
export function roundDecimal(digits: string, places: number): string {
  const { sign, whole, fraction } = parts(digits);
  const retained = whole + fraction.slice(0, places).padEnd(places, "0");
  const text = fraction.length > places && fraction[places]! >= "5" ? next(retained) : retained;
  return sign + (places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`);
}

interface Parts {
  readonly sign: "-" | "";
  readonly whole: string;
  readonly fraction: string;
}

function parts(digits: string): Parts {
  const sign = digits.startsWith("-") ? "-" : "";
  const point = digits.indexOf(".");
  if (point < 0) return { sign, whole: digits.slice(sign.length), fraction: "" };
  return { sign, whole: digits.slice(sign.length, point), fraction: digits.slice(point + 1) };
}

function next(digits: string): string {
  let i = digits.length - 1;
  while (i >= 0 && digits[i] === "9") i--;
  const zeros = "0".repeat(digits.length - 1 - i);
  return i < 0 ? `1${zeros}` : digits.slice(0, i) + String(Number(digits[i]) + 1) + zeros;
}

function grouped(digits: string): string {
  const end = digits.length;
  if (end <= 3) return digits;
  let at = end % 3 || 3;
  let out = digits.slice(0, at);
  for (; at < end; at += 3) out += `,${digits.slice(at, at + 3)}`;
  return out;
}
