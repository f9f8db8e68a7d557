// What is wrong with an invoice, in the shape that reports, jobs and the command line give.
import { normal } from "./node.js";

/** An error makes an invoice invalid; a warning does not. */
export type Severity = "error" | "warning";

export interface Finding {
  /** The official identifier where there is one (BR-CO-15, CII-DT-097), else one of ours (XML-…, CII-…). */
  readonly rule: string;
  readonly severity: Severity;
  /** The business terms and groups of EN 16931-1 that the rule is about: BT-112, BG-23. */
  readonly terms: readonly string[];
  /** XPath with the customary prefixes; positions where an element has namesakes beside it. */
  readonly location: string;
  /** From 1; where the element's start tag begins. Absent where the finding is about the bytes as a whole. */
  readonly line?: number;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
}

export type StageName = "xml.well_formed" | "xml.structure" | "xml.en16931" | "xml.xrechnung";

export interface Stage {
  readonly name: StageName;
  readonly status: "passed" | "failed" | "skipped";
  /** Milliseconds; present when a clock was given. */
  readonly duration_ms?: number;
  readonly findings: readonly Finding[];
}

/** A finding's facts beyond rule and message. */
export interface Facts {
  readonly expected?: string | undefined;
  readonly actual?: string | undefined;
}

/** Values of an invoice are quoted up to here, so that a finding is never as long as an attachment. */
const LONGEST = 120;

/** White space other than XML's, and characters without a shape: in a quoted value they would not be seen. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Z}]/gu;
const named = (c: string): string => (c === " " ? c : `<U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}>`);

/** A value as a finding quotes it: on one line, unseen characters by their numbers. */
export const quoted = (value: string): string => {
  const flat = normal(value).replace(UNSEEN, named);
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat;
};

/** The facts that are there: JSON has no undefined. */
export const facts = ({ expected, actual }: Facts): { expected?: string; actual?: string } => ({
  ...(expected !== undefined && { expected: quoted(expected) }),
  ...(actual !== undefined && { actual: quoted(actual) }),
});
