// Standards that a file names, which its new parts follow (FM-45).
import { arrayOf, dictOf, nameOf, numberOf } from "../../../pdf-reader/objects.js";
import { PdfStream, type PdfFile } from "../../../pdf-reader/types.js";
import type { Profile } from "../../../ir/ir.js";

const PROFILES: ReadonlyMap<string, Profile> = new Map([
  ["1", "pdfa-1b"],
  ["2", "pdfa-2u"],
  ["3", "pdfa-3u"],
  ["4", "pdfa-4"],
]);
const PART = /pdfaid:part\s*(?:=\s*["'](\d)|>\s*(\d))/;

/** Returns the profile by the XMP metadata; null: none. */
export function profileOf(file: PdfFile): Profile | null {
  const metadata = file.get(file.catalog.get("Metadata"));
  if (!(metadata instanceof PdfStream)) return null;
  const found = PART.exec(new TextDecoder("utf-8").decode(file.decode(metadata).bytes));
  return PROFILES.get(found?.[1] ?? found?.[2] ?? "") ?? null;
}

/** True if device colours of the file are RGB by an output intent. */
export function hasRgbIntent(file: PdfFile): boolean {
  return (arrayOf(file.get(file.catalog.get("OutputIntents"))) ?? []).some((given) => {
    const intent = dictOf(file.get(given));
    const profile = file.get(intent?.get("DestOutputProfile"));
    return (
      (nameOf(file.get(intent?.get("S"))) ?? "").startsWith("GTS_PDFA") &&
      profile instanceof PdfStream &&
      numberOf(file.get(profile.dict.get("N"))) === 3
    );
  });
}
