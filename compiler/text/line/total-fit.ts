// Places where lines may end to the lines that set all of a justified text best.
import { steps } from "../../../ir/steps.js";
import { EPSILON } from "../../core/geom.js";

/*
 * Total fit (Knuth and Plass, "Breaking Paragraphs into Lines", Software: Practice and Experience 11, 1981), with the badness, fitness classes
 * and demerits of TeX (The TeXbook, chapter 14). There is no tolerance to be exceeded: badness grows up to spaces of many times their width, so
 * the best of bad lines is found as the best of good ones is, in one pass. No line shrinks further than its spaces may.
 *
 * No place is reached in more lines than greedy breaking takes to it, so a text never gets longer by being set well.
 */

/** Places where lines may end, in the order of the text; the first is where the first line begins. Lengths are points from there. */
export class Places {
  /** text index that the next line begins at */
  readonly at: number[] = [];
  /** of all before the place but the spaces that hang there: width, and what it stretches and shrinks by at ratios 1 and -1 */
  readonly endWidth: number[] = [];
  readonly endStretch: number[] = [];
  readonly endShrink: number[] = [];
  /** of all before the next line */
  readonly startWidth: number[] = [];
  readonly startStretch: number[] = [];
  readonly startShrink: number[] = [];
  /** width of the hyphen that shows where a line ends there */
  readonly hyphen: number[] = [];
  /** demerits of a line that ends there, besides those of its spaces */
  readonly penalty: number[] = [];
}

/** Stretch ratio beyond which lines are alike: spaces fourteen times as wide as they should be. */
const LOOSEST = 40;
/** What a line without any gap is taken to stretch by at ratio 1, as a part of its width: it stays as short as it is, and that is seen. */
const GAPLESS = 1 / 100;
/** Demerits that any line has: of two ways that are as good, the one with fewer lines is taken (TeX's line penalty). */
const LINE = 10;
/** Demerits where a line stands beside one of another fitness, not the next. */
const UNLIKE = 10_000;
/** Demerits of the second of two lines that end with a hyphen. */
const HYPHENS = 10_000;
/** Demerits of a last line that is a single word, or what is left of one. */
const RUNT = 10_000;
/** The places that a line may begin at which are tried for each place that it may end at, the fullest line first; and the greedy one. */
const TRIED = 64;

/** Tight, decent, loose, very loose. */
const CLASSES = 4;

/** How far a line from place i to place j is stretched, or shrunk where negative, in units of what its spaces should be; below -1 it does not fit. */
function ratioOf(places: Places, i: number, j: number, available: number): number {
  const room = available - (places.endWidth[j]! - places.startWidth[i]! + places.hyphen[j]!);
  if (room > EPSILON) {
    const stretch = places.endStretch[j]! - places.startStretch[i]!;
    return Math.min(LOOSEST, room / (stretch > EPSILON ? stretch : available * GAPLESS));
  }
  if (room >= -EPSILON) return 0;
  const shrink = places.endShrink[j]! - places.startShrink[i]!;
  return shrink > EPSILON ? (room + EPSILON) / shrink : -Infinity;
}

const classOf = (ratio: number): number => (ratio < -0.5 ? 0 : ratio <= 0.5 ? 1 : ratio <= 1 ? 2 : 3);

/** The demerits of a line alone. `last`: the text ends with it, and it need not be full. */
function demeritsOf(places: Places, i: number, j: number, ratio: number, last: boolean): number {
  const badness = LINE + 100 * Math.abs(ratio) ** 3;
  const hyphens = places.hyphen[i]! > 0 && places.hyphen[j]! > 0 ? HYPHENS : 0;
  const runt = last && i > 0 && i === j - 1 ? RUNT : 0;
  return badness * badness + places.penalty[j]! + hyphens + runt;
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
    const found = ratioOf(places, from, to, available);
    const ratio = atEnd ? Math.min(0, found) : found;
    if (ratio < -1) sum = Infinity;
    sum += demeritsOf(places, from, to, ratio, atEnd) + unlike(fitness, classOf(ratio));
    fitness = classOf(ratio);
    from = to;
  });
  return sum;
}

/** Finds the best lines to each place, place by place. */
export class TotalFit {
  /** by place and fitness of the line that ends there: the least demerits, the number of lines, the state before the last of them */
  readonly #demerits: number[] = [Infinity, 0, Infinity, Infinity];
  readonly #lines: number[] = [0, 0, 0, 0];
  readonly #from: number[] = [-1, -1, -1, -1];
  /** the first place that a line begins at which is not too wide here */
  #low = 0;
  /** the last place that lines end at */
  #last = 0;
  /** the greedy line here: where it begins, where it can end, the lines before it */
  #greedy = 0;
  #greedyEnd = 0;
  #greedyLines = 0;

  constructor(
    readonly places: Places,
    readonly available: number,
  ) {}

  /** Points from where the first line begins that no line reaches beyond before there is another place. */
  get reach(): number {
    return this.places.startWidth[this.#last]! + this.available * REACH + EPSILON;
  }

  /**
   * Goes on to the next place. `last`: the text ends there, so that the line needs no stretching.
   * @returns false where no line ends there or at any place behind it
   */
  next(j: number, last: boolean): boolean {
    const { places, available } = this;
    while (this.#low < j && this.#tooWide(this.#low, j)) this.#low++;
    if (this.#low > this.#last) return false;
    const most = this.#greedyTo(j);
    const found = this.#demerits;
    const base = found.length;
    for (let c = 0; c < CLASSES; c++) {
      found.push(Infinity);
      this.#lines.push(0);
      this.#from.push(-1);
    }
    let tried = 0;
    for (let i = this.#low; i <= this.#last; i++) {
      if (tried++ >= TRIED) {
        if (i > this.#greedy) break;
        i = this.#greedy;
      }
      let ratio = ratioOf(places, i, j, available);
      if (ratio < -1) continue;
      if (last && ratio > 0) ratio = 0;
      const fitness = classOf(ratio);
      const own = demeritsOf(places, i, j, ratio, last);
      for (let state = CLASSES * i, c = 0; c < CLASSES; state++, c++) {
        const sum = found[state]! + own + unlike(c, fitness);
        if (sum > found[base + fitness]! || sum === Infinity || this.#lines[state]! >= most) continue;
        found[base + fitness] = sum;
        this.#lines[base + fitness] = this.#lines[state]! + 1;
        this.#from[base + fitness] = state;
      }
    }
    steps.broken += tried;
    if (this.#bestAt(j) >= 0) this.#last = j;
    return true;
  }

  /** Where lines end up to the last place that they do, place by place. */
  toLast(): readonly number[] {
    return this.#back(this.#bestAt(this.#last));
  }

  /** The same without the line that the last place is on, where there is a line more that is not known. */
  toLastLine(): readonly number[] {
    let best = -1;
    for (let state = CLASSES * this.#greedy; state < this.#demerits.length; state++) {
      if (this.#lines[state]! > this.#greedyLines) continue;
      if (best < 0 || this.#demerits[state]! < this.#demerits[best]!) best = state;
    }
    return this.#back(best);
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

  /** Whether a line is too wide even if no hyphen shows at its end: then it is at every place behind as well. */
  #tooWide(i: number, j: number): boolean {
    const { endWidth, startWidth, endShrink, startShrink } = this.places;
    return endWidth[j]! - startWidth[i]! - (endShrink[j]! - startShrink[i]!) > this.available + EPSILON;
  }

  /** How many lines greedy breaking takes to place j. */
  #greedyTo(j: number): number {
    const { endWidth, startWidth, hyphen } = this.places;
    for (let at = j; at <= j; at++) {
      const width = endWidth[at]! - startWidth[this.#greedy]!;
      if (width + hyphen[at]! <= this.available + EPSILON) this.#greedyEnd = at;
      else if (width > this.available + EPSILON && this.#greedyEnd > this.#greedy) {
        at = this.#greedy = this.#greedyEnd;
        this.#greedyLines++;
      }
    }
    return this.#greedyLines + (this.#greedyEnd === j ? 1 : 2);
  }
}

/** Widths of a line before and after it shrinks are as these at most: no part of it shrinks further than its spaces. */
const REACH = 1.25;
