// Content that a profile forbids, in the words of its clause.
import type { SourceId } from "../../../ir/ir.js";
import type { Breach } from "../../../pdf-reader/judge/judge.js";
import { privateUse } from "./private-use.js";
import type { Limits, ProfileRules } from "./profile.js";

/** Content that a profile forbids. */
export interface Violation {
  /** source of the op, or a request path */
  readonly source: SourceId | string | null;
  readonly found: string;
  readonly clause: string;
}

/** Clauses of both parts of ISO 14289. */
const UA_CLAUSES = {
  tags: ["7.1", "8.2.1"],
  content: ["7.1", "8.2.2"],
  link: ["7.18.5", "8.9.4.2"],
  field: ["7.18.1", "8.10.3"],
  figure: ["7.3", "8.2.5.28.2"],
} as const;

/** Returns a rule of PDF/UA with its clause in the document's part. */
export const uaRule = ({ ua }: ProfileRules, rule: string, what: keyof typeof UA_CLAUSES): string =>
  `PDF/UA-${ua} ${rule} (ISO 14289-${ua}, ${UA_CLAUSES[what][ua === 2 ? 1 : 0]})`;

/** Clauses of PDF/UA-2 for rules on content that both parts have. */
const SAME_RULES: ReadonlyMap<string, string> = new Map([
  ["ISO 14289-1, 7.1", "ISO 14289-2, 8.2.2"],
  ["ISO 14289-1, 7.2", "ISO 14289-2, 8.4.4"],
  ["ISO 14289-1, 7.18.5", "ISO 14289-2, 8.9.4.2"],
  ["ISO 14289-1, 7.20", "ISO 14289-2, 8.2.2"],
  ["ISO 14289-1, 7.21.7", "ISO 14289-2, 8.4.5.8"],
]);

/** Returns the rule that content of a PDF file breaks. `page`: from 1, null if unknown */
export function brokenRule(
  { clause: given, reason }: Breach,
  { page, source, rules }: { readonly page: number | null; readonly source: SourceId; readonly rules: ProfileRules },
): Violation {
  const clause = (rules.ua === 2 ? SAME_RULES.get(given) : undefined) ?? given;
  const isAccessible = clause.startsWith("ISO 14289") || clause.startsWith("ISO/TS 32005");
  return {
    source,
    found: `${page === null ? "the structure" : `page ${page}`} of the PDF file, which breaks a rule: ${reason}`,
    clause: `${isAccessible ? `PDF/UA-${rules.ua}` : rules.title} forbids it (${clause})`,
  };
}

/** Returns the violation of a text that is too long. */
export const textViolation = (what: string, bytes: number, source: Violation["source"], { string, clause: where }: Limits): Violation => ({
  source,
  found: `${what} of ${bytes} bytes`,
  clause: `it must have at most ${string} (${where})`,
});

/** Returns the violation of a text with characters of private use; null without. */
export function privateText(text: string, source: Violation["source"], clause: "8.4.3" | "8.6" = "8.6"): Violation | null {
  const found = privateUse(text, clause);
  return found && { source, ...found };
}
