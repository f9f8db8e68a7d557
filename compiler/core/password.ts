import { codePointName } from "../../base/code-point.js";
import { saslprep } from "@mongodb-js/saslprep";
import { must, type Reason } from "../help/reason.js";

type Algorithm = "aes_256" | "aes_128";

/** The reason never contains the password. */
type Prepared = { readonly bytes: Uint8Array } | { readonly reason: Reason };

const MOST = { aes_256: 127, aes_128: 32 } as const;

/**
 * aes_256: UTF-8 after SASLprep (RFC 4013), at most 127 bytes (ISO 32000-2, 7.6.4.3.3); characters newer than that profile are allowed.
 * aes_128: PDFDocEncoding, at most 32 bytes (ISO 32000-1, 7.6.3.3).
 */
export function preparePassword(given: string, algorithm: Algorithm): Prepared {
  const bytes = algorithm === "aes_256" ? utf8(given) : pdfDocEncoded(given);
  if ("reason" in bytes) return bytes;
  const most = MOST[algorithm];
  const length = bytes.bytes.length;
  if (length > most)
    return {
      reason: must(`at most ${most} bytes with ${algorithm}`, `${length} bytes`, {
        advice: algorithm === "aes_128" ? "aes_256 allows 127" : undefined,
      }),
    };
  return length === 0
    ? { reason: must("a password that is not empty after the preparation of RFC 4013", "only characters that it removes") }
    : bytes;
}

function utf8(given: string): Prepared {
  try {
    return { bytes: new TextEncoder().encode(saslprep(given, { allowUnassigned: true })) };
  } catch {
    return {
      reason: must("characters that RFC 4013 allows in a password", "others: control characters, private use, or mixed directions"),
    };
  }
}

function pdfDocEncoded(given: string): Prepared {
  const out: number[] = [];
  for (const char of given) {
    const code = codeOf(char);
    if (code === undefined) {
      return {
        reason: must("characters of PDFDocEncoding with aes_128", codePointName(char.codePointAt(0)!), { advice: "aes_256 allows any" }),
      };
    }
    out.push(code);
  }
  return { bytes: Uint8Array.from(out) };
}

/** PDFDocEncoding (ISO 32000-1, annex D.2) where it differs from Latin-1: codes 18 to 1F, 80 to 9E and A0. */
const FROM_18 = "\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc";
const FROM_80 =
  "\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e";

function codeOf(char: string): number | undefined {
  const point = char.codePointAt(0)!;
  if ((point >= 0x20 && point <= 0x7e) || (point >= 0xa1 && point <= 0xff && point !== 0xad)) return point;
  if (point === 0x20ac) return 0xa0;
  const low = FROM_18.indexOf(char);
  if (low >= 0) return 0x18 + low;
  const high = FROM_80.indexOf(char);
  return high >= 0 ? 0x80 + high : undefined;
}
