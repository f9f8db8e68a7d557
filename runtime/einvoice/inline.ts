// The body of an e-invoice render to a PDF/A-3b and what is said of its invoice, where no jobs are kept.
import { RenderError } from "../../compiler/core/fail.js";
import { readEInvoice } from "../../compiler/einvoice/request.js";
import { renderRead } from "./render.js";
import { judgeXml, now, outcomeOf, type InvoiceTerms, type XmlVerdict } from "./verdict.js";
import type { Engine, Rendered } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";

/** The body's hash names a job: of none, no bytes are needed. */
const NO_JOB = new Uint8Array(0);

export interface InlineInvoice {
  /** the PDF, or why there is none */
  readonly outcome: { readonly rendered: Rendered } | { readonly refused: unknown };
  /** null where the body is no e-invoice that could be held to anything */
  readonly judged: {
    readonly terms: InvoiceTerms;
    readonly verdict: XmlVerdict;
    readonly xml: Uint8Array;
    readonly report: Uint8Array | null;
  } | null;
}

/** What the service does for delivery with the answer, with the verdict beside it. @param jobId that a report has where the request has none */
export async function renderInline(
  engine: Engine,
  body: Uint8Array | object,
  { report, jobId, ...options }: RenderOptions & { readonly report: boolean; readonly jobId: string },
): Promise<InlineInvoice> {
  options.entering?.("decode");
  const read = readEInvoice(body, options.policy, { now });
  const outcome =
    "problems" in read
      ? { refused: new RenderError(read.problems[0]!) }
      : await renderRead(engine, NO_JOB, read, { ...options, jobs: null }).then(
          (rendered) => ({ rendered }),
          (refused: unknown) => ({ refused }),
        );
  const invoice = "problems" in read ? read.invoice : "rendered" in outcome ? read : undefined;
  if (!invoice) return { outcome, judged: null };
  const { standard, profile, version, validation = {}, job_id } = invoice.settings;
  const { level = "basic", fail_on_warnings: failOnWarnings = false } = validation;
  const terms = { jobId: job_id ?? jobId, standard, profile, ...(version && { version }), level, failOnWarnings, report };
  const verdict = judgeXml(invoice.validation, terms);
  const pdf = "rendered" in outcome ? outcome.rendered.pdf : null;
  return {
    outcome,
    judged: { terms, verdict, xml: invoice.xml, report: report ? outcomeOf(terms, invoice.xml, verdict, pdf).report : null },
  };
}
