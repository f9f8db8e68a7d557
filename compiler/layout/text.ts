// A text box and a region to the lines that fit in it, column by column.
import { greatest } from "../../base/many.js";
import { steps } from "../../base/steps.js";
import type { TextBox } from "../box/box.js";
import { UNFRAMED } from "../box/plain-text.js";
import { EPSILON, fits } from "../core/geom.js";
import { widestOf, type TextLine } from "../text/line/paragraph.js";
import { columnRoom, outerWidth } from "../text/line/text-lines.js";
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
  type TextColumn,
  type TextPart,
} from "./protocol.js";
import { fillUnframed } from "./unframed.js";

/**
 * Texts break between lines if they paginate, and at the page breaks inside them. The least number of lines on either side yields only in
 * a region that is as high as any later one. A break token is a line number: the regions of one stream share their width.
 */
export const fillText: Layouter<"text"> = (box, space, rest, cx) => {
  if (box.frame === UNFRAMED) return fillUnframed(box, space, cx);
  const whole = space.measure || (box.frame.overflow !== "paginate" && cx.run.text.lines(box, space.width).breaks.length === 0);
  if (whole) return fillWhole(box, space, cx);
  return fillLines(box, space, rest, cx);
};

const innerHeight = (box: TextBox, height: number): number => height - box.frame.padding.top - box.frame.padding.bottom;

function heightOf(lines: readonly TextLine[], from: number, to: number): number {
  let sum = 0;
  steps.lines += to - from;
  for (let i = from; i < to; i++) sum += lines[i]!.line.height;
  return sum;
}

/** How many lines from `from` on fit into a height, up to a forced break. */
function fitting(lines: readonly TextLine[], from: number, room: number): number {
  let n = 0;
  let height = 0;
  for (let i = from; i < lines.length; i++) {
    if (i > from && lines[i]!.breakBefore) break;
    height += lines[i]!.line.height;
    if (!fits(height, room)) break;
    n++;
  }
  steps.lines += n + 1;
  return n;
}

/** One region after the other; inside each, one column after the other. */
function fillLines(box: TextBox, given: Space, rest: BreakToken | null, cx: LayoutContext): Fill {
  const { frame } = box;
  // a frame with a height shows that much of its text in each region
  const capped = frame.height !== null && frame.height < given.height;
  const space: Space = capped ? { ...given, height: frame.height!, later: frame.height! } : given;
  const { lines, columnWidth, breaks } = cx.run.text.lines(box, space.width);
  const from = rest?.at ?? 0;
  const poured = (room: number): Poured | null => pour(box, space, { lines, columnWidth, breaks, from, room });
  const room = innerHeight(box, space.height);
  const end = sectionEnd(breaks, from) ?? lines.length;
  // columns that hold all that is left end level, as those of a text in one piece do
  const level = frame.columns > 1 && frame.height === null ? levelOf(lines, { from, to: end, columns: frame.columns, room }) : Infinity;
  let filled = level < room ? poured(level) : null;
  if (!filled || filled.at < end) filled = poured(room);
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

/** Lines in the columns of one region. */
interface Poured {
  readonly columns: readonly TextColumn[];
  /** the first line that is left */
  readonly at: number;
  readonly tallest: number;
}

interface Pouring {
  readonly lines: readonly TextLine[];
  readonly columnWidth: number;
  readonly breaks: readonly number[];
  readonly from: number;
  readonly room: number;
}

/** Fills one column after the other up to a height. @returns null where the first refuses */
function pour(box: TextBox, space: Space, { lines, columnWidth, breaks, from, room }: Pouring): Poured | null {
  const { frame, keep } = box;
  const columns: TextColumn[] = [];
  let at = from;
  let tallest = 0;
  for (let k = 0; k < frame.columns && at < lines.length; k++) {
    if (k > 0 && lines[at]!.breakBefore) break;
    const end = sectionEnd(breaks, at) ?? lines.length;
    let n = fitting(lines, at, room);
    const left = end - at;
    if (n < left) {
      if (left - n < keep.widows) n = Math.max(0, left - keep.widows);
      if (n < keep.orphans) n = 0;
      if (n === 0 && k > 0) break;
      if (n === 0 && mayMove(space)) return null;
      // no legal break in a region that is as good as any: what fits decides, and one line if none does
      if (n === 0) n = Math.max(1, fitting(lines, at, room));
    }
    const height = heightOf(lines, at, at + n);
    tallest = Math.max(tallest, height);
    columns.push(column(box, columnWidth, k, { lines, from: at, to: at + n, top: 0 }));
    at += n;
  }
  return { columns, at, tallest };
}

/** The least height at which so many columns hold lines; Infinity where those of a height of `room` cannot. */
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

/** The first of these lines after `from`; undefined where there is none. */
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

/** A text in one piece: what its frame cannot show is visible beyond it, clipped, or left out behind an ellipsis, by its overflow. */
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
  if (over && mayMove(space)) return REFUSE;
  const spare = height - pad - content;
  const top = frame.valign === "middle" ? spare / 2 : frame.valign === "bottom" ? spare : 0;
  const cut = frame.overflow === "ellipsis";
  const shown = cut ? withEllipsis(lines, ranges, columnRoom(frame, outerWidth(frame, space.width)), cx) : lines;
  // without a width, what is left out makes the box no wider, but the ellipsis does
  const columnWidth = cut && frame.width === "content" ? widestOf(ranges.flatMap((r) => shown.slice(r.from, r.to))) : unlimited;
  const columns = ranges.map((r, k) => column(box, columnWidth, k, { lines: shown, ...r, top }));
  const clip = frame.overflow === "clip";
  // measured: a frame whose text goes on in the next region is not in one piece
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
 * Lines distributed to columns; what is left goes to the last one if it may overflow, else it is left out. The first column takes a line even
 * where that is taller than the frame: a text is never left out whole, since no ellipsis would show it.
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

/** The least height at which that many columns hold all lines. */
function balanced(lines: readonly TextLine[], columns: number): number {
  const total = heightOf(lines, 0, lines.length);
  if (columns === 1) return total + EPSILON;
  const holds = (limit: number): boolean => divide(lines, columns, limit, false).at(-1)!.to === lines.length;
  // only the end of a first column can be the answer; where one is high enough, so is every lower one
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

/** The lines that are shown, with an ellipsis where text is left out: at the end of what is shown, and of every line wider than its column. */
function withEllipsis(lines: readonly TextLine[], ranges: readonly Range[], width: number, cx: LayoutContext): readonly TextLine[] {
  const end = ranges.at(-1)!.to;
  const cut = end < lines.length;
  return lines.slice(0, end).map((l, i) => {
    const mustEnd = cut && i === end - 1;
    if (!mustEnd && fits(l.line.width, width - l.indent)) return l;
    return cx.run.text.ellipsize(l, width - l.indent);
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
  // text from right to left fills its columns from right to left
  const { columns } = box.frame;
  const place = columns > 1 && lines[0]?.paragraph.base === 1 ? columns - 1 - k : k;
  return {
    x: padding.left + place * (columnWidth + columnGap),
    top: padding.top + top,
    width: columnWidth,
    from,
    to,
    lines: lines.slice(from, to),
  };
}

/** A text of its content's width is as wide as its columns, and those as their widest line (decisions §1, Text without a width). */
function widthOf({ frame }: TextBox, space: number, columnWidth: number): number {
  if (typeof frame.width === "number") return frame.width;
  if (frame.width === "space" && space < Infinity) return space;
  return frame.columns * columnWidth + (frame.columns - 1) * frame.columnGap + frame.padding.left + frame.padding.right;
}
