// The pieces of a line to the places where it may be stretched or shrunk.
import { unitAt } from "../../../ir/code-unit.js";
import type { Word } from "../font/harfbuzz.js";
import type { Segment, ShapedParagraph } from "../shape/shaped.js";
import { stretches } from "../unicode/ucd.js";

/*
 * Word spaces are set between 80 % and 133 % of their width where that can be: the range that publishing programs have as their default for
 * justified text. TeX's fonts allow more either way (67 % and 150 %), but their spaces are a third of an em, those of most others a quarter:
 * two thirds of that are hardly seen. No line shrinks further; one that cannot be set otherwise stretches as far as it must.
 */

/** The part of a word space that it may lose. */
export const SPACE_SHRINKS = 1 / 5;
/** The part of its width that a word space gains in a line of stretch ratio 1. */
export const SPACE_STRETCHES = 1 / 3;
/** What a gap between ideographs gains then, em: at three times that it is the quarter em that JLREQ 3.8.4 allows. */
export const IDEOGRAPH_STRETCHES = 1 / 12;

/** What there is after a glyph. */
export const NO_GAP = 0;
/** a space, which stretches and shrinks */
export const SPACE_GAP = 1;
/** no space, but the line may be stretched there */
export const IDEOGRAPH_GAP = 2;

/** What a line has to be stretched or shrunk at. */
export interface Gaps {
  readonly count: number;
  /** width of all of its spaces, points */
  readonly spaces: number;
}

/** The gaps of a line up to its last piece that is more than hanging space. */
export function gapsOf(p: ShapedParagraph, segments: readonly Segment[], last: number): Gaps {
  const { text, stretches: inner } = p;
  let count = 0;
  let spaces = 0;
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
      if (!inner || !word) continue;
      for (let k = s.from; k < s.to; k++) {
        const gap = gapAfter(text, s, k, i === last);
        if (gap !== NO_GAP) count++;
        if (gap === SPACE_GAP) spaces += (word.advances[k]! * item.size) / 1000;
      }
    }
  }
  return { count, spaces };
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
  if (unit < 0x2e80) return unit === 0xa0 ? SPACE_GAP : NO_GAP;
  return stretches((unit & 0xfc00) === 0xd800 ? text.codePointAt(s.base + cluster)! : unit) ? IDEOGRAPH_GAP : NO_GAP;
}
