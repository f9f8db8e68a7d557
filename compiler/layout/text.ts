import { greatest } from "../../base/many.js";
import { steps } from "../../base/steps.js";
import type { LineKeep, TextBox } from "../box/box.js";
import { isNoted, notesOfText } from "../box/note.js";
import { UNFRAMED } from "../box/plain-text.js";
import type { StyledParagraph } from "../box/text.js";
import { fail } from "../core/fail.js";
import { EPSILON, fits } from "../core/geom.js";
import type { Src } from "../core/src.js";
import { showMm } from "../core/units.js";
import { must } from "../help/reason.js";
import { widestOf, type TextLine } from "../text/line/paragraph.js";
import { columnRoom, outerWidth } from "../text/line/text-lines.js";
import { FootTally } from "./protocol/foot.js";
import { notesOfLine } from "./notes-in.js";
import {
  done,
  mayMove,
  REFUSE,
  type Fill,
  type Fragment,
  type LayoutContext,
  type Layouter,
  type Overflow,
  type BreakToken,
  type Space,
  TextColumn,
  type TextPart,
} from "./protocol/protocol.js";
import { fillUnframed } from "./protocol/unframed.js";

/**
 * Paginating texts break between lines, all texts at page breaks. Orphan and widow limits of a paragraph yield only in a region as high
 * as any later one. A break token is a line number: regions of one stream have equal widths.
 */
export const fillText: Layouter<"text"> = (box, space, rest, cx) => {
  if (box.frame === UNFRAMED) return fillUnframed(box, space, cx);
  if (box.indented) checkIndents(box.paragraphs, box.indented, columnRoom(box.frame, outerWidth(box.frame, space.width)));
  const whole = space.measure || (box.frame.overflow !== "paginate" && cx.run.text.lines(box, space.width).breaks.length === 0);
  if (whole) return fillWhole(box, space, cx);
  return fillLines(box, space, rest, cx);
};

/** @throws RenderError API-002 if indents leave no room for text (L3) */
function checkIndents(paragraphs: readonly StyledParagraph[], src: Src, room: number): void {
  for (const { indent, indentEnd, indentFirst } of paragraphs) {
    const taken = indent + indentEnd + Math.max(0, indentFirst);
    if (taken >= room - EPSILON)
      fail("API-002", "indent-room", src, must(`less than ${showMm(room)} in all, which is the width of the text`, showMm(taken)));
  }
}

const innerHeight = (box: TextBox, height: number): number => height - box.frame.padding.top - box.frame.padding.bottom;

function heightOf(lines: readonly TextLine[], from: number, to: number): number {
  let sum = 0;
  steps.lines += to - from;
  for (let i = from; i < to; i++) sum += lines[i]!.line.height;
  return sum;
}

/** Counts the lines that fit with footnotes, up to a forced break. */
function fitting(lines: readonly TextLine[], from: number, room: number, tally: FootTally | null): number {
  let n = 0;
  let height = 0;
  for (let i = from; i < lines.length; i++) {
    const line = lines[i]!;
    if (i > from && line.breakBefore) break;
    height += line.line.height;
    if (tally) {
      const notes = notesOfLine(line);
      if (!fits(height + tally.leastWith(notes), room)) break;
      tally.add(notes);
    } else if (!fits(height, room)) break;
    n++;
  }
  steps.lines += n + 1;
  return n;
}

function fillLines(box: TextBox, given: Space, rest: BreakToken | null, cx: LayoutContext): Fill {
  const { frame } = box;
  // a region shows that much of the text
  const capped = frame.height !== null && frame.height < given.height;
  const space: Space = capped ? { ...given, height: frame.height!, later: frame.height! } : given;
  const { lines, columnWidth, breaks } = cx.run.text.lines(box, space.width);
  const from = rest?.at ?? 0;
  const poured = (room: number, strict = true): Poured | null => pour(box, space, { lines, columnWidth, breaks, from, room, strict }, cx);
  const room = innerHeight(box, space.height);
  const end = sectionEnd(breaks, from) ?? lines.length;
  // columns with the end of the text are balanced
  const level = frame.columns > 1 && frame.height === null ? levelOf(lines, { from, to: end, columns: frame.columns, room }) : Infinity;
  let filled = level < room ? poured(level) : null;
  if (level < room && !holds(filled, end)) {
    // orphans and widows may need some lines more
    const step = greatest(
      lines.slice(from, end).map(({ line }) => line.height),
      0,
    );
    const most = box.keep.orphans + box.keep.widows;
    for (let more = 1; more <= most && level + more * step < room && !holds(filled, end); more++) filled = poured(level + more * step);
  }
  if (!holds(filled, end)) filled = poured(room, mayMove(space));
  if (!filled) return REFUSE;
  const { columns, at, tallest } = filled;
  const height = tallest + frame.padding.top + frame.padding.bottom;
  const overflow: Overflow | null = fits(height, space.height) ? null : { src: box.src, height, room: space.height };
  if (overflow && mayMove(space)) return REFUSE;
  const fragment: Fragment = {
    box,
    width: widthOf(box, space.width, columnWidth),
    height,
    first: from === 0,
    last: at === lines.length,
    children: [],
    inkHeight: height,
    text: partOf(box, columns, false, cx),
    table: null,
    overflow,
  };
  if (at === lines.length) return done(fragment);
  return { kind: "more", fragment, rest: { at, inner: null }, next: lines[at]!.breakBefore ? "page" : "any" };
}

interface Poured {
  readonly columns: readonly TextColumn[];
  readonly at: number;
  readonly tallest: number;
}

const holds = (poured: Poured | null, end: number): boolean => poured !== null && poured.at >= end;

interface Pouring {
  readonly lines: readonly TextLine[];
  readonly columnWidth: number;
  readonly breaks: readonly number[];
  readonly from: number;
  readonly room: number;
  /** more room is possible: orphans and widows do not yield */
  readonly strict: boolean;
}

/** @returns null if the first refuses */
function pour(box: TextBox, space: Space, { lines, columnWidth, breaks, from, room, strict }: Pouring, cx: LayoutContext): Poured | null {
  const { frame, keep } = box;
  const fit = (at: number): number => fitting(lines, at, room, space.foot && isNoted(box) ? new FootTally(space.foot, cx) : null);
  const columns: TextColumn[] = [];
  let at = from;
  let tallest = 0;
  for (let k = 0; k < frame.columns && at < lines.length; k++) {
    if (k > 0 && lines[at]!.breakBefore) break;
    const end = sectionEnd(breaks, at) ?? lines.length;
    let n = fit(at);
    if (at + n < end) {
      n = legalBreak(lines, at, at + n, end, keep) - at;
      if (n === 0 && k > 0) break;
      if (n === 0 && strict) return null;
      // no legal break, no better region: at least one line
      if (n === 0) n = Math.max(1, fit(at));
    }
    const height = heightOf(lines, at, at + n);
    tallest = Math.max(tallest, height);
    columns.push(column(box, columnWidth, k, { lines, from: at, to: at + n, top: 0 }));
    at += n;
  }
  return { columns, at, tallest };
}

/**
 * The last place at most at `given` that leaves each paragraph its orphans and widows (SW-19): any between two paragraphs; `from` if none.
 * Only lines near the place are read, since paragraphs may be long.
 */
function legalBreak(lines: readonly TextLine[], from: number, given: number, end: number, { orphans, widows }: LineKeep): number {
  if (given === from) return from;
  const { paragraph } = lines[given]!;
  const isOwn = (i: number): boolean => lines[i]!.paragraph === paragraph;
  let place = given;
  let after = 1;
  while (after < widows && given + after < end && isOwn(given + after)) after++;
  for (; after < widows && place > from && isOwn(place - 1); after++) place--;
  // lines of a continued paragraph follow one break and precede another
  const least = from > 0 && isOwn(from - 1) ? Math.max(orphans, widows) : orphans;
  let before = 0;
  while (before < least && place - before > from && isOwn(place - before - 1)) before++;
  return before < least ? place - before : place;
}

/** Infinity if a height of `room` is too little. */
function levelOf(
  lines: readonly TextLine[],
  { from, to, columns, room }: { from: number; to: number; columns: number; room: number },
): number {
  let height = 0;
  for (let i = from; i < to; i++) {
    height += lines[i]!.line.height;
    if (!fits(height, columns * room)) return Infinity;
  }
  return balanced(lines.slice(from, to), columns);
}

/** Undefined if absent. */
function sectionEnd(breaks: readonly number[], from: number): number | undefined {
  let low = 0;
  let high = breaks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (breaks[middle]! <= from) low = middle + 1;
    else high = middle;
  }
  return breaks[low];
}

/** Overflow is visible, clipped, or an ellipsis. */
function fillWhole(box: TextBox, space: Space, cx: LayoutContext): Fill {
  const { frame } = box;
  const { lines, columnWidth: unlimited } = cx.run.text.lines(box, space.width);
  const pad = frame.padding.top + frame.padding.bottom;
  const limit = frame.height === null ? balanced(lines, frame.columns) : innerHeight(box, frame.height);
  const ranges = divide(lines, frame.columns, limit, frame.overflow === "visible" || frame.overflow === "clip");
  const content = greatest(
    ranges.map((r) => heightOf(lines, r.from, r.to)),
    0,
  );
  const height = frame.height ?? content + pad;
  const over = !fits(height, space.height);
  const noted = space.foot && isNoted(box) ? new FootTally(space.foot, cx).leastWith(notesOfText(box)) : 0;
  if ((over || !fits(height + noted, space.height)) && mayMove(space)) return REFUSE;
  // the last column has what remains: no overflow moves the others
  const spare = frame.columns > 1 ? Math.max(0, height - pad - content) : height - pad - content;
  const top = frame.valign === "middle" ? spare / 2 : frame.valign === "bottom" ? spare : 0;
  const cut = frame.overflow === "ellipsis";
  const shown = cut ? withEllipsis(lines, ranges, columnRoom(frame, outerWidth(frame, space.width)), cx) : lines;
  // the ellipsis counts, omitted text does not
  const columnWidth = cut && frame.width === "content" ? widestOf(ranges.flatMap((r) => shown.slice(r.from, r.to))) : unlimited;
  const columns = ranges.map((r, k) => column(box, columnWidth, k, { lines: shown, ...r, top }));
  const clip = frame.overflow === "clip";
  // measured: a continued frame is not in one piece
  const goesOn = frame.overflow === "paginate" && ranges.at(-1)!.to < lines.length;
  const needs = goesOn ? balanced(lines, frame.columns) + pad : height;
  const fragment: Fragment = {
    box,
    width: widthOf(box, space.width, columnWidth),
    height,
    first: true,
    last: true,
    children: [],
    inkHeight: clip ? height : Math.max(height, top + content + pad),
    text: partOf(box, columns, clip, cx),
    table: null,
    overflow: over || goesOn ? { src: box.src, height: needs, room: goesOn ? height : space.height } : null,
  };
  return done(fragment);
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The rest overflows the last column if allowed, else is omitted. The first column takes a line even if too tall, since an omitted text
 * has no ellipsis.
 */
function divide(lines: readonly TextLine[], columns: number, limit: number, keepAll: boolean): readonly Range[] {
  const out: Range[] = [];
  let at = 0;
  for (let k = 0; k < columns && (at < lines.length || k === 0); k++) {
    const last = k === columns - 1;
    const n = last && keepAll ? lines.length - at : Math.max(countIn(lines, at, limit), k === 0 && lines.length > 0 ? 1 : 0);
    out.push({ from: at, to: at + n });
    at += n;
  }
  return out;
}

function countIn(lines: readonly TextLine[], from: number, limit: number): number {
  let height = 0;
  let n = 0;
  while (from + n < lines.length) {
    height += lines[from + n]!.line.height;
    if (!fits(height, limit)) break;
    n++;
  }
  steps.lines += n + 1;
  return n;
}

function balanced(lines: readonly TextLine[], columns: number): number {
  const total = heightOf(lines, 0, lines.length);
  if (columns === 1) return total + EPSILON;
  const holds = (limit: number): boolean => divide(lines, columns, limit, false).at(-1)!.to === lines.length;
  // the end of a possible first column; feasibility is monotonic
  const ends: number[] = [];
  let height = 0;
  for (const { line } of lines) ends.push((height += line.height));
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle]! * columns + EPSILON >= total && holds(ends[middle]!)) high = middle;
    else low = middle + 1;
  }
  return ends[low] ?? total;
}

/** Adds an ellipsis at the end of truncated text and of every line wider than its column. */
function withEllipsis(lines: readonly TextLine[], ranges: readonly Range[], width: number, cx: LayoutContext): readonly TextLine[] {
  const end = ranges.at(-1)!.to;
  const cut = end < lines.length;
  return lines.slice(0, end).map((l, i) => {
    const mustEnd = cut && i === end - 1;
    const room = width - l.indent - l.indentEnd;
    return !mustEnd && fits(l.line.width, room) ? l : cx.run.text.ellipsize(l, room);
  });
}

function partOf(box: TextBox, columns: readonly TextColumn[], clip: boolean, cx: LayoutContext): TextPart {
  const first = columns[0]?.lines[0];
  const baseline = first ? columns[0]!.top + first.line.baseline : NaN;
  return { paragraph: cx.run.text.paragraph(box), baseline, columns, clip };
}

function column(
  box: TextBox,
  columnWidth: number,
  k: number,
  { lines, from, to, top }: { readonly lines: readonly TextLine[]; readonly from: number; readonly to: number; readonly top: number },
): TextColumn {
  const { padding, columnGap } = box.frame;
  // right-to-left text fills its columns from right to left
  const { columns } = box.frame;
  const place = columns > 1 && lines[0]?.paragraph.base === 1 ? columns - 1 - k : k;
  return new TextColumn(padding.left + place * (columnWidth + columnGap), padding.top + top, columnWidth, from, lines.slice(from, to));
}

/** Without a declared one, columns are as wide as the widest line (decisions §1, Text without a width). */
function widthOf({ frame }: TextBox, space: number, columnWidth: number): number {
  if (typeof frame.width === "number") return frame.width;
  if (frame.width === "space" && space < Infinity) return space;
  return frame.columns * columnWidth + (frame.columns - 1) * frame.columnGap + frame.padding.left + frame.padding.right;
}
