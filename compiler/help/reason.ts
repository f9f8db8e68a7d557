// What is allowed, what was found and what would help to the words of a message, and to the parts of it that programs read.
import { nearest } from "./nearest.js";

/** Why something in a request is wrong, in the words of the message after its path, and the parts of it that programs read. */
export interface Reason {
  readonly text: string;
  /** as the message shows it; absent where something is missing */
  readonly found?: string;
  /** names there are, or one description of what may stand here */
  readonly allowed?: readonly string[];
  /** what was probably meant, as it would stand in the request */
  readonly suggestion?: string;
  /** the name of the field is wrong, not its value */
  readonly onKey?: true;
}

/** What a reason says beside what is allowed and what was found. */
export interface Help {
  /** what was probably meant: it comes first */
  readonly suggestion?: string | undefined;
  /** what would help: it comes last */
  readonly advice?: string | undefined;
}

/** Lists that are longer stand behind what was found. */
const SHORT = 8;

/** "did you mean x? must be one of a, b; found c: advice". `be`: a description, or the names that there are. */
export function must(be: string | readonly string[], found: string, { suggestion, advice }: Help = {}): Reason {
  const first = suggestion === undefined ? "" : `did you mean ${suggestion}? `;
  const last = advice === undefined ? "" : `: ${advice}`;
  const parts = { found, allowed: typeof be === "string" ? [be] : be, ...(suggestion !== undefined && { suggestion }) };
  if (typeof be === "string") return { text: `${first}must be ${be}; found ${found}${last}`, ...parts };
  if (be.length <= SHORT) return { text: `${first}must be ${oneOf(be)}; found ${found}${last}`, ...parts };
  // a long list may be cut at the end of a message
  return { text: `${first}found ${found}${last}; must be ${oneOf(be)}`, ...parts };
}

/** A field that is not there at this place. `fields`: those there are. */
export function unknownField(fields: readonly string[], { suggestion, advice }: Help): Reason {
  const first = suggestion === undefined ? "" : `did you mean ${suggestion}? `;
  const last = advice === undefined ? "" : `: ${advice}`;
  return {
    text: `${first}unknown field${last}; allowed here: ${fields.join(", ") || "none"}`,
    allowed: fields,
    ...(suggestion !== undefined && { suggestion }),
    onKey: true,
  };
}

/** A reason about the name of a field. */
export const onKey = (reason: Reason): Reason => ({ ...reason, onKey: true });

/** "a", "a or b", "one of a, b, c". */
export const oneOf = (names: readonly string[]): string => (names.length <= 2 ? names.join(" or ") : `one of ${names.join(", ")}`);

/** The reason of a text, or the reason itself. */
export const reasonOf = (given: string | Reason): Reason => (typeof given === "string" ? { text: given } : given);

/** A rule that is no description of a value, and what breaks it: "an axis of bars has its zero; found never". */
export const breaks = (rule: string, found: string, advice?: string): Reason => ({
  text: `${rule}; found ${found}${advice === undefined ? "" : `: ${advice}`}`,
  found,
  allowed: [rule],
});

/** "a, b and 7 more" where there are more than a few. */
const fewOf = (names: readonly string[]): string =>
  names.length > SHORT ? `${names.slice(0, SHORT - 1).join(", ")} and ${names.length - SHORT + 1} more` : names.join(", ");

/** As `must`, of names of which there may be very many: a message has the first of them, programs have all. */
export function mustFew(names: readonly string[], found: string, help: Help = {}): Reason {
  return { ...must(names.length > SHORT ? `one of ${fewOf(names)}` : names, found, help), allowed: names };
}

/** A name that must be another's: "did you mean x? must be the key of a column, one of a, b; found c". `what`: "the key of a column" */
export function mustName(what: string, names: readonly string[], found: string): Reason {
  const meant = nearest(found, names);
  const first = meant === undefined ? "" : `did you mean ${JSON.stringify(meant)}? `;
  const shown = fewOf(names);
  const those = names.length === 0 ? "none is defined" : names.length === 1 ? `which is ${shown}` : `one of ${shown}`;
  return {
    text: `${first}must be ${what}, ${those}; found ${JSON.stringify(found.length > MAX_FOUND ? `${found.slice(0, MAX_FOUND - 1)}…` : found)}`,
    found: JSON.stringify(found),
    allowed: names,
    ...(meant !== undefined && { suggestion: JSON.stringify(meant) }),
  };
}
const MAX_FOUND = 58;
