// A shaped word and a range of its glyphs to those glyphs as a separate word.
import type { Word } from "./harfbuzz.js";

/** The glyphs [from, to) of a word. Clusters are counted from where they were. */
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
