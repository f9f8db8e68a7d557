// Segments of a QR code's content in the fewest bits (ISO/IEC 18004, 7.4).
import { least } from "../../base/many.js";

const ALPHANUMERIC = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
/** True if a text needs no byte segment. */
export const isAlphanumeric = (text: string): boolean => [...text].every((c) => ALPHANUMERIC.includes(c));
/** Encoding that a standard prescribes. */
export interface QrEncoding {
  /** content of one byte segment; absent: segments of the fewest bits */
  readonly bytes?: Uint8Array;
  /** assignment number of the bytes' character set, below 128; absent: no indicator */
  readonly eci?: number;
  /** greatest version */
  readonly most?: number;
}

type Mode = "numeric" | "alphanumeric" | "byte";
const MODES: readonly Mode[] = ["byte", "alphanumeric", "numeric"];
const INDICATOR: Readonly<Record<Mode, number>> = { numeric: 1, alphanumeric: 2, byte: 4 };
const FNC1_FIRST = 5;
const ECI = 7;
/** bits of the count in versions 1 to 9, 10 to 26, 27 to 40 */
const COUNT: Readonly<Record<Mode, readonly [number, number, number]>> = {
  numeric: [10, 12, 14],
  alphanumeric: [9, 11, 13],
  byte: [8, 16, 16],
};
type Group = 0 | 1 | 2;
/** Returns the group of a version, for `segments` and `bitsOf`. */
export const groupOf = (version: number): Group => (version < 10 ? 0 : version < 27 ? 1 : 2);

interface Segment {
  readonly mode: Mode;
  readonly text: string;
}

/** With FNC1, `%` is the separator in alphanumeric segments and `%%` the character; bytes are as they are (ISO/IEC 18004, 7.4.8). */
const SEPARATOR = "\x1d";
const inAlphanumeric = (c: string, gs1: boolean): string => (!gs1 ? c : c === SEPARATOR ? "%" : c === "%" ? "%%" : c);

/** Divides a content for the fewest bits: minimum cost of each prefix, in sixths of a bit, by final mode. */
export function segments(content: string, group: Group, gs1: boolean): readonly Segment[] {
  const chars = [...content];
  const cost = (mode: Mode, c: string): number => {
    if (mode === "numeric") return c >= "0" && c <= "9" ? 20 : Infinity;
    if (mode === "alphanumeric") {
      const written = inAlphanumeric(c, gs1);
      return ALPHANUMERIC.includes(written.charAt(0)) ? 33 * written.length : Infinity;
    }
    return 48 * utf8Length(c.codePointAt(0)!);
  };
  const heads = MODES.map((mode) => 6 * (4 + COUNT[mode][group]));
  let best: readonly number[] = heads;
  const from: number[][] = [];
  for (const c of chars) {
    const next = MODES.map((mode, m) => best[m]! + cost(mode, c));
    const back = MODES.map((_, m) => m);
    // a change of mode rounds up
    for (let to = 0; to < 3; to++)
      for (let m = 0; m < 3; m++) {
        const through = Math.ceil(next[m]! / 6) * 6 + heads[to]!;
        if (through < next[to]!) {
          next[to] = through;
          back[to] = m;
        }
      }
    from.push(back);
    best = next;
  }
  let mode = best.indexOf(least(best));
  const modes: Mode[] = [];
  for (let i = chars.length - 1; i >= 0; i--) {
    mode = from[i]![mode]!;
    modes[i] = MODES[mode]!;
  }
  const out: { mode: Mode; text: string }[] = [];
  chars.forEach((c, i) => {
    const last = out.at(-1);
    const text = modes[i] === "alphanumeric" ? inAlphanumeric(c, gs1) : c;
    if (last && last.mode === modes[i]) last.text += text;
    else out.push({ mode: modes[i]!, text });
  });
  return out;
}

const encoder = new TextEncoder();
/** Encodes a string in UTF-8. */
export const utf8 = (s: string): Uint8Array => encoder.encode(s);
/** A lone surrogate is encoded as U+FFFD, of the same length. */
const utf8Length = (codePoint: number): number => (codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4);

/** Bits of a symbol in bytes, the last one padded with zeros. */
export class Bits {
  readonly bytes: number[] = [];
  length = 0;

  put(value: number, n: number): void {
    for (let i = n - 1; i >= 0; i--) {
      if (this.length % 8 === 0) this.bytes.push(0);
      if ((value >> i) & 1) this.bytes[this.bytes.length - 1]! |= 0x80 >> (this.length % 8);
      this.length++;
    }
  }
}

/** Encodes segments as bits; null if a count has no room in its field. */
export function bitsOf(list: readonly Segment[], group: Group, gs1: boolean): Bits | null {
  const bits = new Bits();
  if (gs1) bits.put(FNC1_FIRST, 4);
  for (const { mode, text } of list) {
    const bytes = mode === "byte" ? utf8(text) : null;
    const count = bytes ? bytes.length : text.length;
    if (count >= 1 << COUNT[mode][group]) return null;
    bits.put(INDICATOR[mode], 4);
    bits.put(count, COUNT[mode][group]);
    if (bytes) for (const b of bytes) bits.put(b, 8);
    else if (mode === "numeric")
      for (let i = 0; i < text.length; i += 3) {
        const part = text.slice(i, i + 3);
        bits.put(Number(part), 1 + 3 * part.length);
      }
    else
      for (let i = 0; i < text.length; i += 2) {
        const a = ALPHANUMERIC.indexOf(text[i]!);
        if (i + 1 < text.length) bits.put(a * 45 + ALPHANUMERIC.indexOf(text[i + 1]!), 11);
        else bits.put(a, 6);
      }
  }
  return bits;
}

/** One byte segment, after the indicator of its character set; null if the count has no room in its field. */
export function bitsOfBytes(bytes: Uint8Array, group: Group, eci: number | undefined): Bits | null {
  if (bytes.length >= 1 << COUNT.byte[group]) return null;
  const bits = new Bits();
  if (eci !== undefined) {
    bits.put(ECI, 4);
    bits.put(eci, 8);
  }
  bits.put(INDICATOR.byte, 4);
  bits.put(bytes.length, COUNT.byte[group]);
  for (const b of bytes) bits.put(b, 8);
  return bits;
}
