// Reading order of right-to-left text that is shown from left to right, as untagged files have it (UAX #9, simplified).

export const RIGHT_TO_LEFT = /[\u0590-\u065f\u066a-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const LETTER = /\p{L}/u;
const LETTER_OR_DIGIT = /[\p{L}\p{Nd}]/u;

/** Text of the glyphs of a word. @param isVisual shown from left to right */
export function logical(parts: readonly string[], isVisual: boolean): string {
  if (!isVisual) return parts.join("");
  const turned = [...parts].reverse();
  turnRuns(
    turned,
    (part) => LETTER_OR_DIGIT.test(part) && !RIGHT_TO_LEFT.test(part),
    (part) => !RIGHT_TO_LEFT.test(part),
  );
  return turned.join("");
}

interface PlacedText {
  readonly word: { readonly text: string };
  readonly start: number;
  readonly isRightToLeft: boolean;
}

/** Words of a line as they are read; those that are shown in reading order stay. */
export function inReadingOrder<T extends PlacedText>(placed: readonly T[]): readonly T[] {
  let rightwards = 0;
  let [right, left] = [0, 0];
  for (let i = 0; i < placed.length; i++) {
    const { isRightToLeft, start, word } = placed[i]!;
    if (isRightToLeft) right++;
    else if (LETTER.test(word.text)) left++;
    const before = placed[i - 1];
    if (isRightToLeft && before !== undefined) rightwards += start > before.start ? 1 : -1;
  }
  if (rightwards < 0) return placed;
  const out = [...placed];
  const isLeftToRight = (p: T): boolean => !p.isRightToLeft && LETTER.test(p.word.text);
  if (right >= left) {
    out.reverse();
    turnRuns(out, isLeftToRight, (p) => !p.isRightToLeft);
  } else
    turnRuns(
      out,
      (p) => p.isRightToLeft,
      (p) => !isLeftToRight(p),
    );
  return out;
}

/** Reverses each run that begins and ends with an item that `bounds`, of items that it may have. */
function turnRuns<T>(items: T[], bounds: (item: T) => boolean, has: (item: T) => boolean): void {
  for (let i = 0; i < items.length; i++) {
    if (!bounds(items[i]!)) continue;
    let last = i;
    let at = i;
    for (; at < items.length && has(items[at]!); at++) if (bounds(items[at]!)) last = at;
    for (let a = i, b = last; a < b; a++, b--) [items[a], items[b]] = [items[b]!, items[a]!];
    i = at;
  }
}
