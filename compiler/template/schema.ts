import { isOneOf } from "../../base/lookup.js";
import { isObject } from "../../base/json.js";
import { formatFound } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import { meantField } from "../help/fields.js";
import { must, unknownField } from "../help/reason.js";
import type { Findings } from "./findings.js";

export type FieldType = "string" | "number" | "boolean" | "array";

export type Shape = ObjectShape | ValueShape;

/** Shape of a record, a prefix, or an element. */
export interface ObjectShape {
  readonly kind: "object";
  readonly fields: ReadonlyMap<string, Shape>;
}

export interface ValueShape {
  readonly kind: "value";
  readonly type: FieldType;
  readonly required: boolean;
  /** undefined: not declared */
  readonly fallback: unknown;
  /** shape of an array's elements; null = scalars */
  readonly items: ObjectShape | null;
  readonly src: Src;
}

const TYPES: readonly FieldType[] = ["string", "number", "boolean", "array"];
const KEYS: readonly string[] = ["name", "type", "required", "default_value", "items"];
const STEP = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const MAX_FIELDS = 1000;
const MAX_NESTING = 8;

/** literals, and names of every object; also those with _ first */
const RESERVED: ReadonlySet<string> = new Set(["true", "false", "null", "in", "prototype", "constructor"]);

/**
 * `{fields: [Field]}` (decisions §4); invalid ones are findings.
 * @param src in the template
 */
export function readSchema(schema: unknown, src: Src, findings: Findings): ObjectShape {
  if (!isObject(schema)) {
    findings.error("schema", src, schema === undefined ? "the template has no schema" : must("an object", formatFound(schema)));
    return { kind: "object", fields: new Map() };
  }
  for (const key of Object.keys(schema))
    if (key !== "fields")
      findings.error(
        "schema-field",
        at(src, key),
        unknownField(["fields"], meantField(key, { fields: ["fields"], inside: () => [], around: [] })),
      );
  return new SchemaReader(findings).fields(schema["fields"], at(src, "fields"), 0);
}

type Open = Map<string, OpenShape>;
type OpenShape = { readonly kind: "object"; readonly fields: Open } | ValueShape;

class SchemaReader {
  #count = 0;

  constructor(readonly findings: Findings) {}

  fields(list: unknown, src: Src, depth: number): ObjectShape {
    const fields: Open = new Map();
    if (!Array.isArray(list)) {
      this.findings.error("schema-fields", src, must("an array of fields", formatFound(list)));
      return { kind: "object", fields };
    }
    list.forEach((field: unknown, i) => this.#field(field, at(src, i), fields, depth));
    return { kind: "object", fields };
  }

  #field(field: unknown, src: Src, into: Open, depth: number): void {
    const { findings } = this;
    if (!isObject(field)) return findings.error("schema-field", src, must("an object", formatFound(field)));
    if (this.#count++ === MAX_FIELDS)
      return findings.error("schema-size", src, `the schema has more than ${MAX_FIELDS} fields, which is the maximum`);
    for (const key of Object.keys(field))
      if (!KEYS.includes(key))
        findings.error("schema-field", at(src, key), unknownField(KEYS, meantField(key, { fields: KEYS, inside: () => [], around: [] })));
    const { name, type, required = false, default_value: fallback, items } = field;
    if (!isOneOf(TYPES, type)) return findings.error("schema-type", at(src, "type"), must(TYPES, formatFound(type)));
    if (typeof required !== "boolean")
      return findings.error("schema-required", at(src, "required"), must("true or false", formatFound(required)));
    if (items !== undefined && type !== "array")
      return findings.error("items-without-array", at(src, "items"), `items belongs to fields of type array, this one is a ${type}`);
    const steps = this.#steps(name, at(src, "name"));
    if (!steps) return;
    if (depth === MAX_NESTING)
      return findings.error("schema-depth", src, `arrays are nested deeper than ${MAX_NESTING} levels, which is the maximum`);
    const inner = items === undefined ? null : this.fields(items, at(src, "items"), depth + 1);
    this.#put(into, steps, { kind: "value", type, required, fallback, items: inner, src }, at(src, "name"));
  }

  #steps(name: unknown, src: Src): readonly string[] | null {
    if (typeof name !== "string") {
      this.findings.error("schema-name", src, must("a string", formatFound(name)));
      return null;
    }
    const steps = name.split(".");
    if (!steps.every((step) => STEP.test(step)))
      this.findings.error(
        "schema-name",
        src,
        must("a name of letters, digits and _ with dots between, each part 1 to 64 long and not beginning with a digit", formatFound(name)),
      );
    else if (steps.some((step) => step.startsWith("_") || RESERVED.has(step)))
      this.findings.error("schema-reserved", src, must("a name that is not reserved", formatFound(name)));
    else return steps;
    return null;
  }

  #put(into: Open, steps: readonly string[], made: ValueShape, src: Src): void {
    let fields = into;
    for (const step of steps.slice(0, -1)) {
      const known = fields.get(step);
      if (known?.kind === "value") return this.#conflict(steps, step, src);
      const below: Open = known ? known.fields : new Map();
      if (!known) fields.set(step, { kind: "object", fields: below });
      fields = below;
    }
    const last = steps.at(-1)!;
    const known = fields.get(last);
    if (known?.kind === "value") this.findings.error("schema-duplicate", src, `the name ${steps.join(".")} occurs twice`);
    else if (known) this.#conflict(steps, last, src);
    else fields.set(last, made);
  }

  #conflict(steps: readonly string[], step: string, src: Src): void {
    const shared = steps.slice(0, steps.indexOf(step) + 1).join(".");
    this.findings.error(
      "schema-conflict",
      src,
      `the name ${steps.join(".")} conflicts with another one: ${shared} cannot be a value and have fields`,
    );
  }
}
