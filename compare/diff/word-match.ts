import type { Rect, Word } from "../facts/facts.js";
import { isNear, isSameRect, overlap, PlaceIndex, union } from "./geometry.js";
import { commonSequence, Numbering } from "./sequence.js";

/** Words of two pages with their matches; -1 for a word without one, less for one that is reported. */
export interface WordMatches {
  readonly left: readonly Word[];
  readonly right: readonly Word[];
  /** Index of the right word of each left word. */
  readonly ofLeft: Int32Array;
  readonly ofRight: Int32Array;
}

const SIZE = 0.05;

/** Tells if two sizes of fonts are equal (DF-9). */
export const isSameSize = (a: number, b: number): boolean => isNear(a, b, SIZE);

/** Tells if two words are set in the same font, so that the same text has the same extent. */
export const isSameFont = (a: Word, b: Word): boolean =>
  a.family === b.family && isSameSize(a.size, b.size) && a.weight === b.weight && a.isSlanted === b.isSlanted && a.glyphs === b.glyphs;

function isSameAngle(a: number, b: number): boolean {
  const turn = Math.abs(a - b) % 360;
  // both are rounded to 0.1
  return isNear(Math.min(turn, 360 - turn), 0, 0.1);
}

/** Tells if two words with the same text are at the same place. */
const isInPlace = (a: Word, b: Word, tolerance: number): boolean => isSameRect(a.rect, b.rect, tolerance) && isSameAngle(a.angle, b.angle);

/** Tells if two extents begin, end or have their middle at the same place along one axis. */
export function isAligned(a: Rect, b: Rect, axis: 0 | 1, tolerance: number): boolean {
  const from = axis;
  const to = axis + 2;
  return (
    isNear(a[from]!, b[from]!, tolerance) ||
    isNear(a[to]!, b[to]!, tolerance) ||
    isNear((a[from]! + a[to]!) / 2, (b[from]! + b[to]!) / 2, tolerance)
  );
}

/** Words in another font have another extent; they are in place if one edge or the middle is, on the same line. */
function isAtPlaceOf(a: Rect, b: Rect, angle: number, tolerance: number): boolean {
  const [across, down] = overlap(a, b);
  const height = Math.min(a[3] - a[1], b[3] - b[1]);
  const width = Math.min(a[2] - a[0], b[2] - b[0]);
  const isUpright = Math.abs((angle % 180) - 90) < 45;
  return isUpright ? isAligned(a, b, 1, tolerance) && across >= width / 2 : isAligned(a, b, 0, tolerance) && down >= height / 2;
}

/** Matches words while both pages have the same ones at the same places, from the first and from the last word. */
function matchEnds({ left, right, ofLeft, ofRight }: WordMatches, tolerance: number): void {
  const fits = (i: number, j: number): boolean => left[i]!.text === right[j]!.text && isInPlace(left[i]!, right[j]!, tolerance);
  const match = (i: number, j: number): void => {
    ofLeft[i] = j;
    ofRight[j] = i;
  };
  let start = 0;
  while (start < left.length && start < right.length && fits(start, start)) match(start, start++);
  let i = left.length - 1;
  let j = right.length - 1;
  for (; i >= start && j >= start && fits(i, j); i--, j--) match(i, j);
}

/** Matches the same text at the same place, in any order. */
function matchPlaces({ left, right, ofLeft, ofRight }: WordMatches, tolerance: number): void {
  const index = new PlaceIndex<number>(tolerance);
  right.forEach(({ text, rect }, j) => {
    if (ofRight[j]! < 0) index.add(text, rect[0], rect[1], j);
  });
  left.forEach((word, i) => {
    if (ofLeft[i]! >= 0) return;
    const j = index.take(word.text, word.rect[0], word.rect[1], (k) => isInPlace(word, right[k]!, tolerance));
    if (j === null) return;
    ofLeft[i] = j;
    ofRight[j] = i;
  });
}

const unmatched = (matches: Int32Array): number[] => {
  const found: number[] = [];
  matches.forEach((match, at) => {
    if (match === -1) found.push(at);
  });
  return found;
};

/** Matches words that remain and have the same text, in the same order, then in any order (DF-8: `moved`). */
export function matchTexts({ left, right, ofLeft, ofRight }: WordMatches): void {
  const numbers = new Numbering();
  const restLeft = unmatched(ofLeft);
  const restRight = unmatched(ofRight);
  const a = restLeft.map((i) => numbers.of(left[i]!.text));
  const b = restRight.map((j) => numbers.of(right[j]!.text));
  for (const [p, q] of commonSequence(a, b)) {
    ofLeft[restLeft[p]!] = restRight[q]!;
    ofRight[restRight[q]!] = restLeft[p]!;
  }
  const waiting = new Map<number, number[]>();
  // from the last one, as they are taken from the end
  for (let q = restRight.length - 1; q >= 0; q--) {
    if (ofRight[restRight[q]!]! >= 0) continue;
    const found = waiting.get(b[q]!);
    if (found) found.push(restRight[q]!);
    else waiting.set(b[q]!, [restRight[q]!]);
  }
  restLeft.forEach((i, p) => {
    const j = ofLeft[i]! < 0 ? waiting.get(a[p]!)?.pop() : undefined;
    if (j === undefined) return;
    ofLeft[i] = j;
    ofRight[j] = i;
  });
}

/** Matches the words of two pages that have the same text at the same place. */
export function matchInPlace(left: readonly Word[], right: readonly Word[], tolerance: number): WordMatches {
  const matches = { left, right, ofLeft: new Int32Array(left.length).fill(-1), ofRight: new Int32Array(right.length).fill(-1) };
  matchEnds(matches, tolerance);
  matchPlaces(matches, tolerance);
  return matches;
}

/** A left word and the right word that it is. */
export interface WordPair {
  readonly left: Word;
  readonly right: Word;
  /** Indexes in the words of the pages. */
  readonly i: number;
  readonly j: number;
}

/** Tells if two pairs are neighbours of a line on both sides. */
export const areNeighbours = (a: WordPair, b: WordPair): boolean =>
  b.i === a.i + 1 && b.j === a.j + 1 && a.left.line === b.left.line && a.right.line === b.right.line;

/** Matched pairs in the order of the left page, and which of them are at another place. */
export function placed(pairs: readonly WordPair[], tolerance: number): readonly (readonly [pair: WordPair, isMoved: boolean])[] {
  const result: (readonly [WordPair, boolean])[] = [];
  for (let start = 0; start < pairs.length;) {
    const first = pairs[start]!;
    const isReset = ({ left, right }: WordPair): boolean => !isSameFont(left, right);
    let end = start + 1;
    if (!isReset(first)) result.push([first, !isInPlace(first.left, first.right, tolerance)]);
    else {
      // a run in another font is at its place as a whole
      let a = first.left.rect;
      let b = first.right.rect;
      for (; end < pairs.length && isReset(pairs[end]!) && areNeighbours(pairs[end - 1]!, pairs[end]!); end++) {
        a = union(a, pairs[end]!.left.rect);
        b = union(b, pairs[end]!.right.rect);
      }
      const isMoved = !isSameAngle(first.left.angle, first.right.angle) || !isAtPlaceOf(a, b, first.left.angle, tolerance);
      for (let k = start; k < end; k++) result.push([pairs[k]!, isMoved]);
    }
    start = end;
  }
  return result;
}
