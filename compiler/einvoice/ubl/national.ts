// Peppol's rules of countries: Norway, Denmark, Italy, Sweden, Greece, Iceland, Netherlands.
import { compare, decimal, ZERO } from "../decimal.js";
import { once, type Invoice } from "../invoice.js";
import { isDay } from "../model/day.js";
import { all, filled, first, has, normal, textAt, valueOf, type Node } from "../node.js";
import { advice, rule, type Rule, type Verdict } from "../rules/rule.js";
import { isGreek, isMod11, isSwedish } from "./check-digits.js";
import { anywhere, at, attribute, child, file, lines } from "./file.js";

const SELLER = "AccountingSupplierParty/Party";
const BUYER = "AccountingCustomerParty/Party";
const COUNTRY = "PostalAddress/Country/IdentificationCode";

const vatOf = (party: Node | undefined): Node | undefined =>
  all(party, "PartyTaxScheme")
    .filter((s) => all(s, "TaxScheme/ID").some((t) => valueOf(t) === "VAT"))
    .flatMap((s) => all(s, "CompanyID"))[0];
/** Of a scheme whose code has no blanks but around it. */
const vatNumbers = (party: Node): readonly Node[] =>
  all(party, "PartyTaxScheme")
    .filter((s) => normal(textAt(s, "TaxScheme/ID") ?? "") === "VAT")
    .flatMap((s) => all(s, "CompanyID"));
const upper = (text: string): string => normal(text).toUpperCase();
/** Country of VAT identifiers; null if absent. Peppol's rules of countries do not apply to a party with several. */
function vatCountry(party: Node | undefined): string | null {
  const schemes = all(party, "PartyTaxScheme").filter((s) => all(s, "TaxScheme/ID").some((t) => valueOf(t) === "VAT"));
  if (schemes.length > 1) return "";
  const id = first(schemes[0], "CompanyID");
  return (id && upper(valueOf(id).slice(0, 2))) || null;
}
const placeOf = (party: Node | undefined): string => upper(textAt(party, COUNTRY) ?? "XX");

/** By VAT identifier, tax representative, address. */
const seller = once((i: Invoice): string => {
  const own = first(i.file.root, SELLER);
  return vatCountry(own) ?? vatCountry(first(i.file.root, "TaxRepresentativeParty")) ?? placeOf(own);
});
const buyer = once((i: Invoice): string => {
  const own = first(i.file.root, BUYER);
  return vatCountry(own) ?? placeOf(own);
});
const sellerPlace = once((i: Invoice): string => textAt(i.file.root, `${SELLER}/${COUNTRY}`) ?? "");
const buyerPlace = once((i: Invoice): string => textAt(i.file.root, `${BUYER}/${COUNTRY}`) ?? "");

const where =
  (applies: (i: Invoice) => boolean, on: Rule["on"]): Rule["on"] =>
  (i) =>
    applies(i) ? on(i) : [];
const codeIs = (m: Node, ...codes: readonly string[]): boolean => all(m, "PaymentMeansCode").some((c) => codes.includes(valueOf(c)));
const fills =
  (...paths: readonly string[]): Rule["holds"] =>
  (n) =>
    paths.every((path) => filled(n, path));
const hasAll =
  (...paths: readonly string[]): Rule["holds"] =>
  (n) =>
    paths.every((path) => has(n, path));
const isNumber = (text: string): boolean => normal(text) !== "" && !Number.isNaN(Number(normal(text)));

const norway = (i: Invoice): boolean => seller(i) === "NO";
const NORWAY: readonly Rule[] = [
  rule("NO-R-001", "BT-31", where(norway, at(SELLER)), "A Norwegian VAT number is NO, nine digits with a check digit, and MVA.", (n) => {
    const id = vatNumbers(n)[0];
    const text = id ? valueOf(id) : "";
    return !text.startsWith("NO") || (/^[0-9]{9}MVA$/.test(text.slice(2)) && isMod11(text.slice(2, 11))) || { actual: text };
  }),
  advice("NO-R-002", "BT-32", where(norway, at(SELLER)), "A Norwegian company registered as such says Foretaksregisteret.", (n) =>
    all(n, "PartyTaxScheme").some(
      (s) => normal(textAt(s, "TaxScheme/ID") ?? "") === "TAX" && normal(textAt(s, "CompanyID") ?? "") === "Foretaksregisteret",
    ),
  ),
];

const danishSeller = (i: Invoice): boolean => sellerPlace(i) === "DK";
const danish = (i: Invoice): boolean => danishSeller(i) && buyerPlace(i) === "DK";
const danishMeans = where((i) => danish(i) && i.file.root.name === "Invoice", at("PaymentMeans"));
const paymentStarts = (m: Node, ...starts: readonly string[]): boolean => starts.includes((textAt(m, "PaymentID") ?? "").slice(0, 3));
const lengthOf = (m: Node, path: string): number => [...(textAt(m, path) ?? "")].length;
const cvr =
  (path: string): Rule["holds"] =>
  (n) => {
    const id = first(n, path);
    const scheme = normal(attribute(id, "schemeID") ?? "");
    return !id || scheme === "0184" || { expected: "0184", actual: scheme };
  };
const freightReason = (n: Node): Verdict => {
  if (!all(n, "AllowanceChargeReasonCode").some((c) => valueOf(c) === "ZZZ")) return true;
  const reason = textAt(n, "AllowanceChargeReason");
  if (reason === undefined) return false;
  const coded = normal(reason).length === 4 && isNumber(reason) && Number(reason) >= 0 && Number(reason) <= 9999;
  return coded || (reason.includes("#") && !reason.startsWith("#") && !reason.endsWith("#")) || { actual: reason };
};
const DENMARK: readonly Rule[] = [
  rule(
    "DK-R-002",
    "BT-30",
    where(danishSeller, file),
    "A Danish seller needs its registration (BT-30).",
    fills(`${SELLER}/PartyLegalEntity/CompanyID`),
  ),
  rule("DK-R-003", "BT-158", where(danish, lines), "An item classified by UNSPSC (TST) needs its version.", (n) => {
    const codes = all(n, "Item/CommodityClassification/ItemClassificationCode");
    const versions = ["19.05.01", "19.0501", "26.08.01", "26.0801"];
    return (
      !codes.some((c) => attribute(c, "listID") === "TST") ||
      codes.some((c) => versions.includes(attribute(c, "listVersionID") ?? "")) || { expected: versions.join(", ") }
    );
  }),
  rule(
    "DK-R-004",
    "BT-97 BT-104",
    where(danish, anywhere("AllowanceCharge")),
    "A reason of the code ZZZ is four digits, or has a # in it.",
    freightReason,
  ),
  rule(
    "DK-R-005",
    "BT-81",
    danishMeans,
    "This means of payment is not used between Danish parties.",
    (m) =>
      "1 10 31 42 48 49 50 58 59 93 97".split(" ").includes(textAt(m, "PaymentMeansCode") ?? "") || {
        actual: textAt(m, "PaymentMeansCode"),
      },
  ),
  rule(
    "DK-R-006",
    "BT-84 BT-86",
    danishMeans,
    "A transfer (31, 42) needs the account and the bank's registration number.",
    (m) =>
      !codeIs(m, "31", "42") || (filled(m, "PayeeFinancialAccount/ID") && filled(m, "PayeeFinancialAccount/FinancialInstitutionBranch/ID")),
  ),
  rule(
    "DK-R-007",
    "BT-89 BT-91",
    danishMeans,
    "A direct debit (49) needs the mandate and the debtor's account.",
    (m) => !codeIs(m, "49") || (filled(m, "PaymentMandate/ID") && filled(m, "PaymentMandate/PayerFinancialAccount/ID")),
  ),
  rule(
    "DK-R-008",
    "BT-83 BT-84",
    danishMeans,
    "A Giro payment (50) has a payment identifier of 01#, 04# or 15#, and an account of 7 or 8 digits.",
    (m) => !codeIs(m, "50") || (paymentStarts(m, "01#", "04#", "15#") && /^[0-9]{7,8}$/.test(textAt(m, "PayeeFinancialAccount/ID") ?? "")),
  ),
  rule(
    "DK-R-009",
    "BT-83",
    danishMeans,
    "A Giro payment of 04# or 15# has 16 digits.",
    (m) => !codeIs(m, "50") || !paymentStarts(m, "04#", "15#") || lengthOf(m, "PaymentID") === 19,
  ),
  rule(
    "DK-R-010",
    "BT-83 BT-84",
    danishMeans,
    "An FIK payment (93) has a payment identifier of 71#, 73# or 75#, and an account of 8 characters.",
    (m) => !codeIs(m, "93") || (paymentStarts(m, "71#", "73#", "75#") && lengthOf(m, "PayeeFinancialAccount/ID") === 8),
  ),
  rule(
    "DK-R-011",
    "BT-83",
    danishMeans,
    "An FIK payment of 71# or 75# has 15 or 16 digits.",
    (m) => !codeIs(m, "93") || !paymentStarts(m, "71#", "75#") || [18, 19].includes(lengthOf(m, "PaymentID")),
  ),
  rule(
    "DK-R-013",
    "BT-29 BT-46",
    where(danish, (i) => [...at(`${SELLER}/PartyIdentification`)(i), ...at(`${BUYER}/PartyIdentification`)(i)]),
    "An identifier of a Danish party has a scheme.",
    (n) => !has(n, "ID") || normal(attribute(first(n, "ID"), "schemeID") ?? "") !== "",
  ),
  rule(
    "DK-R-014",
    "BT-30",
    where(danishSeller, file),
    "A Danish seller's registration is a CVR number (0184).",
    cvr(`${SELLER}/PartyLegalEntity/CompanyID`),
  ),
  rule("DK-R-016", "BT-115", where(danishSeller, file), "A Danish credit note has no negative amount.", (n, i) => {
    const due = decimal(textAt(n, "LegalMonetaryTotal/PayableAmount") ?? "");
    return !(n.name === "CreditNote" && buyerPlace(i) === "DK" && due !== null && compare(due, ZERO) < 0);
  }),
  rule(
    "DK-R-017",
    "BT-47",
    where(danish, at(BUYER)),
    "A Danish buyer's registration is a CVR number (0184).",
    cvr("PartyLegalEntity/CompanyID"),
  ),
];

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

const inSweden = (i: Invoice): boolean => sellerPlace(i) === "SE";
const swedishVat = (i: Invoice): boolean => {
  const id = vatOf(first(i.file.root, SELLER));
  return inSweden(i) && id !== undefined && valueOf(id).startsWith("SE");
};
const swedishEntities = where(inSweden, (i) => all(i.file.root, `${SELLER}/PartyLegalEntity`).filter((e) => has(e, "CompanyID")));
const giro = (name: string): Rule["on"] =>
  where(inSweden, (i) =>
    anywhere("PaymentMeans")(i)
      .filter(
        (m) =>
          normal(textAt(m, "PaymentMeansCode") ?? "") === "30" &&
          normal(textAt(m, "PayeeFinancialAccount/FinancialInstitutionBranch/ID") ?? "") === name,
      )
      .flatMap((m) => all(m, "PayeeFinancialAccount/ID")),
  );
const digitsOnly: Rule["holds"] = (n) => isNumber(valueOf(n)) || { actual: valueOf(n) };
const lengthIn =
  (least: number, most: number): Rule["holds"] =>
  (n) => {
    const length = normal(valueOf(n)).length;
    return (length >= least && length <= most) || { expected: `${least} to ${most} digits`, actual: valueOf(n) };
  };
const SWEDEN: readonly Rule[] = [
  rule(
    "SE-R-001",
    "BT-31",
    where(swedishVat, at(SELLER)),
    "A Swedish VAT number has 14 characters.",
    (n) => normal(valueOf(vatOf(n)!)).length === 14 || { actual: valueOf(vatOf(n)!) },
  ),
  rule(
    "SE-R-002",
    "BT-31",
    where(swedishVat, at(SELLER)),
    "A Swedish VAT number is SE and 12 digits.",
    (n) => isNumber(valueOf(vatOf(n)!).slice(2, 14)) || { actual: valueOf(vatOf(n)!) },
  ),
  rule(
    "SE-R-003",
    "BT-30",
    swedishEntities,
    "A Swedish organization number has digits only.",
    (n) => isNumber(textAt(n, "CompanyID")!) || { actual: textAt(n, "CompanyID") },
  ),
  rule(
    "SE-R-004",
    "BT-30",
    swedishEntities,
    "A Swedish organization number has 10 digits.",
    (n) => normal(textAt(n, "CompanyID")!).length === 10 || { actual: textAt(n, "CompanyID") },
  ),
  rule(
    "SE-R-013",
    "BT-30",
    swedishEntities,
    "The check digit of a Swedish organization number is wrong.",
    (n) => isSwedish(normal(textAt(n, "CompanyID")!)) || { actual: textAt(n, "CompanyID") },
  ),
  rule(
    "SE-R-005",
    "BT-32",
    where(
      (i) => inSweden(i) && has(i.file.root, `${SELLER}/PartyLegalEntity/CompanyID`),
      (i) =>
        all(i.file.root, `${SELLER}/PartyTaxScheme`)
          .filter((s) => has(s, "TaxScheme/ID") && upper(textAt(s, "TaxScheme/ID")!) !== "VAT")
          .flatMap((s) => all(s, "CompanyID")),
    ),
    "A Swedish tax registration says Godkänd för F-skatt.",
    (n) => upper(valueOf(n)) === "GODKÄND FÖR F-SKATT" || { expected: "Godkänd för F-skatt", actual: valueOf(n) },
  ),
  rule(
    "SE-R-006",
    "BT-119 BT-152",
    where(swedishVat, (i) =>
      anywhere("TaxCategory", "ClassifiedTaxCategory")(i).filter((t) => all(t, "ID").some((c) => valueOf(c) === "S")),
    ),
    "Swedish standard rates are 6, 12 and 25.",
    (n) =>
      [25, 12, 6].includes(Number(textAt(n, "Percent") ?? "NaN")) || { expected: "6, 12 or 25", actual: textAt(n, "Percent") ?? "nothing" },
  ),
  advice("SE-R-007", "BT-84", giro("SE:PLUSGIRO"), "A Plusgiro number has digits only.", digitsOnly),
  advice("SE-R-010", "BT-84", giro("SE:PLUSGIRO"), "A Plusgiro number has 2 to 8 digits.", lengthIn(2, 8)),
  advice("SE-R-008", "BT-84", giro("SE:BANKGIRO"), "A Bankgiro number has digits only.", digitsOnly),
  advice("SE-R-009", "BT-84", giro("SE:BANKGIRO"), "A Bankgiro number has 7 or 8 digits.", lengthIn(7, 8)),
  advice(
    "SE-R-011",
    "BT-81",
    where(inSweden, (i) => anywhere("PaymentMeans")(i).filter((m) => codeIs(m!, "50", "56"))),
    "Bankgiro and Plusgiro have the means 30 (not 50, 56).",
    () => false,
  ),
  advice(
    "SE-R-012",
    "BT-81",
    where(
      (i) => inSweden(i) && buyerPlace(i) === "SE",
      (i) => anywhere("PaymentMeans")(i).filter((m) => codeIs(m!, "31")),
    ),
    "Transfers between Swedish parties have the means 30 (not 31).",
    () => false,
  ),
];

const greek = (i: Invoice): boolean => ["GR", "EL"].includes(seller(i));
const bothGreek = (i: Invoice): boolean => greek(i) && ["GR", "EL"].includes(buyer(i));
const greekPlace = (i: Invoice): boolean => greek(i) && sellerPlace(i) === "GR";
/** By the seller's own VAT identifier and address. */
const accountingGreek = (i: Invoice): boolean => {
  const own = first(i.file.root, SELLER);
  return ["GR", "EL"].includes(vatCountry(own) ?? placeOf(own));
};
const segments = (n: Node): readonly string[] => valueOf(n).split("|");
const part = (id: string, says: string, holds: (parts: readonly string[], i: Invoice) => boolean): Rule =>
  rule(id, "BT-1", where(greek, at("ID")), says, (n, i) => holds(segments(n), i) || { actual: valueOf(n) });
const described = (n: Node, text: string): readonly Node[] =>
  all(n, "AdditionalDocumentReference").filter((d) => all(d, "DocumentDescription").some((t) => valueOf(t) === text));
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

const iceland = (i: Invoice): boolean => sellerPlace(i) === "IS";
const bothIceland = (i: Invoice): boolean => iceland(i) && buyerPlace(i) === "IS";
const account12 =
  (code: string): Rule["holds"] =>
  (n) => {
    const means = all(n, "PaymentMeans").filter((m) => codeIs(m, code));
    const account = means.flatMap((m) => all(m, "PayeeFinancialAccount/ID"))[0];
    return means.length === 0 || (account !== undefined && normal(valueOf(account)).length === 12) || { expected: "12 digits" };
  };
const kennitala =
  (path: string): Rule["holds"] =>
  (n) =>
    all(n, path).some((id) => attribute(id, "schemeID") === "0196");
const deadline = (n: Node): string | undefined => {
  const found = described(n, "EINDAGI")[0];
  return found && (textAt(found, "ID") ?? "");
};
const ICELAND: readonly Rule[] = [
  advice("IS-R-001", "BT-3", where(iceland, file), "An Icelandic invoice has the type 380 or 381.", (n) =>
    ["380", "381"].includes(normal(textAt(n, "InvoiceTypeCode") ?? textAt(n, "CreditNoteTypeCode") ?? "")),
  ),
  rule(
    "IS-R-002",
    "BT-30",
    where(iceland, file),
    "An Icelandic seller's registration is its kennitala (0196).",
    kennitala(`${SELLER}/PartyLegalEntity/CompanyID`),
  ),
  rule(
    "IS-R-003",
    "BT-35 BT-38",
    where(iceland, file),
    "An Icelandic seller's address needs street and post code.",
    hasAll(`${SELLER}/PostalAddress/StreetName`, `${SELLER}/PostalAddress/PostalZone`),
  ),
  rule(
    "IS-R-004",
    "BT-47",
    where(bothIceland, at("AccountingCustomerParty")),
    "An Icelandic buyer's registration is its kennitala (0196).",
    kennitala("Party/PartyLegalEntity/CompanyID"),
  ),
  rule(
    "IS-R-005",
    "BT-50 BT-53",
    where(bothIceland, at("AccountingCustomerParty")),
    "An Icelandic buyer's address needs street and post code.",
    hasAll("Party/PostalAddress/StreetName", "Party/PostalAddress/PostalZone"),
  ),
  rule("IS-R-006", "BT-84", where(iceland, file), "A payment of the means 9 has an account of 12 digits.", account12("9")),
  rule("IS-R-007", "BT-84", where(iceland, file), "A payment of the means 42 has an account of 12 digits.", account12("42")),
  rule("IS-R-008", "BT-122", where(iceland, file), "EINDAGI is a date, YYYY-MM-DD.", (n) => {
    const day = deadline(n);
    return day === undefined || isDay(day) || { actual: day };
  }),
  rule(
    "IS-R-009",
    "BT-9 BT-122",
    where(iceland, file),
    "EINDAGI needs the due date (BT-9).",
    (n) => deadline(n) === undefined || has(n, "DueDate"),
  ),
  rule("IS-R-010", "BT-9 BT-122", where(iceland, file), "EINDAGI is the due date (BT-9) or later.", (n) => {
    const day = deadline(n);
    const due = textAt(n, "DueDate");
    return day === undefined || (due !== undefined && due <= day) || { expected: `${due ?? "a due date"} or later`, actual: day };
  }),
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
    const settled = due !== null && (i.file.root.name === "Invoice" ? compare(due, ZERO) <= 0 : compare(due, ZERO) >= 0);
    return settled || anywhere("PaymentMeans")(i).length > 0;
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
