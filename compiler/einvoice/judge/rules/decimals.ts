// BR-DEC: amounts have at most two decimals.
import { decimal, equal, round } from "../../xml/decimal.js";
import type { Invoice } from "../terms/invoice.js";
import { isCharge } from "../terms/invoice.js";
import { all, first, valueOf, type Node } from "../../xml/node.js";
import { named, rule, totals, twoDecimals, under, type Rule, type Verdict } from "./rule.js";

/** rule, term, element */
const OF_TOTALS = [
  ["BR-DEC-09", "BT-106", "LineTotalAmount"],
  ["BR-DEC-10", "BT-107", "AllowanceTotalAmount"],
  ["BR-DEC-11", "BT-108", "ChargeTotalAmount"],
  ["BR-DEC-12", "BT-109", "TaxBasisTotalAmount"],
  ["BR-DEC-14", "BT-112", "GrandTotalAmount"],
  ["BR-DEC-16", "BT-113", "TotalPrepaidAmount"],
  ["BR-DEC-17", "BT-114", "RoundingAmount"],
  ["BR-DEC-18", "BT-115", "DuePayableAmount"],
] as const;

/** rule, term, place, charge indicator, element */
const OF_ALLOWANCES = [
  ["BR-DEC-01", "BT-92", "ApplicableHeaderTradeSettlement", false, "ActualAmount"],
  ["BR-DEC-02", "BT-93", "ApplicableHeaderTradeSettlement", false, "BasisAmount"],
  ["BR-DEC-05", "BT-99", "ApplicableHeaderTradeSettlement", true, "ActualAmount"],
  ["BR-DEC-06", "BT-100", "ApplicableHeaderTradeSettlement", true, "BasisAmount"],
  ["BR-DEC-24", "BT-136", "SpecifiedLineTradeSettlement", false, "ActualAmount"],
  ["BR-DEC-25", "BT-137", "SpecifiedLineTradeSettlement", false, "BasisAmount"],
  ["BR-DEC-27", "BT-141", "SpecifiedLineTradeSettlement", true, "ActualAmount"],
  ["BR-DEC-28", "BT-142", "SpecifiedLineTradeSettlement", true, "BasisAmount"],
] as const;

const message = (term: string): string => `The amount ${term} has more than two decimals.`;

/** One of several VAT totals suffices, as in the artefacts: two decimals in the required currency, else any. */
function someTotal(n: Node, counts: (total: Node) => boolean): Verdict {
  const found = all(n, "TaxTotalAmount");
  return found.length === 0 || found.some(counts) || { expected: "at most 2 decimals", actual: found.map(valueOf).join(", ") };
}

function inCents(n: Node): boolean {
  const d = decimal(valueOf(n));
  return d !== null && equal(d, round(d));
}

const currencyOf = (n: Node): string | undefined => n.attributes.get("currencyID");

export const DECIMALS: readonly Rule[] = [
  ...OF_ALLOWANCES.map(([id, term, parent, charge, path]) =>
    rule(
      id,
      term,
      (i: Invoice) => i.named("SpecifiedTradeAllowanceCharge").filter((n) => n.parent?.name === parent && isCharge(n) === charge),
      message(term),
      (n) => twoDecimals(first(n, path)),
    ),
  ),
  ...OF_TOTALS.map(([id, term, path]) => rule(id, term, totals, message(term), (n) => twoDecimals(first(n, path)))),
  rule("BR-DEC-13", "BT-110", totals, message("BT-110"), (n, i) => someTotal(n, (t) => currencyOf(t) !== i.currency || inCents(t))),
  rule("BR-DEC-15", "BT-111", totals, message("BT-111"), (n, i) =>
    someTotal(n, (t) => i.taxCurrency === undefined || (currencyOf(t) === i.taxCurrency && inCents(t))),
  ),
  rule("BR-DEC-19", "BT-116", under("ApplicableHeaderTradeSettlement", "ApplicableTradeTax"), message("BT-116"), (n) =>
    twoDecimals(first(n, "BasisAmount")),
  ),
  rule("BR-DEC-20", "BT-117", under("ApplicableHeaderTradeSettlement", "ApplicableTradeTax"), message("BT-117"), (n) =>
    twoDecimals(first(n, "CalculatedAmount")),
  ),
  rule("BR-DEC-23", "BT-131", named("IncludedSupplyChainTradeLineItem"), message("BT-131"), (n) =>
    twoDecimals(first(n, "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount")),
  ),
];
