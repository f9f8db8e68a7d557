// UBL-SR and UBL-DT of severity error: restrictions of UBL by EN 16931-3-2.
import { tuple } from "../../../../base/tuple.js";
import { all, has, textAt, valueOf, type Node } from "../../xml/node.js";
import { rule, twoDecimals, type Rule, type Verdict } from "../rules/rule.js";
import { anywhere, at, attribute, chargeOf, child, countOf, file, isVat, lines } from "./file.js";

const most = (id: string, terms: string, on: Rule["on"], path: string, allowed = 1): Rule =>
  rule(id, terms, on, `${path} may be there ${allowed === 1 ? "only once" : `${allowed} times at most`}.`, (n) =>
    countOf(n, path, allowed),
  );

/** Number, terms, path from the root: at most one. */
const ONCE = `
01 BT-12 ContractDocumentReference/ID
02 BT-15 ReceiptDocumentReference/ID
03 BT-16 DespatchDocumentReference/ID
05 BT-20 PaymentTerms/Note
08 BG-14 InvoicePeriod
09 BT-27 AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName
10 BT-28 AccountingSupplierParty/Party/PartyName/Name
11 BT-30 AccountingSupplierParty/Party/PartyLegalEntity/CompanyID
14 BT-33 AccountingSupplierParty/Party/PartyLegalEntity/CompanyLegalForm
15 BT-44 AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName
16 BT-46 AccountingCustomerParty/Party/PartyIdentification/ID
17 BT-47 AccountingCustomerParty/Party/PartyLegalEntity/CompanyID
24 BG-13 Delivery
39 BT-11 ProjectReference/ID
40 BT-45 AccountingCustomerParty/Party/PartyName/Name
45 BT-9 PaymentMeans/PaymentDueDate
49 BT-8 InvoicePeriod/DescriptionCode
54 BG-18 PaymentMeans/CardAccount
55 BG-19 PaymentMeans/PaymentMandate
56 BT-17 OriginatorDocumentReference/ID
`;

/** Number, terms, path from a line: at most one. */
const ONCE_IN_LINE = `
34 BT-127 Note
35 BT-132 OrderLineReference/LineID
36 BG-26 InvoicePeriod
37 BT-147 Price/AllowanceCharge/Amount
50 BT-154 Item/Description
52 BT-128 DocumentReference
`;

const table = (written: string, on: Rule["on"]): readonly Rule[] =>
  written
    .trim()
    .split("\n")
    .map((row) => {
      const [number, terms, path] = tuple(row.split(" "), 3);
      return most(`UBL-SR-${number}`, terms, on, path);
    });

const few = (nodes: readonly Node[]): Verdict => nodes.length <= 1 || { expected: "at most one", actual: String(nodes.length) };

const registrations = (party: string, vat: boolean): ((n: Node) => Verdict) => {
  const schemes = (n: Node): readonly Node[] => all(n, `${party}/Party/PartyTaxScheme`);
  const counts = (s: Node): boolean => (vat ? isVat(s) : all(s, "TaxScheme").some((t) => (textAt(t, "ID") ?? "").toUpperCase() !== "VAT"));
  return (n) =>
    few(
      schemes(n)
        .filter(counts)
        .flatMap((s) => all(s, "CompanyID")),
    );
};

const agree = (nodes: readonly (Node | undefined)[]): Verdict => {
  const values = new Set(nodes.map((n) => valueOf(n!)));
  return values.size <= 1 || { expected: [...values][0], actual: [...values][1] };
};

const payee: Rule["on"] = anywhere("PayeeParty");
const sellerNames = (n: Node): readonly string[] =>
  all(n.parent ?? undefined, "AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName").map(valueOf);
/** As in the artefacts: each rule requires a name unlike the seller's. */
const named = (n: Node): boolean => {
  const own = all(n, "PartyName/Name").map(valueOf);
  const theirs = sellerNames(n);
  return own.some((a) => theirs.some((b) => a !== b));
};
const amounts = (i: Parameters<Rule["on"]>[0]): readonly Node[] =>
  [...i.file.named].flatMap(([name, nodes]) => (name.endsWith("Amount") && !name.endsWith("PriceAmount") ? nodes : []));
const ofPrice = (n: Node): boolean =>
  n.parent !== null && ((n.parent.name === "AllowanceCharge" && n.parent.parent?.name === "Price") || ofPrice(n.parent));
const binaries = (i: Parameters<Rule["on"]>[0]): readonly Node[] =>
  [...i.file.named].flatMap(([name, nodes]) => (name.endsWith("BinaryObject") ? nodes : []));
const reasons =
  (charge: boolean): Rule["on"] =>
  (i) =>
    (i.file.named.get("AllowanceCharge") ?? []).filter((a) => chargeOf(a) === charge);

export const SYNTAX: readonly Rule[] = [
  ...table(ONCE, file),
  ...table(ONCE_IN_LINE, lines),
  rule("UBL-SR-04", "BT-18", file, "Only one invoiced object (type 130) may be there.", (n) =>
    few(
      all(n, "AdditionalDocumentReference")
        .filter((d) => all(d, "DocumentTypeCode").some((t) => valueOf(t) === "130"))
        .flatMap((d) => all(d, "ID")),
    ),
  ),
  most("UBL-SR-06", "BG-3", anywhere("BillingReference"), "InvoiceDocumentReference"),
  rule("UBL-SR-07", "BT-25", anywhere("BillingReference"), "A preceding invoice has no reference (BT-25).", (n) =>
    has(n, "InvoiceDocumentReference/ID"),
  ),
  rule("UBL-SR-12", "BT-31", file, "The seller has one VAT identifier (BT-31) at most.", registrations("AccountingSupplierParty", true)),
  rule("UBL-SR-13", "BT-32", file, "The seller has one tax registration (BT-32) at most.", registrations("AccountingSupplierParty", false)),
  rule("UBL-SR-18", "BT-48", file, "The buyer has one VAT identifier (BT-48) at most.", registrations("AccountingCustomerParty", true)),
  rule(
    "UBL-SR-19",
    "BT-59",
    payee,
    "A payee has one name (BT-59), which is not the seller's.",
    (n) => all(n, "PartyName/Name").length <= 1 && named(n),
  ),
  rule(
    "UBL-SR-20",
    "BT-60",
    payee,
    "A payee has one identifier (BT-60) at most, and a name that is not the seller's.",
    (n) =>
      all(n, "PartyIdentification/ID").filter((id) => {
        const scheme = attribute(id, "schemeID");
        return scheme !== undefined && scheme.toUpperCase() !== "SEPA";
      }).length <= 1 && named(n),
  ),
  rule(
    "UBL-SR-21",
    "BT-61",
    payee,
    "A payee has one registration (BT-61) at most, and a name that is not the seller's.",
    (n) => all(n, "PartyLegalEntity/CompanyID").length <= 1 && named(n),
  ),
  most("UBL-SR-22", "BT-62", anywhere("TaxRepresentativeParty"), "PartyName/Name"),
  most("UBL-SR-23", "BT-63", anywhere("TaxRepresentativeParty"), "PartyTaxScheme/CompanyID"),
  most("UBL-SR-25", "BT-70", anywhere("Delivery"), "DeliveryParty/PartyName/Name"),
  most("UBL-SR-26", "BT-83", anywhere("PaymentMeans"), "PaymentID"),
  most("UBL-SR-27", "BT-81", anywhere("PaymentMeans"), "PaymentMeansCode"),
  most("UBL-SR-28", "BT-89", anywhere("PaymentMeans"), "PaymentMandate/ID"),
  rule("UBL-SR-29", "BT-90", file, "Only one bank assigned creditor identifier (BT-90, scheme SEPA) may be there.", (_, i) =>
    few(child("PartyIdentification", "ID")(i).flatMap((n) => (n && attribute(n, "schemeID")?.toUpperCase() === "SEPA" ? [n] : []))),
  ),
  most("UBL-SR-30", "BT-97 BT-139", reasons(false), "AllowanceChargeReason"),
  most("UBL-SR-31", "BT-104 BT-144", reasons(true), "AllowanceChargeReason"),
  most("UBL-SR-32", "BT-120", anywhere("TaxSubtotal"), "TaxCategory/TaxExemptionReason"),
  most("UBL-SR-33", "BT-123", anywhere("AdditionalDocumentReference"), "DocumentDescription"),
  most("UBL-SR-42", "BT-31 BT-32", at("AccountingSupplierParty/Party"), "PartyTaxScheme", 2),
  rule(
    "UBL-SR-43",
    "BT-18 BT-122",
    anywhere("AdditionalDocumentReference"),
    "The reference of a document has a scheme or a type only where it is the invoiced object (type 130).",
    (n, i) => {
      const types = all(n, "DocumentTypeCode").map(valueOf);
      if (types.includes("130") || (i.file.root.name === "CreditNote" && types.includes("50"))) return true;
      return types.length === 0 && !all(n, "ID").some((id) => id.attributes.has("schemeID"));
    },
  ),
  rule("UBL-SR-44", "BT-83", file, "All payment means must have the same PaymentID.", (_, i) => agree(anywhere("PaymentID")(i))),
  rule("UBL-SR-46", "BT-82", file, "Only one payment means text (BT-82) may be there.", (n) =>
    few(all(n, "PaymentMeans/PaymentMeansCode").filter((c) => c.attributes.has("name"))),
  ),
  rule("UBL-SR-47", "BT-81", file, "All payment means must have the same code.", (_, i) => agree(anywhere("PaymentMeansCode")(i))),
  rule("UBL-SR-48", "BG-30", lines, "A line has one ClassifiedTaxCategory.", (n) => {
    const count = all(n, "Item/ClassifiedTaxCategory").length;
    return count === 1 || { expected: "exactly one", actual: String(count) };
  }),
  most("UBL-SR-51", "BT-162 BT-163 BT-164 BT-165", anywhere("PostalAddress", "Address"), "AddressLine"),
  rule(
    "UBL-SR-53",
    "BT-31 BT-32 BT-48 BT-63",
    anywhere("PartyTaxScheme"),
    "A tax registration needs its identifier and its tax scheme.",
    (n) => has(n, "TaxScheme/ID") && has(n, "CompanyID"),
  ),
  rule(
    "UBL-DT-01",
    "",
    (i) => amounts(i).filter((n) => !ofPrice(n)),
    "An amount has two decimals at most.",
    (n) => twoDecimals(n),
  ),
  rule("UBL-DT-06", "BT-125-1", binaries, "An attachment needs its media type (mimeCode).", (n) => n.attributes.has("mimeCode")),
  rule("UBL-DT-07", "BT-125-2", binaries, "An attachment needs its file name (filename).", (n) => n.attributes.has("filename")),
];
