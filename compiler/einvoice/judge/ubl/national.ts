import { compare, decimal, ZERO } from "../../xml/decimal.js";
import type { Invoice } from "../terms/invoice.js";
import { all, first, has, type Node, normal, textAt, valueOf } from "../../xml/node.js";
import { advice, rule, type Rule } from "../rules/rule.js";
import { isGreek } from "./check-digits.js";
import { anywhere, at, attribute, child, file } from "./file.js";
import { DENMARK, ICELAND, NORWAY, SWEDEN } from "./nordic.js";
import {
  described,
  buyer,
  BUYER,
  buyerPlace,
  COUNTRY,
  fills,
  hasAll,
  placeOf,
  seller,
  SELLER,
  sellerPlace,
  upper,
  vatCountry,
  vatNumbers,
  vatOf,
  where,
} from "./places.js";

const italy = (i: Invoice): boolean => seller(i) === "IT";
const ITALY: readonly Rule[] = [
  rule(
    "IT-R-001",
    "BT-32",
    where(italy, (i) =>
      all(i.file.root, `${SELLER}/PartyTaxScheme`).filter((s) => has(s, "TaxScheme/ID") && normal(textAt(s, "TaxScheme/ID")!) !== "VAT"),
    ),
    "An Italian tax code has 11 to 16 capital letters and digits.",
    (s) => /^[A-Z0-9]{11,16}$/.test(normal(textAt(s, "CompanyID") ?? "")) || { actual: textAt(s, "CompanyID") },
  ),
  rule(
    "IT-R-002",
    "BT-35",
    where(italy, at(SELLER)),
    "An Italian seller's address needs its first line (BT-35).",
    hasAll("PostalAddress/StreetName"),
  ),
  rule(
    "IT-R-003",
    "BT-37",
    where(italy, at(SELLER)),
    "An Italian seller's address needs its city (BT-37).",
    hasAll("PostalAddress/CityName"),
  ),
  rule(
    "IT-R-004",
    "BT-38",
    where(italy, at(SELLER)),
    "An Italian seller's address needs its post code (BT-38).",
    hasAll("PostalAddress/PostalZone"),
  ),
];

const greek = (i: Invoice): boolean => ["GR", "EL"].includes(seller(i));
const bothGreek = (i: Invoice): boolean => greek(i) && ["GR", "EL"].includes(buyer(i));
const greekPlace = (i: Invoice): boolean => greek(i) && sellerPlace(i) === "GR";
const accountingGreek = (i: Invoice): boolean => {
  const own = first(i.file.root, SELLER);
  return ["GR", "EL"].includes(vatCountry(own) ?? placeOf(own));
};
const segments = (n: Node): readonly string[] => valueOf(n).split("|");
const part = (id: string, says: string, holds: (parts: readonly string[], i: Invoice) => boolean): Rule =>
  rule(id, "BT-1", where(greek, at("ID")), says, (n, i) => holds(segments(n), i) || { actual: valueOf(n) });
const MARK = "##M.AR.K##";
const INVOICE_URL = "##INVOICE|URL##";
const greekVat: Rule["holds"] = (n) => {
  const ids = vatNumbers(n);
  const text = ids.length === 1 ? valueOf(ids[0]!) : "";
  return (text.startsWith("EL") && isGreek(text.slice(2))) || { expected: "EL and nine digits", actual: text };
};
const greekAddress: Rule["holds"] = (n) => (attribute(n, "schemeID") === "9933" && isGreek(valueOf(n))) || { actual: valueOf(n) };
const GREECE: readonly Rule[] = [
  part("GR-R-001-1", "A Greek invoice number has six parts between bars.", (p) => p.length === 6),
  part("GR-R-001-2", "The first part of a Greek invoice number is the tax number of the seller or its representative.", ([tin = ""], i) => {
    const own = [first(i.file.root, SELLER), first(i.file.root, "TaxRepresentativeParty")].map(vatOf);
    return normal(tin).length === 9 && isGreek(tin) && own.some((v) => v !== undefined && valueOf(v).slice(2, 11) === tin);
  }),
  part("GR-R-001-3", "The second part of a Greek invoice number is the issue date, DD/MM/YYYY.", (p, i) => {
    const [year, month, day] = (textAt(i.file.root, "IssueDate") ?? "").split("-");
    return (
      (p[1] ?? "") === `${day ?? ""}/${month ?? ""}/${year ?? ""}` &&
      /^(0?[1-9]|[12][0-9]|3[01])[-\\/ ]?(0?[1-9]|1[0-2])[-\\/ ]?(19|20)[0-9]{2}/.test(p[1] ?? "")
    );
  }),
  part("GR-R-001-4", "The third part of a Greek invoice number is a whole number.", (p) => /^\+?\d+$/.test(normal(p[2] ?? ""))),
  part(
    "GR-R-001-5",
    "The fourth part of a Greek invoice number is a type of document.",
    (p) => ["1.1", "1.6", "2.1", "2.4", "5.1", "5.2", ""].includes(p[3] ?? "") && normal(p[3] ?? "") !== "",
  ),
  part("GR-R-001-6", "The fifth part of a Greek invoice number is not empty.", (p) => (p[4] ?? "") !== ""),
  part("GR-R-001-7", "The sixth part of a Greek invoice number is not empty.", (p) => (p[5] ?? "") !== ""),
  rule(
    "GR-R-002",
    "BT-28",
    where(greek, at(SELLER)),
    "A Greek seller needs its trading name (BT-28).",
    (n) => (textAt(n, "PartyName/Name") ?? "") !== "",
  ),
  advice("GR-S-011", "BT-31", where(greek, at(SELLER)), "A Greek seller has one Greek VAT number (BT-31).", greekVat),
  rule(
    "GR-R-003",
    "BT-31",
    where(greek, (i) => all(i.file.root, SELLER).flatMap(vatNumbers)),
    "A Greek VAT number is EL and nine digits.",
    (n) => (valueOf(n).startsWith("EL") && isGreek(valueOf(n).slice(2))) || { actual: valueOf(n) },
  ),
  rule(
    "GR-R-004-1",
    "BT-122",
    where(greekPlace, file),
    `A Greek invoice has one document ${MARK}.`,
    (n) => described(n, MARK).length === 1,
  ),
  rule(
    "GR-R-004-2",
    "BT-122",
    where(greekPlace, (i) => described(i.file.root, MARK).flatMap((d) => all(d, "ID"))),
    "A MARK is a positive number.",
    (n) => /^[1-9]([0-9]*)/.test(valueOf(n)) || { actual: valueOf(n) },
  ),
  rule(
    "GR-R-005",
    "BT-45",
    where(greek, at(BUYER)),
    "A Greek seller's buyer needs its trading name (BT-45).",
    (n) => (textAt(n, "PartyName/Name") ?? "") !== "",
  ),
  rule("GR-R-006", "BT-48", where(bothGreek, at(BUYER)), "A Greek buyer has one Greek VAT number (BT-48).", greekVat),
  advice(
    "GR-S-008-1",
    "BT-122",
    where(greekPlace, file),
    `A Greek invoice should have one document ${INVOICE_URL}.`,
    (n) => described(n, INVOICE_URL).length === 1,
  ),
  rule(
    "GR-R-008-2",
    "BT-122",
    where(greekPlace, file),
    `A Greek invoice has one document ${INVOICE_URL} at most.`,
    (n) => described(n, INVOICE_URL).length <= 1,
  ),
  rule(
    "GR-R-008-3",
    "BT-124",
    where(greek, (i) => described(i.file.root, INVOICE_URL)),
    `A document ${INVOICE_URL} needs its location (BT-124).`,
    fills("Attachment/ExternalReference/URI"),
  ),
  rule(
    "GR-R-009",
    "BT-34",
    where(accountingGreek, at(`${SELLER}/EndpointID`)),
    "A Greek seller's electronic address is its tax number (9933).",
    greekAddress,
  ),
  rule(
    "GR-R-010",
    "BT-49",
    where(bothGreek, at(`${BUYER}/EndpointID`)),
    "A Greek buyer's electronic address is its tax number (9933).",
    greekAddress,
  ),
];

const dutch = (i: Invoice): boolean => upper(sellerPlace(i)) === "NL";
const bothDutch = (i: Invoice): boolean => dutch(i) && upper(buyerPlace(i)) === "NL";
const dutchAddress = hasAll("StreetName", "CityName", "PostalZone");
const dutchNumber: Rule["holds"] = (n) =>
  (["0106", "0190"].includes(attribute(n, "schemeID") ?? "") && normal(valueOf(n)) !== "") || {
    expected: "scheme 0106 or 0190",
    actual: attribute(n, "schemeID"),
  };
const NETHERLANDS: readonly Rule[] = [
  rule(
    "NL-R-001",
    "BT-25",
    where(dutch, anywhere("CreditNoteTypeCode")),
    "A Dutch credit note names the preceding invoice (BT-25).",
    (_, i) => has(i.file.root, "BillingReference/InvoiceDocumentReference/ID"),
  ),
  rule(
    "NL-R-002",
    "BG-5",
    where(dutch, at(`${SELLER}/PostalAddress`)),
    "A Dutch seller's address needs street, city and post code.",
    dutchAddress,
  ),
  rule(
    "NL-R-003",
    "BT-30",
    where(dutch, at(`${SELLER}/PartyLegalEntity/CompanyID`)),
    "A Dutch seller's registration is a KVK number or OIN.",
    dutchNumber,
  ),
  rule(
    "NL-R-004",
    "BG-8",
    where(bothDutch, at(`${BUYER}/PostalAddress`)),
    "A Dutch buyer's address needs street, city and post code.",
    dutchAddress,
  ),
  rule(
    "NL-R-005",
    "BT-47",
    where(bothDutch, at(`${BUYER}/PartyLegalEntity/CompanyID`)),
    "A Dutch buyer's registration is a KVK number or OIN.",
    dutchNumber,
  ),
  rule(
    "NL-R-006",
    "BG-12",
    where(
      (i) => dutch(i) && upper(textAt(i.file.root, `TaxRepresentativeParty/${COUNTRY}`) ?? "") === "NL",
      at("TaxRepresentativeParty/PostalAddress"),
    ),
    "A Dutch tax representative's address needs street, city and post code.",
    dutchAddress,
  ),
  rule("NL-R-007", "BG-16", where(dutch, at("LegalMonetaryTotal")), "An amount due needs payment instructions (BG-16).", (n, i) => {
    const due = decimal(textAt(n, "PayableAmount") ?? "");
    const paid = due !== null && (i.file.root.name === "Invoice" ? compare(due, ZERO) <= 0 : compare(due, ZERO) >= 0);
    return paid || anywhere("PaymentMeans")(i).length > 0;
  }),
  rule(
    "NL-R-008",
    "BT-81",
    where(bothDutch, anywhere("PaymentMeans")),
    "This means of payment is not used between Dutch parties.",
    (m) =>
      ["30", "48", "49", "57", "58", "59"].includes(normal(textAt(m, "PaymentMeansCode") ?? "")) || {
        actual: textAt(m, "PaymentMeansCode"),
      },
  ),
  rule(
    "NL-R-009",
    "BT-132",
    where(dutch, child("OrderLineReference", "LineID")),
    "A line of a purchase order needs the order (BT-13).",
    (_, i) => has(i.file.root, "OrderReference/ID"),
  ),
];

export const NATIONAL: readonly Rule[] = [...NORWAY, ...DENMARK, ...ITALY, ...SWEDEN, ...GREECE, ...ICELAND, ...NETHERLANDS];
