import { isList } from "../../base/json.js";
import { isJson, type Json } from "./openapi-answers.js";

const MAPS = ["properties", "patternProperties", "$defs"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SINGLE = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"];

/**
 * Schemas in which optional properties have their defaults in words: generators take a property with a default for one that is always sent
 * (FH-18).
 * @param schemas by name
 */
export function withDefaultsInWords(schemas: Json): Json {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inWords(within(schema))]));
}

/** A schema, its parts included; its own default stays. */
function within(schema: unknown): unknown {
  if (!isJson(schema)) return schema;
  const out: Record<string, unknown> = { ...schema };
  // the names of a union's kinds, which are for editors
  if (isList(schema["oneOf"])) for (const key of ["type", "properties"]) delete out[key];
  const required = isList(schema["required"]) ? schema["required"] : [];
  for (const key of MAPS) {
    const parts = out[key];
    if (!isJson(parts)) continue;
    const isNeeded = (name: string): boolean => key === "properties" && required.includes(name);
    out[key] = Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, isNeeded(name) ? within(part) : inWords(within(part))]),
    );
  }
  for (const key of LISTS) if (isList(schema[key])) out[key] = schema[key].map(within);
  for (const key of SINGLE) if (isJson(schema[key])) out[key] = within(schema[key]);
  return out;
}

function inWords(schema: unknown): unknown {
  if (!isJson(schema) || !("default" in schema)) return schema;
  const { default: value, description, ...rest } = schema;
  const sentence = typeof description === "string" ? `${description.replace(/[.\s]+$/, "")}. ` : "";
  return { ...rest, description: `${sentence}Default: ${JSON.stringify(value)}.` };
}
