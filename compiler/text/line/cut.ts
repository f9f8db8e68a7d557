import { unitAt } from "../../../base/code-unit.js";
import { steps } from "../../../base/steps.js";
import type { Word } from "../font/harfbuzz.js";
import type { Item } from "../shape/itemize.js";
import { pieceOf, type Segment } from "../shape/shaped.js";
import { continuesSyllable } from "../unicode/syllable.js";
import { isIgnorable, isMark } from "../unicode/ucd.js";

/*
 * At a place that HarfBuzz marks as safe to break, both parts are views of the word's glyphs. Elsewhere both are reshaped, but the second for at most
 * a line's length: the rest of the word, which may be as long as the document, is a view from where the shaping is unchanged.
 */

/** U+00AD: shown as a hyphen only at a line's end. */
export const SOFT_HYPHEN = 0xad;
const ZWJ = 0x200d;
const HYPHEN = "\u2010";
export const hyphenOf = ({ context }: Item): string => (context.face.covers(HYPHEN.charCodeAt(0)) ? HYPHEN : "-");
/** UTF-16 units of preceding context. */
const CONTEXT = 8;
/** UTF-16 units behind a place that are always reshaped. */
const NEAR = 64;
/** UTF-16 units shaped beyond the search for the word's glyphs. */
const OVERLAP = 32;

/** True if the character at `at` joins the one before, even in a separate cluster. */
export function joins(text: string, at: number): boolean {
  const cp = text.codePointAt(at)!;
  return isMark(cp) || isIgnorable(cp) || text.codePointAt(at - 1) === ZWJ || continuesSyllable(text, at);
}

class Logical {
  constructor(
    readonly s: Pick<Segment, "from" | "to" | "base" | "end" | "spaces">,
    readonly word: Word,
  ) {}

  get count(): number {
    return this.s.to - this.s.from;
  }

  glyph(i: number): number {
    return this.word.rtl ? this.s.to - 1 - i : this.s.from + i;
  }

  place(i: number): number {
    return i < this.count ? this.s.base + this.word.clusters[this.glyph(i)]! : this.s.end - this.s.spaces;
  }

  before(at: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.place(middle) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  unsafe(i: number): boolean {
    return i < this.count && !!this.word.unsafe?.[this.glyph(i)];
  }

  /** End of the context for reshaping; at least the word's end. */
  reach(text: string): number {
    const { s, word } = this;
    const end = s.end - s.spaces;
    const step = word.rtl ? -1 : 1;
    let k = word.rtl ? s.from - 1 : s.to;
    if (word.clusters[k] === undefined || !word.unsafe?.[k] || unitAt(text, end) === 0x20) return end;
    let last = end;
    for (; word.clusters[k] !== undefined && last < end + OVERLAP; k += step) last = s.base + word.clusters[k]!;
    return last + (text.codePointAt(last)! > 0xffff ? 2 : 1);
  }

  range(i: number, j: number): { readonly from: number; readonly to: number } {
    const { from, to } = this.s;
    return this.word.rtl ? { from: to - j, to: to - i } : { from: from + i, to: from + j };
  }
}

export class Cuttable {
  readonly #glyphs: Logical;

  constructor(
    readonly text: string,
    readonly s: Segment,
  ) {
    this.#glyphs = new Logical(s, s.word!);
  }

  /** With a soft or inserted hyphen. */
  left(at: number, hyphen = false): Segment {
    const { s } = this;
    const i = this.#glyphs.before(at);
    if (hyphen || this.#glyphs.unsafe(i) || unitAt(this.text, at - 1) === SOFT_HYPHEN) return this.#upTo(at, hyphen);
    const { from, to } = this.#glyphs.range(0, i);
    return pieceOf(this.#kind, s.item, s.word!, { from, to, base: s.base, start: s.start, end: at });
  }

  right(at: number): readonly Segment[] {
    const { s, text } = this;
    const glyphs = this.#glyphs;
    const { context } = s.item;
    const i = glyphs.before(at);
    // a hyphen may divide a ligature
    if (!glyphs.unsafe(i) && glyphs.place(i) === at) return [this.#from(i, at)];
    const end = s.end - s.spaces;
    const seam = end - at <= NEAR ? null : this.#seam(i, at);
    if (seam) {
      const { word, to, index } = seam;
      const place = glyphs.place(index);
      const range = word.rtl ? { from: word.ids.length - to, to: word.ids.length } : { from: 0, to };
      return [pieceOf(this.#kind, s.item, word, { ...range, base: at, start: at, end: place }), this.#from(index, place)];
    }
    const further = glyphs.reach(text);
    const beyond = further > end ? context.shape(text, at, further) : null;
    const to = beyond ? this.#made(beyond, at, further).before(end) : 0;
    if (beyond && to > 0 && this.#made(beyond, at, further).place(to) === end) {
      const range = beyond.rtl ? { from: beyond.ids.length - to, to: beyond.ids.length } : { from: 0, to };
      return [pieceOf(this.#kind, s.item, beyond, { ...range, base: at, start: at, end: s.end }, s)];
    }
    const word = context.shape(text, at, end);
    return [pieceOf(this.#kind, s.item, word, { from: 0, to: word.ids.length, base: at, start: at, end: s.end }, s)];
  }

  #made(word: Word, start: number, end: number): Logical {
    return new Logical({ base: start, from: 0, to: word.ids.length, end, spaces: 0 }, word);
  }

  ended(hyphen = false): Segment {
    return this.#upTo(this.s.end, hyphen);
  }

  /** Inserted: a separate cluster after the text. */
  #upTo(at: number, hyphen: boolean): Segment {
    const { s, text } = this;
    const { context } = s.item;
    const soft = unitAt(text, at - 1) === SOFT_HYPHEN;
    if (!soft && !hyphen) return this.#reshaped(context.shape(text, s.start, at), s.start, at);
    const from = Math.max(0, s.start - CONTEXT);
    const shown = `${text.slice(from, soft ? at - 1 : at)}${hyphenOf(s.item)}`;
    return this.#reshaped(context.shape(shown, s.start - from), s.start, at);
  }

  get #kind(): "word" | "space" {
    return this.s.kind as "word" | "space";
  }

  #from(i: number, at: number): Segment {
    const { s } = this;
    const { from, to } = this.#glyphs.range(i, this.#glyphs.count);
    return pieceOf(this.#kind, s.item, s.word!, { from, to, base: s.base, start: at, end: s.end }, s);
  }

  #reshaped(word: Word, start: number, end: number): Segment {
    return pieceOf(this.#kind, this.s.item, word, { from: 0, to: word.ids.length, base: start, start, end });
  }

  /**
   * The first place that HarfBuzz marks as safe; or one a line's length on with equal glyphs on both sides if text beyond it is included;
   * else such a place with differing glyphs, which does not occur in real text. Null if absent.
   */
  #seam(i: number, at: number): Seam | null {
    const { s, text } = this;
    const glyphs = this.#glyphs;
    const reach = at + Math.max(NEAR, at - s.start);
    const places: number[] = [];
    let safe = -1;
    let stop = glyphs.reach(text);
    let j = i + 1;
    for (; j < glyphs.count; j++) {
      const place = glyphs.place(j);
      if (place === glyphs.place(j - 1) || joins(text, place)) continue;
      if (safe < 0 && !glyphs.unsafe(j)) safe = j;
      if (safe < 0 && place < reach) continue;
      if (places.length > 0 && place >= glyphs.place(places[0]!) + OVERLAP) {
        stop = place;
        break;
      }
      places.push(j);
    }
    steps.broken += j - i;
    if (places.length === 0) return null;
    const word = s.item.context.shape(text, at, stop);
    const made = this.#made(word, at, stop);
    const old = s.word!;
    const same = (a: number, b: number): boolean =>
      old.ids[glyphs.glyph(a)] === word.ids[made.glyph(b)] && old.advances[glyphs.glyph(a)] === word.advances[made.glyph(b)];
    let found: Seam | null = null;
    for (const index of places) {
      const place = glyphs.place(index);
      const to = made.before(place);
      if (to === 0 || to >= made.count || made.place(to) !== place) continue;
      found = { index, word, to };
      if (same(index, to) && same(index - 1, to - 1)) return found;
    }
    if (safe < 0) return found;
    const alone = s.item.context.shape(text, at, glyphs.place(safe));
    return { index: safe, word: alone, to: alone.ids.length };
  }
}

/** Glyphs from `index` on follow the first `to` of another word, in text order. */
interface Seam {
  readonly index: number;
  readonly word: Word;
  readonly to: number;
}

/** Shaped as one word, with another result than separately. */
export function isUnsafeBetween(a: Segment, b: Segment): boolean {
  if (b.kind !== "word" || a.item !== b.item || a.end !== b.start || b.to <= b.from) return false;
  return !!b.word!.unsafe?.[b.word!.rtl ? b.to - 1 : b.from];
}
