// Countries of seller and buyer.
import { type Invoice, once } from "../terms/invoice.js";
import { all, filled, first, has, type Node, normal, textAt, valueOf } from "../../xml/node.js";
import type { Rule } from "../rules/rule.js";

export const SELLER = "AccountingSupplierParty/Party";
export const BUYER = "AccountingCustomerParty/Party";
export const COUNTRY = "PostalAddress/Country/IdentificationCode";

export const vatOf = (party: Node | undefined): Node | undefined =>
  all(party, "PartyTaxScheme")
    .filter((s) => all(s, "TaxScheme/ID").some((t) => valueOf(t) === "VAT"))
    .flatMap((s) => all(s, "CompanyID"))[0];
export const vatNumbers = (party: Node): readonly Node[] =>
  all(party, "PartyTaxScheme")
    .filter((s) => normal(textAt(s, "TaxScheme/ID") ?? "") === "VAT")
    .flatMap((s) => all(s, "CompanyID"));
export const upper = (text: string): string => normal(text).toUpperCase();
/** Returns the country of the VAT identifier; null if it is absent; rules of countries do not apply with several. */
export function vatCountry(party: Node | undefined): string | null {
  const schemes = all(party, "PartyTaxScheme").filter((s) => all(s, "TaxScheme/ID").some((t) => valueOf(t) === "VAT"));
  if (schemes.length > 1) return "";
  const id = first(schemes[0], "CompanyID");
  return (id && upper(valueOf(id).slice(0, 2))) || null;
}
export const placeOf = (party: Node | undefined): string => upper(textAt(party, COUNTRY) ?? "XX");

/** Place of a seller: by VAT identifier, tax representative, address. */
export const seller = once((i: Invoice): string => {
  const own = first(i.file.root, SELLER);
  return vatCountry(own) ?? vatCountry(first(i.file.root, "TaxRepresentativeParty")) ?? placeOf(own);
});
export const buyer = once((i: Invoice): string => {
  const own = first(i.file.root, BUYER);
  return vatCountry(own) ?? placeOf(own);
});
export const sellerPlace = once((i: Invoice): string => textAt(i.file.root, `${SELLER}/${COUNTRY}`) ?? "");
export const buyerPlace = once((i: Invoice): string => textAt(i.file.root, `${BUYER}/${COUNTRY}`) ?? "");

export const where =
  (applies: (i: Invoice) => boolean, on: Rule["on"]): Rule["on"] =>
  (i) =>
    applies(i) ? on(i) : [];
export const codeIs = (m: Node, ...codes: readonly string[]): boolean => all(m, "PaymentMeansCode").some((c) => codes.includes(valueOf(c)));
export const fills =
  (...paths: readonly string[]): Rule["holds"] =>
  (n) =>
    paths.every((path) => filled(n, path));
export const hasAll =
  (...paths: readonly string[]): Rule["holds"] =>
  (n) =>
    paths.every((path) => has(n, path));
export const isNumber = (text: string): boolean => normal(text) !== "" && !Number.isNaN(Number(normal(text)));
export const described = (n: Node, text: string): readonly Node[] =>
  all(n, "AdditionalDocumentReference").filter((d) => all(d, "DocumentDescription").some((t) => valueOf(t) === text));
