import { append } from "../../../base/many.js";
import { EMOJI_GOES_ON, emojiIn } from "../unicode/emoji.js";
import type { HyphenPlaces } from "../unicode/hyphenation.js";
import { isIgnorable, isMark } from "../unicode/ucd.js";

/** Parallel arrays in visual order, lengths in 1/1000 em. Immutable and shared. */
export interface Word {
  readonly ids: readonly number[];
  readonly advances: readonly number[];
  /** dx, dy; null: all zero */
  readonly offsets: readonly number[] | null;
  /** UTF-16 index in the shaped text */
  readonly clusters: readonly number[];
  /** 1: a break before the cluster changes shaping; null: none */
  readonly unsafe: readonly number[] | null;
  readonly width: number;
  readonly rtl: boolean;
  /** once computed; the only mutable field */
  hyphens: HyphenPlaces | null;
}

/** Returns 0, 1, 2 …: clusters of one glyph and one character each. Shared. */
export const upTo = (n: number): readonly number[] => (n < MOST_SHARED ? (shared[n] ??= range(n)) : range(n));
const MOST_SHARED = 256;
const shared: (readonly number[])[] = [];
const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i);

/** True for clusters from `upTo`, unless they are many. */
export const isUpTo = (clusters: readonly number[]): boolean => shared[clusters.length] === clusters;

/** Makes each emoji sequence one cluster, also without a single glyph. */
export function joinEmoji(word: Word, text: string, from: number, to: number): Word {
  const emoji = emojiIn(text, from, to);
  if (!emoji) return word;
  const clusters = word.clusters.map((c) => {
    while (emoji[c] === EMOJI_GOES_ON) c--;
    return c;
  });
  return { ...word, clusters };
}

/** UTF-16 units at a part's end that may shape differently */
const UNSURE = 64;

/**
 * The last place that HarfBuzz marks as safe, away from the end; without one in the second half, before the last character that is not
 * combining; else at a cluster's end: real text has no letter with ten thousand marks.
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
  /** glyphs in the order of the text */
  readonly glyphs: number;
  /** text index */
  readonly next: number;
}

/** Returns the first glyphs of a word in text order. */
export const firstOf = (word: Word, count: number): Word => {
  const { length } = word.ids;
  return word.rtl ? partOfWord(word, length - count, length) : partOfWord(word, 0, count);
};

/** Clusters keep their origin. */
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

/** `starts`: in the text */
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
