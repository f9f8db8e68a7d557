// The accessibility report of a document (AX-30).
import type { CheckId, Finding, Ua } from "./core/finding.js";

export * from "./core/finding.js";

/** Whole number. */
type integer = number;

/** Findings of an accessibility check of one document, with the outcome of each check and of each success criterion. */
export interface AccessibilityReport {
  /** Version of this format. */
  readonly schema_version: 1;
  /** Program that judged the document. */
  readonly engine: Engine;
  /** Document that was judged. */
  readonly target: Target;
  /** `fails` with a finding of severity `fail`, else `person` with one of that severity, else `passes`. */
  readonly verdict: "fails" | "person" | "passes";
  /** Number of findings of each severity, those beyond `findings` included. */
  readonly summary: Summary;
  /** Findings by severity, each in the order of the request; at most 1,000. */
  readonly findings: readonly Finding[];
  /** Outcome of every check. */
  readonly checks: readonly CheckOutcome[];
  /** The 55 success criteria of WCAG 2.2 at levels A and AA, in its order. */
  readonly criteria: readonly CriterionOutcome[];
  /** Content that no check can judge, in sentences. */
  readonly not_judged: readonly string[];
  /** true: more than 1,000 findings, of which the first are listed. */
  readonly truncated: boolean;
}

/** A program. */
export interface Engine {
  /** Name of the program. */
  readonly name: string;
  /** Version of the program. */
  readonly version: string;
}

/** Properties of the document that was judged. */
export interface Target {
  /** Title of the document; null if absent. */
  readonly title: string | null;
  /** Language of the document (BCP 47); null if absent. */
  readonly language: string | null;
  /** Number of pages. */
  readonly pages: integer;
  /** Profile of PDF/A or PDF/UA that the request names; null if absent. */
  readonly profile: string | null;
  /** PDF/UA that the request demands; null if it demands none. */
  readonly accessibility: Ua | null;
  /** true: the PDF has tags. */
  readonly tagged: boolean;
  /** Edition of PDF/UA whose clauses are judged. */
  readonly judged: Ua;
  /** SHA-256 of the request as it was given, in hexadecimal digits. */
  readonly sha256: string;
}

/** Number of findings of each severity. */
export interface Summary {
  /** A clause is broken. */
  readonly fail: integer;
  /** A clause may be broken. */
  readonly person: integer;
  /** No clause at level A or AA is broken. */
  readonly advice: integer;
}

/** `failed`: a finding of severity `fail`. `person`: one of that severity. `passed`: neither. `inapplicable`: nothing to test. */
export type Outcome = "passed" | "failed" | "person" | "inapplicable";

/** Outcome of a check. */
export interface CheckOutcome {
  /** The check. */
  readonly id: CheckId;
  /** Result over the document. */
  readonly outcome: Outcome;
  /** Number of things that it tested. */
  readonly tested: integer;
  /** Number of its findings. */
  readonly findings: integer;
}

/** Outcomes of EARL 1.0. */
export type CriterionResult = "failed" | "cant_tell" | "passed" | "inapplicable" | "untested";

/** Outcome of a success criterion of WCAG 2.2. */
export interface CriterionOutcome {
  /** Number, such as 1.4.3. */
  readonly id: string;
  /** Name of the criterion. */
  readonly name: string;
  /** Level of conformance. */
  readonly level: "A" | "AA";
  /** `passed` only where the checks cover the criterion wholly. */
  readonly outcome: CriterionResult;
}
