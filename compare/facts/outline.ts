// Outline of a document, in order (ISO 32000-2, 12.3.3; DF-12).
import { dictOf, numberOf, textOf } from "../../pdf-reader/objects.js";
import type { PdfDict, PdfFile } from "../../pdf-reader/types.js";
import { colourOf } from "./annotation-colour.js";
import type { Destinations } from "./destinations.js";
import type { OutlineFact } from "./facts.js";

const ITALIC = 1;
const BOLD = 2;

/** Returns the entries with their levels; an entry that was met before ends its level. */
export function outlineOf(file: PdfFile, destinations: Destinations): readonly OutlineFact[] {
  const out: OutlineFact[] = [];
  const seen = new Set<PdfDict>();
  const levels: (PdfDict | null)[] = [dictOf(file.get(dictOf(file.get(file.catalog.get("Outlines")))?.get("First")))];
  while (levels.length > 0) {
    const entry = levels.pop();
    if (!entry || seen.has(entry)) continue;
    seen.add(entry);
    levels.push(dictOf(file.get(entry.get("Next"))));
    const { target, page, at } = destinations.of(entry) ?? { target: "", page: null, at: null };
    const title = (textOf(file, entry.get("Title")) ?? "").replace(/\s+/g, " ").trim();
    out.push({ title, level: levels.length, target, page, at, look: lookOf(file, entry) });
    levels.push(dictOf(file.get(entry.get("First"))));
  }
  return out;
}

/** Style, colour and state, joined by blanks; empty for an open entry in plain black. */
function lookOf(file: PdfFile, entry: PdfDict): string {
  const flags = numberOf(file.get(entry.get("F"))) ?? 0;
  const colour = colourOf(file, entry.get("C")) ?? "#000000";
  const isClosed = (numberOf(file.get(entry.get("Count"))) ?? 0) < 0;
  return [flags & BOLD ? "bold" : "", flags & ITALIC ? "italic" : "", colour === "#000000" ? "" : colour, isClosed ? "closed" : ""]
    .filter((word) => word !== "")
    .join(" ");
}
