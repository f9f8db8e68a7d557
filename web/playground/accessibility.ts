// Findings of the accessibility report, which the list of problems shows after those of the check.
import type { AccessibilityReport } from "platen/browser";
import type { Problem } from "./problems.js";

type Finding = AccessibilityReport["findings"][number];

const WORDS: Readonly<Record<Finding["severity"], string>> = {
  fail: "Accessibility fails",
  person: "Accessibility, for a person",
  advice: "Accessibility advice",
};

export const accessibilityProblems = ({ findings }: AccessibilityReport): readonly Problem[] =>
  findings.map(({ severity, message, path, line, column, patch, wcag }) => ({
    severity: "warning",
    message: `${WORDS[severity]}: ${message}${wcag.length === 0 ? "" : ` (WCAG ${wcag.join(", ")})`}`,
    path,
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(patch && { patch }),
  }));
