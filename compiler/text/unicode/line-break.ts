// UAX #14, Unicode 17.0.
import { tableOf } from "../../../base/lookup.js";
import { unitAt } from "../../../base/code-unit.js";
import { CLASSES, FLAG, charFlags, lineBreakClass } from "./ucd.js";

export const NONE = 0;
export const ALLOWED = 1;
const MANDATORY = 2;

type Class = (typeof CLASSES)[number];
const C = tableOf(CLASSES, (_, i) => i);
const set = (...names: readonly Class[]): Uint8Array => {
  const out = new Uint8Array(CLASSES.length);
  for (const n of names) out[C[n]] = 1;
  return out;
};

/** AL NU ID EX CL IS, in the generator's order; row before, column after */
const FAST = 6;
/** Of these, AL NU ID may begin a line after a space. */
const LETTERS = 3;
const { SP } = C;
const FAST_PAIR = Uint8Array.from([
  0,
  0,
  1,
  0,
  0,
  0, // AL
  0,
  0,
  1,
  0,
  0,
  0, // NU
  1,
  1,
  1,
  0,
  0,
  0, // ID
  1,
  1,
  1,
  0,
  0,
  0, // EX
  1,
  1,
  1,
  0,
  0,
  0, // CL
  0,
  0,
  1,
  0,
  0,
  0, // IS
]);

const HARD = set("BK", "CR", "LF", "NL");
const KOREAN = set("JL", "JV", "JT", "H2", "H3");
const LETTER = set("AL", "HL");
const BEFORE_INITIAL_QUOTE = set("BK", "CR", "LF", "NL", "OP", "QU", "GL", "SP", "ZW");
const AFTER_FINAL_QUOTE = set("SP", "GL", "WJ", "CL", "QU", "CP", "EX", "IS", "SY", "BK", "CR", "LF", "NL", "ZW");
const BEFORE_HYPHEN = set("BK", "CR", "LF", "NL", "SP", "ZW", "CB", "GL");
const DOTTED_CIRCLE = 0x25cc;

/**
 * Index 0 is not a break; the last entry is the end of the text. @param words beginnings of words in a run of a script without spaces
 * (Thai, Lao, Khmer), relative to it
 */
export function lineBreaks(text: string, words?: (run: string) => readonly number[]): Uint8Array {
  const n = text.length;
  const out = new Uint8Array(n + 1);
  const units = new Units(text);
  const { cls, start, zwj } = units;
  const count = units.count;
  for (let i = 1; i < count; i++) {
    const a = cls[i - 1]!;
    const b = cls[i]!;
    if (b === SP && !HARD[a]) continue;
    // a space between most words (LB18)
    if (a === SP && b < LETTERS && i >= 2 && cls[i - 2]! < FAST && !zwj?.[i - 2]) {
      out[start ? start[i]! : i] = ALLOWED;
      continue;
    }
    const quick = a < FAST && b < FAST && !zwj?.[i - 1] ? FAST_PAIR[a * FAST + b]! : units.decide(i, a, b);
    if (quick !== NONE) out[start ? start[i]! : i] = quick;
  }
  if (n > 0) out[n] = MANDATORY;
  if (words && units.complex) addWords(text, out, words);
  return out;
}

/** Marks joined to their base (LB9), lone ones as letters (LB10). */
class Units {
  readonly cls: Uint8Array;
  /** null: unit i is UTF-16 unit i */
  readonly start: Uint32Array | null;
  readonly count: number;
  readonly complex: boolean;
  readonly #text: string;
  /** before the unit of the last call */
  #flags = 0;
  #flagsAt = -1;
  /** ending in a zero width joiner (LB8a); null without */
  readonly zwj: Uint8Array | null;

  constructor(text: string) {
    this.#text = text;
    const n = text.length;
    const cls = new Uint8Array(n);
    let simple = true;
    let complex = false;
    for (let i = 0; i < n; i++) {
      const c = unitAt(text, i);
      const k = lineBreakClass[c]!;
      cls[i] = k;
      if (k === C.CM || k === C.ZWJ || (c & 0xf800) === 0xd800) simple = false;
      if (c > 0xe00 && charFlags[c]! & FLAG.COMPLEX) complex = true;
    }
    this.complex = complex;
    if (simple) {
      this.cls = cls;
      this.start = null;
      this.zwj = null;
      this.count = n;
      return;
    }
    const start = new Uint32Array(n);
    const zwj = new Uint8Array(n);
    let count = 0;
    for (let i = 0; i < n;) {
      const cp = text.codePointAt(i)!;
      const k = lineBreakClass[cp]!;
      const joins = k === C.CM || k === C.ZWJ;
      const prev = count > 0 ? cls[count - 1]! : -1;
      if (joins && count > 0 && !HARD[prev] && prev !== C.SP && prev !== C.ZW) zwj[count - 1] = k === C.ZWJ ? 1 : 0;
      else {
        cls[count] = joins ? C.AL : k;
        zwj[count] = k === C.ZWJ ? 1 : 0;
        start[count++] = i;
      }
      i += cp > 0xffff ? 2 : 1;
    }
    this.cls = cls;
    this.start = start;
    this.zwj = zwj;
    this.count = count;
  }

  #code(i: number): number {
    return this.#text.codePointAt(this.start ? this.start[i]! : i) ?? 0;
  }
  #flag(i: number, bit: number): boolean {
    // a letter by LB10, without properties
    const cp = this.#code(i);
    return lineBreakClass[cp] !== C.CM && (charFlags[cp]! & bit) !== 0;
  }
  #wide(i: number): boolean {
    return this.#flag(i, FLAG.WIDE);
  }
  #aksara(i: number): boolean {
    return this.cls[i] === C.AK || this.cls[i] === C.AS || this.#code(i) === DOTTED_CIRCLE;
  }

  /** LB4 to LB31 between units i - 1 and i. */
  decide(i: number, a: number, b: number): number {
    if (a === C.BK || a === C.LF || a === C.NL) return MANDATORY;
    if (a === C.CR) return b === C.LF ? NONE : MANDATORY;
    return this.#allowed(i, a, b) ? ALLOWED : NONE;
  }

  #allowed(i: number, a: number, b: number): boolean {
    const { cls, count } = this;
    if (HARD[b] || b === C.SP || b === C.ZW) return false;
    let j = i - 1;
    while (j >= 0 && cls[j] === C.SP) j--;
    const before = j >= 0 ? cls[j]! : -1;
    if (before === C.ZW) return true;
    if (this.zwj?.[i - 1]) return false;
    if (a === C.WJ || b === C.WJ || a === C.GL) return false;
    if (b === C.GL && a !== C.SP && a !== C.BA && a !== C.HY && a !== C.HH) return false;
    if (b === C.CL || b === C.CP || b === C.EX || b === C.SY) return false; // LB13
    if (before === C.OP) return false; // LB14
    if (before === C.QU && this.#flag(j, FLAG.INITIAL) && (j < 1 || BEFORE_INITIAL_QUOTE[cls[j - 1]!])) return false; // LB15a
    if (b === C.QU && this.#flag(i, FLAG.FINAL) && (i + 1 >= count || AFTER_FINAL_QUOTE[cls[i + 1]!])) return false; // LB15b
    if (b === C.IS) return a === C.SP && i + 1 < count && cls[i + 1] === C.NU; // LB15c, LB15d
    if ((before === C.CL || before === C.CP) && b === C.NS) return false; // LB16
    if (before === C.B2 && b === C.B2) return false; // LB17
    if (a === C.SP) return true; // LB18
    if (a === C.QU || b === C.QU) {
      const quote = this.#quotes(i, a, b);
      if (quote !== null) return quote;
    }
    if (a === C.CB || b === C.CB) return true; // LB20
    if ((a === C.HY || a === C.HH) && LETTER[b] && (i < 2 || BEFORE_HYPHEN[cls[i - 2]!])) return false; // LB20a
    return this.#inWord(i, a, b);
  }

  /** LB19 and LB19a. */
  #quotes(i: number, a: number, b: number): boolean | null {
    if (b === C.QU && !this.#flag(i, FLAG.INITIAL)) return false;
    if (a === C.QU && !this.#flag(i - 1, FLAG.FINAL)) return false;
    if (b === C.QU && (!this.#wide(i - 1) || i + 1 >= this.count || !this.#wide(i + 1))) return false;
    if (a === C.QU && (!this.#wide(i) || i < 2 || !this.#wide(i - 2))) return false;
    return null;
  }

  /** LB21 to LB31. */
  #inWord(i: number, a: number, b: number): boolean {
    const { cls, count } = this;
    if (b === C.BA || b === C.HH || b === C.HY || b === C.NS || a === C.BB) return false; // LB21
    if ((a === C.HY || a === C.HH) && i >= 2 && cls[i - 2] === C.HL && b !== C.HL) return false; // LB21a
    if (a === C.SY && b === C.HL) return false; // LB21b
    if (b === C.IN) return false; // LB22
    if ((LETTER[a] && b === C.NU) || (a === C.NU && LETTER[b])) return false; // LB23
    const pictureB = b === C.ID || b === C.EB || b === C.EM;
    const pictureA = a === C.ID || a === C.EB || a === C.EM;
    if ((a === C.PR && pictureB) || (pictureA && b === C.PO)) return false; // LB23a
    if (((a === C.PR || a === C.PO) && LETTER[b]) || (LETTER[a] && (b === C.PR || b === C.PO))) return false; // LB24
    if (this.#inNumber(i, a, b)) return false; // LB25
    if (a === C.JL && (b === C.JL || b === C.JV || b === C.H2 || b === C.H3)) return false; // LB26
    if (((a === C.JV || a === C.H2) && (b === C.JV || b === C.JT)) || ((a === C.JT || a === C.H3) && b === C.JT)) return false;
    if ((KOREAN[a] && b === C.PO) || (a === C.PR && KOREAN[b])) return false; // LB27
    if (LETTER[a] && LETTER[b]) return false; // LB28
    if (a === C.AP && this.#aksara(i)) return false; // LB28a
    if (this.#aksara(i - 1) && (b === C.VF || b === C.VI)) return false;
    if (i >= 2 && a === C.VI && this.#aksara(i - 2) && (b === C.AK || this.#code(i) === DOTTED_CIRCLE)) return false;
    if (this.#aksara(i - 1) && this.#aksara(i) && i + 1 < count && cls[i + 1] === C.VF) return false;
    if (a === C.IS && LETTER[b]) return false; // LB29
    if ((LETTER[a] || a === C.NU) && b === C.OP && !this.#wide(i)) return false; // LB30
    if (a === C.CP && !this.#wide(i - 1) && (LETTER[b] || b === C.NU)) return false;
    if (a === C.RI && b === C.RI) {
      if (this.#flagsBefore(i) % 2 === 1) return false; // LB30a
    }
    return !(b === C.EM && (a === C.EB || this.#flag(i - 1, FLAG.PICTOGRAPH))); // LB30b, LB31
  }

  /** i ascends. */
  #flagsBefore(i: number): number {
    let k = i - 1;
    while (k >= 0 && k !== this.#flagsAt && this.cls[k] === C.RI) k--;
    this.#flags = k >= 0 && k === this.#flagsAt && this.cls[k] === C.RI ? this.#flags + i - k : i - 1 - k;
    this.#flagsAt = i;
    return this.#flags;
  }

  #inNumber(i: number, a: number, b: number): boolean {
    const { cls, count } = this;
    const afterDigits = (from: number): boolean => {
      let k = from;
      while (k >= 0 && (cls[k] === C.SY || cls[k] === C.IS)) k--;
      return k >= 0 && cls[k] === C.NU;
    };
    if ((b === C.PO || b === C.PR) && afterDigits(a === C.CL || a === C.CP ? i - 2 : i - 1)) return true;
    if (a === C.PO || a === C.PR) {
      if (b === C.NU) return true;
      if (b === C.OP && i + 1 < count && (cls[i + 1] === C.NU || (cls[i + 1] === C.IS && i + 2 < count && cls[i + 2] === C.NU)))
        return true;
    }
    return b === C.NU && (a === C.HY || a === C.IS || afterDigits(i - 1));
  }
}

/** UTF-16 units of one call of a dictionary, which takes quadratic time. */
const ASKED = 4096;
/** Units at a part's end that are segmented again, as words may be cut. */
const AGAIN = 256;

/** Relative to `from`. */
function wordStarts(text: string, from: number, to: number, words: (run: string) => readonly number[]): readonly number[] {
  if (to - from <= ASKED) return words(text.slice(from, to));
  const out: number[] = [];
  for (let at = from; ;) {
    const end = Math.min(at + ASKED, to);
    let next = at;
    for (const start of words(text.slice(at, end))) {
      if (end < to && start > ASKED - AGAIN) break;
      next = at + start;
      if (out.at(-1) !== next - from) out.push(next - from);
    }
    if (end === to) return out;
    at = next > at ? next : end;
  }
}

/** Unless a rule for marks forbids a break. */
function addWords(text: string, out: Uint8Array, words: (run: string) => readonly number[]): void {
  for (let i = 0; i < text.length;) {
    if (!(charFlags[unitAt(text, i)]! & FLAG.COMPLEX)) {
      i++;
      continue;
    }
    let end = i + 1;
    while (end < text.length && charFlags[unitAt(text, end)]! & FLAG.COMPLEX) end++;
    for (const at of wordStarts(text, i, end, words)) if (at > 0 && i + at < end && out[i + at] === NONE) out[i + at] = ALLOWED;
    i = end;
  }
}
