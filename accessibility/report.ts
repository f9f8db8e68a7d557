// The accessibility report of a document (AX-30).
import type { Patch } from "../compiler/core/patch.js";

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
  readonly pages: number;
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

/** An edition of PDF/UA. */
export type Ua = "ua1" | "ua2";

/** Number of findings of each severity. */
export interface Summary {
  /** A clause is broken. */
  readonly fail: number;
  /** A clause may be broken. */
  readonly person: number;
  /** No clause at level A or AA is broken. */
  readonly advice: number;
}

/** Severities, worst first. */
export const SEVERITIES = ["fail", "person", "advice"] as const;
/** `fail`: a clause is broken. `person`: it may be, and only a person can tell. `advice`: no clause at level A or AA is broken. */
export type Severity = (typeof SEVERITIES)[number];

/** A place of the request at which a check found a fault. */
export interface Finding {
  /** Check that found it. */
  readonly check: CheckId;
  /** Weight of the finding. */
  readonly severity: Severity;
  /** Description in plain English. */
  readonly message: string;
  /** JSON Pointer (RFC 6901) into the request. */
  readonly path: string;
  /** Line of `path`, from 1; absent unless the request was given as text. */
  readonly line?: number;
  /** Column of `path`, from 1; absent unless the request was given as text. */
  readonly column?: number;
  /** Page, from 1; absent for the whole document. */
  readonly page?: number;
  /** Left, top, right and bottom edge on the page, in millimetres. */
  readonly box?: readonly [number, number, number, number];
  /** Text at the place, at most 80 characters. */
  readonly text?: string;
  /** Measured value, such as a contrast ratio. */
  readonly measured?: number | string;
  /** Least value that would pass. */
  readonly required?: number | string;
  /** Number of words or pages that the finding covers. */
  readonly count: number;
  /** Success criteria of WCAG 2.2. */
  readonly wcag: readonly string[];
  /** Clauses of the edition of PDF/UA in `target.judged`. */
  readonly pdfua: readonly string[];
  /** Failure conditions of the Matterhorn Protocol. */
  readonly matterhorn: readonly string[];
  /** JSON Patch (RFC 6902) that mends the request as it was given; absent unless one holds. */
  readonly patch?: Patch;
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
  readonly tested: number;
  /** Number of its findings. */
  readonly findings: number;
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

/** Checks in the order of their table (AX-29). */
export const CHECK_IDS = [
  "tagged",
  "title",
  "language",
  "language-of-parts",
  "contrast",
  "graphics-contrast",
  "color-alone",
  "heading-order",
  "heading-empty",
  "heading-look",
  "list-look",
  "image-alt",
  "alt-file-name",
  "alt-repeats",
  "text-in-picture",
  "table-headers",
  "table-header-empty",
  "table-layout",
  "link-text",
  "target-size",
  "field-label",
  "reading-order",
  "hidden-text",
  "outline",
  "security",
  "imported",
] as const;
/** A check of the table of checks. */
export type CheckId = (typeof CHECK_IDS)[number];
