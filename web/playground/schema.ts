import type { JsonText } from "./json-tree.js";
import { steps } from "./json-tree.js";

export interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: boolean | Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

type Scalars = ReadonlyMap<string, unknown>;

export interface Schemas {
  readonly request: Schema;
  readonly template: { readonly properties: Readonly<Record<string, Schema>>; readonly $defs: Readonly<Record<string, Schema>> };
  readonly everywhere: Readonly<Record<string, Schema>>;
}

export class RequestSchema {
  root: Schema;
  #isTemplate = false;

  constructor(readonly schemas: Schemas) {
    this.root = schemas.request;
  }

  showTemplate(isTemplate: boolean): void {
    if (isTemplate === this.#isTemplate) return;
    this.#isTemplate = isTemplate;
    const { request, template } = this.schemas;
    this.root = isTemplate
      ? { ...request, properties: { ...template.properties, ...request.properties }, $defs: { ...request.$defs, ...template.$defs } }
      : request;
  }

  leaves(schema: Schema, depth = 0): readonly Schema[] {
    if (depth > 12) return [];
    if (schema.$ref !== undefined) {
      const name = schema.$ref.split("/").at(-1)!;
      const { $defs = {} } = this.root;
      const named = Object.hasOwn($defs, name) ? $defs[name] : undefined;
      return named ? this.leaves(named, depth + 1) : [];
    }
    const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
    // properties of a union are the names of its kinds, which its parts have
    const own =
      !schema.oneOf &&
      (schema.type !== undefined || schema.const !== undefined || schema.enum !== undefined || schema.properties !== undefined);
    return [...(own ? [schema] : []), ...parts.flatMap((part) => this.leaves(part, depth + 1))];
  }

  /** Schemas of the value at a pointer, of the alternatives that agree with constants of the text. `but`: a member to leave out of account */
  at(json: JsonText, pointer: string, but?: string): readonly Schema[] {
    const path = steps(pointer);
    const nodes = json.way(pointer);
    let found = this.leaves(this.root);
    for (const [i, step] of [...path, null].entries()) {
      const node = nodes[i];
      const known: Scalars = node?.name === "Object" ? json.scalars(node) : new Map();
      const isLast = step === null;
      if (node?.name !== "Array") found = found.filter((leaf) => agrees(this, leaf, known, isLast ? but : undefined));
      if (step === null) break;
      found = found.flatMap((leaf) => this.#below(leaf, step));
    }
    return found;
  }

  #below(leaf: Schema, step: string): readonly Schema[] {
    if (leaf.properties && Object.hasOwn(leaf.properties, step)) return this.leaves(leaf.properties[step]!);
    if (typeof leaf.additionalProperties === "object") return this.leaves(leaf.additionalProperties);
    if (typeof leaf.items === "object" && /^\d+$/.test(step)) return this.leaves(leaf.items);
    return [];
  }

  fields(leaves: readonly Schema[]): ReadonlyMap<string, Schema> {
    const fields = new Map<string, Schema>();
    for (const leaf of leaves)
      for (const [name, schema] of Object.entries(leaf.properties ?? {})) if (!fields.has(name)) fields.set(name, schema);
    if (this.#isTemplate && fields.size > 0 && !fields.has("fields") && !fields.has("schema"))
      for (const [name, schema] of Object.entries(this.schemas.everywhere)) if (!fields.has(name)) fields.set(name, schema);
    return fields;
  }

  description(schema: Schema): string {
    return schema.description ?? this.leaves(schema)[0]?.description ?? "";
  }

  values(leaves: readonly Schema[]): readonly unknown[] {
    const values = leaves.flatMap((leaf) => [
      ...(leaf.enum ?? []),
      ...(leaf.const === undefined ? [] : [leaf.const]),
      ...(leaf.type === "boolean" ? [true, false] : []),
    ]);
    return [...new Set(values)];
  }
}

function agrees(schema: RequestSchema, leaf: Schema, known: Scalars, but: string | undefined): boolean {
  if (known.size === 0) return true;
  if (!leaf.properties) return leaf.type === "object" || leaf.type === undefined;
  return Object.entries(leaf.properties).every(([name, field]) => {
    const value = known.get(name);
    if (name === but || value === undefined) return true;
    const constants = schema.leaves(field).flatMap((part) => (part.const === undefined ? [] : [part.const]));
    return constants.length === 0 || constants.includes(value);
  });
}

export function typeOf(leaves: readonly Schema[]): string {
  return [...new Set(leaves.flatMap((leaf) => (leaf.const !== undefined ? [JSON.stringify(leaf.const)] : (leaf.type ?? []))))].join(" or ");
}
