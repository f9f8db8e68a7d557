// Tax symbols from the terms of an invoice (MS-36).
import { encodedAlone } from "../../barcode/payload/payload.js";
import type { Reason } from "../../help/reason.js";
import type { TaxCode } from "../../request/types/einvoice.js";
import type { KsefPayload, VerifactuPayload, ZatcaPayload } from "../../request/types/payload.js";
import { textAt, type Group } from "../model/value.js";

export type TaxPayload = ZatcaPayload | VerifactuPayload | KsefPayload;

/** Fault of a symbol: in a field of `tax_code`, or in a term. */
interface TaxFault {
  readonly field: readonly string[];
  readonly term: string | null;
  readonly reason: Reason;
}

/** Terms of the fields of payloads, for messages. */
const TERMS: ReadonlyMap<string, string> = new Map([
  ["seller_name", "BT-27 (seller name)"],
  ["vat_number", "BT-31 (seller VAT identifier)"],
  ["nif", "BT-31 (seller VAT identifier)"],
  ["nip", "BT-31 (seller VAT identifier)"],
  ["number", "BT-1 (invoice number)"],
  ["issue_date", "BT-2 (invoice issue date)"],
  ["total", "BT-112 (total amount with VAT)"],
  ["vat_total", "BT-110 (total VAT amount)"],
]);

/** One symbol, or two of an invoice in Poland that was issued offline. @param model sums worked out */
export function taxPayloads(model: Group, code: TaxCode): { readonly payloads: readonly TaxPayload[] } | { readonly fault: TaxFault } {
  const made = payloadsOf(model, code);
  for (const [i, payload] of made.entries()) {
    const [fault] = encodedAlone(payload).faults;
    if (!fault) continue;
    const field = fault.path.map(String);
    const term = TERMS.get(field[0] ?? "") ?? null;
    return { fault: { field: i === 1 && field[0] !== "sha256" ? ["certificate", ...field] : field, term, reason: fault.reason } };
  }
  return { payloads: made };
}

function payloadsOf(model: Group, code: TaxCode): readonly TaxPayload[] {
  const at = (...names: readonly string[]): string => (textAt(model, ...names) ?? "").replace(/\s+/g, " ").trim();
  const vat = at("seller", "vat_identifier").replace(/\s/g, "").toUpperCase();
  const date = at("invoice_issue_date");
  const total = at("totals", "total_amount_with_vat");
  if (code.kind === "zatca") {
    const { timestamp = `${date}T00:00:00`, ...phase2 } = code;
    const vatTotal = at("totals", "total_vat_amount") || "0";
    return [{ ...phase2, seller_name: at("seller", "name"), vat_number: vat.replace(/^SA/, ""), timestamp, total, vat_total: vatTotal }];
  }
  if (code.kind === "verifactu") return [{ ...code, nif: vat.replace(/^ES/, ""), number: at("invoice_number"), issue_date: date, total }];
  const { certificate, sha256, environment, ksef_number } = code;
  const nip = vat.replace(/^PL/, "");
  const of = { kind: "ksef", nip, sha256, ...(environment && { environment }) } as const;
  const first: KsefPayload = { ...of, code: "invoice", issue_date: date, ...(ksef_number !== undefined && { ksef_number }) };
  return certificate ? [first, { ...of, code: "certificate", ...certificate }] : [first];
}
