import { bareTable } from "../../base/lookup.js";
import { isObject, isList } from "../../base/json.js";
import { formatFound, problemOf, type Problem } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import { must, type Reason } from "../help/reason.js";
import { type FieldType, type ObjectShape, type Shape, type ValueShape } from "./schema.js";

export type Value = string | number | boolean | Values | readonly Value[];

/** Values by name; without a prototype, so that only names of the schema are found. */
export interface Values {
  readonly [name: string]: Value;
}

const MOST = 100;

/**
 * Undeclared fields are ignored, null is absent (decisions §4).
 * @param src of the record: `data[1]`
 */
export function readRecord(
  record: unknown,
  shape: ObjectShape,
  src: Src,
): { readonly values: Values } | { readonly problems: readonly Problem[] } {
  const reader = new RecordReader();
  if (!isObject(record)) return { problems: [problemOf("API-002", "record", src, must("an object", formatFound(record)))] };
  const values = reader.object(record, shape, src);
  return reader.problems.length > 0 ? { problems: reader.problems } : { values };
}

/** Returns the problem of a default value; null if it is valid. */
export function defaultProblem(shape: ValueShape): Problem | null {
  if (shape.fallback === undefined) return null;
  const reader = new RecordReader();
  reader.given(shape.fallback, shape, at(shape.src, "default_value"));
  return reader.problems[0] ?? null;
}

const isScalar = (found: unknown): found is string | number | boolean => ["string", "number", "boolean"].includes(typeof found);

/** Field of a group of fields; a value that has none is blank. */
export const fieldIn = (found: Value, step: string): Value => (typeof found === "object" && !isList(found) ? found[step]! : "");

class RecordReader {
  readonly problems: Problem[] = [];

  object(record: Readonly<Record<string, unknown>>, { fields }: ObjectShape, src: Src): Values {
    const out = bareTable<Value>();
    for (const [name, shape] of fields) {
      const found = Object.hasOwn(record, name) ? record[name] : undefined;
      out[name] = this.#value(found ?? undefined, shape, at(src, name));
    }
    return out;
  }

  #value(found: unknown, shape: Shape, src: Src): Value {
    if (shape.kind === "object") {
      if (found !== undefined && !isObject(found)) return this.#refuse("record-type", src, must("an object", formatFound(found)));
      return this.object(found ?? {}, shape, src);
    }
    if (found !== undefined) return this.given(found, shape, src);
    if (shape.required) return this.#refuse("record-required", src, "the required field is missing");
    if (shape.fallback !== undefined) return this.given(shape.fallback, shape, src);
    return shape.type === "array" ? [] : "";
  }

  given(found: unknown, shape: ValueShape, src: Src): Value {
    if (shape.type === "array") return this.#array(found, shape, src);
    if (!isScalar(found) || typeof found !== shape.type || (typeof found === "number" && !Number.isFinite(found)))
      return this.#refuse("record-type", src, mismatch(found, shape.type));
    if (shape.required && typeof found === "string" && found.trim() === "")
      return this.#refuse("record-required", src, "the required field is blank");
    return found;
  }

  #array(found: unknown, { items }: ValueShape, src: Src): Value {
    if (!Array.isArray(found)) return this.#refuse("record-type", src, mismatch(found, "array"));
    return found.map((element: unknown, i): Value => {
      const here = at(src, i);
      if (items)
        return isObject(element) ? this.object(element, items, here) : this.#refuse("record-type", here, mismatch(element, "object"));
      if (typeof element === "string" || typeof element === "boolean") return element;
      if (typeof element === "number" && Number.isFinite(element)) return element;
      return this.#refuse("record-type", here, must("a string, a number, true or false", formatFound(element)));
    });
  }

  #refuse(rule: string, src: Src, reason: string | Reason): Value {
    if (this.problems.length < MOST) this.problems.push(problemOf("API-002", rule, src, reason));
    return "";
  }
}

const ARTICLE: Readonly<Record<FieldType | "object", string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  array: "an array",
  object: "an object",
};
const mismatch = (found: unknown, type: FieldType | "object"): Reason => must(ARTICLE[type], formatFound(found));
