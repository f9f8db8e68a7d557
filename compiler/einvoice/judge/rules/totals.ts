// BR-CO: dependent values, mainly sums.
import { COUNTRIES } from "../../xml/codes/money.js";
import {
  absolute,
  add,
  compare,
  decimal,
  equal,
  multiply,
  negate,
  ONE,
  percent,
  round,
  show,
  subtract,
  ZERO,
  type Decimal,
} from "../../xml/decimal.js";
import type { Facts } from "../../xml/finding.js";
import { amount, once, sumOf, type Invoice } from "../terms/invoice.js";
import { all, first, has, valueOf, type Node } from "../../xml/node.js";
import { isVat } from "./presence.js";
import { named, root, rule, totals, under, type Rule, type Verdict } from "./rule.js";

const LINE_TOTAL = "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount";

export const text = (d: Decimal | null): string => (d === null ? "nothing" : show(d));

export const equals = (actual: Decimal | null, expected: Decimal | null): Verdict =>
  (actual !== null && expected !== null && equal(actual, expected)) ||
  ({ expected: expected === null ? undefined : show(expected), actual: text(actual) } satisfies Facts);

const amountsOf = (nodes: readonly Node[]): Node[] => nodes.flatMap((n) => first(n, "ActualAmount") ?? []);

/** Correct, and present if any exist. */
function sumIs(n: Node, path: string, nodes: readonly Node[]): Verdict {
  if (nodes.length === 0 && !has(n, path)) return true;
  return equals(amount(n, path), round(sumOf(amountsOf(nodes))));
}

/** BT-117. */
const taxSum = once((i) => round(sumOf(i.breakdown.flatMap((t) => all(t, "CalculatedAmount")))));

/** Returns the tax totals in the invoice's currency (BT-110). */
const taxTotals = (i: Invoice): readonly Node[] =>
  all(i.totals, "TaxTotalAmount").filter((t) => t.attributes.get("currencyID") === i.currency);

function grandTotal(i: Invoice): Verdict {
  if (i.currency === undefined) return true;
  const grand = amount(i.totals, "GrandTotalAmount");
  const basis = amount(i.totals, "TaxBasisTotalAmount");
  const taxes = taxTotals(i);
  const tax = taxes.length === 1 ? decimal(valueOf(taxes[0]!)) : null;
  if (grand && basis && equal(grand, basis)) return true;
  return equals(grand, basis && tax && round(add(basis, tax)));
}

function taxable(n: Node): Verdict {
  const lines = amount(n, "LineTotalAmount");
  if (!lines) return { actual: text(amount(n, "TaxBasisTotalAmount")) };
  const allowances = has(n, "AllowanceTotalAmount") ? amount(n, "AllowanceTotalAmount") : ZERO;
  const charges = has(n, "ChargeTotalAmount") ? amount(n, "ChargeTotalAmount") : ZERO;
  return equals(amount(n, "TaxBasisTotalAmount"), allowances && charges && round(add(subtract(lines, allowances), charges)));
}

function due(n: Node): Verdict {
  const grand = amount(n, "GrandTotalAmount");
  const paid = has(n, "TotalPrepaidAmount") ? amount(n, "TotalPrepaidAmount") : ZERO;
  const rounding = has(n, "RoundingAmount") ? amount(n, "RoundingAmount") : ZERO;
  return equals(amount(n, "DuePayableAmount"), grand && paid && rounding && add(subtract(grand, paid), rounding));
}

/** Checks a tax within a currency unit; it is 0 if the rate is absent or rounds to 0. */
function taxOf(n: Node): Verdict {
  const tax = amount(n, "CalculatedAmount");
  const rate = isVat(n) ? amount(n, "RateApplicablePercent") : null;
  const whole = (d: Decimal): Decimal => round(d, 0);
  if (!rate || equal(whole(rate), ZERO)) return (tax !== null && equal(whole(tax), ZERO)) || { expected: "0.00", actual: text(tax) };
  const basis = amount(n, "BasisAmount");
  if (!tax || !basis) return { actual: text(tax) };
  const expected = round(percent(multiply(absolute(basis), rate)));
  const near = compare(absolute(subtract(absolute(tax), expected)), ONE) <= 0;
  return near || { expected: show(basis.units < 0n ? negate(expected) : expected), actual: show(tax) };
}

/** EL is Greece (GR in ISO 3166-1). */
const knownCountry = (id: string): boolean => COUNTRIES.has(id.slice(0, 2)) || id.startsWith("EL");

export const TOTALS: readonly Rule[] = [
  rule(
    "BR-CO-03",
    "BT-7 BT-8",
    under("ApplicableHeaderTradeSettlement", "ApplicableTradeTax"),
    "Only one may be given of the tax point date (BT-7) and the code for it (BT-8).",
    (_, i) => i.named("TaxPointDate").length === 0 || i.named("DueDateTypeCode").length === 0,
  ),
  rule("BR-CO-04", "BT-151", named("IncludedSupplyChainTradeLineItem"), "The line has no VAT category (BT-151).", (n) =>
    all(n, "SpecifiedLineTradeSettlement/ApplicableTradeTax").some((t) => isVat(t) && has(t, "CategoryCode")),
  ),
  rule(
    "BR-CO-09",
    "BT-31 BT-48 BT-63",
    named("SpecifiedTaxRegistration"),
    "A VAT identifier begins with the code of the country that issued it.",
    (n) => {
      const wrong = all(n, "ID").filter((id) => id.attributes.get("schemeID") === "VA" && !knownCountry(valueOf(id)));
      return wrong.length === 0 || { expected: "a country code (ISO 3166-1), EL for Greece", actual: valueOf(wrong[0]!).slice(0, 2) };
    },
  ),
  rule(
    "BR-CO-10",
    "BT-106 BT-131",
    totals,
    "The sum of line net amounts (BT-106) is not the sum of the lines' net amounts (BT-131).",
    (n, i) => equals(amount(n, "LineTotalAmount"), round(sumOf(i.lines.flatMap((l) => all(l, LINE_TOTAL))))),
  ),
  rule("BR-CO-11", "BT-107 BT-92", totals, "The sum of allowances (BT-107) is not the sum of the document's allowances (BT-92).", (n, i) =>
    sumIs(n, "AllowanceTotalAmount", i.allowances),
  ),
  rule("BR-CO-12", "BT-108 BT-99", totals, "The sum of charges (BT-108) is not the sum of the document's charges (BT-99).", (n, i) =>
    sumIs(n, "ChargeTotalAmount", i.charges),
  ),
  rule(
    "BR-CO-13",
    "BT-109 BT-106 BT-107 BT-108",
    totals,
    "The total without VAT (BT-109) is not lines (BT-106) less allowances (BT-107) plus charges (BT-108).",
    taxable,
  ),
  rule(
    "BR-CO-14",
    "BT-110 BT-117",
    (i) => taxTotals(i),
    "The VAT total (BT-110) is not the sum of the VAT breakdown's amounts (BT-117).",
    (n, i) => equals(decimal(valueOf(n)), taxSum(i)),
  ),
  rule(
    "BR-CO-15",
    "BT-112 BT-109 BT-110",
    root,
    "The total with VAT (BT-112) is not the total without VAT (BT-109) plus the VAT total (BT-110).",
    (_, i) => grandTotal(i),
  ),
  rule(
    "BR-CO-16",
    "BT-115 BT-112 BT-113 BT-114",
    totals,
    "The amount due (BT-115) is not the total with VAT (BT-112) less what is paid (BT-113) plus rounding (BT-114).",
    due,
  ),
  rule(
    "BR-CO-17",
    "BT-117 BT-116 BT-119",
    under("ApplicableHeaderTradeSettlement", "ApplicableTradeTax"),
    "The tax amount (BT-117) is not the taxable amount (BT-116) times the rate (BT-119).",
    taxOf,
  ),
  rule(
    "BR-CO-18",
    "BG-23",
    named("IncludedSupplyChainTradeLineItem"),
    "The invoice has no VAT breakdown (BG-23).",
    (_, i) => i.breakdown.length > 0,
  ),
  rule(
    "BR-CO-19",
    "BG-14",
    under("ApplicableHeaderTradeSettlement", "BillingSpecifiedPeriod"),
    "An invoicing period needs a start (BT-73), an end (BT-74) or both.",
    period,
  ),
  rule(
    "BR-CO-20",
    "BG-26",
    under("SpecifiedLineTradeSettlement", "BillingSpecifiedPeriod"),
    "A line's period needs a start (BT-134), an end (BT-135) or both.",
    period,
  ),
  rule(
    "BR-CO-26",
    "BT-29 BT-30 BT-31",
    named("SellerTradeParty"),
    "The seller needs an identifier (BT-29), a registration (BT-30) or a VAT identifier (BT-31).",
    (n) =>
      has(n, "ID") ||
      has(n, "GlobalID") ||
      has(n, "SpecifiedLegalOrganization/ID") ||
      all(n, "SpecifiedTaxRegistration/ID").some((id) => id.attributes.get("schemeID") === "VA"),
  ),
];

function period(n: Node): Verdict {
  return has(n, "StartDateTime") || has(n, "EndDateTime");
}
