import type { ObjectShape, Shape, ValueShape } from "./schema.js";

export type Meaning = Shape | "number" | "scalar";

export class Names {
  /**
   * @param own shape of the record, or of the repetition's elements; null = scalars
   * @param around names outside of the repetition; null = this is the record
   */
  constructor(
    readonly own: ObjectShape | null,
    readonly around: Names | null = null,
    readonly present: ReadonlySet<ValueShape> = around?.present ?? new Set(),
  ) {}

  where(tested: readonly ValueShape[]): Names {
    return tested.length === 0 ? this : new Names(this.own, this.around, new Set([...this.present, ...tested]));
  }

  inside(list: ValueShape): Names {
    return new Names(list.items, this);
  }

  /** undefined if unknown */
  first(name: string): Meaning | undefined {
    if (this.around) {
      if (name === "_item") return this.own ?? "scalar";
      if (name === "_index") return "number";
    }
    return this.own?.fields.get(name) ?? this.around?.first(name);
  }

  all(): readonly string[] {
    const own = [...(this.own?.fields.keys() ?? []), ...(this.around ? ["_item", "_index"] : [])];
    return [...new Set([...own, ...(this.around?.all() ?? [])])];
  }
}

export function below(meaning: Meaning, step: string, name: string): { readonly meaning: Meaning } | { readonly reason: string } {
  if (meaning === "number" || meaning === "scalar") return { reason: `${name} is a single value and has no fields` };
  if (meaning.kind === "value")
    return {
      reason:
        meaning.type === "array"
          ? `${name} is an array: its elements are reached by _each or #each`
          : `${name} is a ${meaning.type} and has no fields`,
    };
  const found = meaning.fields.get(step);
  return found ? { meaning: found } : { reason: unknown(step, name, [...meaning.fields.keys()]) };
}

export const unknown = (step: string, of: string, known: readonly string[]): string =>
  `unknown field ${step}${of === "" ? "" : ` in ${of}`}; declared: ${known.length === 0 ? "none" : listed(known)}`;

const SHOWN = 12;
const listed = (names: readonly string[]): string =>
  names.length <= SHOWN ? names.join(", ") : `${names.slice(0, SHOWN).join(", ")} and ${names.length - SHOWN} more`;
