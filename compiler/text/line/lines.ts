import { EPSILON } from "../../core/geom.js";
import { ALLOWED, NONE } from "../unicode/line-break.js";
import { spacedAfter, type Segment, type ShapedParagraph } from "../shape/shaped.js";
import { Breaker } from "./breaker.js";
import { startTrim } from "./edges.js";
import { lineOf, type LineEnd } from "./broken-line.js";
import { spacesWidth, type Line } from "./line.js";
import { WIDEST, withoutRunt } from "./runt.js";
import { trailing } from "./spacing.js";

const WHOLE: LineEnd = { hard: true, torn: false, most: Infinity };

/** A paragraph with other values of its variables, and its lines of the same width. */
export interface FormerLines {
  readonly paragraph: ShapedParagraph;
  readonly lines: readonly Line[];
}

/**
 * Justified paragraphs are broken as a whole, others greedily, up to `available` points. An empty paragraph is one empty line. @param
 * origin beginning of the first line, points from that of the others @param former null: none
 */
export function breakLines(given: ShapedParagraph, available: number, origin = 0, former: FormerLines | null = null): readonly Line[] {
  const p = given.within?.(available) ?? given;
  const breaksOf = (): Uint8Array => effectiveBreaks(p, available);
  const rest = former && p === given ? restOf(p, former) : null;
  if (rest) {
    const lines = [...former!.lines.slice(0, rest.line), ...new Breaker(p, breaksOf, available, 0, rest.at).run()];
    return withoutRunts(p, lines, available, breaksOf);
  }
  const whole = oneLine(p, available, origin);
  if (whole) return [whole];
  const lines = new Breaker(p, breaksOf, available, origin).run();
  return withoutRunts(p, lines, available, breaksOf);
}

/** The first line that other values may change, and its first piece; null: the first of all. */
function restOf(p: ShapedParagraph, { paragraph, lines }: FormerLines): { readonly line: number; readonly at: number } | null {
  const start = p.variables[0]?.start;
  if (start === undefined || p.bidi || p.styled.align === "justify" || p.styled.wrap !== "normal") return null;
  let line = lines.length - 1;
  // a line after a forced break may be empty
  while (line > 0 && (lines[line]!.segments[0]?.start ?? Infinity) > start) line--;
  if (line === 0) return null;
  const { segments, hard } = lines[line]!;
  const { breaks } = paragraph;
  let opportunities = 0;
  let before = 0;
  for (let i = 1; i < segments.length; i++) {
    if (breaks[segments[i]!.start] === NONE) continue;
    opportunities++;
    if (segments[i]!.start <= start) before++;
  }
  // the line before ended where all up to the first opportunity did not fit; a last line of two words may have taken in the first
  const stays = before > 0 && (!hard || opportunities > 1);
  if (!stays && (--line === 0 || lines[line]!.torn || lines[line]!.hard)) return null;
  const at = p.segments.indexOf(lines[line]!.segments[0]!);
  return at < 0 ? null : { line, at };
}

/** As the breaker makes it; null if the paragraph does not fit on one line, or has a forced break. */
function oneLine(p: ShapedParagraph, available: number, origin: number): Line | null {
  const whole = p.whole?.(available - origin);
  if (whole) return lineOf(p, [whole], WHOLE);
  const first = p.segments[0];
  let width = first && p.stretches ? origin - startTrim(p.text, first) : origin;
  for (const s of p.segments) {
    if (s.kind !== "word" && s.kind !== "space") return null;
    const own = s.width;
    if (s.kind === "word" && width + own - trailing(p.text, s) > available + EPSILON) return null;
    width += own;
    if (s.spaces > 0) width += spacesWidth(s);
  }
  return p.segments.length === 0 ? null : lineOf(p, p.segments, WHOLE);
}

/** Points: a narrower column divides the piece between clusters. */
export function unbreakableWidth(given: ShapedParagraph): number {
  const p = given.within?.(0) ?? given;
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

/** Only forced ones, or none inside a run that fits a line. */
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

/** All from the last break opportunity on, of however many runs (SW-21). */
function isWord({ segments }: Line, breaks: Uint8Array): boolean {
  let end = segments.length;
  while (end > 0 && (segments[end - 1]!.kind === "break" || segments[end - 1]!.kind === "space")) end--;
  for (let i = 0; i < end; i++) if (segments[i]!.kind !== "word" || (i > 0 && breaks[segments[i]!.start] !== NONE)) return false;
  return end > 0;
}

function withoutRunts(p: ShapedParagraph, lines: readonly Line[], available: number, breaksOf: () => Uint8Array): readonly Line[] {
  if (lines.length < 2 || p.bidi || p.styled.align === "justify" || p.styled.wrap !== "normal") return lines;
  let out: Line[] | null = null;
  for (let k = 1; k < lines.length; k++) {
    const [before, last] = [lines[k - 1]!, lines[k]!];
    if (!last.hard || before.hard || before.torn || last.width > available * WIDEST) continue;
    const isOneWord = (): boolean => isWord(last, breaksOf());
    const moved = (): ReturnType<typeof withWord> => withWord(p, before, last, breaksOf());
    const pair = withoutRunt({ isOneWord, width: () => last.width, moved }, available);
    if (pair) [(out ??= [...lines])[k - 1], out[k]] = pair;
  }
  return out ?? lines;
}

/** Moves the word before to the last line; null if it is not between spaces, or is the whole line. */
function withWord(
  p: ShapedParagraph,
  { segments: before }: Line,
  last: Line,
  breaks: Uint8Array,
): { readonly width: number; readonly lines: readonly [Line, Line] } | null {
  let at = before.length - 1;
  while (at > 0 && (before[at]!.kind === "space" || (before[at]!.kind === "word" && breaks[before[at]!.start] === NONE))) at--;
  if (at <= 0 || before[at]!.kind !== "word" || !endsInSpace(before[at - 1]!) || !endsInSpace(before[before.length - 1]!)) return null;
  const first = lineOf(p, before.slice(0, at), { hard: false, torn: false, most: Infinity });
  const second = lineOf(p, [...before.slice(at), ...last.segments], { hard: last.hard, torn: last.torn, most: Infinity });
  return { width: second.width, lines: [first, second] };
}

const endsInSpace = ({ kind, spaces }: Segment): boolean => kind === "space" || (kind === "word" && spaces > 0);
