// BR-FXEXT replaces rules of EN 16931, except for VAT categories. A cent of tolerance per amount; groups and notes among lines are
// excluded; logistics services are charges.
import { absolute, add, CENT, compare, decimal, equal, multiply, round, show, subtract, ZERO, type Decimal } from "../../xml/decimal.js";
import { amount, isCharge, once, sumOf, type Invoice } from "../terms/invoice.js";
import { all, has, normal, textAt, valueOf, type Node } from "../../xml/node.js";
import { isVat } from "./presence.js";
import { CHARACTERISTIC_TYPES } from "../schematron/table.js";
import { advice, named, rule, totals, type Rule, type Verdict } from "./rule.js";

export const LINE_TOTAL = "SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount";
const PRICE = "SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount";
const PARENT = "AssociatedDocumentLineDocument/ParentLineID";
const STATUS = "AssociatedDocumentLineDocument/LineStatusReasonCode";

const isDetail = (line: Node): boolean => !has(line, STATUS) || all(line, STATUS).some((s) => valueOf(s) === "DETAIL");
export const details = once((i) => i.lines.filter(isDetail));
export const logistics = (i: Invoice): readonly Node[] => all(i.settlement, "SpecifiedLogisticsServiceCharge");
const actual = (nodes: readonly Node[]): Node[] => nodes.flatMap((n) => all(n, "ActualAmount"));
const applied = (nodes: readonly Node[]): Node[] => nodes.flatMap((n) => all(n, "AppliedAmount"));

const shown = (d: Decimal | null): string => (d ? show(d) : "nothing");

export function near(given: Decimal | null, expected: Decimal, amounts: number): Verdict {
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
  if (taxes.length === 0) return { expected: `a VAT total (BT-110) in ${i.currency}`, actual: "nothing" };
  return near(grand, add(basis, decimal(valueOf(taxes[0]!)) ?? ZERO), amounts(i));
}

/** BT-115 = BT-112 − BT-113 + BT-114 + BT-179. */
function due(n: Node, i: Invoice): Verdict {
  const sum = (path: string): Decimal => sumOf(all(n, path));
  const collected = sumOf(all(i.settlement, "SpecifiedFinancialAdjustment/ActualAmount"));
  const expected = add(add(subtract(sum("GrandTotalAmount"), sum("TotalPrepaidAmount")), sum("RoundingAmount")), collected);
  const given = amount(n, "DuePayableAmount");
  return (given !== null && equal(given, expected)) || { expected: show(expected), actual: shown(given) };
}

const idOf = (n: Node): string => normal(textAt(n, "AssociatedDocumentLineDocument/LineID") ?? "");
const parentOf = (n: Node): string => normal(textAt(n, PARENT) ?? "");

const numbers = once((i) => new Set(i.lines.map(idOf)));
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

const isGroup = (l: Node): boolean => textAt(l, STATUS) === "GROUP";

/** Direct lines; null if a counted one has no amount. */
const groupSums = once((i) => {
  const counts = (l: Node): boolean => isGroup(l) || textAt(l, STATUS) === "DETAIL";
  return new Map(
    [...below(i)].map(([id, group]) => {
      const counted = group.filter(counts);
      return [id, counted.every((l) => has(l, LINE_TOTAL)) ? sumOf(counted.flatMap((l) => all(l, LINE_TOTAL))) : null];
    }),
  );
});

function groupTotal(n: Node, i: Invoice): Verdict {
  const given = amount(n, LINE_TOTAL);
  if (!given) return true;
  const sum = groupSums(i).get(idOf(n));
  if (sum === null) return { expected: "a net amount at each line under it", actual: show(given) };
  const expected = round(sum ?? ZERO);
  return equal(given, expected) || { expected: show(expected), actual: show(given) };
}

const charged =
  (parent: string) =>
  (i: Invoice): readonly Node[] =>
    i.named("SpecifiedTradeAllowanceCharge").filter((n) => n.parent?.name === parent && isCharge(n) === true);
const reasoned = (n: Node): boolean => has(n, "Reason") || has(n, "ReasonCode");

const CHARACTERISTICS = new Set(CHARACTERISTIC_TYPES.split(" "));
const inside = (n: Node, name: string): boolean => n.parent !== null && (n.parent.name === name || inside(n.parent, name));
const notes =
  (parent: string) =>
  (i: Invoice): readonly Node[] =>
    i.named("IncludedNote").filter((n) => n.parent?.name === parent && has(n, "SubjectCode"));
const coded = (n: Node): boolean => has(n, "ContentCode") || has(n, "Content");

const DATE_205 = /^[ \t\r\n]*\d{4}(1[0-2]|0[1-9])(3[01]|[12]\d|0[1-9])([01]\d|2[0-3])[0-5]\d[ \t\r\n]*$/;

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
  advice(
    "BR-FXEXT-04",
    "BT-160",
    named("TypeCode"),
    "The code of an item attribute is not one of UNTDID 6313 or of those that Factur-X adds.",
    (n) => n.parent?.name !== "ApplicableProductCharacteristic" || CHARACTERISTICS.has(normal(valueOf(n))) || { actual: valueOf(n) },
  ),
  rule(
    "BR-FXEXT-06",
    "BG-25",
    (i) => i.lines.filter((l) => parentOf(l) !== ""),
    "A line under another one needs its kind (LineStatusReasonCode).",
    (n) => all(n, STATUS).some((s) => valueOf(s) !== ""),
  ),
  rule(
    "BR-FXEXT-08",
    "BT-131",
    (i) => i.lines.filter(isGroup),
    "The net amount of a group of lines (BT-131) is not the sum of the lines under it.",
    groupTotal,
  ),
  rule(
    "BR-FXEXT-11",
    "BT-126",
    (i) => i.lines.filter((l) => parentOf(l) !== ""),
    "The parent line of this line is not in the invoice.",
    (n, i) => numbers(i).has(parentOf(n)) || { actual: parentOf(n) },
  ),
  rule(
    "BR-FXEXT-12",
    "BT-131",
    (i) => i.lines.filter((l) => isGroup(l) && has(l, LINE_TOTAL)),
    "Where a group of lines has a net amount (BT-131), each group under it needs one.",
    (n, i) => (below(i).get(idOf(n)) ?? []).every((l) => !isGroup(l) || has(l, LINE_TOTAL)),
  ),
  rule("BR-FXEXT-BR-22", "BT-129", details, "The line has no invoiced quantity (BT-129).", (n) =>
    has(n, "SpecifiedLineTradeDelivery/BilledQuantity"),
  ),
  rule("BR-FXEXT-BR-23", "BT-130", details, "The line's quantity has no unit of measure (BT-130).", (n) =>
    all(n, "SpecifiedLineTradeDelivery/BilledQuantity").some((q) => q.attributes.has("unitCode")),
  ),
  rule("BR-FXEXT-BR-26", "BT-146", details, "The line has no item net price (BT-146).", (n) => has(n, PRICE)),
  rule("BR-FXEXT-BR-24", "BT-131", details, "The line has no net amount (BT-131).", (n) => has(n, LINE_TOTAL)),
  rule(
    "BR-FXEXT-BR-38",
    "BT-104 BT-105",
    charged("ApplicableHeaderTradeSettlement"),
    "The charge needs a reason, in words or as a code.",
    reasoned,
  ),
  rule(
    "BR-FXEXT-BR-44",
    "BT-144 BT-145",
    charged("SpecifiedLineTradeSettlement"),
    "The charge needs a reason, in words or as a code.",
    reasoned,
  ),
  rule(
    "BR-FXEXT-BR-54-1",
    "BT-160",
    named("ApplicableProductCharacteristic"),
    "An item attribute needs a name (BT-160) or a code of one.",
    (n) => has(n, "Description") || has(n, "TypeCode"),
  ),
  rule(
    "BR-FXEXT-BR-54-2",
    "BT-161",
    named("ApplicableProductCharacteristic"),
    "An item attribute needs a value (BT-161) or a measure with its unit, not both.",
    (n) => (has(n, "Value") ? !has(n, "ValueMeasure") : all(n, "ValueMeasure").some((m) => (m.attributes.get("unitCode") ?? "") !== "")),
  ),
  rule("BR-FXEXT-CO-04", "BT-151", details, "The line has no VAT category (BT-151).", (n) => {
    const taxes = all(n, "SpecifiedLineTradeSettlement/ApplicableTradeTax");
    return taxes.some((t) => all(t, "TypeCode").some((c) => valueOf(c) === "VAT")) && taxes.some((t) => isVat(t) && has(t, "CategoryCode"));
  }),
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
    "BR-FXEXT-CO-16",
    "BT-115 BT-112 BT-113 BT-114",
    totals,
    "The amount due (BT-115) is not the total with VAT (BT-112) less what is paid (BT-113) plus rounding (BT-114) and third parties' charges.",
    due,
  ),
  rule(
    "BR-FXEXT-CII-DT-097a",
    "",
    (i) => i.named("DateTimeString").filter((n) => n.attributes.get("format") === "205"),
    "A date of format 205 is YYYYMMDDHHMM.",
    (n) => DATE_205.test(valueOf(n)) || { expected: "YYYYMMDDHHMM", actual: valueOf(n) },
  ),
];
