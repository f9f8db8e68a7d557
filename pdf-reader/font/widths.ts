// Widths of a CIDFont (ISO 32000-1, 9.7.4.3).
import { integerOf, isArray, numberOf } from "../objects.js";
import type { PdfFile, PdfObject } from "../types.js";

/** Reads /W into `widths`, as far as it can be read. @param defaultWidth for an entry that is no number */
export function readWidths(file: PdfFile, given: PdfObject | undefined, defaultWidth: number, widths: Map<number, number>): void {
  const w = file.get(given);
  if (!isArray(w)) return;
  for (let i = 0; i < w.length;) {
    const first = integerOf(file.get(w[i++]));
    const second = file.get(w[i++]);
    if (first === null) return;
    if (isArray(second)) {
      file.step(second.length);
      second.forEach((item, k) => widths.set(first + k, numberOf(file.get(item)) ?? defaultWidth));
      continue;
    }
    const last = Math.min(integerOf(second) ?? -1, 65_535);
    const width = numberOf(file.get(w[i++]));
    const least = Math.max(0, first);
    if (width === null || last < least) continue;
    file.step(last - least + 1);
    for (let cid = least; cid <= last; cid++) widths.set(cid, width);
  }
}
