// Numbers of headings: patterns and counters.
import { letters, roman } from "../core/numerals.js";

/** Greatest numbered level. */
export const MAX_LEVELS = 9;

const NUMERALS = {
  "1": String,
  a: letters,
  A: (n: number) => letters(n).toUpperCase(),
  i: roman,
  I: (n: number) => roman(n).toUpperCase(),
} as const satisfies Record<string, (n: number) => string>;

/** A counter has no letter or digit next to it; all else is literal (L4). */
const COUNTER = /(?<![\p{L}\p{M}\p{N}])[1aAiI](?![\p{L}\p{M}\p{N}])/gu;

/** Number of counters in a pattern. */
export const countersIn = (pattern: string): number => [...pattern.matchAll(COUNTER)].length;

/** Number by a pattern: its last counter is of `counts.at(-1)`, those before it are of the levels above. */
export function numberBy(pattern: string, counts: readonly number[]): string {
  let level = counts.length - countersIn(pattern);
  return pattern.replace(COUNTER, (form) => NUMERALS[form as keyof typeof NUMERALS](counts[level++] ?? 0));
}

/** Counters of headings. */
export class HeadingCounters {
  readonly #counts: number[] = Array.from({ length: MAX_LEVELS }, () => 0);

  restart(): void {
    this.#counts.fill(0);
  }

  /** Number of the next heading, "" without a pattern. Every heading begins the deeper levels again; only numbered ones count (L5). */
  next(level: number, pattern: string): string {
    if (level > MAX_LEVELS) return "";
    this.#counts.fill(0, level);
    if (pattern === "") return "";
    this.#counts[level - 1]!++;
    return numberBy(pattern, this.#counts.slice(0, level));
  }
}
