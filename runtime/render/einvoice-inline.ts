// E-invoice render without a job store.
import { RenderError } from "../../compiler/core/fail.js";
import type { EInvoiceSettings } from "../../compiler/request/types/einvoice.js";
import { renderEInvoice } from "./einvoice-render.js";
import { judgeXml, outcomeOf, type InvoiceTerms, type XmlVerdict } from "./einvoice-verdict.js";
import type { Engine, Rendered } from "./engine.js";
import type { RenderOptions } from "./render-options.js";

export interface InlineInvoice {
  readonly outcome: { readonly rendered: Rendered } | { readonly refused: unknown };
  /** null without valid terms */
  readonly judged: { readonly terms: InvoiceTerms; readonly verdict: XmlVerdict; readonly report: Uint8Array | null } | null;
}

/** Renders like the service's delivery in the answer. @param jobId for a report if the request has none */
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
  // the shape is valid: other rules would have refused it
  const { settings } = JSON.parse(new TextDecoder().decode(body)) as { readonly settings: { readonly e_invoice: EInvoiceSettings } };
  const { standard, profile, version, validation = {}, job_id, xml } = settings.e_invoice;
  const { level = "basic", fail_on_warnings: failOnWarnings = false } = validation;
  const terms = { jobId: job_id ?? jobId, standard, profile, ...(version && { version }), level, failOnWarnings, report };
  const bytes = new TextEncoder().encode(xml.content);
  const verdict = judgeXml(bytes, terms);
  const pdf = "rendered" in outcome ? outcome.rendered.pdf : null;
  return { outcome, judged: { terms, verdict, report: report ? outcomeOf(terms, bytes, verdict, pdf).report : null } };
}
