// Fields and signatures of a file, as an update finds them (ISO 32000-2, 12.7 and 12.8).
import type { Changes } from "../../../backends/pdf/update/changes.js";
import { arrayOf, inheritedOf, nameOf, numberOf, textOf } from "../../../pdf-reader/objects.js";
import { fieldLockOf, transformsOf, type FieldLock } from "../../../pdf-reader/signature-rules.js";
import { PdfRef, type PdfDict, type PdfObject } from "../../../pdf-reader/types.js";

/** A signature field; null references are of direct objects, which cannot be changed alone. */
export interface SignatureField {
  readonly name: string;
  readonly ref: PdfRef | null;
  readonly dict: PdfDict;
  /** its first widget: the field itself, or its kid */
  readonly widget: { readonly ref: PdfRef | null; readonly dict: PdfDict };
  /** the signature dictionary; null if it is not signed */
  readonly signature: PdfDict | null;
}

export interface FileFields {
  readonly names: ReadonlySet<string>;
  readonly signatures: readonly SignatureField[];
  /** DocMDP permission; null without a certification */
  readonly certified: 1 | 2 | 3 | null;
  /** of what is signed */
  readonly locks: readonly FieldLock[];
}

/** levels of fields */
const DEEPEST = 32;

export function fileFields(changes: Changes): FileFields {
  const names = new Set<string>();
  const signatures: SignatureField[] = [];
  const seen = new Set<number>();
  const visit = (given: PdfObject, outer: string, level: number): void => {
    const ref = given instanceof PdfRef ? given : null;
    const dict = changes.dict(given);
    if (!dict || level > DEEPEST || (ref && seen.has(ref.num))) return;
    if (ref) seen.add(ref.num);
    const part = textOf(changes, dict.get("T"));
    const name = part === null ? outer : outer === "" ? part : `${outer}.${part}`;
    if (name !== "") names.add(name);
    const kids = listOf(changes, dict.get("Kids"));
    changes.file.count(kids.length);
    if (kids.some((kid) => changes.dict(kid)?.has("T") === true)) {
      for (const kid of kids) visit(kid, name, level + 1);
      return;
    }
    if (nameOf(changes.get(inheritedOf(changes, dict, "FT"))) !== "Sig") return;
    const [kid] = kids;
    const widget =
      dict.has("Rect") || kid === undefined ? { ref, dict } : { ref: kid instanceof PdfRef ? kid : null, dict: changes.dict(kid) ?? dict };
    signatures.push({ name, ref, dict, widget, signature: changes.dict(dict.get("V")) });
  };
  for (const field of listOf(changes, changes.dict(changes.file.catalog.get("AcroForm"))?.get("Fields"))) visit(field, "", 0);
  const signed = signatures.flatMap(({ signature }) => signature ?? []);
  return { names, signatures, certified: certificationOf(changes), locks: signed.flatMap((one) => locksOf(changes, one)) };
}

/** Items of an array; none of another object. */
export const listOf = (changes: Changes, given: PdfObject | undefined): readonly PdfObject[] => arrayOf(changes.get(given)) ?? [];

function certificationOf(changes: Changes): 1 | 2 | 3 | null {
  const signature = changes.dict(changes.dict(changes.file.catalog.get("Perms"))?.get("DocMDP"));
  if (!signature) return null;
  const [params] = transformsOf(changes, signature, "DocMDP");
  const permission = params ? numberOf(changes.get(params.get("P"))) : null;
  return permission === 1 || permission === 3 ? permission : 2;
}

const locksOf = (changes: Changes, signature: PdfDict): readonly FieldLock[] =>
  transformsOf(changes, signature, "FieldMDP").flatMap((params) => fieldLockOf(changes, params) ?? []);
