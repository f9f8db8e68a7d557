import { unitAt } from "../../../base/code-unit.js";
import { bounded, LARGEST, NumberError } from "./number.js";

const FEW = 16;
/** Greatest number of bytes of a number, and of a space after it. */
const DIGITS = 24;

/** Writes PDF syntax without intermediate strings: content streams are most of a document. */
export class ByteWriter {
  #buf: Uint8Array;
  #n = 0;

  constructor(
    capacity = 4096,
    readonly limit = LARGEST,
  ) {
    this.#buf = new Uint8Array(capacity);
  }

  get length(): number {
    return this.#n;
  }

  #need(n: number): void {
    if (this.#n + n <= this.#buf.length) return;
    const grown = new Uint8Array(Math.max(this.#buf.length * 2, this.#n + n));
    grown.set(this.#buf.subarray(0, this.#n));
    this.#buf = grown;
  }

  byte(b: number): void {
    if (this.#n === this.#buf.length) this.#need(1);
    this.#buf[this.#n++] = b;
  }

  /** Latin-1. */
  ascii(s: string): void {
    const length = s.length;
    this.#need(length);
    const buf = this.#buf;
    const at = this.#n;
    for (let i = 0; i < length; i++) buf[at + i] = unitAt(s, i);
    this.#n = at + length;
  }

  bytes(b: Uint8Array): void {
    const { length } = b;
    this.#need(length);
    // a call of `set` takes longer than a few bytes
    if (length > FEW) this.#buf.set(b, this.#n);
    else {
      const buf = this.#buf;
      const at = this.#n;
      for (let i = 0; i < length; i++) buf[at + i] = b[i]!;
    }
    this.#n += length;
  }

  /** Writes a text with whole numbers from 0, each of which ends before its place and has room for its digits. */
  filled(blank: Uint8Array, ends: readonly number[], numbers: readonly number[]): void {
    const start = this.#n;
    this.bytes(blank);
    const buf = this.#buf;
    for (let i = 0; i < ends.length; i++) {
      let rest = numbers[i]! | 0;
      let at = start + ends[i]! - 1;
      for (; rest > 9; at--) {
        const q = (rest / 10) | 0;
        buf[at] = 0x30 + rest - 10 * q;
        rest = q;
      }
      buf[at] = 0x30 + rest;
    }
  }

  /** Inserts a byte at `at`. */
  insert(at: number, b: number): void {
    this.#need(1);
    this.#buf.copyWithin(at + 1, at, this.#n);
    this.#buf[at] = b;
    this.#n++;
  }

  /** @throws NumberError */
  int(v: number): void {
    bounded(v);
    this.#need(DIGITS);
    if (v < 0) {
      this.#buf[this.#n++] = 0x2d;
      v = -v;
    }
    if (v < 1e9) this.#small(v);
    else {
      let digits = 1;
      for (let p = 10; p <= v; p *= 10) digits++;
      for (let i = this.#n + digits - 1; i >= this.#n; i--) {
        const q = Math.floor(v / 10);
        this.#buf[i] = 0x30 + (v - q * 10);
        v = q;
      }
      this.#n += digits;
    }
  }

  /** Writes digits of an integer below 10^9, where division is fast. */
  #small(v: number): void {
    let rest = v | 0;
    const buf = this.#buf;
    let at = this.#n;
    if (rest > 9) at += rest > 99 ? (rest > 999 ? (rest > 9999 ? digitsFrom5(rest) : 3) : 2) : 1;
    this.#n = at + 1;
    for (; rest > 9; at--) {
      const q = (rest / 10) | 0;
      buf[at] = 0x30 + rest - 10 * q;
      rest = q;
    }
    buf[at] = 0x30 + rest;
  }

  /**
   * Writes a real with at most three decimals, shortest form, without exponent.
   * @throws NumberError
   */
  num(v: number): void {
    this.#need(DIGITS);
    this.#real(v);
  }

  /** Writes two reals, a space after each: points are most numbers of a drawing. */
  pair(x: number, y: number): void {
    this.#need(2 * DIGITS);
    this.#real(x);
    this.#buf[this.#n++] = 0x20;
    this.#real(y);
    this.#buf[this.#n++] = 0x20;
  }

  /** Writes the point of a segment and its operator, a letter. */
  segment(x: number, y: number, operator: number): void {
    this.#need(2 * DIGITS + 2);
    this.#real(x);
    this.#buf[this.#n++] = 0x20;
    this.#real(y);
    this.#buf[this.#n++] = 0x20;
    this.#buf[this.#n++] = operator;
    this.#buf[this.#n++] = 0x0a;
  }

  /** Has room for the number. */
  #real(v: number): void {
    const { limit } = this;
    if (!(v <= limit && v >= -limit)) throw new NumberError(v, limit);
    // most are integers: adjustments between glyphs, edges of symbols
    if ((v | 0) === v) return v < 0 || v >= 1e9 ? this.int(v) : this.#small(v);
    const t = Math.round(v * 1000);
    const far = t < 0 ? -t : t;
    const whole = Math.floor(far / 1000);
    const frac = (far - whole * 1000) | 0;
    if (frac === 0) return this.int(t / 1000 + 0);
    if (t < 0) this.#buf[this.#n++] = 0x2d;
    if (whole >= 1e9) this.int(whole);
    else if (whole > 0) this.#small(whole);
    const buf = this.#buf;
    let at = this.#n;
    buf[at++] = 0x2e;
    const tenths = (frac / 100) | 0;
    buf[at++] = 0x30 + tenths;
    const rest = frac - tenths * 100;
    if (rest > 0) {
      const hundredths = (rest / 10) | 0;
      buf[at++] = 0x30 + hundredths;
      if (rest > hundredths * 10) buf[at++] = 0x30 + rest - hundredths * 10;
    }
    this.#n = at;
  }

  /** The most frequent token. */
  code(code: number): void {
    this.#need(2);
    const high = code >> 8;
    const low = code & 255;
    if (ESCAPED[high]! + ESCAPED[low]! === 0) {
      this.#buf[this.#n] = high;
      this.#buf[this.#n + 1] = low;
      this.#n += 2;
      return;
    }
    this.literal(high);
    this.literal(low);
  }

  codes(codes: Uint16Array, count: number): void {
    // worst case: every byte escaped
    this.#need(4 * count);
    const buf = this.#buf;
    let n = this.#n;
    for (let i = 0; i < count; i++) {
      const code = codes[i]!;
      const high = code >> 8;
      const low = code & 255;
      const escapedHigh = ESCAPED[high]!;
      const escapedLow = ESCAPED[low]!;
      if (escapedHigh !== 0) buf[n++] = 0x5c;
      buf[n++] = escapedHigh === 0 ? high : escapedHigh;
      if (escapedLow !== 0) buf[n++] = 0x5c;
      buf[n++] = escapedLow === 0 ? low : escapedLow;
    }
    this.#n = n;
  }

  /** ISO 32000-1, 7.3.4.2. */
  literal(b: number): void {
    this.#need(2);
    const escape = ESCAPED[b]!;
    if (escape !== 0) this.#buf[this.#n++] = 0x5c;
    this.#buf[this.#n++] = escape === 0 ? b : escape;
  }

  hex(b: number): void {
    this.#need(2);
    this.#buf[this.#n++] = HEX.charCodeAt(b >> 4);
    this.#buf[this.#n++] = HEX.charCodeAt(b & 15);
  }

  /** Valid until the next write. */
  view(): Uint8Array {
    return this.#buf.subarray(0, this.#n);
  }

  take(): Uint8Array {
    return this.#buf.slice(0, this.#n);
  }

  clear(): void {
    this.#n = 0;
  }
}

const digitsFrom5 = (v: number): number => (v > 999999 ? (v > 9999999 ? (v > 99999999 ? 8 : 7) : 6) : v > 99999 ? 5 : 4);

/** Escape character by byte of a literal string; 0: unescaped. */
const ESCAPED = new Uint8Array(256);
for (const b of [0x28, 0x29, 0x5c]) ESCAPED[b] = b;
ESCAPED[0x0d] = 0x72;

const HEX = "0123456789ABCDEF";
