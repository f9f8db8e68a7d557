// German rules, with UBL's places and tests, and the extension's.
import { EXTENSION_ADDRESS_SCHEMES, EXTENSION_SCHEMES } from "../../xml/codes/xrechnung.js";
import { add, equal, round, show, subtract, ZERO } from "../../xml/decimal.js";
import { amount, once, sumOf, type Invoice } from "../terms/invoice.js";
import { all, filled, first, has, normal, textAt, valueOf, type Node } from "../../xml/node.js";
import { advice, rule, twoDecimals, type Rule, type Verdict } from "../rules/rule.js";
import { isExtension, isInForce, isVehicles, NATIONAL, TAXED, URL } from "../rules/xrechnung.js";
import { anywhere, at, attribute, changing, child, codeOf, file, isInside } from "./file.js";
import { OF_BILLING } from "./billing.js";

const change = changing(NATIONAL);

/** CII syntax */
const NOT_IN_UBL = new Set(["BR-TMP-3", "BR-DEX-15"]);

const means =
  (...codes: readonly string[]): Rule["on"] =>
  (i) =>
    all(i.file.root, "PaymentMeans").filter((m) => codes.includes(normal(textAt(m, "PaymentMeansCode") ?? "")));
const lacks =
  (...paths: readonly string[]): Rule["holds"] =>
  (m) =>
    paths.every((path) => !has(m, path));

/** As in the artefacts: BT-95 of an invoice counts with VAT, all else with any scheme. */
const taxed = once((i) => {
  const counts = (t: Node): boolean => TAXED.includes(valueOf(first(t, "ID") ?? t)) && codeOf(t) !== undefined;
  return [...child("AllowanceCharge", "TaxCategory")(i), ...anywhere("ClassifiedTaxCategory")(i)].some((t) => counts(t!));
});

const debits = (i: Invoice): readonly Node[] => all(i.file.root, "PaymentMeans/PaymentMandate");
const bankIdentified = (i: Invoice): boolean =>
  ["AccountingSupplierParty/Party/PartyIdentification/ID", "PayeeParty/PartyIdentification/ID"].some((path) =>
    all(i.file.root, path).some((id) => attribute(id, "schemeID") === "SEPA"),
  );

function fileNames(root: Node): Verdict {
  const names = all(root, "AdditionalDocumentReference").map((d) =>
    all(d, "Attachment/EmbeddedDocumentBinaryObject").flatMap((o) => attribute(o, "filename") ?? []),
  );
  const before = new Set<string>();
  for (const own of names) {
    const again = own.find((n) => before.has(n));
    if (again !== undefined) return { expected: "a name that no other has", actual: again };
    for (const n of own) before.add(n);
  }
  return true;
}

const listed =
  (codes: ReadonlySet<string>): Rule["holds"] =>
  (n) => {
    const code = normal(attribute(n, "schemeID") ?? "");
    return codes.has(code) || { expected: "a code of the list", actual: code };
  };
const extended =
  (on: Rule["on"]): Rule["on"] =>
  (i) =>
    isExtension(i) ? on(i) : [];
const schemed =
  (on: Rule["on"]): Rule["on"] =>
  (i) =>
    isExtension(i) ? on(i).filter((n) => n?.attributes.has("schemeID")) : [];

const CHANGED: readonly Rule[] = [
  change("BR-DE-2", { on: at("AccountingSupplierParty"), holds: (n) => has(n, "Party/Contact") }),
  change("BR-DE-16", {
    on: file,
    holds: (root, i) =>
      !taxed(i) || has(root, "TaxRepresentativeParty") || filled(root, "AccountingSupplierParty/Party/PartyTaxScheme/CompanyID"),
  }),
  change("BR-DE-22", { on: file, holds: fileNames }),
  change("BR-DE-23-b", { on: means("30", "58"), holds: lacks("CardAccount", "PaymentMandate") }),
  change("BR-DE-24-b", { on: means("48", "54", "55"), holds: lacks("PayeeFinancialAccount", "PaymentMandate") }),
  change("BR-DE-25-a", { on: means("59"), holds: (m) => has(m, "PaymentMandate") }),
  change("BR-DE-25-b", { on: means("59"), holds: lacks("PayeeFinancialAccount", "CardAccount") }),
  change("BR-DE-30", { holds: (_, i) => debits(i).length === 0 || bankIdentified(i) }),
  change("BR-DE-31", { holds: (_, i) => debits(i).length === 0 || debits(i).some((m) => has(m, "PayerFinancialAccount/ID")) }),
  change("BR-TMP-2", {
    on: at("AdditionalDocumentReference/Attachment/ExternalReference"),
    holds: (n) => URL.test(textAt(n, "URI") ?? "") || { actual: textAt(n, "URI") ?? "nothing" },
  }),
  change("BR-DEX-01", { on: extended(anywhere("EmbeddedDocumentBinaryObject")) }),
  change("BR-DEX-04", {
    on: schemed(child("PartyIdentification", "ID")),
    holds: (n, i) =>
      (normal(attribute(n, "schemeID") ?? "") === "SEPA" && (isInside(n, "AccountingSupplierParty") || isInside(n, "PayeeParty"))) ||
      listed(EXTENSION_SCHEMES)(n, i),
  }),
  change("BR-DEX-05", { on: schemed(child("PartyLegalEntity", "CompanyID")) }),
  change("BR-DEX-06", { on: schemed(child("StandardItemIdentification", "ID")) }),
  change("BR-DEX-07", { on: schemed(anywhere("EndpointID")), holds: listed(EXTENSION_ADDRESS_SCHEMES) }),
  change("BR-DEX-08", { on: schemed(child("DeliveryLocation", "ID")) }),
  change("BR-DE-CVD-02", {
    on: (i) => (isVehicles(i) ? [i.file.root] : []),
    holds: (n) => filled(n, "OriginatorDocumentReference/ID"),
  }),
];

/** Sum of direct lower lines. */
function subLines(root: Node): Verdict {
  const sum = (n: Node): boolean => {
    const below = all(n, "SubInvoiceLine");
    if (below.length === 0) return true;
    const own = amount(n, "LineExtensionAmount");
    return own !== null && equal(own, sumOf(below.flatMap((b) => all(b, "LineExtensionAmount")))) && below.every(sum);
  };
  const wrong = all(root, "InvoiceLine").find((l) => !sum(l));
  return !wrong || { actual: textAt(wrong, "LineExtensionAmount") };
}

const prepaid = extended(at("PrepaidPayment"));
const invoices = extended((i) => (i.file.root.name === "Invoice" ? [i.file.root] : []));

/** BT-115 with amounts that a third party paid (BT-DEX-002). */
function due(n: Node): Verdict {
  const value = (path: string): ReturnType<typeof amount> => (has(n, path) ? amount(n, path) : ZERO);
  const [payable, rounding, inclusive, paid] = ["PayableAmount", "PayableRoundingAmount", "TaxInclusiveAmount", "PrepaidAmount"].map(value);
  if (!payable || !rounding || !inclusive || !paid) return false;
  const third = sumOf(all(n.parent ?? undefined, "PrepaidPayment/PaidAmount"));
  const expected = round(add(subtract(inclusive, paid), third));
  return equal(round(subtract(payable, rounding)), expected) || { expected: show(add(expected, rounding)), actual: show(payable) };
}

const EXTENSION: readonly Rule[] = [
  advice("BR-DEX-02", "BT-131", invoices, "The amount of a line is not the sum of the lines under it.", subLines),
  rule("BR-DEX-03", "BG-30", invoices, "Each line under another one has one VAT category.", (_, i) =>
    anywhere("SubInvoiceLine")(i).every((l) => all(l!, "Item").every((item) => all(item, "ClassifiedTaxCategory").length === 1)),
  ),
  rule(
    "BR-DEX-09",
    "BT-115",
    extended(at("LegalMonetaryTotal")),
    "The amount due (BT-115) is not what is left with third parties' payments.",
    due,
  ),
  rule("BR-DEX-10", "BT-DEX-001", prepaid, "A third party's payment has no type (BT-DEX-001).", (n) => filled(n, "ID")),
  rule("BR-DEX-11", "BT-DEX-002", prepaid, "A third party's payment has no amount (BT-DEX-002).", (n) => filled(n, "PaidAmount")),
  rule("BR-DEX-12", "BT-DEX-003", prepaid, "A third party's payment has no description (BT-DEX-003).", (n) => filled(n, "InstructionID")),
  rule("BR-DEX-13", "BT-DEX-002", prepaid, "The amount BT-DEX-002 has more than two decimals.", (n) => twoDecimals(first(n, "PaidAmount"))),
  rule("BR-DEX-14", "BT-DEX-002", prepaid, "A third party's payment is in another currency than the invoice (BT-5).", (n, i) =>
    all(n, "PaidAmount").some((a) => attribute(a, "currencyID") === i.currency),
  ),
];

const changed = new Map(CHANGED.map((r) => [r.id, r]));

export const XRECHNUNG_UBL: readonly Rule[] = [
  ...NATIONAL.filter((r) => !NOT_IN_UBL.has(r.id)).map((r) => changed.get(r.id) ?? r),
  ...EXTENSION,
  ...OF_BILLING,
];

/** The extension has its own amount due. */
export const isInForceInUbl = (id: string, i: Invoice): boolean => isInForce(id, i) && !(id === "BR-CO-16" && isExtension(i));
