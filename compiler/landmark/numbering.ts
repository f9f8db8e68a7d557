import { letters, roman } from "../core/numerals.js";

export const MAX_LEVELS = 9;

const NUMERALS = {
  "1": String,
  a: letters,
  A: (n: number) => letters(n).toUpperCase(),
  i: roman,
  I: (n: number) => roman(n).toUpperCase(),
} as const satisfies Record<string, (n: number) => string>;

/** No letter or digit adjacent; all else is literal (L4). */
const COUNTER = /(?<![\p{L}\p{M}\p{N}])[1aAiI](?![\p{L}\p{M}\p{N}])/gu;

export const countersIn = (pattern: string): number => [...pattern.matchAll(COUNTER)].length;

/** Last counter: `counts.at(-1)`; before it: levels above. */
export function numberBy(pattern: string, counts: readonly number[]): string {
  let level = counts.length - countersIn(pattern);
  return pattern.replace(COUNTER, (form) => NUMERALS[form as keyof typeof NUMERALS](counts[level++] ?? 0));
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
