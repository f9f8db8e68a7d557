// Peppol BIS Billing 3 (release 2026.5), without national rules.
import { list } from "../../xml/codes/list.js";
import { MEDIA_TYPES } from "../../xml/codes/document.js";
import { ALLOWANCE_REASONS, CHARGE_REASONS, CURRENCIES } from "../../xml/codes/money.js";
import { once, type Invoice } from "../terms/invoice.js";
import { isDay } from "../../../core/day.js";
import { all, has, normal, textAt, valueOf } from "../../xml/node.js";
import { advice, rule, type Rule, type Verdict } from "../rules/rule.js";
import { OF_BILLING } from "./billing.js";
import { isAustralian, isBelgian, isGln, isItalianTaxCode, isItalianVat, isMod11, isSwedish } from "./check-digits.js";
import { AMOUNTS } from "./codes.js";
import { anywhere, attribute, child, file, lines } from "./file.js";
import { NATIONAL } from "./national.js";
import { bothIn, GERMAN } from "./german.js";

const BILLING = new Set([
  "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0",
  "urn:peppol:france:billing:regulated",
  "urn:peppol:france:billing:non-regulated",
]);
const WITH_RESPONSE = "urn:peppol:bis:billing_with_response";
const GUIDELINE = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";

const process = once((i: Invoice): string => normal(textAt(i.file.root, "ProfileID") ?? ""));
const isBilling = (i: Invoice): boolean => BILLING.has(process(i)) || process(i) === WITH_RESPONSE;

const INVOICES = list("71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877");
const CREDIT_NOTES = list("381 396 81 83 532");
const DATE_CODES = list("3 35 432");
const ADDRESSES = list(`
  0002 0007 0009 0060 0088 0096 0097 0106 0130 0135 0142 0151 0183 0184 0188 0190 0191 0192 0195 0196 0198 0199 0200 0201 0204 0208 0209
  0210 0211 0216 0218 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 9915 9918 9919 9920 9922 9923 9924 9925 9926 9927
  9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957
  9959
`);

const of = (value: string, codes: ReadonlySet<string>): Verdict => codes.has(value) || { expected: "a code of the list", actual: value };
const reasons =
  (indicator: string): Rule["on"] =>
  (i) =>
    child(
      "AllowanceCharge",
      "AllowanceChargeReasonCode",
    )(i).filter((n) => all(n?.parent ?? undefined, "ChargeIndicator").some((c) => valueOf(c) === indicator));

/** Totals in the accounting currency have no currency rule. */
const inCurrency: Rule["on"] = (i) =>
  anywhere(...AMOUNTS)(i).filter(
    (n) => n?.name !== "TaxAmount" || n.parent?.name === "TaxSubtotal" || has(n.parent ?? undefined, "TaxSubtotal"),
  );

/** Identifiers of a scheme: addresses, parties, registrations. */
const ofScheme =
  (scheme: string): Rule["on"] =>
  (i) =>
    [...anywhere("EndpointID")(i), ...child("PartyIdentification", "ID")(i), ...anywhere("CompanyID")(i)].filter(
      (n) => n && attribute(n, "schemeID") === scheme,
    );
const identifier = (make: typeof rule, id: string, scheme: string, what: string, holds: (text: string) => boolean): Rule =>
  make(
    `PEPPOL-COMMON-${id}`,
    "",
    // 9907 is of addresses alone
    (i) => ofScheme(scheme)(i).filter((n) => scheme !== "9907" || n?.name === "EndpointID"),
    `This is not ${what} (scheme ${scheme}).`,
    (n) => holds(normal(valueOf(n))) || { actual: valueOf(n) },
  );
const raw = (make: typeof rule, id: string, scheme: string, what: string, pattern: RegExp): Rule =>
  make(
    `PEPPOL-COMMON-${id}`,
    "",
    ofScheme(scheme),
    `This is not ${what} (scheme ${scheme}).`,
    (n) => pattern.test(valueOf(n)) || { actual: valueOf(n) },
  );

/** reason code and the category that it is for */
const EXEMPTIONS = [
  ["P0104", "VATEX-EU-G", "G"],
  ["P0105", "VATEX-EU-O", "O"],
  ["P0106", "VATEX-EU-IC", "K"],
  ["P0107", "VATEX-EU-AE", "AE"],
  ["P0108", "VATEX-EU-D", "E"],
  ["P0109", "VATEX-EU-F", "E"],
  ["P0110", "VATEX-EU-I", "E"],
  ["P0111", "VATEX-EU-J", "E"],
] as const;

const DUTCH_VAT = /^NL[0-9]{9}B[0-9]{2}$/;
const vatOf =
  (prefix: string): Rule["on"] =>
  (i) =>
    anywhere("PartyTaxScheme")(i)
      .filter((s) => s && normal(textAt(s, "TaxScheme/ID") ?? "") === "VAT")
      .flatMap((s) => all(s, "CompanyID").filter((c) => normal(valueOf(c)).startsWith(prefix)));

const OWN: readonly Rule[] = [
  rule(
    "PEPPOL-EN16931-R002",
    "BT-22",
    file,
    "Only one note (BT-22) may be given, except between German parties.",
    (n, i) => all(n, "Note").length <= 1 || bothIn(i),
  ),
  rule(
    "PEPPOL-EN16931-R003",
    "BT-10 BT-13",
    file,
    "A buyer reference (BT-10) or purchase order reference (BT-13) is needed.",
    (n) => has(n, "BuyerReference") || has(n, "OrderReference/ID"),
  ),
  rule("PEPPOL-EN16931-R004", "BT-24", file, "The specification identifier (BT-24) is not that of Peppol BIS Billing 3.", (n) => {
    const given = normal(textAt(n, "CustomizationID") ?? "");
    return (given.startsWith(GUIDELINE) && !given.includes("::")) || { expected: GUIDELINE, actual: given };
  }),
  rule(
    "PEPPOL-EN16931-R007",
    "BT-23",
    file,
    "The business process (BT-23) is not one of Peppol's.",
    (_, i) => isBilling(i) || { actual: process(i) },
  ),
  rule(
    "PEPPOL-EN16931-R051",
    "BT-5",
    inCurrency,
    "An amount is not in the invoice's currency (BT-5).",
    (n, i) => attribute(n, "currencyID") === i.currency || { expected: i.currency, actual: attribute(n, "currencyID") },
  ),
  rule(
    "PEPPOL-EN16931-R080",
    "BT-11",
    (i) => (i.file.root.name === "CreditNote" ? [i.file.root] : []),
    "A credit note has one project reference (type 50) at most.",
    (n) => all(n, "AdditionalDocumentReference").filter((d) => all(d, "DocumentTypeCode").some((t) => valueOf(t) === "50")).length <= 1,
  ),
  rule("PEPPOL-EN16931-R100", "BT-128", lines, "A line has one object identifier at most.", (n) => all(n, "DocumentReference").length <= 1),
  rule(
    "PEPPOL-EN16931-CL001",
    "BT-125-1",
    (i) => anywhere("EmbeddedDocumentBinaryObject")(i).filter((n) => n?.attributes.has("mimeCode")),
    "The media type of an attachment is not allowed.",
    (n) => of(attribute(n, "mimeCode") ?? "", MEDIA_TYPES),
  ),
  rule("PEPPOL-EN16931-CL002", "BT-98 BT-140", reasons("false"), "This is not a code of UNTDID 5189.", (n) =>
    of(normal(valueOf(n)), ALLOWANCE_REASONS),
  ),
  rule("PEPPOL-EN16931-CL003", "BT-105 BT-145", reasons("true"), "This is not a code of UNTDID 7161.", (n) =>
    of(normal(valueOf(n)), CHARGE_REASONS),
  ),
  rule("PEPPOL-EN16931-CL006", "BT-8", child("InvoicePeriod", "DescriptionCode"), "This is not a code of UNTDID 2005 (3, 35, 432).", (n) =>
    of(normal(valueOf(n)), DATE_CODES),
  ),
  rule("PEPPOL-EN16931-CL007", "", anywhere(...AMOUNTS), "The currency is not a code of ISO 4217.", (n) =>
    of(attribute(n, "currencyID") ?? "", CURRENCIES),
  ),
  rule(
    "PEPPOL-EN16931-CL008",
    "BT-34 BT-49",
    (i) => anywhere("EndpointID")(i).filter((n) => n?.attributes.has("schemeID")),
    "The scheme of an electronic address is not one of Peppol's.",
    (n) => of(attribute(n, "schemeID") ?? "", ADDRESSES),
  ),
  rule(
    "PEPPOL-EN16931-F001",
    "",
    anywhere("IssueDate", "DueDate", "TaxPointDate", "StartDate", "EndDate", "ActualDeliveryDate"),
    "A date is YYYY-MM-DD.",
    (n) => isDay(valueOf(n)) || { expected: "YYYY-MM-DD", actual: valueOf(n) },
  ),
  rule(
    "PEPPOL-EN16931-P0100",
    "BT-3",
    anywhere("InvoiceTypeCode"),
    "The type code (BT-3) is not one of Peppol's for invoices.",
    (n, i) => !isBilling(i) || of(normal(valueOf(n)), INVOICES),
  ),
  rule(
    "PEPPOL-EN16931-P0101",
    "BT-3",
    anywhere("CreditNoteTypeCode"),
    "The type code (BT-3) is not one of Peppol's for credit notes.",
    (n, i) => !isBilling(i) || of(normal(valueOf(n)), CREDIT_NOTES),
  ),
  rule(
    "PEPPOL-EN16931-P0112",
    "BT-3",
    anywhere("InvoiceTypeCode"),
    "The types 326 and 384 are for German parties.",
    (n, i) => !["326", "384"].includes(normal(valueOf(n))) || bothIn(i),
  ),
  ...EXEMPTIONS.map(([id, reason, category]) =>
    rule(
      `PEPPOL-EN16931-${id}`,
      "BT-121 BT-118",
      (i) => anywhere("TaxCategory")(i).filter((t) => (textAt(t, "TaxExemptionReasonCode") ?? "").toUpperCase() === reason),
      `The exemption reason ${reason} is for the VAT category ${category}.`,
      (t) => normal(textAt(t, "ID") ?? "") === category || { expected: category, actual: textAt(t, "ID") },
    ),
  ),
  identifier(rule, "R040", "0088", "a GLN with a right check digit", isGln),
  identifier(rule, "R041", "0192", "a Norwegian organization number", (t) => /^[0-9]{9}$/.test(t) && isMod11(t)),
  raw(rule, "R042", "0184", "a Danish CVR number", /^(DK[0-9]{8}|[0-9]{8})$/),
  identifier(rule, "R043", "0208", "a Belgian enterprise number", isBelgian),
  identifier(advice, "R044", "0201", "an Italian IPA code", (t) => /^[A-Za-z0-9]{6}$/.test(t)),
  identifier(advice, "R045", "0210", "an Italian tax code", isItalianTaxCode),
  identifier(advice, "R046", "9907", "an Italian tax code", isItalianTaxCode),
  identifier(advice, "R047", "0211", "an Italian VAT number", isItalianVat),
  identifier(rule, "R049", "0007", "a Swedish organization number", (t) => t.length === 10 && isSwedish(t)),
  identifier(rule, "R050", "0151", "an Australian business number", isAustralian),
  raw(rule, "R052", "0096", "a Danish P number", /^[0-9]{10}$/),
  raw(rule, "R053", "0198", "a Danish SE number", /^DK[0-9]{8}$/),
  identifier(advice, "R054", "0106", "a Dutch KVK number", (t) => /^[0-9]{8}$/.test(t)),
  identifier(advice, "R055", "0190", "a Dutch OIN", (t) => /^[0-9]{20}$/.test(t)),
  identifier(advice, "R056-1", "9944", "a Dutch VAT number", (t) => DUTCH_VAT.test(t)),
  advice(
    "PEPPOL-COMMON-R056-2",
    "BT-31 BT-48 BT-63",
    vatOf("NL"),
    "This is not a Dutch VAT number.",
    (n) => DUTCH_VAT.test(normal(valueOf(n))) || { actual: valueOf(n) },
  ),
  identifier(advice, "R057", "0217", "an establishment of the Dutch chamber of commerce", (t) => /^[0-9]{12}$/.test(t)),
];

/** Unlike XRechnung: no slack for HUF, and a line's amount is an error. */
const strict = (r: Rule): Rule => (r.id === "PEPPOL-EN16931-R120" ? { ...r, severity: "error" } : r);

export const PEPPOL_UBL: readonly Rule[] = [...OF_BILLING.map(strict), ...OWN, ...GERMAN, ...NATIONAL];
