// Fields and signatures of a file, as an update finds them (ISO 32000-2, 12.7 and 12.8).
import type { Changes } from "../../../backends/pdf/update/changes.js";
import { textOf } from "../../../base/pdf/objects.js";
import { PdfName, PdfRef, PdfReal, PdfString, type PdfDict, type PdfObject } from "../../../base/pdf/types.js";

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

/** FieldMDP of a signature, or /Lock of a field. */
export interface FieldLock {
  readonly action: "All" | "Include" | "Exclude";
  readonly fields: readonly string[];
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

const nameOf = (object: PdfObject): string | null => (object instanceof PdfName ? object.value : null);

export function fileFields(changes: Changes): FileFields {
  const names = new Set<string>();
  const signatures: SignatureField[] = [];
  const seen = new Set<number>();
  const inherited = (dict: PdfDict, key: string): PdfObject => {
    let at: PdfDict | null = dict;
    for (let level = 0; at && level < DEEPEST; level++, at = changes.dict(at.get("Parent")))
      if (at.has(key)) return changes.get(at.get(key));
    return null;
  };
  const visit = (given: PdfObject, outer: string, level: number): void => {
    const ref = given instanceof PdfRef ? given : null;
    const dict = changes.dict(given);
    if (!dict || level > DEEPEST || (ref && seen.has(ref.num))) return;
    if (ref) seen.add(ref.num);
    const part = textOf(changes.file, changes.get(dict.get("T")));
    const name = part === null ? outer : outer === "" ? part : `${outer}.${part}`;
    if (name !== "") names.add(name);
    const kids = listOf(changes, dict.get("Kids"));
    changes.file.count(kids.length);
    if (kids.some((kid) => changes.dict(kid)?.has("T") === true)) {
      for (const kid of kids) visit(kid, name, level + 1);
      return;
    }
    if (nameOf(inherited(dict, "FT")) !== "Sig") return;
    const [kid] = kids;
    const widget =
      dict.has("Rect") || kid === undefined ? { ref, dict } : { ref: kid instanceof PdfRef ? kid : null, dict: changes.dict(kid) ?? dict };
    signatures.push({ name, ref, dict, widget, signature: changes.dict(dict.get("V")) });
  };
  for (const field of listOf(changes, changes.dict(changes.file.catalog.get("AcroForm"))?.get("Fields"))) visit(field, "", 0);
  const signed = signatures.flatMap(({ signature }) => signature ?? []);
  return { names, signatures, certified: certificationOf(changes), locks: signed.flatMap((one) => locksOf(changes, one)) };
}

export function listOf(changes: Changes, given: PdfObject | undefined): readonly PdfObject[] {
  const found = changes.get(given);
  return Array.isArray(found) ? (found as readonly PdfObject[]) : [];
}

export function numberIn(changes: Changes, given: PdfObject | undefined): number | null {
  const found = changes.get(given);
  if (found instanceof PdfReal) return found.value;
  return typeof found === "number" ? found : null;
}

function transformsOf(changes: Changes, signature: PdfDict, method: string): readonly PdfDict[] {
  return listOf(changes, signature.get("Reference")).flatMap((given) => {
    const reference = changes.dict(given);
    if (!reference || nameOf(changes.get(reference.get("TransformMethod"))) !== method) return [];
    return changes.dict(reference.get("TransformParams")) ?? new Map<string, PdfObject>();
  });
}

function certificationOf(changes: Changes): 1 | 2 | 3 | null {
  const signature = changes.dict(changes.dict(changes.file.catalog.get("Perms"))?.get("DocMDP"));
  if (!signature) return null;
  const [params] = transformsOf(changes, signature, "DocMDP");
  const permission = params ? numberIn(changes, params.get("P")) : null;
  return permission === 1 || permission === 3 ? permission : 2;
}

const locksOf = (changes: Changes, signature: PdfDict): readonly FieldLock[] =>
  transformsOf(changes, signature, "FieldMDP").flatMap((params) => lockOf(changes, params) ?? []);

/** Of transform parameters or of /Lock; null if it has no known action. */
export function lockOf(changes: Changes, dict: PdfDict): FieldLock | null {
  const action = nameOf(changes.get(dict.get("Action")));
  if (action !== "All" && action !== "Include" && action !== "Exclude") return null;
  const fields = listOf(changes, dict.get("Fields")).flatMap((field) => textOf(changes.file, changes.get(field)) ?? []);
  return { action, fields };
}

/** A name covers its kids. */
export function isLockedBy({ action, fields }: FieldLock, name: string): boolean {
  const isNamed = fields.some((field) => name === field || name.startsWith(`${field}.`));
  return action === "All" || (action === "Include" ? isNamed : !isNamed);
}

const PRINTABLE = /^[\x20-\x7e]*$/;

/** A text string: ASCII, else UTF-16 (ISO 32000-2, 7.9.2.2). */
export function textString(text: string): PdfString {
  if (PRINTABLE.test(text)) return new PdfString(new Uint8Array(Buffer.from(text, "latin1")));
  return new PdfString(new Uint8Array(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, "utf16le").swap16()])));
}
