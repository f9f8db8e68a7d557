// The body of an e-invoice render to a PDF/A-3b and what is said of its invoice, where no jobs are kept.
import { RenderError } from "../../compiler/core/fail.js";
import type { EInvoiceSettings } from "../../compiler/request/types/einvoice.js";
import { renderEInvoice } from "./render.js";
import { judgeXml, outcomeOf, type InvoiceTerms, type XmlVerdict } from "./verdict.js";
import type { Engine, Rendered } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";

export interface InlineInvoice {
  /** the PDF, or why there is none */
  readonly outcome: { readonly rendered: Rendered } | { readonly refused: unknown };
  /** null where the body is no e-invoice that could be held to anything */
  readonly judged: { readonly terms: InvoiceTerms; readonly verdict: XmlVerdict; readonly report: Uint8Array | null } | null;
}

/** What the service does for delivery with the answer, with the verdict beside it. @param jobId that a report has where the request has none */
export async function renderInline(
  engine: Engine,
  body: Uint8Array,
  { report, jobId, ...options }: RenderOptions & { readonly report: boolean; readonly jobId: string },
): Promise<InlineInvoice> {
  const outcome = await renderEInvoice(engine, body, { ...options, jobs: null }).then(
    (rendered) => ({ rendered }),
    (refused: unknown) => ({ refused }),
  );
  const invalid = "refused" in outcome && outcome.refused instanceof RenderError && outcome.refused.rule === "e-invoice-invalid";
  if ("refused" in outcome && !invalid) return { outcome, judged: null };
  // the shape of the body is right, or it would have been refused by another rule
  const { settings } = JSON.parse(new TextDecoder().decode(body)) as { readonly settings: { readonly e_invoice: EInvoiceSettings } };
  const { standard, profile, version, validation = {}, job_id, xml } = settings.e_invoice;
  const { level = "basic", fail_on_warnings: failOnWarnings = false } = validation;
  const terms = { jobId: job_id ?? jobId, standard, profile, ...(version && { version }), level, failOnWarnings, report };
  const bytes = new TextEncoder().encode(xml.content);
  const verdict = judgeXml(bytes, terms);
  const pdf = "rendered" in outcome ? outcome.rendered.pdf : null;
  return { outcome, judged: { terms, verdict, report: report ? outcomeOf(terms, bytes, verdict, pdf).report : null } };
}
