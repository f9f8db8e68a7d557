// Outline, reduced to the pages that come over (PDF-22).
import { append } from "../../base/many.js";
import type { PdfDict, PdfFile, PdfObject } from "../../pdf-reader/types.js";
import type { ImportedEntry, SheetTarget } from "../box/page.js";
import { dictOf, refKey, textOf } from "../../pdf-reader/objects.js";
import type { PdfTarget, PdfTargets } from "../../pdf-reader/targets.js";

/** deeper entries move to the last */
const MOST_LEVELS = 32;

/** Children replace entries whose page is left out. Top-level entries are in page order. */
export function outlineOf(
  file: PdfFile,
  targets: PdfTargets,
  sheetOf: (target: PdfTarget) => SheetTarget | null,
): readonly ImportedEntry[] {
  const seen = new Set<number>();
  const level = (first: PdfObject | undefined, depth: number): ImportedEntry[] => {
    const out: ImportedEntry[] = [];
    let at = first;
    for (let dict: PdfDict | null; (dict = dictOf(file.get(at))); at = dict.get("Next")) {
      const key = refKey(at);
      if (key === null || seen.has(key)) break;
      seen.add(key);
      file.count(1);
      const children = depth < MOST_LEVELS ? level(dict.get("First"), depth + 1) : [];
      const found = targets.ofLink(dict);
      const target = found && sheetOf(found);
      const title = (textOf(file, dict.get("Title")) ?? "").replace(/\s+/g, " ").trim();
      if (target && title !== "") out.push({ title, target, children });
      else append(out, children);
    }
    return out;
  };
  const top = level(dictOf(file.get(file.catalog.get("Outlines")))?.get("First"), 1);
  return top.sort((a, b) => a.target.sheet - b.target.sheet);
}
