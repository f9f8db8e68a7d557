// UTS #51.
import { unitAt } from "../../../base/code-unit.js";
import { CLASSES, EMOJI, lineBreakClass, runLengths } from "./ucd.js";

/** Values of `emojiIn` by UTF-16 unit: a sequence begins. */
export const EMOJI_BEGINS = 1;
export const EMOJI_GOES_ON = 2;

const AS_EMOJI = 2;
const LAST = 0x20000;
let kinds: Uint8Array | null = null;
/** 0 for other characters, 1 for default text presentation, AS_EMOJI. Made when first needed. */
const kindOf = (cp: number): number => (kinds ??= runLengths(EMOJI, LAST))[cp] ?? 0;

const FIRST_SIGN = 0x231a;
const LAST_SIGN = 0x2b55;

export const isEmojiSign = (c: number): boolean => c >= FIRST_SIGN && c <= LAST_SIGN && kindOf(c) === AS_EMOJI;

export const TEXT_PRESENTATION = 0xfe0e;
const EMOJI_PRESENTATION = 0xfe0f;
const KEYCAP = 0x20e3;
const ZWJ = 0x200d;
const [REGIONAL, BASE, MODIFIER] = (["RI", "EB", "EM"] as const).map((name) => CLASSES.indexOf(name));
const isKeycapBase = (cp: number): boolean => (cp >= 0x30 && cp <= 0x39) || cp === 0x23 || cp === 0x2a;
const sizeOf = (cp: number): number => (cp > 0xffff ? 2 : 1);

const mayBeEmoji = (c: number): boolean =>
  c >= KEYCAP && ((c & 0xfffc) === 0xd83c || c === EMOJI_PRESENTATION || c === KEYCAP || (c <= LAST_SIGN && c >= FIRST_SIGN));

/**
 * EMOJI_BEGINS, EMOJI_GOES_ON or 0 for each UTF-16 unit; null without emoji. A sequence is a flag, a keycap, or characters joined by
 * U+200D, each with its modifiers. A single character is one by default presentation or with U+FE0F; U+FE0E makes it text.
 */
export function emojiIn(text: string, from = 0, to = text.length): Uint8Array | null {
  let out: Uint8Array | null = null;
  for (let i = from; i < to; i++) if (mayBeEmoji(unitAt(text, i))) return mark(text, from, to, (out ??= new Uint8Array(to - from)));
  return out;
}

function mark(text: string, from: number, to: number, out: Uint8Array): Uint8Array | null {
  let found = false;
  for (let i = from; i < to;) {
    const end = endOf(text, i, to);
    if (end > i) {
      found = true;
      out[i - from] = EMOJI_BEGINS;
      out.fill(EMOJI_GOES_ON, i + 1 - from, end - from);
      i = end;
    } else i += sizeOf(text.codePointAt(i)!);
  }
  return found ? out : null;
}

/** `i` if absent. */
function endOf(text: string, i: number, to: number): number {
  const at = (k: number): number => (k < to ? text.codePointAt(k)! : 0);
  const cp = at(i);
  if (cp < 0x80) {
    if (!isKeycapBase(cp)) return i;
    const k = at(i + 1) === EMOJI_PRESENTATION ? i + 2 : i + 1;
    return at(k) === KEYCAP ? k + 1 : i;
  }
  if (lineBreakClass[cp] === REGIONAL) return lineBreakClass[at(i + 2)] === REGIONAL ? i + 4 : i;
  let shown = false;
  let end = i;
  for (let k = i; ;) {
    const element = at(k);
    const kind = element < 0x80 ? 0 : kindOf(element);
    if (kind === 0) break;
    let next = k + sizeOf(element);
    const after = at(next);
    if (after === TEXT_PRESENTATION) break;
    let asked = k > i || kind === AS_EMOJI;
    if (after === EMOJI_PRESENTATION) {
      asked = true;
      next++;
      if (at(next) === KEYCAP) next++;
    } else if (lineBreakClass[after] === MODIFIER && lineBreakClass[element] === BASE) {
      asked = true;
      next += 2;
    }
    const tagged = tagsFrom(text, next, to);
    shown ||= asked || tagged > next;
    end = tagged;
    if (at(end) !== ZWJ) break;
    k = end + 1;
  }
  return shown ? end : i;
}

/** U+E0020 to U+E007E, closed by U+E007F; `i` if absent. */
function tagsFrom(text: string, i: number, to: number): number {
  for (let k = i; k + 1 < to; k += 2) {
    const cp = text.codePointAt(k)!;
    if (cp === 0xe007f && k > i) return k + 2;
    if (cp < 0xe0020 || cp > 0xe007e) return i;
  }
  return i;
}
