import { LARGE } from "../../compiler/einvoice/xml/xml.js";
import { fail } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import type { JudgedProfile, Profile, RuleSet, Standard, Version } from "../../compiler/einvoice/xml/guideline.js";
import type { Syntax } from "../../compiler/einvoice/xml/node.js";
import { NO_PEPPOL } from "../../compiler/einvoice/request/meaning.js";
import { InvoiceFile, Validation, type Verdict } from "../../compiler/einvoice/judge/validate.js";

/** A standard and a profile that exclude each other. */
export class TermsError extends Error {}

interface AppliedTerms {
  readonly standard: Standard;
  readonly profile: JudgedProfile;
  readonly version?: Version;
}

export interface Validated extends AppliedTerms {
  /** null: neither CII nor UBL */
  readonly syntax: Syntax | null;
  readonly ruleSets: readonly RuleSet[];
  readonly valid: boolean;
  readonly verdict: Verdict;
}

export interface GivenTerms {
  readonly standard?: Standard | undefined;
  readonly profile?: Profile | undefined;
  readonly ruleSets?: readonly RuleSet[] | undefined;
}

const OF_UBL: readonly JudgedProfile[] = ["en16931", "xrechnung", "peppol", "extended_ctc_fr"];

/**
 * As given, else by BT-24; an unknown one is judged by EN 16931 with a warning.
 * @throws TermsError for a standard and profile that exclude each other
 */
function termsOf(file: InvoiceFile, given: GivenTerms): AppliedTerms {
  const found = file.detected;
  const unknown = file.syntax === null || given.profile !== undefined || given.standard !== undefined ? "en16931" : "core";
  const profile = given.profile ?? (given.standard === "xrechnung" ? "xrechnung" : (found?.profile ?? unknown));
  const standard = given.standard ?? (profile === "xrechnung" ? "xrechnung" : (found?.standard ?? "factur_x"));
  if (file.syntax === "ubl" && !OF_UBL.includes(profile) && profile !== "core")
    throw new TermsError(`the profile ${profile} is of CII: UBL has ${OF_UBL.join(", ")}`);
  if ((profile === "xrechnung") !== (standard === "xrechnung")) {
    if (given.profile === undefined) return { standard, profile: "en16931" };
    if (given.standard === undefined) return { standard: profile === "xrechnung" ? "xrechnung" : "factur_x", profile };
    throw new TermsError("the profile xrechnung and the standard xrechnung require each other");
  }
  return { standard, profile, ...(standard === "zugferd" && found?.version && { version: found.version }) };
}

/**
 * @throws TermsError for a standard and profile that exclude each other
 * @throws RenderError API-002 for Peppol's rules with CII
 */
export function validated(xml: Uint8Array, given: GivenTerms): Validated {
  const file = new InvoiceFile(xml, () => performance.now(), ["cii", "ubl"], LARGE);
  const terms = termsOf(file, given);
  const { ruleSets = [] } = given;
  if (ruleSets.includes("peppol") && file.syntax === "cii") fail("API-002", "e-invoice-rule-sets", ROOT, NO_PEPPOL);
  return verdictOf({ ...terms, syntax: file.syntax, ruleSets, verdict: new Validation(file, { ...terms, ruleSets }).verdict("strict") });
}

/** Valid without errors. */
export const verdictOf = (given: Omit<Validated, "valid">): Validated => ({
  ...given,
  valid: !given.verdict.findings.some((f) => f.severity === "error"),
});
