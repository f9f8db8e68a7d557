import { compare, ZERO } from "../../xml/decimal.js";
import type { JudgedProfile } from "../../xml/guideline.js";
import { amount } from "../terms/invoice.js";
import { all, has, normal, valueOf } from "../../xml/node.js";
import { CODES } from "./codes.js";
import { DECIMALS } from "./decimals.js";
import { EXTENDED_VAT } from "./extended-vat.js";
import { EXTENDED } from "./extended.js";
import { PRESENCE } from "./presence.js";
import { advice, root, rule, type Rule } from "./rule.js";
import { SYNTAX } from "./syntax.js";
import { TOTALS } from "./totals.js";
import { UNUSED_SYNTAX } from "./unused.js";
import { VAT } from "./vat.js";

/** EN 16931-1; untested by the artefacts. */
export const CO_25: Rule = rule(
  "BR-CO-25",
  "BT-115 BT-9 BT-20",
  root,
  "An amount due (BT-115) needs a due date (BT-9) or payment terms (BT-20).",
  (_, i) => {
    const due = amount(i.totals, "DuePayableAmount");
    if (!due || compare(due, ZERO) <= 0) return true;
    return i.named("SpecifiedTradePaymentTerms").some((t) => has(t, "DueDateDateTime") || has(t, "Description"));
  },
);

/** Weaker than the artefacts, which combine all groups and lines. */
const CO_03: Rule = rule(
  "BR-CO-03",
  "BT-7 BT-8",
  (i) => i.breakdown,
  "Only one may be given of the tax point date (BT-7) and the code for it (BT-8).",
  (n) => !has(n, "TaxPointDate") || !has(n, "DueDateTypeCode"),
);

/** Stricter than the artefacts, which allow both accounts. */
const SR_470: Rule = rule(
  "CII-SR-470",
  "BT-84",
  (i) =>
    i
      .named("SpecifiedTradeSettlementPaymentMeans")
      .filter((m) => all(m, "TypeCode").some((t) => ["30", "58"].includes(normal(valueOf(t))))),
  "A credit transfer goes to an IBAN or to another account (BT-84): one of them, not both.",
  (n) => has(n, "PayeePartyCreditorFinancialAccount/IBANID") !== has(n, "PayeePartyCreditorFinancialAccount/ProprietaryID"),
);

/** Stricter than the artefacts, which allow a classification without a code. */
const CLASSIFIED: Rule = rule(
  "BR-65",
  "BT-158",
  (i) => i.named("DesignatedProductClassification"),
  "The item's classification (BT-158) needs a code with a scheme.",
  (n) => all(n, "ClassCode").some((c) => normal(c.attributes.get("listID") ?? "") !== ""),
);

/** Warning in EN 16931, error in Factur-X. */
const strict = (id: string): Rule => ({ ...UNUSED_SYNTAX.find((r) => r.id === id)!, severity: "error" });
const CONTACTS: readonly Rule[] = [strict("CII-SR-465"), strict("CII-SR-466")];

/** Except ApplicableHeaderTradeDelivery, which the schema requires. */
const EMPTY: Rule = advice(
  "PEPPOL-EN16931-R008",
  "",
  (i) => i.ending("").filter((n) => n.children.length === 0 && normal(n.text) === "" && n.name !== "ApplicableHeaderTradeDelivery"),
  "The element is empty.",
  () => false,
);

/** EN 16931-1 and its CII binding. */
export const EN_16931: readonly Rule[] = [...PRESENCE, ...TOTALS, ...DECIMALS, ...VAT, ...CODES, ...SYNTAX, ...UNUSED_SYNTAX];

/** Others: structure and facts, with Factur-X's code lists. */
const OWN_SYNTAX = new Set(
  "CII-SR-463 CII-SR-467 CII-SR-468 CII-SR-469 CII-SR-471 CII-SR-472 CII-SR-473 CII-SR-475 CII-SR-476 CII-DT-097".split(" "),
);
const keeps = (id: string): boolean => (id.startsWith("CII-") ? OWN_SYNTAX.has(id) : !id.startsWith("BR-CL-") && id !== CO_03.id);

/** Other severity or test in Factur-X. */
const CHANGED = new Set(["BR-65", "CII-SR-465", "CII-SR-466", "CII-SR-470"]);

/** No lines, breakdown, or sums except totals. */
const MINIMUM = new Set(
  (
    "BR-01 BR-02 BR-03 BR-04 BR-05 BR-06 BR-07 BR-08 BR-09 BR-13 BR-14 BR-15 BR-CO-09 BR-CO-26 BR-DEC-12 BR-DEC-13 BR-DEC-14 BR-DEC-18 " +
    "CII-DT-097"
  ).split(" "),
);

/** absent in BASIC WL */
const OF_LINES = new Set(
  (
    "BR-16 BR-21 BR-22 BR-23 BR-24 BR-25 BR-26 BR-27 BR-28 BR-30 BR-41 BR-42 BR-43 BR-44 BR-51 BR-52 BR-54 BR-64 BR-65 BR-B-01 BR-B-02 " +
    "BR-CO-04 BR-CO-10 BR-CO-18 BR-CO-20 BR-CO-23 BR-CO-24 BR-DEC-23 BR-DEC-24 BR-DEC-25 BR-DEC-27 BR-DEC-28 BR-O-12"
  ).split(" "),
);
const OF_LINES_BY_CATEGORY = /^BR-(S|Z|E|AE|IC|G|O|AF|AG)-0[1258]$/;

const NOT_EXTENDED = new Set(
  (
    "BR-22 BR-23 BR-24 BR-26 BR-27 BR-28 BR-38 BR-44 BR-54 BR-S-01 BR-Z-01 BR-E-01 BR-AE-01 BR-IC-01 BR-G-01 BR-O-01 BR-AF-01 BR-AG-01 " +
    "BR-S-10 BR-Z-10 BR-AF-10 BR-AG-10 BR-CO-16 BR-CO-22 BR-CO-24 BR-CO-04 BR-CO-10 BR-CO-11 BR-CO-12 BR-CO-13 BR-CO-15 BR-CO-17 BR-AE-08 BR-AF-08 BR-AG-08 BR-E-08 BR-G-08 " +
    "BR-IC-08 BR-O-02 BR-O-03 BR-O-04 BR-O-08 BR-O-11 BR-O-12 BR-O-13 BR-O-14 BR-S-08 BR-S-09 BR-Z-08"
  ).split(" "),
);

const CORE: readonly Rule[] = [...EN_16931.filter((r) => !CHANGED.has(r.id)), ...CONTACTS, SR_470, CLASSIFIED, EMPTY];

const RULES: Readonly<Record<Exclude<JudgedProfile, "peppol" | "extended_ctc_fr">, readonly Rule[]>> = {
  minimum: EN_16931.filter((r) => MINIMUM.has(r.id)),
  basic_wl: [...EN_16931.filter((r) => !OF_LINES.has(r.id) && !OF_LINES_BY_CATEGORY.test(r.id) && keeps(r.id)), ...CONTACTS, SR_470],
  basic: CORE,
  en16931: CORE,
  extended: [...EN_16931.filter((r) => !NOT_EXTENDED.has(r.id) && keeps(r.id)), ...CONTACTS, CO_25, EMPTY, ...EXTENDED, ...EXTENDED_VAT],
  xrechnung: EN_16931,
  core: EN_16931,
};

/** Returns the rules of a profile, without XRechnung's national ones. */
export const rulesOf = (profile: Exclude<JudgedProfile, "peppol" | "extended_ctc_fr">): readonly Rule[] => RULES[profile];
