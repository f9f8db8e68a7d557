// BR-CL: codes of code lists.
import { ADDRESS_SCHEMES, DATE_CODES, DOCUMENT_TYPES, MEDIA_TYPES, NOTE_SUBJECTS, SCHEMES } from "../../xml/codes/document.js";
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
import { isCharge } from "../terms/invoice.js";
import { normal, valueOf, type Node } from "../../xml/node.js";
import { named, rule, under, type Rule, type Verdict } from "./rule.js";

const inside = (n: Node, name: string): boolean => n.parent !== null && (n.parent.name === name || inside(n.parent, name));

const withAttribute =
  (on: Rule["on"], name: string): Rule["on"] =>
  (i) =>
    on(i).filter((n) => n?.attributes.has(name));

const listed = (code: string, codes: ReadonlySet<string>, list: string): Verdict =>
  codes.has(normal(code)) || { expected: `a code of ${list}`, actual: code };

const code = (id: string, terms: string, on: Rule["on"], codes: ReadonlySet<string>, list: string): Rule =>
  rule(id, terms, on, `This is not a code of ${list}.`, (n) => listed(valueOf(n), codes, list));

const attribute = (id: string, terms: string, on: Rule["on"], [name, list]: readonly [string, string], codes: ReadonlySet<string>): Rule =>
  rule(id, terms, withAttribute(on, name), `The ${name} is not a code of ${list}.`, (n) =>
    listed(n.attributes.get(name) ?? "", codes, list),
  );

const reasons =
  (charge: boolean): Rule["on"] =>
  (i) =>
    i.named("ReasonCode").filter((n) => n.parent?.name === "SpecifiedTradeAllowanceCharge" && isCharge(n.parent) === charge);

const ICD = ["schemeID", "ISO 6523 ICD"] as const;

export const CODES: readonly Rule[] = [
  code("BR-CL-01", "BT-3", under("ExchangedDocument", "TypeCode"), DOCUMENT_TYPES, "UNTDID 1001 for invoices and credit notes"),
  attribute("BR-CL-03", "BT-110 BT-111", named("TaxTotalAmount"), ["currencyID", "ISO 4217"], CURRENCIES),
  code("BR-CL-04", "BT-5", named("InvoiceCurrencyCode"), CURRENCIES, "ISO 4217"),
  code("BR-CL-05", "BT-6", named("TaxCurrencyCode"), CURRENCIES, "ISO 4217"),
  code("BR-CL-06", "BT-8", named("DueDateTypeCode"), DATE_CODES, "UNTDID 2475 (5, 29, 72), which are 3, 35 and 432 of UNTDID 2005"),
  code("BR-CL-07", "BT-18 BT-128", named("ReferenceTypeCode"), REFERENCE_TYPES, "UNTDID 1153"),
  code("BR-CL-08", "BT-21", named("SubjectCode"), NOTE_SUBJECTS, "UNTDID 4451"),
  attribute(
    "BR-CL-10",
    "BT-29 BT-46 BT-60",
    (i) => i.named("GlobalID").filter((n) => !inside(n, "SpecifiedTradeProduct") && !inside(n, "ShipToTradeParty")),
    ICD,
    SCHEMES,
  ),
  attribute("BR-CL-11", "BT-30 BT-47 BT-61", (i) => i.named("ID").filter((n) => !inside(n, "SpecifiedTaxRegistration")), ICD, SCHEMES),
  attribute("BR-CL-13", "BT-158", named("ClassCode"), ["listID", "UNTDID 7143"], CLASSIFICATIONS),
  code("BR-CL-14", "BT-40 BT-55 BT-69 BT-80", named("CountryID"), COUNTRIES, "ISO 3166-1"),
  code(
    "BR-CL-15",
    "BT-159",
    (i) => under("OriginTradeCountry", "ID")(i).filter((n) => n && !n.attributes.has("schemeID")),
    COUNTRIES,
    "ISO 3166-1",
  ),
  code("BR-CL-16", "BT-81", under("SpecifiedTradeSettlementPaymentMeans", "TypeCode"), PAYMENT_MEANS, "UNTDID 4461"),
  code("BR-CL-17", "BT-95 BT-102", under("CategoryTradeTax", "CategoryCode"), TAX_CATEGORIES, "UNTDID 5305"),
  code("BR-CL-18", "BT-118 BT-151", under("ApplicableTradeTax", "CategoryCode"), TAX_CATEGORIES, "UNTDID 5305"),
  code("BR-CL-19", "BT-98 BT-140", reasons(false), ALLOWANCE_REASONS, "UNTDID 5189"),
  code("BR-CL-20", "BT-105 BT-145", reasons(true), CHARGE_REASONS, "UNTDID 7161"),
  attribute("BR-CL-21", "BT-157", under("SpecifiedTradeProduct", "GlobalID"), ICD, SCHEMES),
  rule("BR-CL-22", "BT-121", named("ExemptionReasonCode"), "This is not a code of VATEX.", (n) =>
    listed(valueOf(n).toUpperCase(), EXEMPTIONS, "VATEX"),
  ),
  attribute(
    "BR-CL-23",
    "BT-130 BT-150",
    (i) => [...i.named("BasisQuantity"), ...i.named("BilledQuantity")],
    ["unitCode", "UN/ECE Recommendation 20 or 21"],
    UNITS,
  ),
  rule(
    "BR-CL-24",
    "BT-125-1",
    withAttribute(named("AttachmentBinaryObject"), "mimeCode"),
    "The media type of an attachment is not allowed.",
    (n) => {
      const type = n.attributes.get("mimeCode") ?? "";
      return MEDIA_TYPES.has(type) || { expected: [...MEDIA_TYPES].join(", "), actual: type };
    },
  ),
  attribute(
    "BR-CL-25",
    "BT-34 BT-49",
    under("URIUniversalCommunication", "URIID"),
    ["schemeID", "the electronic address schemes (EAS)"],
    ADDRESS_SCHEMES,
  ),
  attribute(
    "BR-CL-26",
    "BT-71",
    (i) =>
      i.named("GlobalID").filter((n) => n.parent?.name === "ShipToTradeParty" && n.parent.parent?.name === "ApplicableHeaderTradeDelivery"),
    ICD,
    SCHEMES,
  ),
];
