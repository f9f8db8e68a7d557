import type { ByteWriter } from "./bytes.js";

/** PDF objects (ISO 32000-1, 7.3) as plain values. Streams are not values: the file writer takes them apart. */
export type PdfValue = number | boolean | null | Name | Text | Bytes | Ref | Raw | readonly PdfValue[] | Dict;
export interface Dict {
  readonly [key: string]: PdfValue | undefined;
}
export class Name {
  constructor(readonly value: string) {}
}
/** A text string: PDFDocEncoding's ASCII part, else UTF-16BE with a byte order mark (7.9.2.2). */
export class Text {
  constructor(readonly value: string) {}
}
export class Bytes {
  constructor(readonly value: Uint8Array) {}
}
export class Ref {
  constructor(readonly num: number) {}
}
/** Syntax that is written as it is. */
export class Raw {
  constructor(readonly value: string) {}
}

export const name = (value: string): Name => new Name(value);
export const text = (value: string): Text => new Text(value);

export function writeValue(w: ByteWriter, v: PdfValue): void {
  if (typeof v === "number") w.num(v);
  else if (typeof v === "boolean") w.ascii(v ? "true" : "false");
  else if (v === null) w.ascii("null");
  else if (v instanceof Name) writeName(w, v.value);
  else if (v instanceof Text) writeText(w, v.value);
  else if (v instanceof Bytes) {
    w.byte(0x3c);
    for (const b of v.value) w.hex(b);
    w.byte(0x3e);
  } else if (v instanceof Ref) {
    w.int(v.num);
    w.ascii(" 0 R");
  } else if (v instanceof Raw) w.ascii(v.value);
  else if (isArray(v)) {
    w.byte(0x5b);
    v.forEach((item, i) => {
      if (i > 0) w.byte(0x20);
      writeValue(w, item);
    });
    w.byte(0x5d);
  } else {
    w.ascii("<<");
    for (const [key, item] of Object.entries(v)) {
      if (item === undefined) continue;
      writeName(w, key);
      w.byte(0x20);
      writeValue(w, item);
    }
    w.ascii(">>");
  }
}

const isArray = (v: PdfValue): v is readonly PdfValue[] => Array.isArray(v);

function writeName(w: ByteWriter, value: string): void {
  w.byte(0x2f);
  for (const b of new TextEncoder().encode(value)) {
    // regular characters stand for themselves, the rest as #xx (7.3.5)
    if (b > 0x20 && b < 0x7f && !"#/()<>[]{}%".includes(String.fromCharCode(b))) w.byte(b);
    else {
      w.byte(0x23);
      w.hex(b);
    }
  }
}

function writeText(w: ByteWriter, value: string): void {
  if (/^[\x20-\x7e]*$/.test(value)) {
    w.byte(0x28);
    for (let i = 0; i < value.length; i++) w.literal(value.charCodeAt(i));
    w.byte(0x29);
    return;
  }
  w.ascii("<FEFF");
  writeUtf16(w, value);
  w.byte(0x3e);
}

/** UTF-16BE in hexadecimal digits, without a byte order mark. */
export function writeUtf16(w: ByteWriter, value: string): void {
  for (let i = 0; i < value.length; i++) {
    const c = value.charCodeAt(i);
    w.hex(c >> 8);
    w.hex(c & 255);
  }
}
