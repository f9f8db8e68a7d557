import type { BoxOf, Entry, EntryEnds, TextBox } from "../box/box.js";
import { fail } from "../core/fail.js";
import { EPSILON, fits } from "../core/geom.js";
import { showMm } from "../core/units.js";
import { must } from "../help/reason.js";
import type { ContentSizes, Paragraph, TextLine } from "../text/line/paragraph.js";
import { done, mayMove, REFUSE, type Fragment, type LayoutContext, type Layouter, type Overflow, type Placed } from "./protocol.js";

/** As its text is; without text as declared. */
export const isRtl = ({ text: { paragraphs } }: Entry, { shaped }: Paragraph): boolean =>
  shaped.length > 0 ? shaped[0]!.base === 1 : paragraphs[0]!.direction === "rtl";

const endsOf = (box: Entry, rtl: boolean): EntryEnds => (rtl && box.rtl ? box.rtl : box.ltr);

/**
 * The text wraps under its beginning and leaves the label's room free; it is at least as wide as its widest piece. Baselines of the
 * number and the first line, and of the label and the last line, are equal (L12).
 */
export const fillEntry: Layouter<"entry"> = (box, space, _rest, cx) => {
  const rtl = isRtl(box, cx.run.text.paragraph(box.text));
  const ends = endsOf(box, rtl);
  const number = ends.number && cx.measure(ends.number, Infinity);
  const label = cx.measure(ends.label, Infinity);
  const before = box.indent + (number?.width ?? 0);
  const end = box.indentEnd;
  const taken = box.indent + end;
  if (taken > 0 && taken >= space.width - EPSILON) {
    const reason = must(`less than ${showMm(space.width)} in all, which is the width of the list`, showMm(taken));
    fail("API-002", "indent-room", box.src, reason);
  }
  const text = textOf(box, space.width, space.width - before - end - label.width, cx);
  const width = space.width === Infinity ? before + cx.sizes(box.text).max + label.width + end : space.width;

  const lines = linesOf(text);
  const first = lines[0];
  const last = lines.at(-1);
  const textTop = number && first ? Math.max(0, baselineOf(number) - first.line.baseline) : 0;
  const numberTop = number && first ? Math.max(0, first.line.baseline - baselineOf(number)) : 0;
  const lastTop = textTop + text.height - (last?.line.height ?? 0);
  const labelTop = last ? Math.max(0, lastTop + last.line.baseline - baselineOf(label)) : 0;
  const height = Math.max(textTop + text.height, numberTop + (number?.height ?? 0), labelTop + label.height);

  const over = !fits(height, space.height);
  if (over && mayMove(space)) return REFUSE;
  const overflow: Overflow | null = over ? { src: box.src, height, room: space.height } : null;
  const mirrored = (x: number, w: number): number => (rtl ? width - x - w : x);
  const children: Placed[] = [];
  if (number) children.push({ x: mirrored(box.indent, number.width), y: numberTop, fragment: number });
  children.push({ x: mirrored(before, text.width), y: textTop, fragment: text });
  // reserved room precedes the label, flush with the edge
  const flush = reservedIn(label);
  children.push({ x: rtl ? end - flush : width - end - label.width + flush, y: labelTop, fragment: label });
  if (box.leader) children.push({ x: 0, y: labelTop, fragment: cx.measure(box.leader, Infinity) });
  return done({ box, width, height, first: true, last: true, children, inkHeight: height, text: null, table: null, overflow });
};

/** Points; as wide as its widest piece if that is more. */
function textOf({ text }: Entry, width: number, beside: number, cx: LayoutContext): Fragment {
  if (width === Infinity) return cx.measure(text, cx.sizes(text).max);
  if (beside > 0) {
    // mostly one line, found without its pieces' widths
    const fragment = cx.measure(text, beside);
    const lines = linesOf(fragment);
    if (lines.length === 1 && fits(lines[0]!.line.width, beside)) return fragment;
  }
  return cx.measure(text, Math.max(beside, Math.min(cx.sizes(text).min, width)));
}

/** Parts of an entry's fragment. */
export interface EntryParts {
  readonly number: Placed | null;
  readonly text: Placed;
  readonly label: Placed;
  /** one dot */
  readonly leader: Placed | null;
}

export function entryParts(box: Entry, { children }: Fragment): EntryParts {
  const of = (...boxes: readonly (TextBox | null | undefined)[]): Placed | null =>
    children.find(({ fragment }) => boxes.includes(fragment.box as TextBox)) ?? null;
  return {
    number: of(box.ltr.number, box.rtl?.number),
    text: of(box.text)!,
    label: of(box.ltr.label, box.rtl?.label)!,
    leader: of(box.leader),
  };
}

/** From the start side; baseline from the top; points. */
export function gapOf(
  box: Entry,
  fragment: Fragment,
): { readonly rtl: boolean; readonly from: number; readonly to: number; readonly baseline: number } {
  const { number, text, label } = entryParts(box, fragment);
  const rtl = isRtl(box, text.fragment.text!.paragraph);
  const startOf = ({ x, fragment: { width } }: Placed): number => (rtl ? fragment.width - x - width : x);
  const last = linesOf(text.fragment).at(-1);
  const from = last ? startOf(text) + last.line.width : number ? startOf(number) + number.fragment.width : box.indent;
  return { rtl, from, to: startOf(label), baseline: label.y + baselineOf(label.fragment) };
}

export function entrySizes(box: BoxOf<"entry">, cx: LayoutContext): ContentSizes {
  const { number, label } = endsOf(box, isRtl(box, cx.run.text.paragraph(box.text)));
  const sizesOf = (text: TextBox | null): number => (text ? cx.sizes(text).max : 0);
  const { min, max } = cx.sizes(box.text);
  const ends = box.indent + box.indentEnd + sizesOf(number) + sizesOf(label);
  return { min: min + ends, max: max + ends };
}

export const linesOf = ({ text }: Fragment): readonly TextLine[] => text?.columns.flatMap((c) => c.lines) ?? [];

const baselineOf = (fragment: Fragment): number => linesOf(fragment)[0]?.line.baseline ?? 0;

const reservedIn = (fragment: Fragment): number => {
  let sum = 0;
  for (const { line } of linesOf(fragment)) for (const { pad } of line.segments) sum += pad;
  return sum;
};
