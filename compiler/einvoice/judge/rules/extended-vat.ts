// BR-FXEXT of VAT categories: breakdown against lines, allowances, charges and logistics services.
import { add, multiply, percent, round, subtract, type Decimal } from "../../xml/decimal.js";
import { amount, once, type Invoice } from "../terms/invoice.js";
import { all, type Node } from "../../xml/node.js";
import { details, LINE_TOTAL, logistics, near } from "./extended.js";
import { isVat } from "./presence.js";
import { advice, root, rule, type Rule, type Verdict } from "./rule.js";
import { isOf, keyOf, NONE, reasonOf, sharesOf, type Share } from "./taxable.js";

const lines = once((i) => sharesOf(details(i), "SpecifiedLineTradeSettlement/ApplicableTradeTax", (n) => all(n, LINE_TOTAL), true));
const charges = once((i) => sharesOf(i.charges, "CategoryTradeTax", (n) => all(n, "ActualAmount"), true));
const allowances = once((i) => sharesOf(i.allowances, "CategoryTradeTax", (n) => all(n, "ActualAmount"), true));
const services = once((i) => sharesOf(logistics(i), "AppliedTradeTax", (n) => all(n, "AppliedAmount"), true));

function taxableOf(i: Invoice, key: string): { readonly sum: Decimal; readonly amounts: number } {
  const of = (shares: ReadonlyMap<string, Share>): Share => shares.get(key) ?? NONE;
  const shares = [of(lines(i)), of(charges(i)), of(services(i)), of(allowances(i))] as const;
  const [line, charge, service, allowance] = shares;
  const sum = subtract(add(add(round(line.sum), round(charge.sum)), round(service.sum)), round(allowance.sum));
  return { sum, amounts: shares.reduce((n, s) => n + s.count, 0) };
}

/** Undefined if required but missing. */
const rateOf = (tax: Node, rated: boolean): Decimal | null | undefined =>
  rated ? (amount(tax, "RateApplicablePercent") ?? undefined) : null;

const NO_RATE: Verdict = { expected: "a rate (BT-119)", actual: "nothing" };

/** `reasons`: amounts with the group's exemption reason. */
function taxableHolds(tax: Node, i: Invoice, code: string, rated: boolean, reasons: boolean): Verdict {
  const rate = rateOf(tax, rated);
  if (rate === undefined) return NO_RATE;
  const { sum, amounts } = taxableOf(i, keyOf(code, rate, reasons ? reasonOf(tax) : ""));
  return near(amount(tax, "BasisAmount"), sum, amounts);
}

function categoryRules(id: string, code: string, rated: boolean): readonly Rule[] {
  const groups = (i: Invoice): readonly Node[] => i.breakdown.filter((t) => isOf(t, code) && isVat(t));
  const says = `The taxable amount (BT-116) of the VAT category ${code} is not its lines less allowances plus charges`;
  return [
    rule(
      `BR-FXEXT-${id}-01`,
      "BG-23",
      root,
      `The VAT breakdown has groups of the category ${code} if, and only if, lines, allowances, charges or logistics services are of it.`,
      (_, i) => {
        const inLines = i.named("ApplicableTradeTax").filter((t) => t.parent?.name === "SpecifiedLineTradeSettlement");
        const taxes = [...inLines, ...i.named("CategoryTradeTax"), ...i.named("AppliedTradeTax")];
        const found = taxes.some((t) => isOf(t, code));
        const grouped = i.breakdown.some((t) => isOf(t, code));
        return found === grouped || { expected: found ? "a group" : "no group", actual: grouped ? "a group" : "no group" };
      },
    ),
    advice(`BR-FXEXT-${id}-08ini`, "BT-116", groups, `${says}.`, (t, i) => taxableHolds(t, i, code, rated, false)),
    advice(`BR-FXEXT-${id}-08rev`, "BT-116", groups, `${says} with the same exemption reason.`, (t, i) =>
      taxableHolds(t, i, code, rated, true),
    ),
    rule(
      id === "S" ? "BR-FXEXT-S08b" : `BR-FXEXT-${id}-08b`,
      "BT-116",
      groups,
      `${says}, neither all of them nor those with the same exemption reason.`,
      (t, i) => taxableHolds(t, i, code, rated, true) === true || taxableHolds(t, i, code, rated, false),
    ),
  ];
}

/** Compares sums within a cent per amount. */
function taxHolds(tax: Node, i: Invoice): Verdict {
  const basis = amount(tax, "BasisAmount");
  const rate = amount(tax, "RateApplicablePercent");
  if (!basis || !rate) return false;
  // all amounts of the rate, with any exemption reason
  const { amounts } = taxableOf(i, keyOf("S", rate));
  return near(amount(tax, "CalculatedAmount"), round(percent(multiply(basis, rate))), amounts);
}

export const EXTENDED_VAT: readonly Rule[] = [
  ...categoryRules("S", "S", true),
  ...categoryRules("Z", "Z", true),
  ...categoryRules("E", "E", true),
  ...categoryRules("AE", "AE", true),
  ...categoryRules("IC", "K", true),
  ...categoryRules("G", "G", true),
  ...categoryRules("O", "O", false),
  ...categoryRules("AF", "L", true),
  ...categoryRules("AG", "M", true),
  rule(
    "BR-FXEXT-S-09b",
    "BT-117",
    (i) => i.breakdown.filter((t) => isOf(t, "S")),
    "The tax amount (BT-117) of the VAT category S is not the taxable amount times the rate.",
    taxHolds,
  ),
];
