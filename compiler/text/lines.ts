import { unitAt } from "../../ir/code-unit.js";
import { pt } from "../core/units.js";
import { EPSILON } from "../core/geom.js";
import { ALLOWED, NONE } from "./line-break.js";
import { isIgnorable, isMark } from "./ucd.js";
import type { TextEngine } from "./engine.js";
import type { Word } from "./harfbuzz.js";
import { pieceOf, spacedAfter, type Segment, type ShapedParagraph } from "./shaped.js";
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
  /** ends because the text says so, not because it was full: never justified */
  readonly hard: boolean;
  /** ends inside a word, since that alone is too wide */
  readonly torn: boolean;
}

/** Tab stops stand at multiples of this from the paragraph's start (decisions §1). */
const TAB = pt(10);
const SOFT_HYPHEN = 0xad;
const ZWJ = 0x200d;
const HYPHEN = "\u2010";

/** Breaks a paragraph into lines no wider than `available` points, greedily. An empty paragraph is one empty line. */
export function breakLines(engine: TextEngine, p: ShapedParagraph, available: number): readonly Line[] {
  const whole = oneLine(p, available);
  return whole ? [whole] : new Breaker(engine, p, available).run();
}

/** A paragraph that fits on a line and never asks for another; what the breaker would make of it. */
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
  const content = (strut.ascender + strut.descender) * size;
  return { segments, width, size, height, baseline: (height - content) / 2 + strut.ascender * size, hard, torn };
}

/** Opportunities that a wrap policy leaves: none but forced ones, or none inside a run that fits a line on its own. */
function effectiveBreaks(p: ShapedParagraph, available: number): Uint8Array {
  const { wrap } = p.styled;
  if (wrap === "normal") return p.breaks;
  const out = p.breaks.map((kind) => (wrap === "no_wrap" && kind === ALLOWED ? NONE : kind));
  if (wrap === "no_wrap") return out;
  for (const { start, end } of p.runs) {
    let width = 0;
    for (const s of p.segments) if (s.start >= start && s.end <= end) width += s.width + spacesWidth(s);
    if (width > available + EPSILON) continue;
    for (let i = start + 1; i < end; i++) if (out[i] === ALLOWED) out[i] = NONE;
  }
  return out;
}

/** Glyphs [from, to) of a word whose cluster 0 is at text index `base`. */
interface Glyphs {
  readonly word: Word;
  readonly base: number;
  readonly from: number;
  readonly to: number;
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
    const room = this.available - this.#width;
    const inner = this.#splitAt(segment, this.#candidates(segment, room, false), room);
    if (inner) return this.#take(inner);
    if (this.#line.length > 0 && this.#breaks[segment.start] !== NONE) {
      this.#flush(false);
      this.#pending.push(segment);
      return;
    }
    for (let j = this.#line.length - 1; j >= 0; j--) {
      const s = this.#line[j]!;
      const rest = [...this.#line.slice(j + 1), segment];
      if (s.kind === "word") {
        const before = this.#line.slice(0, j).reduce((w, x) => w + x.width + spacesWidth(x), 0);
        const split = this.#splitAt(s, this.#candidates(s, this.available - before, false), this.available - before);
        if (split) {
          this.#rewind(j, rest);
          return this.#take(split);
        }
      }
      if (j > 0 && this.#breaks[s.start] !== NONE) {
        this.#rewind(j, [s, ...rest]);
        return this.#flush(false);
      }
    }
    this.#emergency(segment, room);
  }

  /** No opportunity in the whole line: break between clusters, never inside one. */
  #emergency(segment: Segment, room: number): void {
    if (this.p.styled.wrap === "no_wrap") return this.#push(segment);
    const split = this.#splitAt(segment, this.#candidates(segment, room, true), room);
    if (split) return this.#take(split, true);
    if (this.#line.length > 0) {
      this.#flush(false, true);
      this.#pending.push(segment);
      return;
    }
    const first = this.#candidates(segment, Infinity, true)[0];
    if (first === undefined) return this.#push(segment); // a single cluster wider than the line
    this.#take(this.#split(segment, first), true);
  }

  #rewind(to: number, rest: readonly Segment[]): void {
    for (let i = rest.length - 1; i >= 0; i--) this.#pending.push(rest[i]!);
    this.#line = this.#line.slice(0, to);
  }

  #take([left, right]: readonly [Segment, Segment], torn = false): void {
    this.#push(left);
    this.#flush(false, torn);
    this.#pending.push(right);
  }

  /** Text indexes inside a word where it may be cut and what is before them is no wider than `room`; ascending. */
  #candidates(s: Segment, room: number, anywhere: boolean): readonly number[] {
    const out: number[] = [];
    const word = s.word;
    if (!word) return out;
    const breaks = this.#breaks;
    let width = 0;
    const { spacing } = s.item;
    const scale = s.item.size / 1000;
    const step = word.rtl ? -1 : 1;
    let last = -1;
    let after = 0;
    for (let k = word.rtl ? s.to - 1 : s.from; k >= s.from && k < s.to; k += step) {
      const cluster = word.clusters[k]!;
      if (cluster !== last && last !== -1) {
        if ((width - after) * scale > room + EPSILON) break;
        const at = s.base + cluster;
        // a mark or joiner has a cluster of its own, but is no place to break at
        if (breaks[at] !== NONE || (anywhere && !this.#joins(at))) out.push(at);
      }
      last = cluster;
      after = spacing !== 0 && spacedAfter(word, s.from, k, s.to) ? spacing : 0;
      width += word.advances[k]! + after;
    }
    return out;
  }

  #joins(at: number): boolean {
    const cp = this.p.text.codePointAt(at)!;
    return isMark(cp) || isIgnorable(cp) || this.p.text.codePointAt(at - 1) === ZWJ;
  }

  /** The last candidate whose left part still fits once it is shaped on its own. */
  #splitAt(s: Segment, candidates: readonly number[], room: number): readonly [Segment, Segment] | null {
    for (let i = candidates.length - 1; i >= 0; i--) {
      const split = this.#split(s, candidates[i]!);
      if (split[0].width - trailing(split[0]) <= room + EPSILON) return split;
    }
    return null;
  }

  #split(s: Segment, at: number): readonly [Segment, Segment] {
    const word = s.word!;
    const { text } = this.p;
    const cluster = at - s.base;
    let k = s.from;
    if (word.rtl) while (k < s.to && word.clusters[k]! >= cluster) k++;
    else while (k < s.to && word.clusters[k]! < cluster) k++;
    const soft = unitAt(text, at - 1) === SOFT_HYPHEN;
    const marked = word.rtl ? word.unsafe?.[k - 1] : word.unsafe?.[k];
    if (!soft && !marked) {
      const left = word.rtl ? { from: k, to: s.to } : { from: s.from, to: k };
      const right = word.rtl ? { from: s.from, to: k } : { from: k, to: s.to };
      return this.#cut(s, at, { word, base: s.base, ...left }, { word, base: s.base, ...right });
    }
    const shownText = soft ? `${text.slice(0, at - 1)}${this.#hyphen(s)}` : text;
    const leftWord = s.item.context.shape(shownText, s.start, at);
    const rightWord = s.item.context.shape(text, at, s.end - s.spaces);
    return this.#cut(
      s,
      at,
      { word: leftWord, base: s.start, from: 0, to: leftWord.ids.length },
      { word: rightWord, base: at, from: 0, to: rightWord.ids.length },
    );
  }

  /** A word's two parts, the second with what follows the word. */
  #cut({ kind, item, start, end, spaces, pad }: Segment, at: number, left: Glyphs, right: Glyphs): readonly [Segment, Segment] {
    const made = kind as "word" | "space";
    const first = { from: left.from, to: left.to, base: left.base, start, end: at };
    const second = { from: right.from, to: right.to, base: right.base, start: at, end };
    return [pieceOf(made, item, left.word, first), pieceOf(made, item, right.word, second, { spaces, pad })];
  }

  #hyphen(s: Segment): string {
    return s.item.context.face.covers(HYPHEN.charCodeAt(0)) ? HYPHEN : "-";
  }

  #flush(hard: boolean, torn = false): void {
    this.#lines.push(lineOf(this.p, this.#line, hard, torn));
    this.#line = [];
    this.#width = 0;
  }
}

export const spacesWidth = (s: Segment): number =>
  s.spaces === 0 ? 0 : (s.spaces * (s.item.context.space.width + s.item.spacing) * s.item.size) / 1000;
