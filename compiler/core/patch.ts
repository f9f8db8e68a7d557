// JSON Patch (RFC 6902); `path` and `from` are JSON Pointers (RFC 6901).
import { isHolder } from "../../base/json.js";

/** Operation of a JSON Patch (RFC 6902). */
export interface Operation {
  /** Kind of the operation. */
  readonly op: "add" | "remove" | "replace" | "move" | "test";
  /** JSON Pointer of the target. */
  readonly path: string;
  /** JSON Pointer of the source of a move. */
  readonly from?: string;
  /** Value that is written. */
  readonly value?: unknown;
}

export type Patch = readonly Operation[];

export type Steps = readonly (string | number)[];

/** Plain steps are most, and a report has a pointer for each of its places. */
export function pointerTo(steps: Steps): string {
  let out = "";
  for (const step of steps)
    out += typeof step === "string" && /[~/]/.test(step) ? `/${step.replace(/~/g, "~0").replace(/\//g, "~1")}` : `/${step}`;
  return out;
}

function stepsTo(pointer: string): readonly string[] {
  const steps = pointer.split("/").slice(1);
  return pointer.includes("~") ? steps.map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~")) : steps;
}

/** Returns the value at a path; undefined if absent. */
export function valueAt(root: unknown, steps: Steps): unknown {
  let value = root;
  for (const step of steps) {
    if (!isHolder(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** Shares with `root` what no operation changes. @throws Error for an operation that its value does not allow */
export function patched(root: unknown, patch: Patch): unknown {
  const draft = new Draft(root);
  for (const { op, path, from, value } of patch) {
    if (op === "test") {
      if (JSON.stringify(draft.take(path, false)) !== JSON.stringify(value)) throw new Error(`the value at ${path} is another`);
    } else if (op === "remove") draft.take(path, true);
    else if (op === "move") draft.put(path, draft.take(from!, true));
    else if (op === "replace") draft.replace(path, value);
    else draft.put(path, value);
  }
  return draft.root;
}

type Open = Record<string, unknown>;

/** A value of which objects and arrays are copied before they are written. */
class Draft {
  readonly #box: Open;
  readonly #copies: Set<Open>;

  constructor(root: unknown) {
    this.#box = { root };
    this.#copies = new Set([this.#box]);
  }

  get root(): unknown {
    return this.#box["root"];
  }

  take(pointer: string, remove: boolean): unknown {
    const [holder, key] = this.#holderOf(pointer);
    if (!Object.hasOwn(holder, key)) throw new Error(`no value at ${pointer}`);
    const value = holder[key];
    if (remove && Array.isArray(holder)) holder.splice(Number(key), 1);
    else if (remove) delete holder[key];
    return value;
  }

  replace(pointer: string, value: unknown): void {
    this.take(pointer, false);
    const [holder, key] = this.#holderOf(pointer);
    holder[key] = value;
  }

  put(pointer: string, value: unknown): void {
    const [holder, key] = this.#holderOf(pointer);
    if (Array.isArray(holder)) holder.splice(key === "-" ? holder.length : Number(key), 0, value);
    else holder[key] = value;
  }

  #holderOf(pointer: string): readonly [Open, string] {
    const steps = ["root", ...stepsTo(pointer)];
    const key = steps.pop()!;
    let holder = this.#box;
    for (const step of steps) {
      let value = Object.hasOwn(holder, step) ? holder[step] : undefined;
      if (isOpen(value) && !this.#copies.has(value)) value = holder[step] = copyOf(value);
      if (!isOpen(value)) throw new Error(`no object or array holds ${pointer}`);
      this.#copies.add(value);
      holder = value;
    }
    return [holder, key];
  }
}

const copyOf = (value: Open): unknown => (Array.isArray(value) ? Array.from<unknown>(value) : { ...value });

const isOpen = (value: unknown): value is Open => typeof value === "object" && value !== null;
