// Close punctuation, quarter em next to letters and digits.
import { unitAt } from "../../../base/code-unit.js";
import { mayBeHalved, standApart } from "../unicode/ideographic.js";
import type { HarfBuzz, HbFont, Word } from "./harfbuzz.js";

/*
 * Full-width punctuation has its ink in one half; next to other punctuation the empty half is omitted (JLREQ 3.1.4; CSS Text 4,
 * `text-spacing-trim`). The glyph determines the half: traditional Chinese centres commas and full stops.
 */

const EM = 1000;
export const HALF = EM / 2;
export const QUARTER = EM / 4;
/** Beyond the middle, still one half. */
const SLACK = 40;

const WHOLE = 0;
export const LEFT_HALF = 1;
export const RIGHT_HALF = 2;

export class Ideographic {
  readonly #halves = new Map<number, number>();

  constructor(
    readonly hb: HarfBuzz,
    /** an unloaded face is loaded again */
    readonly font: () => HbFont,
  ) {}

  /** With the ink of the character's full-width glyph. */
  half(c: number, glyph: number): number {
    if (!mayBeHalved(c)) return WHOLE;
    let known = this.#halves.get(glyph);
    if (known === undefined) {
      const { left, right } = this.hb.inkOf(this.font(), glyph);
      const wide = this.hb.advance(this.font(), glyph) === EM && right > left;
      known = !wide ? WHOLE : right <= HALF + SLACK ? LEFT_HALF : left >= HALF - SLACK ? RIGHT_HALF : WHOLE;
      this.#halves.set(glyph, known);
    }
    return known;
  }

  touches(text: string, from: number, to: number): boolean {
    for (let i = from; i < to; i++) {
      const c = unitAt(text, i);
      if (mayBeHalved(c)) return true;
      if (i > from && (c >= 0x2e80 || unitAt(text, i - 1) >= 0x2e80) && standApart(unitAt(text, i - 1), c)) return true;
    }
    return false;
  }

  /** Punctuation set close, letters spaced from ideographs. */
  set(word: Word, text: string, from: number): Word {
    const { ids, clusters, rtl } = word;
    if (rtl) return word;
    let { width } = word;
    let advances: number[] | null = null;
    let unsafe: number[] | null = null;
    let before = text.codePointAt(from + (clusters[0] ?? 0)) ?? 0;
    for (let k = 1; k < ids.length; k++) {
      if (clusters[k] === clusters[k - 1]) continue;
      const c = text.codePointAt(from + clusters[k]!)!;
      const by = this.#between(before, ids[k - 1]!, c, ids[k]!);
      if (by !== 0) {
        advances ??= [...word.advances];
        advances[k - 1]! += by;
        width += by;
        if (by > 0) {
          unsafe ??= word.unsafe ? [...word.unsafe] : new Array<number>(ids.length).fill(0);
          unsafe[k] = 1;
        }
      }
      before = c;
    }
    return advances ? { ...word, advances, width, unsafe: unsafe ?? word.unsafe, hyphens: null } : word;
  }

  #between(a: number, glyph: number, b: number, next: number): number {
    const half = this.half(a, glyph);
    if (half !== WHOLE) {
      const other = this.half(b, next);
      return other !== WHOLE && (half === LEFT_HALF || other === RIGHT_HALF) ? -HALF : 0;
    }
    return standApart(a, b) ? QUARTER : 0;
  }
}
