import { isObject } from "../../base/json.js";
import type { RootSchema, Schema } from "./schema.js";

export const nullsAreAbsent = (value: unknown): boolean =>
  isObject(value) && isObject(value["settings"]) && value["settings"]["nulls"] === "absent";

/**
 * Removes nulls in optional fields of its schema's objects (decisions §8.7): also in `content` of a cell, where null is the same. Other nulls
 * remain for the validator; objects without any are returned as they are.
 */
export const withoutNulls = (root: RootSchema, value: unknown): unknown => new NullFields(root).strip(root, value);

type Fields = Readonly<Record<string, unknown>>;

class NullFields {
  constructor(readonly root: RootSchema) {}

  strip(schema: Schema, value: unknown): unknown {
    if (Array.isArray(value)) return this.#list(schema, value);
    return isObject(value) ? this.#fields(schema, value) : value;
  }

  #list(schema: Schema, list: readonly unknown[]): readonly unknown[] {
    const items = this.#branches(schema).find((b) => b.items)?.items;
    if (!items) return list;
    const out = list.map((item) => this.strip(items, item));
    return out.some((item, i) => item !== list[i]) ? out : list;
  }

  #fields(schema: Schema, given: Fields): Fields {
    const forms = this.#formsOf(schema, given);
    // null in a field of another form is absent too
    const meant = forms.length > 1 ? forms.filter((f) => (f.required ?? []).every((key) => (given[key] ?? null) !== null)) : forms;
    if (meant.length === 0) return given;
    let changed = false;
    const out: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(given)) {
      if (value === null && this.#isAbsent(key, forms, meant)) {
        changed = true;
        continue;
      }
      const field = fieldOf(meant, key);
      out[key] = field === undefined ? value : this.strip(field, value);
      changed ||= out[key] !== value;
    }
    return changed ? out : given;
  }

  /** Returns the form with the value's tag, or each of a union without tags. */
  #formsOf(schema: Schema, given: Fields): readonly Schema[] {
    return this.#branches(schema).flatMap((branch): readonly Schema[] => {
      const { oneOf, discriminator } = branch;
      if (!oneOf || !discriminator) return branch.properties || branch.additionalProperties ? [branch] : [];
      const tag = discriminator.propertyName;
      const tagged = oneOf.flatMap((b) => this.#branches(b));
      return tagged.filter((b) => this.#branches(b.properties![tag]!)[0]!.const === given[tag]);
    });
  }

  #isAbsent(key: string, forms: readonly Schema[], meant: readonly Schema[]): boolean {
    if (!forms.some((f) => Object.hasOwn(f.properties ?? {}, key))) return false;
    return !meant.some((f) => f.required?.includes(key));
  }

  #branches(given: Schema): readonly Schema[] {
    let schema = given;
    while (schema.$ref !== undefined) schema = this.root.$defs[schema.$ref.slice("#/$defs/".length)]!;
    return schema.anyOf ? schema.anyOf.flatMap((b) => this.#branches(b)) : [schema];
  }
}

/** Returns the schema of a field of the first form that has it, else of a map's entries. */
function fieldOf(forms: readonly Schema[], key: string): Schema | undefined {
  const own = forms.find((f) => Object.hasOwn(f.properties ?? {}, key));
  if (own) return own.properties![key];
  return forms.map((f) => f.additionalProperties).find((s) => typeof s === "object");
}
