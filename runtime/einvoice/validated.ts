// Verdict on an invoice's file at the level strict, without a request.
import type { Profile, Standard, Version } from "../../compiler/einvoice/guideline.js";
import { InvoiceFile, Validation, type Verdict } from "../../compiler/einvoice/validate.js";

/** A standard and a profile that exclude each other. */
export class TermsError extends Error {}

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
 * Terms of an invoice: those given, else those of its guideline identifier (BT-24). An unknown one is judged by EN 16931,
 * with a finding.
 * @throws TermsError for a standard and profile that do not go together
 */
function termsOf({ detected: found }: InvoiceFile, given: { readonly standard?: Standard; readonly profile?: Profile }): AppliedTerms {
  const profile = given.profile ?? (given.standard === "xrechnung" ? "xrechnung" : (found?.profile ?? "en16931"));
  const standard = given.standard ?? (profile === "xrechnung" ? "xrechnung" : (found?.standard ?? "factur_x"));
  if ((profile === "xrechnung") !== (standard === "xrechnung")) {
    if (given.profile === undefined) return { standard, profile: "en16931" };
    if (given.standard === undefined) return { standard: profile === "xrechnung" ? "xrechnung" : "factur_x", profile };
    throw new TermsError("the profile xrechnung and the standard xrechnung require each other");
  }
  return { standard, profile, ...(standard === "zugferd" && found?.version && { version: found.version }) };
}

/** @throws TermsError for a standard and profile that do not go together */
export function validated(xml: Uint8Array, given: { readonly standard?: Standard; readonly profile?: Profile }): Validated {
  const file = new InvoiceFile(xml, () => performance.now());
  const terms = termsOf(file, given);
  return verdictOf({ ...terms, verdict: new Validation(file, terms).verdict("strict") });
}

/** A verdict with whether it lets an invoice be valid: errors alone do not. */
export const verdictOf = (given: Omit<Validated, "valid">): Validated => ({
  ...given,
  valid: !given.verdict.findings.some((f) => f.severity === "error"),
});
