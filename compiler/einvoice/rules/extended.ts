// BR-FXEXT: the rules by which Factur-X EXTENDED replaces those of EN 16931. Sums may be off by a cent for each amount in them; lines can
// be groups and notes, which count in no sum; logistics service charges are charges.
import { absolute, add, CENT, compare, decimal, equal, multiply, percent, round, show, subtract, ZERO, type Decimal } from "../decimal.js";
import { amount, once, sumOf, type Invoice } from "../invoice.js";
import { all, has, normal, textAt, valueOf, type Node } from "../node.js";
import { isVat } from "./presence.js";
import { rule, totals, type Rule, type Verdict } from "./rule.js";
import { isOf, keyOf, NONE, sharesOf, type Share } from "./taxable.js";

const LINE_TOTAL = "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount";
const PRICE = "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount";
const PARENT = "AssociatedDocumentLineDocument/ParentLineID";
const STATUS = "AssociatedDocumentLineDocument/LineStatusReasonCode";

const isDetail = (line: Node): boolean => !has(line, STATUS) || all(line, STATUS).some((s) => valueOf(s) === "DETAIL");
const details = once((i) => i.lines.filter(isDetail));
const logistics = (i: Invoice): readonly Node[] => all(i.settlement, "SpecifiedLogisticsServiceCharge");
const actual = (nodes: readonly Node[]): Node[] => nodes.flatMap((n) => all(n, "ActualAmount"));
const applied = (nodes: readonly Node[]): Node[] => nodes.flatMap((n) => all(n, "AppliedAmount"));

const shown = (d: Decimal | null): string => (d ? show(d) : "nothing");

/** Off by no more than a cent for each of a number of amounts. */
function near(given: Decimal | null, expected: Decimal, amounts: number): Verdict {
  const slack = multiply(CENT, { units: BigInt(amounts), scale: 0 });
  const good = given !== null && compare(absolute(subtract(given, expected)), slack) <= 0;
  return good || { expected: `${show(expected)}, give or take ${show(slack)}`, actual: shown(given) };
}

const linesTotal = (i: Invoice): Decimal => round(sumOf(details(i).flatMap((l) => all(l, LINE_TOTAL))));
const allowancesTotal = (i: Invoice): Decimal => round(sumOf(actual(i.allowances)));
const chargesTotal = (i: Invoice): Decimal => add(round(sumOf(actual(i.charges))), round(sumOf(applied(logistics(i)))));
const charges = (i: Invoice): number => i.charges.length + logistics(i).length;
const amounts = once((i) => details(i).length + i.allowances.length + charges(i));

function grandTotal(n: Node, i: Invoice): Verdict {
  const taxes = all(n, "TaxTotalAmount").filter((t) => t.attributes.get("currencyID") === i.currency);
  const basis = amount(n, "TaxBasisTotalAmount");
  const grand = amount(n, "GrandTotalAmount");
  if (!basis || i.currency === undefined) return true;
  if (taxes.length !== 1) return (grand !== null && equal(grand, basis)) || { expected: show(basis), actual: shown(grand) };
  return near(grand, add(basis, decimal(valueOf(taxes[0]!)) ?? ZERO), amounts(i));
}

const lineShares = once((i) => sharesOf(details(i), "SpecifiedLineTradeSettlement/ApplicableTradeTax", (n) => all(n, LINE_TOTAL)));
const chargeShares = once((i) => sharesOf(i.charges, "CategoryTradeTax", (n) => all(n, "ActualAmount")));
const allowanceShares = once((i) => sharesOf(i.allowances, "CategoryTradeTax", (n) => all(n, "ActualAmount")));
const serviceShares = once((i) => sharesOf(logistics(i), "AppliedTradeTax", (n) => all(n, "AppliedAmount")));

/** BR-FXEXT-*-08: the taxable amount of a category, and of each rate where it has rates. */
function taxable(id: string, code: string, rated: boolean): Rule {
  return rule(
    `BR-FXEXT-${id}-08`,
    "BT-116",
    (i) => i.breakdown.filter((t) => isOf(t, code)),
    `The taxable amount (BT-116) of the VAT category ${code} is not its lines less allowances plus charges.`,
    (t, i) => {
      const rates = rated ? all(t, "RateApplicablePercent").map((r) => decimal(valueOf(r))) : [null];
      for (const rate of rates) {
        const of = (shares: ReadonlyMap<string, Share>): Share => shares.get(keyOf(code, rate)) ?? NONE;
        const shares = [of(lineShares(i)), of(chargeShares(i)), of(serviceShares(i)), of(allowanceShares(i))] as const;
        const [lines, charged, services, allowed] = shares;
        const expected = subtract(add(add(round(lines.sum), round(charged.sum)), round(services.sum)), round(allowed.sum));
        const verdict = near(
          amount(t, "BasisAmount"),
          expected,
          shares.reduce((sum, s) => sum + s.count, 0),
        );
        if (verdict !== true) return verdict;
      }
      return true;
    },
  );
}

/** The line's kind is told: it is needed where lines stand under each other. */
const kindTold = (n: Node): boolean => normal(textAt(n, STATUS) ?? "") !== "";
const idOf = (n: Node): string => normal(textAt(n, "AssociatedDocumentLineDocument/LineID") ?? "");
const parentOf = (n: Node): string => normal(textAt(n, PARENT) ?? "");

const numbers = once((i) => new Set(i.lines.map(idOf)));
/** Lines by the number of the line that they stand under. */
const below = once((i) => {
  const out = new Map<string, Node[]>();
  for (const l of i.lines) {
    if (!has(l, PARENT)) continue;
    const group = out.get(parentOf(l));
    if (group) group.push(l);
    else out.set(parentOf(l), [l]);
  }
  return out;
});

/** The sum of the lines right under a group. */
const groupSums = once((i) => {
  const counts = (l: Node): boolean => ["DETAIL", "GROUP"].includes(textAt(l, STATUS) ?? "");
  return new Map([...below(i)].map(([id, group]) => [id, sumOf(group.filter(counts).flatMap((l) => all(l, LINE_TOTAL)))]));
});

function groupTotal(n: Node, i: Invoice): Verdict {
  const given = amount(n, LINE_TOTAL);
  if (!given) return true;
  const expected = groupSums(i).get(idOf(n)) ?? ZERO;
  return equal(given, expected) || { expected: show(expected), actual: show(given) };
}

const inside = (n: Node, name: string): boolean => n.parent !== null && (n.parent.name === name || inside(n.parent, name));
const notes =
  (parent: string) =>
  (i: Invoice): readonly Node[] =>
    i.named("IncludedNote").filter((n) => n.parent?.name === parent && has(n, "SubjectCode"));
const coded = (n: Node): boolean => has(n, "ContentCode") || has(n, "Content");

const DATE_205 = /^\s*\d{4}(1[0-2]|0[1-9])(3[01]|[12]\d|0[1-9])([01]\d|2[0-3])[0-5]\d\s*$/;

export const EXTENDED: readonly Rule[] = [
  rule("BR-FXEXT-01", "BT-21 BT-22", notes("ExchangedDocument"), "A note with a subject needs a text, in words or as a code.", coded),
  rule(
    "BR-FXEXT-02",
    "BT-127",
    notes("AssociatedDocumentLineDocument"),
    "A line's note with a subject needs a text, in words or as a code.",
    coded,
  ),
  rule(
    "BR-FXEXT-03",
    "",
    (i) => i.named("ID").filter((n) => n.parent?.name === "SpecifiedTaxRegistration" && !inside(n, "SellerTradeParty")),
    "Parties other than the seller have VAT identifiers only (scheme VA).",
    (n) => n.attributes.get("schemeID") === "VA" || { expected: "VA", actual: n.attributes.get("schemeID") ?? "nothing" },
  ),
  rule(
    "BR-FXEXT-06",
    "BG-25",
    (i) => i.lines,
    "A line that stands under another or has lines under it says its kind (LineStatusReasonCode).",
    (n, i) => {
      const related = parentOf(n) !== "" || (below(i).get(idOf(n)) ?? []).some((l) => l !== n);
      return !related || kindTold(n);
    },
  ),
  rule(
    "BR-FXEXT-08",
    "BT-131",
    (i) => i.lines.filter((l) => textAt(l, STATUS) === "GROUP"),
    "The net amount of a group of lines (BT-131) is not the sum of the lines under it.",
    groupTotal,
  ),
  rule(
    "BR-FXEXT-11",
    "BT-126",
    (i) => i.lines.filter((l) => parentOf(l) !== ""),
    "The line that this one stands under is not in the invoice.",
    (n, i) => numbers(i).has(parentOf(n)) || { actual: parentOf(n) },
  ),
  rule("BR-FXEXT-BR-22", "BT-129", details, "The line has no invoiced quantity (BT-129).", (n) =>
    has(n, "SpecifiedLineTradeDelivery/BilledQuantity"),
  ),
  rule("BR-FXEXT-BR-23", "BT-130", details, "The line's quantity has no unit of measure (BT-130).", (n) =>
    all(n, "SpecifiedLineTradeDelivery/BilledQuantity").some((q) => q.attributes.has("unitCode")),
  ),
  rule("BR-FXEXT-BR-26", "BT-146", details, "The line has no item net price (BT-146).", (n) => has(n, PRICE)),
  rule("BR-FXEXT-BR-27", "BT-146", details, "The item net price (BT-146) must not be negative.", (n) => {
    const price = amount(n, PRICE);
    return (price !== null && compare(price, ZERO) >= 0) || { expected: "0 or more", actual: shown(price) };
  }),
  rule("BR-FXEXT-CO-04", "BT-151", details, "The line has no VAT category (BT-151).", (n) =>
    all(n, "SpecifiedLineTradeSettlement/ApplicableTradeTax").some((t) => isVat(t) && has(t, "CategoryCode")),
  ),
  rule(
    "BR-FXEXT-CO-10",
    "BT-106 BT-131",
    totals,
    "The sum of line net amounts (BT-106) is not the sum of the lines' net amounts (BT-131).",
    (n, i) => near(amount(n, "LineTotalAmount"), linesTotal(i), i.lines.length),
  ),
  rule(
    "BR-FXEXT-CO-11",
    "BT-107 BT-92",
    totals,
    "The sum of allowances (BT-107) is not the sum of the document's allowances (BT-92).",
    (n, i) =>
      i.allowances.length === 0 && !has(n, "AllowanceTotalAmount")
        ? true
        : near(amount(n, "AllowanceTotalAmount"), allowancesTotal(i), i.allowances.length),
  ),
  rule(
    "BR-FXEXT-CO-12",
    "BT-108 BT-99",
    totals,
    "The sum of charges (BT-108) is not the sum of the document's charges (BT-99) and logistics services.",
    (n, i) =>
      i.charges.length === 0 && !has(n, "ChargeTotalAmount") ? true : near(amount(n, "ChargeTotalAmount"), chargesTotal(i), charges(i)),
  ),
  rule(
    "BR-FXEXT-CO-13",
    "BT-109 BT-131 BT-92 BT-99",
    totals,
    "The total without VAT (BT-109) is not lines less allowances plus charges.",
    (n, i) => near(amount(n, "TaxBasisTotalAmount"), subtract(add(linesTotal(i), chargesTotal(i)), allowancesTotal(i)), amounts(i)),
  ),
  rule(
    "BR-FXEXT-CO-15",
    "BT-112 BT-109 BT-110",
    totals,
    "The total with VAT (BT-112) is not the total without VAT (BT-109) plus the VAT total (BT-110).",
    grandTotal,
  ),
  rule(
    "BR-FXEXT-S-09",
    "BT-117",
    (i) => i.breakdown.filter((t) => isOf(t, "S")),
    "The tax amount (BT-117) of the VAT category S is not the taxable amount times the rate.",
    (t, i) => {
      const basis = amount(t, "BasisAmount");
      const rate = amount(t, "RateApplicablePercent");
      return basis && rate ? near(amount(t, "CalculatedAmount"), round(percent(multiply(basis, rate))), amounts(i)) : false;
    },
  ),
  taxable("S", "S", true),
  taxable("Z", "Z", false),
  taxable("E", "E", false),
  taxable("AE", "AE", false),
  taxable("IC", "K", false),
  taxable("G", "G", false),
  taxable("O", "O", false),
  taxable("AF", "L", true),
  taxable("AG", "M", true),
  rule(
    "BR-FXEXT-CII-DT-097a",
    "",
    (i) => i.named("DateTimeString").filter((n) => n.attributes.get("format") === "205"),
    "A date of format 205 is YYYYMMDDHHMM.",
    (n) => DATE_205.test(valueOf(n)) || { expected: "YYYYMMDDHHMM", actual: valueOf(n) },
  ),
];
