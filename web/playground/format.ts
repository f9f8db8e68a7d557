// JSON of a value in the manner of the text around it.

/** Widest object or array on one line, characters with its indentation. */
const WIDEST = 96;

/** Spaces of a JSON text. */
export interface TextFormat {
  /** one level of indentation; empty in a text of one line */
  readonly unit: string;
  readonly padding: string;
  readonly colon: string;
  readonly comma: string;
  /** true if short objects and arrays are on one line */
  readonly keepsShort: boolean;
}

/** Reads the spaces that a text has. */
export function formatOf(text: string): TextFormat {
  const has = (spaced: RegExp, tight: RegExp): boolean => spaced.test(text) || !tight.test(text);
  const colon = has(/":\s/, /":\S/) ? ": " : ":";
  const isSpaced = /, +["{[\d]/.test(text) || (colon !== ":" && !/[\d"}\]],["{[\d]/.test(text));
  return {
    unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? "",
    padding: has(/\{ +"/, /\{"/) ? " " : "",
    colon,
    comma: isSpaced ? ", " : ",",
    keepsShort: /[{[][^\n{}[\]]+[}\]]/.test(text) || !/[{[][ \t]*\n[^{}[\]]*[}\]]/.test(text),
  };
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/** True for a value with an empty list or object, which will have lines. */
const hasEmpty = (value: unknown): boolean =>
  isContainer(value) && (Object.keys(value).length === 0 || Object.values(value).some((member) => hasEmpty(member)));

function inline(value: unknown, format: TextFormat): string {
  if (!isContainer(value)) return JSON.stringify(value);
  const { padding, colon, comma } = format;
  if (Array.isArray(value)) return `[${value.map((item) => inline(item, format)).join(comma)}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}${colon}${inline(member, format)}`);
  return members.length === 0 ? "{}" : `{${padding}${members.join(comma)}${padding}}`;
}

/**
 * Writes a value.
 * @param indent whitespace before the value's line
 * @param isOpen true for a line of each member, however short the value is
 */
export function written(value: unknown, format: TextFormat, indent: string, isOpen = false): string {
  const short = inline(value, format);
  if (!isContainer(value) || format.unit === "" || short.length <= 2) return short;
  if (!isOpen && format.keepsShort && !hasEmpty(value) && indent.length + short.length <= WIDEST) return short;
  const inner = indent + format.unit;
  const members = Array.isArray(value)
    ? value.map((item) => written(item, format, inner))
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}${format.colon}${written(member, format, inner)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${members.map((member) => inner + member).join(",\n")}\n${indent}${close}`;
}
