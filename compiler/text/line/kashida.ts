// A justified line with Arabic words, and how much it is to gain, to the same line with words made longer by kashidas.
import { steps } from "../../../base/steps.js";
import { unitAt } from "../../../base/code-unit.js";
import type { Word } from "../font/harfbuzz.js";
import { pieceOf, type Segment } from "../shape/shaped.js";
import { lettersIn, rankOf, TATWEEL } from "../unicode/kashida.js";
import { isIgnorable, isMark } from "../unicode/ucd.js";
import { SPACES_FIRST, type Gaps } from "./gaps.js";

/*
 * A kashida is made of whole tatweels (U+0640), so a word with one is shaped as it would be if its writer had put them there: joined letters, ligatures
 * and marks are the face's. The tatweels belong to the cluster of the letter behind them, so that the text of the line stays what it was. Where HarfBuzz
 * says that one would part what is shaped as one (a ligature, letters that are drawn for each other), there is no place; so there is none in
 * Nastaliq.
 */

/** The length of a kashida, em of its font and as a part of its word, at most: beyond that it is seen before the word is. */
const LONGEST = 1;
const LONGEST_PART = 1 / 2;
/** Words of fewer letters are all kashida when they have one. */
const LEAST_LETTERS = 3;
/** Longer texts without a space are no words: UTF-16 units. */
const LONGEST_WORD = 48;
/** The characters around a text that HarfBuzz reads as context, UTF-16 units. */
const CONTEXT = 8;
const ARABIC = "Arab";
const ONE = String.fromCharCode(TATWEEL);

/** A word of the line, the best place for a kashida in it, and the number of tatweels there. */
interface Place {
  readonly index: number;
  readonly at: number;
  readonly rank: number;
  /** width of a tatweel, points */
  readonly width: number;
  readonly most: number;
  count: number;
}

/**
 * The pieces of a line that is to gain `room` points, up to its `last`, with kashidas: as many as keep its spaces from growing beyond what is reasonable, and
 * no more than it has room for. Null where none is needed or none can be.
 */
export function withKashidas(
  text: string,
  segments: readonly Segment[],
  last: number,
  gaps: Gaps,
  room: number,
): readonly Segment[] | null {
  let need = room - gaps.spaces * SPACES_FIRST;
  if (gaps.count === 0 || need <= 0) return null;
  const places = placesOf(text, segments, last);
  if (places.length === 0) return null;
  let left = room;
  // one more for each word in turn, those with the best places first
  for (let gave = true; gave && need > 0;) {
    gave = false;
    for (const place of places) {
      if (need <= 0 || place.count === place.most || place.width > left) continue;
      place.count++;
      need -= place.width;
      left -= place.width;
      gave = true;
    }
  }
  const out = [...segments];
  let gained = 0;
  for (const { index, at, count } of places) {
    if (count === 0) continue;
    const s = segments[index]!;
    const made = elongated(text, s, at, count);
    if (!made || made.width <= s.width || gained + made.width - s.width > room) continue;
    gained += made.width - s.width;
    out[index] = made;
  }
  return gained > 0 ? out : null;
}

/** The best place of each word, the best first; of those that are as good, those nearer the line's end. */
function placesOf(text: string, segments: readonly Segment[], last: number): readonly Place[] {
  const out: Place[] = [];
  for (let index = 0; index <= last; index++) {
    const s = segments[index]!;
    const { context, size, spacing } = s.item;
    if (s.kind !== "word" || context.scriptCode !== ARABIC || spacing !== 0 || context.tatweel === 0) continue;
    const width = (context.tatweel * size) / 1000;
    const most = Math.floor(Math.min(LONGEST * size, LONGEST_PART * s.width) / width);
    const best = most > 0 ? placeIn(text, s) : null;
    if (best) out.push({ index, ...best, width, most, count: 0 });
  }
  return out.sort((a, b) => a.rank - b.rank || b.index - a.index);
}

/** The best place in a word, of those that are as good the one nearest its end. */
function placeIn(text: string, s: Segment): Pick<Place, "at" | "rank"> | null {
  const { context } = s.item;
  const end = s.end - s.spaces;
  if (end - s.start > LONGEST_WORD || lettersIn(text, s.start, end) < LEAST_LETTERS) return null;
  steps.broken += end - s.start;
  let found: Pick<Place, "at" | "rank"> | null = null;
  for (const offset of context.hb.tatweelPlaces(context, text, s.start, end)) {
    const at = s.start + offset;
    const c = unitAt(text, at);
    if (offset === 0 || isMark(c) || isIgnorable(c) || isIgnorable(unitAt(text, at - 1))) continue;
    const rank = rankOf(text, at, end);
    if (!found || rank < found.rank || (rank === found.rank && at > found.at)) found = { at, rank };
  }
  return found;
}

/** A word with so many tatweels before the letter at `at`; null where the face does something else with them. */
function elongated(text: string, s: Segment, at: number, count: number): Segment | null {
  const { context } = s.item;
  const end = s.end - s.spaces;
  const from = Math.max(0, s.start - CONTEXT);
  const shown = `${text.slice(from, at)}${ONE.repeat(count)}${text.slice(at, end + CONTEXT)}`;
  const word = context.shape(shown, s.start - from, end - from + count);
  const letter = at - s.start;
  let tatweels = 0;
  const clusters = word.clusters.map((c) => {
    if (c < letter) return c;
    if (c >= letter + count) return c - count;
    tatweels++;
    return letter;
  });
  if (tatweels !== count || !clusters.includes(letter)) return null;
  const made: Word = { ...word, clusters, unsafe: null };
  return pieceOf("word", s.item, made, { from: 0, to: made.ids.length, base: s.start, start: s.start, end: s.end }, s);
}
