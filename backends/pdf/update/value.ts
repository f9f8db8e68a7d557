// Values of objects that are written to a file which exists (ISO 32000-2, 7.3).
import { isArray } from "../../../pdf-reader/objects.js";
import { PdfName, PdfReal, PdfRef, PdfStream, PdfString, type PdfDict, type PdfObject } from "../../../pdf-reader/types.js";
import type { ByteWriter } from "../syntax/bytes.js";
import { decimal } from "../syntax/object.js";

/** A string that is not encrypted in an encrypted file. */
export class PlainString extends PdfString {}

/** A string of zeros in hexadecimal digits, in whose place another is put after writing. */
export class Hole extends PlainString {
  constructor(size: number) {
    super(new Uint8Array(size));
  }
}

/** The file without a hole (ISO 32000-2, 12.8.1); numbers are known when the file is. */
export class ByteRange extends Array<number> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  constructor(readonly hole: Hole) {
    super(0, 0, 0, 0);
  }
}

/** Offsets from the beginning of what a writer holds. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Digits of each number after the first. */
const WIDTH = 10;
const RANGE = `[0${" ".repeat(3 * (WIDTH + 1))}]`;
const REGULAR = /^[A-Za-z0-9._+-]*$/;
const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;

export class ValueWriter {
  readonly holes = new Map<Hole, Span>();
  readonly ranges: { readonly hole: Hole; readonly at: number }[] = [];

  /** @param refOf number of an object in the file that is written */
  constructor(
    readonly w: ByteWriter,
    readonly refOf: (ref: PdfRef) => PdfRef | null = (ref) => ref,
  ) {}

  /** @param seal encryption of strings */
  write(value: PdfObject, seal: (bytes: Uint8Array) => Uint8Array): void {
    const { w } = this;
    if (value === null || typeof value === "boolean") w.ascii(String(value));
    else if (typeof value === "number") w.ascii(decimal(value));
    else if (value instanceof PdfReal) w.ascii(value.text);
    else if (value instanceof PdfName) this.#name(value.value);
    else if (value instanceof PdfString) this.#string(value, seal);
    else if (value instanceof PdfRef) {
      const ref = this.refOf(value);
      w.ascii(ref === null ? "null" : `${ref.num} ${ref.gen} R`);
    } else if (value instanceof PdfStream) w.ascii("null");
    else if (value instanceof ByteRange) {
      this.ranges.push({ hole: value.hole, at: w.length });
      w.ascii(RANGE);
    } else if (isArray(value)) {
      w.byte(0x5b);
      value.forEach((item, i) => {
        if (i > 0) w.byte(0x20);
        this.write(item, seal);
      });
      w.byte(0x5d);
    } else this.dict(value, seal);
  }

  dict(dict: PdfDict, seal: (bytes: Uint8Array) => Uint8Array): void {
    const { w } = this;
    w.ascii("<<");
    for (const [key, value] of dict) {
      this.#name(key);
      w.byte(0x20);
      this.write(value, seal);
    }
    w.ascii(">>");
  }

  #name(value: string): void {
    const { w } = this;
    w.byte(0x2f);
    if (REGULAR.test(value)) return w.ascii(value);
    for (let i = 0; i < value.length; i++) {
      const c = value[i]!;
      if (REGULAR.test(c)) w.ascii(c);
      else {
        w.byte(0x23);
        w.hex(value.charCodeAt(i) & 255);
      }
    }
  }

  #string(value: PdfString, seal: (bytes: Uint8Array) => Uint8Array): void {
    const { w } = this;
    const bytes = value instanceof PlainString ? value.bytes : seal(value.bytes);
    const from = w.length;
    if (!(value instanceof PlainString) && bytes.every(isPrintable)) {
      w.byte(0x28);
      for (const byte of bytes) w.literal(byte);
      w.byte(0x29);
    } else {
      w.byte(0x3c);
      for (const byte of bytes) w.hex(byte);
      w.byte(0x3e);
    }
    if (value instanceof Hole) this.holes.set(value, { from, to: w.length });
  }
}

/** Numbers of a byte range, as wide as their place. */
export function rangeText({ from, to }: Span, length: number): string {
  return `[0 ${from} ${to} ${length - to}`.padEnd(RANGE.length - 1) + "]";
}
