// BR-FR of Flux 2 (release 1.3.0), both syntaxes; CII's identifier precedes UBL's.
import { equal, ZERO } from "../../xml/decimal.js";
import { type Invoice } from "../terms/invoice.js";
import { all, has, type Node, normal, textAt, valueOf } from "../../xml/node.js";
import { CONTRACTS } from "./french-contracts.js";
import {
  ADDRESSES,
  addressOf,
  allSchemed,
  ATTACHMENTS,
  category,
  characteristics,
  coherent,
  creditNotes,
  distinct,
  documented,
  documentTaxes,
  dueDates,
  earlier,
  filledText,
  frenchRate,
  groups,
  inDirectory,
  inFile,
  isPaid,
  isSiren,
  isUnit,
  LETTERS,
  lineTaxes,
  mainland,
  measured,
  MISSING,
  mode,
  MODES,
  NINE,
  NOTES,
  notes,
  NUMBER,
  part,
  PARTIES,
  pointDates,
  preceding,
  schemed,
  SELF_BILLED,
  siren,
  total,
  treatment,
  TREATMENTS,
  type,
  TYPES,
} from "./french-terms.js";
import {
  at,
  DATES,
  french,
  isDate,
  isIdentifier,
  LINE_SETTLEMENT,
  numbered,
  of,
  type Of,
  RATE,
  raw,
  root,
  SETTLEMENT,
  SIZES,
  within,
} from "./french-values.js";
import type { Rule, Verdict } from "./rule.js";

export const FRENCH: readonly Rule[] = [
  ...french("01_BT-1 | 01_BT-1-1", "BT-1", at("ExchangedDocument/ID"), NUMBER, within(35)),
  ...french("| 01_BT-1-2", "BT-1", at("ExchangedDocument/ID"), LETTERS, numbered),
  ...french("02_BT-1", "BT-1", at("ExchangedDocument/ID"), LETTERS, numbered),
  ...french("01_BT-25 | 01_BT-25-1", "BT-25", earlier(SETTLEMENT), NUMBER, within(35)),
  ...french("| 01_BT-25-2", "BT-25", earlier(SETTLEMENT), LETTERS, numbered),
  ...french("02_BT-25", "BT-25", earlier(SETTLEMENT), LETTERS, numbered),
  ...french("01_EXT-FR-FE-136 |", "", earlier(LINE_SETTLEMENT), NUMBER, within(35)),
  ...french("02_EXT-FR-FE-136 |", "", earlier(LINE_SETTLEMENT), LETTERS, numbered),
  // the artefact takes a line's object (BT-128)
  ...french("| 02_EXT-FR-FE-136", "", inFile("DocumentReference/ID"), LETTERS, numbered),
  ...DATES,
  ...french("03_BT-7", "BT-7", pointDates, "The date is not a day of this century.", isDate),
  ...french(
    "03_EXT-FR-FE-138 |",
    "",
    at(`${LINE_SETTLEMENT}/InvoiceReferencedDocument/FormattedIssueDateTime/DateTimeString`),
    "The date is not a day of this century.",
    isDate,
  ),
  ...french("| 03_EXT-FR-FE-138", "", inFile("DocumentReference/IssueDate"), "The date is not a day of this century.", isDate),
  ...french("04_BT-3", "BT-3", at("ExchangedDocument/TypeCode"), "The type code (BT-3) is not one of France's.", of(TYPES)),
  ...french(
    "04_EXT-FR-FE-02 |",
    "",
    at(`${SETTLEMENT}/InvoiceReferencedDocument/TypeCode`),
    "The type code is not one of France's.",
    of(TYPES),
  ),
  ...french(
    "| 04_EXT-FR-FE-02",
    "",
    (i) => (i.syntax === "ubl" ? all(i.file.root, "BillingReference/InvoiceDocumentReference/DocumentTypeCode") : []),
    "The type code is not one of France's.",
    of(TYPES),
  ),
  ...french(
    "04_EXT-FR-FE-137 |",
    "",
    at(`${LINE_SETTLEMENT}/InvoiceReferencedDocument/TypeCode`),
    "The type code is not one of France's.",
    of(TYPES),
  ),
  ...french(
    "| 04_EXT-FR-FE-137",
    "",
    inFile("BillingReference/InvoiceDocumentReference/DocumentTypeCode"),
    "The type code is not one of France's.",
    of(TYPES),
  ),
  ...NOTES.flatMap(([code, n, what]) =>
    french(`05_BT-22_${code} | 05_BT-22-${n}`, "BT-22", root, MISSING(code, what), (_, i) => notes(i).count(code) > 0),
  ),
  ...[...NOTES, ["TXD", "4", ""] as const].flatMap(([code, n]) =>
    french(
      `06_BT-21_${code} | 06_BT-21-${n}`,
      "BT-21",
      root,
      `The note ${code} may be there only once.`,
      (_, i) => notes(i).count(code) <= 1,
    ),
  ),
  ...french(
    "08_BT-23",
    "BT-23",
    at("ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID"),
    "The business process (BT-23) is not one of France's.",
    of(MODES),
  ),
  ...PARTIES.flatMap(([term, path]) =>
    french(
      term === "EXT-FR-FE-146" ? `09_${term} |` : `09_${term}`,
      term,
      at(path),
      "The SIRET has 14 digits, and begins with the SIREN.",
      coherent(term === "BT-29" || term === "BT-46"),
    ),
  ),
  ...french(
    "10_BT-30",
    "BT-30",
    (i) => (i.syntax === "cii" ? [i.root] : all(i.file.root, "AccountingSupplierParty/Party/PartyLegalEntity")),
    "The seller's registration (BT-30) is its SIREN, nine digits with the scheme 0002.",
    (n, i) => isSiren(i.syntax === "cii" ? siren(i.seller) : schemed(n, "CompanyID", "0002").map(valueOf)[0]),
  ),
  ...french(
    "11_BT-47",
    "BT-47",
    root,
    "The buyer's registration (BT-47) between businesses is its SIREN, nine digits with the scheme 0002.",
    (_, i) => treatment(i) !== "B2B" || (i.syntax === "ubl" ? isSiren(siren(i.buyer)) : NINE.test(siren(i.buyer) ?? "")),
  ),
  ...french("12_BT-49", "BT-49", root, "The buyer's electronic address (BT-49) is missing.", (_, i) => addressed(i, i.buyer)),
  ...french("13_BT-34", "BT-34", root, "The seller's electronic address (BT-34) is missing.", (_, i) => addressed(i, i.seller)),
  ...(
    [
      ["15_BT-95_BT-102 | 15_BT-95_BT-102-1", "BT-95 BT-102", documentTaxes],
      ["15_BT-95_BT-118 | 15_BT-118-1", "BT-118", groups],
      ["15_BT-95_BT-151 | 15_BT-151-1", "BT-151", lineTaxes],
    ] as const
  ).flatMap(([id, terms, on]) => french(id, terms, on, "The VAT category is not one of France's.", category)),
  ...(
    [
      ["15_BT-95_BT-102_LM | 15_BT-95_BT-102-2", "BT-95 BT-102", documentTaxes],
      ["15_BT-95_BT-118_LM | 15_BT-118-2", "BT-118", groups],
      ["15_BT-95_BT-151_LM | 08_BT-151-2", "BT-151", lineTaxes],
    ] as const
  ).flatMap(([id, terms, on]) => french(id, terms, on, "The VAT categories L and M are not used in France.", mainland)),
  ...french("16_BT-96_BT-103 | 16_BT-96", "BT-96 BT-103", documentTaxes, "The rate is not one of French VAT.", frenchRate),
  ...french("16_BT-119", "BT-119", groups, "The rate is not one of French VAT.", frenchRate),
  ...french(
    "16_BT-152",
    "BT-152",
    (i) => (i.syntax === "ubl" && i.file.root.name !== "Invoice" ? [] : lineTaxes(i)),
    "The rate is not one of French VAT.",
    frenchRate,
  ),
  ...french(
    "17_BT-123",
    "BT-123",
    (i) =>
      i.syntax === "ubl"
        ? (i.file.named.get("AdditionalDocumentReference") ?? []).flatMap((d) => all(d, "DocumentDescription"))
        : all(i.agreement, "AdditionalReferencedDocument").filter((d) => all(d, "TypeCode").some((t) => valueOf(t) === "916")),
    "The kind of an attachment (BT-123) is not one of France's.",
    (n, i) => {
      const kind = i.syntax === "ubl" ? raw(n) : normal(textAt(n, "Name") ?? "");
      return (i.syntax === "cii" && kind === "") || ATTACHMENTS.has(kind) || { expected: "a code of the list", actual: kind };
    },
  ),
  ...french(
    "18_BT-123",
    "BT-123",
    root,
    "Only one attachment may be the readable invoice (LISIBLE).",
    (_, i) =>
      all(i.agreement, "AdditionalReferencedDocument").filter((d) => all(d, "Name").some((n) => valueOf(n) === "LISIBLE")).length <= 1,
  ),
  ...french(
    "20_BT-21",
    "BT-22",
    (i) =>
      i.syntax === "ubl"
        ? [i.root]
        : all(i.document, "IncludedNote").filter((n) => all(n, "SubjectCode").some((s) => valueOf(s) === "BAR")),
    "The note BAR says B2B, B2BINT, B2C, OUTOFSCOPE or ARCHIVEONLY.",
    (n, i) => {
      const text = i.syntax === "ubl" ? treatment(i) : (textAt(n, "Content") ?? "");
      return (i.syntax === "ubl" && text === "") || TREATMENTS.has(text) || { expected: [...TREATMENTS].join(", "), actual: text };
    },
  ),
  ...french(
    "21_BT-49",
    "BT-49",
    root,
    "The buyer's electronic address (BT-49) between businesses is its SIREN, scheme 0225.",
    (_, i) => treatment(i) !== "B2B" || SELF_BILLED.has(type(i)) || inDirectory(i, i.buyer),
  ),
  ...french(
    "22_BT-34",
    "BT-34",
    root,
    "The seller's electronic address (BT-34) of a self-billed invoice is its SIREN, scheme 0225.",
    (_, i) => (i.syntax === "ubl" ? treatment(i) === "" : treatment(i) !== "B2B") || !SELF_BILLED.has(type(i)) || inDirectory(i, i.seller),
  ),
  ...ADDRESSES.flatMap(([term, path]) => [
    ...french(
      `23_${term}`,
      term,
      (i) => all(i.root, path).flatMap((p) => schemed(p, "URIUniversalCommunication/URIID", "0225")),
      "An address of the French directory has letters, digits and + - _ / only.",
      isIdentifier,
    ),
    ...french(
      `25_${term}`,
      term,
      at(`${path}/URIUniversalCommunication/URIID`),
      "An electronic address has at most 125 characters.",
      within(125),
    ),
  ]),
  ...(["BT-29", "BT-46"] as const).flatMap((term) => {
    const party = PARTIES.find(([t]) => t === term)![1];
    const on: Of = (i) => all(i.root, party).flatMap((p) => schemed(p, "GlobalID", "0224"));
    return [
      ...french(`24_${term}`, term, on, "An identifier of the scheme 0224 has letters, digits and + - _ / only.", isIdentifier),
      ...french(`26_${term}`, term, on, "An identifier of the scheme 0224 has at most 100 characters.", within(100)),
    ];
  }),
  ...french(
    "27_BG-32 |",
    "BG-32",
    characteristics,
    "An item attribute needs a name (BT-160) or its code.",
    (n) => has(n, "Description") || has(n, "TypeCode"),
  ),
  ...french("27_BT-160 |", "BT-160", part("Description"), "The name of an item attribute (BT-160) is empty.", filledText),
  ...french("27_EXT-FR-FE-159 |", "", part("TypeCode"), "The code of an item attribute is empty.", filledText),
  ...french(
    "28_BT-161-1 |",
    "BT-161",
    characteristics,
    "An item attribute needs a value (BT-161) or a measure with its unit, not both.",
    (n) => has(n, "Value") !== measured(n),
  ),
  ...french("28_BT-161-2 |", "BT-161", part("Value"), "The value of an item attribute (BT-161) is empty.", filledText),
  ...french("28_EXT-FR-FE-160 |", "", part("ValueMeasure"), "The measure of an item attribute is empty.", filledText),
  ...french(
    "28_EXT-FR-FE-161 |",
    "",
    (i) => part("ValueMeasure")(i).filter((n) => n?.attributes.has("unitCode")),
    "The unit of a measure is empty.",
    (n) => normal(n.attributes.get("unitCode") ?? "") !== "",
  ),
  ...french(
    "29_BT-18 |",
    "BT-18",
    (i) => [i.agreement],
    "A document has one reference of each scheme AFL and AVV at most.",
    (_, i) => documented("AFL")(i).length <= 1 && documented("AVV")(i).length <= 1,
  ),
  ...french("29_AFL", "BT-18", documented("AFL"), "The reference of the scheme AFL is empty.", filledText),
  ...french("29_AVV", "BT-18", documented("AVV"), "The reference of the scheme AVV is empty.", filledText),
  ...(["AFL", "AVV"] as const).flatMap((code) =>
    french(
      `| 30_${code}`,
      "BT-128",
      (i) => inFile("DocumentReference/ID")(i).filter((n) => n?.attributes.get("schemeID") === code),
      `The reference of the scheme ${code} is empty.`,
      filledText,
    ),
  ),
  ...french("30_BT-21", "BT-21", root, "The note BAR may be there only once.", (_, i) => treatments(i) <= 1),
  ...french(
    "CO-03_BT-3",
    "BT-3 BT-12 BG-14",
    creditNotes,
    "A global discount (262) needs the contract (BT-12) and the invoicing period (BT-73, BT-74).",
    (_, i) =>
      type(i) !== "262" ||
      [
        textAt(i.agreement, "ContractReferencedDocument/IssuerAssignedID"),
        textAt(i.settlement, "BillingSpecifiedPeriod/StartDateTime/DateTimeString"),
        textAt(i.settlement, "BillingSpecifiedPeriod/EndDateTime/DateTimeString"),
      ].every((t) => (t ?? "") !== ""),
  ),
  ...french(
    "CO-04_BT-4 | CO-04_BT-3",
    "BT-3 BG-3",
    (i) => (i.syntax === "ubl" && i.file.root.name !== "Invoice" ? [] : [i.root]),
    "A corrected invoice names one preceding invoice (BG-3).",
    (_, i) => {
      const references = i.syntax === "ubl" ? all(i.file.root, "BillingReference") : all(i.settlement, "InvoiceReferencedDocument");
      return !["384", "471", "472", "473"].includes(type(i)) || references.length === 1;
    },
  ),
  ...french(
    "CO-05_BT-3",
    "BT-3 BG-3",
    creditNotes,
    "A credit note names a preceding invoice with its date (BT-25, BT-26), for the document or each line.",
    (_, i) =>
      !["261", "381", "396", "502", "503"].includes(type(i)) ||
      all(i.settlement, "InvoiceReferencedDocument").some(preceding) ||
      i.lines.every((l) => all(l, "SpecifiedLineTradeSettlement/InvoiceReferencedDocument").some(preceding)),
  ),
  ...french("CO-07_BT-9", "BT-9 BT-2", root, "The due date (BT-9) is before the issue date (BT-2).", (_, i) => {
    const due = dueDates(i)[0];
    const issued = textAt(i.document, "IssueDateTime/DateTimeString") ?? "";
    if (!due || raw(due) === "" || ["386", "500", "503"].includes(type(i))) return true;
    // CII's artefact looks for the process where CII has none
    if (i.syntax === "ubl" && isPaid(i)) return true;
    return raw(due) >= issued || { expected: `${issued} or later`, actual: raw(due) };
  }),
  ...french(
    "CO-08_BT-23",
    "BT-23 BT-3",
    root,
    "A final invoice after a payment on account (B4, S4, M4) is no invoice of such a payment (386, 500, 503).",
    (_, i) => !["B4", "S4", "M4"].includes(mode(i)) || !["386", "500", "503"].includes(type(i)),
  ),
  ...french(
    "CO-09_BT-23-1",
    "BT-113 BT-112",
    root,
    "An invoice that is paid (B2, S2, M2) has its total as paid amount (BT-113).",
    (_, i) => {
      const [paid, grand] = [total(i, "TotalPrepaidAmount"), total(i, "GrandTotalAmount")];
      return !isPaid(i) || (paid !== null && grand !== null && equal(paid, grand));
    },
  ),
  ...french("CO-09_BT-23-2", "BT-115", root, "An invoice that is paid (B2, S2, M2) has nothing due (BT-115).", (_, i) => {
    const due = total(i, "DuePayableAmount");
    return !isPaid(i) || (due !== null && equal(due, ZERO));
  }),
  ...french(
    "CO-09_BT-23-3",
    "BT-9",
    root,
    "An invoice that is paid (B2, S2, M2) has the day of payment as due date (BT-9).",
    (_, i) => !isPaid(i) || dueDates(i).some((d) => raw(d) !== ""),
  ),
  ...PARTIES.flatMap(([term, path]) => [
    ...french(`CO-10_${term}-1`, term, at(path), "An identifier has no scheme.", allSchemed),
    ...french(`CO-10_${term}-2`, term, at(path), "Two identifiers have the same scheme.", distinct),
  ]),
  ...french(
    "CO-12_BT-5",
    "BT-5 BT-6 BT-111",
    root,
    "An invoice in another currency has EUR as accounting currency (BT-6), with its VAT total (BT-111).",
    (_, i) => {
      const inEuro = all(i.totals, "TaxTotalAmount").filter((t) => t.attributes.get("currencyID") === "EUR");
      return i.currency === undefined || i.currency === "EUR" || (i.taxCurrency === "EUR" && inEuro.some((t) => valueOf(t) !== ""));
    },
  ),
  ...french(
    "CO-14_BT-29-1",
    "BT-22",
    root,
    "A member of a VAT group (0231) has the note TXD: MEMBRE_ASSUJETTI_UNIQUE.",
    (_, i) => !isUnit(i) || notes(i).text("TXD") === "MEMBRE_ASSUJETTI_UNIQUE",
  ),
  ...french(
    "CO-15_BT-29-1",
    "BT-63",
    root,
    "A member of a VAT group (0231) has the group's VAT identifier at its tax representative (BT-63).",
    (_, i) =>
      !isUnit(i) ||
      all(i.representative, "SpecifiedTaxRegistration/ID").some(
        (id) => (i.syntax === "ubl" || id.attributes.get("schemeID") === "VA") && valueOf(id) !== "",
      ),
  ),
  ...SIZES,
  ...french(
    "DEC-04_BT-96_BT-103",
    "BT-96 BT-103",
    (i) => documentTaxes(i).flatMap((t) => all(t, "RateApplicablePercent")),
    "The number is larger or finer than French platforms take.",
    RATE,
  ),
  ...french(
    "DEC-04_BT-152",
    "BT-152",
    (i) =>
      i.syntax === "ubl"
        ? (i.file.named.get("ClassifiedTaxCategory") ?? []).flatMap((t) => all(t, "Percent"))
        : all(i.root, `${LINE_SETTLEMENT}/ApplicableTradeTax/RateApplicablePercent`),
    "The number is larger or finer than French platforms take.",
    RATE,
  ),
  ...CONTRACTS,
];

function addressed(i: Invoice, party: Node | undefined): Verdict {
  const address = addressOf(party);
  const text = address ? raw(address) : "";
  return (i.syntax === "ubl" ? normal(text) : text) !== "";
}

function treatments(i: Invoice): number {
  const found = all(i.document, "IncludedNote");
  if (i.syntax === "cii") {
    const bars = found.filter((n) => all(n, "SubjectCode").some((s) => valueOf(s) === "BAR"));
    return bars.filter((n) => TREATMENTS.has(normal(textAt(n, "Content") ?? ""))).length;
  }
  const texts = found.map((n) => textAt(n, "Content") ?? "").filter((t) => t.includes("#BAR#"));
  const whole = `${texts.join("")}#`;
  return [...TREATMENTS].reduce((sum, t) => sum + whole.split(`BAR#${t}#`).length - 1, 0);
}
