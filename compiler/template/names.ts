// A dotted name of a binding to the field that it means, by what is visible at its place.
import type { ObjectShape, Shape, ValueShape } from "./schema.js";

/** What a name is of: a declared field or a group of them, the number of the element, or an element that is no object. */
export type Meaning = Shape | "number" | "scalar";

/** The names that are visible at a place of a template: the record's, and inside repetitions those of their elements. */
export class Names {
  /**
   * @param own what the record has, or the elements of the repetition; null = those are strings, numbers or booleans
   * @param around what is visible outside of the repetition; null = this is the record
   */
  constructor(
    readonly own: ObjectShape | null,
    readonly around: Names | null = null,
    /** fields that are there where the place is kept: the conditions around it ask for them */
    readonly present: ReadonlySet<ValueShape> = around?.present ?? new Set(),
  ) {}

  /** The same names where a condition holds that asks for some fields. */
  where(tested: readonly ValueShape[]): Names {
    return tested.length === 0 ? this : new Names(this.own, this.around, new Set([...this.present, ...tested]));
  }

  /** The names inside a repetition over an array. */
  inside(list: ValueShape): Names {
    return new Names(list.items, this);
  }

  /** What the first part of a name means; undefined = there is none of that name. */
  first(name: string): Meaning | undefined {
    if (this.around) {
      if (name === "_item") return this.own ?? "scalar";
      if (name === "_index") return "number";
    }
    return this.own?.fields.get(name) ?? this.around?.first(name);
  }

  /** What may stand here, for messages. */
  all(): readonly string[] {
    const own = [...(this.own?.fields.keys() ?? []), ...(this.around ? ["_item", "_index"] : [])];
    return [...new Set([...own, ...(this.around?.all() ?? [])])];
  }
}

/** What a part of a name means below another one, or why there is no such field. */
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

/** Says that there is no field of a name, and which there are. */
export const unknown = (step: string, of: string, known: readonly string[]): string =>
  `unknown field ${step}${of === "" ? "" : ` in ${of}`}; declared: ${known.length === 0 ? "none" : listed(known)}`;

const SHOWN = 12;
const listed = (names: readonly string[]): string =>
  names.length <= SHOWN ? names.join(", ") : `${names.slice(0, SHOWN).join(", ")} and ${names.length - SHOWN} more`;
