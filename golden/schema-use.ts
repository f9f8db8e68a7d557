import schemaModule from "../compiler/request/validators/schema.js";
import type { Schema } from "../compiler/request/schema.js";

export const schema = schemaModule;

const resolve = (s: Schema): { readonly schema: Schema; readonly name: string | null } => {
  let at = s;
  let name: string | null = null;
  while (at.$ref !== undefined) {
    name = at.$ref.slice("#/$defs/".length);
    at = schema.$defs[name]!;
  }
  return { schema: at, name };
};

/** `Definition.property`, and `Definition.property = value` for enumerations. */
export function everything(): Set<string> {
  const out = new Set<string>();
  const values = (key: string, s: Schema): void => {
    const { schema: r } = resolve(s);
    for (const v of s.words ?? r.enum ?? (r.const === undefined ? [] : [r.const])) out.add(`${key} = ${String(v)}`);
    if (r.type === "boolean" && r.const === undefined) for (const v of [true, false]) out.add(`${key} = ${String(v)}`);
    if (r.items) values(`${key}[]`, r.items);
    for (const b of r.anyOf ?? []) if (resolve(b).schema.type !== "object") values(key, b);
  };
  const owner = (name: string, s: Schema): void => {
    for (const [key, p] of Object.entries(s.properties ?? {})) {
      out.add(`${name}.${key}`);
      values(`${name}.${key}`, p);
    }
  };
  owner("DocumentRequest", schema);
  for (const [name, s] of Object.entries(schema.$defs)) owner(name, s);
  return out;
}

export function use(s: Schema, value: unknown, name: string, used: Set<string>): void {
  const r = resolve(s);
  const here = r.name ?? name;
  const branches = r.schema.oneOf ?? r.schema.anyOf;
  if (branches) {
    const tag = r.schema.discriminator?.propertyName;
    const fits = branches.filter((b) => {
      const t = resolve(b).schema;
      if (tag) return resolve(t.properties![tag]!).schema.const === (value as Record<string, unknown>)[tag];
      const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
      if (t.type !== undefined && ![t.type].flat().includes(kind)) return false;
      return kind !== "object" || (t.required ?? []).every((k) => Object.hasOwn(value as object, k));
    });
    for (const b of fits) use(b, value, here, used);
    return;
  }
  if (Array.isArray(value)) {
    if (r.schema.items) for (const item of value) use(r.schema.items, item, here, used);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const p = r.schema.properties?.[key];
    if (p) {
      used.add(`${here}.${key}`);
      if (typeof item !== "object" || item === null) used.add(`${here}.${key} = ${String(item)}`);
      if (Array.isArray(item)) for (const x of item) if (typeof x !== "object") used.add(`${here}.${key}[] = ${String(x)}`);
      use(p, item, `${here}.${key}`, used);
    } else if (typeof r.schema.additionalProperties === "object") use(r.schema.additionalProperties, item, here, used);
  }
}
