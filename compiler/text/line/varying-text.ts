// A later round of layout has other values of variables: layout is repeated only where it can tell.
import type { TextBox, TextFrame } from "../../box/box.js";
import { isNoted } from "../../box/note.js";
import type { Variable } from "../../box/text.js";
import { fits } from "../../core/geom.js";
import { isSameValue, type VariableValue } from "../shape/shaped.js";
import type { Line } from "./line.js";
import type { TextInWidth, TextLine } from "./paragraph.js";
import { shapedText, type ParagraphSource, type ValueOf } from "./paragraph-source.js";
import type { ShapedText } from "./shaped-text.js";

/** A text with variables, round by round. */
export class VaryingText {
  text: ShapedText;
  /** lines by outer width: few */
  readonly lines: TextInWidth[] = [];
  /** values that it has */
  #values: readonly ReadValue[] = [];

  constructor(
    box: TextBox,
    source: ParagraphSource,
    valueOf: ValueOf,
    public round: number,
    /** see `TextSetter` */
    public changed = round,
  ) {
    this.text = this.#shaped(box, source, valueOf, null);
  }

  renew(box: TextBox, source: ParagraphSource, valueOf: ValueOf, round: number): void {
    this.round = round;
    if (this.#isOf(box, valueOf)) return;
    const text = this.#shaped(box, source, valueOf, this.text);
    if (isReplaceable(box) && this.text.become(text, isAlike(box.frame))) return;
    this.text = text;
    this.lines.length = 0;
    this.changed = round;
  }

  #shaped(box: TextBox, source: ParagraphSource, valueOf: ValueOf, former: ShapedText | null): ShapedText {
    const values: ReadValue[] = [];
    // text that shrinks is shaped again, with equal values
    let recorded = false;
    const reading: ValueOf = (id, paragraph, index, variable) => {
      const value = valueOf(id, paragraph, index, variable);
      if (!recorded) values.push({ paragraph, index, variable, value });
      return value;
    };
    const text = shapedText(source, box, reading, former);
    recorded = true;
    this.#values = values;
    return text;
  }

  #isOf({ id }: TextBox, valueOf: ValueOf): boolean {
    for (const { paragraph, index, variable, value } of this.#values)
      if (!isSameValue(value, valueOf(id, paragraph, index, variable))) return false;
    return true;
  }
}

interface ReadValue {
  readonly paragraph: number;
  readonly index: number;
  readonly variable: Variable;
  readonly value: VariableValue;
}

/** Its fragments have lines of the text, none made of them, and no notes, which are of a line. */
const isReplaceable = (box: TextBox): boolean => box.frame.shrinkTo === null && box.frame.overflow !== "ellipsis" && !isNoted(box);

/** Widths count where the text determines that of its box; else lines only fit or do not. */
function isAlike(frame: TextFrame): (a: TextLine, b: TextLine, width: number) => boolean {
  return (a, b, width) => {
    const { line: old } = a;
    const { line } = b;
    if (old.height !== line.height || old.baseline !== line.baseline || old.torn !== line.torn || a.breakBefore !== b.breakBefore)
      return false;
    if (frame.width !== "content" && width < Infinity) return fits(old.width, width) === fits(line.width, width);
    return old.width === line.width && padsOf(old) === padsOf(line);
  };
}

const padsOf = ({ segments }: Line): number => {
  let sum = 0;
  for (const { pad } of segments) sum += pad;
  return sum;
};
