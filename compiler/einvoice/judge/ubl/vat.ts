// VAT categories in UBL: the tests of UBL's artefacts.
import { absolute, add, compare, decimal, equal, ONE, show, subtract, type Decimal } from "../../xml/decimal.js";
import { amount, once, type Invoice } from "../terms/invoice.js";
import { all, textAt, valueOf, type Node } from "../../xml/node.js";
import { isVat as isVatGroup } from "../rules/presence.js";
import type { Rule, Verdict } from "../rules/rule.js";
import { isOf, keyOf, NONE, type Share } from "../rules/taxable.js";
import {
  allowance,
  BY_CATEGORY,
  CATEGORIES,
  charge,
  groupsOf,
  line,
  lineTaxes,
  rateHolds,
  VAT as CII,
  type Category,
} from "../rules/vat.js";
import { anywhere, at, changing, chargeOf, child, codeOf, isVat, type Change } from "./file.js";

const change = changing([...BY_CATEGORY, ...CII]);

/** of breakdown and allowances; of lines */
const ofTax = once(anywhere("TaxCategory"));
const ofLines = once(anywhere("ClassifiedTaxCategory"));
const ofBreakdown = once(at("TaxTotal/TaxSubtotal/TaxCategory"));
const ofAllowances = once(child("AllowanceCharge", "TaxCategory"));

const coded = (taxes: readonly Node[], code: string, vat: boolean): number =>
  taxes.filter((t) => codeOf(t) === code && (!vat || isVat(t))).length;

function groupsHold(c: Category, i: Invoice): Verdict {
  if (c.groups === "each rate") {
    // the artefacts test the tax scheme for some
    const vat = c.code !== "S";
    const used = coded(ofAllowances(i), c.code, vat) + coded(ofLines(i), c.code, vat);
    const groups = coded(ofBreakdown(i), c.code, c.code === "M" || (c.code === "L" && used === 0));
    return used > 0 === groups > 0 || { expected: used > 0 ? "a group" : "no group", actual: `${groups} groups` };
  }
  const used = coded(ofTax(i), c.code, true) + coded(ofLines(i), c.code, true);
  const groups = coded(ofBreakdown(i), c.code, true);
  return used === 0 || groups === 1 || { expected: "1 group", actual: `${groups} groups` };
}

/** Lines plus charges less allowances, exact. */
function taxableOf(i: Invoice, key: string): { readonly sum: Decimal; readonly count: number } {
  const of = (shares: ReadonlyMap<string, Share>): Share => shares.get(key) ?? NONE;
  const [lines, charges, allowances] = [of(line(i)), of(charge(i)), of(allowance(i))];
  return { sum: subtract(add(lines.sum, charges.sum), allowances.sum), count: lines.count + charges.count + allowances.count };
}

/** Checks a taxable amount, within a currency unit with a group per rate, else exactly. */
function taxableHolds(c: Category, tax: Node, i: Invoice): Verdict {
  const given = amount(tax, "BasisAmount");
  const rated = c.groups === "each rate";
  const rates = rated ? all(tax, "RateApplicablePercent").map((r) => decimal(valueOf(r))) : [null];
  for (const rate of rates) {
    const { sum, count } = taxableOf(i, keyOf(c.code, rate));
    const near = given !== null && (rated ? compare(absolute(subtract(given, sum)), ONE) < 0 : equal(given, sum));
    if (!near || (c.code === "S" && count === 0)) return { expected: show(sum), actual: given ? show(given) : "nothing" };
  }
  return true;
}

const groups =
  (code: string): Rule["on"] =>
  (i) =>
    i.breakdown.filter((t) => isOf(t, code) && isVatGroup(t));

function changesOf(c: Category): ReadonlyMap<string, Change> {
  const id = (k: number): string => `BR-${c.id}-${String(k).padStart(2, "0")}`;
  const out = new Map<string, Change>([
    [id(1), { holds: (_, i) => groupsHold(c, i) }],
    [id(8), { on: groups(c.code), holds: (t, i) => taxableHolds(c, t, i) }],
    [id(9), { on: groups(c.code) }],
    [id(10), { on: groups(c.code) }],
  ]);
  // as in the artefact: category S needs the tax scheme VAT
  if (c.code === "S") out.set(id(2), { on: (i) => sLines(i), holds: (n, i) => isVatGroup(n) && sellerHolds(n, i) });
  if (c.code === "L") for (const k of [5, 6, 7]) out.set(id(k), { holds: (t) => rateHolds("0 or more", t) });
  return out;
}

const standard = CII.find((r) => r.id === "BR-S-02")!;
const sellerHolds = standard.holds;
/** Returns the lines' taxes of category S that are VAT, or all of them if none is. */
function sLines(i: Invoice): readonly Node[] {
  const taxes = lineTaxes(i).filter((t) => isOf(t, "S"));
  const ofVat = taxes.filter(isVatGroup);
  return ofVat.length > 0 ? ofVat : taxes;
}

const changed = new Map(CATEGORIES.flatMap((c) => [...changesOf(c)]));

const noOther = (taxes: (i: Invoice) => readonly Node[]): Rule["holds"] => {
  const other = once((i) => taxes(i).find((t) => isVat(t) && codeOf(t) !== undefined && codeOf(t) !== "O"));
  return (_, i) => {
    const found = other(i);
    return !found || { expected: "O", actual: codeOf(found) };
  };
};
const allowanceTaxes =
  (indicator: boolean) =>
  (i: Invoice): readonly Node[] =>
    ofAllowances(i).filter((t) => chargeOf(t.parent!) === indicator);

const splits = (i: Invoice): boolean => [...ofTax(i), ...ofLines(i)].some((t) => all(t, "ID").some((c) => valueOf(c) === "B"));

export const VAT: readonly Rule[] = [
  ...BY_CATEGORY.map((r) => change(r.id, changed.get(r.id) ?? {})),
  change("BR-IC-11", {
    on: groupsOf("K"),
    holds: (_, i) =>
      (textAt(i.delivery, "ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString") ?? "").length > 1 ||
      all(i.file.root, "InvoicePeriod").some((p) => p.children.length > 0),
  }),
  change("BR-IC-12", { holds: (_, i) => (textAt(i.delivery, "ShipToTradeParty/PostalTradeAddress/CountryID") ?? "").length > 1 }),
  change("BR-O-11", { holds: noOther(ofBreakdown) }),
  change("BR-O-12", { holds: noOther(ofLines) }),
  change("BR-O-13", { holds: noOther(allowanceTaxes(false)) }),
  change("BR-O-14", { holds: noOther(allowanceTaxes(true)) }),
  change("BR-B-01", {
    holds: (_, i) => {
      const abroad = anywhere("IdentificationCode")(i).find((c) => valueOf(c!) !== "IT");
      return !splits(i) || !abroad || { expected: "IT", actual: valueOf(abroad) };
    },
  }),
  change("BR-B-02", {}),
];
