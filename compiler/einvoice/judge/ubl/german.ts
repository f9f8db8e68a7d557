// DE-R: XRechnung's rules under other identifiers.
import { once, type Invoice } from "../terms/invoice.js";
import { normal, textAt } from "../../xml/node.js";
import type { Rule } from "../rules/rule.js";
import { XRECHNUNG_UBL } from "./xrechnung.js";

const countryOf = (i: Invoice, party: string): string =>
  normal(textAt(i.file.root, `${party}/Party/PostalAddress/Country/IdentificationCode`) ?? "").toUpperCase();

export const bothIn = once((i) => countryOf(i, "AccountingSupplierParty") === "DE" && countryOf(i, "AccountingCustomerParty") === "DE");

const SAME = "1 2 3 4 5 6 7 8 9 10 11 14 15 16 17 18 19 20 22 23-a 23-b 24-a 24-b 25-a 25-b 26 27 28 30 31".split(" ");

const named = (number: string): string => {
  const [n = "", part] = number.split("-");
  const padded = n.padStart(3, "0");
  return part === undefined ? `DE-R-${padded}` : `DE-R-${padded}-${part === "a" ? "1" : "2"}`;
};

const own = new Map(XRECHNUNG_UBL.map((r) => [r.id, r]));
const german = (id: string, from: string): Rule => {
  const r = own.get(from)!;
  return { ...r, id, on: (i) => (bothIn(i) ? r.on(i) : []) };
};

export const GERMAN: readonly Rule[] = [...SAME.map((n) => german(named(n), `BR-DE-${n}`)), german("DE-R-T02", "BR-TMP-2")];
