import { numeral, type NumeralStyle } from "../core/numerals.js";
import { lookup } from "../../base/lookup.js";

export const MAX_LEVELS = 9;

const COUNTERS: ReadonlyMap<string, NumeralStyle> = new Map([
  ["1", "decimal"],
  ["a", "lower_alpha"],
  ["A", "upper_alpha"],
  ["i", "lower_roman"],
  ["I", "upper_roman"],
  ["{cjk_decimal}", "cjk_decimal"],
  ["{arabic_indic}", "arabic_indic"],
  ["{devanagari}", "devanagari"],
]);

/** Literal, and the counters that print it (SW-13). */
const FIRSTS: Readonly<Record<string, string>> = { 一: "{cjk_decimal}", "١": "{arabic_indic}", "१": "{devanagari}" };
const FIRST = /[一١१]/u;

/** A numeral that looks like a counter, and the counter; null if absent. */
export function likeCounter(pattern: string): { readonly found: string; readonly counter: string } | null {
  const found = FIRST.exec(pattern)?.[0];
  return found === undefined ? null : { found, counter: lookup(FIRSTS, found)! };
}

/** Neither a Latin letter nor a decimal digit nor a combining mark adjacent, if not in braces; all else is literal (L4, SW-12, SW-13). */
const COUNTER =
  /\{(?:cjk_decimal|arabic_indic|devanagari)\}|(?<!(?=\p{L})\p{Script=Latin}|[\p{Nd}\p{M}])[1aAiI](?!(?=\p{L})\p{Script=Latin}|[\p{Nd}\p{M}])/gu;

export const countersIn = (pattern: string): number => [...pattern.matchAll(COUNTER)].length;

/** Last counter: `counts.at(-1)`; before it: levels above. */
export function numberBy(pattern: string, counts: readonly number[]): string {
  let level = counts.length - countersIn(pattern);
  return pattern.replace(COUNTER, (form) => numeral(counts[level++] ?? 0, COUNTERS.get(form)!));
}

export class HeadingCounters {
  readonly #counts: number[] = Array.from({ length: MAX_LEVELS }, () => 0);

  restart(): void {
    this.#counts.fill(0);
  }

  /** "" without a pattern. Every heading restarts deeper levels; only numbered ones count (L5). */
  next(level: number, pattern: string): string {
    if (level > MAX_LEVELS) return "";
    this.#counts.fill(0, level);
    if (pattern === "") return "";
    this.#counts[level - 1]!++;
    return numberBy(pattern, this.#counts.slice(0, level));
  }
}
