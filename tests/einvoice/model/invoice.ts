import { readFileSync } from "node:fs";
import path from "node:path";
import type { InvoiceModel } from "../../../runtime/index.js";

export const invoice = (more: InvoiceModel = {}): InvoiceModel => ({
  invoice_number: "2026-042",
  invoice_issue_date: "2026-11-26",
  invoice_currency_code: "EUR",
  payment_due_date: "2026-12-26",
  buyer_reference: "04011000-12345-34",
  seller: {
    name: "Tischlerei Holm GmbH",
    vat_identifier: "DE123456789",
    electronic_address: { value: "4012345000009", scheme: "0088" },
    postal_address: { line_1: "Werkstr. 7", city: "Kiel", post_code: "24103", country_code: "DE" },
    contact: { point: "Jana Holm", telephone_number: "+49 431 1234", email_address: "jana@holm.example" },
  },
  buyer: {
    name: "Stadt Kiel",
    electronic_address: { value: "4012345000016", scheme: "0088" },
    postal_address: { line_1: "Rathausplatz 1", city: "Kiel", post_code: "24103", country_code: "DE" },
  },
  delivery: { actual_delivery_date: "2026-11-20" },
  payment_instructions: { payment_means_type_code: "58", credit_transfers: [{ payment_account_identifier: "DE89370400440532013000" }] },
  lines: [
    { quantity: 3, unit_code: "C62", price: { net: "149.90" }, vat: { category_code: "S", rate: 19 }, item: { name: "Regal" } },
    { quantity: "2.5", unit_code: "HUR", price: { net: 60 }, vat: { category_code: "S", rate: "19.00" }, item: { name: "Montage" } },
  ],
  ...more,
});

/** A file of `met`: an invoice that once failed. */
export const met = (name: string): InvoiceModel =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, "met", `${name}.json`), "utf8")) as InvoiceModel;
