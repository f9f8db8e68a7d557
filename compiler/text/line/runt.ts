// Runts: a single short word, last or before a forced break in ragged text, takes in the word before it (SW-21).
import { EPSILON } from "../../core/geom.js";

/** Part of a column that a runt takes at most. */
export const WIDEST = 1 / 5;

/** A last line and the one before it. Widths are points. */
interface LastLines<T> {
  isOneWord(): boolean;
  /** of the last line; null if unknown */
  width(): number | null;
  /** Both lines after the preceding word is moved; null if that is the whole line, or is not between spaces. */
  moved(): { readonly width: number | null; readonly lines: T } | null;
}

/** Returns both lines with the word moved; null if there is no runt, or no room for two words. */
export function withoutRunt<T>({ isOneWord, width, moved }: LastLines<T>, available: number): T | null {
  if (!isOneWord()) return null;
  const last = width();
  if (last === null || last > available * WIDEST) return null;
  const found = moved();
  return found && found.width !== null && found.width <= available + EPSILON ? found.lines : null;
}
