import { at } from "../core/src.js";
import { fieldLabels, fieldName } from "../request/field-labels.js";
import { fieldUses } from "../request/fields.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { FieldContentFields } from "../request/types/field.js";
import type { Warnings } from "./warnings.js";

/** Fields without a label, and those that nobody can fill in (FM-33). */
export function warnOfFields(w: Warnings, request: DocumentRequest): void {
  const labels = fieldLabels(request);
  for (const { el, src } of fieldUses(request)) {
    const { label, required, read_only: isReadOnly, value }: FieldContentFields = el;
    const isNamed = el.kind !== "radio" && (labels.get(fieldName(el.name))?.text ?? "") !== "";
    if (!isNamed && (label === undefined || label.trim() === ""))
      w.add("field-unlabelled", at(src, "label"), {
        text: "the field has no label, which assistive technology reads: add one, it is not drawn",
      });
    if (required && isReadOnly && (value === undefined || value === "" || value === false))
      w.add("field-unfillable", at(src, "read_only"), {
        text: "the field is required, read-only and empty, so that nobody can complete the form: give it a value, or leave read_only out",
      });
  }
}
