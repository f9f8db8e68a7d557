// Identifiers without scheme as strings, indicators as booleans (I7, I9).
import { isList, asString } from "../../../base/json.js";
import { MODEL, PARTS, type Field } from "./terms.js";
import { isGroup, type Group, type Value } from "./value.js";
import { lookup } from "../../../base/lookup.js";

export type Json = string | boolean | readonly Json[] | { readonly [field: string]: Json };

export const encodeModel = (model: Group): { readonly [field: string]: Json } => groupOf(MODEL, model);

function groupOf(of: Field, given: Value): { readonly [field: string]: Json } {
  const out: { [field: string]: Json } = {};
  if (!isGroup(given)) return out;
  for (const field of of.fields.values()) {
    const value = lookup(given, field.key);
    if (value === undefined) continue;
    out[field.key] = isList(value) ? value.map((v) => itemOf(field, v)) : itemOf(field, value);
  }
  return out;
}

function itemOf(field: Field, value: Value): Json {
  if (field.fields.size > 0) return groupOf(field, value);
  if (isGroup(value)) {
    const parts = PARTS.flatMap((part) => (value[part] === undefined ? [] : [[part, asString(value[part])] as const]));
    return parts.length === 1 ? asString(value["value"]) : Object.fromEntries(parts);
  }
  return field.term!.type === "boolean" ? value === "true" : asString(value);
}
