// Dates on a page, each with all days that it may be (IN-29).
import { asObject } from "../../base/json.js";
import type { LocaleSource } from "../../compiler/core/world.js";
import { isDay } from "../../compiler/core/day.js";

export interface DateAt {
  readonly from: number;
  readonly to: number;
  /** `YYYY-MM-DD` */
  readonly days: readonly string[];
}

/** Numbers of months by their names in lower case. */
export type MonthNames = ReadonlyMap<string, ReadonlySet<number>>;

const NUMERIC = /(?<![\d\p{L}])(\d{1,4})( ?[./,-] ?| )(\d{1,2})( ?[./,-] ?| )(\d{1,4})(?![\d\p{L}])/gu;
const DENSE = /(?<![\d\p{L}])(\d{4})(\d\d)(\d\d)(?![\d\p{L}])/gu;
const HAN = /(\d{4}) ?[\u5e74\ub144] ?(\d{1,2}) ?[\u6708\uc6d4] ?(\d{1,2}) ?[\u65e5\uc77c]/gu;
/** May break at the end of a line. */
const NAMED =
  /(?<![\p{L}\d])(\d{1,4})?((?:\.|,|st|nd|rd|th|\u00ba|\u00b0|er)?[ \n.,-]{0,2}(?:de[ \n]|d\u2019|of[ \n])?)(\p{L}[\p{L}\p{M}\u2019'.-]{1,24})[.,]?([ \n.,-]{0,2}(?:de[ \n]|del[ \n]|of[ \n])?)(\d{1,4})(?!\d)(?:(?:\.|,|st|nd|rd|th)?[ \n,.-]{1,2}(\d{2,4})(?!\d))?/gu;

export function datesIn(text: string, months: () => MonthNames): readonly DateAt[] {
  const out: DateAt[] = [];
  const add = (m: RegExpExecArray, days: readonly (string | null)[]): void => {
    const real = [...new Set(days.filter((d) => d !== null))];
    if (real.length > 0) out.push({ from: m.index, to: m.index + m[0].length, days: real });
  };
  for (const m of each(NUMERIC, text)) add(m, orders(m[1]!, m[3]!, m[5]!));
  for (const m of each(DENSE, text)) add(m, [day(m[1]!, m[2]!, m[3]!)]);
  for (const m of each(HAN, text)) add(m, [day(m[1]!, m[2]!, m[3]!)]);
  if (!/\p{L}/u.test(text)) return out;
  for (const m of each(NAMED, text)) {
    const names = months().get(m[3]!.toLowerCase().replace(/\.$/, ""));
    if (!names) continue;
    const [first, second, third] = [m[1], m[5]!, m[6]];
    const days = [...names].flatMap((month) => [
      ...(first === undefined ? [] : [day(second, String(month), first), day(first, String(month), second)]),
      ...(third === undefined ? [] : [day(third, String(month), second)]),
    ]);
    add(m, days);
  }
  return out;
}

/** Matches may overlap: the next begins after the first character of the last word. */
function* each(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let m; (m = pattern.exec(text)) !== null;) {
    yield m;
    pattern.lastIndex = m.index + Math.max(1, /^[\d\p{L}]+/u.exec(m[0])?.[0].length ?? 1);
  }
}

const orders = (a: string, b: string, c: string): readonly (string | null)[] => [day(c, b, a), day(c, a, b), day(a, b, c), day(a, c, b)];

/** Years of two digits are of this century or the last. */
function day(year: string, month: string, date: string): string | null {
  if (year.length === 3 || year.length === 1 || month.length > 2 || date.length > 2) return null;
  const full = year.length === 2 ? `${Number(year) > 79 ? "19" : "20"}${year}` : year;
  const text = `${full}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  return isDay(text) ? text : null;
}

/** Keys of months in the locale files: wide and abbreviated, in a date and alone. */
const KEYS = ["Mw", "Lw", "Ma", "La"];

/** Names of all locales of the package. @param languages files to read */
export function monthNames(locales: LocaleSource, languages: readonly string[]): MonthNames {
  const out = new Map<string, Set<number>>();
  for (const language of languages)
    for (const values of Object.values(asObject(locales.read(language))))
      for (const names of namesOf(values))
        names.split("|").forEach((name, i) => {
          const key = name.normalize("NFKC").toLowerCase().replace(/\.$/, "");
          if (!/\p{L}{2}/u.test(key)) return;
          const known = out.get(key);
          if (known) known.add(i + 1);
          else out.set(key, new Set([i + 1]));
        });
  return out;
}

const namesOf = (values: unknown): readonly string[] =>
  typeof values === "object" && values !== null
    ? [...new Map(Object.entries(values))].flatMap(([key, v]) => (KEYS.includes(key) && typeof v === "string" ? [v] : []))
    : [];
