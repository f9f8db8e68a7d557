// The invoice in CII or UBL, or a PDF's (I19).
import type { Limits } from "../../compiler/core/limits.js";
import { invoiceIn, isPdf } from "./carried.js";
import type { InvoiceReport } from "./report.js";
import { validated, type GivenTerms } from "./validated.js";
import { reportWithoutJob, sha256 } from "./verdict.js";

/**
 * @throws RenderError API-002 for a PDF without an invoice, and for Peppol's rules with CII
 * @throws TermsError for a standard and profile that exclude each other
 */
export function reportOn(given: Uint8Array, terms: GivenTerms, limits: Limits): Omit<InvoiceReport, "job_id"> {
  const xml = invoiceIn(given, limits);
  const judged = validated(xml, terms);
  const report = reportWithoutJob(judged, xml, judged.verdict, null);
  return isPdf(given) ? { ...report, hashes: { pdf_sha256: sha256(given), ...report.hashes } } : report;
}
