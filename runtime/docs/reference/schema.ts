import { memberOf } from "../../../base/lookup.js";
import { code, inline, prose } from "../html.js";

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly writeOnly?: boolean;
}

const LIMITS = {
  default: "default",
  minimum: "at least",
  exclusiveMinimum: "greater than",
  maximum: "at most",
  exclusiveMaximum: "less than",
  multipleOf: "a multiple of",
  minLength: "characters, at least",
  maxLength: "characters, at most",
  minItems: "items, at least",
  maxItems: "items, at most",
  pattern: "pattern",
  format: "format",
  contentMediaType: "media type",
} as const;

const shown = (value: unknown): string => code(typeof value === "string" ? value : JSON.stringify(value));
const name = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return `<a href="#schema-${name(schema.$ref)}">${name(schema.$ref)}</a>`;
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(" | ");
  const union = schema.oneOf ?? schema.anyOf;
  if (union) return union.map(typeOf).join(" or ");
  if (schema.allOf) return schema.allOf.map(typeOf).join(" and ");
  if (schema.items) return `array of ${several(schema.items) ? `(${typeOf(schema.items)})` : typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === "object" && !schema.properties)
    return `object, each value ${typeOf(schema.additionalProperties)}`;
  return [schema.type ?? "any value"].flat().join(" or ");
}

const several = ({ oneOf, anyOf, allOf, enum: values }: Schema): boolean => (oneOf ?? anyOf ?? allOf ?? values ?? []).length > 1;

export function limitsOf(schema: Schema, label = ""): string {
  const facts = Object.entries(LIMITS).flatMap(([key, words]) => {
    const value = memberOf(schema, key);
    return value === undefined ? [] : [`${words} ${shown(value)}`];
  });
  if (schema.examples) facts.push(`for example ${schema.examples.map(shown).join(", ")}`);
  if (schema.writeOnly) facts.push("never part of an answer");
  return facts.length > 0 ? `<p class="limits">${label}${facts.join("; ")}</p>` : "";
}

function fieldsOf(schema: Schema): string {
  const { additionalProperties: others, properties = {} } = schema;
  const required = new Set(schema.required);
  const fields = Object.entries(properties).map(
    ([key, field]) =>
      `<dt>${code(key)} <span class="type">${typeOf(field)}</span>${required.has(key) ? ' <strong class="required">required</strong>' : ""}</dt>` +
      `<dd>${detailsOf(field)}</dd>`,
  );
  let out = fields.length > 0 ? `<dl class="fields">${fields.join("")}</dl>` : "";
  if (others === false) out += '<p class="limits">no other fields</p>';
  else if (typeof others === "object")
    out += (schema.properties ? `<p class="limits">each other field: ${typeOf(others)}</p>` : "") + detailsOf(others, "each value: ");
  if (schema.items) out += detailsOf(schema.items, "each item: ");
  for (const part of [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])])
    out += detailsOf(part, `${typeOf(part)}: `);
  return out;
}

const detailsOf = (schema: Schema, label = ""): string => prose(schema.description) + limitsOf(schema, label) + fieldsOf(schema);

export const schemaSection = (key: string, schema: Schema): string =>
  `<section class="schema" id="schema-${key}"><h3>${inline(key)}</h3><p class="type">${typeOf(schema)}</p>${detailsOf(schema)}</section>`;
