// CLDR (UTS #35, Date Format Patterns), Gregorian, without time zones.
import { isOneOf, lookup } from "../../base/lookup.js";
import { digitsIn } from "./digits.js";
import type { LocaleChoice } from "./localized-form.js";

export interface DateParts {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** forms that each locale has (N37) */
const DATE_FORMS = ["short", "medium", "long", "full"] as const;
type DateForm = (typeof DATE_FORMS)[number];
export const isDateForm = (format: string): format is DateForm => isOneOf(DATE_FORMS, format);

/** greatest lengths; `Y`, `D` as `y`, `d` (N36) */
const LENGTHS: Readonly<Record<string, number>> = { y: Infinity, Y: 4, M: 5, L: 5, d: 2, D: 2, E: 6, H: 2, h: 2, m: 2, s: 2, a: 5 };
const OF_FORMS: Readonly<Record<string, number>> = { G: 3, c: 6 };

export const DATE_LETTERS = "y M L d E H h m s a";

/** quoted text, run of a letter, or other text */
const TOKEN = /'((?:[^']|'')*)'|(?<letters>(?<letter>[A-Za-z])\k<letter>*)|[^A-Za-z']+|'/g;

/** Runs of unknown letters, and an open quote. */
export function unknownFields(pattern: string): readonly string[] {
  const out = new Set<string>();
  for (const { 0: all, groups } of pattern.matchAll(TOKEN)) {
    const letters = groups!["letters"];
    if (all === "'" || (letters !== undefined && letters.length > (lookup(LENGTHS, letters[0]!) ?? 0))) out.add(all);
  }
  return [...out];
}

/** Writes a date in a locale's form, or in a pattern of known letters. */
export function dateText(parts: DateParts, format: string, { data, index, system }: LocaleChoice): string {
  const digits = digitsIn(system ?? data.text("nu"), index);
  const pattern = isDateForm(format) ? data.text(`f${format[0]!}`) : format;
  const names = (key: string): readonly string[] => data.text(key).split("|");
  /** a width of names, or the one that CLDR takes in its place */
  const named = (...keys: readonly string[]): readonly string[] => names(keys.find((key) => data.text(key) !== "")!);
  const month = (letter: "M" | "L", length: number): string => {
    if (length < 3) return digits(String(parts.month).padStart(length, "0"));
    const width = length === 3 ? "a" : length === 4 ? "w" : "n";
    const wide = letter === "L" ? [`L${width}`, `M${width}`] : [`M${width}`];
    return named(...wide, ...(letter === "L" ? ["Lw"] : []), "Mw")[parts.month - 1]!;
  };
  const weekday = (length: number, alone: boolean): string => {
    const width = length < 4 ? "a" : length === 4 ? "w" : length === 5 ? "n" : "s";
    return named(...(alone ? [`c${width}`] : []), `E${width}`, "Ea")[weekdayOf(parts)]!;
  };
  const number = (value: number, length: number): string => digits(String(value).padStart(length, "0"));
  const field = (letter: string, length: number): string => {
    switch (letter) {
      case "y":
      case "Y":
        return length === 2 ? number(parts.year % 100, 2) : number(parts.year, length);
      case "M":
      case "L":
        return month(letter, length);
      case "d":
      case "D":
        return number(parts.day, length);
      case "E":
        return weekday(length, false);
      case "c":
        return weekday(length, true);
      case "H":
        return number(parts.hour, length);
      case "h":
        return number(parts.hour % 12 || 12, length);
      case "m":
        return number(parts.minute, length);
      case "s":
        return number(parts.second, length);
      case "a":
        return named(length === 4 ? "pw" : length === 5 ? "pn" : "pa", "pa")[parts.hour < 12 ? 0 : 1]!;
      default:
        return data.text("era");
    }
  };
  return pattern.replace(TOKEN, (all: string, quoted: string | undefined, letters: string | undefined) => {
    if (letters !== undefined)
      return Object.hasOwn(LENGTHS, letters[0]!) || Object.hasOwn(OF_FORMS, letters[0]!) ? field(letters[0]!, letters.length) : all;
    // two quotes are one
    return quoted === undefined ? all : quoted === "" ? "'" : quoted.replaceAll("''", "'");
  });
}

/** Sunday 0 (Sakamoto). */
function weekdayOf({ year, month, day }: DateParts): number {
  const before = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4];
  const y = month < 3 ? year - 1 : year;
  return (((y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + before[month - 1]! + day) % 7) + 7) % 7;
}
