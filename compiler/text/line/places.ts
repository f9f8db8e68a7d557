import { unitAt } from "../../../base/code-unit.js";
import { steps } from "../../../base/steps.js";
import type { HyphenPlaces } from "../unicode/hyphenation.js";
import type { Item } from "../shape/itemize.js";
import { mayStretch, spacedAfter, type Segment, type ShapedParagraph } from "../shape/shaped.js";
import { NONE } from "../unicode/line-break.js";
import { isSpaceless, stretches } from "../unicode/ucd.js";
import { hyphenOf, SOFT_HYPHEN } from "./cut.js";
import { endTrim, startTrim } from "./edges.js";
import {
  CLUSTER_GAP,
  CLUSTER_STRETCHES,
  gapAfter,
  IDEOGRAPH_STRETCHES,
  NO_GAP,
  SPACE_GAP,
  SPACE_SHRINKS,
  SPACE_STRETCHES,
  SYLLABLE_STRETCHES,
} from "./gaps.js";
import { Hyphens, NO_HYPHENS } from "./hyphens.js";
import { spacesWidth } from "./line.js";
import { spacingAfter, tooMuchBetween, trailing } from "./spacing.js";
import { APPROXIMATE, Places, TotalFit } from "./total-fit.js";
import { WordSpaces } from "./word-spaces.js";

/** longer texts are planned in parts */
const MOST_PLACES = 4096;
/** Maximum glyphs of a piece that is searched for inner places before they are measured. */
const SHORT = 64;
/** Demerits at a hyphen (TeX's hyphen penalties, squared). */
const INSIDE_WORD = 50 * 50;
/** Ratio above which words are hyphenated: spaces a third too wide. */
const LOOSE_ENOUGH = 1;

const MYANMAR = "Mymr";

interface Ahead {
  readonly p: ShapedParagraph;
  /** left by the wrap policy */
  readonly breaks: Uint8Array;
  /** points, from later lines */
  readonly origin: number;
  /** not yet set */
  piece(n: number): Segment | undefined;
}

export class Plan {
  /** ascending; 1: inserted hyphen */
  #ends: readonly number[] = [];
  #hyphens: readonly number[] = [];
  readonly #hyphenator: Hyphens | null;
  #from = 0;
  #next = 0;

  constructor(
    readonly ahead: Ahead,
    readonly available: number,
  ) {
    const { hyphenator } = ahead.p;
    this.#hyphenator = hyphenator && new Hyphens(ahead.p, hyphenator, ahead.breaks, available);
  }

  hyphenates(end: number): boolean {
    return this.#ends[this.#next] === end && this.#hyphens[this.#next] === 1;
  }

  /**
   * -1 if the line contains a tab or a piece too wide for any line, or lines deviated from the plan and none has ended at a planned place
   * since.
   */
  lineEnd(): number {
    const at = this.ahead.piece(0)!.start;
    while (this.#next < this.#ends.length && this.#ends[this.#next]! <= at) this.#next++;
    if (this.#next === this.#ends.length) {
      let found = this.#walk(null, this.#hyphenator !== null);
      if (found === null) found = this.#walk(this.#hyphenator, false)!;
      const { places } = found;
      this.#ends = found.ends.map((place) => places.at[place]!);
      this.#hyphens = found.ends.map((place) => places.hyphenated[place]!);
      this.#next = 0;
      this.#from = at;
    }
    const from = this.#next === 0 ? this.#from : this.#ends[this.#next - 1]!;
    return from === at ? (this.#ends[this.#next] ?? -1) : -1;
  }

  /** Null if `onlyGood` and the best lines are not good. */
  #walk(hyphens: Hyphens | null, onlyGood: boolean): { readonly ends: readonly number[]; readonly places: Places } | null {
    const walk = new Walk(this.ahead, this.available, hyphens, onlyGood);
    const ends = walk.run();
    return onlyGood && !walk.isGood ? null : { ends, places: walk.places };
  }
}

/** One text is planned at a time. */
let shared: TotalFit | null = null;

/** Walks up to a forced break, the end, a tab, or a piece too wide. Exported for tests. */
export class Walk {
  readonly places: Places;
  readonly #fit: TotalFit;
  /** width with trailing spaces */
  #width = 0;
  #stretch = 0;
  #shrink = 0;
  /** width without trailing spaces */
  #shownWidth = 0;
  #shownStretch = 0;
  #shownShrink = 0;
  readonly #stretches: boolean;
  readonly #text: string;
  readonly #breaks: Uint8Array;
  readonly #available: number;
  /** with the letter spacing before it */
  #hyphenWidth = 0;
  #hyphenItem: Item | null = null;
  #isGood = true;
  /** demerits above which lines are skipped */
  #bound: number;

  /** `onlyGood`: ends once the lines cannot be good, with an unusable result. `bound`: of the first search; Infinity = exact. */
  constructor(
    readonly ahead: Ahead,
    available: number,
    readonly hyphens: Hyphens | null,
    readonly onlyGood = false,
    bound = APPROXIMATE,
  ) {
    this.#bound = bound;
    this.#text = ahead.p.text;
    this.#stretches = ahead.p.stretches;
    this.#breaks = ahead.breaks;
    this.#fit = shared ??= new TotalFit(new Places(MOST_PLACES + 2));
    this.places = this.#fit.places;
    this.places.count = 0;
    this.#available = available;
  }

  run(): readonly number[] {
    const first = this.ahead.piece(0);
    if (!first || first.kind === "break" || first.kind === "tab") return [];
    this.#place(first.start, 0, false, this.#trim(first, first.from) - this.ahead.origin);
    this.#fit.begin(this.#available, this.#bound);
    const whole = this.#look();
    // independent of skipped lines
    if (this.onlyGood && !this.#fit.mayBeGood) {
      this.#isGood = false;
      return [];
    }
    // the best lines have at most the demerits of those found
    const bound = whole ? this.#fit.demeritsTo(this.places.count) : Infinity;
    if (bound > this.#bound) this.#searchAgain(bound, whole);
    let found = whole ? this.#fit.toLast() : this.#fit.toLastLine();
    if (whole && found.length > 1 && this.places.hyphen[found[found.length - 2]!]! > 0) {
      const other = this.#withoutLastHyphen();
      if (other === null) this.#isGood = false;
      else found = other;
    }
    if (this.#fit.loosest(found, whole) > LOOSE_ENOUGH) this.#isGood = false;
    return found;
  }

  /** No hyphen before the last line, and no word space wider than 1 em (SW-20); null if impossible. */
  #withoutLastHyphen(): readonly number[] | null {
    const { places, ahead } = this;
    const fit = this.#fit;
    const { count } = places;
    fit.begin(this.#available, Infinity, new WordSpaces(places, ahead.p, piecesOf(ahead)));
    let goesOn = true;
    for (let j = 1; goesOn && j < count; j++) goesOn = fit.next(j, j === count - 1);
    return fit.demeritsTo(count) < Infinity ? fit.toLast() : null;
  }

  /** True if no line is too loose and the plan is complete. */
  get isGood(): boolean {
    return this.#isGood;
  }

  /** @returns false if the last line continues with unknown text */
  #look(): boolean {
    let before: Segment | null = null;
    // a hyphen may be inserted where the next piece begins
    let goesOn = false;
    for (let n = 0; ; n++) {
      const s = this.ahead.piece(n);
      if (!s || s.kind === "break") {
        this.#place(s ? s.start : this.#text.length, 0, false);
        this.#goOn(true);
        return true;
      }
      if (s.kind === "tab") return false;
      if (before && before.item.spacing !== s.item.spacing) this.#width -= tooMuchBetween(before, s);
      if (before) {
        if (
          this.#breaks[s.start] !== NONE
            ? !this.#mayEnd(s.start, before.item, this.#trim(s, s.from))
            : goesOn && !this.#mayHyphenate(s.start, before.item)
        )
          break;
      }
      goesOn = false;
      if (s.kind === "space") this.#space(s.width, s.width - spacingAfter(s));
      else {
        const hyphens = this.hyphens === null ? NO_HYPHENS : this.hyphens.of(s);
        if (!this.#word(s, hyphens)) break;
        const { at } = hyphens;
        goesOn = at.length > 0 && s.start + at[at.length - 1]! === s.end;
      }
      before = s;
    }
    if (!this.#full()) this.#isGood = false;
    return !this.#full();
  }

  #full(): boolean {
    return this.places.count > MOST_PLACES;
  }

  /** `own`: without letter spacing. */
  #space(width: number, own: number): void {
    this.#width += width;
    this.#stretch += own * SPACE_STRETCHES;
    this.#shrink += own * SPACE_SHRINKS;
  }

  /** @returns false if no further line fits */
  #word(s: Segment, hyphens: HyphenPlaces): boolean {
    const start = this.#width;
    if ((this.#stretches && mayStretch(this.#text, s)) || this.#hasPlace(s)) {
      if (!this.#inside(s, hyphens.at)) return false;
    } else if (hyphens.at.length > 0) {
      const { before } = hyphens;
      const found = before === null || s.item.spacing !== 0 ? this.#inside(s, hyphens.at) : this.#between(s, hyphens.at, before);
      if (!found) return false;
    }
    this.#width = start + s.width;
    this.#show(this.#width - trailing(this.#text, s), this.#stretch, this.#shrink);
    if (s.spaces > 0) this.#space(spacesWidth(s), (s.spaces * s.item.context.space.width * s.item.size) / 1000);
    return this.#shownWidth <= this.#fit.reach || this.#isReachedAgain();
  }

  #show(width: number, stretch: number, shrink: number): void {
    this.#shownWidth = width;
    this.#shownStretch = stretch;
    this.#shownShrink = shrink;
  }

  #hasPlace(s: Segment): boolean {
    if (s.to - s.from > SHORT) return true;
    const breaks = this.#breaks;
    const end = s.end - s.spaces;
    for (let at = s.start + 1; at < end; at++) if (breaks[at] !== NONE) return true;
    return false;
  }

  /** Of known widths. `before`: advances of the glyphs before each, 1/1000 em. */
  #between(s: Segment, hyphens: readonly number[], before: readonly number[]): boolean {
    const start = this.#width;
    const scale = s.item.size / 1000;
    for (let k = 0; k < hyphens.length; k++) {
      this.#width = start + before[k]! * scale;
      this.#show(this.#width, this.#stretch, this.#shrink);
      if (!this.#mayHyphenate(s.start + hyphens[k]!, s.item)) return false;
    }
    return true;
  }

  /** Walks the places inside a segment by cluster, in the order of the text. */
  #inside(s: Segment, hyphens: readonly number[]): boolean {
    const { item, from, to, base } = s;
    const word = s.word!;
    const breaks = this.#breaks;
    const scale = item.size / 1000;
    const step = word.rtl ? -1 : 1;
    const begin = word.rtl ? to - 1 : from;
    let last = -1;
    let spacing = 0;
    let stretch = 0;
    let shrink = 0;
    let hyphen = 0;
    let clusterFrom = this.#width;
    const between = item.context.scriptCode === MYANMAR ? SYLLABLE_STRETCHES : CLUSTER_STRETCHES;
    let k = begin;
    for (; k >= from && k < to; k += step) {
      const cluster = word.clusters[k]!;
      if (cluster !== last && last !== -1) {
        const at = base + cluster;
        // inside a ligature, whose width is divided by characters
        for (; hyphen < hyphens.length && s.start + hyphens[hyphen]! < at; hyphen++) {
          const part = (s.start + hyphens[hyphen]! - base - last) / (cluster - last);
          this.#show(clusterFrom + (this.#width - clusterFrom) * part, this.#stretch, this.#shrink);
          if (!this.#mayHyphenate(s.start + hyphens[hyphen]!, item)) return false;
        }
        const trimmed = this.#stretches ? endTrim(this.#text, s, k - step) : 0;
        this.#show(this.#width - spacing - trimmed, this.#stretch - stretch, this.#shrink - shrink);
        const hyphenated = hyphen < hyphens.length && s.start + hyphens[hyphen]! === at;
        if (hyphenated) hyphen++;
        if (breaks[at] !== NONE) {
          if (!this.#mayEnd(at, item, this.#trim(s, k))) break;
        } else if (hyphenated ? !this.#mayHyphenate(at, item) : this.#shownWidth > this.#fit.reach && !this.#isReachedAgain()) break;
        stretch = shrink = 0;
        clusterFrom = this.#width;
      }
      last = cluster;
      spacing = item.spacing !== 0 && spacedAfter(word, from, k, to) ? item.spacing * scale : 0;
      this.#width += word.advances[k]! * scale + spacing;
      const gap = this.#stretches ? gapAfter(this.#text, s, k, false) : NO_GAP;
      if (gap === NO_GAP) continue;
      if (gap === SPACE_GAP) shrink = word.advances[k]! * scale * SPACE_SHRINKS;
      if (gap === SPACE_GAP) stretch = word.advances[k]! * scale * SPACE_STRETCHES;
      else stretch = item.size * (gap === CLUSTER_GAP ? between : IDEOGRAPH_STRETCHES);
      this.#stretch += stretch;
      this.#shrink += shrink;
    }
    steps.broken += Math.abs(k - begin);
    return k < from || k >= to;
  }

  /** Points, at glyph k of a piece. */
  #trim(s: Segment, k: number): number {
    return this.#stretches ? startTrim(this.#text, s, k) : 0;
  }

  /** The next line is trimmed by `trim` points. @returns false if no line ends there or later */
  #mayEnd(at: number, item: Item, trim: number): boolean {
    const soft = unitAt(this.#text, at - 1) === SOFT_HYPHEN;
    this.#place(at, soft ? this.#widthOfHyphen(item) : 0, soft || isInsideWord(this.#text, at), trim);
    return this.#goOn();
  }

  /** Gives the last place to the search. `last`: the text ends there. @returns false if no line ends there or later */
  #goOn(last = false): boolean {
    const ends = this.#fit.next(this.places.count - 1, last) || (this.#bound < Infinity && this.#searchAgain(Infinity, last));
    return ends && !this.#full() && (!this.onlyGood || this.#fit.mayBeGood);
  }

  /** True if some line reaches what is shown, after the bounded search found none. */
  #isReachedAgain(): boolean {
    return this.#bound < Infinity && this.#searchAgain(Infinity, false) && this.#shownWidth <= this.#fit.reach;
  }

  /** Searches all places again with a higher bound. @returns as `TotalFit.next` of the last */
  #searchAgain(bound: number, last: boolean): boolean {
    this.#bound = bound;
    this.#fit.begin(this.#available, bound);
    let goesOn = true;
    for (let j = 1; goesOn && j < this.places.count; j++) goesOn = this.#fit.next(j, last && j === this.places.count - 1);
    return goesOn;
  }

  /** @returns as `#mayEnd` */
  #mayHyphenate(at: number, item: Item): boolean {
    this.#place(at, this.#widthOfHyphen(item), true);
    this.places.hyphenated[this.places.count - 1] = 1;
    return this.#goOn();
  }

  /** Returns the width of a hyphen with letter spacing, points. */
  #widthOfHyphen(item: Item): number {
    if (item !== this.#hyphenItem) {
      const { context, size, spacing } = item;
      this.#hyphenItem = item;
      this.#hyphenWidth = ((context.word(hyphenOf(item)).width + spacing) * size) / 1000;
    }
    return this.#hyphenWidth;
  }

  #place(at: number, hyphen: number, inside: boolean, trim = 0): void {
    const { places } = this;
    const j = places.count++;
    places.at[j] = at;
    places.endWidth[j] = this.#shownWidth;
    places.endStretch[j] = this.#shownStretch;
    places.endShrink[j] = this.#shownShrink;
    places.startWidth[j] = this.#width + trim;
    places.startStretch[j] = this.#stretch;
    places.startShrink[j] = this.#shrink;
    places.hyphen[j] = hyphen;
    places.penalty[j] = inside ? INSIDE_WORD : 0;
    places.hyphenated[j] = 0;
  }
}

function* piecesOf(ahead: Ahead): Generator<Segment> {
  for (let n = 0, s = ahead.piece(0); s && s.kind !== "break"; s = ahead.piece(++n)) yield s;
}

/** Without a space, in a script with spaces. */
function isInsideWord(text: string, at: number): boolean {
  const before = unitAt(text, at - 1);
  if (before <= 0x20 || before >= 0x2e80 || isSpaceless(before) || (before >= 0x2000 && before <= 0x200b)) return false;
  const after = text.codePointAt(at);
  return after === undefined || !(stretches(after) || isSpaceless(after));
}
