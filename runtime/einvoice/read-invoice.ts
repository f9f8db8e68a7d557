// An invoice's XML, or a PDF that carries one, to its model (I14, I19).
import { readInvoiceXml, type ReadInvoice } from "../../compiler/einvoice/model/document.js";
import type { Limits } from "../../compiler/core/limits.js";
import { invoiceIn } from "./carried.js";

export interface InvoiceRead extends ReadInvoice {
  readonly schema_version: 1;
}

/** @throws RenderError API-002 for input that is no invoice that can be read */
export function readInvoice(given: Uint8Array, limits: Limits): InvoiceRead {
  return { schema_version: 1, ...readInvoiceXml(invoiceIn(given, limits)) };
}
