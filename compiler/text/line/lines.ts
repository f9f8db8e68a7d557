// A shaped paragraph and a width to lines, broken greedily.
import { unitAt } from "../../../ir/code-unit.js";
import { steps } from "../../../ir/steps.js";
import { pt } from "../../core/units.js";
import { EPSILON } from "../../core/geom.js";
import { ALLOWED, NONE } from "../unicode/line-break.js";
import { Cuttable, isUnsafeBetween, joins, SOFT_HYPHEN } from "./cut.js";
import type { TextEngine } from "../shape/engine.js";
import { baselineOf, spacedAfter, type Segment, type ShapedParagraph } from "../shape/shaped.js";
import { tooMuch, tooMuchBetween, trailing } from "./spacing.js";

/** One line: its pieces in logical order. Lengths are points. */
export interface Line {
  readonly segments: readonly Segment[];
  /** without the spaces that hang at its end */
  readonly width: number;
  /** the largest font size on it */
  readonly size: number;
  readonly height: number;
  /** from the line's top */
  readonly baseline: number;
  /** ends at a forced break or with its paragraph, not because it is full: never justified */
  readonly hard: boolean;
  /** ends inside a word that is wider than a line */
  readonly torn: boolean;
}

/** Tab stops are at multiples of this from the paragraph's start, points (decisions §1). */
const TAB = pt(10);
/** The number of places in a word that are tried one by one, from the last that may fit; further ones are found by bisection. */
const TRIED = 8;

/** Breaks a paragraph into lines no wider than `available` points, greedily. An empty paragraph is one empty line. */
export function breakLines(engine: TextEngine, p: ShapedParagraph, available: number): readonly Line[] {
  const whole = oneLine(p, available);
  return whole ? [whole] : new Breaker(engine, p, available).run();
}

/** The line of a paragraph that fits on one and has no forced break, as the breaker would make it; else null. */
function oneLine(p: ShapedParagraph, available: number): Line | null {
  const whole = p.whole?.(available);
  if (whole) return lineOf(p, [whole], true);
  let width = 0;
  for (const s of p.segments) {
    if (s.kind !== "word" && s.kind !== "space") return null;
    if (s.kind === "word" && width + s.width - trailing(s) > available + EPSILON) return null;
    width += s.width;
    if (s.spaces > 0) width += spacesWidth(s);
  }
  return p.segments.length === 0 ? null : lineOf(p, p.segments, true);
}

/** The width of the widest piece of a paragraph that its wrap policy keeps together: below it, clusters are torn apart. Points. */
export function unbreakableWidth(p: ShapedParagraph): number {
  const breaks = effectiveBreaks(p, Infinity);
  let widest = 0;
  let width = 0;
  for (const s of p.segments) {
    if (s.kind === "break" || s.kind === "tab" || breaks[s.start] !== NONE) width = 0;
    if (s.kind === "space") width += s.width;
    if (s.kind !== "word") continue;
    const { word, item } = s;
    const step = word!.rtl ? -1 : 1;
    let last = -1;
    for (let k = word!.rtl ? s.to - 1 : s.from; k >= s.from && k < s.to; k += step) {
      const cluster = word!.clusters[k]!;
      if (cluster !== last && last !== -1 && breaks[s.base + cluster] !== NONE) width = 0;
      last = cluster;
      width += (word!.advances[k]! * item.size) / 1000;
      if (width > widest) widest = width;
      if (item.spacing !== 0 && spacedAfter(word!, s.from, k, s.to)) width += (item.spacing * item.size) / 1000;
    }
    width += spacesWidth(s);
  }
  return widest;
}

/** A line of these segments. */
function lineOf(p: ShapedParagraph, segments: readonly Segment[], hard: boolean, torn = false): Line {
  const { strut, styled } = p;
  let size = 0;
  let width = 0;
  let hanging = 0;
  let spaced = false;
  for (const s of segments) {
    if (s.item.spacing !== 0) spaced = true;
    size = Math.max(size, s.item.look.size);
    if (s.kind === "space" || s.kind === "break") hanging += s.width;
    else {
      width += hanging + s.width;
      hanging = spacesWidth(s);
    }
  }
  if (spaced) width -= tooMuch(p, segments)?.reduce((a, b) => a + b, 0) ?? 0;
  if (size === 0) size = (styled.runs[0]?.look ?? styled.look).size;
  const height = strut.lineHeight * size;
  return { segments, width, size, height, baseline: baselineOf(strut, size, height), hard, torn };
}

/** Opportunities that a wrap policy leaves: none but forced ones, or none inside a run that fits a line on its own. */
function effectiveBreaks(p: ShapedParagraph, available: number): Uint8Array {
  const { wrap } = p.styled;
  if (wrap === "normal") return p.breaks;
  const out = p.breaks.map((kind) => (wrap === "no_wrap" && kind === ALLOWED ? NONE : kind));
  if (wrap === "no_wrap") return out;
  let at = 0;
  for (const { start, end } of p.runs) {
    let width = 0;
    while (at < p.segments.length && p.segments[at]!.start < start) at++;
    for (; at < p.segments.length && p.segments[at]!.start < end; at++) {
      const s = p.segments[at]!;
      if (s.end <= end) width += s.width + spacesWidth(s);
    }
    if (width > available + EPSILON) continue;
    for (let i = start + 1; i < end; i++) if (out[i] === ALLOWED) out[i] = NONE;
  }
  return out;
}

class Breaker {
  readonly #lines: Line[] = [];
  #line: Segment[] = [];
  /** width so far, hanging spaces included */
  #width = 0;
  /** opportunities that the wrap policy leaves */
  readonly #breaks: Uint8Array;
  /** pieces given back by a break, last first */
  readonly #pending: Segment[] = [];

  constructor(
    readonly engine: TextEngine,
    readonly p: ShapedParagraph,
    readonly available: number,
  ) {
    this.#breaks = effectiveBreaks(p, available);
  }

  run(): readonly Line[] {
    const { segments, text } = this.p;
    let at = 0;
    let endedHard = false;
    while (this.#pending.length > 0 || at < segments.length) {
      const segment = this.#pending.pop() ?? segments[at++]!;
      endedHard = false;
      if (segment.kind === "break") {
        this.#line.push(segment);
        if (text.charCodeAt(segment.start) === 0x0d && text.charCodeAt(segment.end) === 0x0a) continue;
        this.#flush(true);
        endedHard = true;
      } else if (segment.kind === "space") this.#push(segment);
      else if (segment.kind === "tab") this.#tab(segment);
      else if (this.#width + segment.width - trailing(segment) <= this.available + EPSILON) this.#push(segment);
      else this.#overflow(segment);
    }
    if (this.#line.length > 0 || this.#lines.length === 0 || endedHard) this.#flush(true);
    return this.#lines;
  }

  #push(segment: Segment): void {
    const before = this.#line.at(-1);
    if (before && before.item.spacing !== segment.item.spacing) this.#width -= tooMuchBetween(before, segment);
    this.#line.push(segment);
    this.#width += segment.width;
    if (segment.spaces > 0) this.#width += spacesWidth(segment);
  }

  #tab(segment: Segment): void {
    let stop = (Math.floor(this.#width / TAB + EPSILON) + 1) * TAB;
    if (stop > this.available + EPSILON && this.#line.length > 0) {
      this.#flush(false);
      stop = TAB;
    }
    this.#push({ ...segment, width: stop - this.#width });
  }

  /** A word that does not fit: the last opportunity before it decides, then its clusters. */
  #overflow(segment: Segment): void {
    // only a forced break ends such a line
    if (this.p.styled.wrap === "no_wrap") return this.#push(segment);
    const room = this.available - this.#width;
    const inner = this.#splitAt(segment, this.#candidates(segment, room, false), room);
    if (inner) return this.#take(inner);
    const line = this.#line;
    if (line.length > 0 && this.#breaks[segment.start] !== NONE) {
      const rest = this.#endAt(line.length, segment, null);
      if (rest) {
        this.#flush(false);
        return this.#giveBack(rest);
      }
    }
    const before = widthsBefore(line);
    steps.broken += line.length;
    for (let j = line.length - 1; j >= 0; j--) {
      const s = line[j]!;
      if (s.kind === "word") {
        const left = this.available - before[j]!;
        const split = this.#splitAt(s, this.#candidates(s, left, false), left);
        if (split) {
          this.#pending.push(segment);
          this.#rewind(j + 1);
          line.pop();
          return this.#take(split);
        }
      }
      if (j > 0 && this.#breaks[s.start] !== NONE) {
        const rest = this.#endAt(j, s, before);
        if (rest) {
          this.#pending.push(segment);
          this.#rewind(j + 1);
          line.pop();
          this.#flush(false);
          return this.#giveBack(rest);
        }
      }
    }
    this.#emergency(segment, room);
  }

  /**
   * Makes the piece before the j-th the last of the line: it shows the soft hyphen that it may end with, and is shaped by itself where it is part
   * of a word that `next` goes on with. Gives what is to be set instead of `next`; null, and changes nothing, where that piece does not fit then.
   */
  #endAt(j: number, next: Segment, before: readonly number[] | null): readonly Segment[] | null {
    const last = this.#line[j - 1]!;
    if (last.kind !== "word" || last.spaces > 0) return [next];
    const { text } = this.p;
    const goesOn = isUnsafeBetween(last, next);
    if (!goesOn && unitAt(text, last.end - 1) !== SOFT_HYPHEN) return [next];
    const shown = new Cuttable(text, last).ended();
    const room = this.available - (before ?? widthsBefore(this.#line))[j - 1]!;
    if (shown.width - trailing(shown) > room + EPSILON) return null;
    this.#line[j - 1] = shown;
    return goesOn ? new Cuttable(text, next).right(next.start) : [next];
  }

  /** No opportunity in the whole line: break between clusters, never inside one. */
  #emergency(segment: Segment, room: number): void {
    const split = this.#splitAt(segment, this.#candidates(segment, room, true), room);
    if (split) return this.#take(split, true);
    if (this.#line.length > 0) {
      const rest = this.#endAt(this.#line.length, segment, null) ?? [segment];
      this.#flush(false, true);
      return this.#giveBack(rest);
    }
    const first = this.#candidates(segment, Infinity, true, 1)[0];
    if (first === undefined) return this.#push(segment); // a single cluster wider than the line
    const word = new Cuttable(this.p.text, segment);
    this.#take([word.left(first), ...word.right(first)], true);
  }

  /** The line's pieces from j on are still to be set. */
  #rewind(j: number): void {
    while (this.#line.length > j) this.#pending.push(this.#line.pop()!);
  }

  #take([left, ...right]: readonly Segment[], torn = false): void {
    this.#push(left!);
    this.#flush(false, torn);
    this.#giveBack(right);
  }

  #giveBack(pieces: readonly Segment[]): void {
    for (let i = pieces.length - 1; i >= 0; i--) this.#pending.push(pieces[i]!);
  }

  /** Text indexes inside a word where it may be cut and what is before them is no wider than `room`; ascending, no more than `most`. */
  #candidates(s: Segment, room: number, anywhere: boolean, most = Infinity): readonly number[] {
    const out: number[] = [];
    const word = s.word;
    if (!word) return out;
    const breaks = this.#breaks;
    let width = 0;
    const { spacing } = s.item;
    const scale = s.item.size / 1000;
    const step = word.rtl ? -1 : 1;
    const begin = word.rtl ? s.to - 1 : s.from;
    let last = -1;
    let after = 0;
    let k = begin;
    for (; k >= s.from && k < s.to; k += step) {
      const cluster = word.clusters[k]!;
      if (cluster !== last && last !== -1) {
        if ((width - after) * scale > room + EPSILON || out.length >= most) break;
        const at = s.base + cluster;
        // a mark or joiner has a cluster of its own, but is no place to break at
        if (breaks[at] !== NONE || (anywhere && !joins(this.p.text, at))) out.push(at);
      }
      last = cluster;
      after = spacing !== 0 && spacedAfter(word, s.from, k, s.to) ? spacing : 0;
      width += word.advances[k]! + after;
    }
    steps.broken += Math.abs(k - begin);
    return out;
  }

  /** A word cut at the last candidate whose left part still fits once it is shaped on its own: that part, and what is behind it. */
  #splitAt(s: Segment, candidates: readonly number[], room: number): readonly Segment[] | null {
    if (candidates.length === 0) return null;
    const word = new Cuttable(this.p.text, s);
    const leftAt = (i: number): Segment | null => {
      const left = word.left(candidates[i]!);
      return left.width - trailing(left) <= room + EPSILON ? left : null;
    };
    let high = candidates.length - 1;
    for (let tried = 0; high >= 0 && tried < TRIED; high--, tried++) {
      const left = leftAt(high);
      if (left) return [left, ...word.right(candidates[high]!)];
    }
    // no more than a hyphen or a kern makes a difference: what is further back fits if anything does
    let best: Segment | null = null;
    for (let low = 0; low <= high;) {
      const middle = (low + high) >> 1;
      const left = leftAt(middle);
      if (left) {
        best = left;
        low = middle + 1;
      } else high = middle - 1;
    }
    return best && [best, ...word.right(best.end)];
  }

  #flush(hard: boolean, torn = false): void {
    this.#lines.push(lineOf(this.p, this.#line, hard, torn));
    this.#line = [];
    this.#width = 0;
  }
}

/** The width of a line's pieces before each of them. */
function widthsBefore(line: readonly Segment[]): readonly number[] {
  const out = new Array<number>(line.length);
  let width = 0;
  for (let j = 0; j < line.length; j++) {
    out[j] = width;
    width += line[j]!.width + spacesWidth(line[j]!);
  }
  return out;
}

/** The width of the spaces that follow a piece, their letter spacing included. Points. */
export const spacesWidth = (s: Segment): number =>
  s.spaces === 0 ? 0 : (s.spaces * (s.item.context.space.width + s.item.spacing) * s.item.size) / 1000;
