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

const stepsTo = (pointer: string): readonly string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"));

/** Returns the value at a path; undefined if absent. */
export function valueAt(root: unknown, steps: Steps): unknown {
  let value = root;
  for (const step of steps) {
    if (!isHolder(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** @throws Error for an operation that its value does not allow */
export function patched(root: unknown, patch: Patch): unknown {
  const box: { root: unknown } = { root: structuredClone(root) };
  for (const { op, path, from, value } of patch) {
    if (op === "test") {
      if (JSON.stringify(take(box, path, false)) !== JSON.stringify(value)) throw new Error(`the value at ${path} is another`);
    } else if (op === "remove") take(box, path, true);
    else if (op === "move") put(box, path, take(box, from!, true));
    else {
      if (op === "replace") take(box, path, true);
      put(box, path, structuredClone(value));
    }
  }
  return box.root;
}

function holderOf(box: { root: unknown }, pointer: string): readonly [Record<string, unknown>, string] {
  const steps = ["root", ...stepsTo(pointer)];
  const holder = valueAt(box, steps.slice(0, -1));
  if (!isOpen(holder)) throw new Error(`no object or array holds ${pointer}`);
  return [holder, steps.at(-1)!];
}

/** True for an object or a list: `patched` writes into its own copy. */
const isOpen = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function take(box: { root: unknown }, pointer: string, remove: boolean): unknown {
  const [holder, key] = holderOf(box, pointer);
  if (!Object.hasOwn(holder, key)) throw new Error(`no value at ${pointer}`);
  const value = holder[key];
  if (remove && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (remove) delete holder[key];
  return value;
}

function put(box: { root: unknown }, pointer: string, value: unknown): void {
  const [holder, key] = holderOf(box, pointer);
  if (Array.isArray(holder)) holder.splice(key === "-" ? holder.length : Number(key), 0, value);
  else holder[key] = value;
}
