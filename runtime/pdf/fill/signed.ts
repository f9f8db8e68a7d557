// Rules of signatures on what is filled in after them (ISO 32000-2, 12.8.2; FM-46).
import type { FormNode } from "../../../pdf-reader/form.js";
import { dictOf, inheritedOf, numberOf } from "../../../pdf-reader/objects.js";
import { certificationOf, fieldLockOf, isLockedBy, locksOf, type FieldLock } from "../../../pdf-reader/signature-rules.js";
import type { PdfFile, PdfObject } from "../../../pdf-reader/types.js";

/** Reason why a field must not change; null if it may. */
export type LockOf = (name: string) => string | null;

interface Rule {
  readonly signature: string;
  readonly locks: (name: string) => boolean;
  readonly rule: string;
}

/** Returns the locks of all signed fields together. */
export function fieldLocksOf(file: PdfFile, nodes: readonly FormNode[]): LockOf {
  const rules = nodes.flatMap((node) => (node.field.signed ? rulesOf(file, node) : []));
  return (name) => {
    const found = rules.find((rule) => rule.locks(name));
    return found ? `the signature ${JSON.stringify(found.signature)} ${found.rule}` : null;
  };
}

function rulesOf(file: PdfFile, { field, holders }: FormNode): readonly Rule[] {
  const { dict } = holders[0]!;
  const out: Rule[] = [];
  const add = (rule: string, locks: Rule["locks"] = () => true): void => void out.push({ signature: field.name, locks, rule });
  const lockBy = (lock: FieldLock | null, rule: string): void => {
    if (lock) add(rule, (name) => isLockedBy(lock, name));
  };
  const signature = dictOf(file.get(inheritedOf(file, dict, "V"))) ?? new Map<string, PdfObject>();
  if (certificationOf(file, signature) === 1) add("allows no changes (DocMDP, P 1)");
  for (const lock of locksOf(file, signature)) lockBy(lock, "locks the field (FieldMDP)");
  const lock = dictOf(file.get(inheritedOf(file, dict, "Lock")));
  if (!lock) return out;
  lockBy(fieldLockOf(file, lock), "locks the field (Lock)");
  if (numberOf(file.get(lock.get("P"))) === 1) add("allows no changes (Lock, P 1)");
  return out;
}
