// Known differences between the official rules and ours, each with its reason: the only file that has any.
import type { Profile } from "../../compiler/einvoice/guideline.js";

export interface Difference {
  /**
   * Ours alone, theirs alone, ours a warning where theirs is an error, or theirs ends in an error of the XSLT (the rule EXCEPTION) where
   * ours finds nothing wrong.
   */
  readonly only: "ours" | "theirs" | "milder" | "unanswered";
  readonly rules: RegExp;
  /** Profiles; all if absent. */
  readonly in?: readonly Profile[];
  /** Official rule sets, by the start of their names in Oracle.java; all if absent. */
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

const FACTUR_X: readonly Difference[] = [
  {
    only: "unanswered",
    rules: /^EXCEPTION$/,
    in: ["extended"],
    why: "of two VAT totals in the invoice's currency the artefact makes one number; that there is one is said by a cardinality, which has no name",
  },
  {
    only: "ours",
    rules: /^BR-(CO-15|47|48)$/,
    against: "fx-",
    why: "Factur-X's artefacts look for the currency of BR-CO-15 below the totals, and take a breakdown of a tax that is not VAT",
  },
  {
    only: "ours",
    rules: /^(BR-(0\d|1\d|2[015]|50|52|55|56|57)|CII-DT-097)$/,
    against: "fx-",
    why: "Factur-X's artefacts take blanks for a value, and say in MINIMUM and BASIC WL nothing of a date's form",
  },
  {
    only: "theirs",
    rules: /^BR-(IC|G|AE|E|Z|S|AF|AG|O)-(0[2-9]|10)$/,
    against: "fx-",
    why: "Factur-X's artefacts ask this of taxes that are not VAT too; BR-CO-04, BR-47 or the structure name the tax type",
  },
  {
    only: "theirs",
    rules: /^BR-(CO-25|CO-27|65)$/,
    in: ["basic", "en16931"],
    against: "fx-",
    why: "these profiles are held to EN 16931's artefacts, which do not test BR-CO-25 and BR-CO-27, and take a classification without a code (BR-65)",
  },
  {
    only: "theirs",
    rules: /^BR-FXEXT-(A[FG]-08|CO-15)$/,
    in: ["extended"],
    why: "the artefacts demand BT-110 though the rule is for invoices that have it, and hold all rates of L and M against each group",
  },
  {
    only: "theirs",
    rules: /^BR-FXEXT-(CO-1[0-3]|S-09|[A-Z]+-08)$/,
    in: ["extended"],
    why: "the artefacts compare binary fractions with the tolerance: 293.48 - 293.47 is more than 0.01",
  },
  {
    only: "theirs",
    rules: /^BR-FXEXT-06$/,
    in: ["extended"],
    why: "in the artefacts a line without a number is the parent of every line without a parent; BR-21 tells it",
  },
];

export const DIFFERENCES: readonly Difference[] = [...EN_16931_AND_XRECHNUNG, ...FACTUR_X];
