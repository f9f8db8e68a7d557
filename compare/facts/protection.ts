// Encryption and permissions of a file (ISO 32000-2, 7.6; DF-7).
import { dictOf, nameOf, numberOf } from "../../pdf-reader/objects.js";
import type { PdfDict, PdfFile } from "../../pdf-reader/types.js";
import type { ProtectionFacts } from "./facts.js";

/** Names of settings, with their bits counted from 1 (table 22), and the bit that decides in revision 2. */
const PERMISSIONS = [
  ["print", 3, 3],
  ["print_high_quality", 12, 3],
  ["modify", 4, 4],
  ["copy", 5, 5],
  ["annotate", 6, 6],
  ["fill_forms", 9, 6],
  ["extract_accessibility", 10, 5],
  ["assemble", 11, 4],
] as const;

/** Returns null for a file that is not encrypted. */
export function protectionOf(file: PdfFile): ProtectionFacts | null {
  const dict = dictOf(file.get(file.trailer.get("Encrypt")));
  if (!dict) return null;
  const bits = numberOf(file.get(dict.get("P"))) ?? 0;
  const isFirst = numberOf(file.get(dict.get("R"))) === 2;
  const permissions = PERMISSIONS.filter(([, bit, early]) => (bits >>> ((isFirst ? early : bit) - 1)) & 1).map(([name]) => name);
  return { method: methodOf(file, dict), permissions };
}

function methodOf(file: PdfFile, dict: PdfDict): string {
  const version = numberOf(file.get(dict.get("V"))) ?? 0;
  if (version < 4) {
    const length = version === 1 ? 40 : (numberOf(file.get(dict.get("Length"))) ?? 40);
    // in bytes by mistake of the writer
    return `RC4-${length < 40 ? length * 8 : length}`;
  }
  const filter = dictOf(file.get(dictOf(file.get(dict.get("CF")))?.get(nameOf(file.get(dict.get("StmF"))) ?? "Identity")));
  switch (nameOf(file.get(filter?.get("CFM")))) {
    case "AESV3":
      return "AES-256";
    case "AESV2":
      return "AES-128";
    case "V2":
      return "RC4-128";
    default:
      return "none";
  }
}
