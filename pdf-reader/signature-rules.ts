// Rules that signatures lay on later changes of a file (ISO 32000-2, 12.8.2.2 and 12.8.2.4).
import { arrayOf, dictOf, nameOf, numberOf, textOf, type Texts } from "./objects.js";
import type { PdfDict, PdfObject } from "./types.js";

const ACTIONS = ["All", "Include", "Exclude"] as const;

/** FieldMDP of a signature, or /Lock of a field. */
export interface FieldLock {
  readonly action: (typeof ACTIONS)[number];
  readonly fields: readonly string[];
}

/** Reads transform parameters, or /Lock; null without a known action. */
export function fieldLockOf(file: Texts, dict: PdfDict): FieldLock | null {
  const given = nameOf(file.get(dict.get("Action")));
  const action = ACTIONS.find((known) => known === given);
  if (!action) return null;
  return { action, fields: (arrayOf(file.get(dict.get("Fields"))) ?? []).flatMap((field) => textOf(file, field) ?? []) };
}

/** Tells if a lock holds a field; a name holds the fields below it. */
export function isLockedBy({ action, fields }: FieldLock, name: string): boolean {
  const isNamed = fields.some((field) => name === field || name.startsWith(`${field}.`));
  return action === "All" || (action === "Include") === isNamed;
}

/** Parameters of a signature's references by a method; empty where a reference has none. */
const transformsOf = (file: Texts, signature: PdfDict, method: "DocMDP" | "FieldMDP"): readonly PdfDict[] =>
  (arrayOf(file.get(signature.get("Reference"))) ?? []).flatMap((given) => {
    const reference = dictOf(file.get(given));
    if (!reference || nameOf(file.get(reference.get("TransformMethod"))) !== method) return [];
    return dictOf(file.get(reference.get("TransformParams"))) ?? new Map<string, PdfObject>();
  });

/** Locks of a signature (FieldMDP). */
export const locksOf = (file: Texts, signature: PdfDict): readonly FieldLock[] =>
  transformsOf(file, signature, "FieldMDP").flatMap((params) => fieldLockOf(file, params) ?? []);

/** Level of a certification (DocMDP), 1 to 3; null without one. */
export function certificationOf(file: Texts, signature: PdfDict): 1 | 2 | 3 | null {
  const [params] = transformsOf(file, signature, "DocMDP");
  if (!params) return null;
  const level = numberOf(file.get(params.get("P")));
  return level === 1 || level === 3 ? level : 2;
}
