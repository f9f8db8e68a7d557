// The shaped word, and parts of words put together and taken out.
import { append } from "../../../base/many.js";
import { EMOJI_GOES_ON, emojiIn } from "../unicode/emoji.js";
import type { HyphenPlaces } from "../unicode/hyphenation.js";
import { isIgnorable, isMark } from "../unicode/ucd.js";

/** A shaped stretch of text: parallel arrays in visual order, lengths in 1/1000 em. Immutable and shared. */
export interface Word {
  readonly ids: readonly number[];
  readonly advances: readonly number[];
  /** dx, dy pairs, or null when all are zero */
  readonly offsets: readonly number[] | null;
  /** UTF-16 index in the shaped text */
  readonly clusters: readonly number[];
  /** 1 where a break before the glyph's cluster would change the shaping; null when nowhere */
  readonly unsafe: readonly number[] | null;
  readonly width: number;
  readonly rtl: boolean;
  /** where the text may be hyphenated, once that was asked for: kept as long as the word is, and nothing else of it changes */
  hyphens: HyphenPlaces | null;
}

/** What is to be seen as one emoji is one cluster, also where the font has no glyph for the whole. */
export function joinEmoji(word: Word, text: string, from: number, to: number): Word {
  const emoji = emojiIn(text, from, to);
  if (!emoji) return word;
  const clusters = word.clusters.map((c) => {
    while (emoji[c] === EMOJI_GOES_ON) c--;
    return c;
  });
  return { ...word, clusters };
}

/** How far from its end the shaping of a part of a text may be another than that of the whole. */
const UNSURE = 64;

/**
 * Where a text of which [from, to) was shaped is gone on with: at the last place, not too near the end, that HarfBuzz says it may be cut at; if there
 * is none in the second half, before the last character that stands on its own; if there is none of those, wherever a cluster ends: nobody wrote a
 * letter with ten thousands of marks.
 */
export function cutOf({ clusters, unsafe, rtl }: Word, text: string, from: number, to: number): Cut {
  const n = clusters.length;
  const most = to - from - UNSURE;
  let alone: Cut | null = null;
  let any: Cut | null = null;
  for (let i = n - 1; i > 0; i--) {
    const k = rtl ? n - 1 - i : i;
    const cluster = clusters[k]!;
    if (2 * cluster < most) break;
    if (cluster > most || clusters[rtl ? k + 1 : k - 1] === cluster) continue;
    const found = { glyphs: i, next: from + cluster };
    any ??= found;
    const cp = text.codePointAt(found.next)!;
    if (isMark(cp) || isIgnorable(cp)) continue;
    if (!unsafe?.[k]) return found;
    alone ??= found;
  }
  return alone ?? any ?? { glyphs: n, next: to };
}

interface Cut {
  /** so many glyphs are before it, in the order of the text */
  readonly glyphs: number;
  /** text index */
  readonly next: number;
}

/** The first glyphs of a word in the order of its text. */
export const firstOf = (word: Word, count: number): Word => {
  const { length } = word.ids;
  return word.rtl ? partOfWord(word, length - count, length) : partOfWord(word, 0, count);
};

/** The glyphs [from, to) of a word as a separate word; clusters are counted from where they were. */
export function partOfWord(word: Word, from: number, to: number): Word {
  const advances = word.advances.slice(from, to);
  return {
    ids: word.ids.slice(from, to),
    advances,
    offsets: word.offsets && word.offsets.slice(2 * from, 2 * to),
    clusters: word.clusters.slice(from, to),
    unsafe: word.unsafe && word.unsafe.slice(from, to),
    width: advances.reduce((a, b) => a + b, 0),
    rtl: word.rtl,
    hyphens: null,
  };
}

/** Parts of a text that follow each other as one; `starts`: where in it each begins. */
export function joinWords(parts: readonly Word[], starts: readonly number[], rtl: boolean): Word {
  const ids: number[] = [];
  const advances: number[] = [];
  const clusters: number[] = [];
  const offsets: number[] | null = parts.some((p) => p.offsets) ? [] : null;
  const unsafe: number[] | null = parts.some((p) => p.unsafe) ? [] : null;
  let width = 0;
  for (let i = 0; i < parts.length; i++) {
    const p = rtl ? parts.length - 1 - i : i;
    const part = parts[p]!;
    width += part.width;
    append(ids, part.ids);
    append(advances, part.advances);
    for (const c of part.clusters) clusters.push(c + starts[p]!);
    for (let k = 0; k < part.ids.length; k++) {
      offsets?.push(part.offsets ? part.offsets[2 * k]! : 0, part.offsets ? part.offsets[2 * k + 1]! : 0);
      unsafe?.push(part.unsafe ? part.unsafe[k]! : 0);
    }
  }
  return { ids, advances, offsets, clusters, unsafe, width, rtl, hyphens: null };
}
