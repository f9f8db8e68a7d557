// The pieces of a line to the places where it may be stretched or shrunk.
import { unitAt } from "../../../base/code-unit.js";
import type { Word } from "../font/harfbuzz.js";
import { mayStretch, spacedAfter, type Segment, type ShapedParagraph } from "../shape/shaped.js";
import { NONE } from "../unicode/line-break.js";
import { continuesSyllable } from "../unicode/syllable.js";
import { isIgnorable, isMark, isSpaceless, stretches } from "../unicode/ucd.js";

/*
 * Word spaces are set between 80 % and 133 % of their width where that can be: the range that publishing programs have as their default for
 * justified text. TeX's fonts allow more either way (67 % and 150 %), but their spaces are a third of an em, those of most others a quarter:
 * two thirds of that are little. Down to that they shrink only where other lines would have to be stretched about as far beyond 133 %, as in narrow columns.
 * No line shrinks further; one that cannot be set otherwise stretches as far as it must.
 */

/** The part of its width that a word space loses in a line of stretch ratio -1. */
export const SPACE_SHRINKS = 1 / 5;
/** The part of a word space that it may lose. */
export const MOST_SHRINKS = 1 / 3;
/** The part of its width that a word space gains in a line of stretch ratio 1. */
export const SPACE_STRETCHES = 1 / 3;
/** What a gap between ideographs gains then, em: at three times that it is the quarter em that JLREQ 3.8.4 allows. */
export const IDEOGRAPH_STRETCHES = 1 / 12;

/** What a gap between clusters of a script without spaces gains then, em. */
export const CLUSTER_STRETCHES = 1 / 40;
/** The same between syllables of Myanmar, which are two or three clusters. */
export const SYLLABLE_STRETCHES = 1 / 16;
/** The part of its width that a space gains before clusters move apart, or words are made longer by kashidas. */
export const SPACES_FIRST = 1;

/** What there is after a glyph. */
export const NO_GAP = 0;
/** a space, which stretches and shrinks */
export const SPACE_GAP = 1;
/** no space, but the line may be stretched there */
export const IDEOGRAPH_GAP = 2;
/** the end of a cluster of Thai, Lao, Khmer or Myanmar, where the line may be stretched once its spaces are wide */
export const CLUSTER_GAP = 3;

/** What a line has to be stretched or shrunk at. */
export interface Gaps {
  readonly count: number;
  /** width of all of its spaces, points */
  readonly spaces: number;
  /** gaps between clusters, which are not counted in `count` */
  readonly clusters: number;
}

/** What each gap of a line gains, points. */
export interface Stretched {
  /** a space, or a gap between ideographs */
  readonly gap: number;
  /** a gap between clusters */
  readonly cluster: number;
}

/** Spreads what a line is to gain, points: over its spaces first, and over clusters too where those are few. */
export function spread({ count, spaces, clusters }: Gaps, room: number): Stretched {
  const first = clusters === 0 ? room : Math.min(room, spaces * SPACES_FIRST);
  const each = clusters === 0 ? 0 : (room - first) / (count + clusters);
  return { gap: count === 0 ? 0 : first / count + each, cluster: each };
}

/** The gaps of a line up to its last piece that is more than hanging space. */
export function gapsOf(p: ShapedParagraph, segments: readonly Segment[], last: number): Gaps {
  const { text, stretches: inner } = p;
  let count = 0;
  let spaces = 0;
  let clusters = 0;
  for (let i = 0; i <= last; i++) {
    const s = segments[i]!;
    const { word, item } = s;
    if (s.kind === "space") {
      count++;
      spaces += (advances(word!, s.from, s.to) * item.size) / 1000;
    } else if (s.kind === "word") {
      if (i < last) {
        count += s.spaces;
        spaces += (s.spaces * item.context.space.width * item.size) / 1000;
      }
      if (!inner || !word || !mayStretch(text, s)) continue;
      for (let k = s.from; k < s.to; k++) {
        const gap = gapAfter(text, s, k, i === last);
        if (gap === CLUSTER_GAP) clusters++;
        else if (gap !== NO_GAP) count++;
        if (gap === SPACE_GAP) spaces += (word.advances[k]! * item.size) / 1000;
      }
    }
  }
  // one word is not pulled apart
  if (clusters > 0 && count === 0 && isOneWord(p, segments, last)) clusters = 0;
  return { count, spaces, clusters };
}

/** Whether a line could end nowhere inside a line's pieces. */
function isOneWord({ breaks }: ShapedParagraph, segments: readonly Segment[], last: number): boolean {
  const end = segments[last]!.end;
  for (let at = segments[0]!.start + 1; at < end; at++) if (breaks[at] !== NONE) return false;
  return true;
}

function advances(word: Word, from: number, to: number): number {
  let sum = 0;
  for (let k = from; k < to; k++) sum += word.advances[k]!;
  return sum;
}

/** The gap after glyph k of a word: it ends a cluster that is an ideograph or a no-break space, and is not the line's last. */
export function gapAfter(text: string, s: Segment, k: number, last: boolean): number {
  const word = s.word!;
  const cluster = word.clusters[k]!;
  if (k + 1 < s.to && word.clusters[k + 1] === cluster) return NO_GAP;
  if (last && k === (word.rtl ? s.from : s.to - 1)) return NO_GAP;
  const unit = unitAt(text, s.base + cluster);
  if (unit < 0x2e80) return unit === 0xa0 ? SPACE_GAP : isSpaceless(unit) && endsCluster(text, s, k) ? CLUSTER_GAP : NO_GAP;
  return stretches((unit & 0xfc00) === 0xd800 ? text.codePointAt(s.base + cluster)! : unit) ? IDEOGRAPH_GAP : NO_GAP;
}

/** Whether a character is a digit of Thai, Lao, Myanmar (Shan included) or Khmer. */
const isDigit = (c: number): boolean =>
  (c >= 0x0e50 && c <= 0x0e59) ||
  (c >= 0x0ed0 && c <= 0x0ed9) ||
  (c >= 0x1040 && c <= 0x1049) ||
  (c >= 0x1090 && c <= 0x1099) ||
  (c >= 0x17e0 && c <= 0x17e9);

/** Whether glyph k of a word is the last of what is seen as one letter or one syllable, and no space follows it, nor another digit of a number. */
function endsCluster(text: string, s: Segment, k: number): boolean {
  const word = s.word!;
  if (!spacedAfter(word, s.from, k, s.to)) return false;
  const last = k === s.to - 1;
  if (last && s.spaces > 0) return false;
  const next = last ? s.end : s.base + word.clusters[k + 1]!;
  const c = next < text.length ? unitAt(text, next) : 0x20;
  return (
    c !== 0x20 &&
    !isMark(c) &&
    !isIgnorable(c) &&
    !continuesSyllable(text, next) &&
    !(isDigit(c) && isDigit(unitAt(text, s.base + word.clusters[k]!)))
  );
}
