// Stretch and shrink of lines.
import { unitAt } from "../../../base/code-unit.js";
import type { Word } from "../font/harfbuzz.js";
import { mayStretch, spacedAfter, type Segment, type ShapedParagraph } from "../shape/shaped.js";
import { NONE } from "../unicode/line-break.js";
import { continuesSyllable } from "../unicode/syllable.js";
import { isIgnorable, isMark, isSpaceless, stretches } from "../unicode/ucd.js";

/*
 * Word spaces are between 80 % and 133 % of their width if possible, the default of publishing programs. TeX allows 67 % to 150 %, but its fonts'
 * spaces are a third of an em, those of most others a quarter. Spaces shrink to 67 % only if other lines would stretch about as far beyond 133 %, as
 * in narrow columns. Shrink has this limit, stretch has none.
 */

/** Shrink of a word space at ratio -1, as a part of its width. */
export const SPACE_SHRINKS = 1 / 5;
/** Maximum, as a part of a space's width. */
export const MOST_SHRINKS = 1 / 3;
/** Stretch of a space at ratio 1, as a part of its width. */
export const SPACE_STRETCHES = 1 / 3;
/** em at ratio 1; at 3 the quarter em of JLREQ 3.8.4 */
export const IDEOGRAPH_STRETCHES = 1 / 12;

/** Stretch between clusters at ratio 1, em. */
export const CLUSTER_STRETCHES = 1 / 40;
/** Syllables are two or three clusters. */
export const SYLLABLE_STRETCHES = 1 / 16;
/** Stretch of spaces before cluster gaps and kashidas, as a part of their width. */
export const SPACES_FIRST = 1;

export const NO_GAP = 0;
/** stretches and shrinks */
export const SPACE_GAP = 1;
/** stretches only */
const IDEOGRAPH_GAP = 2;
/** Thai, Lao, Khmer, Myanmar: once spaces are wide */
export const CLUSTER_GAP = 3;

export interface Gaps {
  readonly count: number;
  /** width of all spaces, points */
  readonly spaces: number;
  /** gaps of clusters, which are not in `count` */
  readonly clusters: number;
}

/** Points. */
export interface Stretched {
  /** a space, or a gap between ideographs */
  readonly gap: number;
  readonly cluster: number;
}

/** Points: first to spaces, then also to clusters. */
export function spread({ count, spaces, clusters }: Gaps, room: number): Stretched {
  const first = clusters === 0 ? room : Math.min(room, spaces * SPACES_FIRST);
  const each = clusters === 0 ? 0 : (room - first) / (count + clusters);
  return { gap: count === 0 ? 0 : first / count + each, cluster: each };
}

/** Counts the gaps up to the last piece other than hanging space. */
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
  if (clusters > 0 && count === 0 && isOneWord(p, segments, last)) clusters = 0;
  return { count, spaces, clusters };
}

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

/** Returns the gap after a piece that is not the line's last: after an ideograph or a no-break space. */
export function gapAfter(text: string, s: Segment, k: number, last: boolean): number {
  const word = s.word!;
  const cluster = word.clusters[k]!;
  if (k + 1 < s.to && word.clusters[k + 1] === cluster) return NO_GAP;
  if (last && k === (word.rtl ? s.from : s.to - 1)) return NO_GAP;
  const unit = unitAt(text, s.base + cluster);
  if (unit < 0x2e80) return unit === 0xa0 ? SPACE_GAP : isSpaceless(unit) && endsCluster(text, s, k) ? CLUSTER_GAP : NO_GAP;
  return stretches((unit & 0xfc00) === 0xd800 ? text.codePointAt(s.base + cluster)! : unit) ? IDEOGRAPH_GAP : NO_GAP;
}

/** Thai, Lao, Myanmar (with Shan), Khmer. */
const isDigit = (c: number): boolean =>
  (c >= 0x0e50 && c <= 0x0e59) ||
  (c >= 0x0ed0 && c <= 0x0ed9) ||
  (c >= 0x1040 && c <= 0x1049) ||
  (c >= 0x1090 && c <= 0x1099) ||
  (c >= 0x17e0 && c <= 0x17e9);

/** Neither a space nor a further digit follows. */
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
