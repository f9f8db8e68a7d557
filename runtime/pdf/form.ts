// Fields, values and schema of a PDF file's form (FM-35 to FM-38).
import { formOf, type FormFields, type ReadField } from "../../pdf-reader/form.js";
import { openPdf } from "../../pdf-reader/file.js";
import { PdfFault, type PdfBudgets, type PdfCrypto } from "../../pdf-reader/types.js";
import { fail } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";

/** A field of a form. */
export type FormField = ReadField;
/** Values by full names. */
export type FormValues = Readonly<Record<string, ReadField["value"]>>;

/** Result of `readForm`. */
export interface ReadForm extends FormFields {
  /** of all fields that can be filled in, by full name */
  readonly values: FormValues;
  /** JSON Schema of `values` */
  readonly schema: object;
}

const isFilled = ({ kind }: ReadField): boolean => kind !== "signature" && kind !== "button";

/** @throws RenderError API-002 for a file that cannot be read */
export function readFormOf(pdf: Uint8Array, given: { readonly budgets: PdfBudgets; readonly crypto: PdfCrypto }): ReadForm {
  let found;
  try {
    found = formOf(openPdf(pdf, given));
  } catch (e) {
    if (!(e instanceof PdfFault)) throw e;
    return fail("API-002", "form-source", at(ROOT, "source"), e.message);
  }
  const filled = found.fields.filter(isFilled);
  return { ...found, values: Object.fromEntries(filled.map(({ name, value }) => [name, value])), schema: schemaOf(filled) };
}

function schemaOf(fields: readonly ReadField[]): object {
  const required = fields.filter((field) => field.required).map(({ name }) => name);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    additionalProperties: false,
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    ...(required.length > 0 && { required }),
  };
}

function propertyOf(field: ReadField): object {
  const { kind, label, options, required, multiple, editable } = field;
  const about = { ...(label !== undefined && { title: label }), ...(field.read_only && { readOnly: true }) };
  const values = (options ?? []).map(({ value }) => value);
  if (kind === "text") return { ...about, type: "string", ...(field.max_length !== undefined && { maxLength: field.max_length }) };
  if (kind === "checkbox" && values.length === 0) return { ...about, type: "boolean" };
  if (multiple) return { ...about, type: "array", items: { enum: values }, uniqueItems: true };
  if (editable) return { ...about, type: required ? "string" : ["string", "null"] };
  return { ...about, enum: required ? values : [...values, null] };
}
