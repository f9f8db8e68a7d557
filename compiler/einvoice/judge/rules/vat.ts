// BR-S, Z, E, AE, IC, G, O, AF, AG, B: VAT categories of lines, allowances, charges and breakdown.
import {
  absolute,
  add,
  compare,
  decimal,
  equal,
  multiply,
  ONE,
  percent,
  round,
  show,
  subtract,
  ZERO,
  type Decimal,
} from "../../xml/decimal.js";
import { amount, isCharge, once, type Invoice } from "../terms/invoice.js";
import { all, has, valueOf, type Node } from "../../xml/node.js";
import { isVat } from "./presence.js";
import { root, rule, type Rule, type Verdict } from "./rule.js";
import { isOf, keyOf, NONE, sharesOf, type Share } from "./taxable.js";

export interface Category {
  readonly id: string;
  /** UNTDID 5305. */
  readonly code: string;
  readonly name: string;
  /** Parties with a tax identifier; "nobody" forbids them. */
  readonly parties: "seller" | "seller and buyer" | "VAT of seller" | "VAT of seller and buyer" | "nobody";
  readonly rate: "above 0" | "0" | "0 or more" | "none";
  readonly groups: "each rate" | "one" | "one where any";
  /** Breakdown groups need an exemption reason. */
  readonly reason: boolean;
}

export const CATEGORIES: readonly Category[] = [
  { id: "S", code: "S", name: "standard rate", parties: "seller", rate: "above 0", groups: "each rate", reason: false },
  { id: "Z", code: "Z", name: "zero rate", parties: "seller", rate: "0", groups: "one", reason: false },
  { id: "E", code: "E", name: "exempt", parties: "seller", rate: "0", groups: "one", reason: true },
  { id: "AE", code: "AE", name: "reverse charge", parties: "seller and buyer", rate: "0", groups: "one", reason: true },
  { id: "IC", code: "K", name: "intra-community supply", parties: "VAT of seller and buyer", rate: "0", groups: "one", reason: true },
  { id: "G", code: "G", name: "export", parties: "VAT of seller", rate: "0", groups: "one", reason: true },
  { id: "O", code: "O", name: "not subject to VAT", parties: "nobody", rate: "none", groups: "one where any", reason: true },
  { id: "AF", code: "L", name: "Canary Islands", parties: "seller", rate: "above 0", groups: "each rate", reason: false },
  { id: "AG", code: "M", name: "Ceuta and Melilla", parties: "seller", rate: "0 or more", groups: "each rate", reason: false },
];

const LINE_TOTAL = "SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount";

export const lineTaxes = (i: Invoice): readonly Node[] =>
  i.named("ApplicableTradeTax").filter((t) => t.parent?.name === "SpecifiedLineTradeSettlement");
const allowanceTaxes = (i: Invoice, charge: boolean): readonly Node[] =>
  i.named("CategoryTradeTax").filter((t) => t.parent?.name === "SpecifiedTradeAllowanceCharge" && isCharge(t.parent) === charge);

const registered = (party: Node | undefined, schemes: readonly string[]): boolean =>
  all(party, "SpecifiedTaxRegistration/ID").some((id) => schemes.includes(id.attributes.get("schemeID") ?? ""));

function partiesHold(required: Category["parties"], i: Invoice): boolean {
  const vat = ["VA"];
  const sellerVat = registered(i.seller, vat) || registered(i.representative, vat);
  switch (required) {
    case "seller":
      return registered(i.seller, ["VA", "FC"]) || registered(i.representative, vat);
    case "seller and buyer":
      return partiesHold("seller", i) && (registered(i.buyer, vat) || has(i.buyer, "SpecifiedLegalOrganization/ID"));
    case "VAT of seller":
      return sellerVat;
    case "VAT of seller and buyer":
      return sellerVat && registered(i.buyer, vat);
    case "nobody":
      return !sellerVat && !registered(i.buyer, vat);
  }
}

const PARTIES: Readonly<Record<Category["parties"], string>> = {
  seller: "needs a VAT or tax identifier of the seller (BT-31, BT-32) or the VAT identifier of its tax representative (BT-63)",
  "seller and buyer":
    "needs a tax identifier of the seller (BT-31, BT-32, BT-63) and a VAT identifier or registration of the buyer (BT-48, BT-47)",
  "VAT of seller": "needs the VAT identifier of the seller (BT-31) or of its tax representative (BT-63)",
  "VAT of seller and buyer": "needs the VAT identifiers of the seller (BT-31, or BT-63) and of the buyer (BT-48)",
  nobody: "must not have the VAT identifiers of seller, tax representative and buyer (BT-31, BT-63, BT-48)",
};

export function rateHolds(required: Category["rate"], tax: Node): Verdict {
  const given = all(tax, "RateApplicablePercent").map(valueOf);
  if (required === "none") return given.length === 0 || { expected: "no rate", actual: given[0] };
  const good = given.some((v) => {
    const d = decimal(v);
    if (!d) return false;
    const sign = compare(d, ZERO);
    return required === "0" ? sign === 0 : required === "above 0" ? sign > 0 : sign >= 0;
  });
  return good || { expected: required, actual: given[0] ?? "nothing" };
}

function groupsHold(c: Category, i: Invoice): Verdict {
  const groups = i.breakdown.filter((t) => isOf(t, c.code)).length;
  const lines = lineTaxes(i).filter((t) => isOf(t, c.code)).length;
  const others = i.named("CategoryTradeTax").filter((t) => isOf(t, c.code)).length;
  if (c.groups === "each rate") return (lines === 0 || lines + groups >= 2) && (others === 0 || others + groups >= 2);
  if (groups === 0 && (c.groups === "one where any" || lines + others === 0)) return true;
  return (groups === 1 && lines + others > 0) || { expected: lines + others > 0 ? "1 group" : "no group", actual: `${groups} groups` };
}

export const line = once((i) =>
  sharesOf(
    i.lines.flatMap((l) => all(l, "SpecifiedLineTradeSettlement")),
    "ApplicableTradeTax",
    (n) => all(n, LINE_TOTAL),
  ),
);
export const charge = once((i) => sharesOf(i.charges, "CategoryTradeTax", (n) => all(n, "ActualAmount").slice(0, 1)));
export const allowance = once((i) => sharesOf(i.allowances, "CategoryTradeTax", (n) => all(n, "ActualAmount").slice(0, 1)));

/** Lines plus charges less allowances, each rounded to cents. */
function taxableOf(i: Invoice, code: string, rate: Decimal | null): Decimal {
  const of = (shares: ReadonlyMap<string, Share>): Decimal => round((shares.get(keyOf(code, rate)) ?? NONE).sum);
  return subtract(add(of(line(i)), of(charge(i))), of(allowance(i)));
}

/** Exact with a rate and for O, else within a currency unit. */
function taxableHolds(c: Category, tax: Node, i: Invoice): Verdict {
  const given = amount(tax, "BasisAmount");
  const exact = c.groups !== "one";
  const rates = c.groups === "each rate" ? all(tax, "RateApplicablePercent").map((r) => decimal(valueOf(r))) : [null];
  for (const rate of rates) {
    const expected = taxableOf(i, c.code, rate);
    const good = given !== null && (exact ? equal(given, expected) : compare(absolute(subtract(given, expected)), ONE) < 0);
    if (!good) return { expected: show(expected), actual: given ? show(given) : "nothing" };
  }
  return true;
}

function taxHolds(c: Category, tax: Node): Verdict {
  const given = amount(tax, "CalculatedAmount");
  if (c.rate === "0" || c.rate === "none")
    return (given !== null && compare(given, ZERO) === 0) || { expected: "0", actual: given ? show(given) : "nothing" };
  const basis = amount(tax, "BasisAmount");
  const rate = amount(tax, "RateApplicablePercent");
  if (!given || !basis || !rate) return false;
  const expected = percent(round(multiply(absolute(basis), rate), 0));
  return compare(absolute(subtract(absolute(given), expected)), ONE) < 0 || { expected: show(expected), actual: show(given) };
}

function rulesOf(c: Category): readonly Rule[] {
  const n = (k: number): string => `BR-${c.id}-${String(k).padStart(2, "0")}`;
  const quotedName = `VAT category ${c.code} (${c.name})`;
  const ofVat = (taxes: readonly Node[]): readonly Node[] => taxes.filter((t) => isOf(t, c.code) && isVat(t));
  const inLines = (i: Invoice): readonly Node[] => ofVat(lineTaxes(i));
  const inAllowances = (i: Invoice): readonly Node[] => ofVat(allowanceTaxes(i, false));
  const inCharges = (i: Invoice): readonly Node[] => ofVat(allowanceTaxes(i, true));
  // artefacts do not test the tax type for S and Z
  const groups = (i: Invoice): readonly Node[] =>
    i.breakdown.filter((t) => isOf(t, c.code) && (c.code === "S" || c.code === "Z" || isVat(t)));
  const registeredWell = once((i) => partiesHold(c.parties, i));
  const parties = (_: Node, i: Invoice): Verdict => registeredWell(i);
  const rate = (t: Node): Verdict => rateHolds(c.rate, t);
  const rateText = c.rate === "none" ? "has no VAT rate" : `has a VAT rate of ${c.rate}`;
  return [
    rule(
      n(1),
      "BG-23",
      root,
      `The ${quotedName} of lines, allowances and charges is not matched by its groups in the VAT breakdown.`,
      (_, i) => groupsHold(c, i),
    ),
    rule(n(2), "BT-151", inLines, `A line of the ${quotedName} ${PARTIES[c.parties]}.`, parties),
    rule(n(3), "BT-95", inAllowances, `An allowance of the ${quotedName} ${PARTIES[c.parties]}.`, parties),
    rule(n(4), "BT-102", inCharges, `A charge of the ${quotedName} ${PARTIES[c.parties]}.`, parties),
    rule(n(5), "BT-152", inLines, `A line of the ${quotedName} ${rateText} (BT-152).`, rate),
    rule(n(6), "BT-96", inAllowances, `An allowance of the ${quotedName} ${rateText} (BT-96).`, rate),
    rule(n(7), "BT-103", inCharges, `A charge of the ${quotedName} ${rateText} (BT-103).`, rate),
    rule(
      n(8),
      "BT-116",
      groups,
      `The taxable amount (BT-116) of the ${quotedName} is not its lines less allowances plus charges.`,
      (t, i) => taxableHolds(c, t, i),
    ),
    rule(n(9), "BT-117", groups, `The tax amount (BT-117) of the ${quotedName} is not right.`, (t) => taxHolds(c, t)),
    rule(
      n(10),
      "BT-120 BT-121",
      groups,
      c.reason
        ? `The ${quotedName} needs an exemption reason (BT-120, BT-121).`
        : `The ${quotedName} must not have an exemption reason (BT-120, BT-121).`,
      (t) => (has(t, "ExemptionReason") || has(t, "ExemptionReasonCode")) === c.reason,
    ),
  ];
}

export const groupsOf =
  (code: string) =>
  (i: Invoice): readonly Node[] =>
    i.breakdown.filter((t) => isOf(t, code) && isVat(t));

const otherThanO = (taxes: readonly Node[]): Verdict => {
  const other = taxes.flatMap((t) => all(t, "CategoryCode")).find((c) => valueOf(c) !== "O");
  return other ? { expected: "O", actual: valueOf(other) } : true;
};

const noOtherTax = once((i) => otherThanO(i.named("ApplicableTradeTax")));
const noOtherAllowance = once((i) => otherThanO(i.named("CategoryTradeTax")));

const everyCategory = (i: Invoice, code: string): boolean => i.named("CategoryCode").some((c) => valueOf(c) === code);

/** In CII's artefacts BR-AF-09 and BR-AG-09 apply to every invoice: same as BR-CO-17. */
const NOT_IN_CII = new Set(["BR-AF-09", "BR-AG-09"]);

export const BY_CATEGORY: readonly Rule[] = CATEGORIES.flatMap(rulesOf);

export const VAT: readonly Rule[] = [
  ...BY_CATEGORY.filter((r) => !NOT_IN_CII.has(r.id)),
  rule(
    "BR-IC-11",
    "BT-72 BG-14",
    groupsOf("K"),
    "An intra-community supply needs a delivery date (BT-72) or an invoicing period (BG-14).",
    (_, i) =>
      has(i.delivery, "ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString") ||
      has(i.settlement, "BillingSpecifiedPeriod/StartDateTime") ||
      has(i.settlement, "BillingSpecifiedPeriod/EndDateTime"),
  ),
  rule("BR-IC-12", "BT-80", groupsOf("K"), "An intra-community supply needs the country that is delivered to (BT-80).", (_, i) =>
    has(i.delivery, "ShipToTradeParty/PostalTradeAddress/CountryID"),
  ),
  rule("BR-O-11", "BG-23", groupsOf("O"), "Next to the VAT category O the breakdown must not have another category.", (_, i) =>
    noOtherTax(i),
  ),
  rule("BR-O-12", "BT-151", groupsOf("O"), "Next to the VAT category O lines must not have another category.", (_, i) => noOtherTax(i)),
  rule("BR-O-13", "BT-95", groupsOf("O"), "Next to the VAT category O allowances must not have another category.", (_, i) =>
    noOtherAllowance(i),
  ),
  rule("BR-O-14", "BT-102", groupsOf("O"), "Next to the VAT category O charges must not have another category.", (_, i) =>
    noOtherAllowance(i),
  ),
  rule("BR-B-01", "BT-118", root, "The VAT category B (split payment) is for invoices within Italy.", (_, i) => {
    const abroad = i.named("CountryID").find((c) => valueOf(c) !== "IT");
    return !everyCategory(i, "B") || !abroad || { expected: "IT", actual: valueOf(abroad) };
  }),
  rule(
    "BR-B-02",
    "BT-118",
    root,
    "The VAT categories B (split payment) and S (standard rate) do not go together.",
    (_, i) => !everyCategory(i, "B") || !everyCategory(i, "S"),
  ),
];
