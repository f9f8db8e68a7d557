// Kind of a file by its bytes (IN-3).

type FileKind = "pdf" | "xml" | (typeof OTHERS)[number][1] | "e-mail (RFC 5322)" | "JSON" | "unknown";

const text = (s: string): readonly number[] => Array.from(s, (c) => c.charCodeAt(0));

const OTHERS = [
  [text("PK\u0003\u0004"), "ZIP"],
  [text("PK\u0005\u0006"), "ZIP"],
  [[0x1f, 0x8b], "gzip"],
  [[0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], "7z"],
  [text("Rar!\u001a\u0007"), "RAR"],
  [[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], "MSG"],
  [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], "PNG"],
  [[0xff, 0xd8, 0xff], "JPEG"],
  [text("II*\0"), "TIFF"],
  [text("MM\0*"), "TIFF"],
  [text("-----BEGIN PKCS7"), "CMS (.p7m)"],
  [text("-----BEGIN CMS"), "CMS (.p7m)"],
] as const satisfies readonly (readonly [readonly number[], string])[];

/** `SEQUENCE` with the object identifier 1.2.840.113549.1.7 of PKCS #7. */
const SIGNED_DATA = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07] as const;
const HEADER_FIELD =
  /^(?:From |(?:Return-Path|Received|From|To|Date|Subject|MIME-Version|Message-ID|Delivered-To|X-[\w-]+|DKIM-Signature|Content-Type):)/i;
const HEAD = 1024;

const isAt = (bytes: Uint8Array, mark: readonly number[], at = 0): boolean => mark.every((b, i) => bytes[at + i] === b);

const PDF = text("%PDF-");

export function kindOf(bytes: Uint8Array): FileKind {
  for (let at = 0; at < HEAD && at < bytes.length; at++) if (bytes[at] === 0x25 && isAt(bytes, PDF, at)) return "pdf";
  const other = OTHERS.find(([mark]) => isAt(bytes, mark));
  if (other) return other[1];
  if (bytes[0] === 0x30 && [2, 3, 4, 5, 6].some((at) => isAt(bytes, SIGNED_DATA, at))) return "CMS (.p7m)";
  const head = headOf(bytes.subarray(0, HEAD)).replace(/^\ufeff/, "");
  const begin = head.trimStart();
  if (begin.startsWith("<")) return "xml";
  if (/^[{[]/.test(begin)) return "JSON";
  if (HEADER_FIELD.test(head)) return "e-mail (RFC 5322)";
  // UNA, UNB of EDIFACT are text, which `formatOf` names
  return "unknown";
}

/** EDIFACT has no markup: its service segments begin the file. */
export const isEdifact = (bytes: Uint8Array): boolean => /^\s*(?:UNA.{6}\s*UNB|UNB\+)/.test(headOf(bytes.subarray(0, HEAD)));

/** Decodes by the byte order mark or zeros, else as Latin-1: only ASCII is looked at. */
function headOf(head: Uint8Array): string {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder("latin1").decode(head.subarray(3));
  if (a === 0xff && b === 0xfe) return new TextDecoder("utf-16le").decode(head);
  if (a === 0xfe && b === 0xff) return new TextDecoder("utf-16be").decode(head);
  if (a === 0x3c && b === 0) return new TextDecoder("utf-16le").decode(head);
  if (a === 0 && b === 0x3c) return new TextDecoder("utf-16be").decode(head);
  return new TextDecoder("latin1").decode(head);
}

/** Encoding of XML: by the byte order mark, the first bytes, or the declaration. */
export function encodingOf(xml: Uint8Array): string {
  const [a, b] = xml;
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return "UTF-16LE";
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return "UTF-16BE";
  const declared = /^[^<]*<\?xml\s[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(headOf(xml.subarray(0, HEAD)))?.[1];
  return (declared ?? "UTF-8").toUpperCase();
}
