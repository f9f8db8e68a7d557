import { unitAt } from "../../../base/code-unit.js";
import { steps } from "../../../base/steps.js";
import { pt } from "../../core/units.js";
import { EPSILON } from "../../core/geom.js";
import { NONE } from "../unicode/line-break.js";
import { Cuttable, isUnsafeBetween, joins, SOFT_HYPHEN } from "./cut.js";
import { endTrim, startTrim } from "./edges.js";
import { gapsOf, MOST_SHRINKS } from "./gaps.js";
import { lineOf } from "./broken-line.js";
import { spacesWidth, type Line } from "./line.js";
import { Plan } from "./places.js";
import { spacedAfter, type Segment, type ShapedParagraph } from "../shape/shaped.js";
import { lastShown, tooMuchBetween, trailing } from "./spacing.js";

/** points from the paragraph's start (decisions §1, Tabs) */
const TAB = pt(10);
/** tried from the last that may fit; then bisection */
const TRIED = 8;

export class Breaker {
  readonly #lines: Line[] = [];
  /** index of the next piece in the paragraph, returned ones aside */
  #at: number;
  #line: Segment[] = [];
  /** width with hanging spaces */
  #width: number;
  /** pieces returned by a break, last first */
  readonly #pending: Segment[] = [];
  /** null: greedy */
  readonly #plan: Plan | null;
  /** made on first use */
  readonly #segments: readonly Segment[];
  readonly #stretches: boolean;
  /** the width to which the current line shrinks */
  #most = Infinity;

  #breaks: Uint8Array | null = null;

  /** `breaksOf`: those left by the wrap policy; `from`: index of the first piece */
  constructor(
    readonly p: ShapedParagraph,
    readonly breaksOf: () => Uint8Array,
    readonly available: number,
    readonly firstOrigin: number,
    from = 0,
  ) {
    this.#at = from;
    this.#width = firstOrigin;
    const { align, wrap } = p.styled;
    this.#segments = p.segments;
    this.#stretches = p.stretches;
    this.#plan = align === "justify" && wrap !== "no_wrap" && available < Infinity ? new Plan(this, available) : null;
  }

  run(): readonly Line[] {
    const segments = this.#segments;
    const { text } = this.p;
    let endedHard = false;
    while (this.#pending.length > 0 || this.#at < segments.length) {
      if (this.#plan && this.#line.length === 0 && this.#setPlanned(this.#plan)) {
        endedHard = false;
        continue;
      }
      const segment = this.#pending.pop() ?? segments[this.#at++]!;
      endedHard = false;
      if (segment.kind === "break") {
        this.#line.push(segment);
        if (text.charCodeAt(segment.start) === 0x0d && text.charCodeAt(segment.end) === 0x0a) continue;
        this.#flush(true);
        endedHard = true;
      } else if (segment.kind === "space") this.#push(segment);
      else if (segment.kind === "tab") this.#tab(segment);
      else {
        const before = this.#before(segment);
        const { width } = segment;
        if (before + width - trailing(text, segment) <= this.available + EPSILON) this.#add(segment, before, width);
        else this.#overflow(segment);
      }
    }
    if (this.#line.length > 0 || this.#lines.length === 0 || endedHard) this.#flush(true);
    return this.#lines;
  }

  get breaks(): Uint8Array {
    return (this.#breaks ??= this.breaksOf());
  }

  /** Relative to later lines. */
  get origin(): number {
    return this.#lines.length === 0 ? this.firstOrigin : 0;
  }

  piece(n: number): Segment | undefined {
    const given = this.#pending.length;
    return n < given ? this.#pending[given - 1 - n] : this.#segments[this.#at + n - given];
  }

  /** Next pieces that begin before a place of the text. */
  #piecesBefore(end: number): Segment[] {
    const segments = this.#segments;
    const returned: Segment[] = [];
    for (let k = this.#pending.length - 1; k >= 0; k--) {
      if (this.#pending[k]!.start >= end) return returned;
      returned.push(this.#pending[k]!);
    }
    let to = this.#at;
    while (to < segments.length && segments[to]!.start < end) to++;
    const own = segments.slice(this.#at, to);
    return returned.length === 0 ? own : [...returned, ...own];
  }

  /** Nothing without a plan, or if the reshaped line is too wide. */
  #setPlanned(plan: Plan): boolean {
    const { p } = this;
    const available = this.available - this.origin;
    const end = plan.lineEnd();
    if (end < 0) return false;
    const hyphen = plan.hyphenates(end);
    const line = this.#piecesBefore(end);
    let rest: readonly Segment[] = [];
    let n = line.length;
    const cut = line[n - 1];
    if (cut && cut.end > end) {
      const word = new Cuttable(p.text, cut);
      line[n - 1] = word.left(end, hyphen);
      rest = word.right(end);
    }
    const next = this.piece(n);
    const hard = rest.length === 0 && (!next || next.kind === "break");
    if (rest.length === 0 && !hard) {
      const [last, ...behind] = this.#parted(line.at(-1)!, next!, hyphen);
      line[line.length - 1] = last;
      rest = behind;
      n++;
    }
    const made = lineOf(p, line, { hard, torn: false, most: available });
    if (made.shrunk > 0 && made.shrunk > gapsOf(p, line, lastShown(line)).spaces * MOST_SHRINKS + EPSILON) return false;
    for (let i = 0; i < n; i++) if (!this.#pending.pop()) this.#at++;
    this.#giveBack(rest);
    if (hard) {
      for (const s of line) this.#push(s);
      this.#most = available;
    } else this.#lines.push(made);
    return true;
  }

  #before(segment: Segment): number {
    if (this.#line.length > 0) return this.#width;
    return this.#stretches ? this.origin - startTrim(this.p.text, segment) : this.origin;
  }

  #push(segment: Segment): void {
    this.#add(segment, this.#before(segment), segment.width);
  }

  /** `before`: the line's width up to it, points */
  #add(segment: Segment, before: number, width: number): void {
    this.#width = before;
    const last = this.#line.at(-1);
    if (last && last.item.spacing !== segment.item.spacing) this.#width -= tooMuchBetween(last, segment);
    this.#line.push(segment);
    this.#width += width;
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

  /** At the last opportunity, else between clusters. */
  #overflow(segment: Segment): void {
    // forced breaks only
    if (this.p.styled.wrap === "no_wrap") return this.#push(segment);
    const room = this.available - this.#before(segment);
    const inner = this.#splitAt(segment, this.#candidates(segment, room, false), room);
    if (inner) return this.#take(inner);
    const line = this.#line;
    if (line.length > 0 && this.breaks[segment.start] !== NONE) {
      const rest = this.#endAt(line.length, segment, null);
      if (rest) {
        this.#flush(false);
        return this.#giveBack(rest);
      }
    }
    const before = widthsBefore(this.p, line, this.origin);
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
      if (j > 0 && this.breaks[s.start] !== NONE) {
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
   * Shows a soft hyphen, and reshapes the end if `next` continues its word. @returns the replacement of `next`; null, without a change,
   * if the end no longer fits
   */
  #endAt(j: number, next: Segment, before: readonly number[] | null): readonly Segment[] | null {
    const last = this.#line[j - 1]!;
    const [shown, ...rest] = this.#parted(last, next);
    if (shown === last) return rest;
    const room = this.available - (before ?? widthsBefore(this.p, this.#line, this.origin))[j - 1]!;
    if (shown.width - trailing(this.p.text, shown) > room + EPSILON) return null;
    this.#line[j - 1] = shown;
    return rest;
  }

  /** The second may become several. */
  #parted(last: Segment, next: Segment, hyphen = false): readonly [Segment, ...Segment[]] {
    if (last.kind !== "word" || last.spaces > 0) return [last, next];
    const { text } = this.p;
    const goesOn = isUnsafeBetween(last, next);
    if (!goesOn && !hyphen && unitAt(text, last.end - 1) !== SOFT_HYPHEN) return [last, next];
    const shown = new Cuttable(text, last).ended(hyphen);
    return goesOn ? [shown, ...new Cuttable(text, next).right(next.start)] : [shown, next];
  }

  /** Breaks a segment between clusters, never inside one. */
  #emergency(segment: Segment, room: number): void {
    const split = this.#splitAt(segment, this.#candidates(segment, room, true), room);
    if (split) return this.#take(split, true);
    if (this.#line.length > 0) {
      const rest = this.#endAt(this.#line.length, segment, null) ?? [segment];
      this.#flush(false, true);
      return this.#giveBack(rest);
    }
    const first = this.#candidates(segment, Infinity, true, 1)[0];
    if (first === undefined) return this.#push(segment);
    const word = new Cuttable(this.p.text, segment);
    this.#take([word.left(first), ...word.right(first)], true);
  }

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

  /** Text indexes, ascending, at most `most`, with widths up to `room`. */
  #candidates(s: Segment, room: number, anywhere: boolean, most = Infinity): readonly number[] {
    const out: number[] = [];
    const word = s.word;
    if (!word) return out;
    const { breaks } = this;
    let width = 0;
    const { spacing } = s.item;
    const scale = s.item.size / 1000;
    const step = word.rtl ? -1 : 1;
    const begin = word.rtl ? s.to - 1 : s.from;
    let last = -1;
    let after = 0;
    let k = begin;
    for (; k >= s.from && k < s.to; k += step) {
      const cluster: number = word.clusters[k]!;
      if (cluster !== last && last !== -1) {
        const trimmed = this.#stretches ? endTrim(this.p.text, s, k - step) : 0;
        if ((width - after) * scale - trimmed > room + EPSILON || out.length >= most) break;
        const at = s.base + cluster;
        // marks and joiners do not begin a line
        if (breaks[at] !== NONE || (anywhere && !joins(this.p.text, at))) out.push(at);
      }
      last = cluster;
      after = spacing !== 0 && spacedAfter(word, s.from, k, s.to) ? spacing : 0;
      width += word.advances[k]! + after;
    }
    steps.broken += Math.abs(k - begin);
    return out;
  }

  /** At the last candidate that fits reshaped. */
  #splitAt(s: Segment, candidates: readonly number[], room: number): readonly Segment[] | null {
    if (candidates.length === 0) return null;
    const word = new Cuttable(this.p.text, s);
    const leftAt = (i: number): Segment | null => {
      const left = word.left(candidates[i]!);
      return left.width - trailing(this.p.text, left) <= room + EPSILON ? left : null;
    };
    let high = candidates.length - 1;
    for (let tried = 0; high >= 0 && tried < TRIED; high--, tried++) {
      const left = leftAt(high);
      if (left) return [left, ...word.right(candidates[high]!)];
    }
    // reshaping adds a hyphen or kern: an earlier one fits if any
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
    this.#lines.push(lineOf(this.p, this.#line, { hard, torn, most: this.#most }));
    this.#line = [];
    this.#width = 0;
    this.#most = Infinity;
  }
}

function widthsBefore({ text, stretches }: ShapedParagraph, line: readonly Segment[], origin: number): readonly number[] {
  const out = new Array<number>(line.length);
  let width = stretches && line.length > 0 ? origin - startTrim(text, line[0]!) : origin;
  for (let j = 0; j < line.length; j++) {
    out[j] = width;
    width += line[j]!.width + spacesWidth(line[j]!);
  }
  return out;
}
