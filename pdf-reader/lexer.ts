// As lenient as viewers (ISO 32000-1, 7.2 and 7.3).
import type { Counts } from "./meter.js";
import { PdfName, PdfReal, PdfRef, PdfString, type PdfObject } from "./types.js";

/** 0 regular, 1 white space, 2 delimiter (tables 1, 2) */
export const CLASS = new Uint8Array(256);
for (const c of [0, 9, 10, 12, 13, 32]) CLASS[c] = 1;
for (const c of "()<>[]{}/%") CLASS[c.charCodeAt(0)] = 2;

/** 255: not a hexadecimal digit */
export const HEX = new Uint8Array(256).fill(255);
for (let i = 0; i < 10; i++) HEX[0x30 + i] = i;
for (let i = 0; i < 6; i++) HEX[0x41 + i] = HEX[0x61 + i] = 10 + i;

/** A word that is not an object: an operator, `obj`, `endobj`; or a delimiter without its partner. */
export class Keyword {
  constructor(readonly value: string) {}
}
export const END = new Keyword("");
const ARRAY_END = new Keyword("]");
const DICT_END = new Keyword(">>");
/** one object for each frequent word */
const WORDS: ReadonlyMap<string, Keyword> = new Map(
  "b B b* B* BDC BI BMC BT c cm cs CS d Do EMC ET f f* g G gs h i j J k K l m M n q Q re rg RG S s sc SC scn SCN Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y T* obj endobj stream"
    .split(" ")
    .map((word) => [word, new Keyword(word)]),
);

const FEW_DIGITS = 9;
/** Longer words are cut: no keyword is as long. */
const LONGEST_WORD = 127;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;
const INTEGER = /^[+-]?\d{1,15}$/;
const ESCAPES: Readonly<Record<number, number>> = { 0x6e: 10, 0x72: 13, 0x74: 9, 0x62: 8, 0x66: 12 };

type Unseal = (bytes: Uint8Array) => Uint8Array;

/** Each byte is read a bounded number of times. */
export class Lexer {
  unseal: Unseal | null = null;
  /** numbers and hexadecimal strings that strict readers refuse */
  irregular = 0;

  constructor(
    readonly bytes: Uint8Array,
    public at: number,
    readonly meter: Counts,
    /** false in content streams, which have no references */
    readonly references = true,
    readonly end = bytes.length,
  ) {}

  /** Skips white space and comments. */
  skip(): void {
    const { bytes, end } = this;
    let { at } = this;
    for (; at < end; at++) {
      const c = bytes[at]!;
      if (c === 0x25) {
        while (at + 1 < end && bytes[at + 1] !== 10 && bytes[at + 1] !== 13) at++;
      } else if (CLASS[c] !== 1) break;
    }
    this.#moveTo(at);
  }

  #moveTo(at: number): void {
    const run = at - this.at;
    this.at = at;
    this.meter.run(run);
  }

  /** Consumes the word if it is next. */
  takes(word: string): boolean {
    this.skip();
    for (let i = 0; i < word.length; i++) if (this.bytes[this.at + i] !== word.charCodeAt(i)) return false;
    this.at += word.length;
    return true;
  }

  /** Returns -1, without moving, unless a non-negative integer is next. */
  integer(): number {
    const from = this.at;
    this.skip();
    let value = 0;
    let digits = 0;
    for (; this.at < this.end; this.at++, digits++) {
      const d = this.bytes[this.at]! - 0x30;
      if (!(d >= 0 && d <= 9)) break;
      value = value * 10 + d;
    }
    if (digits > 0 && value <= Number.MAX_SAFE_INTEGER) return value;
    this.at = from;
    return -1;
  }

  /** END at the end of the data, where unfinished arrays, dictionaries and strings end too. */
  read(depth = 0): PdfObject | Keyword {
    this.skip();
    const { bytes, end } = this;
    if (this.at >= end) return END;
    this.meter.value();
    const c = bytes[this.at]!;
    switch (c) {
      case 0x2f:
        this.at++;
        return new PdfName(this.#name());
      case 0x28:
        return this.#string(this.#literal());
      case 0x5b:
        this.at++;
        return this.#array(depth + 1);
      case 0x3c:
        if (bytes[this.at + 1] !== 0x3c) return this.#string(this.#hex());
        this.at += 2;
        return this.dict(depth + 1);
      case 0x5d:
        this.at++;
        return ARRAY_END;
      case 0x3e:
        this.at++;
        if (bytes[this.at] !== 0x3e) return new Keyword(">");
        this.at++;
        return DICT_END;
      case 0x29:
      case 0x7b:
      case 0x7d:
        this.at++;
        return new Keyword(String.fromCharCode(c));
    }
    return (c >= 0x30 && c <= 0x39) || c === 0x2b || c === 0x2d || c === 0x2e ? this.#number() : this.#word();
  }

  #string(bytes: Uint8Array): PdfString {
    return new PdfString(this.unseal ? this.unseal(bytes) : bytes);
  }

  #array(depth: number): PdfObject {
    this.meter.depth(depth);
    const out: PdfObject[] = [];
    for (;;) {
      const from = this.at;
      const item = this.read(depth);
      if (item === ARRAY_END || item === END) return out;
      if (!(item instanceof Keyword)) out.push(item);
      else if (item === DICT_END || item.value === "endobj" || item.value === "stream") {
        this.at = from;
        return out;
      }
    }
  }

  dict(depth: number): ReadonlyMap<string, PdfObject> {
    this.meter.depth(depth);
    const out = new Map<string, PdfObject>();
    for (;;) {
      let from = this.at;
      const key = this.read(depth);
      if (key === DICT_END || key === END) return out;
      if (key instanceof Keyword && (key.value === "endobj" || key.value === "stream")) {
        this.at = from;
        return out;
      }
      if (!(key instanceof PdfName)) continue;
      from = this.at;
      const value = this.read(depth);
      if (!(value instanceof Keyword)) {
        out.set(key.value, value);
        continue;
      }
      // a key without a value
      if (value === DICT_END || value === END) return out;
      if (value.value === "endobj" || value.value === "stream") {
        this.at = from;
        return out;
      }
    }
  }

  #name(): string {
    const { bytes, end } = this;
    let out = "";
    const start = this.at;
    let from = start;
    for (; this.at < end; this.at++) {
      const c = bytes[this.at]!;
      if (CLASS[c] !== 0) break;
      if (c !== 0x23) continue;
      const [high, low] = [HEX[bytes[this.at + 1] ?? 0]!, HEX[bytes[this.at + 2] ?? 0]!];
      if (this.at + 2 >= end || high === 255 || low === 255) continue;
      out += latin(bytes, from, this.at) + String.fromCharCode(high * 16 + low);
      this.at += 2;
      from = this.at + 1;
    }
    this.meter.run(this.at - start);
    return out + latin(bytes, from, this.at);
  }

  #literal(): Uint8Array {
    const { bytes } = this;
    const from = this.at + 1;
    const end = literalEnd(bytes, from, this.end);
    this.meter.run(end - from);
    const out = new Uint8Array(end - from);
    let length = 0;
    for (let at = from; at < end; at++) {
      let c = bytes[at]!;
      if (c === 13) {
        if (bytes[at + 1] === 10) at++;
        c = 10;
      } else if (c === 0x5c) {
        if (++at >= end) break;
        c = bytes[at]!;
        if (c === 13 || c === 10) {
          if (c === 13 && bytes[at + 1] === 10) at++;
          continue;
        }
        if (c >= 0x30 && c <= 0x37) {
          let value = c - 0x30;
          for (let i = 0; i < 2 && at + 1 < end; i++) {
            const d = bytes[at + 1]! - 0x30;
            if (!(d >= 0 && d <= 7)) break;
            value = value * 8 + d;
            at++;
          }
          c = value & 255;
        } else c = ESCAPES[c] ?? c;
      }
      out[length++] = c;
    }
    this.at = Math.min(end + 1, this.end);
    return out.slice(0, length);
  }

  #hex(): Uint8Array {
    const { bytes, end } = this;
    const from = this.at + 1;
    let to = from;
    while (to < end && bytes[to] !== 0x3e) to++;
    this.meter.run(to - from);
    const out = new Uint8Array((to - from + 1) >> 1);
    let digits = 0;
    for (let at = from; at < to; at++) {
      const digit = HEX[bytes[at]!]!;
      if (digit === 255) {
        if (CLASS[bytes[at]!] !== 1) this.irregular++;
        continue;
      }
      out[digits >> 1]! |= digits % 2 === 0 ? digit << 4 : digit;
      digits++;
    }
    if (digits % 2 !== 0) this.irregular++;
    this.at = Math.min(to + 1, end);
    return out.slice(0, (digits + 1) >> 1);
  }

  #number(): PdfObject | Keyword {
    const whole = this.#whole();
    if (whole !== null) return this.references && whole >= 0 ? this.#reference(whole) : whole;
    const text = this.#regular();
    if (INTEGER.test(text)) {
      const value = Number(text);
      return this.references && value >= 0 ? this.#reference(value) : value === 0 ? 0 : value;
    }
    if (NUMBER.test(text)) return new PdfReal(Number(text), text);
    this.irregular++;
    return lenient(text) ?? new Keyword(text);
  }

  /** Integers of a few digits, most numbers; null, without moving, for others. */
  #whole(): number | null {
    const { bytes, end } = this;
    const from = this.at;
    const sign = bytes[from]!;
    const first = sign === 0x2d || sign === 0x2b ? from + 1 : from;
    const last = Math.min(end, first + FEW_DIGITS);
    let at = first;
    let value = 0;
    for (; at < last; at++) {
      const digit = bytes[at]! - 0x30;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
    }
    if (at === first || (at < end && CLASS[bytes[at]!] === 0)) return null;
    this.at = at;
    return sign === 0x2d && value !== 0 ? -value : value;
  }

  #reference(num: number): PdfObject {
    const from = this.at;
    const gen = this.integer();
    if (gen >= 0 && gen <= 65535) {
      this.skip();
      const next = this.bytes[this.at + 1];
      if (this.bytes[this.at] === 0x52 && (this.at + 1 >= this.end || CLASS[next!] !== 0)) {
        this.at++;
        return new PdfRef(num, gen);
      }
    }
    this.at = from;
    return num;
  }

  #word(): PdfObject | Keyword {
    const text = this.#regular();
    const known = WORDS.get(text);
    if (known !== undefined) return known;
    switch (text) {
      case "true":
        return true;
      case "false":
        return false;
      case "null":
        return null;
      default:
        return new Keyword(text);
    }
  }

  /** Characters up to white space or a delimiter. */
  #regular(): string {
    const from = this.at;
    const { bytes, end } = this;
    let { at } = this;
    while (at < end && CLASS[bytes[at]!] === 0) at++;
    this.#moveTo(at);
    return latin(bytes, from, Math.min(at, from + LONGEST_WORD));
  }
}

/** As broken writers: `--5`, `5-3`, `1.2.3`, `4e-5`, `.`. Null for a word. */
function lenient(text: string): PdfReal | number | null {
  const found = /^([+-]*)(\d*)(?:\.(-?)(\d*))?/.exec(text)!;
  const [whole, sign, integral, , fraction] = found;
  const rest = text.slice(whole.length);
  if (rest !== "" && !/^[-+.\deE]/.test(rest)) return null;
  if (integral === "" && (fraction ?? "") === "" && rest !== "") return null;
  const minus = sign!.startsWith("-") ? "-" : "";
  const digits = integral!.slice(0, 30) || "0";
  if (fraction === undefined || fraction === "") {
    const value = Number(minus + digits);
    return Number.isSafeInteger(value) ? value + 0 : new PdfReal(value, `${minus}${digits}.0`);
  }
  const canonical = `${minus}${digits}.${fraction.slice(0, 15)}`;
  return new PdfReal(Number(canonical), canonical);
}

/** The end of the data if the parenthesis is missing. */
function literalEnd(bytes: Uint8Array, from: number, end: number): number {
  let depth = 0;
  for (let at = from; at < end; at++) {
    const c = bytes[at];
    if (c === 0x5c) at++;
    else if (c === 0x28) depth++;
    else if (c === 0x29 && depth-- === 0) return at;
  }
  return end;
}

/** Shorter texts are joined: a call with an array costs more. */
const SHORT_TEXT = 12;

/** Returns one character for each byte. */
export function latin(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let out = "";
  if (to - from <= SHORT_TEXT) {
    for (let at = from; at < Math.min(to, bytes.length); at++) out += String.fromCharCode(bytes[at]!);
    return out;
  }
  for (let at = from; at < to; at += 4096) out += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, Math.min(to, at + 4096)));
  return out;
}
