import { isList } from "../../base/json.js";
import { PLAIN_NUMBERS } from "../locale/numbers.js";

const BIND_LIMITS = {
  nodes: 1_000_000,
  /** UTF-16 units: about a request body's limit */
  characters: 16_777_216,
  /** steps of expressions, estimated from above */
  steps: 20_000_000,
  /** characters read or created by expressions, estimated from above */
  handled: 67_108_864,
} as const;

export class BudgetFault extends Error {}

/** Counters of binding one record. @throws BudgetFault */
export class BindBudget {
  numbers = PLAIN_NUMBERS;
  #nodes = 0;
  #characters = 0;
  #steps = 0;
  #handled = 0;
  readonly #sizes = new WeakMap<object, Size>();

  node(): void {
    if (++this.#nodes > BIND_LIMITS.nodes) throw new BudgetFault(`the document of this record has more than ${BIND_LIMITS.nodes} values`);
  }

  characters(count: number): void {
    this.#characters += count;
    if (this.#characters > BIND_LIMITS.characters)
      throw new BudgetFault(`the strings of the document of this record have more than ${BIND_LIMITS.characters} characters`);
  }

  /** Counts the work of an evaluation before it begins. */
  work(steps: number, handled: number): void {
    this.#steps += steps;
    this.#handled += handled;
    if (!(this.#steps <= BIND_LIMITS.steps) || !(this.#handled <= BIND_LIMITS.handled))
      throw new BudgetFault("the expressions of the template are too much work for a record of this size");
  }

  /** Memoized. */
  sizeOf(value: unknown): Size {
    if (typeof value === "string") return { longest: 0, values: 1, characters: value.length };
    if (typeof value !== "object" || value === null) return SCALAR;
    let known = this.#sizes.get(value);
    if (!known) this.#sizes.set(value, (known = this.#measure(value)));
    return known;
  }

  #measure(value: object): Size {
    const list = isList(value) ? value : Object.values(value);
    let [longest, values, characters] = [list.length, 1, 0];
    for (const item of list) {
      const size = this.sizeOf(item);
      longest = Math.max(longest, size.longest);
      values += size.values;
      characters += size.characters;
    }
    return { longest, values, characters };
  }
}

interface Size {
  readonly longest: number;
  readonly values: number;
  readonly characters: number;
}
const SCALAR: Size = { longest: 0, values: 1, characters: 0 };
