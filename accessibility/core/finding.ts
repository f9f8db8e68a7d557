// Findings of a report (AX-30).
import type { Patch } from "../../compiler/core/patch.js";

/** Whole number. */
type integer = number;

/** An edition of PDF/UA. */
export type Ua = "ua1" | "ua2";

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
  readonly line?: integer;
  /** Column of `path`, from 1; absent unless the request was given as text. */
  readonly column?: integer;
  /** Page, from 1; absent for the whole document. */
  readonly page?: integer;
  /** Left, top, right and bottom edge on the page, in millimetres. */
  readonly box?: readonly [number, number, number, number];
  /** Text at the place, at most 80 characters. */
  readonly text?: string;
  /** Measured value, such as a contrast ratio. */
  readonly measured?: number | string;
  /** Least value that would pass. */
  readonly required?: number | string;
  /** Number of words or pages that the finding covers. */
  readonly count: integer;
  /** Success criteria of WCAG 2.2. */
  readonly wcag: readonly string[];
  /** Clauses of the edition of PDF/UA in `target.judged`. */
  readonly pdfua: readonly string[];
  /** Failure conditions of the Matterhorn Protocol. */
  readonly matterhorn: readonly string[];
  /** JSON Patch (RFC 6902) that mends the request as it was given; absent unless one holds. */
  readonly patch?: Patch;
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
