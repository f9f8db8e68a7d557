import { compare, decimal, ZERO } from "../../xml/decimal.js";
import type { Invoice } from "../terms/invoice.js";
import { isDay } from "../../../core/day.js";
import { all, filled, first, has, type Node, normal, textAt, valueOf } from "../../xml/node.js";
import { advice, rule, type Rule, type Verdict } from "../rules/rule.js";
import { isMod11, isSwedish } from "./check-digits.js";
import { anywhere, at, attribute, file, lines } from "./file.js";
import {
  described,
  BUYER,
  buyerPlace,
  codeIs,
  fills,
  hasAll,
  isNumber,
  SELLER,
  seller,
  sellerPlace,
  upper,
  vatNumbers,
  vatOf,
  where,
} from "./places.js";

const norway = (i: Invoice): boolean => seller(i) === "NO";
export const NORWAY: readonly Rule[] = [
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
export const DENMARK: readonly Rule[] = [
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
export const SWEDEN: readonly Rule[] = [
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
export const ICELAND: readonly Rule[] = [
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
