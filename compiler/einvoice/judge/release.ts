import type { JudgedProfile, RuleSet, Standard } from "../xml/guideline.js";
import type { Syntax } from "../xml/node.js";
import { FACTUR_X_RELEASE, ZUGFERD_RELEASE } from "./schematron/table.js";
import { isFacturX } from "../xml/structure/tree.js";

const EN_16931 = "EN 16931 1.3.16";
const FACTUR_X = `Factur-X ${FACTUR_X_RELEASE}`;
const XRECHNUNG = "XRechnung 3.0.2";
const PEPPOL = "Peppol BIS Billing 3 2026.5";
const EXTENDED_CTC_FR = "EXTENDED-CTC-FR 1.3.0";
const BR_FR = "BR-FR Flux 2 1.3.0";

interface Judged {
  readonly standard: Standard;
  readonly profile?: JudgedProfile | undefined;
  readonly syntax?: Syntax | null | undefined;
  readonly ruleSets?: readonly RuleSet[] | undefined;
}

/** Releases that judge, as in reports. */
export function releasesOf({
  standard,
  profile = standard === "xrechnung" ? "xrechnung" : "en16931",
  syntax,
  ruleSets = [],
}: Judged): readonly string[] {
  if (syntax === null) return [];
  const carried = syntax !== "ubl" && isFacturX(profile);
  const factur = standard === "zugferd" ? `ZUGFeRD ${ZUGFERD_RELEASE} (${FACTUR_X})` : FACTUR_X;
  return [
    profile === "extended_ctc_fr" ? EXTENDED_CTC_FR : EN_16931,
    ...(carried ? [factur] : []),
    ...(profile === "xrechnung" ? [XRECHNUNG] : []),
    ...(profile === "peppol" || ruleSets.includes("peppol") ? [PEPPOL] : []),
    ...(ruleSets.includes("fr_ctc") ? [BR_FR] : []),
  ];
}
