import { list } from "../../xml/codes/list.js";
import { decimal } from "../../xml/decimal.js";
import { type Invoice, once } from "../terms/invoice.js";
import { all, first, has, type Node, normal, textAt, valueOf } from "../../xml/node.js";
import { AGREEMENT, at, DELIVERY, LINE, LINE_SETTLEMENT, type Of, raw, SETTLEMENT } from "./french-values.js";
import type { Rule, Verdict } from "./rule.js";

export const TYPES = list("380 389 393 501 386 500 384 471 472 473 261 262 381 396 502 503");
export const SELF_BILLED = list("389 501 500 471 473 261 502");
export const MODES = list("B1 S1 M1 B2 S2 M2 S3 B4 S4 M4 S5 S6 B7 S7 B8 S8 M8");
const CATEGORIES = list("S E AE K G O Z");
const RATES = list(`
  0 0.0 0.00 10 10.0 10.00 13 13.0 13.00 20 20.0 20.00 8.5 8.50 19.6 19.60 2.1 2.10 5.5 5.50 7 7.0 7.00 20.6 20.60 1.05 0.9 0.90 1.75 9.2
  9.20 9.6 9.60
`);
export const ATTACHMENTS = list(`
  RIB LISIBLE FEUILLE_DE_STYLE PJA BORDEREAU_SUIVI DOCUMENT_ANNEXE BON_LIVRAISON BON_COMMANDE BORDEREAU_SUIVI_VALIDATION ETAT_ACOMPTE
  FACTURE_PAIEMENT_DIRECT
`);
export const TREATMENTS = list("B2B B2BINT B2C OUTOFSCOPE ARCHIVEONLY");

interface Notes {
  readonly count: (code: string) => number;
  /** First note's text of a subject; "" without one. */
  readonly text: (code: string) => string;
}

/** UBL has subjects between number signs, notes without breaks. */
export const notes = once((i: Invoice): Notes => {
  const found = all(i.document, "IncludedNote");
  if (i.syntax === "cii") {
    const of = (code: string): readonly Node[] => found.filter((n) => all(n, "SubjectCode").some((s) => valueOf(s) === code));
    return { count: (code) => of(code).length, text: (code) => textAt(of(code)[0], "Content") ?? "" };
  }
  const whole = found.map((n) => textAt(n, "Content") ?? "").join("");
  return {
    count: (code) => whole.split(`#${code}#`).length - 1,
    text: (code) => (whole.includes(`#${code}#`) ? whole.slice(whole.indexOf(`#${code}#`) + code.length + 2).split("#")[0]! : ""),
  };
});
export const treatment = (i: Invoice): string => notes(i).text("BAR");
export const type = (i: Invoice): string => textAt(i.document, "TypeCode") ?? "";
export const mode = (i: Invoice): string => textAt(i.context, "BusinessProcessSpecifiedDocumentContextParameter/ID") ?? "";

export const PARTIES = [
  ["BT-29", `${AGREEMENT}/SellerTradeParty`],
  ["BT-46", `${AGREEMENT}/BuyerTradeParty`],
  ["BT-60", `${SETTLEMENT}/PayeeTradeParty`],
  ["EXT-FR-FE-06", `${AGREEMENT}/BuyerAgentTradeParty`],
  ["EXT-FR-FE-46", `${SETTLEMENT}/PayerTradeParty`],
  ["EXT-FR-FE-69", `${AGREEMENT}/SalesAgentTradeParty`],
  ["EXT-FR-FE-92", `${SETTLEMENT}/InvoiceeTradeParty`],
  ["EXT-FR-FE-115", `${SETTLEMENT}/InvoicerTradeParty`],
  ["BT-71", `${DELIVERY}/ShipToTradeParty`],
  ["EXT-FR-FE-146", `${LINE}/SpecifiedLineTradeDelivery/ShipToTradeParty`],
] as const;
export const ADDRESSES = [
  ["BT-34", `${AGREEMENT}/SellerTradeParty`],
  ["BT-49", `${AGREEMENT}/BuyerTradeParty`],
  ["EXT-FR-FE-12", `${AGREEMENT}/BuyerAgentTradeParty`],
  ["EXT-FR-FE-29", `${SETTLEMENT}/PayeeTradeParty`],
  ["EXT-FR-FE-52", `${SETTLEMENT}/PayerTradeParty`],
  ["EXT-FR-FE-75", `${AGREEMENT}/SalesAgentTradeParty`],
  ["EXT-FR-FE-98", `${SETTLEMENT}/InvoiceeTradeParty`],
  ["EXT-FR-FE-121", `${SETTLEMENT}/InvoicerTradeParty`],
] as const;

export const schemed = (n: Node | undefined, path: string, scheme: string): readonly Node[] =>
  all(n, path).filter((id) => id.attributes.get("schemeID") === scheme);
export const siren = (party: Node | undefined): string | undefined => {
  const found = schemed(party, "SpecifiedLegalOrganization/ID", "0002")[0];
  return found && raw(found);
};
export const NINE = /^\d{9}$/;
export const isSiren = (text: string | undefined): boolean => text !== undefined && NINE.test(normal(text));

/** SIRET begins with SIREN; only seller and buyer need it. */
export const coherent =
  (needsSiren: boolean): Rule["holds"] =>
  (n) => {
    const siret = schemed(n, "GlobalID", "0009")[0];
    if (!siret) return true;
    const text = raw(siret);
    const own = siren(n);
    const expected = needsSiren || (own ?? "") !== "" ? own : text.slice(0, 9);
    return (
      (/^\d{14}$/.test(text) && text.slice(0, 9) === expected) || {
        expected: `14 digits, of which 9 are ${expected ?? "a SIREN"}`,
        actual: text,
      }
    );
  };

/** Distinct among a party's identifiers; in UBL also of the bank's (SEPA). */
export const distinct: Rule["holds"] = (n) => {
  const inUbl = n.source === undefined ? [] : all(n.source, "PartyIdentification/ID");
  const schemes = (inUbl.length > 0 ? inUbl : all(n, "GlobalID")).flatMap((id) => id.attributes.get("schemeID") ?? []);
  return new Set(schemes).size === schemes.length;
};
export const allSchemed: Rule["holds"] = (n, i) =>
  all(n, "GlobalID").every((id) => id.attributes.has("schemeID")) && (i.syntax === "cii" || !has(n, "ID"));

export const addressOf = (party: Node | undefined): Node | undefined => first(party, "URIUniversalCommunication/URIID");
/** True for a SIREN in the French directory (0225). */
export const inDirectory = (i: Invoice, party: Node | undefined): Verdict => {
  const address = addressOf(party);
  const legal = i.syntax === "ubl" ? siren(party) : textAt(party, "SpecifiedLegalOrganization/ID");
  const good = (address ? raw(address) : "").startsWith(legal ?? "") && address?.attributes.get("schemeID") === "0225";
  return good || { expected: `${legal ?? "a SIREN"}, scheme 0225`, actual: address ? raw(address) : "nothing" };
};

export const pointDates: Of = (i) =>
  i.syntax === "ubl"
    ? all(i.settlement, "TaxPointDate/DateTimeString")
    : all(i.root, `${SETTLEMENT}/ApplicableTradeTax/TaxPointDate/DateString`);
/** UBL credit notes: due dates are not tested. */
export const earlier = (path: string): Of => at(`${path}/InvoiceReferencedDocument/IssuerAssignedID`);
export const inFile =
  (path: string): Of =>
  (i) =>
    i.syntax === "ubl" ? [...all(i.file.root, `InvoiceLine/${path}`), ...all(i.file.root, `CreditNoteLine/${path}`)] : [];

export const NUMBER = "A number has at most 35 characters.";
export const LETTERS = "A number has letters, digits and + - _ / only.";
export const MISSING = (code: string, what: string): string => `The note ${code} (${what}) is missing.`;
export const NOTES = [
  ["PMT", "1", "recovery costs"],
  ["PMD", "2", "late payment penalties"],
  ["AAB", "3", "early payment discount"],
] as const;

const categoryCodes =
  (path: string): Of =>
  (i) =>
    all(i.root, path);
export const documentTaxes: Of = (i) =>
  i.syntax === "ubl" ? i.named("CategoryTradeTax") : all(i.root, `${SETTLEMENT}/SpecifiedTradeAllowanceCharge/CategoryTradeTax`);
export const groups = categoryCodes(`${SETTLEMENT}/ApplicableTradeTax`);
export const lineTaxes = categoryCodes(`${LINE_SETTLEMENT}/ApplicableTradeTax`);
const codeOf = (n: Node): string | undefined => {
  const c = first(n, "CategoryCode");
  return c && raw(c);
};
const isHeading = (tax: Node): boolean =>
  all(tax.parent?.parent ?? undefined, "AssociatedDocumentLineDocument/LineStatusReasonCode").some((s) =>
    ["GROUP", "INFORMATION"].includes(valueOf(s)),
  );
export const category: Rule["holds"] = (n, i) => {
  const code = codeOf(n);
  if (code === undefined) return i.syntax === "ubl" || (n.parent?.name === "SpecifiedLineTradeSettlement" && isHeading(n));
  return CATEGORIES.has(code) || { expected: [...CATEGORIES].join(", "), actual: code };
};
export const mainland: Rule["holds"] = (n) => !["L", "M"].includes(codeOf(n) ?? "") || { actual: codeOf(n) };
export const frenchRate: Rule["holds"] = (n) => {
  const rate = first(n, "RateApplicablePercent");
  return (
    !rate || (raw(rate) === "" && rate.prefix !== "") || RATES.has(raw(rate)) || { expected: "a rate of French VAT", actual: raw(rate) }
  );
};

export const dueDates = (i: Invoice): readonly Node[] =>
  i.syntax === "ubl" ? all(i.file.root, "DueDate") : all(i.root, `${SETTLEMENT}/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString`);
export const total = (i: Invoice, name: string): ReturnType<typeof decimal> => {
  const found = first(i.totals, name);
  return found ? decimal(valueOf(found)) : null;
};
export const isPaid = (i: Invoice): boolean => ["B2", "S2", "M2"].includes(mode(i));
export const isUnit = (i: Invoice): boolean => schemed(i.seller, "GlobalID", "0231").length > 0;
export const documented =
  (code: string): Of =>
  (i) =>
    all(i.agreement, "AdditionalReferencedDocument")
      .filter((d) => all(d, "ReferenceTypeCode").some((t) => valueOf(t) === code))
      .flatMap((d) => all(d, "IssuerAssignedID"));
export const filledText: Rule["holds"] = (n) => normal(raw(n)) !== "";

export const creditNotes: Of = (i) => (i.syntax === "cii" || i.file.root.name === "CreditNote" ? [i.root] : []);
export const preceding = (n: Node): boolean => has(n, "IssuerAssignedID") && has(n, "FormattedIssueDateTime/DateTimeString");
export const characteristics: Of = at(`${LINE}/SpecifiedTradeProduct/ApplicableProductCharacteristic`);
export const measured = (n: Node): boolean => all(n, "ValueMeasure").some((m) => m.attributes.has("unitCode"));
export const part = (name: string): Of => at(`${LINE}/SpecifiedTradeProduct/ApplicableProductCharacteristic/${name}`);
