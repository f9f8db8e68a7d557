// Places where lines may end to the lines that set all of a justified text best.
import { steps } from "../../../base/steps.js";
import { EPSILON } from "../../core/geom.js";
import { MOST_SHRINKS, SPACE_SHRINKS } from "./gaps.js";

/*
 * Total fit (Knuth and Plass, "Breaking Paragraphs into Lines", Software: Practice and Experience 11, 1981), with the badness, fitness classes
 * and demerits of TeX (The TeXbook, chapter 14). There is no tolerance to be exceeded: badness grows up to spaces of many times their width, so
 * the best of bad lines is found as the best of good ones is, in one pass. No line shrinks further than its spaces may.
 *
 * No place is reached in more lines than greedy breaking takes to it, so a text never gets longer by being set well.
 */

/**
 * Places where lines may end, in the order of the text; the first is where the first line begins. Lengths are points from there. Arrays are of a
 * fixed size and used again for the next text.
 */
export class Places {
  count = 0;
  /** text index that the next line begins at */
  readonly at: Int32Array;
  /** of all before the place but the spaces that hang there: width, and what it stretches and shrinks by at ratios 1 and -1 */
  readonly endWidth: Float64Array;
  readonly endStretch: Float64Array;
  readonly endShrink: Float64Array;
  /** of all before the next line */
  readonly startWidth: Float64Array;
  readonly startStretch: Float64Array;
  readonly startShrink: Float64Array;
  /** width of the hyphen that shows where a line ends there */
  readonly hyphen: Float64Array;
  /** demerits of a line that ends there, besides those of its spaces */
  readonly penalty: Float64Array;
  /** 1 where a line may end only because a word is hyphenated: greedy breaking leaves such places out where it can */
  readonly hyphenated: Uint8Array;

  constructor(readonly most: number) {
    const lengths = (): Float64Array => new Float64Array(most);
    this.at = new Int32Array(most);
    [this.endWidth, this.endStretch, this.endShrink] = [lengths(), lengths(), lengths()];
    [this.startWidth, this.startStretch, this.startShrink] = [lengths(), lengths(), lengths()];
    [this.hyphen, this.penalty] = [lengths(), lengths()];
    this.hyphenated = new Uint8Array(most);
  }
}

/** How often over a line is shrunk by what it loses at ratio -1 where its spaces lose all that they may. */
const MOST_SHRUNK = MOST_SHRINKS / SPACE_SHRINKS;
/** What its ratio falls by for each time that it is shrunk beyond -1: words run together sooner than they fall apart. */
const STEEP = 2;
/** The stretch ratio of such a line. */
const TIGHTEST = -1 - STEEP * (MOST_SHRUNK - 1);
/** Stretch ratio beyond which lines are alike: spaces fourteen times as wide as they should be. */
const LOOSEST = 40;
/** The least that a line is taken to stretch by at ratio 1, as a part of its width: one without a gap stays short, and the shorter the worse. */
const LEAST_STRETCH = 1 / 100;
/** Demerits that any line has: of two ways that are as good, the one with fewer lines is taken (TeX's line penalty). */
const LINE = 10;
/** Demerits where a line stands beside one of another fitness, not the next. */
const UNLIKE = 10_000;
/** Demerits of the second of two lines that end with a hyphen. */
const HYPHENS = 10_000;
/** Demerits of a last line that what is before it is hyphenated into. */
const LAST_HYPHEN = 250_000;
/** Demerits of a last line that is a single word, or what is left of one: as those of a line whose spaces are two thirds wider than they should be. */
const RUNT = 500_000;
/** The places that a line may begin at which are tried for each place that it may end at, the fullest line first; and the greedy one. */
const TRIED = 64;

/**
 * The ratio up to which lines are looked at first: nearly all texts have lines without a looser one that are better than any with one, and most places
 * are reached by looser lines alone.
 */
export const TOLERANCE = 4;

/** Demerits this close are equal, and the looser line is taken, as it is greedily: what sums are rounded to decides nothing. */
const EQUAL = 1 - 1e-9;

/** Tight, decent, loose, very loose. */
const CLASSES = 4;
const LOOSE = 3;

/**
 * How far a line is stretched, or shrunk where negative, in units of what its spaces should be; below `TIGHTEST` it does not fit. `room`: what is left of
 * it, points. `stretch` and `shrink`: what it gains and loses at ratios 1 and -1, points.
 */
function ratioOf(room: number, stretch: number, shrink: number, available: number): number {
  if (room > EPSILON) return Math.min(LOOSEST, room / Math.max(stretch, available * LEAST_STRETCH));
  if (room >= -EPSILON) return 0;
  if (shrink <= EPSILON) return -Infinity;
  const ratio = (room + EPSILON) / shrink;
  return ratio >= -1 ? ratio : -1 + STEEP * (ratio + 1);
}

const classOf = (ratio: number): number => (ratio < -0.5 ? 0 : ratio <= 0.5 ? 1 : ratio <= 1 ? 2 : 3);

/** The demerits of a line of this ratio, wherever it is. */
function demeritsOf(ratio: number): number {
  const badness = LINE + Math.abs(100 * ratio * ratio * ratio);
  return badness * badness;
}

/** Further demerits of lines that end at place j where the line before ends with a hyphen. `last`: the text ends there. */
const hyphenDemerits = (hyphen: number, last: boolean): number => (hyphen > 0 ? HYPHENS : last ? LAST_HYPHEN : 0);

/** Whether a last line is a single word behind others, or what is left of one. */
function isRunt({ hyphen, endStretch, startStretch }: Places, i: number, j: number): boolean {
  return i > 0 && (i === j - 1 || (hyphen[i]! > 0 && endStretch[j]! - startStretch[i]! <= EPSILON));
}

const unlike = (a: number, b: number): number => (a - b > 1 || b - a > 1 ? UNLIKE : 0);

/** The demerits of lines that end at these places, one after the other; Infinity where one of them does not fit. `last`: the text ends with them. */
export function demerits(places: Places, available: number, ends: readonly number[], last: boolean): number {
  let sum = 0;
  let from = 0;
  let fitness = 1;
  const count = ends.length;
  ends.forEach((to, n) => {
    const atEnd = last && n === count - 1;
    const room = available - (places.endWidth[to]! - places.startWidth[from]! + places.hyphen[to]!);
    const stretch = places.endStretch[to]! - places.startStretch[from]!;
    const found = ratioOf(room, stretch, places.endShrink[to]! - places.startShrink[from]!, available);
    const ratio = atEnd ? Math.min(0, found) : found;
    if (ratio < TIGHTEST) sum = Infinity;
    let own = demeritsOf(ratio) + places.penalty[to]!;
    if (places.hyphen[from]! > 0) own += hyphenDemerits(places.hyphen[to]!, atEnd);
    if (atEnd && isRunt(places, from, to)) own += RUNT;
    sum += own + unlike(fitness, classOf(ratio));
    fitness = classOf(ratio);
    from = to;
  });
  return sum;
}

/** Finds the best lines to each place, place by place. */
export class TotalFit {
  /** by place and fitness of the line that ends there: the least demerits, the number of lines, the state before the last of them */
  readonly #demerits: Float64Array;
  readonly #lines: Int32Array;
  readonly #from: Int32Array;
  /** by place and fitness of a line that begins there: the state before it that is best for that, and its demerits with those of being unlike */
  readonly #before: Int32Array;
  readonly #sums: Float64Array;
  /** by place: the least of its demerits */
  readonly #least: Float64Array;
  /** places on which no later one improves, ascending in demerits: the least of all from a place on is found here */
  readonly #rising: Int32Array;
  #risingFrom = 0;
  #risingTo = 0;
  /** the first place that a line begins at which is not too wide here */
  #low = 0;
  /** the last place that lines end at */
  #last = 0;
  /** the greedy line here: where it begins, where it can end, the lines before it */
  #greedy = 0;
  #greedyEnd = 0;
  /** the last place where a hyphen fits on it */
  #greedyHyphen = 0;
  #greedyLines = 0;
  #available = 0;
  /** lines that are looser are not looked at, but for the last of a text */
  #tolerance = Infinity;
  /** by place: 1 where lines lead to it of ratios between -1 and 1; and the last such place */
  readonly #good: Uint8Array;
  #lastGood = 0;

  constructor(readonly places: Places) {
    const { most } = places;
    this.#demerits = new Float64Array(CLASSES * most);
    this.#lines = new Int32Array(CLASSES * most);
    this.#from = new Int32Array(CLASSES * most);
    this.#before = new Int32Array(CLASSES * most);
    this.#sums = new Float64Array(CLASSES * most);
    this.#least = new Float64Array(most);
    this.#rising = new Int32Array(most);
    this.#good = new Uint8Array(most);
  }

  /** Begins with the first place of a text that is set in lines of this width, points, of no greater ratio than `tolerance`. */
  begin(available: number, tolerance = Infinity): void {
    this.#available = available;
    this.#tolerance = tolerance;
    this.#low =
      this.#last =
      this.#greedy =
      this.#greedyEnd =
      this.#greedyHyphen =
      this.#greedyLines =
      this.#risingFrom =
      this.#risingTo =
      this.#lastGood =
        0;
    this.#good[0] = 1;
    for (let c = 0; c < CLASSES; c++) {
      this.#demerits[c] = c === 1 ? 0 : Infinity;
      this.#lines[c] = 0;
    }
    this.#close(0);
  }

  /** Points from where the first line begins that no line reaches beyond before there is another place. */
  get reach(): number {
    return this.places.startWidth[this.#last]! + this.#available * REACH + EPSILON;
  }

  /**
   * Whether there may be lines of ratios between -1 and 1 to a place that the next ones are found from: once there are none, there are none behind
   * either.
   */
  get mayBeGood(): boolean {
    return this.#lastGood >= this.#low;
  }

  /**
   * Goes on to the next place. `last`: the text ends there, so that the line needs no stretching. This is run for every place of a text, some
   * times each: what the loop reads is taken out of the fields before it.
   * @returns false where no line ends there or at any place behind it
   */
  next(j: number, last: boolean): boolean {
    const { places } = this;
    const { startWidth, startStretch, startShrink, hyphen } = places;
    const available = this.#available;
    const tolerance = last ? Infinity : this.#tolerance;
    const endWidth = places.endWidth[j]!;
    const shrink = places.endShrink[j]!;
    const end = this.#last;
    let low = this.#low;
    const leasts = this.#least;
    // a line that is too wide even if no hyphen shows at its end is so at every place behind as well; others begin where none ends
    while (
      low < j &&
      (leasts[low] === Infinity || endWidth - startWidth[low]! - (shrink - startShrink[low]!) * MOST_SHRUNK > available + EPSILON)
    )
      low++;
    this.#low = low;
    if (low > end) return false;
    const most = this.#greedyTo(j);
    const good = this.#good;
    const hyphenWidth = hyphen[j]!;
    const room = available - endWidth - hyphenWidth;
    const stretch = places.endStretch[j]!;
    // most places are too near to where the fullest line begins
    if (ratioOf(room + startWidth[low]!, stretch - startStretch[low]!, shrink - startShrink[low]!, available) > tolerance) {
      leasts[j] = Infinity;
      good[j] = 0;
      return true;
    }
    const penalty = places.penalty[j]!;
    const afterHyphen = hyphenDemerits(hyphenWidth, last);
    const found = this.#demerits;
    const sums = this.#sums;
    const befores = this.#before;
    const lines = this.#lines;
    const base = CLASSES * j;
    for (let state = base; state < base + CLASSES; state++) found[state] = Infinity;
    const rising = this.#rising;
    while (rising[this.#risingFrom]! < low) this.#risingFrom++;
    let least = this.#risingFrom;
    let best = Infinity;
    let tried = 0;
    let isGood = 0;
    // what lines that begin further on have less at most, though they are as loose
    const less = hyphenWidth > 0 ? HYPHENS : 0;
    for (let i = low; i <= end; i++) {
      if (tried++ >= TRIED) {
        // those between are not looked at, so nothing is known of them
        isGood = 1;
        if (i > this.#greedy) break;
        i = this.#greedy;
      }
      if (leasts[i] === Infinity) continue;
      let ratio = ratioOf(room + startWidth[i]!, stretch - startStretch[i]!, shrink - startShrink[i]!, available);
      if (ratio < TIGHTEST) continue;
      // lines that begin further on are looser
      if (ratio > tolerance) break;
      if (last && ratio > 0) ratio = 0;
      const fitness = classOf(ratio);
      let own = demeritsOf(ratio) + penalty;
      if (afterHyphen > 0 && hyphen[i]! > 0) own += afterHyphen;
      if (last && isRunt(places, i, j)) own += RUNT;
      const state = CLASSES * i + fitness;
      const sum = sums[state]! + own;
      const into = base + fitness;
      if (sum * EQUAL <= found[into]! && sum < Infinity) {
        const before = befores[state]!;
        const count = lines[before]!;
        if (count < most) {
          found[into] = sum;
          lines[into] = count + 1;
          this.#from[into] = before;
          if (sum < best) best = sum;
        }
      }
      if (fitness < LOOSE) {
        if (ratio >= -1) isGood |= good[i]!;
        continue;
      }
      // lines that begin further on are as loose or looser; a state that is worse than another by more than being unlike costs is of no use
      while (rising[least]! < i) least++;
      const bound = found[base + LOOSE]!;
      if (own - less + leasts[rising[least]!]! > (bound < best + UNLIKE ? bound : best + UNLIKE)) break;
    }
    steps.broken += tried;
    if (best < Infinity) {
      this.#close(j);
      this.#last = j;
      good[j] = isGood;
      if (isGood === 1) this.#lastGood = j;
    } else {
      for (let state = base; state < base + CLASSES; state++) sums[state] = Infinity;
      leasts[j] = Infinity;
      good[j] = 0;
    }
    return true;
  }

  /** What a line that begins at a place needs to know of those before it. */
  #close(j: number): void {
    const base = CLASSES * j;
    const found = this.#demerits;
    const sums = this.#sums;
    let best = 0;
    let least = found[base]!;
    for (let c = 1; c < CLASSES; c++) {
      const one = found[base + c]!;
      if (one * EQUAL > least) continue;
      best = c;
      least = one;
    }
    for (let fitness = 0; fitness < CLASSES; fitness++) {
      let before = best;
      let sum = least + unlike(best, fitness);
      const to = fitness === LOOSE ? LOOSE : fitness + 1;
      for (let c = fitness === 0 ? 0 : fitness - 1; c <= to; c++) {
        const one = found[base + c]!;
        if (one * EQUAL > sum) continue;
        sum = one;
        before = c;
      }
      sums[base + fitness] = sum;
      this.#before[base + fitness] = base + before;
    }
    this.#least[j] = least;
    const rising = this.#rising;
    let to = this.#risingTo;
    while (to > this.#risingFrom && this.#least[rising[to - 1]!]! >= least) to--;
    rising[to] = j;
    this.#risingTo = to + 1;
  }

  /**
   * Whether the lines to the last of `count` places are the best there are, whatever was not looked at: a looser line alone would have more demerits
   * than all of them.
   */
  isBest(count: number): boolean {
    if (this.#last !== count - 1) return false;
    const best = this.#bestAt(this.#last);
    return best >= 0 && this.#demerits[best]! <= demeritsOf(this.#tolerance);
  }

  /** Where lines end up to the last place that they do, place by place. */
  toLast(): readonly number[] {
    return this.#back(this.#bestAt(this.#last));
  }

  /** The same without the line that the last place is on, where there is a line more that is not known. */
  toLastLine(): readonly number[] {
    let best = -1;
    for (let state = CLASSES * this.#greedy; state < CLASSES * (this.#last + 1); state++) {
      if (this.#lines[state]! > this.#greedyLines) continue;
      if (best < 0 || this.#demerits[state]! < this.#demerits[best]!) best = state;
    }
    return this.#back(best);
  }

  /** The largest stretch ratio of lines that end at these places, either way, the first one from the beginning on; that of a last line is 0. */
  loosest(ends: readonly number[], last: boolean): number {
    const { endWidth, startWidth, hyphen, endStretch, startStretch, endShrink, startShrink } = this.places;
    let most = 0;
    let from = 0;
    for (let k = 0; k < ends.length - (last ? 1 : 0); k++) {
      const to = ends[k]!;
      const room = this.#available - endWidth[to]! + startWidth[from]! - hyphen[to]!;
      const shrink = endShrink[to]! - startShrink[from]!;
      most = Math.max(most, Math.abs(ratioOf(room, endStretch[to]! - startStretch[from]!, shrink, this.#available)));
      from = to;
    }
    return most;
  }

  #bestAt(j: number): number {
    let best = -1;
    for (let state = CLASSES * j, c = 0; c < CLASSES; state++, c++)
      if (this.#demerits[state]! < (best < 0 ? Infinity : this.#demerits[best]!)) best = state;
    return best;
  }

  #back(state: number): readonly number[] {
    const out: number[] = [];
    for (let at = state; at >= CLASSES; at = this.#from[at]!) out.push(Math.floor(at / CLASSES));
    return out.reverse();
  }

  /** How many lines greedy breaking takes to place j. */
  #greedyTo(j: number): number {
    const { endWidth, startWidth, hyphen, hyphenated } = this.places;
    const available = this.#available + EPSILON;
    let begin = startWidth[this.#greedy]!;
    for (let at = j; at <= j; at++) {
      const width = endWidth[at]! - begin;
      if (width + hyphen[at]! <= available) {
        if (hyphenated[at] === 1) this.#greedyHyphen = at;
        else this.#greedyEnd = at;
      } else if (width > available) {
        const end = this.#greedyEnd > this.#greedy ? this.#greedyEnd : this.#greedyHyphen;
        if (end <= this.#greedy) continue;
        at = this.#greedy = end;
        begin = startWidth[end]!;
        this.#greedyLines++;
      }
    }
    return this.#greedyLines + (this.#greedyEnd === j || this.#greedyHyphen === j ? 1 : 2);
  }
}

/** Widths of a line before and after it shrinks are as these at most: no part of it shrinks further than its spaces. */
const REACH = 1 / (1 - MOST_SHRINKS);
