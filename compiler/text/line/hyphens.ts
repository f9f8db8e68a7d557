import { unitAt } from "../../../base/code-unit.js";
import { steps } from "../../../base/steps.js";
import type { Word } from "../font/harfbuzz.js";
import type { PlacedRun } from "../shape/itemize.js";
import type { Segment, ShapedParagraph } from "../shape/shaped.js";
import type { Hyphenator, HyphenPlaces } from "../unicode/hyphenation.js";
import { NONE } from "../unicode/line-break.js";

/*
 * The unit of hyphenation is the text between two spaces, also across styles; marks of notes and superscript and subscript text end a word in
 * it. Places of a single piece, the usual case, are stored in its shaped word.
 */

export const NO_HYPHENS: HyphenPlaces = { by: null, at: [], before: null };
const NO_PLACES: readonly number[] = [];
/** UTF-16 units; longer texts are not words. */
const LONGEST = 256;

const isSpace = (c: number): boolean => c === 0x20 || (c >= 0x09 && c <= 0x0d) || c === 0x85 || c === 0x2028 || c === 0x2029;
const endsLine = (c: number): boolean => isSpace(c) && c !== 0x20 && c !== 0x09;

/** Piece by piece, front to back. */
export class Hyphens {
  /** last word of several pieces: range, and places from there */
  #from = -1;
  #to = -1;
  #places: readonly number[] = NO_PLACES;

  readonly text: string;

  /** `breaks`: left by the wrap policy; `available`: the lines' width, points */
  constructor(
    readonly p: Pick<ShapedParagraph, "text" | "runs">,
    readonly hyphenator: Hyphenator,
    readonly breaks: Uint8Array,
    readonly available: number,
  ) {
    this.text = p.text;
  }

  /** Its end included if the word continues in the next. */
  of(s: Segment): HyphenPlaces {
    const { text } = this;
    const { context } = s.item;
    const end = s.end - s.spaces;
    if (context.rtl || context.scriptCode !== this.hyphenator.script) return NO_HYPHENS;
    if (s.width > this.available) return this.#wide(s, end);
    if (!this.#isEdge(s.start - 1) || (s.spaces === 0 && !this.#isEdge(end))) return this.#part(s.start, end);
    if (end - s.start < LEAST) return NO_HYPHENS;
    const word = s.word!;
    const whole = s.from === 0 && s.to === word.ids.length && s.base === s.start;
    let places = word.hyphens;
    if (!whole || places === null || places.by !== this.hyphenator) {
      const at = end - s.start > LONGEST ? NO_PLACES : this.hyphenator.places(text, s.start, end);
      places = { by: this.hyphenator, at, before: whole ? widthsBefore(word, at) : null };
      if (whole) word.hyphens = places;
    }
    return places.at.length > 0 && this.#isAlone(s.start, end) ? NO_HYPHENS : places;
  }

  /** A piece wider than a line: all possible places in a part that no line holds. */
  #wide(s: Segment, end: number): HyphenPlaces {
    const word = s.word!;
    if (s.start < this.#from || s.start >= this.#to) this.#look(s.start);
    if (this.#to - this.#from > LONGEST || this.#isAlone(this.#from, this.#to)) return NO_HYPHENS;
    const needed = this.#placesIn(this.#from, this.#to, true);
    const ordinary = new Set(this.#places);
    const at: number[] = [];
    const scale = s.item.size / 1000;
    let next = 0;
    let k = s.from;
    for (let from = s.start, to = from + 1; from < end; from = to++) {
      while (to < end && this.breaks[to] === NONE) to++;
      let width = 0;
      for (; k < s.to && s.base + word.clusters[k]! < to; k++) width += word.advances[k]! + s.item.spacing;
      for (; next < needed.length && this.#from + needed[next]! <= to; next++) {
        const place = this.#from + needed[next]!;
        if (place > s.start && (width * scale > this.available || ordinary.has(needed[next]!))) at.push(place - s.start);
      }
    }
    return { by: null, at, before: null };
  }

  #isEdge(i: number): boolean {
    return i < 0 || i >= this.text.length || isSpace(unitAt(this.text, i));
  }

  #part(start: number, end: number): HyphenPlaces {
    if (start < this.#from || start >= this.#to) this.#look(start);
    if (this.#places.length === 0) return NO_HYPHENS;
    const before = start - this.#from;
    const at = this.#places.filter((place) => place > before && place <= end - this.#from).map((place) => place - before);
    return { by: null, at, before: null };
  }

  #look(start: number): void {
    let from = start;
    let to = start;
    while (!this.#isEdge(from - 1) && start - from <= LONGEST) from--;
    while (!this.#isEdge(to)) to++;
    steps.broken += to - from;
    this.#from = from;
    this.#to = to;
    this.#places = to - from > LONGEST || this.#isAlone(from, to) ? NO_PLACES : this.#placesIn(from, to, false);
  }

  /** Of the words between marks and changes of script (SW-18), from `from`. */
  #placesIn(from: number, to: number, needed: boolean): readonly number[] {
    const { runs } = this.p;
    let next = firstAfter(runs, from);
    if (next === runs.length || runs[next]!.start >= to) return this.hyphenator.places(this.text, from, to, needed);
    const out: number[] = [];
    let word = from;
    for (; word < to; next++) {
      const end = next < runs.length ? Math.min(to, runs[next]!.start) : to;
      if (end < to && !isParted(runs[next - 1]!, runs[next]!)) continue;
      for (const at of this.hyphenator.places(this.text, word, end, needed)) out.push(word - from + at);
      word = end;
    }
    return out;
  }

  /** Between two line ends: a title, a name. */
  #isAlone(from: number, to: number): boolean {
    const { text } = this;
    let i = from - 1;
    while (i >= 0 && unitAt(text, i) === 0x20) i--;
    if (i >= 0 && !endsLine(unitAt(text, i))) return false;
    let k = to;
    while (k < text.length && unitAt(text, k) === 0x20) k++;
    return k >= text.length || endsLine(unitAt(text, k));
  }
}

const isMark = ({ run: { text } }: PlacedRun): boolean => typeof text === "object" && "mark" in text;
const isParted = (a: PlacedRun, b: PlacedRun): boolean => a.run.look.script !== b.run.look.script || isMark(a) || isMark(b);

/** Index of the first run that begins after `at`. */
function firstAfter(runs: readonly PlacedRun[], at: number): number {
  let low = 0;
  let high = runs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (runs[middle]!.start <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Null if a place is inside a glyph. */
function widthsBefore({ advances, clusters, rtl }: Word, places: readonly number[]): readonly number[] | null {
  if (rtl) return null;
  const out: number[] = [];
  let k = 0;
  let width = 0;
  for (const at of places) {
    while (k < clusters.length && clusters[k]! < at) width += advances[k++]!;
    if (k === clusters.length || clusters[k] !== at) return null;
    out.push(width);
  }
  return out;
}

/** shorter words have none */
const LEAST = 5;
