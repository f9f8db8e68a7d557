import { isObject } from "../../base/json.js";
import { KINDS as DIFFERENCES, type Kind } from "../../compare/diff/options.js";
import { nearest } from "../../compiler/help/nearest.js";

export type Arguments = Readonly<Record<string, unknown>>;

/** Values of the kinds of arguments. */
interface ArgumentValues {
  readonly text: string;
  readonly flag: boolean;
  readonly object: Arguments;
  readonly data: Arguments | readonly Arguments[];
  readonly page: number;
  readonly pixels: number;
  readonly tolerance: number;
  readonly kinds: readonly Kind[];
}

/** Kinds and descriptions of arguments, by name. */
export type Takes = Readonly<Record<string, readonly [kind: keyof ArgumentValues, description: string]>>;

/** Arguments as their kinds have them; any may be absent. */
export type ArgumentsOf<T extends Takes> = { readonly [Name in keyof T]?: ArgumentValues[T[Name][0]] | undefined };

interface ArgumentKind {
  readonly holds: (value: unknown) => boolean;
  /** after "must be" */
  readonly be: string;
}

export const KINDS = {
  text: { holds: (v) => typeof v === "string", be: "a string" },
  flag: { holds: (v) => typeof v === "boolean", be: "true or false" },
  object: { holds: isObject, be: "an object" },
  data: { holds: (v) => isObject(v) || (Array.isArray(v) && v.length > 0 && v.every(isObject)), be: "an object, or an array of objects" },
  page: { holds: (v) => Number.isInteger(v) && (v as number) >= 1, be: "a whole number from 1" },
  pixels: { holds: (v) => Number.isInteger(v) && (v as number) >= 200 && (v as number) <= 2000, be: "a whole number from 200 to 2000" },
  tolerance: { holds: (v) => typeof v === "number" && v >= 0 && v <= 10, be: "a number from 0 to 10" },
  kinds: {
    holds: (v) => Array.isArray(v) && v.every((kind) => DIFFERENCES.includes(kind as Kind)),
    be: `a list of ${DIFFERENCES.join(", ")}`,
  },
} as const satisfies Record<keyof ArgumentValues, ArgumentKind>;

/** An argument that a tool does not take; the message begins with its name. */
export class WrongArgument extends Error {}

export const wrongArgument = (name: string, reason: string): WrongArgument => new WrongArgument(`${name}: ${reason}`);

/** Refuses unknown ones and wrong types. @throws WrongArgument */
export function checkArguments(given: Arguments | undefined, takes: Takes): Arguments {
  if (given === undefined) return {};
  for (const [name, value] of Object.entries(given)) {
    const taken = Object.hasOwn(takes, name) ? takes[name]! : undefined;
    if (taken === undefined) {
      const meant = nearest(name, Object.keys(takes));
      const allowed = Object.keys(takes).join(", ") || "none";
      throw wrongArgument(name, `${meant === undefined ? "" : `did you mean ${meant}? `}unknown argument; allowed: ${allowed}`);
    }
    const { holds, be } = KINDS[taken[0]];
    if (!holds(value)) throw wrongArgument(name, `must be ${be}; found ${shownArgument(value)}`);
  }
  return given;
}

/** Shortened. */
export function shownArgument(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  const text = typeof value === "object" && value !== null ? "an object" : (JSON.stringify(value) ?? "nothing");
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
