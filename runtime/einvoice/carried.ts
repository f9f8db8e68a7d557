// The invoice that a PDF carries.
import { fail } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import { readObjects, type PdfObjects } from "./pdf-objects.js";

export const isPdf = (bytes: Uint8Array): boolean => new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-");

const INVOICE = /<(?:[\w.-]+:)?CrossIndustry(?:Invoice|Document)[\s>]/;

/** @throws RenderError API-002 if no file in the PDF is an invoice */
export function invoiceInPdf(pdf: Uint8Array): Uint8Array {
  const found = objectsOf(pdf).files.find((file) => INVOICE.test(file.subarray(0, 65_536).toString("utf8")));
  return found ?? fail("API-002", "e-invoice-absent", ROOT, "the PDF carries no invoice in CII");
}

function objectsOf(pdf: Uint8Array): PdfObjects {
  try {
    return readObjects(pdf);
  } catch {
    return fail("API-002", "e-invoice-absent", ROOT, "the files in the PDF cannot be read");
  }
}
