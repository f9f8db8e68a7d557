import type { Finding } from "../../compiler/einvoice/finding.js";
import type { Profile, Standard, Version } from "../../compiler/einvoice/guideline.js";
import { releasesOf } from "../../compiler/einvoice/release.js";
import { InvoiceFile, Validation, type Verdict } from "../../compiler/einvoice/validate.js";
import { UsageError } from "./cli-files.js";

interface AppliedTerms {
  readonly standard: Standard;
  readonly profile: Profile;
  readonly version?: Version;
}

export interface Validated extends AppliedTerms {
  readonly valid: boolean;
  readonly verdict: Verdict;
}

/**
 * Standard and profile: given values, else by the guideline identifier (BT-24), else EN 16931, with a finding.
 * @throws UsageError for an invalid combination
 */
function termsOf({ detected: found }: InvoiceFile, given: { readonly standard?: Standard; readonly profile?: Profile }): AppliedTerms {
  const profile = given.profile ?? (given.standard === "xrechnung" ? "xrechnung" : (found?.profile ?? "en16931"));
  const standard = given.standard ?? (profile === "xrechnung" ? "xrechnung" : (found?.standard ?? "factur_x"));
  if ((profile === "xrechnung") !== (standard === "xrechnung")) {
    if (given.profile === undefined) return { standard, profile: "en16931" };
    if (given.standard === undefined) return { standard: profile === "xrechnung" ? "xrechnung" : "factur_x", profile };
    throw new UsageError("the profile xrechnung and the standard xrechnung require each other");
  }
  return { standard, profile, ...(standard === "zugferd" && found?.version && { version: found.version }) };
}

/** @throws UsageError for an invalid combination */
export function validated(xml: Uint8Array, given: { readonly standard?: Standard; readonly profile?: Profile }): Validated {
  const file = new InvoiceFile(xml, () => performance.now());
  const terms = termsOf(file, given);
  return verdictOf({ ...terms, verdict: new Validation(file, terms).verdict("strict") });
}

export const verdictOf = (given: Omit<Validated, "valid">): Validated => ({
  ...given,
  valid: !given.verdict.findings.some((f) => f.severity === "error"),
});

const count = (v: Validated, severity: string): number => v.verdict.findings.filter((f) => f.severity === severity).length;
const many = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

/** One line: place, rule, message. */
export function findingText(f: Finding): string {
  const values = [f.expected !== undefined && `expected: ${f.expected}`, f.actual !== undefined && `found: ${f.actual}`]
    .filter(Boolean)
    .join("; ");
  return `${f.line === undefined ? "" : `line ${f.line}: `}${f.severity} ${f.rule}: ${f.message}${values === "" ? "" : ` (${values})`} ${f.location}`;
}

export const verdictText = (v: Validated): string =>
  `${v.valid ? "valid" : "invalid"} (${v.standard} ${v.profile}): ${many(count(v, "error"), "error")}, ${many(count(v, "warning"), "warning")}`;

export const verdictJson = (v: Validated): object => ({
  valid: v.valid,
  standard: v.standard,
  profile: v.profile,
  rules: releasesOf(v.standard),
  summary: { errors: count(v, "error"), warnings: count(v, "warning") },
  stages: v.verdict.stages,
});
