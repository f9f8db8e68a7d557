// Calls about e-invoices that render processes answer.
import { readInvoice, type InvoiceRead } from "./read-invoice.js";
import { writeBody } from "./write-invoice.js";

/** A body of /read or /write. */
export interface InvoiceCall {
  readonly einvoice: "read" | "write";
  readonly body: Uint8Array;
}

export const isInvoiceCall = (call: unknown): call is InvoiceCall => typeof call === "object" && call !== null && "einvoice" in call;

/** The invoice's model as in the answer, or its XML. @throws RenderError */
export const answerInvoiceCall = ({ einvoice, body }: InvoiceCall): InvoiceRead | string =>
  einvoice === "read" ? readInvoice(body) : writeBody(body).xml;
