// ISO 32000-1, 7.3.
import { unitAt } from "../../../base/code-unit.js";
import type { ByteWriter } from "./bytes.js";
import { bounded, LARGEST } from "./number.js";

/** PDF objects (ISO 32000-1, 7.3); streams are written by the file writer. */
export type PdfValue = number | boolean | null | Name | Text | Bytes | Ref | Refs | Raw | Entries | readonly PdfValue[] | Dict;
/** A dictionary (7.3.7); undefined entries are omitted. */
export interface Dict {
  readonly [key: string]: PdfValue | undefined;
}
/** A name (7.3.5), without the solidus. */
export class Name {
  constructor(readonly value: string) {}
}
/** A text string: ASCII subset of PDFDocEncoding, else UTF-16BE with a byte order mark (7.9.2.2). */
export class Text {
  constructor(readonly value: string) {}
}
export class Bytes {
  constructor(readonly value: Uint8Array) {}
}
/** An indirect reference (7.3.10); generations are always 0. */
export class Ref {
  constructor(readonly num: number) {}
}
/** References by object number, 0 for null; no object per element, for long arrays. */
export class Refs {
  constructor(readonly nums: ArrayLike<number>) {}
}
export class Raw {
  constructor(readonly value: string) {}
}

/** Keys may be any bytes. */
export class Entries {
  constructor(readonly all: readonly (readonly [key: Name | Raw, value: PdfValue])[]) {}
}

export const name = (value: string): Name => new Name(value);
export const text = (value: string): Text => new Text(value);

export type Seal = (bytes: Uint8Array) => Uint8Array;

export function writeValue(w: ByteWriter, v: PdfValue, seal?: Seal): void {
  if (typeof v === "number") w.num(v);
  else if (typeof v === "boolean") w.ascii(v ? "true" : "false");
  else if (v === null) w.ascii("null");
  else if (v instanceof Name) writeName(w, v.value);
  else if (v instanceof Text) {
    if (seal) writeBytes(w, seal(textBytes(v.value)));
    else writeText(w, v.value);
  } else if (v instanceof Bytes) writeBytes(w, seal ? seal(v.value) : v.value);
  else if (v instanceof Ref) {
    w.int(v.num);
    w.ascii(" 0 R");
  } else if (v instanceof Refs) writeRefs(w, v.nums);
  else if (v instanceof Raw) w.ascii(v.value);
  else if (v instanceof Entries) {
    w.ascii("<<");
    for (const [key, value] of v.all) {
      writeValue(w, key);
      w.byte(0x20);
      writeValue(w, value, seal);
    }
    w.ascii(">>");
  } else if (isArray(v)) {
    w.byte(0x5b);
    v.forEach((item, i) => {
      if (i > 0) w.byte(0x20);
      writeValue(w, item, seal);
    });
    w.byte(0x5d);
  } else {
    w.ascii("<<");
    writeEntries(w, v, seal);
    w.ascii(">>");
  }
}

export function writeEntries(w: ByteWriter, dict: Dict, seal?: Seal): void {
  for (const key of Object.keys(dict)) {
    const item = dict[key];
    if (item === undefined) continue;
    writeName(w, key);
    // a delimiter ends a name (7.2.3)
    if (needsSpace(item)) w.byte(0x20);
    writeValue(w, item, seal);
  }
}

function writeRefs(w: ByteWriter, nums: ArrayLike<number>): void {
  w.byte(0x5b);
  for (let i = 0; i < nums.length; i++) {
    if (i > 0) w.byte(0x20);
    const n = nums[i]!;
    if (n === 0) w.ascii("null");
    else {
      w.int(n);
      w.ascii(" 0 R");
    }
  }
  w.byte(0x5d);
}

const needsSpace = (v: PdfValue): boolean =>
  typeof v !== "object" || v === null || v instanceof Ref || (v instanceof Raw && !"<[(/".includes(v.value.charAt(0)));

const isArray = (v: PdfValue): v is readonly PdfValue[] => Array.isArray(v);

const PLAIN = Uint8Array.from({ length: 128 }, (_, c) => (/[A-Za-z0-9._+-]/.test(String.fromCharCode(c)) ? 1 : 0));

function isPlain(value: string): boolean {
  for (let i = 0; i < value.length; i++) if (PLAIN[unitAt(value, i)] !== 1) return false;
  return true;
}

function writeName(w: ByteWriter, value: string): void {
  w.byte(0x2f);
  if (isPlain(value)) return w.ascii(value);
  for (const b of new TextEncoder().encode(value)) {
    // regular characters are literal, others #xx (7.3.5)
    if (b > 0x20 && b < 0x7f && !"#/()<>[]{}%".includes(String.fromCharCode(b))) w.byte(b);
    else {
      w.byte(0x23);
      w.hex(b);
    }
  }
}

function writeBytes(w: ByteWriter, bytes: Uint8Array): void {
  w.byte(0x3c);
  for (const b of bytes) w.hex(b);
  w.byte(0x3e);
}

/** True if a text string is ASCII; else it is UTF-16BE with a byte order mark (7.9.2.2). */
export const isAsciiText = (value: string): boolean => /^[\x20-\x7e]*$/.test(value);

export const textLength = (value: string): number => (isAsciiText(value) ? value.length : 2 * value.length + 2);

function textBytes(value: string): Uint8Array {
  if (isAsciiText(value)) return Uint8Array.from(value, (c) => c.charCodeAt(0));
  const out = [0xfe, 0xff];
  for (let i = 0; i < value.length; i++) out.push(value.charCodeAt(i) >> 8, value.charCodeAt(i) & 255);
  return Uint8Array.from(out);
}

function writeText(w: ByteWriter, value: string): void {
  if (isAsciiText(value)) {
    w.byte(0x28);
    for (let i = 0; i < value.length; i++) w.literal(unitAt(value, i));
    w.byte(0x29);
    return;
  }
  w.ascii("<FEFF");
  writeUtf16(w, value);
  w.byte(0x3e);
}

/**
 * Shortest decimal with up to six places, without exponent.
 * @throws NumberError beyond the limit
 */
export const decimal = (v: number, limit = LARGEST): string => {
  bounded(v, limit);
  if (Number.isInteger(v)) return String(v);
  const s = v.toFixed(6).replace(/\.?0+$/, "");
  return s === "-0" ? "0" : s;
};

/** Hexadecimal, without a byte order mark. */
export function writeUtf16(w: ByteWriter, value: string): void {
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    w.hex(c >> 8);
    w.hex(c & 255);
  }
}
