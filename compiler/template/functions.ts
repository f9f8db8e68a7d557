import { asList } from "../../base/json.js";
import { DecimalSum } from "../core/decimal.js";
import { formatFound } from "../core/fail.js";
import { DATE_LETTERS, dateText, isDateForm, unknownFields, type DateParts } from "../locale/dates.js";
import { PLAIN_NUMBERS, type Numbers } from "../locale/numbers.js";
import { lookup } from "../../base/lookup.js";

/** The message is for the template's author. */
export class FunctionFault extends Error {}

/** 10 / 3 * 3 is 10. Integers are unchanged. */
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

/** Adds numbers; absent ones add nothing (decisions §1, Numbers). */
export function sum(list: unknown): number {
  const exact = new DecimalSum();
  for (const value of asList(list)) if (!isBlank(value)) exact.add(asNumber(value, "sum()"));
  const total = Number(exact.value);
  if (!Number.isFinite(total)) throw new FunctionFault("sum() is greater than any number");
  return total;
}

/** for the evaluation of one template */
let current = PLAIN_NUMBERS;

export function withNumbers<T>(numbers: Numbers, evaluate: () => T): T {
  const around = current;
  current = numbers;
  try {
    return evaluate();
  } finally {
    current = around;
  }
}

/** The locale that a call names; undefined if it names none. */
function localeArgument(locale: unknown, of: string): string | undefined {
  if (locale === undefined || isBlank(locale)) return undefined;
  if (typeof locale !== "string") throw new FunctionFault(`the locale of ${of} must be a language tag; found ${formatFound(locale)}`);
  const fault = current.faultOfLocale(locale);
  if (fault) throw new FunctionFault(`the locale of ${of}: ${fault.text}`);
  return locale;
}

/** Rounded as in tables; "" if absent. A locale has groups. */
export function number(value: unknown, decimals: unknown, grouping?: unknown, locale?: unknown): string {
  const places = asNumber(decimals, "the decimals of number()");
  if (!Number.isInteger(places) || places < 0 || places > 6)
    throw new FunctionFault(`the decimals of number() must be a whole number from 0 to 6; found ${places}`);
  if (grouping !== undefined && typeof grouping !== "boolean")
    throw new FunctionFault(`the grouping of number() must be true or false; found ${formatFound(grouping)}`);
  if (isBlank(value)) return "";
  const named = localeArgument(locale, "number()");
  const look = { decimals: places, ...(grouping !== undefined && { grouping }), ...(named !== undefined && { locale: named }) };
  return current.text(tidyTo(asNumber(value, "number()"), places), look);
}

/** The currency's sign and decimals; "" if absent. English without a locale (N38). */
export function money(value: unknown, currency: unknown, locale?: unknown): string {
  if (isBlank(value)) return "";
  if (typeof currency !== "string")
    throw new FunctionFault(`the currency of money() must be a code such as "EUR"; found ${formatFound(currency)}`);
  const fault = current.faultOfCurrency(currency.trim());
  if (fault) throw new FunctionFault(`the currency of money(): ${fault.text}`);
  const named = localeArgument(locale, "money()");
  const amount = tidyTo(asNumber(value, "money()"), MOST_MONEY_DECIMALS);
  return current.text(amount, { currency: currency.trim(), ...(named !== undefined && { locale: named }) });
}
const MOST_MONEY_DECIMALS = 4;

const MONTHS = "January February March April May June July August September October November December".split(" ");
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const TOKEN = /YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|mm|ss/g;

/** Formats a date without time zones; "" if absent. */
export function date(value: unknown, format: unknown, locale?: unknown): string {
  if (typeof format !== "string")
    throw new FunctionFault(`the format of date() must be a string, such as "DD.MM.YYYY"; found ${formatFound(format)}`);
  if (isBlank(value)) return "";
  const match = typeof value === "string" ? ISO.exec(value.trim()) : null;
  const [, year = "", month = "", day = "", hour = "00", minute = "00", second = "00"] = match ?? [];
  if (!match) throw new FunctionFault(`date() must be given a date as 2026-03-14; found ${formatFound(value)}`);
  if (!isDay(Number(year), Number(month), Number(day)) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    throw new FunctionFault(`date() must be given a day and time that exist; found ${formatFound(value)}`);
  const tag = localeArgument(locale, "date()") ?? current.locale ?? (isDateForm(format) ? "en" : undefined);
  if (tag !== undefined)
    return localDate(
      { year: Number(year), month: Number(month), day: Number(day), hour: Number(hour), minute: Number(minute), second: Number(second) },
      format,
      tag,
    );
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
  return format.replace(TOKEN, (token) => lookup(parts, token)!);
}

function localDate(parts: DateParts, format: string, tag: string): string {
  const unknown = isDateForm(format) ? [] : unknownFields(format);
  if (unknown.length > 0) throw new FunctionFault(refusedLetters(unknown, format));
  const choice = current.choiceOf(tag);
  if ("text" in choice) throw new FunctionFault(`the locale of date(): ${choice.text}`);
  return dateText(parts, format, choice);
}

export const refusedLetters = (unknown: readonly string[], format: string): string =>
  `${unknown.map((l) => JSON.stringify(l)).join(" and ")} in the format ${formatFound(format)} of date() ${unknown.length === 1 ? "is" : "are"} not part of a date under a locale: allowed are ${DATE_LETTERS} in the lengths of CLDR, and text in '…'`;

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
