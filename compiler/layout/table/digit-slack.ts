// Sums are sampled by their length (slices.ts). Proportional digits differ in width, so others of the length may be wider.
import { greatest } from "../../../base/many.js";
import type { Box } from "../../box/box.js";
import { PlainText } from "../../box/plain-text.js";
import type { TextStyle } from "../../box/text.js";
import { offsetAfter } from "../../text/line/offset.js";
import type { LayoutContext } from "../protocol/protocol.js";
import { Memory } from "../protocol/run.js";

const DIGIT = /\p{Nd}/u;
const DIGITS = /\p{Nd}/gu;
const TEN = 10;

/** By a digit's code point: by how much the widest of its ten is wider, points. */
const SLACKS = new Memory<TextStyle, Map<number, number>>();

/** Returns how much a text is wider if all its digits are the widest of the style, points. */
export function digitSlack(text: string, style: TextStyle, at: Box, cx: LayoutContext): number {
  const memory = cx.run.of(SLACKS);
  let slacks = memory.get(style);
  if (!slacks) memory.set(style, (slacks = new Map()));
  let slack = 0;
  for (const [digit] of text.matchAll(DIGITS)) {
    const code = digit.codePointAt(0)!;
    if (!slacks.has(code)) measure(zeroOf(code), slacks, style, at, cx);
    slack += slacks.get(code)!;
  }
  return slack;
}

export const contentSlack = (content: Box, cx: LayoutContext): number =>
  content.kind === "text" && content.plain ? digitSlack(content.plain.text, content.plain.style, content, cx) : 0;

/** Digits of a numbering system are consecutive; some systems too. */
function zeroOf(code: number): number {
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return code - ((code - first) % TEN);
}

function measure(zero: number, slacks: Map<number, number>, style: TextStyle, { id, src }: Box, cx: LayoutContext): void {
  const digits = Array.from({ length: TEN }, (_, i) => String.fromCodePoint(zero + i));
  const text = digits.join("");
  const [shown] = cx.run.text.paragraph(new PlainText(id, src, "inherit", text, style)).lines(Infinity);
  const units = text.length / TEN;
  const ends = digits.map((_, i) => offsetAfter(shown!.paragraph, shown!.line, (i + 1) * units));
  const widths = ends.map((end, i) => end - (i === 0 ? 0 : ends[i - 1]!));
  const most = greatest(widths);
  widths.forEach((width, i) => slacks.set(zero + i, most - width));
}
