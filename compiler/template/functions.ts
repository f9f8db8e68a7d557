// Functions of template expressions in addition to the language's: sums, number and date formats.
import { addDecimal } from "../core/decimal.js";
import { formatFound } from "../core/fail.js";
import { formatNumber } from "../core/number-format.js";

/** Invalid argument; the message is for the template's author. */
export class FunctionFault extends Error {}

/** Removes rounding errors of division: 10 / 3 * 3 is 10. Integers are unchanged. */
export const tidy = (value: number): number =>
  Number.isInteger(value) || !Number.isFinite(value) ? value : Number(value.toPrecision(DIGITS));

/** Decimal digits that every double represents. */
const DIGITS = 15;

/** The same before rounding to some places, unless the number has more digits than remain. */
const tidyTo = (value: number, places: number): number => (Math.abs(value) < 10 ** (DIGITS - 1 - places) ? tidy(value) : value);

/** Absent numbers are read as blank text. */
const isBlank = (value: unknown): boolean => value === null || (typeof value === "string" && value.trim() === "");

function asNumber(value: unknown, of: string): number {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw new FunctionFault(`${of} must be given a number; found ${formatFound(value)}`);
}

/** Decimal sum; absent numbers add nothing (decisions §1, Numbers). */
export function sum(list: unknown): number {
  let total = 0;
  for (const value of list as readonly unknown[]) if (!isBlank(value)) total = addDecimal(total, asNumber(value, "sum()"));
  if (!Number.isFinite(total)) throw new FunctionFault("sum() is greater than any number");
  return total;
}

/** Number with fixed decimals, rounded as in tables; "" if absent. */
export function number(value: unknown, decimals: unknown, grouping: unknown = false): string {
  const places = asNumber(decimals, "the decimals of number()");
  if (!Number.isInteger(places) || places < 0 || places > 6)
    throw new FunctionFault(`the decimals of number() must be a whole number from 0 to 6; found ${places}`);
  if (typeof grouping !== "boolean")
    throw new FunctionFault(`the grouping of number() must be true or false; found ${formatFound(grouping)}`);
  return isBlank(value) ? "" : formatNumber(tidyTo(asNumber(value, "number()"), places), { decimals: places, grouping });
}

const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const TOKEN = /YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|mm|ss/g;

/** No conversion of time zones; "" if absent. */
export function date(value: unknown, format: unknown): string {
  if (typeof format !== "string")
    throw new FunctionFault(`the format of date() must be a string, such as "DD.MM.YYYY"; found ${formatFound(format)}`);
  if (isBlank(value)) return "";
  const match = typeof value === "string" ? ISO.exec(value.trim()) : null;
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00"] = match ?? [];
  if (!match || !isDay(Number(year), Number(month), Number(day)) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    throw new FunctionFault(`date() must be given a date as 2026-03-14; found ${formatFound(value)}`);
  const name = MONTHS[Number(month) - 1]!;
  const parts: Readonly<Record<string, string>> = {
    YYYY: year,
    YY: year.slice(2),
    MMMM: name,
    MMM: name.slice(0, 3),
    MM: month,
    M: String(Number(month)),
    DD: day,
    D: String(Number(day)),
    HH: hour,
    mm: minute,
    ss: second,
  };
  return format.replace(TOKEN, (token) => parts[token]!);
}

const TOKENS: ReadonlySet<string> = new Set(TOKEN.source.split("|"));

/** Letters of a format that are not a date part, or repeat more often than any; printed literally. */
export function unknownLetters(format: string): readonly string[] {
  const rest = format.replace(/([A-Za-z])\1*/g, (run) => (TOKENS.has(run) ? " " : run));
  return [...new Set(rest.match(/[A-Za-z]+/g) ?? [])];
}

export const DATE_PARTS = "YYYY, YY, MMMM, MMM, MM, M, DD, D, HH, mm and ss";

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return day <= DAYS[month - 1]! + (month === 2 && leap ? 1 : 0);
}
