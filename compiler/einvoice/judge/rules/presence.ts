// BR-01 to BR-65: mandatory content of an invoice and its groups.
import { compare, decimal, ZERO } from "../../xml/decimal.js";
import { isCharge } from "../terms/invoice.js";
import { all, filled, first, has, normal, textAt, valueOf, type Node } from "../../xml/node.js";
import { lines, named, root, rule, totals, under, type Rule, type Verdict } from "./rule.js";

const AGREEMENT = "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement";
const SELLER = `${AGREEMENT}/SellerTradeParty`;
const BUYER = `${AGREEMENT}/BuyerTradeParty`;
const NET_PRICE = "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount";
const GROSS_PRICE = "SpecifiedLineTradeAgreement/GrossPriceProductTradePrice/ChargeAmount";

export const fills =
  (path: string) =>
  (n: Node): Verdict =>
    filled(n, path);
export const hasIt =
  (path: string) =>
  (n: Node): Verdict =>
    has(n, path);

const withAttribute = (n: Node, path: string, name: string): boolean =>
  all(n, path).some((e) => normal(e.attributes.get(name) ?? "") !== "");

const addressed =
  (party: string) =>
  (n: Node): Verdict => {
    const address = first(n, `${party}/URIUniversalCommunication`);
    return !address || withAttribute(address, "URIID", "schemeID");
  };

function notNegative(n: Node, path: string): Verdict {
  const found = all(n, path).map(valueOf);
  const good = found.some((v) => {
    const d = decimal(v);
    return d !== null && compare(d, ZERO) >= 0;
  });
  return good || { expected: "0 or more", actual: found[0] ?? "nothing" };
}

/** Dates of format 102 compare as text. */
function inOrder(n: Node): Verdict {
  const dates = (path: string): string[] =>
    all(n, `${path}/DateTimeString`)
      .filter((d) => d.attributes.get("format") === "102")
      .map(valueOf);
  if (!has(n, "EndDateTime") || !has(n, "StartDateTime")) return true;
  const starts = dates("StartDateTime");
  const ends = dates("EndDateTime");
  const earliest = starts.reduce<string | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
  return (
    (earliest !== undefined && ends.some((e) => e >= earliest)) || {
      expected: `${starts[0] ?? "a start date"} or later`,
      actual: ends[0] ?? "nothing",
    }
  );
}

const transfers = (i: Parameters<Rule["on"]>[0]): readonly Node[] =>
  i
    .named("SpecifiedTradeSettlementPaymentMeans")
    .filter((m) => all(m, "TypeCode").some((t) => valueOf(t) === "30" || valueOf(t) === "58"))
    .flatMap((m) => all(m, "PayeePartyCreditorFinancialAccount"));

const share = (a: Node, b: Node | undefined, path: string): boolean => {
  const theirs = new Set(all(b, path).map(valueOf));
  return all(a, path).some((n) => theirs.has(valueOf(n)));
};

export const PRESENCE: readonly Rule[] = [
  rule(
    "BR-01",
    "BT-24",
    root,
    "The specification identifier (BT-24) is missing.",
    fills("ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID"),
  ),
  rule("BR-02", "BT-1", root, "The invoice number (BT-1) is missing.", fills("ExchangedDocument/ID")),
  rule("BR-03", "BT-2", root, "The issue date (BT-2) is missing, or not given as YYYYMMDD (format 102).", (n) =>
    all(n, "ExchangedDocument/IssueDateTime/DateTimeString").some((d) => d.attributes.get("format") === "102" && normal(valueOf(d)) !== ""),
  ),
  rule("BR-04", "BT-3", root, "The invoice type code (BT-3) is missing.", fills("ExchangedDocument/TypeCode")),
  rule(
    "BR-05",
    "BT-5",
    root,
    "The invoice currency code (BT-5) is missing.",
    fills("SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/InvoiceCurrencyCode"),
  ),
  rule("BR-06", "BT-27", root, "The seller's name (BT-27) is missing.", fills(`${SELLER}/Name`)),
  rule("BR-07", "BT-44", root, "The buyer's name (BT-44) is missing.", fills(`${BUYER}/Name`)),
  rule("BR-08", "BG-5", root, "The seller's postal address (BG-5) is missing.", hasIt(`${SELLER}/PostalTradeAddress`)),
  rule(
    "BR-09",
    "BT-40",
    root,
    "The country code of the seller's address (BT-40) is missing.",
    fills(`${SELLER}/PostalTradeAddress/CountryID`),
  ),
  rule("BR-10", "BG-8", root, "The buyer's postal address (BG-8) is missing.", hasIt(`${BUYER}/PostalTradeAddress`)),
  rule(
    "BR-11",
    "BT-55",
    root,
    "The country code of the buyer's address (BT-55) is missing.",
    fills(`${BUYER}/PostalTradeAddress/CountryID`),
  ),
  rule("BR-12", "BT-106", totals, "The sum of line net amounts (BT-106) is missing.", hasIt("LineTotalAmount")),
  rule("BR-13", "BT-109", totals, "The invoice total without VAT (BT-109) is missing.", hasIt("TaxBasisTotalAmount")),
  rule("BR-14", "BT-112", totals, "The invoice total with VAT (BT-112) is missing.", hasIt("GrandTotalAmount")),
  rule("BR-15", "BT-115", totals, "The amount due for payment (BT-115) is missing.", hasIt("DuePayableAmount")),
  rule("BR-16", "BG-25", root, "The invoice has no line (BG-25).", (_, i) => i.named("IncludedSupplyChainTradeLineItem").length > 0),
  rule("BR-17", "BT-59", named("PayeeTradeParty"), "A payee (BG-10) needs a name (BT-59) and must not be the seller.", (n, i) => {
    const seller = i.seller;
    return has(n, "Name") && !share(n, seller, "Name") && !share(n, seller, "ID") && !share(n, seller, "SpecifiedLegalOrganization/ID");
  }),
  rule("BR-18", "BT-62", named("SellerTaxRepresentativeTradeParty"), "The tax representative's name (BT-62) is missing.", fills("Name")),
  rule(
    "BR-19",
    "BG-12",
    named("SellerTaxRepresentativeTradeParty"),
    "The tax representative's postal address (BG-12) is missing.",
    hasIt("PostalTradeAddress"),
  ),
  rule(
    "BR-20",
    "BT-69",
    named("SellerTaxRepresentativeTradeParty"),
    "The country code of the tax representative's address (BT-69) is missing.",
    fills("PostalTradeAddress/CountryID"),
  ),
  rule(
    "BR-21",
    "BT-126",
    named("IncludedSupplyChainTradeLineItem"),
    "The line has no identifier (BT-126).",
    fills("AssociatedDocumentLineDocument/LineID"),
  ),
  rule(
    "BR-22",
    "BT-129",
    named("IncludedSupplyChainTradeLineItem"),
    "The line has no invoiced quantity (BT-129).",
    hasIt("SpecifiedLineTradeDelivery/BilledQuantity"),
  ),
  rule("BR-23", "BT-130", named("IncludedSupplyChainTradeLineItem"), "The line's quantity has no unit of measure (BT-130).", (n) =>
    all(n, "SpecifiedLineTradeDelivery/BilledQuantity").some((q) => q.attributes.has("unitCode")),
  ),
  rule(
    "BR-24",
    "BT-131",
    named("IncludedSupplyChainTradeLineItem"),
    "The line has no net amount (BT-131).",
    hasIt("SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount"),
  ),
  rule(
    "BR-25",
    "BT-153",
    named("IncludedSupplyChainTradeLineItem"),
    "The line's item has no name (BT-153).",
    fills("SpecifiedTradeProduct/Name"),
  ),
  rule("BR-26", "BT-146", named("IncludedSupplyChainTradeLineItem"), "The line has no item net price (BT-146).", hasIt(NET_PRICE)),
  rule("BR-27", "BT-146", named("IncludedSupplyChainTradeLineItem"), "The item net price (BT-146) must not be negative.", (n) =>
    notNegative(n, NET_PRICE),
  ),
  rule(
    "BR-28",
    "BT-148",
    named("IncludedSupplyChainTradeLineItem"),
    "The item gross price (BT-148) must not be negative.",
    (n) => !has(n, GROSS_PRICE) || notNegative(n, GROSS_PRICE),
  ),
  rule(
    "BR-29",
    "BT-73 BT-74",
    under("ApplicableHeaderTradeSettlement", "BillingSpecifiedPeriod"),
    "The invoicing period ends (BT-74) before it starts (BT-73).",
    inOrder,
  ),
  rule(
    "BR-30",
    "BT-134 BT-135",
    under("SpecifiedLineTradeSettlement", "BillingSpecifiedPeriod"),
    "The line's period ends (BT-135) before it starts (BT-134).",
    inOrder,
  ),
  ...allowance("ApplicableHeaderTradeSettlement", false, "BG-20", {
    amount: ["BR-31", "BT-92"],
    tax: ["BR-32", "BT-95"],
    reason: [["BR-33", "BR-CO-21"], "BT-97 BT-98"],
  }),
  ...allowance("ApplicableHeaderTradeSettlement", true, "BG-21", {
    amount: ["BR-36", "BT-99"],
    tax: ["BR-37", "BT-102"],
    reason: [["BR-38", "BR-CO-22"], "BT-104 BT-105"],
  }),
  ...allowance("SpecifiedLineTradeSettlement", false, "BG-27", {
    amount: ["BR-41", "BT-136"],
    reason: [["BR-42", "BR-CO-23"], "BT-139 BT-140"],
  }),
  ...allowance("SpecifiedLineTradeSettlement", true, "BG-28", {
    amount: ["BR-43", "BT-141"],
    reason: [["BR-44", "BR-CO-24"], "BT-144 BT-145"],
  }),
  rule(
    "BR-45",
    "BT-116",
    under("ApplicableHeaderTradeSettlement", "ApplicableTradeTax"),
    "The VAT breakdown has no taxable amount (BT-116).",
    hasIt("BasisAmount"),
  ),
  rule(
    "BR-46",
    "BT-117",
    under("ApplicableHeaderTradeSettlement", "ApplicableTradeTax"),
    "The VAT breakdown has no tax amount (BT-117).",
    hasIt("CalculatedAmount"),
  ),
  rule(
    "BR-47",
    "BT-118",
    under("ApplicableHeaderTradeSettlement", "ApplicableTradeTax"),
    "The VAT breakdown has no category of the tax type VAT (BT-118).",
    (n) => isVat(n) && has(n, "CategoryCode"),
  ),
  rule(
    "BR-48",
    "BT-119",
    under("ApplicableHeaderTradeSettlement", "ApplicableTradeTax"),
    "The VAT breakdown has no rate (BT-119), and it is not of the category O.",
    (n) => isVat(n) && (has(n, "RateApplicablePercent") || all(n, "CategoryCode").some((c) => valueOf(c) === "O")),
  ),
  rule(
    "BR-49",
    "BT-81",
    named("SpecifiedTradeSettlementPaymentMeans"),
    "The payment instructions have no means code (BT-81).",
    hasIt("TypeCode"),
  ),
  rule(
    "BR-50",
    "BT-84",
    transfers,
    "A credit transfer needs the account (BT-84) that it goes to.",
    (n) => filled(n, "IBANID") || filled(n, "ProprietaryID"),
  ),
  rule(
    "BR-51",
    "BT-87",
    named("ApplicableTradeSettlementFinancialCard"),
    "A card number (BT-87) may show at most 10 characters: the first six and the last four.",
    (n) => {
      const shown = [...normal(textAt(n, "ID") ?? "")].length;
      return shown <= 10 || { expected: "at most 10 characters", actual: `${shown} characters` };
    },
  ),
  rule(
    "BR-52",
    "BT-122",
    named("AdditionalReferencedDocument"),
    "A supporting document has no reference (BT-122).",
    fills("IssuerAssignedID"),
  ),
  rule(
    "BR-53",
    "BT-6 BT-111",
    totals,
    "With a VAT accounting currency (BT-6), which differs from the invoice's (BT-5), the VAT total in it (BT-111) is needed.",
    (n, i) =>
      i.taxCurrency === undefined ||
      (i.taxCurrency !== i.currency && all(n, "TaxTotalAmount").some((t) => t.attributes.get("currencyID") === i.taxCurrency)) || {
        expected: `a total in ${i.taxCurrency}`,
      },
  ),
  rule(
    "BR-54",
    "BT-160 BT-161",
    named("ApplicableProductCharacteristic"),
    "An item attribute needs a name (BT-160) and a value (BT-161).",
    (n) => has(n, "Description") && has(n, "Value"),
  ),
  rule(
    "BR-55",
    "BT-25",
    (i) => all(i.settlement, "InvoiceReferencedDocument"),
    "A preceding invoice has no reference (BT-25).",
    fills("IssuerAssignedID"),
  ),
  rule("BR-56", "BT-63", named("SellerTaxRepresentativeTradeParty"), "The tax representative's VAT identifier (BT-63) is missing.", (n) =>
    all(n, "SpecifiedTaxRegistration/ID").some((id) => id.attributes.get("schemeID") === "VA" && normal(valueOf(id)) !== ""),
  ),
  rule(
    "BR-57",
    "BT-80",
    (i) => [i.delivery],
    "The country code of the delivery address (BT-80) is missing.",
    (n) => !has(n, "ShipToTradeParty/PostalTradeAddress") || filled(n, "ShipToTradeParty/PostalTradeAddress/CountryID"),
  ),
  rule(
    "BR-61",
    "BT-84",
    transfers,
    "A credit transfer's account needs an IBAN or another account number (BT-84).",
    (n) => has(n, "IBANID") || has(n, "ProprietaryID"),
  ),
  rule("BR-62", "BT-34", root, "The seller's electronic address (BT-34) has no scheme.", addressed(SELLER)),
  rule("BR-63", "BT-49", root, "The buyer's electronic address (BT-49) has no scheme.", addressed(BUYER)),
  rule(
    "BR-64",
    "BT-157",
    lines,
    "The item's standard identifier (BT-157) has no scheme.",
    (n) => !has(n, "SpecifiedTradeProduct/GlobalID") || withAttribute(n, "SpecifiedTradeProduct/GlobalID", "schemeID"),
  ),
  rule(
    "BR-65",
    "BT-158",
    named("DesignatedProductClassification"),
    "The item's classification (BT-158) has no scheme.",
    (n) => !has(n, "ClassCode") || withAttribute(n, "ClassCode", "listID"),
  ),
];

export function isVat(n: Node): boolean {
  return all(n, "TypeCode").some((t) => valueOf(t).toUpperCase() === "VAT");
}

interface AllowanceRules {
  readonly amount: readonly [string, string];
  readonly tax?: readonly [string, string];
  readonly reason: readonly [readonly string[], string];
}

function allowance(parent: string, charge: boolean, group: string, ids: AllowanceRules): readonly Rule[] {
  const what = charge ? "charge" : "allowance";
  const on = (i: Parameters<Rule["on"]>[0]): readonly Node[] =>
    i.named("SpecifiedTradeAllowanceCharge").filter((n) => n.parent?.name === parent && isCharge(n) === charge);
  const [amount, amountTerm] = ids.amount;
  const [reasons, reasonTerms] = ids.reason;
  return [
    rule(amount, `${group} ${amountTerm}`, on, `The ${what} has no amount (${amountTerm}).`, hasIt("ActualAmount")),
    ...(ids.tax
      ? [
          rule(ids.tax[0], `${group} ${ids.tax[1]}`, on, `The ${what} has no VAT category (${ids.tax[1]}).`, (n: Node) =>
            all(n, "CategoryTradeTax").some((t) => isVat(t) && has(t, "CategoryCode")),
          ),
        ]
      : []),
    ...reasons.map((id) =>
      rule(
        id,
        `${group} ${reasonTerms}`,
        on,
        `The ${what} needs a reason, in words or as a code.`,
        (n) => has(n, "Reason") || has(n, "ReasonCode"),
      ),
    ),
  ];
}
