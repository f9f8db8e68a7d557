// UAX #9.
import { greatest, least } from "../../../base/many.js";
import { unitAt } from "../../../base/code-unit.js";
import { mirrorOf } from "./bidi-data.js";
import { embeddingLevels } from "./bidi-levels.js";
import { charFlags, FLAG } from "./ucd.js";

/** Characters below never do. */
const MAY_MOVE = /[\u0590-\uffff]/;

/** The algorithm would move or mirror a character. */
export function needsBidi(text: string): boolean {
  if (!MAY_MOVE.test(text)) return false;
  for (let i = 0, n = text.length; i < n; i++) {
    const c = unitAt(text, i);
    if (c < 0x590) continue;
    if (charFlags[(c & 0xfc00) === 0xd800 ? text.codePointAt(i)! : c]! & FLAG.RTL) return true;
  }
  return false;
}

/** Line breaks are not paragraph separators: one base direction. */
const forBidi = (text: string): string => text.replace(/[\n\r\v\f\u0085\u001c-\u001e\u2029]/g, "\u2028");

/** Returns levels (UAX #9) by UTF-16 unit. `auto`: the direction of the first strong character. */
export function bidiLevels(text: string, direction: "auto" | "ltr" | "rtl"): { readonly levels: Uint8Array; readonly base: number } {
  return embeddingLevels(forBidi(text), direction);
}

const FSI = "\u2068";
const PDI = "\u2069";

/** Ranges are isolates (UAX #9, X5c): their direction does not affect the text around them. */
export function isolatedLevels(
  text: string,
  direction: "auto" | "ltr" | "rtl",
  isolates: readonly { readonly start: number; readonly end: number }[],
): ReturnType<typeof bidiLevels> {
  if (isolates.length === 0) return bidiLevels(text, direction);
  let marked = "";
  let from = 0;
  for (const { start, end } of isolates) {
    marked += text.slice(from, start) + FSI + text.slice(start, end) + PDI;
    from = end;
  }
  const { levels: all, base } = bidiLevels(marked + text.slice(from), direction);
  const levels = new Uint8Array(text.length);
  let at = 0;
  let k = 0;
  for (let i = 0; i < text.length; i++) {
    const isolate = isolates[k];
    if (isolate?.start === i) at++;
    levels[i] = all[at++]!;
    if (isolate && isolate.end === i + 1) {
      at++;
      k++;
    }
  }
  return { levels, base };
}

/** Returns the mirrored character (rule L4). */
export function mirrored(character: string): string {
  const image = mirrorOf(character.codePointAt(0)!);
  return image === undefined ? character : String.fromCodePoint(image);
}

/** Returns indexes in visual order, left to right (rule L2). */
export function visualOrder(levels: readonly number[]): readonly number[] {
  const order = levels.map((_, i) => i);
  const highest = greatest(levels, 0);
  const odd = levels.filter((l) => l % 2 === 1);
  if (odd.length === 0) return order;
  const lowest = least(odd);
  for (let level = highest; level >= lowest; level--) {
    for (let i = 0; i < order.length;) {
      if (levels[order[i]!]! < level) {
        i++;
        continue;
      }
      let end = i;
      while (end < order.length && levels[order[end]!]! >= level) end++;
      for (let a = i, b = end - 1; a < b; a++, b--) [order[a], order[b]] = [order[b]!, order[a]!];
      i = end;
    }
  }
  return order;
}
