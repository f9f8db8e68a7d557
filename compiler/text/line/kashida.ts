import { steps } from "../../../base/steps.js";
import { unitAt } from "../../../base/code-unit.js";
import type { Word } from "../font/harfbuzz.js";
import { pieceOf, type Segment } from "../shape/shaped.js";
import { lettersIn, rankOf, TATWEEL } from "../unicode/kashida.js";
import { isIgnorable, isMark } from "../unicode/ucd.js";
import { SPACES_FIRST, type Gaps } from "./gaps.js";

/*
 * A kashida consists of whole tatweels (U+0640), and its word is shaped as if they were written, with the face's joins, ligatures and marks. They
 * belong to the next letter's cluster, so the line's text is unchanged. Places where HarfBuzz reports that one would divide a shaped unit (a
 * ligature, letters drawn for each other) are not used; so Nastaliq has none.
 */

/** Maximum length of a kashida, em of its font and as a part of its word: longer ones are more visible than the word. */
const LONGEST = 1;
const LONGEST_PART = 1 / 2;
/** Shorter words would be mostly kashida. */
const LEAST_LETTERS = 3;
/** UTF-16 units. */
const LONGEST_WORD = 48;
/** UTF-16 units for HarfBuzz. */
const CONTEXT = 8;
const ARABIC = "Arab";
const ONE = String.fromCharCode(TATWEEL);

interface Place {
  readonly index: number;
  readonly at: number;
  readonly rank: number;
  /** points */
  readonly width: number;
  readonly most: number;
  count: number;
}

/** Adds as many kashidas as prevent excessive stretch of spaces, up to `room` points; null if none is needed or possible. */
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
  // one per word in turn, best first
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

/** Best first; equal ones from the line's end. */
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

/** Returns the best place in a word; of equal ones, the last. */
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

/** Null if the face changes the tatweels. */
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
