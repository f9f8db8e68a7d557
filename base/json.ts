// JSON of others, whose shape is not known yet.

/** An object of JSON. */
type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

/** Narrows readonly lists, too, and to no list of `any`, unlike `Array.isArray`. */
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** Value of a text. @throws SyntaxError */
export const parsedJson = (text: string): unknown => JSON.parse(text) as unknown;
