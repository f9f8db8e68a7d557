// The shaped word; division and joining of words.
import { append } from "../../../base/many.js";
import { EMOJI_GOES_ON, emojiIn } from "../unicode/emoji.js";
import type { HyphenPlaces } from "../unicode/hyphenation.js";
import { isIgnorable, isMark } from "../unicode/ucd.js";

/** A shaped range of text: parallel arrays in visual order, lengths in 1/1000 em. Immutable and shared. */
export interface Word {
  readonly ids: readonly number[];
  readonly advances: readonly number[];
  /** dx, dy pairs; null if all are zero */
  readonly offsets: readonly number[] | null;
  /** UTF-16 index in the shaped text */
  readonly clusters: readonly number[];
  /** 1 if a break before the glyph's cluster changes the shaping; null if none does */
  readonly unsafe: readonly number[] | null;
  readonly width: number;
  readonly rtl: boolean;
  /** hyphenation places, once computed: the only mutable field, with the word's lifetime */
  hyphens: HyphenPlaces | null;
}

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

/** UTF-16 units at its end in which a part's shaping may differ from the whole's. */
const UNSURE = 64;

/**
 * Place to continue a text shaped to [from, to): the last, away from the end, that HarfBuzz marks as safe; without one in the second half, before the
 * last character that is not combining; else at a cluster's end: real text has no letter with ten thousand marks.
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
  /** glyphs before it, in text order */
  readonly glyphs: number;
  /** text index */
  readonly next: number;
}

/** The first glyphs of a word in text order. */
export const firstOf = (word: Word, count: number): Word => {
  const { length } = word.ids;
  return word.rtl ? partOfWord(word, length - count, length) : partOfWord(word, 0, count);
};

/** Glyphs [from, to) of a word as a separate word; clusters keep their origin. */
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

/** Joins adjacent parts of a text; `starts`: their beginnings in it. */
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
