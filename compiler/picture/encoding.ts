// Decoding of XML files (XML 1.0, appendix F).
import { PictureFault } from "./fault.js";

/** Detects UTF-16 by its byte order mark or a two-byte `<`. */
export function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return "utf-16le";
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return "utf-16be";
  return null;
}

/** @throws PictureFault if the bytes are not of the encoding */
export function decodeXml(bytes: Uint8Array): string {
  const wide = utf16Of(bytes);
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? "utf-8";
  // a readable declaration excludes two-byte encodings
  const encoding = wide ?? (/^(?:utf-16|ucs-2|iso-10646-ucs-2|unicode$)/i.test(declared) ? "utf-8" : declared);
  try {
    // the declared encoding no longer applies
    return decoded(bytes, encoding).replace(/^\s*<\?xml\s[^>]*\?>/, "");
  } catch {
    throw new PictureFault("svg", `the SVG file is not in the encoding ${wide ?? declared}`);
  }
}

function decoded(bytes: Uint8Array, encoding: string): string {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return decoder.encoding === "windows-1252" ? windows1252(bytes) : decoder.decode(bytes);
}

/** windows-1252, also for ISO 8859-1 and ASCII (WHATWG Encoding); some Node.js versions differ */
const UPPER =
  "\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178";

const windows1252 = (bytes: Uint8Array): string =>
  Array.from(bytes, (b) => (b >= 0x80 && b < 0xa0 ? UPPER[b - 0x80]! : String.fromCharCode(b))).join("");
