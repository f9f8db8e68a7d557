import type { Edit } from "./edit.js";
import { nearest } from "./nearest.js";

/** Message after the path, with machine-readable parts. */
export interface Reason {
  readonly text: string;
  /** absent for a missing value */
  readonly found?: string;
  /** allowed names, or one description of the allowed value */
  readonly allowed?: readonly string[];
  /** the probable intention, as it would be in the request */
  readonly suggestion?: string;
  /** text without the suggestion, absent if the words after "did you mean …?" are enough */
  readonly unsuggested?: string;
  /** as a patch applies it, if its text is shorter, concerns a part, or a field is missing */
  readonly mend?: Mend;
  /** the fault is in the field name, not in its value */
  readonly onKey?: true;
}

/** A part of a text, and what is meant by it. */
interface TextPart {
  readonly part: string;
  readonly by: string;
}

/** The whole value, replacements in a text, fields that are missing, with their values, operations, or a value that depends on others. */
type Mend =
  | { readonly whole: unknown }
  | { readonly parts: readonly TextPart[] }
  | { readonly missing: Readonly<Record<string, unknown>> }
  | { readonly edit: Edit }
  | { readonly computed: "table-width" };

export interface Help {
  /** first in the message */
  readonly suggestion?: string | undefined;
  readonly mend?: Mend | undefined;
  /** last in the message */
  readonly advice?: string | undefined;
}

/** longer lists follow the found value */
const SHORT = 8;

/** "did you mean x? must be one of a, b; found c: advice". `be`: a description, or names */
export function must(be: string | readonly string[], found: string, { suggestion, mend, advice }: Help = {}): Reason {
  const first = suggestion === undefined ? "" : `did you mean ${suggestion}? `;
  const last = advice === undefined ? "" : `: ${advice}`;
  const parts = {
    found,
    allowed: typeof be === "string" ? [be] : be,
    ...(suggestion !== undefined && { suggestion }),
    ...(mend && { mend }),
  };
  if (typeof be === "string") return { text: `${first}must be ${be}; found ${found}${last}`, ...parts };
  if (be.length <= SHORT) return { text: `${first}must be ${oneOf(be)}; found ${found}${last}`, ...parts };
  // long ends may be truncated
  return { text: `${first}found ${found}${last}; must be ${oneOf(be)}`, ...parts };
}

export function unknownField(fields: readonly string[], { suggestion, mend, advice }: Help): Reason {
  const first = suggestion === undefined ? "" : `did you mean ${suggestion}? `;
  const last = advice === undefined ? "" : `: ${advice}`;
  return {
    text: `${first}unknown field${last}; allowed here: ${fields.join(", ") || "none"}`,
    allowed: fields,
    ...(suggestion !== undefined && { suggestion }),
    ...(mend && { mend }),
    onKey: true,
  };
}

/** "a, b and c"; "none" of no names. */
export const listed = (names: readonly string[], last = "and"): string =>
  names.length < 2 ? (names[0] ?? "none") : `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)!}`;

/** Writes a count with its noun: `1 label`, `2 labels`. */
export const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

export const onKey = (reason: Reason): Reason => ({ ...reason, onKey: true });

/** Lists words: "a", "a or b", "one of a, b, c". */
export const oneOf = (names: readonly string[]): string => (names.length <= 2 ? names.join(" or ") : `one of ${names.join(", ")}`);

export const reasonOf = (given: string | Reason): Reason => (typeof given === "string" ? { text: given } : given);

/** A rule other than "must be …", and its violation: "an axis of bars contains zero; found never". */
export const breaks = (rule: string, found: string, advice?: string): Reason => ({
  text: `${rule}; found ${found}${advice === undefined ? "" : `: ${advice}`}`,
  found,
  allowed: [rule],
});

/** "a, b and 7 more". */
const fewOf = (names: readonly string[]): string =>
  names.length > SHORT ? `${names.slice(0, SHORT - 1).join(", ")} and ${names.length - SHORT + 1} more` : names.join(", ");

/** Words a reason as `must` does, for long lists: the message shows the first names, programs receive all. */
export function mustFew(names: readonly string[], found: string, help: Help = {}): Reason {
  return { ...must(names.length > SHORT ? `one of ${fewOf(names)}` : names, found, help), allowed: names };
}

/** "did you mean x? must be the key of a column, one of a, b; found c". `what`: "the key of a column"; `inText`: form of a name */
export function mustName(what: string, names: readonly string[], found: string, inText?: (name: string) => string): Reason {
  const meant = nearest(found, names);
  const first = meant === undefined ? "" : `did you mean ${JSON.stringify(meant)}? `;
  const shown = fewOf(names);
  const those = names.length === 0 ? "none is defined" : names.length === 1 ? `which is ${shown}` : `one of ${shown}`;
  return {
    text: `${first}must be ${what}, ${those}; found ${JSON.stringify(found.length > MAX_FOUND ? `${found.slice(0, MAX_FOUND - 1)}…` : found)}`,
    found: JSON.stringify(found),
    allowed: names,
    ...(meant !== undefined && { suggestion: JSON.stringify(meant) }),
    ...(meant !== undefined && inText && { mend: { parts: [{ part: inText(found), by: inText(meant) }] } }),
  };
}
const MAX_FOUND = 58;
