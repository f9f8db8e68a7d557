// Name trees and number trees of PDF files (ISO 32000-2, 7.9.6 and 7.9.7).
import type { PdfDict, PdfFile, PdfObject } from "./types.js";
import { arrayOf, dictOf, refKey } from "./objects.js";

/** Loops end. */
export function* entriesOf(file: PdfFile, root: PdfDict | null, kind: "Names" | "Nums"): Generator<readonly [PdfObject, PdfObject]> {
  const seen = new Set<number>();
  const rest: PdfDict[] = root ? [root] : [];
  for (let node; (node = rest.pop());) {
    const entries = arrayOf(file.get(node.get(kind))) ?? [];
    file.count(entries.length);
    for (let i = 0; i + 1 < entries.length; i += 2) yield [file.get(entries[i]), entries[i + 1]!];
    const kids: PdfDict[] = [];
    const below = arrayOf(file.get(node.get("Kids"))) ?? [];
    file.count(below.length);
    for (const kid of below) {
      const key = refKey(kid);
      const dict = dictOf(file.get(kid));
      if (!dict || (key !== null && seen.has(key))) continue;
      if (key !== null) seen.add(key);
      kids.push(dict);
    }
    for (const kid of kids.reverse()) rest.push(kid);
  }
}
