import { unitAt } from "../../../base/code-unit.js";
import { EPSILON } from "../../core/geom.js";
import { mayStretch, type Segment, type ShapedParagraph } from "../shape/shaped.js";
import { gapAfter, NO_GAP, SPACE_GAP } from "./gaps.js";

/** Possible ends of lines, in text order. */
interface Ends {
  readonly count: number;
  readonly at: Int32Array;
}

interface Gaps {
  count: number;
  /** least room that a space has up to 1 em, points */
  room: number;
}

/** Gaps of lines between places: whether a line needs a word space wider than 1 em (SW-20). */
export class WordSpaces {
  /** by place: gaps after the place before it; those directly before it, which hang at a line's end */
  readonly #inner: readonly Gaps[];
  readonly #hanging: readonly Gaps[];
  /** by place: gaps before it, with and without those that hang */
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  /** by beginning of a line to `#to`, down to `#from`: least room of its spaces */
  readonly #least: Float64Array;
  #to = -1;
  #from = -1;

  /** `pieces`: in text order, from the first place on */
  constructor(
    readonly places: Ends,
    readonly p: ShapedParagraph,
    pieces: Iterable<Segment>,
  ) {
    const { count } = places;
    const none = (): Gaps => ({ count: 0, room: Infinity });
    this.#inner = Array.from({ length: count }, none);
    this.#hanging = Array.from({ length: count }, none);
    this.#add(pieces);
    this.#starts = new Float64Array(count);
    this.#ends = new Float64Array(count);
    this.#least = new Float64Array(count);
    for (let k = 1; k < count; k++) {
      this.#ends[k] = this.#starts[k - 1]! + this.#inner[k]!.count;
      this.#starts[k] = this.#ends[k]! + this.#hanging[k]!.count;
    }
  }

  /** `room`: points to be filled in the line from place i to place j, which a line of one word cannot */
  fill(i: number, j: number, room: number): boolean {
    const count = this.#ends[j]! - this.#starts[i]!;
    return room <= EPSILON || (count > 0 && room <= count * this.#roomOf(i, j) + EPSILON);
  }

  #roomOf(i: number, j: number): number {
    const least = this.#least;
    if (this.#to !== j) {
      this.#to = j;
      this.#from = j - 1;
      least[j - 1] = this.#inner[j]!.room;
    }
    for (let k = this.#from - 1; k >= i; k--) least[k] = Math.min(least[k + 1]!, this.#hanging[k + 1]!.room, this.#inner[k + 1]!.room);
    this.#from = Math.min(this.#from, i);
    return least[i]!;
  }

  #add(pieces: Iterable<Segment>): void {
    const { at, count } = this.places;
    const { text, stretches } = this.p;
    let k = 1;
    const add = (start: number, width: number, item: Segment["item"]): void => {
      while (k < count && at[k]! <= start) k++;
      if (k === count) return;
      let end = start;
      while (end < at[k]! && unitAt(text, end) === SPACE) end++;
      const gaps = (end === at[k] ? this.#hanging : this.#inner)[k]!;
      gaps.count++;
      gaps.room = Math.min(gaps.room, ((1000 - width - item.spacing) * item.size) / 1000);
    };
    for (const s of pieces) {
      const { item, word } = s;
      if (s.kind === "space") add(s.start, (s.width * 1000) / item.size, item);
      if (s.kind !== "word") continue;
      if (stretches && word && mayStretch(text, s))
        for (let n = s.from; n < s.to; n++) {
          const gap = gapAfter(text, s, n, false);
          if (gap !== NO_GAP) add(s.base + word.clusters[n]!, gap === SPACE_GAP ? word.advances[n]! : -Infinity, item);
        }
      for (let n = s.end - s.spaces; n < s.end; n++) add(n, item.context.space.width, item);
    }
  }
}

const SPACE = 0x20;
