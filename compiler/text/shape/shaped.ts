import { unitAt } from "../../../base/code-unit.js";
import { steps } from "../../../base/steps.js";
import type { StyledParagraph, Variable } from "../../box/text.js";
import type { ChosenFace } from "../font/fonts.js";
import type { Word } from "../font/harfbuzz.js";
import type { Hyphenator } from "../unicode/hyphenation.js";
import { isSpaceless } from "../unicode/ucd.js";
import type { Item, PlacedRun } from "./itemize.js";

/** A word (a view of shared glyphs), spaces, a tab, or a line end. */
export interface Segment {
  readonly kind: "word" | "space" | "tab" | "break";
  readonly item: Item;
  readonly word: Word | null;
  /** half-open range in `word` */
  readonly from: number;
  readonly to: number;
  /** text index of cluster 0 */
  readonly base: number;
  /** range in the text, with trailing spaces */
  readonly start: number;
  readonly end: number;
  /** trailing, in the same item (left to right only), hanging at a line's end */
  readonly spaces: number;
  /** points, without those spaces */
  readonly width: number;
  /** points after the last glyph: see `VariableValue.reserve` */
  readonly pad: number;
  /** points to the next piece; part of the width */
  readonly apart: number;
}

const ALONE = { spaces: 0, pad: 0, apart: 0 };

/** Glyphs [from, to) of `word`, text [start, end) with the spaces after it. Written field by field, as copying by spread is slow. */
export function pieceOf(
  kind: "word" | "space",
  item: Item,
  word: Word,
  { from, to, base, start, end }: Pick<Segment, "from" | "to" | "base" | "start" | "end">,
  { spaces, pad, apart }: Pick<Segment, "spaces" | "pad" | "apart"> = ALONE,
): Segment {
  const width = (advanceOf(word, from, to, item.spacing) * item.size) / 1000 + pad + apart;
  return { kind, item, word, from, to, base, start, end, spaces, width, pad, apart };
}

/** Nearly all pieces. They live until their page is painted, so the fields that are equal in all of them take no memory. */
class WholeWord implements Segment {
  declare readonly kind: "word";
  declare readonly from: 0;
  declare readonly pad: 0;
  declare readonly apart: 0;
  /** all of it */
  declare readonly to: number;

  constructor(
    readonly item: Item,
    readonly word: Word,
    readonly start: number,
    readonly end: number,
    readonly spaces: number,
  ) {
    this.to = word.ids.length;
  }

  get base(): number {
    return this.start;
  }
  get width(): number {
    return (this.word.width * this.item.size) / 1000;
  }
}
Object.assign(WholeWord.prototype, { kind: "word", from: 0, pad: 0, apart: 0 });

/** Makes the piece of a word with the spaces after it: text [start, end) and up to `next`. */
export const wordPiece = (item: Item, word: Word, start: number, end: number, next: number): Segment =>
  item.spacing === 0
    ? new WholeWord(item, word, start, next, next - end)
    : pieceOf(
        "word",
        item,
        word,
        { from: 0, to: word.ids.length, base: start, start, end: next },
        { spaces: next - end, pad: 0, apart: 0 },
      );

/** Moves a piece to the item of another text, by this many units. */
export function movedPiece(s: Segment, item: Item, by: number): Segment {
  const { kind, word, from, to, base, start, end, spaces, width, pad, apart } = s;
  if (s instanceof WholeWord) return new WholeWord(item, s.word, start + by, end + by, spaces);
  return { kind, item, word, from, to, base: base + by, start: start + by, end: end + by, spaces, width, pad, apart };
}

/** The room of earlier rounds never shrinks, so that the rounds end (L18). */
export interface VariableValue {
  readonly text: string;
  /** most digits so far */
  readonly reserve: number;
  /** their widths are reserved */
  readonly others: readonly string[];
}

export const isSameValue = (a: VariableValue, b: VariableValue): boolean =>
  a.text === b.text && a.reserve === b.reserve && a.others.length === b.others.length;

/** Returns the value of a variable by its index in the paragraph. */
export type ValueOfVariable = (index: number, variable: Variable) => VariableValue;

/** Multiples of the font size. */
export interface Strut {
  readonly ascender: number;
  readonly descender: number;
  readonly lineHeight: number;
}

/** Points; half the leading is above the ascender. */
export const baselineOf = ({ ascender, descender }: Strut, size: number, height: number): number =>
  (height - (ascender + descender) * size) / 2 + ascender * size;

/** A line may stretch between them, or they change its beginning and end. */
export const STRETCHES = /[\u00a0\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\ua4cf\uf900-\ufaff\uff00-\uff9f\ud840-\udbff]/;

/** UTF-16 units: the rest of a long word would be searched for every line. */
const LOOKED_THROUGH = 64;

export function mayStretch(text: string, { item, start, end, spaces }: Segment): boolean {
  // punctuation with an empty half includes some of other scripts
  if (item.context.ideographic !== null || end - start > LOOKED_THROUGH) return true;
  for (let i = start; i < end - spaces; i++) {
    const unit = unitAt(text, i);
    if (unit >= 0xa0 && (unit === 0xa0 || unit >= 0x2e80 || isSpaceless(unit))) return true;
  }
  return false;
}

export interface PlacedVariable {
  readonly variable: Variable;
  /** index in its paragraph */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

export interface ShapedParagraph {
  readonly styled: StyledParagraph;
  readonly text: string;
  readonly segments: readonly Segment[];
  /** kinds of breaks by index of the text (line-break.ts) */
  readonly breaks: Uint8Array;
  /** 0 or 1 */
  readonly base: number;
  readonly bidi: boolean;
  readonly strut: Strut;
  /** true if places between characters without a space stretch */
  readonly stretches: boolean;
  /** hyphenator of justified text; null if absent */
  readonly hyphenator: Hyphenator | null;
  /** if simple and at most `available` points wide; else null */
  readonly whole?: (available: number) => Segment | null;
  /** with other values of its variables; null if it is to be shaped anew; absent if it always is */
  readonly revalued?: (valueOf: ValueOfVariable) => ShapedParagraph | null;
  /** with fields in place of those that are wider, points; absent without any */
  readonly within?: (available: number) => ShapedParagraph;
  readonly marker: ShapedParagraph | null;
  /** values of variables, for shaping at another size */
  readonly valueOf: ValueOfVariable;
  readonly runs: readonly PlacedRun[];
  readonly variables: readonly PlacedVariable[];
}

/** `lineHeight`: a multiple of the font size; null: the family's */
export const strutOfFace = ({ face, family }: ChosenFace, lineHeight: number | null): Strut => ({
  ascender: face.info.ascender / 1000,
  descender: -face.info.descender / 1000,
  lineHeight: lineHeight ?? family.lineHeight,
});

/** Returns an advance in 1/1000 em, with letter spacing after each cluster. */
export function advanceOf(word: Word, from: number, to: number, spacing: number): number {
  const whole = from === 0 && to === word.ids.length;
  if (whole && spacing === 0) return word.width;
  if (to - from > LONG) return sumsOf(word).advance(from, to, spacing);
  steps.broken += to - from;
  let sum = 0;
  for (let i = from; i < to; i++) sum += word.advances[i]!;
  return spacing === 0 ? sum : sum + spacing * clusterCount(word, from, to);
}

function clusterCount(word: Word, from: number, to: number): number {
  let n = 0;
  for (let i = from; i < to; i++) if (spacedAfter(word, from, i, to)) n++;
  return n;
}

/** It ends a cluster with a width, marks included. Marks follow their base left to right, and precede it right to left. */
export function spacedAfter({ advances, clusters, rtl }: Word, from: number, i: number, to: number): boolean {
  if (i + 1 < to && (clusters[i + 1] === clusters[i] || (!rtl && advances[i + 1] === 0))) return false;
  let base = i;
  if (!rtl) while (base > from && advances[base] === 0) base--;
  return advances[base] !== 0;
}

export const spacedAtEnd = (word: Word, from: number, to: number): boolean =>
  to - from > LONG ? sumsOf(word).spacedAtEnd(from, to) : spacedAfter(word, from, to - 1, to);

/** Glyphs above which prefix sums are used: the rest of a long word is measured for each line. */
const LONG = 128;

const sums = new WeakMap<Word, Sums>();
function sumsOf(word: Word): Sums {
  let known = sums.get(word);
  if (!known) sums.set(word, (known = new Sums(word)));
  return known;
}

/** The measure of a part is a difference. */
class Sums {
  readonly #advances: Float64Array;
  /** letter-spaced glyphs before each, on demand */
  #spaced: Int32Array | null = null;
  /** last glyph with an advance, -1 if none */
  #wide: Int32Array | null = null;

  constructor(readonly word: Word) {
    const { advances } = word;
    const n = advances.length;
    steps.broken += n;
    const out = new Float64Array(n + 1);
    for (let i = 0; i < n; i++) out[i + 1] = out[i]! + advances[i]!;
    this.#advances = out;
  }

  advance(from: number, to: number, spacing: number): number {
    const sum = this.#advances[to]! - this.#advances[from]!;
    return spacing === 0 ? sum : sum + spacing * this.#count(from, to);
  }

  spacedAtEnd(from: number, to: number): boolean {
    if (this.word.rtl) return this.word.advances[to - 1] !== 0;
    return this.#wides()[to - 1]! >= from;
  }

  /** Marks at a part's beginning are not spaced. */
  #count(from: number, to: number): number {
    let start = from;
    if (!this.word.rtl) while (start < to - 1 && this.word.advances[start] === 0) start++;
    steps.broken += start - from;
    const spaced = (this.#spaced ??= this.#countAll());
    return spaced[to - 1]! - spaced[start]! + (this.spacedAtEnd(from, to) ? 1 : 0);
  }

  #countAll(): Int32Array {
    const { word } = this;
    const n = word.ids.length;
    const wide = word.rtl ? null : this.#wides();
    const out = new Int32Array(n + 1);
    for (let i = 0; i < n; i++) {
      const goesOn = i + 1 < n && (word.clusters[i + 1] === word.clusters[i] || (!word.rtl && word.advances[i + 1] === 0));
      out[i + 1] = out[i]! + (!goesOn && (wide ? wide[i]! >= 0 : word.advances[i] !== 0) ? 1 : 0);
    }
    return out;
  }

  #wides(): Int32Array {
    if (this.#wide) return this.#wide;
    const { advances } = this.word;
    const out = new Int32Array(advances.length);
    for (let i = 0, last = -1; i < out.length; i++) {
      if (advances[i] !== 0) last = i;
      out[i] = last;
    }
    return (this.#wide = out);
  }
}
