// JSON of others, whose shape is not known yet; and JSON that this program wrote or has checked.

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

/** Narrows readonly lists, too, and to no list of `any`, unlike `Array.isArray`. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** True for an object or a list: a value that a path can enter. */
export const isHolder = (value: unknown): value is Readonly<Record<string | number, unknown>> =>
  typeof value === "object" && value !== null;

/** True for a whole number within bounds. */
export const isWhole = (value: unknown, least: number, most = Infinity): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= least && value <= most;

/** A value whose shape was checked before; a wrong one is a fault of this program, found here. @throws TypeError */
export function asObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new TypeError("not an object");
  return value;
}

/** See `asObject`. @throws TypeError */
export function asList(value: unknown): readonly unknown[] {
  if (!isList(value)) throw new TypeError("not a list");
  return value;
}

/** See `asObject`. @throws TypeError */
export function asString(value: unknown): string {
  if (typeof value !== "string") throw new TypeError("not a string");
  return value;
}

/** Value of a text. @throws SyntaxError */
export const parsedJson = (text: string): unknown => JSON.parse(text);

/** Value of a text that this program wrote: a file of its package, a row of its store. @throws SyntaxError */
export const ownJson = <T>(text: string): T => JSON.parse(text) as T;
