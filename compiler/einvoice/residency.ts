// Where an invoice says that its data belongs to the region that keeps it (decisions §5).
import type { EInvoiceResidency } from "../request/types/einvoice.js";
import { list } from "./codes/list.js";

export type Residency = "eu" | "global";

/** The countries of the European Union, parts of them that have codes of their own and are in it, and of the European Economic Area. */
const EU_EEA = list(`
  AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK
  AX GF GP MF MQ RE YT
  IS LI NO
`);

/** What a request's mode and country come to; `auto` goes by the country, and without one it is global. */
export const residencyOf = ({ mode = "auto", country }: EInvoiceResidency = {}): Residency =>
  mode === "auto" ? (country !== undefined && EU_EEA.has(country) ? "eu" : "global") : mode;
