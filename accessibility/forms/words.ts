// Words that all forms of the report have.
import type { CriterionResult, Finding, Outcome, Severity, Target } from "../report.js";

/** `WCAG 1.4.3, PDF/UA-1 7.3, Matterhorn 13-004` */
export const clausesOf = ({ wcag, pdfua, matterhorn }: Finding, { judged }: Target): string =>
  [
    ...wcag.map((id) => `WCAG ${id}`),
    ...pdfua.map((id) => `${STANDARDS[judged]} ${id}`),
    ...matterhorn.map((id) => `Matterhorn ${id}`),
  ].join(", ");

export const STANDARDS: Readonly<Record<Target["judged"], string>> = { ua1: "PDF/UA-1", ua2: "PDF/UA-2" };

/** `measured 2.31, required 4.5` */
export const valuesOf = ({ measured, required }: Finding): string =>
  [...(measured === undefined ? [] : [`measured ${measured}`]), ...(required === undefined ? [] : [`required ${required}`])].join(", ");

export const documentName = ({ title }: Target): string => title ?? "Document without a title";

/** `line 12, column 9, page 1`; empty without. */
export const placeOf = ({ line, column, page }: Finding): string =>
  [...(line === undefined ? [] : [`line ${line}, column ${column ?? 1}`]), ...(page === undefined ? [] : [`page ${page}`])].join(", ");

export const SEVERITY_WORDS: Readonly<Record<Severity, string>> = { fail: "Fails", person: "A person must tell", advice: "Advice" };

export const OUTCOME_WORDS: Readonly<Record<Outcome | CriterionResult, string>> = {
  passed: "Passed",
  failed: "Failed",
  person: "A person must tell",
  cant_tell: "A person must tell",
  inapplicable: "Not applicable",
  untested: "Not tested",
};
