import type { BoxOf, Entry, EntryEnds, EntryLevel, TextBox } from "../box/box.js";
import { changed, type StyledRun } from "../box/text.js";
import { fail } from "../core/fail.js";
import { EPSILON, fits } from "../core/geom.js";
import { pt, showMm } from "../core/units.js";
import { must } from "../help/reason.js";
import type { ContentSizes, Paragraph, TextLine } from "../text/line/paragraph.js";
import {
  done,
  mayMove,
  REFUSE,
  type Fragment,
  type LayoutContext,
  type Layouter,
  type Overflow,
  type Placed,
} from "./protocol/protocol.js";
import { Memory } from "./protocol/run.js";

/** True if the text is right to left; without text as declared. */
const isRtl = ({ text: { paragraphs } }: Entry, { shaped }: Paragraph): boolean =>
  shaped.length > 0 ? shaped[0]!.base === 1 : paragraphs[0]!.direction === "rtl";

const endsOf = (box: Entry, rtl: boolean): EntryEnds => (rtl && box.rtl ? box.rtl : box.ltr);

/** Least distance of text and label, points (SW-27). */
const APART = pt(1);
/** Part of a list's width that numbers before aligned texts may take (SW-28), and that text must have (SW-27). */
const QUARTER = 1 / 4;

interface EntryPlan {
  /** null if the text contains it */
  readonly number: Fragment | null;
  readonly text: Fragment;
  /** distance of the number from the start side, points */
  readonly numberAt: number;
  readonly textAt: number;
  /** true if the number is on the text's last line */
  readonly beside: boolean;
}

/**
 * The text wraps behind its number and leaves the label's room free (L12). In a list too narrow for that it wraps below its number, then
 * its level is not indented, then the label is on a separate line (SW-27). Baselines of the number and the first line, and of the label
 * and the last line, are equal.
 */
export const fillEntry: Layouter<"entry"> = (box, space, _rest, cx) => {
  const rtl = isRtl(box, cx.run.text.paragraph(box.text));
  const ends = endsOf(box, rtl);
  const end = box.indentEnd;
  const taken = box.indent + end;
  if (taken > 0 && taken >= space.width - EPSILON) {
    const reason = must(`less than ${showMm(space.width)} in all, which is the width of the list`, showMm(taken));
    fail("API-002", "indent-room", box.src, reason);
  }
  const label = labelIn(ends, space.width - end, cx);
  const { number, text, numberAt, textAt, beside } = planOf(box, ends, label, space.width, cx);
  const width = space.width === Infinity ? textAt + text.width + apart(label) + label.width + end : space.width;

  const lines = linesOf(text);
  const first = lines[0];
  const last = lines.at(-1);
  const textTop = number && first ? Math.max(0, baselineOf(number) - first.line.baseline) : 0;
  const numberTop = number && first ? Math.max(0, first.line.baseline - baselineOf(number)) : 0;
  const lastTop = textTop + text.height - (last?.line.height ?? 0);
  const onLast = last ? Math.max(0, lastTop + last.line.baseline - baselineOf(label)) : 0;
  const labelTop = beside ? onLast : textTop + text.height;
  const height = Math.max(textTop + text.height, numberTop + (number?.height ?? 0), labelTop + label.height);

  const over = !fits(height, space.height);
  if (over && mayMove(space)) return REFUSE;
  const overflow: Overflow | null = over ? { src: box.src, height, room: space.height } : null;
  const mirrored = (x: number, w: number): number => (rtl ? width - x - w : x);
  const children: Placed[] = [];
  if (number) children.push({ x: mirrored(numberAt, number.width), y: numberTop, fragment: number });
  children.push({ x: mirrored(textAt, text.width), y: textTop, fragment: text });
  // reserved room precedes the label, flush with the edge
  const flush = reservedIn(label);
  children.push({ x: rtl ? end - flush : width - end - label.width + flush, y: labelTop, fragment: label });
  if (box.leader) children.push({ x: 0, y: labelTop, fragment: cx.measure(box.leader, Infinity) });
  return done({ box, width, height, first: true, last: true, children, inkHeight: height, text: null, table: null, overflow });
};

function planOf(box: Entry, ends: EntryEnds, label: Fragment, width: number, cx: LayoutContext): EntryPlan {
  const number = ends.number && cx.measure(ends.number, Infinity);
  const start = box.indent + box.level.indent;
  const behind = start + (number ? Math.max(number.width, Math.min(widestNumber(box.level, cx), width * QUARTER)) : 0);
  const hanging = (text: Fragment): EntryPlan => ({ number, text, numberAt: start, textAt: behind, beside: true });
  if (width === Infinity) return hanging(cx.measure(box.text, cx.sizes(box.text).max));
  const whole = width - box.indentEnd;
  const beside = whole - label.width - apart(label);
  const least = width * QUARTER;
  // most entries are one line
  if (beside - behind > 0) {
    const text = cx.measure(box.text, beside - behind);
    if (beside - behind >= least - EPSILON || isOneLine(text, beside - behind)) return hanging(text);
  }
  const joined = ends.number ? joinedText(box, ends.number) : box.text;
  const below = (at: number, room: number, on: boolean): EntryPlan => {
    return { number: null, text: cx.measure(joined, room - at), numberAt: at, textAt: at, beside: on };
  };
  if (beside - start >= least - EPSILON) return below(start, beside, true);
  if (beside - box.indent >= least - EPSILON) return below(box.indent, beside, true);
  return below(box.indent, whole, false);
}

const isOneLine = (text: Fragment, room: number): boolean => {
  const lines = linesOf(text);
  return lines.length <= 1 && lines.every(({ line }) => fits(line.width, room));
};

/** Points to the text, in addition to the space that the label begins with. */
function apart(label: Fragment): number {
  const [line] = linesOf(label);
  const segments = line?.line.segments ?? [];
  const space = segments[0]?.kind === "space" ? segments[0].width : 0;
  return Math.max(0, APART - space);
}

/** Returns the label in one line, unless it is wider than the list. */
function labelIn({ label }: EntryEnds, room: number, cx: LayoutContext): Fragment {
  const line = cx.measure(label, Infinity);
  return fits(line.width, room) ? line : cx.measure(brokenLabel(label), room);
}

const BROKEN = new WeakMap<TextBox, TextBox>();

/** Returns the label of a broken line, without the space before it. */
function brokenLabel(label: TextBox): TextBox {
  let broken = BROKEN.get(label);
  if (!broken) {
    const [own] = label.paragraphs;
    BROKEN.set(label, (broken = { ...label, paragraphs: [changed(own!, { runs: own!.runs.slice(1), wrap: "normal" })] }));
  }
  return broken;
}

const WIDEST = new Memory<EntryLevel, number>();

/** Returns the width of a level's widest number with its separator, points. */
function widestNumber(level: EntryLevel, cx: LayoutContext): number {
  const memory = cx.run.of(WIDEST);
  let known = memory.get(level);
  if (known === undefined) {
    known = level.numbers.reduce((widest, number) => Math.max(widest, cx.sizes(number).max), 0);
    memory.set(level, known);
  }
  return known;
}

const JOINED = new WeakMap<TextBox, TextBox>();

/** Number, separator and text as one paragraph, which may break between them. */
function joinedText({ text }: Entry, number: TextBox): TextBox {
  let joined = JOINED.get(number);
  if (!joined) {
    const [before, own] = [number.paragraphs[0]!, text.paragraphs[0]!];
    const runs = [...before.runs.map(breakable), ...own.runs];
    JOINED.set(number, (joined = { ...number, paragraphs: [changed(before, { runs, wrap: own.wrap, align: own.align })] }));
  }
  return joined;
}

const breakable = (run: StyledRun): StyledRun =>
  typeof run.text === "string" ? { ...run, text: run.text.replace(/\u00a0+$/, (spaces) => " ".repeat(spaces.length)) } : run;

/** Parts of an entry's fragment. */
interface EntryParts {
  readonly number: Placed | null;
  readonly text: Placed;
  readonly label: Placed;
  /** one dot */
  readonly leader: Placed | null;
}

export function entryParts({ leader }: Entry, { children }: Fragment): EntryParts {
  const parts = leader ? children.slice(0, -1) : children;
  const [text, label] = parts.slice(-2);
  return { number: parts.length > 2 ? parts[0]! : null, text: text!, label: label!, leader: leader ? children.at(-1)! : null };
}

/** Measures the gap of an entry from the start side, its baseline from the top; points. */
export function gapOf(
  box: Entry,
  fragment: Fragment,
): { readonly rtl: boolean; readonly from: number; readonly to: number; readonly baseline: number } {
  const { number, text, label } = entryParts(box, fragment);
  const rtl = isRtl(box, text.fragment.text!.paragraph);
  const startOf = ({ x, fragment: { width } }: Placed): number => (rtl ? fragment.width - x - width : x);
  const last = linesOf(text.fragment).at(-1);
  const beside = label.y < text.y + text.fragment.height - EPSILON;
  const end = (): number => {
    if (!beside) return startOf(text);
    if (last && last.line.width > 0) return startOf(text) + last.line.width;
    return number ? startOf(number) + number.fragment.width : startOf(text);
  };
  return { rtl, from: end(), to: startOf(label), baseline: label.y + baselineOf(label.fragment) };
}

export function entrySizes(box: BoxOf<"entry">, cx: LayoutContext): ContentSizes {
  const { number, label } = endsOf(box, isRtl(box, cx.run.text.paragraph(box.text)));
  const { min, max } = cx.sizes(box.text);
  const before = box.indent + box.level.indent + (number ? Math.max(cx.sizes(number).max, widestNumber(box.level, cx)) : 0);
  const ends = before + apart(cx.measure(label, Infinity)) + cx.sizes(label).max + box.indentEnd;
  return { min: min + ends, max: max + ends };
}

export const linesOf = ({ text }: Fragment): readonly TextLine[] => text?.columns.flatMap((c) => c.lines) ?? [];

const baselineOf = (fragment: Fragment): number => linesOf(fragment)[0]?.line.baseline ?? 0;

const reservedIn = (fragment: Fragment): number => {
  let sum = 0;
  for (const { line } of linesOf(fragment)) for (const { pad } of line.segments) sum += pad;
  return sum;
};
