// Changes of what belongs to the whole document (SG-40).
import { dictOf, nameOf, isDict } from "../../../../pdf-reader/objects.js";
import { PdfRef, type PdfDict, type PdfFile, type PdfObject } from "../../../../pdf-reader/types.js";
import type { ChangeKind } from "../report/report.js";
import { differentKeys, type Comparison } from "./comparison.js";
import { addsOnlyTags } from "./tags.js";

/** Kinds of changes by the entry of the catalog; null: compared elsewhere; `catalog` for others. */
const KINDS: ReadonlyMap<string, ChangeKind | null> = new Map<string, ChangeKind | null>([
  ["Pages", null],
  ["AcroForm", null],
  ["Metadata", "metadata"],
  ["PieceInfo", "metadata"],
  ["OpenAction", "action"],
  ["AA", "action"],
  ["AF", "attachment"],
  ["Outlines", "outline"],
  ["StructTreeRoot", "structure"],
  ["MarkInfo", "structure"],
]);

const NAME_KINDS: ReadonlyMap<string, ChangeKind> = new Map<string, ChangeKind>([
  ["EmbeddedFiles", "attachment"],
  ["JavaScript", "action"],
]);

/** Entries of the dictionary of validation data (ETSI EN 319 142-1, 5.4.2.2). */
const VALIDATION: ReadonlySet<string> = new Set(["Type", "Certs", "OCSPs", "CRLs", "VRI"]);

export function compareCatalogs(cx: Comparison): void {
  const { old, now, changes } = cx;
  const report = (kind: ChangeKind, object: number | null, permitted = false): void => void changes.push({ kind, permitted, object });
  const root = now.trailer.get("Root");
  const num = root instanceof PdfRef ? root.num : null;
  if (!cx.equality.equal(old.trailer.get("Encrypt"), now.trailer.get("Encrypt"))) report("encryption", cx.equality.differentIn);
  const information = now.trailer.get("Info");
  if (!cx.isSame(old.trailer.get("Info"), information)) report("metadata", information instanceof PdfRef ? information.num : null, true);
  for (const { key, before, after, object } of differentKeys(cx, old.catalog, now.catalog, num)) {
    const kind = KINDS.get(key);
    if (kind === null) continue;
    if (key === "DSS") report(isValidation(now, after) ? "added_validation" : "catalog", object, isValidation(now, after));
    else if (key === "Version" ? isLaterVersion(now, before, after) : key === "Extensions" && isExtended(cx, before, after)) continue;
    else if (key === "Names") compareNames(cx, before, after, object);
    else if (key === "StructTreeRoot" && addsOnlyTags(cx, before, after)) continue;
    else if (key === "Metadata") {
      const isStream = nameOf(now.get(dictOf(now.get(after))?.get("Type"))) === "Metadata";
      report(isStream ? "metadata" : "catalog", object, isStream);
    } else report(kind ?? "catalog", object, kind === "metadata");
  }
}

function isValidation(file: PdfFile, value: PdfObject): boolean {
  const dict = file.get(value);
  return isDict(dict) && [...dict.keys()].every((key) => VALIDATION.has(key));
}

function isLaterVersion(file: PdfFile, before: PdfObject, after: PdfObject): boolean {
  const [was, is] = [nameOf(file.get(before)) ?? "", nameOf(file.get(after)) ?? ""];
  return /^[12]\.\d$/.test(is) && is > was;
}

/** True if the last revision declares more extensions of the format, as a signature of a newer kind needs. */
function isExtended({ old, now, equality }: Comparison, before: PdfObject, after: PdfObject): boolean {
  const [was, is] = [dictOf(old.get(before)) ?? new Map(), now.get(after)];
  if (!isDict(is)) return false;
  const known: PdfDict = was;
  return [...known.keys()].every((key) => key === "ISO_" || equality.equal(known.get(key), is.get(key)));
}

function compareNames(cx: Comparison, before: PdfObject, after: PdfObject, num: number | null): void {
  const [was, is] = [dictOf(cx.old.get(before)) ?? new Map(), dictOf(cx.now.get(after)) ?? new Map()];
  for (const { key, object } of differentKeys(cx, was, is, num))
    cx.changes.push({ kind: NAME_KINDS.get(key) ?? "catalog", permitted: false, object });
}
