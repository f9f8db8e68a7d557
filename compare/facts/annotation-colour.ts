// Colours of annotations and of the outline (ISO 32000-1, tables 151 and 166).
import { deviceColour } from "../../pdf-reader/device-colour.js";
import { arrayOf, numberOf } from "../../pdf-reader/objects.js";
import type { PdfFile, PdfObject } from "../../pdf-reader/types.js";

/** Reads a colour of 1, 3 or 4 components as `#RRGGBB`; black if absent, null if transparent. */
export function colourOf(file: PdfFile, given: PdfObject | undefined): string | null {
  const array = arrayOf(file.get(given));
  if (!array) return "#000000";
  return deviceColour(array.slice(0, 5).map((n) => numberOf(file.get(n)) ?? 0));
}
