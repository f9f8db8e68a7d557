import type { Rect, Word } from "../facts/facts.js";
import { overlap } from "./geometry.js";
import { isAligned, matchTexts, type WordMatches } from "./word-match.js";
import { extent } from "./word-runs.js";

/** Neighbouring words of a line: indexes from `from` to before `to`. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly rect: Rect;
}

/** Other words at the place of words, or between the same neighbours (DF-8). */
export interface ChangedWords {
  readonly left: Segment;
  readonly right: Segment;
}

/** Parts neighbours without a match at the ends of lines. */
export function segmentsOf(words: readonly Word[], matches: Int32Array): Segment[] {
  const segments: Segment[] = [];
  for (let from = 0; from < words.length;) {
    let to = from + 1;
    if (matches[from] === -1) {
      while (to < words.length && matches[to] === -1 && words[to]!.line === words[from]!.line) to++;
      segments.push({ from, to, rect: extent(words.slice(from, to)) });
    }
    from = to;
  }
  return segments;
}

/** Segments by the matches before and after the words without a match that they belong to. */
function runsOf(segments: readonly Segment[], matches: Int32Array): Map<string, Segment[]> {
  const runs = new Map<string, Segment[]>();
  let key = "";
  let end = -1;
  for (const segment of segments) {
    if (segment.from !== end) {
      let to = segment.to;
      while (to < matches.length && matches[to] === -1) to++;
      key = `${segment.from} ${to}`;
      runs.set(key, []);
    }
    runs.get(key)!.push(segment);
    end = segment.to;
  }
  return runs;
}

interface Gap {
  readonly left: readonly Segment[];
  readonly right: readonly Segment[];
}

/** Gaps between the same neighbours on both sides, at least one of which is a word. */
function gapsOf(a: readonly Segment[], b: readonly Segment[], { ofLeft, ofRight }: WordMatches): readonly Gap[] {
  const others = runsOf(b, ofRight);
  const gaps: Gap[] = [];
  for (const [key, left] of runsOf(a, ofLeft)) {
    const [from, to] = key.split(" ").map(Number);
    if (from === 0 && to === ofLeft.length) continue;
    const before = from === 0 ? -1 : ofLeft[from! - 1]!;
    const after = to === ofLeft.length ? ofRight.length : ofLeft[to!]!;
    if ((from !== 0 && before < 0) || after < 0) continue;
    const right = others.get(`${before + 1} ${after}`);
    if (right) gaps.push({ left, right });
  }
  return gaps;
}

const COLUMN = 10;
const ROW = 5;
const MOST_COMPARED = 64;

const middle = ({ rect }: Segment): number => (rect[1] + rect[3]) / 2;

function isAtPlace(a: Rect, b: Rect): boolean {
  const [across, down] = overlap(a, b);
  return across > 0 && down >= Math.min(a[3] - a[1], b[3] - b[1]) / 2;
}

/** Segments at the same place; of several, the one with the longest part in common. */
function placesOf(left: readonly Segment[], right: readonly Segment[]): readonly ChangedWords[] {
  const cells = new Map<string, Segment[]>();
  const columns = ({ rect }: Segment): readonly number[] => {
    const found: number[] = [];
    const last = Math.min(Math.floor(rect[2] / COLUMN), Math.floor(rect[0] / COLUMN) + MOST_COMPARED);
    for (let column = Math.floor(rect[0] / COLUMN); column <= last; column++) found.push(column);
    return found;
  };
  for (const segment of right) {
    const row = Math.floor(middle(segment) / ROW);
    for (const column of columns(segment)) {
      const found = cells.get(`${column} ${row}`);
      if (found) found.push(segment);
      else cells.set(`${column} ${row}`, [segment]);
    }
  }
  const taken = new Set<Segment>();
  const pairs: ChangedWords[] = [];
  for (const segment of left) {
    let best: Segment | null = null;
    let most = 0;
    const row = Math.floor(middle(segment) / ROW);
    for (let y = row - 1; y <= row + 1; y++)
      for (const column of columns(segment)) {
        const members = cells.get(`${column} ${y}`) ?? [];
        for (let k = 0; k < Math.min(members.length, MOST_COMPARED); k++) {
          const member = members[k]!;
          if (taken.has(member) || !isAtPlace(segment.rect, member.rect)) continue;
          const [across] = overlap(segment.rect, member.rect);
          if (across > most) {
            most = across;
            best = member;
          }
        }
      }
    if (!best) continue;
    taken.add(best);
    pairs.push({ left: segment, right: best });
  }
  return pairs;
}

/** Tells if a word of a segment is elsewhere together with a neighbour. */
function isElsewhere({ from, to }: Segment, inPlace: Int32Array, found: Int32Array): boolean {
  for (let i = from; i < to; i++)
    for (const step of [-1, 1]) if (found[i]! >= 0 && inPlace[i + step] === -1 && found[i + step] === found[i]! + step) return true;
  return false;
}

/**
 * Finds other words at the same place between the same neighbours, before words that remain are looked for elsewhere: a value of a table
 * that changed is not one that moved here from another row. Words that are elsewhere together with a neighbour did move.
 * @param matches of words in place alone
 */
export function changedInPlace(matches: WordMatches, tolerance: number): readonly ChangedWords[] {
  const left = segmentsOf(matches.left, matches.ofLeft);
  const right = segmentsOf(matches.right, matches.ofRight);
  const changed: ChangedWords[] = [];
  for (const { left: a, right: b } of gapsOf(left, right, matches)) {
    const [x] = a;
    const [y] = b;
    if (a.length !== 1 || b.length !== 1 || !x || !y || !isAtPlace(x.rect, y.rect)) continue;
    if (isAligned(x.rect, y.rect, 0, tolerance)) changed.push({ left: x, right: y });
  }
  if (changed.length === 0) return changed;
  const found = { ...matches, ofLeft: matches.ofLeft.slice(), ofRight: matches.ofRight.slice() };
  matchTexts(found);
  const isWithin = (at: number, { from, to }: Segment): boolean => at >= from && at < to;
  return changed.filter(({ left: x, right: y }) => {
    // the same text within the gap moved by a little
    for (let i = x.from; i < x.to; i++) if (isWithin(found.ofLeft[i]!, y)) return false;
    return !isElsewhere(x, matches.ofLeft, found.ofLeft) && !isElsewhere(y, matches.ofRight, found.ofRight);
  });
}

/** Finds words without a match that are other words of the same place or the same neighbours, line by line. */
export function changedWords(matches: WordMatches): readonly ChangedWords[] {
  const left = segmentsOf(matches.left, matches.ofLeft);
  const right = segmentsOf(matches.right, matches.ofRight);
  const changed: ChangedWords[] = [];
  const taken = new Set<Segment>();
  const take = (a: Segment, b: Segment): void => {
    changed.push({ left: a, right: b });
    taken.add(a).add(b);
  };
  const rest = (segments: readonly Segment[]): Segment[] => segments.filter((segment) => !taken.has(segment));
  const inTurn = ({ left: a, right: b }: Gap): void => {
    for (let k = 0; k < Math.min(a.length, b.length); k++) take(a[k]!, b[k]!);
  };
  const gaps = gapsOf(left, right, matches);
  // lines of a gap meet in turn where they are as many, else by their places first
  for (const gap of gaps) if (gap.left.length === gap.right.length) inTurn(gap);
  for (const { left: a, right: b } of placesOf(rest(left), rest(right))) take(a, b);
  for (const gap of gaps) inTurn({ left: rest(gap.left), right: rest(gap.right) });
  return changed;
}
