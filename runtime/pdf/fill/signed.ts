// Rules of signatures on what is filled in after them (ISO 32000-2, 12.8.2; FM-46).
import type { FormNode } from "../../../base/pdf/form.js";
import { arrayOf, dictOf, inheritedOf, nameOf, numberOf, textOf } from "../../../base/pdf/objects.js";
import type { PdfDict, PdfFile } from "../../../base/pdf/types.js";

/** Reason why a field must not change; null if it may. */
export type LockOf = (name: string) => string | null;

/** P of DocMDP without an entry */
const FILLING = 2;

interface Rule {
  readonly signature: string;
  readonly locks: (name: string) => boolean;
  readonly rule: string;
}

/** Locks of all signed fields together. */
export function locksOf(file: PdfFile, nodes: readonly FormNode[]): LockOf {
  const rules = nodes.flatMap((node) => (node.field.signed ? rulesOf(file, node) : []));
  return (name) => {
    const found = rules.find((rule) => rule.locks(name));
    return found ? `the signature ${JSON.stringify(found.signature)} ${found.rule}` : null;
  };
}

function rulesOf(file: PdfFile, { field, holders }: FormNode): readonly Rule[] {
  const [{ dict }] = holders as [FormNode["holders"][number]];
  const signature = dictOf(file, inheritedOf(file, dict, "V"));
  const of = (parameters: PdfDict, rule: string): Rule => ({ signature: field.name, locks: lockIn(file, parameters), rule });
  const out: Rule[] = [];
  for (const given of arrayOf(file, signature?.get("Reference")) ?? []) {
    const reference = dictOf(file, given);
    const parameters = dictOf(file, reference?.get("TransformParams"));
    const method = nameOf(file, reference?.get("TransformMethod"));
    if (method === "DocMDP") {
      const p = numberOf(file, parameters?.get("P")) ?? FILLING;
      if (p < FILLING) out.push({ signature: field.name, locks: () => true, rule: "allows no changes (DocMDP, P 1)" });
    } else if (method === "FieldMDP" && parameters) out.push(of(parameters, "locks the field (FieldMDP)"));
  }
  const lock = dictOf(file, inheritedOf(file, dict, "Lock"));
  if (lock) {
    out.push(of(lock, "locks the field (Lock)"));
    if (numberOf(file, lock.get("P")) === 1) out.push({ signature: field.name, locks: () => true, rule: "allows no changes (Lock, P 1)" });
  }
  return out;
}

function lockIn(file: PdfFile, parameters: PdfDict): (name: string) => boolean {
  const action = nameOf(file, parameters.get("Action"));
  const names = (arrayOf(file, parameters.get("Fields")) ?? []).flatMap((given) => textOf(file, given) ?? []);
  // a parent's name means the fields below it
  const isNamed = (name: string): boolean => names.some((known) => name === known || name.startsWith(`${known}.`));
  if (action === "Include") return isNamed;
  if (action === "Exclude") return (name) => !isNamed(name);
  return () => action === "All";
}
