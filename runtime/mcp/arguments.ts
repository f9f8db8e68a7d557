import { isOneOf } from "../../base/lookup.js";
import { isObject, isWhole } from "../../base/json.js";
import { KINDS as DIFFERENCES, type Kind } from "../../compare/diff/options.js";
import { nearest } from "../../compiler/help/nearest.js";
import type { writeEInvoice } from "../library/library.js";
import type { InspectOptions, WriteEInvoiceOptions } from "../library/options.js";
import type { FormValues } from "../pdf/form.js";

export type Arguments = Readonly<Record<string, unknown>>;

/** Values of the kinds of arguments. */
interface ArgumentValues {
  readonly text: string;
  readonly flag: boolean;
  readonly object: Arguments;
  readonly form_values: FormValues;
  readonly invoice: Parameters<typeof writeEInvoice>[0];
  readonly policy: NonNullable<InspectOptions["policy"]>;
  readonly language: NonNullable<InspectOptions["language"]>;
  readonly profile: NonNullable<WriteEInvoiceOptions["profile"]>;
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
  /** words after "must be" */
  readonly be: string;
}

export const KINDS = {
  text: { holds: (v) => typeof v === "string", be: "a string" },
  flag: { holds: (v) => typeof v === "boolean", be: "true or false" },
  object: { holds: isObject, be: "an object" },
  // their function checks them, and names what it finds
  form_values: { holds: isObject, be: "an object" },
  invoice: { holds: isObject, be: "an object" },
  policy: { holds: isObject, be: "an object" },
  language: { holds: (v) => typeof v === "string", be: "a string" },
  profile: { holds: (v) => typeof v === "string", be: "a string" },
  data: { holds: (v) => isObject(v) || (Array.isArray(v) && v.length > 0 && v.every(isObject)), be: "an object, or an array of objects" },
  page: { holds: (v) => isWhole(v, 1), be: "a whole number from 1" },
  pixels: { holds: (v) => isWhole(v, 200, 2000), be: "a whole number from 200 to 2000" },
  tolerance: { holds: (v) => typeof v === "number" && v >= 0 && v <= 10, be: "a number from 0 to 10" },
  kinds: {
    holds: (v) => Array.isArray(v) && v.every((kind) => isOneOf(DIFFERENCES, kind)),
    be: `a list of ${DIFFERENCES.join(", ")}`,
  },
} as const satisfies Record<keyof ArgumentValues, ArgumentKind>;

/** An argument that a tool does not take; the message begins with its name. */
export class WrongArgument extends Error {}

export const wrongArgument = (name: string, reason: string): WrongArgument => new WrongArgument(`${name}: ${reason}`);

/** Refuses unknown ones and wrong types. @throws WrongArgument */
export function checkArguments<T extends Takes>(given: Arguments | undefined, takes: T): ArgumentsOf<T> {
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
  return given as ArgumentsOf<T>;
}

/** Shows an argument, shortened. */
export function shownArgument(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  const text = typeof value === "object" && value !== null ? "an object" : (JSON.stringify(value) ?? "nothing");
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
