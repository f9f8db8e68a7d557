// Rights that the signatures of a revision leave to those after it (ISO 32000-2, 12.8.2.2 and 12.8.2.4; SG-40).
import { dictOf, numberOf } from "../../../pdf-reader/objects.js";
import { certificationOf, isLockedBy, locksOf, type FieldLock } from "../../../pdf-reader/signature-rules.js";
import type { PdfDict, PdfFile } from "../../../pdf-reader/types.js";
import type { Rights } from "./changes/comparison.js";
import type { SignatureLock } from "./report/report.js";
import { signatureFields } from "./file/signature-fields.js";

const ACTIONS: Readonly<Record<FieldLock["action"], SignatureLock["action"]>> = { All: "all", Include: "include", Exclude: "exclude" };

const fieldLock = (file: PdfFile, value: PdfDict): FieldLock | null => locksOf(file, value)[0] ?? null;

/** Returns the fields that a signature locks; null without a lock. */
export function lockOf(file: PdfFile, value: PdfDict): SignatureLock | null {
  const lock = fieldLock(file, value);
  return lock && { action: ACTIONS[lock.action], ...(lock.action !== "All" && { fields: lock.fields }) };
}

export function rightsOf(file: PdfFile): Rights {
  let level: 1 | 2 | 3 | null = null;
  const all: FieldLock[] = [];
  const restrict = (to: 1 | 2 | 3): void => {
    level = level === null || to < level ? to : level;
  };
  let isCertified = false;
  for (const { dict, value } of signatureFields(file)) {
    const certified = certificationOf(file, value);
    if (certified !== null) {
      restrict(certified);
      isCertified = true;
    }
    const lock = fieldLock(file, value);
    if (lock) all.push(lock);
    const permission = numberOf(file.get(dictOf(file.get(dict.get("Lock")))?.get("P")));
    if (permission === 1 || permission === 2) restrict(permission);
  }
  return { level: level ?? 2, isCertified, isLocked: (field) => all.some((lock) => isLockedBy(lock, field)) };
}
