// GS1 contents: bracketed identifiers and their values (GS1 General Specifications, 3.2).
import { must, type Reason } from "../help/reason.js";
import { GS1_VALUES } from "./gs1-table.js";

export interface Gs1Element {
  readonly ai: string;
  readonly value: string;
  /** U+001D follows and ends the value */
  readonly closed: boolean;
}

interface ValueSpec {
  readonly most: number;
  /** character set 82, which contains brackets */
  readonly text: boolean;
}

const VALUES: ReadonlyMap<string, ValueSpec> = new Map(
  Object.entries(GS1_VALUES).flatMap(([value, ais]) => {
    const spec = { most: parseInt(value.split("-")[1]!, 10), text: value.endsWith("x") };
    return ais.split(" ").map((ai) => [ai, spec] as const);
  }),
);

const quoted = (s: string): string => JSON.stringify(s.length > 40 ? `${s.slice(0, 39)}…` : s);
const LITERAL = "in JSON, \\\\( and \\\\) are brackets of a value";
const SEPARATOR = "\x1d";
const IDENTIFIER = /\((\d{2,4})\)/y;

/** Two to four digits in brackets are an identifier if a value may end there; `\(` and `\)` belong to values. */
export function gs1Elements(content: string): readonly Gs1Element[] | Reason {
  const elements: Gs1Element[] = [];
  for (let at = 0; at < content.length;) {
    IDENTIFIER.lastIndex = at;
    const ai = IDENTIFIER.exec(content)?.[1];
    if (ai === undefined) return notation(content);
    const spec = VALUES.get(ai);
    if (!spec) {
      const advice = at === 0 ? undefined : LITERAL;
      return must("an application identifier of GS1, such as (01), (10) or (17)", `(${ai})`, { advice });
    }
    let value = "";
    let closed = false;
    for (at += ai.length + 2; at < content.length && !closed; at++) {
      const c = content[at]!;
      const next = content[at + 1];
      if (c === "\\" && (next === "(" || next === ")")) {
        value += next;
        at++;
      } else if (c === SEPARATOR && (next === "(" || next === undefined)) closed = true;
      else if (c === "(") {
        IDENTIFIER.lastIndex = at;
        if (IDENTIFIER.test(content)) break;
        if (!spec.text) return notation(content);
        value += c;
      } else value += c;
    }
    if (value === "" && elements.length > 0) return must("a value after each identifier", `(${ai}) without one`, { advice: LITERAL });
    elements.push({ ai, value, closed });
  }
  return elements;
}

const notation = (content: string): Reason =>
  must("GS1 identifiers in brackets, each followed by its value, such as (01)09521234543213", quoted(content));

export const gs1Shown = (elements: readonly Gs1Element[]): string => elements.map(({ ai, value }) => `(${ai})${value}`).join("");

/** Values of identifiers that begin so have a fixed length (GS1 General Specifications, 7.8.5). */
const FIXED = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/;

/** Identifiers and values, U+001D after those whose length is not fixed. */
export const gs1Strings = (elements: readonly Gs1Element[]): string =>
  elements.map(({ ai, value }, i) => ai + value + (i + 1 < elements.length && !FIXED.test(ai) ? SEPARATOR : "")).join("");

/** Encoder input; brackets of values become ordinals, with `parse`. */
export function gs1Input(elements: readonly Gs1Element[]): { readonly text: string; readonly parse: boolean } {
  const parse = elements.some(({ value }) => /[()]/.test(value));
  const ordinal = (c: string): string => `^${String(c.charCodeAt(0)).padStart(3, "0")}`;
  const text = elements.map(({ ai, value }) => `(${ai})${parse ? value.replace(/[()^]/g, ordinal) : value}`).join("");
  return { text, parse };
}

/** Ambiguous: a text identifier after a text value that may contain brackets and is not full. */
export function gs1Doubt(content: string): Reason | null {
  const elements = gs1Elements(content);
  if ("text" in elements) return null;
  for (const [i, { ai, value, closed }] of elements.entries()) {
    const next = elements[i + 1];
    const spec = VALUES.get(ai)!;
    if (!next || closed || !spec.text || !VALUES.get(next.ai)!.text) continue;
    if (value.length + next.ai.length + 2 + next.value.length > spec.most) continue;
    const [literal, identifier] = [`\\\\(${next.ai}\\\\)`, `\\u001d(${next.ai})`];
    return {
      text: `(${next.ai}) ends the value of (${ai}), ${quoted(value)}: in JSON, ${literal} are brackets of the value, ${identifier} always ends it`,
      found: `(${ai})${value}(${next.ai})`,
      allowed: [literal, identifier],
    };
  }
  return null;
}
