import { memberOf } from "../../base/lookup.js";
import { isList } from "../../base/json.js";
import { MAX_DEPTH } from "./scan.js";

interface ValueProblem {
  readonly rule: "value-kind" | "value-cycle" | "value-throws" | "json-depth" | "json-proto-key" | "json-surrogate";
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/**
 * Copies a value as JSON: undefined fields are absent, `toJSON` replaces its object; functions, NaN and Maps are refused. A copy, because the owner may
 * modify the value while pictures are read.
 */
export function jsonValue(given: unknown): { readonly value: unknown } | { readonly problem: ValueProblem } {
  try {
    return { value: new Copier().copy(given, "") };
  } catch (e) {
    if (e instanceof NoJson) return { problem: e.problem };
    throw e;
  }
}

const withArticle = (noun: string): string => `${/^[AEIO]/.test(noun) ? "an" : "a"} ${noun}`;

class NoJson extends Error {
  constructor(readonly problem: ValueProblem) {
    super(problem.reason);
  }
}

class Copier {
  readonly #around: object[] = [];
  readonly #path: (string | number)[] = [];

  copy(given: unknown, key: string): unknown {
    const value = this.#resolveToJson(given, key);
    switch (typeof value) {
      case "string":
        if (!value.isWellFormed()) this.#refuse("json-surrogate", LONE_SURROGATE);
        return value;
      case "number":
        if (!Number.isFinite(value)) this.#refuse("value-kind", `found ${value}, which JSON cannot represent`);
        return value;
      case "boolean":
        return value;
      case "object":
        return value === null ? null : this.#inside(value);
      case "undefined":
        return this.#refuse("value-kind", "found undefined, where a value is needed");
      default:
        return this.#refuse("value-kind", `found a ${typeof value}, which JSON does not have`);
    }
  }

  #resolveToJson(value: unknown, key: string): unknown {
    if ((typeof value !== "object" && typeof value !== "bigint") || value === null) return value;
    return this.#callValue(() => {
      const toJSON: unknown = Reflect.get(Object(value), "toJSON", value);
      return typeof toJSON === "function" ? Reflect.apply(toJSON, value, [key]) : value;
    });
  }

  #inside(value: object): unknown {
    if (this.#around.includes(value)) this.#refuse("value-cycle", "found an object that contains itself");
    if (this.#around.length === MAX_DEPTH) {
      this.#path.length = 8;
      this.#refuse("json-depth", `nesting is deeper than ${MAX_DEPTH} levels`);
    }
    this.#around.push(value);
    const list = this.#callValue(() => (isList(value) ? value : null));
    const out = list ? this.#array(list) : this.#object(value);
    this.#around.pop();
    return out;
  }

  #array(items: readonly unknown[]): unknown[] {
    const out: unknown[] = [];
    const length = this.#callValue(() => items.length);
    for (let i = 0; i < length; i++) {
      this.#path.push(i);
      out.push(
        this.copy(
          this.#callValue(() => items[i]),
          String(i),
        ),
      );
      this.#path.pop();
    }
    return out;
  }

  #object(value: object): Record<string, unknown> {
    const kind = this.#callValue(() => Object.prototype.toString.call(value));
    if (kind !== "[object Object]") this.#refuse("value-kind", `found ${withArticle(kind.slice(8, -1))}, which JSON does not have`);
    const out: Record<string, unknown> = {};
    for (const key of this.#callValue(() => Object.keys(value))) {
      this.#path.push(key);
      const item = this.#callValue(() => memberOf(value, key));
      if (item !== undefined) {
        if (key === "__proto__") this.#refuse("json-proto-key", "this key is not allowed: use another name");
        if (!key.isWellFormed()) this.#refuse("json-surrogate", LONE_SURROGATE);
        out[key] = this.copy(item, key);
      }
      this.#path.pop();
    }
    return out;
  }

  /** Runs the value's code: getters, proxies, `toJSON`. */
  #callValue<T>(read: () => T): T {
    try {
      return read();
    } catch {
      return this.#refuse("value-throws", "reading it fails");
    }
  }

  #refuse(rule: ValueProblem["rule"], reason: string): never {
    throw new NoJson({ rule, path: [...this.#path], reason });
  }
}

/** Message on a string or key with half of a surrogate pair (decisions §2). */
export const LONE_SURROGATE = "found a lone surrogate, which is half of a character";
