import { steps } from "../../../base/steps.js";
import { EPSILON } from "../../core/geom.js";
import { MOST_SHRINKS, SPACE_SHRINKS } from "./gaps.js";
import type { WordSpaces } from "./word-spaces.js";

/*
 * Total fit (Knuth and Plass, "Breaking Paragraphs into Lines", Software: Practice and Experience 11, 1981) with TeX's badness, fitness classes and
 * demerits (The TeXbook, chapter 14). Without tolerance, badness grows up to spaces of many times their width, so one pass finds the best of bad
 * lines, too. No line shrinks further than its spaces may. No place is reached in more lines than by greedy breaking, so no text gets longer.
 */

/**
 * Places where lines may end, in text order; the first is the beginning of the first line and origin of lengths (points). Arrays have a fixed size
 * and are reused.
 */
export class Places {
  count = 0;
  readonly at: Int32Array;
  /** before the place, without hanging spaces: width, stretch at ratio 1, shrink at ratio -1 */
  readonly endWidth: Float64Array;
  readonly endStretch: Float64Array;
  readonly endShrink: Float64Array;
  readonly startWidth: Float64Array;
  readonly startStretch: Float64Array;
  readonly startShrink: Float64Array;
  readonly hyphen: Float64Array;
  /** in addition to those of the spaces */
  readonly penalty: Float64Array;
  /** 1 for a hyphenation place, which greedy breaking avoids */
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

/** At its limit, in shrinks at ratio -1. */
const MOST_SHRUNK = MOST_SHRINKS / SPACE_SHRINKS;
/** Of the ratio beyond -1: tight lines are worse than loose ones. */
const STEEP = 2;
const TIGHTEST = -1 - STEEP * (MOST_SHRUNK - 1);
/** Lines beyond are equal: spaces of fourteen times their width. */
const LOOSEST = 40;
/** At ratio 1, as a part of the width: without gaps, a shorter line is worse. */
const LEAST_STRETCH = 1 / 100;
/** Fewer lines (TeX's line penalty). */
const LINE = 10;
/** Adjacent lines, fitness classes not adjacent. */
const UNLIKE = 10_000;
/** Second of two hyphenated lines. */
const HYPHENS = 10_000;
/** Last line after a hyphenated one. */
const LAST_HYPHEN = 250_000;
/** Last line of at most one word: as spaces two thirds too wide. */
const SHORT_END = 500_000;
/** Beginnings tried for a line end, the fullest line first; in addition to the greedy one. */
const TRIED = 64;

/** Maximum ratio of the approximate search: the best solution seldom has looser lines, and only looser lines reach most places. */
const TOLERANCE = 4;
/** Demerits of one line at that ratio: the approximate search is exact if it finds at most these. */
export const APPROXIMATE = demeritsOf(TOLERANCE);
/** Factor on a bound, above the rounding of sums. */
const ABOVE = 1 + 1e-6;

/** Demerits this close are equal, and the looser line is taken: rounding decides nothing. */
const EQUAL = 1 - 1e-9;

/** tight, decent, loose, very loose */
const CLASSES = 4;
const LOOSE = 3;

/**
 * In units of the spaces' widths, negative for shrink; below `TIGHTEST` the line does not fit. `room`: points. `stretch`, `shrink`:
 * points at ratios 1 and -1.
 */
function ratioOf(room: number, stretch: number, shrink: number, available: number): number {
  if (room > EPSILON) return Math.min(LOOSEST, room / Math.max(stretch, available * LEAST_STRETCH));
  if (room >= -EPSILON) return 0;
  if (shrink <= EPSILON) return -Infinity;
  const ratio = (room + EPSILON) / shrink;
  return ratio >= -1 ? ratio : -1 + STEEP * (ratio + 1);
}

const classOf = (ratio: number): number => (ratio < -0.5 ? 0 : ratio <= 0.5 ? 1 : ratio <= 1 ? 2 : 3);

function demeritsOf(ratio: number): number {
  const badness = LINE + Math.abs(100 * ratio * ratio * ratio);
  return badness * badness;
}

/** Largest stretch ratio of a line with at most these demerits. */
const ratioWith = (most: number): number => Math.cbrt(Math.max(0, Math.sqrt(most) - LINE) / 100);

/** Additional demerits of lines to place j after a hyphenated line. `last`: the text ends there. */
const hyphenDemerits = (hyphen: number, last: boolean): number => (hyphen > 0 ? HYPHENS : last ? LAST_HYPHEN : 0);

/** One word after other lines, or a part of a word. */
function endsShort({ hyphen, endStretch, startStretch }: Places, i: number, j: number): boolean {
  return i > 0 && (i === j - 1 || (hyphen[i]! > 0 && endStretch[j]! - startStretch[i]! <= EPSILON));
}

const unlike = (a: number, b: number): number => (a - b > 1 || b - a > 1 ? UNLIKE : 0);

/** Infinity if a line does not fit. `last`: the text ends with them. */
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
    if (atEnd && endsShort(places, from, to)) own += SHORT_END;
    sum += own + unlike(fitness, classOf(ratio));
    fitness = classOf(ratio);
    from = to;
  });
  return sum;
}

/** Fits lines in the order of places. */
export class TotalFit {
  /** by place and fitness of the line to it: least demerits, number of lines, state before */
  readonly #demerits: Float64Array;
  readonly #lines: Int32Array;
  readonly #from: Int32Array;
  /** by place and fitness of a line from it: best state before it, and its demerits */
  readonly #before: Int32Array;
  readonly #sums: Float64Array;
  readonly #least: Float64Array;
  /** places that no later one improves on, by ascending demerits */
  readonly #rising: Int32Array;
  #risingFrom = 0;
  #risingTo = 0;
  /** first beginning that is not too wide */
  #low = 0;
  #last = 0;
  /** greedy line: beginning, last end, lines before */
  #greedy = 0;
  #greedyEnd = 0;
  #greedyHyphen = 0;
  #greedyLines = 0;
  #available = 0;
  /** looser ones are skipped, except the last */
  #tolerance = Infinity;
  /** if lines with wider spaces and a last line after a hyphen are excluded */
  #spaces: WordSpaces | null = null;
  /** by place: 1 if lines of ratios from -1 to 1 reach it; the last such place */
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

  /** Begins a text of lines of this width, points. `bound`: lines of more demerits are skipped, as those of a better solution have no more in sum. `spaces`: see SW-20. */
  begin(available: number, bound = Infinity, spaces: WordSpaces | null = null): void {
    this.#spaces = spaces;
    this.#available = available;
    this.#tolerance = ratioWith(bound * ABOVE);
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

  /** Points that no line exceeds before the next place. */
  get reach(): number {
    return this.places.startWidth[this.#last]! + this.#available * REACH + EPSILON;
  }

  /** Ratios from -1 to 1 reach a further place. */
  get mayBeGood(): boolean {
    return this.#lastGood >= this.#low;
  }

  /**
   * `last`: the text ends there, and its line needs no stretch. Hot loop: fields are copied to locals. @returns false if no line ends
   * there or later
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
    // too wide even without its hyphen, or no line ends there
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
    // most places are too near to the fullest line's beginning
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
    // maximum advantage in demerits of equally loose lines with later beginnings
    const less = hyphenWidth > 0 ? HYPHENS : 0;
    const spaces = this.#spaces;
    for (let i = low; i <= end; i++) {
      if (tried++ >= TRIED) {
        // lines between are skipped: unknown quality
        isGood = 1;
        if (i > this.#greedy) break;
        i = this.#greedy;
      }
      if (leasts[i] === Infinity) continue;
      let ratio = ratioOf(room + startWidth[i]!, stretch - startStretch[i]!, shrink - startShrink[i]!, available);
      if (ratio < TIGHTEST) continue;
      // later beginnings are looser
      if (ratio > tolerance) break;
      if (spaces !== null && (last ? hyphen[i]! > 0 : !spaces.fill(i, j, room + startWidth[i]!))) continue;
      if (last && ratio > 0) ratio = 0;
      const fitness = classOf(ratio);
      let own = demeritsOf(ratio) + penalty;
      if (afterHyphen > 0 && hyphen[i]! > 0) own += afterHyphen;
      if (last && endsShort(places, i, j)) own += SHORT_END;
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
      // later beginnings give lines at least as loose; a state worse by more than the demerits of differing fitness is useless
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

  /** Demerits of the lines found to the last of `count` places; Infinity if none reach it. */
  demeritsTo(count: number): number {
    const best = this.#last === count - 1 ? this.#bestAt(this.#last) : -1;
    return best < 0 ? Infinity : this.#demerits[best]!;
  }

  toLast(): readonly number[] {
    return this.#back(this.#bestAt(this.#last));
  }

  /** Without the last line, if an unknown line follows. */
  toLastLine(): readonly number[] {
    let best = -1;
    for (let state = CLASSES * this.#greedy; state < CLASSES * (this.#last + 1); state++) {
      if (this.#lines[state]! > this.#greedyLines) continue;
      if (best < 0 || this.#demerits[state]! < this.#demerits[best]!) best = state;
    }
    return this.#back(best);
  }

  /** Absolute; that of a last line is 0. */
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

/** Line width before and after shrink. */
const REACH = 1 / (1 - MOST_SHRINKS);
