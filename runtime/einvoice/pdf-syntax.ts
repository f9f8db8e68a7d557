// Objects of a PDF of any producer, as far as embedded files need them (ISO 32000-1, 7.3).
import { inflateSync } from "node:zlib";

export type PdfValue = number | boolean | null | PdfName | PdfString | PdfRef | readonly PdfValue[] | PdfDict;
export interface PdfName {
  readonly name: string;
}
export interface PdfString {
  readonly bytes: Buffer;
}
export interface PdfRef {
  readonly ref: number;
}
export type PdfDict = ReadonlyMap<string, PdfValue>;

const SPACE = /[\0\t\n\f\r ]/;
const DEEPEST = 100;

/** Reader of values in Latin-1 text; damaged syntax ends the value. */
export class PdfSyntax {
  constructor(
    readonly text: string,
    public at = 0,
  ) {}

  value(depth = 0): PdfValue {
    this.#skip();
    const { text } = this;
    const c = text[this.at];
    if (c === undefined || depth > DEEPEST) throw new Error("damaged");
    if (text.startsWith("<<", this.at)) return this.#dict(depth);
    if (c === "[") return this.#array(depth);
    if (c === "/") return { name: this.#name() };
    if (c === "(") return { bytes: this.#literal() };
    if (c === "<") return { bytes: this.#hex() };
    const ref = /(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?![A-Za-z])/y;
    ref.lastIndex = this.at;
    const found = ref.exec(text);
    if (found) {
      this.at = ref.lastIndex;
      return { ref: Number(found[1]) };
    }
    const word = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
    word.lastIndex = this.at;
    const token = word.exec(text)?.[0];
    if (token === undefined) throw new Error("damaged");
    this.at = word.lastIndex;
    if (token === "true" || token === "false") return token === "true";
    const n = Number(token);
    return Number.isNaN(n) ? null : n;
  }

  #skip(): void {
    for (;;) {
      const c = this.text[this.at];
      if (c === "%") while (this.at < this.text.length && !/[\r\n]/.test(this.text[this.at]!)) this.at++;
      else if (c !== undefined && SPACE.test(c)) this.at++;
      else return;
    }
  }

  #dict(depth: number): PdfDict {
    this.at += 2;
    const out = new Map<string, PdfValue>();
    for (;;) {
      this.#skip();
      if (this.text.startsWith(">>", this.at)) {
        this.at += 2;
        return out;
      }
      if (this.text[this.at] !== "/") throw new Error("damaged");
      const key = this.#name();
      out.set(key, this.value(depth + 1));
    }
  }

  #array(depth: number): readonly PdfValue[] {
    this.at++;
    const out: PdfValue[] = [];
    for (;;) {
      this.#skip();
      if (this.text[this.at] === "]") {
        this.at++;
        return out;
      }
      out.push(this.value(depth + 1));
    }
  }

  #name(): string {
    const name = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y;
    name.lastIndex = this.at;
    const found = name.exec(this.text)![0];
    this.at = name.lastIndex;
    return found.slice(1).replace(/#([0-9A-Fa-f]{2})/g, (_, h: string) => String.fromCharCode(parseInt(h, 16)));
  }

  #literal(): Buffer {
    let depth = 0;
    let out = "";
    for (this.at++; ; this.at++) {
      const c = this.text[this.at];
      if (c === undefined) throw new Error("damaged");
      if (c === "\\") {
        const octal = /^[0-7]{1,3}/.exec(this.text.slice(this.at + 1, this.at + 4))?.[0];
        if (octal !== undefined) {
          out += String.fromCharCode(parseInt(octal, 8) & 255);
          this.at += octal.length;
          continue;
        }
        const next = this.text[++this.at] ?? "";
        if (next === "\r" && this.text[this.at + 1] === "\n") this.at++;
        else if (next !== "\n" && next !== "\r") out += ESCAPES[next] ?? next;
        continue;
      }
      if (c === "(") depth++;
      if (c === ")" && depth-- === 0) {
        this.at++;
        return Buffer.from(out, "latin1");
      }
      out += c;
    }
  }

  #hex(): Buffer {
    const end = this.text.indexOf(">", this.at);
    if (end < 0) throw new Error("damaged");
    const digits = this.text.slice(this.at + 1, end).replace(/[^0-9A-Fa-f]/g, "");
    this.at = end + 1;
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** PDFDocEncoding (its Latin part), or UTF-16 and UTF-8 with a mark. */
export function textOfString({ bytes }: PdfString): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes.subarray(2));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3).toString("utf8");
  return bytes.toString("latin1");
}

export interface PdfObject {
  readonly value: PdfValue;
  /** encoded data of a stream */
  readonly data: Buffer | null;
}

/** Indirect objects by number, and dictionaries of trailers. */
export interface PdfFile {
  readonly objects: ReadonlyMap<number, PdfObject>;
  readonly trailers: readonly PdfDict[];
}

export const isDict = (v: PdfValue | undefined): v is PdfDict => v instanceof Map;
const isName = (v: PdfValue | undefined, name: string): boolean => typeof v === "object" && v !== null && "name" in v && v.name === name;

/** Bytes of an inflated stream. */
const MOST = 24 * 1024 * 1024;

/** All objects in the order of the file, whatever its cross-reference says: a later one of a number replaces an earlier one. */
export function readPdf(pdf: Uint8Array): PdfFile {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const text = bytes.toString("latin1");
  const objects = new Map<number, PdfObject>();
  const trailers: PdfDict[] = [];
  const starts = /(?:(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+obj\b|\btrailer\b)/g;
  for (let found; (found = starts.exec(text));) {
    const syntax = new PdfSyntax(text, starts.lastIndex);
    let value: PdfValue;
    try {
      value = syntax.value();
    } catch {
      continue;
    }
    if (found[1] === undefined) {
      if (isDict(value)) trailers.push(value);
      continue;
    }
    const stream = /[\0\t\n\f\r ]*stream(?:\r\n|\n|\r)/y;
    stream.lastIndex = syntax.at;
    let data: Buffer | null = null;
    if (isDict(value) && stream.test(text)) {
      const begin = stream.lastIndex;
      const end = endOf(value.get("Length"), begin, text, objects);
      data = bytes.subarray(begin, end);
      syntax.at = end;
    }
    objects.set(Number(found[1]), { value, data });
    starts.lastIndex = Math.max(starts.lastIndex, syntax.at);
    if (isDict(value) && isName(value.get("Type"), "XRef")) trailers.push(value);
  }
  for (const { value, data } of [...objects.values()])
    if (data && isDict(value) && isName(value.get("Type"), "ObjStm")) unpack(value, data, objects);
  return { objects, trailers };
}

/** A length that the file does not keep ends before the keyword. */
function endOf(length: PdfValue | undefined, begin: number, text: string, objects: ReadonlyMap<number, PdfObject>): number {
  const given = typeof length === "number" ? length : isRef(length) ? objects.get(length.ref)?.value : undefined;
  if (typeof given === "number" && /^\s*endstream/.test(text.slice(begin + given, begin + given + 16))) return begin + given;
  const end = text.indexOf("endstream", begin);
  return end < 0 ? text.length : end;
}

export const isRef = (v: PdfValue | undefined): v is PdfRef => typeof v === "object" && v !== null && "ref" in v;

function unpack(dict: PdfDict, data: Buffer, objects: Map<number, PdfObject>): void {
  const plain = decoded(dict, data, objects);
  const [count, first] = [dict.get("N"), dict.get("First")];
  if (!plain || typeof count !== "number" || typeof first !== "number") return;
  const text = plain.toString("latin1");
  const head = text.slice(0, first).trim().split(/\s+/).map(Number);
  for (let i = 0; i < count; i++) {
    const [number, offset] = [head[2 * i], head[2 * i + 1]];
    if (number === undefined || offset === undefined || objects.has(number)) continue;
    try {
      objects.set(number, { value: new PdfSyntax(text, first + offset).value(), data: null });
    } catch {
      // damaged objects are none
    }
  }
}

/** null for filters other than Flate and hexadecimal, and for damaged data */
export function decoded(dict: PdfDict, data: Buffer, objects: ReadonlyMap<number, PdfObject>): Buffer | null {
  const resolve = (v: PdfValue | undefined): PdfValue | undefined => (isRef(v) ? objects.get(v.ref)?.value : v);
  const filter = resolve(dict.get("Filter"));
  const filters = Array.isArray(filter) ? (filter as readonly PdfValue[]) : filter === undefined || filter === null ? [] : [filter];
  let out = data;
  for (const f of filters) {
    const name = typeof f === "object" && f !== null && "name" in f ? f.name : "";
    try {
      if (name === "FlateDecode" || name === "Fl") out = inflateSync(out, { maxOutputLength: MOST });
      else if (name === "ASCIIHexDecode" || name === "AHx") out = Buffer.from(out.toString("latin1").replace(/[^0-9A-Fa-f]/g, ""), "hex");
      else return null;
    } catch {
      return null;
    }
  }
  return out;
}
