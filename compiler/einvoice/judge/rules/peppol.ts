// PEPPOL-EN16931-R: rules of Peppol BIS Billing in XRechnung 3.0.
import {
  absolute,
  add,
  compare,
  decimal,
  divide,
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
import { amount, isCharge, once, sumOf, type Invoice } from "../terms/invoice.js";
import { all, first, has, normal, textAt, valueOf, type Node } from "../../xml/node.js";
import { advice, lines, named, rule, settlement, type Rule, type Verdict } from "./rule.js";

const QUANTITY = "SpecifiedLineTradeDelivery/BilledQuantity";
const NET = "SpecifiedLineTradeAgreement/NetPriceProductTradePrice";
const GROSS = "SpecifiedLineTradeAgreement/GrossPriceProductTradePrice";

/** Tolerance: two cents; half a forint for HUF. */
const slack = (i: Invoice): Decimal => (i.currency === "HUF" ? { units: 5n, scale: 1 } : { units: 2n, scale: 2 });
const near = (given: Decimal, expected: Decimal, i: Invoice): Verdict =>
  compare(absolute(subtract(given, expected)), slack(i)) <= 0 || { expected: show(round(expected)), actual: show(given) };

const taxTotals = (i: Invoice, counts: (currency: string) => boolean): readonly Node[] =>
  all(i.totals, "TaxTotalAmount").filter((t) => {
    const currency = t.attributes.get("currencyID");
    return currency !== undefined && counts(currency);
  });

const allowances =
  (calculated: boolean | null, based: boolean | null): Rule["on"] =>
  (i) =>
    i.named("SpecifiedTradeAllowanceCharge").filter((n) => {
      const c = has(n, "CalculationPercent");
      const b = has(n, "BasisAmount");
      return calculated === null ? c === b : c === calculated && b === based;
    });

const indicated = (n: Node): Verdict => {
  const value = normal(textAt(n, "ChargeIndicator/Indicator") ?? "");
  return value === "true" || value === "false" || { expected: "true or false", actual: value };
};

function oneSign(i: Invoice): Verdict {
  const own = taxTotals(i, (c) => c === i.currency).map((t) => decimal(valueOf(t)));
  const other = taxTotals(i, (c) => c === i.taxCurrency).map((t) => decimal(valueOf(t)));
  if (i.taxCurrency === undefined || own.length === 0) return true;
  const some = (of: readonly (Decimal | null)[], negative: boolean): boolean => of.some((d) => d !== null && d.units < 0n === negative);
  return (some(own, true) && some(other, true)) || (some(own, false) && some(other, false));
}

const periods =
  (end: "StartDateTime" | "EndDateTime"): Rule["on"] =>
  (i) =>
    has(i.settlement, `BillingSpecifiedPeriod/${end}`)
      ? i.lines.flatMap((l) => all(l, `SpecifiedLineTradeSettlement/BillingSpecifiedPeriod/${end}`))
      : [];
const ownPeriod = (end: "StartDateTime" | "EndDateTime"): ((i: Invoice) => string | undefined) =>
  once((i) =>
    all(i.settlement, `BillingSpecifiedPeriod/${end}/DateTimeString`)
      .map(valueOf)
      .sort()
      .at(end === "StartDateTime" ? 0 : -1),
  );
function within(end: "StartDateTime" | "EndDateTime", holds: (line: string, whole: string) => boolean): Rule["holds"] {
  const own = ownPeriod(end);
  return (n, i) => {
    const whole = own(i);
    const dates = all(n, "DateTimeString").map(valueOf);
    return (whole !== undefined && dates.some((d) => holds(d, whole))) || { expected: whole, actual: dates[0] };
  };
}

/** First other than 0; default 1. */
function baseQuantity(line: Node): Decimal {
  for (const price of [NET, GROSS]) {
    const q = amount(line, `${price}/BasisQuantity`);
    if (q && q.units !== 0n) return q;
  }
  return ONE;
}

/** BT-131 = price × quantity ÷ base quantity + charges − allowances. */
function lineAmount(n: Node, i: Invoice): Verdict {
  const of = all(n, "SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge");
  const sum = (charge: boolean): Decimal => round(sumOf(of.filter((a) => isCharge(a) === charge).flatMap((a) => all(a, "ActualAmount"))));
  const given = amount(n, "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount") ?? ZERO;
  const quantity = amount(n, QUANTITY) ?? ONE;
  const price = amount(n, `${NET}/ChargeAmount`) ?? ZERO;
  return near(given, subtract(add(divide(multiply(quantity, price), baseQuantity(n)), sum(true)), sum(false)), i);
}

const mandated = once((i) => has(i.settlement, "SpecifiedTradePaymentTerms/DirectDebitMandateID"));
const prices: Rule["on"] = (i) => [...i.named("NetPriceProductTradePrice"), ...i.named("GrossPriceProductTradePrice")];
const grossPrices: Rule["on"] = (i) => i.lines.flatMap((l) => all(l, GROSS));

/** CII requires this element even if empty. */
const isDelivery = (n: Node): boolean => n.name === "ApplicableHeaderTradeDelivery";

const empty = once((i: Invoice): readonly Node[] => {
  const out: Node[] = [];
  const visit = (n: Node): void => {
    if (n.children.length === 0 && normal(n.text) === "") out.push(n);
    n.children.forEach(visit);
  };
  visit(i.root);
  return out;
});

export const PEPPOL: readonly Rule[] = [
  rule(
    "PEPPOL-EN16931-R001",
    "BT-23",
    (i) => [i.context],
    "The business process (BT-23) is missing.",
    (n) => has(n, "BusinessProcessSpecifiedDocumentContextParameter/ID"),
  ),
  rule(
    "PEPPOL-EN16931-R005",
    "BT-6",
    settlement,
    "The VAT accounting currency (BT-6) is the invoice's own: it is given only where it differs.",
    (_, i) => i.taxCurrency === undefined || normal(i.taxCurrency) !== normal(i.currency ?? ""),
  ),
  rule(
    "PEPPOL-EN16931-R008",
    "",
    (i) => empty(i).filter((n) => !isDelivery(n)),
    "The element is empty.",
    () => false,
  ),
  // the official rule exempts this literal name
  advice(
    "PEPPOL-EN16931-R008",
    "",
    (i) => empty(i).filter(isDelivery),
    "ApplicableHeaderTradeDelivery is empty and has a prefix other than ram: strict receivers, who compare prefixes, refuse the invoice.",
    (n) => n.tag === "ram:ApplicableHeaderTradeDelivery" || { expected: "ram:ApplicableHeaderTradeDelivery", actual: n.tag },
  ),
  rule("PEPPOL-EN16931-R010", "BT-49", named("BuyerTradeParty"), "The buyer's electronic address (BT-49) is missing.", (n) =>
    has(n, "URIUniversalCommunication/URIID"),
  ),
  rule("PEPPOL-EN16931-R020", "BT-34", named("SellerTradeParty"), "The seller's electronic address (BT-34) is missing.", (n) =>
    has(n, "URIUniversalCommunication/URIID"),
  ),
  rule(
    "PEPPOL-EN16931-R040",
    "BT-92 BT-93 BT-94",
    allowances(null, null),
    "The amount of the allowance or charge is not its base amount times its percentage.",
    (n, i) => {
      const rate = amount(n, "CalculationPercent");
      const base = amount(n, "BasisAmount");
      return !rate || !base || near(amount(n, "ActualAmount") ?? ZERO, percent(multiply(base, rate)), i);
    },
  ),
  rule(
    "PEPPOL-EN16931-R041",
    "BT-93",
    allowances(true, false),
    "An allowance or charge with a percentage needs a base amount.",
    () => false,
  ),
  rule(
    "PEPPOL-EN16931-R042",
    "BT-94",
    allowances(false, true),
    "An allowance or charge with a base amount needs a percentage.",
    () => false,
  ),
  rule("PEPPOL-EN16931-R043-1", "BG-20 BG-21", allowances(null, null), "ChargeIndicator is true or false.", indicated),
  rule("PEPPOL-EN16931-R043-2", "BT-147", named("AppliedTradeAllowanceCharge"), "ChargeIndicator is true or false.", indicated),
  rule("PEPPOL-EN16931-R044", "BT-147", grossPrices, "A price has allowances only, no charges.", (n) => {
    if (!has(n, "AppliedTradeAllowanceCharge/ActualAmount")) return true;
    return all(n, "AppliedTradeAllowanceCharge/ChargeIndicator/Indicator").some((c) => valueOf(c) === "false");
  }),
  rule(
    "PEPPOL-EN16931-R046",
    "BT-146 BT-147 BT-148",
    grossPrices,
    "The net price (BT-146) is not the gross price (BT-148) less its allowance (BT-147).",
    (n) => {
      if (!has(n, "ChargeAmount")) return true;
      const gross = amount(n, "ChargeAmount");
      const net = amount(n.parent!, "NetPriceProductTradePrice/ChargeAmount");
      const expected = gross && subtract(gross, amount(n, "AppliedTradeAllowanceCharge/ActualAmount") ?? ZERO);
      return (
        (net !== null && expected !== null && equal(net, expected)) || {
          expected: expected ? show(expected) : undefined,
          actual: net ? show(net) : "nothing",
        }
      );
    },
  ),
  rule(
    "PEPPOL-EN16931-R053",
    "BT-110",
    settlement,
    "Only one VAT total (BT-110) may be given in the invoice's currency.",
    (_, i) => taxTotals(i, (c) => c === i.currency).length <= 1,
  ),
  rule(
    "PEPPOL-EN16931-R054",
    "BT-111",
    settlement,
    "A VAT total in another currency (BT-111) and the VAT accounting currency (BT-6) require each other, one of each.",
    (_, i) => {
      const count = taxTotals(i, (c) => c !== i.currency).length;
      const expected = i.taxCurrency === undefined ? 0 : 1;
      return i.currency === undefined || count === expected || { expected: String(expected), actual: String(count) };
    },
  ),
  rule(
    "PEPPOL-EN16931-R055",
    "BT-110 BT-111",
    settlement,
    "The VAT totals in both currencies (BT-110, BT-111) must have the same sign.",
    (_, i) => oneSign(i),
  ),
  rule(
    "PEPPOL-EN16931-R061",
    "BT-89",
    (i) =>
      i
        .named("SpecifiedTradeSettlementPaymentMeans")
        .filter((m) => all(m, "TypeCode").some((t) => ["49", "59"].includes(normal(valueOf(t))))),
    "Direct debit needs the mandate's reference (BT-89).",
    (_, i) => mandated(i),
  ),
  rule("PEPPOL-EN16931-R101", "BT-128", lines, "A line's additional document is the object invoiced (type 130).", (n) => {
    const found = all(n, "SpecifiedLineTradeSettlement/AdditionalReferencedDocument");
    return found.length === 0 || found.some((d) => all(d, "TypeCode").some((t) => valueOf(t) === "130"));
  }),
  rule(
    "PEPPOL-EN16931-R110",
    "BT-134 BT-73",
    periods("StartDateTime"),
    "A line's period starts (BT-134) before the invoice's (BT-73).",
    within("StartDateTime", (l, w) => l >= w),
  ),
  rule(
    "PEPPOL-EN16931-R111",
    "BT-135 BT-74",
    periods("EndDateTime"),
    "A line's period ends (BT-135) after the invoice's (BT-74).",
    within("EndDateTime", (l, w) => l <= w),
  ),
  advice(
    "PEPPOL-EN16931-R120",
    "BT-131 BT-129 BT-146 BT-149",
    lines,
    "The line's net amount (BT-131) is not its quantity times its price, plus charges less allowances.",
    lineAmount,
  ),
  rule("PEPPOL-EN16931-R121", "BT-149", prices, "A base quantity (BT-149) is above 0.", (n) => {
    const q = first(n, "BasisQuantity");
    const given = q && decimal(valueOf(q));
    return !q || (given !== null && given !== undefined && compare(given, ZERO) > 0) || { expected: "above 0", actual: valueOf(q) };
  }),
  rule(
    "PEPPOL-EN16931-R130",
    "BT-150 BT-130",
    (i) => prices(i).flatMap((p) => all(p, "BasisQuantity").filter((q) => q.attributes.has("unitCode"))),
    "The unit of a price's base quantity (BT-150) is not that of the invoiced quantity (BT-130).",
    (n) => {
      const unit = n.attributes.get("unitCode");
      const line = n.parent?.parent?.parent ?? undefined;
      const billed = all(line, QUANTITY).map((q) => q.attributes.get("unitCode"));
      return billed.includes(unit) || { expected: billed[0], actual: unit };
    },
  ),
];
