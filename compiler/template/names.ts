import { nearest, plain } from "../help/nearest.js";
import { meantVariable } from "../help/variables.js";
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

  /** Names and paths of all values. */
  paths(): readonly string[] {
    return [...new Set([...this.all(), ...(this.own ? pathsOf(this.own, "") : []), ...(this.around?.paths() ?? [])])];
  }
}

const pathsOf = ({ fields }: ObjectShape, before: string): readonly string[] =>
  [...fields].flatMap(([name, shape]) => (shape.kind === "object" ? pathsOf(shape, `${before}${name}.`) : [`${before}${name}`]));

/** A reason, and the name or the step that was meant. */
export interface Unknown {
  readonly reason: string;
  readonly meant?: string | undefined;
  /** is an array, whose elements have the fields */
  readonly isArray?: true;
}

export function below(meaning: Meaning, step: string, name: string): { readonly meaning: Meaning } | Unknown {
  if (meaning === "number" || meaning === "scalar") return { reason: `${name} is a single value and has no fields` };
  if (meaning.kind === "value") {
    if (step === "length" && (meaning.type === "array" || meaning.type === "string") && !meaning.items?.fields.has(step))
      return { reason: `the length of ${meaning.type === "array" ? "a list" : "a text"} is size(${name})` };
    if (meaning.type !== "array") return { reason: `${name} is a ${meaning.type} and has no fields` };
    return {
      reason: `${name} is an array: its elements are reached by _each or #each, in an expression by ${name}.map(l, l.${step})`,
      isArray: true,
    };
  }
  const found = meaning.fields.get(step);
  return found ? { meaning: found } : unknown(step, name, [...meaning.fields.keys()]);
}

/** A field that is not declared. @param paths further names that may be meant */
export function unknown(step: string, of: string, known: readonly string[], paths: readonly string[] = known): Unknown {
  const page = of === "" ? pageVariable(step) : undefined;
  const way = page === undefined ? "" : `: the number of ${page === "{page}" ? "the page" : "pages"} is ${page} in a text`;
  const reason = `unknown field ${step}${of === "" ? "" : ` in ${of}`}; declared: ${known.length === 0 ? "none" : listed(known)}${way}`;
  return { reason, meant: page === undefined ? (nearest(step, paths, slips) ?? onlyEnd(step, paths)) : undefined };
}

/** Names of a record are short, and words that mean nothing there are as near. */
const slips = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : length < 9 ? 2 : 3);

/** The only path that ends with a name. */
function onlyEnd(step: string, paths: readonly string[]): string | undefined {
  const [path, ...others] = paths.filter((known) => known.includes(".") && plain(known.slice(known.lastIndexOf("."))) === plain(step));
  return others.length === 0 ? path : undefined;
}

/** The variable of a page that an undeclared name means; a total may be a sum. */
export const pageVariable = (name: string): string | undefined => {
  const variable = plain(name) === "total" ? undefined : meantVariable(name);
  return variable && `{${variable}}`;
};

const SHOWN = 12;
const listed = (names: readonly string[]): string =>
  names.length <= SHOWN ? names.join(", ") : `${names.slice(0, SHOWN).join(", ")} and ${names.length - SHOWN} more`;
