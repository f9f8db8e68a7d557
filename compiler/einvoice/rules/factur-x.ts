// The rules that Factur-X's profiles add, and which rules each profile is held to.
import { compare, ZERO } from "../decimal.js";
import type { Profile } from "../guideline.js";
import { amount } from "../invoice.js";
import { all, has, normal, valueOf } from "../node.js";
import { CODES } from "./codes.js";
import { DECIMALS } from "./decimals.js";
import { EXTENDED } from "./extended.js";
import { PRESENCE } from "./presence.js";
import { root, rule, type Rule } from "./rule.js";
import { SYNTAX } from "./syntax.js";
import { TOTALS } from "./totals.js";
import { UNUSED_SYNTAX } from "./unused.js";
import { VAT } from "./vat.js";

/** Both in EN 16931-1, without a test in the present EN 16931 artefacts; Factur-X tests them. */
const FACTUR_X: readonly Rule[] = [
  rule("BR-CO-25", "BT-115 BT-9 BT-20", root, "An amount due (BT-115) needs a due date (BT-9) or payment terms (BT-20).", (_, i) => {
    const due = amount(i.totals, "DuePayableAmount");
    if (!due || compare(due, ZERO) <= 0) return true;
    return i.named("SpecifiedTradePaymentTerms").some((t) => has(t, "DueDateDateTime") || has(t, "Description"));
  }),
  rule(
    "BR-CO-27",
    "BT-84",
    (i) =>
      i
        .named("SpecifiedTradeSettlementPaymentMeans")
        .filter((m) => all(m, "TypeCode").some((t) => ["30", "58"].includes(normal(valueOf(t))))),
    "A credit transfer goes to an IBAN or to another account (BT-84): one of them, not both.",
    (n) => has(n, "PayeePartyCreditorFinancialAccount/IBANID") !== has(n, "PayeePartyCreditorFinancialAccount/ProprietaryID"),
  ),
  rule(
    "CII-SR-465",
    "BT-41",
    (i) => [i.agreement],
    "The seller's contact (BT-41) is a person or a department, not both.",
    (n) => !(has(n, "SellerTradeParty/DefinedTradeContact/PersonName") && has(n, "SellerTradeParty/DefinedTradeContact/DepartmentName")),
  ),
  rule(
    "CII-SR-466",
    "BT-56",
    (i) => [i.agreement],
    "The buyer's contact (BT-56) is a person or a department, not both.",
    (n) => !(has(n, "BuyerTradeParty/DefinedTradeContact/PersonName") && has(n, "BuyerTradeParty/DefinedTradeContact/DepartmentName")),
  ),
];

/** Of EN 16931-1 and its binding to CII. */
const EN_16931: readonly Rule[] = [...PRESENCE, ...TOTALS, ...DECIMALS, ...VAT, ...CODES, ...SYNTAX, ...UNUSED_SYNTAX];

/** Of the binding to CII, what Factur-X's own profiles keep: their structure says the rest. */
const KEPT_SYNTAX = new Set(["CII-SR-463", "CII-DT-097"]);
const isSyntax = (id: string): boolean => id.startsWith("CII-");

/** MINIMUM has no lines, no breakdown and no sums but the totals. */
const MINIMUM = new Set(
  (
    "BR-01 BR-02 BR-03 BR-04 BR-05 BR-06 BR-07 BR-08 BR-09 BR-13 BR-14 BR-15 BR-CO-09 BR-CO-26 BR-DEC-12 BR-DEC-13 BR-DEC-14 BR-DEC-18 " +
    "BR-CL-01 BR-CL-03 BR-CL-04 BR-CL-11 BR-CL-14 CII-DT-097"
  ).split(" "),
);

/** BASIC WL has no lines: what speaks of them, alone or as part of a sum, is out. */
const OF_LINES = new Set(
  (
    "BR-16 BR-21 BR-22 BR-23 BR-24 BR-25 BR-26 BR-27 BR-28 BR-30 BR-41 BR-42 BR-43 BR-44 BR-51 BR-52 BR-54 BR-64 BR-65 BR-B-01 BR-B-02 " +
    "BR-CO-04 BR-CO-10 BR-CO-18 BR-CO-20 BR-CO-23 BR-CO-24 BR-DEC-23 BR-DEC-24 BR-DEC-25 BR-DEC-27 BR-DEC-28 BR-O-12"
  ).split(" "),
);
/** Of each VAT category: the match of lines and breakdown, lines themselves, and the taxable amount. */
const OF_LINES_BY_CATEGORY = /^BR-(S|Z|E|AE|IC|G|O|AF|AG)-0[1258]$/;

/** What EXTENDED's own rules stand for. */
const NOT_EXTENDED = new Set(
  (
    "BR-22 BR-23 BR-26 BR-27 BR-CO-04 BR-CO-10 BR-CO-11 BR-CO-12 BR-CO-13 BR-CO-15 BR-CO-17 BR-AE-08 BR-AF-08 BR-AG-08 BR-E-08 BR-G-08 " +
    "BR-IC-08 BR-O-02 BR-O-03 BR-O-04 BR-O-08 BR-O-11 BR-O-12 BR-O-13 BR-O-14 BR-S-08 BR-S-09 BR-Z-08"
  ).split(" "),
);

const RULES: Readonly<Record<Profile, readonly Rule[]>> = {
  minimum: EN_16931.filter((r) => MINIMUM.has(r.id)),
  basic_wl: [
    ...EN_16931.filter((r) => !OF_LINES.has(r.id) && !OF_LINES_BY_CATEGORY.test(r.id) && (!isSyntax(r.id) || KEPT_SYNTAX.has(r.id))),
    ...FACTUR_X,
  ],
  basic: EN_16931,
  en16931: EN_16931,
  extended: [...EN_16931.filter((r) => !NOT_EXTENDED.has(r.id) && (!isSyntax(r.id) || KEPT_SYNTAX.has(r.id))), ...FACTUR_X, ...EXTENDED],
  xrechnung: EN_16931,
};

/** The business rules of a profile, XRechnung's national ones aside. */
export const rulesOf = (profile: Profile): readonly Rule[] => RULES[profile];
