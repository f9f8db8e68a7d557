import { visualOrder } from "../unicode/bidi.js";
import type { Item } from "../shape/itemize.js";
import { endTrim } from "./edges.js";
import { spacedAtEnd, type Segment, type ShapedParagraph } from "../shape/shaped.js";

/*
 * Letter spacing is between letters (CSS Text 3, 8.2): none at a line's ends, and between two runs the smaller of theirs. Shaped pieces include it
 * after each cluster; the excess is computed here.
 */

/** Points after each cluster of an item. */
const spacingOf = (item: Item): number => (item.spacing * item.size) / 1000;

/** Returns what follows a piece apart from spaces, points: letter spacing, distance to the next piece, the empty half of punctuation. */
export function trailing(text: string, s: Segment): number {
  const { spacing, context } = s.item;
  return spacing === 0 && context.ideographic === null ? s.apart : spacingAfter(s) + s.apart + endTrim(text, s);
}

/** Returns the spacing after a piece, points. */
export function spacingAfter({ item, word, kind, from, to }: Segment): number {
  if (item.spacing === 0 || word === null || kind === "tab" || kind === "break" || to <= from) return 0;
  return spacedAtEnd(word, from, to) ? spacingOf(item) : 0;
}

/** Points; the spaces are between them. */
export function tooMuchBetween(a: Segment, b: Segment): number {
  if (a.item.spacing === 0 || a.kind === "tab" || b.kind === "tab" || b.kind === "break") return 0;
  const own = a.spaces > 0 ? spacingOf(a.item) : spacingAfter(a);
  const [x, y] = [spacingOf(a.item), spacingOf(b.item)];
  if (own === 0 || x === y) return 0;
  return x * y <= 0 ? x : x > 0 ? Math.max(0, x - y) : Math.min(0, x - y);
}

/** Returns the index of the last piece other than hanging space; -1 if absent. */
export function lastShown(segments: readonly Segment[]): number {
  let last = segments.length - 1;
  while (last >= 0 && (segments[last]!.kind === "space" || segments[last]!.kind === "break")) last--;
  return last;
}

/** Returns the order from left to right; null if it is that of the text. Hanging spaces: the paragraph's level (UAX #9, L1). */
export const orderOf = (p: Pick<ShapedParagraph, "bidi" | "base">, segments: readonly Segment[], last: number): readonly number[] | null =>
  p.bidi ? visualOrder(segments.map((s, i) => (i > last ? p.base : s.item.level))) : null;

function isSpaced(segments: readonly Segment[]): boolean {
  for (const s of segments) if (s.item.spacing !== 0) return true;
  return false;
}

/** Points; null without letter spacing. */
export function tooMuch(p: Pick<ShapedParagraph, "bidi" | "base">, segments: readonly Segment[]): readonly number[] | null {
  if (!isSpaced(segments)) return null;
  const out = new Array<number>(segments.length).fill(0);
  const last = lastShown(segments);
  const shown = (orderOf(p, segments, last) ?? segments.map((_, i) => i)).filter((i) => i <= last);
  shown.forEach((i, k) => {
    const next = shown[k + 1];
    out[i] = next === undefined ? spacingAfter(segments[i]!) : tooMuchBetween(segments[i]!, segments[next]!);
  });
  return out;
}
