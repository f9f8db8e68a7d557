// Sums are sampled by their length (layout/table/slices.ts). Proportional digits differ in width, so others of the length may be wider.
import { greatest } from "../../../base/many.js";
import type { Box, TextBox } from "../../box/box.js";
import { PlainText } from "../../box/plain-text.js";
import type { TextStyle } from "../../box/text.js";
import { offsetAfter } from "./offset.js";
import type { Paragraph } from "./paragraph.js";

const DIGIT = /\p{Nd}/u;
const DIGITS = /\p{Nd}/gu;
const TEN = 10;

interface Paragraphs {
  paragraph(box: TextBox): Paragraph;
}

/** Measures the digits of each style once. */
export class DigitSlack {
  /** by a digit's code point: by how much the widest of its ten is wider, points */
  readonly #byStyle = new WeakMap<TextStyle, Map<number, number>>();

  /** Points, as `TextSetter.digitSlack`. */
  of(text: string, style: TextStyle, at: Box, setter: Paragraphs): number {
    let slacks = this.#byStyle.get(style);
    if (!slacks) this.#byStyle.set(style, (slacks = new Map()));
    let slack = 0;
    for (const [digit] of text.matchAll(DIGITS)) {
      const code = digit.codePointAt(0)!;
      if (!slacks.has(code)) measure(zeroOf(code), slacks, style, at, setter);
      slack += slacks.get(code)!;
    }
    return slack;
  }
}

/** Digits of a numbering system are consecutive; some systems too. */
function zeroOf(code: number): number {
  let first = code;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first--;
  return code - ((code - first) % TEN);
}

function measure(zero: number, slacks: Map<number, number>, style: TextStyle, { id, src }: Box, setter: Paragraphs): void {
  const digits = Array.from({ length: TEN }, (_, i) => String.fromCodePoint(zero + i));
  const text = digits.join("");
  const [shown] = setter.paragraph(new PlainText(id, src, "inherit", text, style)).lines(Infinity);
  const units = text.length / TEN;
  const ends = digits.map((_, i) => offsetAfter(shown!.paragraph, shown!.line, (i + 1) * units));
  const widths = ends.map((end, i) => end - (i === 0 ? 0 : ends[i - 1]!));
  const most = greatest(widths);
  widths.forEach((width, i) => slacks.set(zero + i, most - width));
}
