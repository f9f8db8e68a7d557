import { unitAt } from "../../../base/code-unit.js";
import type { HarfBuzz, ShapeRun, Word } from "./harfbuzz.js";
import { upTo } from "./word.js";
import type { GlyphInteraction } from "./glyph-interaction.js";
import { isIgnorable, isMark } from "../unicode/ucd.js";

/** Shaped by the font's tables only (HarfBuzz's "default" shaper; precomposed Hangul). */
const PLAIN_SCRIPTS: ReadonlySet<string> = new Set("Latn Grek Cyrl Armn Geor Hani Hira Kana Bopo Hang Zyyy Zsym Zmth".split(" "));
const FRACTION_SLASH = 0x2044;

/** Not merged, hidden, composed or reordered by HarfBuzz. */
function isPlain(cp: number): boolean {
  if (cp === FRACTION_SLASH || isMark(cp) || isIgnorable(cp)) return false;
  // conjoining jamo, halfwidth voicing marks, surrogates
  if ((cp >= 0x1100 && cp <= 0x11ff) || (cp >= 0xa960 && cp <= 0xa97f) || (cp >= 0xd7b0 && cp <= 0xdfff)) return false;
  return cp !== 0xff9e && cp !== 0xff9f;
}

/** left to HarfBuzz */
const NO = -1;
const UNKNOWN = 0;

/**
 * Shapes characters that do not join, move or replace each other: glyphs, advances and kerning are taken from HarfBuzz once and cached. The
 * face's GSUB and GPOS tables decide (glyph-interaction.ts); tests compare every bundled face.
 */
export class SimpleShaper {
  /** 1 + glyph, UNKNOWN or NO; pages of 256 code points */
  readonly #glyphs: (Int32Array | undefined)[] = [];
  readonly #advances: (Int32Array | undefined)[] = [];
  /** twice the kerning, 1/1000 em, plus one if a break changes it; NO + NO if not simple */
  readonly #pairs = new Map<number, number>();
  /** recent pairs by hash slot: both glyphs, and the value; no font has a glyph 65,535, so NO is not a pair */
  readonly #recent = new Int32Array(2 * RECENT).fill(NO);

  constructor(
    readonly hb: HarfBuzz,
    readonly run: ShapeRun,
    readonly interaction: GlyphInteraction,
  ) {}

  /** Approximate bytes. */
  get weight(): number {
    let pages = 0;
    for (const page of this.#glyphs) if (page) pages++;
    return PAGE_WEIGHT * pages + PAIR_WEIGHT * this.#pairs.size + 8 * RECENT;
  }

  /** null: left to HarfBuzz */
  shape(text: string, from: number, to: number): Word | null {
    const n = to - from;
    const ids = new Array<number>(n);
    const advances = new Array<number>(n);
    let unsafe: number[] | null = null;
    let width = 0;
    let kerned = -1;
    for (let i = 0; i < n; i++) {
      const c = unitAt(text, from + i);
      const glyph = this.#glyph(c);
      if (glyph < 0) return null;
      const advance = this.#advances[c >> 8]![c & 255]!;
      if (kerned >= 0) {
        const pair = this.#pair(kerned, glyph, text, from + i);
        if (pair === NOT_A_PAIR) return null;
        if (pair !== 0) {
          const by = pair >> 1;
          advances[i - 1]! += by;
          width += by;
          if (pair & 1) {
            unsafe ??= new Array<number>(n).fill(0);
            unsafe[i] = 1;
          }
        }
      }
      ids[i] = glyph;
      advances[i] = advance;
      width += advance;
      kerned = this.interaction.pairFirst[glyph] === 1 ? glyph : -1;
    }
    return { ids, advances, offsets: null, clusters: upTo(n), unsafe, width, rtl: false, hyphens: null };
  }

  /** Returns the width of a text; above `most`, any greater value. */
  width(text: string, most = Infinity): number | null {
    let width = 0;
    let kerned = -1;
    for (let i = 0, n = text.length; i < n; i++) {
      const c = unitAt(text, i);
      const glyph = this.#glyph(c);
      if (glyph < 0) return null;
      if (kerned >= 0) {
        const pair = this.#pair(kerned, glyph, text, i);
        if (pair === NOT_A_PAIR) return null;
        width += pair >> 1;
      }
      width += this.#advances[c >> 8]![c & 255]!;
      // kerning reduces it by less than an em
      if (width > most + 1000) return width;
      kerned = this.interaction.pairFirst[glyph] === 1 ? glyph : -1;
    }
    return width;
  }

  /** Broken at spaces, up to `most` (1/1000 em); null if another break is possible or necessary. */
  lineStarts(text: string, most: number): readonly number[] | null {
    const starts: number[] = [];
    let width = 0;
    let lineFrom = 0;
    let word = 0;
    let wordFrom = 0;
    let begin = 0;
    let kerned = -1;
    let spaced = false;
    for (let i = 0, n = text.length; i < n; i++) {
      const c = unitAt(text, i);
      const kind = c < BREAKING.length ? BREAKING[c]! : OTHER;
      // closing punctuation after a space stays with the preceding text
      if (kind === OTHER || (spaced && kind === CLOSING)) return null;
      const glyph = this.#glyph(c);
      if (glyph < 0) return null;
      if (kerned >= 0) {
        const pair = this.#pair(kerned, glyph, text, i);
        if (pair === NOT_A_PAIR) return null;
        width += pair >> 1;
      }
      if (spaced && kind !== SPACE) {
        word = i;
        wordFrom = width;
      }
      spaced = kind === SPACE;
      width += this.#advances[c >> 8]![c & 255]!;
      kerned = this.interaction.pairFirst[glyph] === 1 ? glyph : -1;
      if (spaced || width - lineFrom <= most) continue;
      if (word === begin || width - wordFrom > most) return null;
      starts.push(word);
      begin = word;
      lineFrom = wordFrom;
    }
    return starts;
  }

  /**
   * Points, summed as a paragraph's pieces.
   * @param breaks null: spaces only, `breaksOf` called if others are possible
   * @returns null if left to HarfBuzz, or if spaces are not opportunities
   */
  widest(text: string, size: number, breaks: Uint8Array | null, breaksOf: (text: string) => Uint8Array): number | null {
    let widest = 0;
    let width = 0;
    let advance = 0;
    let kerned = -1;
    let spaced = false;
    for (let i = 0, n = text.length; i < n; i++) {
      const c = unitAt(text, i);
      const space = c === 0x20;
      if (!breaks) {
        const kind = c < BREAKING.length ? BREAKING[c]! : OTHER;
        if (kind === OTHER || (spaced && kind === CLOSING)) return this.widest(text, size, breaksOf(text), breaksOf);
      } else if (spaced && !space && breaks[i] === 0) return null;
      const glyph = space ? 0 : this.#glyph(c);
      if (glyph < 0) return null;
      if (kerned >= 0 && !space) {
        const pair = this.#pair(kerned, glyph, text, i);
        if (pair === NOT_A_PAIR) return null;
        advance += pair >> 1;
      }
      width += (advance * size) / 1000;
      if (width > widest) widest = width;
      if (space || spaced || (breaks && breaks[i] !== 0)) width = 0;
      spaced = space;
      advance = space ? 0 : this.#advances[c >> 8]![c & 255]!;
      kerned = !space && this.interaction.pairFirst[glyph] === 1 ? glyph : -1;
    }
    return Math.max(widest, width + (advance * size) / 1000);
  }

  /** Negative if not simple. */
  #glyph(c: number): number {
    const page = this.#glyphs[c >> 8] ?? this.#page(c >> 8);
    const known = page[c & 255]!;
    const glyph = known === UNKNOWN ? this.#learn(c) : known;
    return glyph === NO ? NO : glyph - 1;
  }

  /** Of text[at - 1] and text[at]. */
  #pair(first: number, second: number, text: string, at: number): number {
    const packed = (first << 16) | second;
    const slot = 2 * ((STRIDE * first + second) & (RECENT - 1));
    const recent = this.#recent;
    if (recent[slot] === packed) return recent[slot + 1]!;
    const key = first * 65536 + second;
    const value = this.#pairs.get(key) ?? this.#learnPair(key, text.slice(at - 1, at + 1));
    recent[slot] = packed;
    recent[slot + 1] = value;
    return value;
  }

  #page(index: number): Int32Array {
    const page = new Int32Array(256);
    this.#glyphs[index] = page;
    this.#advances[index] = new Int32Array(256);
    return page;
  }

  #learn(c: number): number {
    const word = isPlain(c) ? this.#isolatedGlyph(c) : null;
    const glyph = word ? word.ids[0]! + 1 : NO;
    this.#glyphs[c >> 8]![c & 255] = glyph;
    if (word) this.#advances[c >> 8]![c & 255] = word.advances[0]!;
    return glyph;
  }

  #isolatedGlyph(c: number): Word | null {
    const nominal = this.hb.glyph(this.run.font, c);
    if (nominal === 0 || this.interaction.contextual[nominal] !== 0) return null;
    const word = this.hb.shape(this.run, String.fromCharCode(c));
    const plain = word.ids.length === 1 && word.offsets === null && word.ids[0] !== 0;
    return plain && this.interaction.contextual[word.ids[0]!] === 0 ? word : null;
  }

  #learnPair(key: number, pair: string): number {
    const word = this.interaction.ligaturePairs.has(key) ? null : this.hb.shape(this.run, pair);
    let value = NOT_A_PAIR;
    const isolatedAdvance = (c: number): number => this.#advances[c >> 8]![c & 255]!;
    if (
      word?.ids.length === 2 &&
      word.ids[0]! * 65536 + word.ids[1]! === key &&
      word.offsets === null &&
      word.clusters[1] === 1 &&
      word.advances[1] === isolatedAdvance(pair.charCodeAt(1))
    )
      value = (word.advances[0]! - isolatedAdvance(pair.charCodeAt(0))) * 2 + (word.unsafe?.[1] ?? 0);
    if (this.#pairs.size >= MAX_PAIRS) this.#pairs.clear();
    this.#pairs.set(key, value);
    return value;
  }
}

const OTHER = 0;
const SPACE = 1;
const CLOSING = 2;
const WORD = 3;
/** UAX #14: break only after spaces. */
const BREAKING = Uint8Array.from({ length: 0x180 }, (_, c) => {
  const text = String.fromCharCode(c);
  if (c === 0x20) return SPACE;
  if (",.:;".includes(text)) return CLOSING;
  return /[\p{L}0-9]/u.test(text) && c !== 0xaa && c !== 0xba ? WORD : OTHER;
});

const NOT_A_PAIR = 1 << 30;
const PAGE_WEIGHT = 2 * 256 * 4;
const PAIR_WEIGHT = 50;
/** A power of two. */
const RECENT = 2048;
/** More than a face's letters of one case: separate slots for their pairs. */
const STRIDE = 67;
/** texts need some thousand pairs, requests could use the square of a font's glyphs */
const MAX_PAIRS = 100_000;

export const mayBeSimple = (script: string, rtl: boolean): boolean => !rtl && PLAIN_SCRIPTS.has(script);
