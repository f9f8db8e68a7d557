import { isObject, isHolder } from "../../base/json.js";
import { NO_URLS } from "../help/field-advice.js";
import { meantField, type Place } from "../help/fields.js";
import { foreignField, foreignObject, foreignTag, foreignValue, foreignWord, obviousValue, type ForeignValue } from "../help/foreign.js";
import { must, oneOf, unknownField, type Help, type Reason } from "../help/reason.js";
import { formOf, meantValue, numberOf, type Slot } from "../help/values.js";
import { meantWord } from "../help/words.js";
import { valueAt } from "../core/patch.js";
import { ELEMENT_TYPES } from "./element-types.js";
import type { RootSchema, Schema } from "./schema.js";

interface ShapeProblem extends Omit<Reason, "text"> {
  /** schema keyword; `unknown` for an unknown field */
  readonly keyword: "type" | "enum" | "required" | "unknown" | "union" | "alternative";
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/**
 * Problems in the order of the value as sent. Slow: runs only after the compiled validator rejected the value. @param limit maximum number of
 * problems @param maySetNulls true if the value is in a request, which has `settings.nulls`
 */
export function explain(root: RootSchema, value: unknown, limit: number, maySetNulls = hasNulls(root)): readonly ShapeProblem[] {
  const walker = new Walker(root, limit, [], maySetNulls, value);
  walker.value(root, value, []);
  return walker.problems;
}

function hasNulls({ properties, $defs }: RootSchema): boolean {
  const settings = properties?.["settings"];
  const named = settings?.$ref === undefined ? settings : $defs[settings.$ref.slice("#/$defs/".length)];
  return named?.properties?.["nulls"] !== undefined;
}

type Path = readonly (string | number)[];
type Alternative = Schema & Required<Pick<Schema, "if" | "then" | "else">>;
type Around = readonly (Place["around"][number] & { readonly required: boolean })[];

class Walker {
  readonly problems: ShapeProblem[] = [];

  constructor(
    readonly root: RootSchema,
    readonly limit: number,
    /** innermost first, with the key of the next */
    public around: Around,
    readonly maySetNulls: boolean,
    /** the whole value */
    readonly sent: unknown,
  ) {}

  value(given: Schema, value: unknown, path: Path): void {
    if (this.problems.length >= this.limit) return;
    const schema = this.#resolve(given);
    const secret = given.writeOnly === true || schema.writeOnly === true;
    const shown = (v: unknown): string => (secret ? kindOf(v) : found(v));
    if (schema.oneOf && schema.discriminator) return this.#tagged(schema, schema.discriminator.propertyName, value, path);
    if (schema.anyOf) return this.#union(schema.anyOf, value, path);
    if (schema.const !== undefined && value !== schema.const) return this.#word([schema.const], value, shown(value), path);
    if (schema.type !== undefined && !hasType(value, schema.type)) {
      if (schema.enum && typeof value !== "object") return this.#word(given.words ?? schema.enum, value, shown(value), path, "type");
      return this.#kind([schema], secret && value !== null ? undefined : value, shown(value), path);
    }
    if (schema.enum && !schema.enum.includes(value)) return this.#word(given.words ?? schema.enum, value, shown(value), path);
    if (Array.isArray(value)) this.#array(schema, value, path);
    else if (isObject(value)) this.#object(schema, value, path);
  }

  /** A value of another JSON type than allowed. `value`: null if secret; `shown`: for the message */
  #kind(schemas: readonly Schema[], value: unknown, shown: string, path: Path): void {
    const slot = this.#slot(schemas, path);
    const be = [
      ...new Set(slot.types.map((t) => (t === "number" || t === "integer" ? numberOf(slot.field, t === "integer") : (ARTICLE[t] ?? t)))),
    ];
    const help = (value === undefined ? undefined : foreignValue(this.#foreign(value, slot, path))) ?? meantValue(value, slot);
    const form =
      help.suggestion === undefined && help.advice === undefined && slot.types.includes("object") ? formOf(slot.fields) : undefined;
    const shapes = be.map((b) => (form !== undefined && b === ARTICLE["object"] ? `${b} such as ${form}` : b));
    this.#add("type", path, must(shapes.join(" or "), shown, help));
  }

  #word(allowed: readonly unknown[], value: unknown, shown: string, path: Path, keyword: "enum" | "type" = "enum"): void {
    const words = allowed.map((v) => JSON.stringify(v));
    const foreign = foreignWord(value, path.at(-1), allowed);
    if (foreign) return this.#add(keyword, path, must(words, shown, foreign));
    const meant = meantWord(
      value,
      allowed.filter((v) => typeof v === "string"),
    );
    this.#add(keyword, path, must(words, shown, { suggestion: meant === undefined ? undefined : JSON.stringify(meant) }));
  }

  #foreign(value: unknown, { types, fields, field }: Pick<Slot, "types" | "fields" | "field">, path: Path): ForeignValue {
    return {
      ...{ value, types, fields, field, isItem: typeof path.at(-1) === "number" },
      holder: valueAt(this.sent, path.slice(0, -1)),
      outer: valueAt(this.sent, path.slice(0, -2)),
      around: this.around[0]?.fields ?? [],
      root: this.sent,
    };
  }

  #slot(schemas: readonly Schema[], path: Path): Slot {
    const types = schemas.flatMap(typesOf);
    const last = path.at(-1);
    const place = this.around[0];
    const field = [...path].reverse().find((step) => typeof step === "string");
    return {
      field: field ?? "",
      isItem: typeof last === "number" || (place !== undefined && place.key === last && !place.fields.includes(place.key)),
      isRequired: path.length === 0 || place?.required === true,
      maySetNulls: this.maySetNulls,
      types: [...new Set(types)],
      fields: [...new Set(schemas.flatMap((s) => this.#fieldsOf(s)))],
    };
  }

  #object(schema: Schema, value: Record<string, unknown>, path: Path): void {
    const { properties = {}, additionalProperties } = schema;
    const fields = Object.keys(properties);
    const outside = this.around;
    for (const [key, item] of Object.entries(value)) {
      if (this.problems.length >= this.limit) return;
      const inner = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
      if (typeof inner === "object") {
        const required = schema.required?.includes(key) === true;
        this.around = [{ key, fields, required, inside: (field) => this.#fieldsIn(schema, field) }, ...outside];
        this.value(inner, item, [...path, key]);
        this.around = outside;
      } else if (inner === false) this.#unknown(schema, value, key, path);
    }
    for (const key of schema.required ?? []) {
      if (!Object.hasOwn(value, key)) this.#missing(key, fields, value, path);
    }
    if (schema.if) this.#alternative(schema as Alternative, value, path);
  }

  /** One field, or another and what that requires; the message of neither and both names the two (MS-1). */
  #alternative({ if: instead, then, else: usual, properties = {} }: Alternative, value: Record<string, unknown>, path: Path): void {
    const [one] = instead.required;
    const [other] = then.not.required;
    const names = [other, one];
    const has = (key: string): boolean => Object.hasOwn(value, key);
    if (has(one)) {
      if (has(other)) this.#add("alternative", path, must(`one of ${names.join(" and ")}`, "both", { advice: "remove one of them" }));
      return;
    }
    for (const key of usual.required) {
      if (has(key)) continue;
      if (key !== other) this.#missing(key, Object.keys(properties), value, path);
      else this.#add("required", path, { text: `the required field ${other} is missing: one of ${names.join(" and ")}`, allowed: names });
    }
  }

  #missing(key: string, fields: readonly string[], holder: Record<string, unknown>, path: Path): void {
    const above = [path.slice(0, -1), path.slice(0, -2)].map((steps) => valueAt(this.sent, steps));
    const obvious = obviousValue(key, fields, holder, above);
    const mend = obvious === undefined ? {} : { mend: { edit: { up: 0, ops: [{ op: "add", at: [key], value: obvious }] as const } } };
    this.#add("required", path, { text: `the required field ${key} is missing`, allowed: [key], ...mend });
  }

  #unknown(schema: Schema, holder: Record<string, unknown>, key: string, path: Path): void {
    const fields = Object.keys(schema.properties ?? {});
    const place: Place = {
      fields,
      inside: (field) => this.#fieldsIn(schema, field),
      around: this.around,
    };
    this.#add("unknown", [...path, key], unknownField(fields, foreignField({ key, holder, fields }) ?? meantField(key, place)));
  }

  /** Fields of the objects in a field, or of a field of those: `layout.children`. */
  #fieldsIn(schema: Schema, path: string): readonly string[] {
    const [field, ...deeper] = path.split(".");
    let held = this.#branches(schema.properties![field!]!);
    for (const step of deeper) held = held.flatMap((s) => (s.properties?.[step] ? this.#branches(s.properties[step]) : []));
    return [...new Set(held.flatMap((s) => Object.keys(s.properties ?? {})))];
  }

  #branches(given: Schema): readonly Schema[] {
    const schema = this.#resolve(given);
    return [schema, ...[...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((b) => this.#branches(b))];
  }

  #fieldsOf(schema: Schema): readonly string[] {
    return [...new Set(this.#branches(schema).flatMap((s) => Object.keys(s.properties ?? {})))];
  }

  #array(schema: Schema, value: readonly unknown[], path: Path): void {
    const { items } = schema;
    if (!items) return;
    for (let i = 0; i < value.length && this.problems.length < this.limit; i++) this.value(items, value[i], [...path, i]);
  }

  #tagged(schema: Schema, tag: string, value: unknown, path: Path): void {
    if (!isObject(value)) return this.#kind([schema], value, found(value), path);
    const branches = schema.oneOf!.map((b) => this.#resolve(b));
    const tags = branches.map((b) => this.#resolve(b.properties![tag]!).const);
    const words = tags.map((t) => JSON.stringify(t));
    const at = tags.indexOf(value[tag]);
    const foreign = at < 0 ? foreignTag(value, tag, tags) : undefined;
    if (!Object.hasOwn(value, tag)) {
      const first = foreign ? `did you mean ${foreign.suggestion!}? ` : "";
      const help = foreign && { suggestion: foreign.suggestion!, mend: foreign.mend };
      return this.#add("required", path, {
        text: `${first}the required field ${tag} is missing: it is ${oneOf(words)}`,
        allowed: words,
        ...help,
      });
    }
    const help = at < 0 ? (foreign ?? elsewhere(value[tag], tags)) : undefined;
    if (help !== undefined) return this.#add("enum", [...path, tag], must(words, found(value[tag]), help));
    if (at < 0) return this.#word(tags, value[tag], found(value[tag]), [...path, tag], typeof value[tag] === "string" ? "enum" : "type");
    this.value(branches[at]!, value, path);
  }

  /** Explains a union; without a tag by the branch that matches best. */
  #union(branches: readonly Schema[], value: unknown, path: Path): void {
    const all = branches.map((b) => this.#resolve(b));
    const candidates = all.filter((b) => (b.type === undefined || hasType(value, b.type)) && (b.const === undefined || b.const === value));
    if (candidates.length === 0) return this.#kind(all, value, found(value), path);
    const trials = candidates.map((c) => {
      const walker = new Walker(this.root, this.limit - this.problems.length, this.around, this.maySetNulls, this.sent);
      walker.value(c, value, path);
      const meant = isObject(value) ? (c.required ?? Object.keys(c.properties ?? {})).filter((k) => Object.hasOwn(value, k)).length : 0;
      return { problems: walker.problems, meant };
    });
    if (trials.some((t) => t.problems.length === 0)) return;
    const fields = [...new Set(candidates.flatMap((c) => this.#fieldsOf(c)))];
    const help = foreignObject(this.#foreign(value, { types: ["object"], fields, field: String(path.at(-1)) }, path));
    if (help || (isObject(value) && candidates.length > 1 && trials.every((t) => t.meant === 0))) {
      const objects = candidates.map((c) => `an object with ${list(c.required ?? [])}`);
      return this.#add("union", path, must(objects, `one with ${list(Object.keys(isHolder(value) ? value : {}).slice(0, FEW))}`, help));
    }
    const best = trials.reduce((a, b) => (b.meant > a.meant || (b.meant === a.meant && deepest(b.problems) > deepest(a.problems)) ? b : a));
    for (const p of best.problems) this.problems.push(p);
  }

  #resolve(schema: Schema): Schema {
    let s = schema;
    while (s.$ref !== undefined) s = this.root.$defs[s.$ref.slice("#/$defs/".length)]!;
    return s;
  }

  #add(keyword: ShapeProblem["keyword"], path: Path, { text, ...parts }: Reason): void {
    if (this.problems.length < this.limit) this.problems.push({ keyword, path, reason: text, ...parts });
  }
}

/** An element among content nodes, a URL among picture sources. */
function elsewhere(type: unknown, tags: readonly unknown[]): Help | undefined {
  const element = tags.includes("block") ? elementOf(type) : undefined;
  if (element !== undefined) return { suggestion: `{"type": "block", "element": {"type": ${JSON.stringify(element)}, …}}` };
  return type === "url" && tags.includes("base64") ? { advice: NO_URLS } : undefined;
}

const elementOf = (type: unknown): string | undefined =>
  typeof type === "string" && meantWord(type, NODES) === undefined ? meantWord(type, ELEMENT_TYPES) : undefined;
const NODES = ["break", "columns", "stack", "grid", "placed"];

const FEW = 6;

const deepest = (problems: readonly ShapeProblem[]): number => problems.reduce((most, p) => Math.max(most, p.path.length), 0);
const list = (names: readonly string[]): string => (names.length === 0 ? "none" : names.join(", "));

/** Returns the types of a schema; of a constant the type of its value. */
function typesOf({ const: only, type = "object" }: Schema): readonly string[] {
  if (typeof only === "boolean") return [String(only)];
  return typeof type === "string" ? [type] : type;
}

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
