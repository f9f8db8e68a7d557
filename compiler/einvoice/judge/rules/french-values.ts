import { tuple } from "../../../../base/tuple.js";
import type { Invoice } from "../terms/invoice.js";
import { all, normal, valueOf, type Node } from "../../xml/node.js";
import { advice, type Rule } from "./rule.js";

export const AGREEMENT = "SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement";
export const SETTLEMENT = "SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement";
export const DELIVERY = "SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery";
export const LINE = "SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem";
export const LINE_SETTLEMENT = `${LINE}/SpecifiedLineTradeSettlement`;

export type Of = (i: Invoice) => readonly (Node | undefined)[];

export const at =
  (path: string): Of =>
  (i) =>
    all(i.root, path);
export const root: Of = (i) => [i.root];

/** Returns the text of the file: the model trims some codes. */
export const raw = (n: Node): string => valueOf(n.source && n.children.length === 0 && n.source.children.length === 0 ? n.source : n);

/** @param ids "CII's", "CII's | UBL's", "CII's |" or "| UBL's" */
export function french(ids: string, terms: string, on: Of, says: string, holds: Rule["holds"]): readonly Rule[] {
  const [cii, ubl = cii] = ids.includes("|") ? ids.split("|").map((s) => s.trim()) : [ids];
  const make = (id: string, syntax: Invoice["syntax"]): readonly Rule[] =>
    id === "" ? [] : [advice(`BR-FR-${id}`, terms, (i) => (i.syntax === syntax ? on(i) : []), says, holds)];
  return [...make(cii!, "cii"), ...make(ubl!, "ubl")];
}

export const within =
  (most: number): Rule["holds"] =>
  (n) => {
    const length = [...raw(n)].length;
    return length <= most || { expected: `at most ${most} characters`, actual: String(length) };
  };
const IDENTIFIER = /^[A-Za-z0-9+\-_/]+$/;
export const isIdentifier: Rule["holds"] = (n) => IDENTIFIER.test(raw(n)) || { expected: "letters, digits, + - _ /", actual: raw(n) };
export const numbered: Rule["holds"] = (n) => (IDENTIFIER.test(normal(raw(n))) && !raw(n).includes(" ")) || { actual: raw(n) };
export const of =
  (codes: ReadonlySet<string>): Rule["holds"] =>
  (n) =>
    codes.has(raw(n)) || { expected: "a code of the list", actual: raw(n) };

/** True for a date in this century; CII may append a time. */
export const isDate: Rule["holds"] = (n, i) => {
  const text = raw(n);
  const parts = i.syntax === "ubl" ? /^(20\d\d)-(\d\d)-(\d\d)$/.exec(text) : /^(20\d\d)(\d\d)(\d\d)$/.exec(text.slice(0, 8));
  if (!parts) return { expected: "a date", actual: text };
  const [year, month, day] = tuple(parts.slice(1).map(Number), 3);
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const most = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return (month >= 1 && month <= 12 && day >= 1 && day <= most) || { expected: "a date", actual: text };
};

const sized =
  (pattern: RegExp, most: number, expected: string): Rule["holds"] =>
  (n) => {
    const text = normal(raw(n));
    return (pattern.test(text) && text.replaceAll(".", "").length <= most) || { expected, actual: text };
  };
const AMOUNT = sized(/^-?\d{1,19}(\.\d{1,2})?$/, 19, "at most 19 digits, 2 of them decimals");
const QUANTITY = sized(/^-?\d{1,19}(\.\d{1,4})?$/, 19, "at most 19 digits, 4 of them decimals");
const PRICE = sized(/^\d{1,19}(\.\d{1,6})?$/, 19, "at most 19 digits, 6 of them decimals, not negative");
export const RATE = sized(/^\d{1,4}(\.\d{1,2})?$/, 4, "at most 4 digits, 2 of them decimals, not negative");

/** identifiers' ends, terms, path */
export const SIZES = (
  [
    ["DEC-01_BT-92_BT-99", "BT-92 BT-99", `${SETTLEMENT}/SpecifiedTradeAllowanceCharge/ActualAmount`, AMOUNT],
    ["DEC-01_BT-93_BT-100", "BT-93 BT-100", `${SETTLEMENT}/SpecifiedTradeAllowanceCharge/BasisAmount`, AMOUNT],
    ...(
      [
        ["BT-106", "LineTotalAmount"],
        ["BT-107", "AllowanceTotalAmount"],
        ["BT-108", "ChargeTotalAmount"],
        ["BT-109", "TaxBasisTotalAmount"],
        ["BT-110", "TaxTotalAmount"],
        ["BT-112", "GrandTotalAmount"],
        ["BT-113", "TotalPrepaidAmount"],
        ["BT-114", "RoundingAmount"],
        ["BT-115", "DuePayableAmount"],
      ] as const
    ).map(
      ([term, name]) => [`DEC-01_${term}`, term, `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation/${name}`, AMOUNT] as const,
    ),
    ["DEC-01_BT-116", "BT-116", `${SETTLEMENT}/ApplicableTradeTax/BasisAmount`, AMOUNT],
    ["DEC-01_BT-117", "BT-117", `${SETTLEMENT}/ApplicableTradeTax/CalculatedAmount`, AMOUNT],
    ["DEC-01_BT-131", "BT-131", `${LINE_SETTLEMENT}/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount`, AMOUNT],
    ["DEC-01_BT-136_BT-141", "BT-136 BT-141", `${LINE_SETTLEMENT}/SpecifiedTradeAllowanceCharge/ActualAmount`, AMOUNT],
    ["DEC-01_BT-137_BT-142", "BT-137 BT-142", `${LINE_SETTLEMENT}/SpecifiedTradeAllowanceCharge/BasisAmount`, AMOUNT],
    ["DEC-02_BT-129", "BT-129", `${LINE}/SpecifiedLineTradeDelivery/BilledQuantity`, QUANTITY],
    ["DEC-02_BT-149", "BT-149", `${LINE}/SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity`, QUANTITY],
    ["DEC-03_BT-146", "BT-146", `${LINE}/SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount`, PRICE],
    [
      "DEC-03_BT-147",
      "BT-147",
      `${LINE}/SpecifiedLineTradeAgreement/GrossPriceProductTradePrice/AppliedTradeAllowanceCharge/ActualAmount`,
      PRICE,
    ],
    ["DEC-03_BT-148", "BT-148", `${LINE}/SpecifiedLineTradeAgreement/GrossPriceProductTradePrice/ChargeAmount`, PRICE],
    ["DEC-04_BT-119", "BT-119", `${SETTLEMENT}/ApplicableTradeTax/RateApplicablePercent`, RATE],
  ] as const
).flatMap(([id, terms, path, holds]) => french(id, terms, at(path), "The number is larger or finer than French platforms take.", holds));

/** identifiers' ends, term, path */
export const DATES = (
  [
    ["03_BT-2", "BT-2", "ExchangedDocument/IssueDateTime/DateTimeString"],
    ["03_BT-9", "BT-9", `${SETTLEMENT}/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString`],
    ["03_BT-26", "BT-26", `${SETTLEMENT}/InvoiceReferencedDocument/FormattedIssueDateTime/DateTimeString`],
    ["03_BT-72", "BT-72", `${DELIVERY}/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString`],
    ["03_BT-73", "BT-73", `${SETTLEMENT}/BillingSpecifiedPeriod/StartDateTime/DateTimeString`],
    ["03_BT-74", "BT-74", `${SETTLEMENT}/BillingSpecifiedPeriod/EndDateTime/DateTimeString`],
    ["03_EXT-FR-FE-158", "", `${LINE}/SpecifiedLineTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString`],
    ["03_EXT-FR-FE-134 | 03_BT-134", "BT-134", `${LINE_SETTLEMENT}/BillingSpecifiedPeriod/StartDateTime/DateTimeString`],
    ["03_EXT-FR-FE-135 | 03_BT-135", "BT-135", `${LINE_SETTLEMENT}/BillingSpecifiedPeriod/EndDateTime/DateTimeString`],
  ] as const
).flatMap(([id, term, path]) => french(id, term, at(path), "The date is not a day of this century.", isDate));
