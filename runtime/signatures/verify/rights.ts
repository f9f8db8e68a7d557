// Rights that the signatures of a revision leave to those after it (ISO 32000-2, 12.8.2.2 and 12.8.2.4; SG-40).
import { arrayOf, dictOf, nameOf, numberOf, textOf } from "../../../base/pdf/objects.js";
import type { PdfDict, PdfFile } from "../../../base/pdf/types.js";
import type { Rights } from "./changes/comparison.js";
import type { SignatureLock } from "./report/report.js";
import { certificationOf, signatureFields, transformOf } from "./file/signature-fields.js";

const ACTIONS: ReadonlyMap<string, SignatureLock["action"]> = new Map([
  ["All", "all"],
  ["Include", "include"],
  ["Exclude", "exclude"],
]);

/** Fields that a signature locks; null without a lock. */
export function lockOf(file: PdfFile, value: PdfDict): SignatureLock | null {
  const params = transformOf(file, value, "FieldMDP");
  const action = params && ACTIONS.get(nameOf(file, params.get("Action")) ?? "");
  if (!action) return null;
  if (action === "all") return { action };
  return { action, fields: (arrayOf(file, params.get("Fields")) ?? []).flatMap((field) => textOf(file, field) ?? []) };
}

/** A name of a node locks all fields below it. */
function locks({ action, fields = [] }: SignatureLock, name: string): boolean {
  const isNamed = fields.some((field) => name === field || name.startsWith(`${field}.`));
  return action === "all" || (action === "include") === isNamed;
}

export function rightsOf(file: PdfFile): Rights {
  let level: 1 | 2 | 3 | null = null;
  const all: SignatureLock[] = [];
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
    const lock = lockOf(file, value);
    if (lock) all.push(lock);
    const permission = numberOf(file, dictOf(file, dict.get("Lock"))?.get("P"));
    if (permission === 1 || permission === 2) restrict(permission);
  }
  return { level: level ?? 2, isCertified, isLocked: (field) => all.some((lock) => locks(lock, field)) };
}
