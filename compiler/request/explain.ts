// A value and its schema to the places where the value does not have the schema's shape.
import type { RootSchema, Schema } from "./schema.js";

/** One place where a value does not have its schema's shape. */
export interface ShapeProblem {
  /** the schema keyword that fails, or `unknown` for an unknown field */
  readonly keyword: "type" | "enum" | "required" | "unknown" | "union";
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/**
 * Walks a value and its schema side by side, in the order of the value as it was sent, and collects what is wrong in words for people.
 * Slower than the compiled validator, so it runs only after that has rejected the value.
 * @param limit how many problems to collect before stopping
 */
export function explain(root: RootSchema, value: unknown, limit: number): readonly ShapeProblem[] {
  const walker = new Walker(root, limit);
  walker.value(root, value, []);
  return walker.problems;
}

type Path = readonly (string | number)[];

class Walker {
  readonly problems: ShapeProblem[] = [];

  constructor(
    readonly root: RootSchema,
    readonly limit: number,
  ) {}

  value(given: Schema, value: unknown, path: Path): void {
    if (this.problems.length >= this.limit) return;
    const schema = this.#resolve(given);
    const shown = (v: unknown): string => (given.writeOnly || schema.writeOnly ? kindOf(v) : found(v));
    if (schema.oneOf && schema.discriminator) return this.#tagged(schema, schema.discriminator.propertyName, value, path);
    if (schema.anyOf) return this.#union(schema.anyOf, value, path);
    if (schema.const !== undefined && value !== schema.const)
      return this.#add("enum", path, `found ${shown(value)}, allowed is ${JSON.stringify(schema.const)}`);
    if (schema.type !== undefined && !hasType(value, schema.type))
      return this.#add("type", path, `found ${shown(value)}, expected ${expected(schema.type)}`);
    if (schema.enum && !schema.enum.includes(value))
      return this.#add("enum", path, `found ${shown(value)}, allowed are ${schema.enum.map((v) => JSON.stringify(v)).join(", ")}`);
    if (Array.isArray(value)) this.#array(schema, value, path);
    else if (isObject(value)) this.#object(schema, value, path);
  }

  #object(schema: Schema, value: Record<string, unknown>, path: Path): void {
    const { properties = {}, additionalProperties } = schema;
    for (const [key, item] of Object.entries(value)) {
      if (this.problems.length >= this.limit) return;
      if (Object.hasOwn(properties, key)) this.value(properties[key]!, item, [...path, key]);
      else if (typeof additionalProperties === "object") this.value(additionalProperties, item, [...path, key]);
      else if (additionalProperties === false)
        this.#add("unknown", [...path, key], `unknown field, allowed here are ${list(Object.keys(properties))}`);
    }
    for (const key of schema.required ?? []) {
      if (!Object.hasOwn(value, key)) this.#add("required", path, `the required field ${key} is missing`);
    }
  }

  #array(schema: Schema, value: readonly unknown[], path: Path): void {
    const { items } = schema;
    if (!items) return;
    for (let i = 0; i < value.length && this.problems.length < this.limit; i++) this.value(items, value[i], [...path, i]);
  }

  #tagged(schema: Schema, tag: string, value: unknown, path: Path): void {
    if (!isObject(value)) return this.#add("type", path, `found ${found(value)}, expected an object`);
    const branches = schema.oneOf!.map((b) => this.#resolve(b));
    const tags = branches.map((b) => this.#resolve(b.properties![tag]!).const);
    if (!Object.hasOwn(value, tag))
      return this.#add(
        "required",
        path,
        `the required field ${tag} is missing, allowed are ${tags.map((t) => JSON.stringify(t)).join(", ")}`,
      );
    const at = tags.indexOf(value[tag]);
    if (at < 0) {
      const bad = typeof value[tag] !== "string";
      return this.#add(
        bad ? "type" : "enum",
        [...path, tag],
        `found ${found(value[tag])}, ${bad ? "expected a string: " : ""}allowed are ${tags.map((t) => JSON.stringify(t)).join(", ")}`,
      );
    }
    this.value(branches[at]!, value, path);
  }

  /** Unions without a tag differ by JSON type, or, among objects, by their required fields: the branch that looks meant is explained. */
  #union(branches: readonly Schema[], value: unknown, path: Path): void {
    const candidates = branches.map((b) => this.#resolve(b)).filter((b) => b.type === undefined || hasType(value, b.type));
    if (candidates.length === 0)
      return this.#add(
        "type",
        path,
        `found ${found(value)}, expected ${[...new Set(branches.map((b) => expected(this.#resolve(b).type ?? "object")))].join(" or ")}`,
      );
    const trials = candidates.map((c) => {
      const walker = new Walker(this.root, this.limit - this.problems.length);
      walker.value(c, value, path);
      const meant = isObject(value) ? (c.required ?? Object.keys(c.properties ?? {})).filter((k) => Object.hasOwn(value, k)).length : 0;
      return { problems: walker.problems, meant };
    });
    if (trials.some((t) => t.problems.length === 0)) return;
    if (isObject(value) && candidates.length > 1 && trials.every((t) => t.meant === 0)) {
      return this.#add(
        "union",
        path,
        `found ${found(value)}, expected ${candidates.map((c) => `an object with ${list(c.required ?? [])}`).join(" or ")}`,
      );
    }
    const best = trials.reduce((a, b) => (b.meant > a.meant || (b.meant === a.meant && deepest(b.problems) > deepest(a.problems)) ? b : a));
    for (const p of best.problems) this.problems.push(p);
  }

  #resolve(schema: Schema): Schema {
    let s = schema;
    while (s.$ref !== undefined) s = this.root.$defs[s.$ref.slice("#/$defs/".length)]!;
    return s;
  }

  #add(keyword: ShapeProblem["keyword"], path: Path, reason: string): void {
    if (this.problems.length < this.limit) this.problems.push({ keyword, path, reason });
  }
}

const deepest = (problems: readonly ShapeProblem[]): number => problems.reduce((most, p) => Math.max(most, p.path.length), 0);
const isObject = (v: unknown): v is Record<string, unknown> => typeof v === "object" && v !== null && !Array.isArray(v);
const list = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join(", "));

function hasType(value: unknown, type: string | readonly string[]): boolean {
  if (typeof type !== "string") return type.some((t) => hasType(value, t));
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    default:
      return typeof value === type;
  }
}

const ARTICLE: Readonly<Record<string, string>> = {
  integer: "a whole number",
  number: "a number",
  string: "a string",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  null: "null",
};
const expected = (type: string | readonly string[]): string =>
  typeof type === "string" ? (ARTICLE[type] ?? type) : type.map((t) => ARTICLE[t] ?? t).join(" or ");

/** A value by its type alone. */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return ARTICLE[typeof value] ?? "nothing";
}

function found(value: unknown): string {
  if (typeof value === "object") return kindOf(value);
  const text = JSON.stringify(value) ?? "nothing";
  return typeof value === "string" ? `the string ${text.length > 60 ? `${text.slice(0, 59)}…` : text}` : text;
}
