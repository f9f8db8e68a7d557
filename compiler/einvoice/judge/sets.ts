import type { Finding } from "../xml/finding.js";
import type { JudgedProfile } from "../xml/guideline.js";
import type { Invoice } from "./terms/invoice.js";
import { checkFacts } from "./schematron/check.js";
import { isFacturX } from "../xml/structure/tree.js";
import { EN_16931_UBL } from "./ubl/en16931.js";
import { unusedElements } from "./ubl/unused.js";
import { XRECHNUNG_UBL, isInForceInUbl } from "./ubl/xrechnung.js";
import { PEPPOL_UBL } from "./ubl/peppol.js";
import { rulesOf } from "./rules/factur-x.js";
import { EXTENDED_CTC_CII, EXTENDED_CTC_UBL, USED } from "./extended-ctc.js";
import { FRENCH } from "./rules/french.js";
import { PEPPOL } from "./rules/peppol.js";
import { breaches } from "./rules/rule.js";
import { atLevels } from "./rules/xrechnung-levels.js";
import { isInForce, NATIONAL } from "./rules/xrechnung.js";

const XRECHNUNG = [...NATIONAL, ...PEPPOL];
const OF_CODES = /^(BR-CL-|CII-GUIDELINE$|CII-TYPE-CODE$)/;

export function coreFindings(invoice: Invoice, profile: JudgedProfile, structure: readonly Finding[]): readonly Finding[] {
  const findings = standardFindings(invoice, profile, structure);
  return profile === "xrechnung" ? atLevels(findings, invoice) : findings;
}

function standardFindings(invoice: Invoice, profile: JudgedProfile, structure: readonly Finding[]): readonly Finding[] {
  if (profile === "extended_ctc_fr") return extendedFindings(invoice);
  if (invoice.syntax === "ubl") {
    const rules = profile === "xrechnung" ? EN_16931_UBL.filter((r) => isInForceInUbl(r.id, invoice)) : EN_16931_UBL;
    return [...breaches(rules, invoice), ...unusedElements(invoice.file.root)];
  }
  if (profile === "xrechnung")
    return breaches(
      rulesOf(profile).filter((r) => isInForce(r.id, invoice)),
      invoice,
    );
  const findings = breaches(rulesOf(profile === "peppol" ? "core" : profile), invoice);
  if (!isFacturX(profile)) return findings;
  // several rules share code lists: each code is reported once
  const reported = new Set([...structure, ...findings].flatMap((f) => (OF_CODES.test(f.rule) ? [f.location] : [])));
  return [...findings, ...checkFacts(invoice, profile, reported)];
}

function extendedFindings(invoice: Invoice): readonly Finding[] {
  if (invoice.syntax === "cii") return breaches(EXTENDED_CTC_CII, invoice);
  return [...breaches(EXTENDED_CTC_UBL, invoice), ...unusedElements(invoice.file.root).filter((f) => !USED.has(f.rule))];
}

export const xrechnungFindings = (invoice: Invoice): readonly Finding[] =>
  breaches(invoice.syntax === "ubl" ? XRECHNUNG_UBL : XRECHNUNG, invoice);

export const peppolFindings = (invoice: Invoice): readonly Finding[] => breaches(PEPPOL_UBL, invoice);

export const frenchFindings = (invoice: Invoice): readonly Finding[] => breaches(FRENCH, invoice);
