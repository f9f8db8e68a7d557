// Checks of datasets: fields and rows (element model, DatasetDefinition).
import { formatFound } from "../../core/fail.js";
import { at, below, type Src } from "../../core/src.js";
import { breaks, must, mustName, onKey } from "../../help/reason.js";
import type { DatasetDefinition, DatasetField, DatasetRow } from "../../request/types/data.js";
import type { Report } from "../values/report.js";

const KEY = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const UNIT = /^[A-Za-z][A-Za-z0-9_.:/-]{0,63}$/;

/** Checks a dataset, also an unused one. */
export function checkDataset(r: Report, { fields, rows }: DatasetDefinition, src: Src): void {
  if (fields.length === 0) r.add("dataset-fields", at(src, "fields"), "at least one field is needed, found none");
  const known = new Map<string, DatasetField>();
  fields.forEach((field, i) => {
    checkField(r, field, at(src, "fields", i), known.has(field.key));
    known.set(field.key, field);
  });
  const here = at(src, "rows");
  rows.forEach((row, i) => checkRow(r, row, below(here, i), known));
}

function checkField(r: Report, { key, type, unit }: DatasetField, src: Src, taken: boolean): void {
  if (!KEY.test(key)) r.add("field-key", at(src, "key"), must("1 to 64 of A-Z a-z 0-9 _, not beginning with a digit", formatFound(key)));
  else if (taken) r.add("field-key", at(src, "key"), must("a key that no other field has", formatFound(key)));
  if (unit === undefined) return;
  if (type !== "number")
    r.add("field-unit", at(src, "unit"), breaks("only number fields have a unit", `${formatFound(unit)} on a field of type ${type}`));
  else if (!UNIT.test(unit))
    r.add("field-unit", at(src, "unit"), must("1 to 64 of A-Z a-z 0-9 _ . : / -, beginning with a letter", formatFound(unit)));
}

function checkRow(r: Report, row: DatasetRow, src: Src, fields: ReadonlyMap<string, DatasetField>): void {
  for (const key of Object.keys(row)) {
    const value = row[key]!;
    const field = fields.get(key);
    if (!field) r.add("row-field", below(src, key), onKey(mustName("a field of the dataset", [...fields.keys()], key)));
    else if (value === null ? field.nullable !== true : typeof value !== field.type)
      r.add("row-value", below(src, key), must(`a ${field.type}${field.nullable ? " or null" : ""}`, formatFound(value)));
  }
  for (const { key, type, nullable } of fields.values())
    if (nullable !== true && !Object.hasOwn(row, key))
      r.add("row-value", below(src, key), `it is missing: the field is not nullable, each row has a ${type}`);
}
