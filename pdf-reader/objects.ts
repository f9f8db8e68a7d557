import { latin } from "./lexer.js";
import { PdfName, PdfReal, PdfRef, PdfStream, PdfString, type PdfArray, type PdfDict, type PdfFile, type PdfObject } from "./types.js";

type Given = PdfObject | undefined;
/** A file, or one with changes. */
type Objects = Pick<PdfFile, "get">;
export type Texts = Pick<PdfFile, "get" | "step">;

/*
 * Accessors of objects. They take an object that is direct, or that its file has resolved: `nameOf(file.get(dict.get("Type")))`. Null for an
 * object of another type.
 */
export const isDict = (v: Given): v is PdfDict => v instanceof Map;
export const isArray = (v: Given): v is PdfArray => Array.isArray(v);

/** Returns the entries of a dictionary, or of a stream's. */
export const dictOf = (v: Given): PdfDict | null => (v instanceof PdfStream ? v.dict : isDict(v) ? v : null);

export const arrayOf = (v: Given): PdfArray | null => (isArray(v) ? v : null);

export const nameOf = (v: Given): string | null => (v instanceof PdfName ? v.value : null);

export const numberOf = (v: Given): number | null =>
  typeof v === "number" ? v : v instanceof PdfReal && Number.isFinite(v.value) ? v.value : null;

export const integerOf = (v: Given): number | null => {
  const n = numberOf(v);
  return n === null ? null : Math.trunc(n);
};

/** A key of a name or string, a character for each byte. */
export const keyOf = (v: Given): string | null => {
  if (v instanceof PdfName) return v.value;
  return v instanceof PdfString ? latin(v.bytes) : null;
};

/** Decodes a text string (ISO 32000-2, 7.9.2.2). */
export const textOf = (file: Texts, given: Given): string | null => {
  const found = file.get(given);
  if (!(found instanceof PdfString)) return null;
  // many objects may share a long one
  file.step(found.bytes.length >> 4);
  return textOfBytes(found.bytes);
};

function textOfBytes(bytes: Uint8Array): string {
  const [a, b, c] = bytes;
  if (a === 0xfe && b === 0xff) return utf16(bytes, false);
  if (a === 0xff && b === 0xfe) return utf16(bytes, true);
  if (a === 0xef && b === 0xbb && c === 0xbf) return wellFormed(new TextDecoder("utf-8").decode(bytes.subarray(3)));
  if (bytes.every(isPlain)) return latin(bytes);
  let out = "";
  for (const byte of bytes) out += PDF_DOC.get(byte) ?? String.fromCharCode(byte);
  return wellFormed(out);
}

const isPlain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;

/** Decodes UTF-16 without its language escapes. */
function utf16(bytes: Uint8Array, little: boolean): string {
  const decoded = new TextDecoder(little ? "utf-16le" : "utf-16be").decode(bytes.subarray(2));
  return wellFormed(decoded.replace(/\u001b[^\u001b]*\u001b/g, ""));
}

const wellFormed = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/g, "");

/** differences of PDFDocEncoding from Latin-1 (ISO 32000-2, D.3) */
const PDF_DOC: ReadonlyMap<number, string> = new Map([
  ...[..."\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc"].map((c, i): [number, string] => [0x18 + i, c]),
  ...[
    ..."\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e",
  ].map((c, i): [number, string] => [0x80 + i, c]),
  [0xa0, "\u20ac"],
]);

export const refKey = (given: Given): number | null => (given instanceof PdfRef ? given.num : null);

/** levels of a form */
const DEEPEST_FIELD = 32;

/** A widget with the fields that it belongs to, innermost first. */
export function* fieldsOf(file: Objects, widget: PdfDict): Generator<PdfDict> {
  let at: PdfDict | null = widget;
  for (let levels = 0; at && levels < DEEPEST_FIELD; levels++, at = dictOf(file.get(at.get("Parent")))) yield at;
}

/** Returns an entry that fields inherit (ISO 32000-1, 12.7.3.1); null if absent. */
export function inheritedOf(file: Objects, widget: PdfDict, key: string): PdfObject {
  let at: PdfDict | null = widget;
  for (let levels = 0; at && levels < DEEPEST_FIELD; levels++, at = dictOf(file.get(at.get("Parent")))) {
    const found = at.get(key);
    if (found !== undefined) return file.get(found);
  }
  return null;
}
