// Data residency of an invoice (decisions §5).
import type { EInvoiceResidency } from "../../request/types/einvoice.js";
import { list } from "../xml/codes/list.js";

export type Residency = "eu" | "global";

/** EU and EEA, and EU territories with separate codes. */
const EU_EEA = list(`
  AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK
  AX GF GP MF MQ RE YT
  IS LI NO
`);

/** `auto` without country is global. */
export const residencyOf = ({ mode = "auto", country }: EInvoiceResidency = {}): Residency =>
  mode === "auto" ? (country !== undefined && EU_EEA.has(country) ? "eu" : "global") : mode;
