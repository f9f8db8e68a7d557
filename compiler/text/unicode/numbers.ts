import { unitAt } from "../../../base/code-unit.js";
import { BIDI_CLASSES, bidiClasses } from "./bidi-data.js";

/*
 * UAX #9, 3.2: digits of class EN, separators (CS, ES) between them, signs (ES, ET) around them. In addition: grouping spaces and
 * apostrophes, range dashes, multiplication signs between digits; superscript digits and fractions after them.
 */
const DIGIT = 1;
/** separator between digits; after them it is punctuation */
const BETWEEN = 2;
/** sign before, between and after digits */
const SIGN = 4;
/** also after a space: currencies, percents, units */
const UNIT = 8;
/** character after and between digits */
const AFTER = 16;
const SPACE = 32;

const BETWEEN_DIGITS = "'\u2019\u2010\u2011\u2012\u2013\u00d7\u00f7=<>~";
const GROUPING = " \u00a0\u2007\u2009\u202f";

const KINDS = new Uint8Array(0x2300);
const FOUND = 128;

function kindOf(c: number): number {
  const char = String.fromCharCode(c);
  if (c >= 0x30 && c <= 0x39) return DIGIT;
  if (GROUPING.includes(char)) return SPACE;
  if (BETWEEN_DIGITS.includes(char)) return BETWEEN;
  if (/[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u2089\u2150-\u215f]/.test(char)) return AFTER;
  switch (BIDI_CLASSES[bidiClasses()[c]!]) {
    case "CS":
      return BETWEEN;
    case "ES":
      return SIGN;
    case "ET":
      return SIGN | UNIT;
    default:
      return 0;
  }
}

/** 1 for each UTF-16 unit; null without numbers. */
export function numbersIn(text: string): Uint8Array | null {
  let out: Uint8Array | null = null;
  const n = text.length;
  const kind = (i: number): number => {
    if (i < 0 || i >= n) return 0;
    const c = unitAt(text, i);
    if (c >= KINDS.length) return 0;
    return (KINDS[c] ||= kindOf(c) | FOUND) & ~FOUND;
  };
  for (let i = 0, done = 0; i < n; i++) {
    if (kind(i) !== DIGIT) continue;
    let from = i;
    while (from > done && kind(from - 1) & SIGN) from--;
    if (from === i && from - 2 >= done && kind(from - 1) === SPACE && kind(from - 2) & UNIT) {
      from -= 2;
      while (from > done && kind(from - 1) & SIGN) from--;
    }
    let to = i + 1;
    for (let next = to; next < n; next++) {
      const k = kind(next);
      if (k === 0) break;
      if (k === DIGIT) to = next + 1;
    }
    while (kind(to) & (SIGN | AFTER)) to++;
    if (kind(to) === SPACE && kind(to + 1) & UNIT) {
      to += 2;
      while (kind(to) & UNIT) to++;
    }
    out ??= new Uint8Array(n);
    out.fill(1, from, to);
    done = to;
    i = to - 1;
  }
  return out;
}
