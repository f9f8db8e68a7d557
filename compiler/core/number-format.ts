// A number and a declared format to the text that shows it.
import { shortestDecimal } from "./decimal.js";

/** How a number is shown (element model, NumberFormat). Structurally the request's. */
export interface NumberLook {
  readonly notation?: "standard" | "compact";
  /** 0..=6 */
  readonly decimals?: number;
  readonly grouping?: boolean;
  readonly prefix?: string;
  readonly suffix?: string;
}

/** A more specific format over a general one: its omitted fields inherit. */
export const joinFormats = (general: NumberLook | undefined, own: NumberLook | undefined): NumberLook | undefined =>
  general && own ? { ...general, ...own } : (own ?? general);

/**
 * Rounded half away from zero on the shortest decimal of the value; the sign stands before the prefix; never an exponent (decisions §1). Without
 * `decimals` a number is its shortest decimal, in compact notation one with at most one decimal place.
 */
export function formatNumber(value: number, look: NumberLook = {}): string {
  const { digits, unit } = look.notation === "compact" ? compact(value, look.decimals) : standard(value, look.decimals);
  const negative = digits.startsWith("-");
  const plain = negative ? digits.slice(1) : digits;
  const sign = negative && /[1-9]/.test(plain) ? "-" : "";
  return `${sign}${look.prefix ?? ""}${look.grouping ? grouped(plain) : plain}${unit}${look.suffix ?? ""}`;
}

interface Shown {
  readonly digits: string;
  readonly unit: string;
}

const standard = (value: number, decimals: number | undefined): Shown => {
  const shortest = shortestDecimal(value);
  return { digits: decimals === undefined ? shortest : roundDecimal(shortest, decimals), unit: "" };
};

/** Powers of ten of the compact units, the greatest first. */
const UNITS = [
  ["T", 12],
  ["B", 9],
  ["M", 6],
  ["K", 3],
] as const;

/** The greatest unit of which the value, as it is shown, is at least one. */
function compact(value: number, decimals: number | undefined): Shown {
  const shortest = shortestDecimal(value);
  for (const [unit, power] of UNITS) {
    const scaled = shifted(shortest, -power);
    const digits = decimals === undefined ? trimmed(roundDecimal(scaled, 1)) : roundDecimal(scaled, decimals);
    // 999,960 is 1M, since it is not shown as 1000K
    if (integerPart(roundDecimal(scaled, decimals ?? 1)) !== "0") return { digits, unit };
  }
  return { digits: decimals === undefined ? trimmed(roundDecimal(shortest, 1)) : roundDecimal(shortest, decimals), unit: "" };
}

const integerPart = (digits: string): string => digits.replace(/^-/, "").replace(/\..*$/, "");
const trimmed = (digits: string): string => (digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits);

/** A decimal with its point moved: by -3, 12345.6 becomes 12.3456. */
function shifted(digits: string, by: number): string {
  const negative = digits.startsWith("-");
  const [whole = "0", fraction = ""] = digits.replace(/^-/, "").split(".");
  const all = whole.padStart(1 - by, "0");
  const point = all.length + by;
  const moved = `${all.slice(0, point)}.${all.slice(point)}${fraction}`;
  return (negative ? "-" : "") + trimmed(moved);
}

/** A decimal rounded half away from zero to some places, with as many digits behind the point. */
export function roundDecimal(digits: string, places: number): string {
  const negative = digits.startsWith("-");
  const [whole = "0", fraction = ""] = digits.replace(/^-/, "").split(".");
  const kept = (whole + fraction.slice(0, places).padEnd(places, "0")).split("");
  if ((fraction[places] ?? "0") >= "5") {
    let i = kept.length - 1;
    for (; i >= 0 && kept[i] === "9"; i--) kept[i] = "0";
    if (i >= 0) kept[i] = String(Number(kept[i]) + 1);
    else kept.unshift("1");
  }
  const text = kept.join("");
  const shown = places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
  return negative ? `-${shown}` : shown;
}

/** Commas between groups of three digits before the point. */
function grouped(digits: string): string {
  const [whole = "", fraction] = digits.split(".");
  const commas = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? commas : `${commas}.${fraction}`;
}
