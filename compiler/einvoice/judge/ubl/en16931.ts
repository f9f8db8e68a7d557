// EN 16931-1 for UBL: rules of the model, or with the place and test of UBL's artefacts.
import { COUNTRIES } from "../../xml/codes/money.js";
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
import { amount, sumOf, type Invoice } from "../terms/invoice.js";
import { all, has, normal, valueOf, type Node } from "../../xml/node.js";
import { DECIMALS } from "../rules/decimals.js";
import { fills, hasIt, isVat, PRESENCE } from "../rules/presence.js";
import type { Rule, Verdict } from "../rules/rule.js";
import { equals, text, TOTALS } from "../rules/totals.js";
import { CODES } from "./codes.js";
import { anywhere, at, changing, child, file, inLines } from "./file.js";
import { SYNTAX } from "./syntax.js";
import { otherNames, UNUSED_RULES } from "./unused.js";
import { VAT } from "./vat.js";

const MODEL: readonly Rule[] = [...PRESENCE, ...TOTALS, ...DECIMALS];
const change = changing(MODEL);

/** artefacts compare a currency with a child of the amount: never broken */
const NEVER = new Set(["BR-DEC-13", "BR-DEC-15"]);

const addresses =
  (party: "seller" | "buyer" | "representative"): Rule["on"] =>
  (i) =>
    all(i[party], "PostalTradeAddress");
const withAttribute =
  (name: string): Rule["holds"] =>
  (n) =>
    n.attributes.has(name);
const values = (n: Node | undefined, path: string): ReadonlySet<string> => new Set(all(n, path).map(valueOf));
const shares = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((v) => b.has(v));

/** The payee may have the seller's legal, not its trading name. */
function payee(n: Node): Verdict {
  const seller = all(n.parent ?? undefined, "AccountingSupplierParty/Party")[0];
  return (
    has(n, "PartyName/Name") &&
    !shares(values(n, "PartyName/Name"), values(seller, "PartyName/Name")) &&
    !shares(values(n, "PartyIdentification/ID"), values(seller, "PartyIdentification/ID"))
  );
}

function grandTotal(i: Invoice): Verdict {
  if (i.currency === undefined) return true;
  const taxes = all(i.file.root, "TaxTotal/TaxAmount").filter((t) => t.attributes.get("currencyID") === i.currency);
  if (taxes.length !== 1) return { expected: `one VAT total in ${i.currency}`, actual: String(taxes.length) };
  const basis = amount(i.totals, "TaxBasisTotalAmount");
  const tax = decimal(valueOf(taxes[0]!));
  return equals(amount(i.totals, "GrandTotalAmount"), basis && tax && round(add(basis, tax)));
}

/** Checks the amount due; with rounding or prepayment both sides are rounded to cents. */
function due(n: Node): Verdict {
  const grand = amount(n, "GrandTotalAmount");
  const given = amount(n, "DuePayableAmount");
  const paid = has(n, "TotalPrepaidAmount") ? amount(n, "TotalPrepaidAmount") : null;
  const rounding = has(n, "RoundingAmount") ? amount(n, "RoundingAmount") : null;
  if (!grand || !given) return { actual: text(given) };
  const amountDue = paid ? round(subtract(grand, paid)) : grand;
  const found = rounding ? round(subtract(given, rounding)) : given;
  return equal(found, amountDue) || { expected: show(rounding ? add(amountDue, rounding) : amountDue), actual: show(given) };
}

/** Less than a currency unit off; 0 if the rate is absent or rounds to 0. */
function taxOf(n: Node): Verdict {
  const tax = amount(n, "CalculatedAmount");
  const rate = isVat(n) ? amount(n, "RateApplicablePercent") : null;
  const whole = (d: Decimal): Decimal => round(d, 0);
  if (!rate || equal(whole(rate), ZERO)) return (tax !== null && equal(whole(tax), ZERO)) || { expected: "0.00", actual: text(tax) };
  const basis = amount(n, "BasisAmount");
  if (!tax || !basis) return { actual: text(tax) };
  const expected = round(percent(multiply(absolute(basis), rate)));
  return compare(absolute(subtract(absolute(tax), expected)), ONE) < 0 || { expected: show(expected), actual: show(tax) };
}

/** BT-110 against its own element's groups. */
function taxTotal(n: Node): Verdict {
  const groups = all(n, "TaxSubtotal");
  if (groups.length === 0) return true;
  return equals(amount(n, "TaxAmount"), round(sumOf(groups.flatMap((t) => all(t, "TaxAmount")))));
}

/** Two characters, as in the artefacts, compared within their list. */
const COUNTRY_LIST = ` ${[...COUNTRIES, "EL"].sort().join(" ")} `;
const issuer: Rule["holds"] = (n) => {
  const id = all(n, "CompanyID")[0];
  const start = id ? valueOf(id).slice(0, 2) : "";
  return COUNTRY_LIST.includes(start) || { expected: "a country code (ISO 3166-1), EL for Greece", actual: start };
};

const CHANGED: readonly Rule[] = [
  change("BR-09", { on: addresses("seller"), holds: fills("CountryID") }),
  change("BR-11", { on: addresses("buyer"), holds: fills("CountryID") }),
  change("BR-17", { on: anywhere("PayeeParty"), holds: payee }),
  change("BR-20", { on: addresses("representative"), holds: fills("CountryID") }),
  change("BR-29", { on: (i) => all(i.settlement, "BillingSpecifiedPeriod") }),
  change("BR-51", { severity: "warning" }),
  change("BR-52", { on: anywhere("AdditionalDocumentReference"), holds: fills("ID") }),
  change("BR-53", {
    on: file,
    holds: (_, i) =>
      i.taxCurrency === undefined ||
      child("TaxTotal", "TaxAmount")(i).some((t) => t?.attributes.get("currencyID") === i.taxCurrency) || {
        expected: `a total in ${i.taxCurrency}`,
      },
  }),
  change("BR-55", { on: anywhere("BillingReference"), holds: hasIt("InvoiceDocumentReference/ID") }),
  change("BR-56", {
    holds: (n) => all(n, "SpecifiedTaxRegistration/ID").some((id) => id.attributes.get("schemeID") === "VA"),
  }),
  change("BR-57", { on: at("Delivery/DeliveryLocation/Address"), holds: hasIt("Country/IdentificationCode") }),
  change("BR-61", {
    on: (i) =>
      i
        .named("SpecifiedTradeSettlementPaymentMeans")
        .filter((m) => all(m, "TypeCode").some((t) => ["30", "58"].includes(normal(valueOf(t))))),
    holds: hasIt("PayeePartyCreditorFinancialAccount/IBANID"),
  }),
  change("BR-62", { on: at("AccountingSupplierParty/Party/EndpointID"), holds: withAttribute("schemeID") }),
  change("BR-63", { on: at("AccountingCustomerParty/Party/EndpointID"), holds: withAttribute("schemeID") }),
  change("BR-64", { on: inLines("Item/StandardItemIdentification/ID"), holds: withAttribute("schemeID") }),
  change("BR-65", { on: inLines("Item/CommodityClassification/ItemClassificationCode"), holds: withAttribute("listID") }),
  change("BR-CO-03", { on: file, holds: (n) => !has(n, "TaxPointDate") || !has(n, "InvoicePeriod/DescriptionCode") }),
  change("BR-CO-09", {
    on: (i) =>
      anywhere("PartyTaxScheme")(i).filter((s) => s && all(s, "TaxScheme/ID").some((t) => normal(valueOf(t)).toUpperCase() === "VAT")),
    holds: issuer,
  }),
  change("BR-CO-14", { on: at("TaxTotal"), holds: taxTotal }),
  change("BR-CO-15", { holds: (_, i) => grandTotal(i) }),
  change("BR-CO-16", { holds: due }),
  change("BR-CO-17", { holds: taxOf }),
  change("BR-CO-18", { on: file, holds: hasIt("TaxTotal/TaxSubtotal") }),
  change("BR-CO-26", { on: at("AccountingSupplierParty"), holds: (n, i) => identified(n, i) }),
  change("BR-CO-19", {
    on: at("InvoicePeriod"),
    holds: (n) => has(n, "StartDate") || has(n, "EndDate") || has(n, "DescriptionCode"),
  }),
];

/** A bank's identifier (SEPA) does not count. */
const identified: Rule["holds"] = (n) =>
  all(n, "Party/PartyIdentification/ID").some((id) => id.attributes.get("schemeID") !== "SEPA") ||
  has(n, "Party/PartyLegalEntity/CompanyID") ||
  all(n, "Party/PartyTaxScheme").some(
    (s) => has(s, "CompanyID") && all(s, "TaxScheme/ID").some((t) => normal(valueOf(t)).toUpperCase() === "VAT"),
  );

const changed = new Map(CHANGED.map((r) => [r.id, r]));

export const EN_16931_UBL: readonly Rule[] = [
  ...MODEL.filter((r) => !NEVER.has(r.id)).map((r) => changed.get(r.id) ?? r),
  ...VAT,
  ...CODES,
  ...SYNTAX,
  ...UNUSED_RULES,
  otherNames,
];
