// BR-CL, by elements of the file.
import { ADDRESS_SCHEMES, MEDIA_TYPES, NOTE_SUBJECTS, SCHEMES } from "../../xml/codes/document.js";
import { list } from "../../xml/codes/list.js";
import {
  ALLOWANCE_REASONS,
  CHARGE_REASONS,
  COUNTRIES,
  CURRENCIES,
  EXEMPTIONS,
  PAYMENT_MEANS,
  TAX_CATEGORIES,
} from "../../xml/codes/money.js";
import { CLASSIFICATIONS, REFERENCE_TYPES } from "../../xml/codes/reference.js";
import { UNITS } from "../../xml/codes/unit.js";
import { normal, valueOf } from "../../xml/node.js";
import { CODES as CII } from "../rules/codes.js";
import type { Rule, Verdict } from "../rules/rule.js";
import { anywhere, at, attribute, changing, chargeOf, child, isInside } from "./file.js";

/** UNTDID 1001 of UBL's Invoice. */
const INVOICES = list(`
  71 80 81 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383 384 385 386 387 388 389 390 393 394 395 456 457 471 472 473
  500 501 527 553 575 623 633 751 780 817 870 875 876 877 935
`);

/** UNTDID 1001 of UBL's CreditNote. */
const CREDIT_NOTES = list(`
  81 83 261 262 296 308 381 396 420 458 502 503 532
`);

/** UNTDID 2005 (BT-8). */
const DATE_CODES = list("3 35 432");

export const AMOUNTS = (
  "Amount BaseAmount PriceAmount TaxAmount TaxableAmount LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount " +
  "ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount"
).split(" ");

const change = changing(CII);

const of = (value: string, codes: ReadonlySet<string>): Verdict => {
  const code = normal(value);
  return (!code.includes(" ") && codes.has(code)) || { expected: "a code of the list", actual: value };
};
const text = (id: string, on: Rule["on"], codes: ReadonlySet<string>): Rule => change(id, { on, holds: (n) => of(valueOf(n), codes) });
const scheme = (id: string, on: Rule["on"], name: string, codes: ReadonlySet<string>): Rule =>
  change(id, {
    on: (i) => on(i).filter((n) => n?.attributes.has(name)),
    holds: (n) => of(attribute(n, name) ?? "", codes),
  });
const reasons =
  (charge: boolean): Rule["on"] =>
  (i) =>
    child("AllowanceCharge", "AllowanceChargeReasonCode")(i).filter((n) => n && chargeOf(n.parent!) === charge);
const objects = (i: Parameters<Rule["on"]>[0]): ReturnType<Rule["on"]> =>
  [...child("AdditionalDocumentReference", "ID")(i), ...child("DocumentReference", "ID")(i)].filter((n) =>
    n?.parent?.children.some((c) => c.name === "DocumentTypeCode" && valueOf(c) === "130"),
  );

export const CODES: readonly Rule[] = [
  text("BR-CL-01", anywhere("InvoiceTypeCode"), INVOICES),
  text("BR-CL-01", anywhere("CreditNoteTypeCode"), CREDIT_NOTES),
  scheme("BR-CL-03", anywhere(...AMOUNTS), "currencyID", CURRENCIES),
  text("BR-CL-04", anywhere("DocumentCurrencyCode"), CURRENCIES),
  text("BR-CL-05", anywhere("TaxCurrencyCode"), CURRENCIES),
  change("BR-CL-06", {
    on: child("InvoicePeriod", "DescriptionCode"),
    says: "This is not a code of UNTDID 2005 (3, 35, 432).",
    holds: (n) => of(valueOf(n), DATE_CODES),
  }),
  scheme("BR-CL-07", objects, "schemeID", REFERENCE_TYPES),
  change("BR-CL-08", {
    on: at("Note"),
    holds: (n) => {
      const subject = /^[^#]*#([^#]*)#/.exec(valueOf(n))?.[1];
      return subject?.length !== 3 || NOTE_SUBJECTS.has(subject) || { expected: "a code of UNTDID 4451", actual: subject };
    },
  }),
  change("BR-CL-10", {
    on: (i) => child("PartyIdentification", "ID")(i).filter((n) => n?.attributes.has("schemeID")),
    holds: (n) => {
      const bank =
        normal(attribute(n, "schemeID") ?? "") === "SEPA" && (isInside(n, "AccountingSupplierParty") || isInside(n, "PayeeParty"));
      return bank || of(attribute(n, "schemeID") ?? "", SCHEMES);
    },
  }),
  scheme("BR-CL-11", child("PartyLegalEntity", "CompanyID"), "schemeID", SCHEMES),
  scheme("BR-CL-13", child("CommodityClassification", "ItemClassificationCode"), "listID", CLASSIFICATIONS),
  text("BR-CL-14", child("Country", "IdentificationCode"), COUNTRIES),
  text("BR-CL-15", child("OriginCountry", "IdentificationCode"), COUNTRIES),
  text("BR-CL-16", child("PaymentMeans", "PaymentMeansCode"), PAYMENT_MEANS),
  text("BR-CL-17", child("TaxCategory", "ID"), TAX_CATEGORIES),
  text("BR-CL-18", child("ClassifiedTaxCategory", "ID"), TAX_CATEGORIES),
  text("BR-CL-19", reasons(false), ALLOWANCE_REASONS),
  text("BR-CL-20", reasons(true), CHARGE_REASONS),
  scheme("BR-CL-21", child("StandardItemIdentification", "ID"), "schemeID", SCHEMES),
  change("BR-CL-22", { on: anywhere("TaxExemptionReasonCode"), holds: (n) => of(valueOf(n).toUpperCase(), EXEMPTIONS) }),
  scheme("BR-CL-23", anywhere("InvoicedQuantity", "BaseQuantity", "CreditedQuantity"), "unitCode", UNITS),
  change("BR-CL-24", {
    on: (i) => anywhere("EmbeddedDocumentBinaryObject")(i).filter((n) => n?.attributes.has("mimeCode")),
    holds: (n) =>
      MEDIA_TYPES.has(attribute(n, "mimeCode") ?? "") || { expected: [...MEDIA_TYPES].join(", "), actual: attribute(n, "mimeCode") },
  }),
  scheme("BR-CL-25", anywhere("EndpointID"), "schemeID", ADDRESS_SCHEMES),
  scheme("BR-CL-26", child("DeliveryLocation", "ID"), "schemeID", SCHEMES),
];
