// Patches of mistakes that other systems teach, relative to the place of the fault.
import { isObject } from "../../base/json.js";

export type EditSteps = readonly (string | number)[];

/** One operation below the base of its edit. */
export interface EditOperation {
  readonly op: "add" | "remove" | "replace" | "move";
  readonly at: EditSteps;
  readonly from?: EditSteps;
  readonly value?: unknown;
}

/** Operations, in order, on the value `up` levels above the place of the problem. */
export interface Edit {
  readonly up: number;
  readonly ops: readonly EditOperation[];
}

export type Json = Readonly<Record<string, unknown>>;

export const add = (at: EditSteps, value: unknown): EditOperation => ({ op: "add", at, value });
export const replace = (at: EditSteps, value: unknown): EditOperation => ({ op: "replace", at, value });
export const remove = (...at: EditSteps): EditOperation => ({ op: "remove", at });
export const move = (from: EditSteps, at: EditSteps): EditOperation => ({ op: "move", at, from });

const MAX_SHOWN = 120;

/** Writes a value as JSON with spaces for a message: "…" where it is long. */
export function shownJson(value: unknown): string {
  const text = spaced(value);
  if (text.length <= MAX_SHOWN || !isObject(value)) return text.length <= MAX_SHOWN ? text : "[…]";
  return `{${Object.entries(value)
    .map(([key, v]) => `${JSON.stringify(key)}: ${abridged(v)}`)
    .join(", ")}}`;
}

function abridged(value: unknown): string {
  if (Array.isArray(value)) return "[…]";
  if (isObject(value)) return "{…}";
  const text = JSON.stringify(value);
  return text.length > 40 ? '"…"' : text;
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, v]) => `${JSON.stringify(key)}: ${spaced(v)}`)
    .join(", ")}}`;
}
