// Functions and methods of expressions, with the types of their arguments and results.
import { date } from "./functions.js";

/** Type of a value; `any`: unknown without a record. */
export type Kind = "string" | "number" | "boolean" | "list" | "group" | "null" | "bytes" | "any";

export interface Argument {
  readonly is: string;
  readonly kinds: readonly Kind[];
  /** refuses a constant */
  readonly fits?: (constant: unknown) => boolean;
  readonly optional?: true;
}

export const isBlank = (constant: unknown): boolean => constant === null || (typeof constant === "string" && constant.trim() === "");
export const NUMBER: Argument = { is: "value", kinds: ["number", "null"] };
const TEXT: Argument = { is: "text", kinds: ["string"] };
const LOCALE: Argument = { is: "locale", kinds: ["string", "null"], optional: true };
const DECIMALS: Argument = {
  is: "decimals",
  kinds: ["number"],
  fits: (n) => Number.isInteger(Number(n)) && Number(n) >= 0 && Number(n) <= 6,
};
const isDate = (constant: unknown): boolean => {
  try {
    date(constant, "YYYY");
    return true;
  } catch {
    return false;
  }
};
const POSITION: Argument = { is: "place", kinds: ["number"] };

type FunctionForm = readonly [gives: Kind, ...takes: readonly Argument[]];
type MethodForm = readonly [gives: Kind, of: readonly Kind[], ...takes: readonly Argument[]];

export const FUNCTIONS: ReadonlyMap<string, FunctionForm> = new Map<string, FunctionForm>([
  ["sum", ["number", { is: "list", kinds: ["list"] }]],
  ["number", ["string", NUMBER, DECIMALS, { is: "grouping", kinds: ["boolean"], optional: true }, LOCALE]],
  ["money", ["string", NUMBER, { is: "currency", kinds: ["string"] }, LOCALE]],
  ["date", ["string", { is: "value", kinds: ["string", "null"], fits: isDate }, { is: "format", kinds: ["string"] }, LOCALE]],
  ["size", ["number", { is: "value", kinds: ["string", "list", "group", "bytes"] }]],
  ["string", ["string", { is: "value", kinds: ["string", "number", "boolean", "bytes"] }]],
  ["int", ["number", { is: "value", kinds: ["string", "number"], fits: (v) => Number.isFinite(Number(v)) }]],
  ["double", ["number", { is: "value", kinds: ["string", "number"], fits: (v) => Number.isFinite(Number(v)) }]],
  ["bool", ["boolean", { is: "value", kinds: ["string", "boolean"], fits: (value) => typeof value !== "string" || BOOLEANS.has(value) }]],
]);

export const METHODS: ReadonlyMap<string, MethodForm> = new Map<string, MethodForm>([
  ["contains", ["boolean", ["string"], TEXT]],
  ["startsWith", ["boolean", ["string"], TEXT]],
  ["endsWith", ["boolean", ["string"], TEXT]],
  ["indexOf", ["number", ["string"], TEXT, { ...POSITION, optional: true }]],
  ["lastIndexOf", ["number", ["string"], TEXT, { ...POSITION, optional: true }]],
  ["lowerAscii", ["string", ["string"]]],
  ["upperAscii", ["string", ["string"]]],
  ["trim", ["string", ["string"]]],
  ["substring", ["string", ["string"], POSITION, { ...POSITION, optional: true }]],
  ["size", ["number", ["string", "list", "group", "bytes"]]],
  ["join", ["string", ["list"], { ...TEXT, optional: true }]],
]);
/** Strings that bool() reads. */
const BOOLEANS: ReadonlySet<string> = new Set(["1", "t", "true", "TRUE", "True", "0", "f", "false", "FALSE", "False"]);
