// Colours of annotations and of the outline (ISO 32000-1, tables 151 and 166).
import { arrayOf, numberOf } from "../../pdf-reader/objects.js";
import type { PdfFile, PdfObject } from "../../pdf-reader/types.js";
import { CMYK, GRAY, hexOf, RGB, type Space } from "./colour.js";

const BY_LENGTH: ReadonlyMap<number, Space> = new Map([
  [1, GRAY],
  [3, RGB],
  [4, CMYK],
]);

/** `#RRGGBB` of a colour of 1, 3 or 4 components; black if absent, null if transparent. */
export function colourOf(file: PdfFile, given: PdfObject | undefined): string | null {
  const array = arrayOf(file.get(given));
  if (!array) return "#000000";
  const numbers = array.slice(0, 5).map((n) => numberOf(file.get(n)) ?? 0);
  const space = BY_LENGTH.get(numbers.length);
  return space ? hexOf(space.rgb(numbers)) : null;
}
