// Signatures of a file: their fields, dictionaries and the bytes that they sign (ISO 32000-2, 12.8.1; SG-41, SG-42).
import { hasLength } from "../../../../base/tuple.js";
import { fieldNodes } from "../../../../pdf-reader/field-tree.js";
import { HEX, latin, Lexer } from "../../../../pdf-reader/lexer.js";
import { Meter } from "../../../../pdf-reader/meter.js";
import { dictOf, inheritedOf, isArray, nameOf } from "../../../../pdf-reader/objects.js";
import { PdfName, PdfRef, type PdfBudgets, type PdfDict, type PdfFile } from "../../../../pdf-reader/types.js";
import type { ObjectPlace } from "./cross-reference.js";
import type { SignatureFinding } from "../report/report.js";

/** Signatures of a file that are judged (SG-43). */
export const MOST_SIGNATURES = 100;
/** Bytes of a signature at most (SG-43). */
const MOST_CONTENTS = 1 << 20;

/** A node of the form that has a signature as its value. */
export interface SignatureField {
  /** Full name. */
  readonly name: string;
  readonly dict: PdfDict;
  /** Reference to the signature dictionary; null for a direct one. */
  readonly ref: PdfRef | null;
  readonly value: PdfDict;
}

/** Bytes that a signature covers: from 0 to `gapAt`, from `gapEnd` to `end`. */
export interface SignedBytes {
  readonly gapAt: number;
  readonly gapEnd: number;
  readonly end: number;
  /** Value of `/Contents`, without its padding. */
  readonly contents: Uint8Array;
}

/** Fields of the last revision that are signed, each signature once. */
export function signatureFields(file: PdfFile): readonly SignatureField[] {
  const found: SignatureField[] = [];
  const seen = new Set<PdfDict>();
  for (const { name, dict } of fieldNodes(file)) {
    const given = dict.get("V");
    const value = given === undefined ? null : dictOf(file.get(given));
    if (!value || seen.has(value) || nameOf(file.get(inheritedOf(file, dict, "FT"))) !== "Sig") continue;
    seen.add(value);
    found.push({ name, dict, ref: given instanceof PdfRef ? given : null, value });
    if (found.length > MOST_SIGNATURES) break;
  }
  return found;
}

const error = (code: SignatureFinding["code"], message: string): SignatureFinding => ({ code, severity: "error", message });

/** Keys of a dictionary as they are written, with the bytes of the values. */
function writtenEntries(lexer: Lexer): readonly { readonly key: string; readonly from: number; readonly to: number }[] | null {
  if (!lexer.takes("<<")) return null;
  const entries: { readonly key: string; readonly from: number; readonly to: number }[] = [];
  while (!lexer.takes(">>")) {
    const key = lexer.read();
    if (!(key instanceof PdfName)) return null;
    lexer.skip();
    const from = lexer.at;
    lexer.read();
    entries.push({ key: key.value, from, to: lexer.at });
  }
  return entries;
}

/** The bytes that a signature covers, or the reason why its range is wrong. */
export function signedBytesOf(
  { ref, value }: SignatureField,
  {
    file,
    bytes,
    shift,
    places,
    budgets,
  }: {
    readonly file: PdfFile;
    /** From the header of the file, which is `shift` bytes after its beginning. */
    readonly bytes: Uint8Array;
    readonly shift: number;
    readonly places: ReadonlyMap<number, ObjectPlace>;
    readonly budgets: PdfBudgets;
  },
): SignedBytes | SignatureFinding {
  const place = ref && places.get(ref.num);
  if (!place || !("at" in place)) return error("contents_missing", "the signature is not an object of the file that can be found");
  const lexer = new Lexer(bytes, place.at, new Meter(budgets, bytes.length));
  if (lexer.integer() !== ref.num || lexer.integer() < 0 || !lexer.takes("obj"))
    return error("contents_missing", "the signature is not where the cross-reference has it");
  const entries = writtenEntries(lexer) ?? [];
  const written = entries.filter(({ key }) => key === "Contents");
  const ranges = entries.filter(({ key }) => key === "ByteRange");
  if (written.length !== 1 || bytes[written[0]!.from] !== 0x3c)
    return error("contents_missing", `/Contents must occur once, as a hexadecimal string; found ${written.length} times`);
  if (ranges.length !== 1) return error("byte_range", `/ByteRange must occur once; found ${ranges.length} times`);
  const numbers = file.get(value.get("ByteRange"));
  const range = isArray(numbers) ? numbers.map((n) => (typeof n === "number" ? n : -1)) : [];
  if (!hasLength(range, 4) || range.some((n) => n < 0))
    return error("byte_range", "/ByteRange must be an array of four integers of at least 0");
  const [start, length, from, rest] = range;
  const { from: gapAt, to: gapEnd } = written[0]!;
  if (start !== 0) return error("byte_range", `/ByteRange must begin at 0; found ${start}`);
  if (from < length) return error("byte_range", "the parts of /ByteRange overlap");
  if (from + rest > bytes.length + shift) return error("byte_range", `/ByteRange ends at ${from + rest}, beyond the end of the file`);
  if (length !== gapAt + shift || from !== gapEnd + shift)
    return error(
      "byte_range",
      `the gap of /ByteRange must be /Contents, ${gapAt + shift} to ${gapEnd + shift}; found ${length} to ${from}`,
    );
  const contents = unpadded(hexOf(bytes.subarray(gapAt + 1, gapEnd - 1)));
  if (contents === null) return error("contents_missing", "/Contents is not a signature in hexadecimal digits");
  if (contents.length > MOST_CONTENTS)
    return error("cms_malformed", `the signature has ${contents.length} bytes; at most ${MOST_CONTENTS}`);
  return { gapAt, gapEnd, end: from - shift + rest, contents };
}

function hexOf(text: Uint8Array): Uint8Array | null {
  const digits = text.filter((c) => HEX[c] !== 255);
  const isOther = text.some((c) => HEX[c] === 255 && !" \t\r\n\f\0".includes(latin(Uint8Array.of(c))));
  if (isOther || digits.length % 2 !== 0) return null;
  return Uint8Array.from({ length: digits.length >> 1 }, (_, i) => HEX[digits[2 * i]!]! * 16 + HEX[digits[2 * i + 1]!]!);
}

/** Removes what follows the first element of BER, which must be zeros; null if it ends early. */
function unpadded(bytes: Uint8Array | null): Uint8Array | null {
  if (bytes === null || bytes.length < 2 || bytes[0] !== 0x30) return null;
  const first = bytes[1]!;
  // of indefinite length: the reader of BER finds its end
  if (first === 0x80) return bytes;
  const count = first < 0x80 ? 0 : first & 0x7f;
  if (count > 4) return null;
  let length = count === 0 ? first : 0;
  for (let i = 0; i < count; i++) length = length * 256 + (bytes[2 + i] ?? 0);
  const end = 2 + count + length;
  if (end > bytes.length || bytes.subarray(end).some((byte) => byte !== 0)) return null;
  return bytes.subarray(0, end);
}

/** Offset of the last object that has the number, by its head, in a file without a cross-reference; null without one. */
export function scannedPlace(bytes: Uint8Array, { num, gen }: PdfRef): ObjectPlace {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(`${num} ${gen} obj`);
  return at < 0 ? null : { at, gen };
}
