import { lookup, memberOf } from "../../base/lookup.js";
import type { Slot } from "../help/values.js";
import { explain } from "./explain.js";
import type { RootSchema, Schema } from "./schema.js";

class Place {
  constructor(
    readonly root: RootSchema,
    readonly schemas: readonly Schema[],
  ) {}

  below(step: string | number, value: unknown): Place {
    const inner = this.schemas.flatMap((given) =>
      branches(this.root, given, value).flatMap(({ items, properties, additionalProperties }) => {
        if (typeof step === "number") return items ? [items] : [];
        const own = properties && Object.hasOwn(properties, step) ? properties[step] : additionalProperties;
        return typeof own === "object" ? [own] : [];
      }),
    );
    return new Place(this.root, [...new Set(inner)]);
  }

  get isDescribed(): boolean {
    return this.schemas.length > 0;
  }

  takes(value: unknown): boolean {
    return !this.isDescribed || this.schemas.some((s) => explain({ ...s, $defs: this.root.$defs }, value, 1).length === 0);
  }

  slot(field: string): Slot {
    const all = this.schemas.flatMap((s) => branches(this.root, s, undefined));
    const types = all.flatMap((s) => (s.type === undefined ? [] : typeof s.type === "string" ? [s.type] : [...s.type]));
    return {
      field,
      isItem: false,
      isRequired: false,
      types: [...new Set(types)],
      fields: [...new Set(all.flatMap((s) => Object.keys(s.properties ?? {})))],
    };
  }

  get words(): readonly string[] {
    const all = this.schemas.flatMap((s) => branches(this.root, s, undefined));
    return all.flatMap((s) => [...(s.enum ?? []), s.const]).filter((v) => typeof v === "string");
  }
}

export function placeAt(schema: RootSchema, root: unknown, path: readonly (string | number)[]): Place {
  let place = new Place(schema, [schema]);
  let value = root;
  for (const step of path) {
    place = place.below(step, value);
    value = memberOf(value, step);
  }
  return place;
}

function branches(root: RootSchema, given: Schema, value: unknown): readonly Schema[] {
  let schema = given;
  while (schema.$ref !== undefined) schema = lookup(root.$defs, schema.$ref.slice("#/$defs/".length))!;
  const inner = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((s) => branches(root, s, undefined));
  const tag = schema.discriminator?.propertyName;
  const word = tag === undefined ? undefined : memberOf(value, tag);
  const hasWord = ({ properties }: Schema): boolean => {
    const own = properties && lookup(properties, tag!);
    return own !== undefined && branches(root, own, undefined)[0]!.const === word;
  };
  const tagged = word === undefined ? inner : inner.filter(hasWord);
  return [schema, ...(tagged.length > 0 ? tagged : inner)];
}
