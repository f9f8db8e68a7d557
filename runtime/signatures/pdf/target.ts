// The field that a signature is put in, and what forbids it (SG-10, SG-16, SG-17).
import { refuse } from "../core/fault.js";
import type { SignatureRequest } from "../core/options.js";
import { isLockedBy } from "../../../pdf-reader/signature-rules.js";
import type { FileFields, SignatureField } from "./fields.js";

/** A field of the file, or the name of a new one. */
export type Target = { readonly field: SignatureField } | { readonly name: string };

/** @throws RenderError API-002 */
export function targetOf(found: FileFields, request: SignatureRequest): Target {
  const target = chosen(found, request);
  const name = "field" in target ? target.field.name : target.name;
  if ("field" in target && request.box) refuse("box", `the field ${name} is in the file and has its place`);
  const { text, image } = request.appearance ?? {};
  if ("name" in target && !request.box && (text ?? image) !== undefined)
    refuse("appearance", "a new field without a box is invisible: give a box, or leave the look out");
  if (found.certified === 1) refuse("source", "the PDF file is certified without any changes: only time stamps may follow");
  if (request.certify !== undefined && found.signatures.some(({ signature }) => signature))
    refuse("certify", "a certification is the first signature of a file, and this one is signed");
  if (found.locks.some((lock) => isLockedBy(lock, name))) refuse("field", `${name} is locked by a signature of the file`);
  return target;
}

function chosen({ names, signatures }: FileFields, { field: name, isNew = false }: SignatureRequest): Target {
  if (name === undefined && isNew) return { name: freeName(names, "Signature") };
  if (name === undefined) {
    const open = signatures.filter(({ signature }) => !signature);
    if (open.length > 1)
      return refuse("field", `the file has several unsigned signature fields: ${open.map((field) => field.name).join(", ")}`);
    const [only] = open;
    return only ? { field: changeable(only) } : { name: freeName(names, "Signature") };
  }
  const known = signatures.find((field) => field.name === name);
  if (known?.signature) return refuse("field", `${name} is signed`);
  if (known) return { field: changeable(known) };
  if (names.has(name)) return refuse("field", `${name} is a field of another kind`);
  if (name === "" || name.includes(".")) return refuse("field", `a new field cannot have the name ${JSON.stringify(name)}`);
  return { name };
}

function changeable(field: SignatureField): SignatureField {
  return field.ref && field.widget.ref ? field : refuse("field", `${field.name} is not an object of its own in the file`);
}

/** The first free number. */
export function freeName(names: ReadonlySet<string>, word: string): string {
  for (let n = 1; ; n++) if (!names.has(`${word}${n}`)) return `${word}${n}`;
}
