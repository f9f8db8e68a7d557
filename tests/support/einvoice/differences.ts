import type { JudgedProfile } from "../../../compiler/einvoice/xml/guideline.js";

export interface Difference {
  /** ours only, theirs only, our warning for their error, or an error of their XSLT (the rule EXCEPTION) */
  readonly only: "ours" | "theirs" | "milder" | "unanswered";
  readonly rules: RegExp;
  /** all if absent */
  readonly in?: readonly JudgedProfile[];
  /** prefix of their names in Oracle.java; all if absent */
  readonly against?: string;
  readonly why: string;
}

const EN_16931_AND_XRECHNUNG: readonly Difference[] = [
  {
    only: "ours",
    rules: /^BR-(4[5-8]|CO-03|CO-17|DEC-19|DEC-20)$/,
    why: "the artefacts try one rule context for each element: a breakdown of category L, M or O meets its category's rules and no others",
  },
  {
    only: "ours",
    rules: /^BR-A[FG]-08$/,
    why: "the artefacts look for the rate beside the breakdown instead of in it, so the rule holds for every invoice",
  },
  {
    only: "ours",
    rules: /^CII-DT-01[012]$/,
    why: "in the artefacts the context of all type codes comes first and takes the document's type code away",
  },
  {
    only: "ours",
    rules: /^BR-CO-1[0124]$/,
    why: "the artefacts sum binary fractions: half a cent (800.005) is rounded down or up as its double happens to be",
  },
  { only: "theirs", rules: /^BR-CO-1[0124]$/, why: "as above" },
  {
    only: "milder",
    rules: /^PEPPOL-EN16931-R008$/,
    why: "the artefact compares the prefix of an empty ApplicableHeaderTradeDelivery, which means nothing in XML: a warning tells of receivers that use it",
  },
  {
    only: "theirs",
    rules: /^BR-CL-(1[013]|2[1456])$/,
    in: ["xrechnung"],
    why: "XRechnung's extension and vehicles have rules in place of these, which KoSIT's validator passes over by its configuration",
  },
  {
    only: "ours",
    rules: /^BR-(DEX-0[4-8]|TMP-CVD-01)$/,
    in: ["xrechnung"],
    why: "the artefact's lists are joined with two blanks in a row, so an absent or empty code is in them",
  },
  { only: "theirs", rules: /^BR-2[78]$/, why: "Saxon takes -0.00 to be less than 0" },
];

/** KoSIT's scenarios (customLevel), which our verdict follows. */
const SCENARIOS: readonly Difference[] = [
  { only: "milder", rules: /^BR-CL-2[13]$/, in: ["xrechnung"], why: "warnings in KoSIT's scenarios of XRechnung" },
  { only: "ours", rules: /^(CII-SR-45[234]|UBL-CR-646)$/, in: ["xrechnung"], why: "errors in KoSIT's scenarios of XRechnung" },
  { only: "theirs", rules: /^(CII-SR-45[234]|UBL-CR-646)$/, in: ["xrechnung"], why: "as above" },
];

const FACTUR_X: readonly Difference[] = [
  {
    only: "unanswered",
    rules: /^EXCEPTION$/,
    in: ["extended"],
    why: "of two VAT totals in the invoice's currency the artefact makes one number",
  },
  {
    only: "theirs",
    rules: /^PEPPOL-EN16931-R008$/,
    against: "fx-",
    why: "the schema needs ApplicableHeaderTradeDelivery though it be empty: nobody could heed the warning",
  },
  {
    only: "ours",
    rules: /^(BR-(0\d|1\d|2[015]|5[02567])|CII-DT-097)$/,
    in: ["minimum", "basic_wl", "extended"],
    why: "Factur-X's artefacts take blanks for a value, and say in MINIMUM and BASIC WL nothing of a date's form",
  },
  {
    only: "theirs",
    rules: /^BR-(IC|G|AE|E|Z|S|AF|AG|O)-(0[2-9]|10)$/,
    against: "fx-",
    why: "Factur-X's artefacts ask this of taxes that are not VAT too; BR-CO-04, BR-47 or the structure name the tax type",
  },
  {
    only: "ours",
    rules: /^BR-4[5-8]$/,
    in: ["basic_wl", "extended"],
    why: "Factur-X's artefacts take a breakdown of a tax that is not VAT",
  },
  {
    only: "theirs",
    rules: /^BR-(IC|G|AE|E|Z|S|AF|AG|O)-(0[2-79]|10)$/,
    against: "fx-",
    why: "Factur-X's artefacts ask this of taxes that are not VAT too; BR-CO-04, BR-47 or a code list name the tax type",
  },
  {
    only: "ours",
    rules: /^BR-65$/,
    in: ["extended"],
    why: "the artefact is content with one classification that has a scheme; FX-SCH-A-000296 is not",
  },
  {
    only: "theirs",
    rules: /^BR-FXEXT-(CO-1[0-3]|S-09b|S08b|[A-Z]+-08(ini|rev|b))$/,
    in: ["extended"],
    why: "the artefacts compare binary fractions with the tolerance: 293.48 - 293.47 is more than 0.01",
  },
];

export const DIFFERENCES: readonly Difference[] = [...EN_16931_AND_XRECHNUNG, ...SCENARIOS, ...FACTUR_X];

/** UBL, and France's rules for both syntaxes. */
export const UBL_DIFFERENCES: readonly Difference[] = [
  ...SCENARIOS,
  {
    only: "ours",
    rules: /^BR-(S|AF|AG)-08$/,
    why: "the artefact adds 1 to a taxable amount as a binary fraction: a difference of exactly one currency unit passes now and then",
  },
  {
    only: "theirs",
    rules: /^BR-CO-16$/,
    in: ["xrechnung"],
    why: "of an invoice of the extension: KoSIT's scenario turns it off (customLevel) as BR-DEX-09 adds payments of third parties to the sum",
  },
  {
    only: "theirs",
    rules: /^BR-CL-(10|11|13|21|24|25|26)$/,
    in: ["xrechnung"],
    why: "KoSIT's scenario turns them off (customLevel) for the extension and for vehicles: BR-DEX-04 … 08 and BR-TMP-CVD-01 have their lists",
  },
  {
    only: "ours",
    rules: /^BR-TMP-CVD-01$/,
    in: ["xrechnung"],
    why: "the artefact's list is joined with two blanks in a row, so an absent or empty code is in it",
  },
  {
    only: "theirs",
    rules: /^BR-FREXT-[A-Z]+-08rev$/,
    against: "extended-ctc-fr",
    why: "the artefact of CII looks for the reasons of lines, allowances and charges where CII has none, so each breakdown with a reason is warned of",
  },
  {
    only: "theirs",
    rules: /^BR-FREXT-CO-1[0-3]$/,
    against: "extended-ctc-fr-ubl",
    why: "the artefact makes a decimal of a binary sum: 20.01 is 20.0100000000000016, so a difference of exactly the tolerance fails",
  },
  {
    only: "theirs",
    rules: /^BR-FR-MV-0[67]_/,
    in: ["extended_ctc_fr"],
    why: "the artefact looks for the parent of a credit note's line one level too high, and never finds it",
  },
  {
    only: "ours",
    rules: /^BR-FREXT-(2[23467]|CO-04)$/,
    against: "extended-ctc-fr,",
    why: "a warning of ours: in the artefact of CII another rule takes all lines first (//ram:IncludedSupplyChainTradeLineItem, priority 1050), so these never run",
  },
  {
    only: "theirs",
    rules: /^BR-FREXT-CO-1[123]$/,
    against: "extended-ctc-fr,",
    why: "the artefact compares the flag of allowances and charges as text: one with blanks around it is neither",
  },
  {
    only: "unanswered",
    rules: /^EXCEPTION$/,
    in: ["core", "extended_ctc_fr"],
    why: "of an amount given twice, which the schemas allow, the artefacts make one number",
  },
];
