import { nearest } from "../../compiler/help/nearest.js";

export type Arguments = Readonly<Record<string, unknown>>;

interface Kind {
  readonly holds: (value: unknown) => boolean;
  /** after "must be" */
  readonly be: string;
}

const isObject = (v: unknown): boolean => typeof v === "object" && v !== null && !Array.isArray(v);

export const KINDS = {
  text: { holds: (v) => typeof v === "string", be: "a string" },
  flag: { holds: (v) => typeof v === "boolean", be: "true or false" },
  object: { holds: isObject, be: "an object" },
  data: { holds: (v) => isObject(v) || (Array.isArray(v) && v.length > 0 && v.every(isObject)), be: "an object, or an array of objects" },
  page: { holds: (v) => Number.isInteger(v) && (v as number) >= 1, be: "a whole number from 1" },
  pixels: { holds: (v) => Number.isInteger(v) && (v as number) >= 200 && (v as number) <= 2000, be: "a whole number from 200 to 2000" },
} as const satisfies Record<string, Kind>;

/** JSON-RPC error -32602. */
export class WrongArgument extends Error {}

export const wrongArgument = (name: string, reason: string): WrongArgument => new WrongArgument(`${name}: ${reason}`);

/** Refuses unknown ones and wrong types. @throws WrongArgument */
export function checkArguments(given: unknown, kinds: Readonly<Record<string, keyof typeof KINDS>>): Arguments {
  if (given === undefined) return {};
  if (!isObject(given)) throw wrongArgument("arguments", "must be an object");
  for (const [name, value] of Object.entries(given as Arguments)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name]! : undefined;
    if (kind === undefined) {
      const meant = nearest(name, Object.keys(kinds));
      const allowed = Object.keys(kinds).join(", ") || "none";
      throw wrongArgument(name, `${meant === undefined ? "" : `did you mean ${meant}? `}unknown argument; allowed: ${allowed}`);
    }
    const { holds, be } = KINDS[kind];
    if (!holds(value)) throw wrongArgument(name, `must be ${be}; found ${shown(value)}`);
  }
  return given as Arguments;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  const text = typeof value === "object" && value !== null ? "an object" : (JSON.stringify(value) ?? "nothing");
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
