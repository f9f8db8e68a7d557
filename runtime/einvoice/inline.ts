import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { RenderError } from "../../compiler/core/fail.js";
import { readEInvoice } from "../../compiler/einvoice/request/read.js";
import { NO_JOB, renderRead, type RenderedInvoice } from "./render.js";
import { judgeXml, now, outcomeOf, withStage, type InvoiceTerms, type XmlVerdict } from "./verdict.js";
import { localeFiles } from "../engine/locales.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";

export interface InlineInvoice {
  readonly outcome: { readonly rendered: RenderedInvoice } | { readonly refused: unknown };
  /** null without valid terms */
  readonly judged: {
    readonly terms: InvoiceTerms;
    readonly verdict: XmlVerdict;
    readonly xml: Uint8Array;
    readonly report: Uint8Array | null;
  } | null;
}

/** Renders like the service's delivery in the answer. @param jobId for a report if the request has none */
export async function renderInline(
  engine: Engine,
  body: Uint8Array | object,
  { report, jobId, ...options }: RenderOptions & { readonly report: boolean; readonly jobId: string },
): Promise<InlineInvoice> {
  options.entering?.("decode");
  const read = readEInvoice(body, options.policy, { limits: options.limits ?? CONTRACT_LIMITS, now, locales: localeFiles });
  const outcome =
    "problems" in read
      ? { refused: new RenderError(read.problems[0]!) }
      : await renderRead(engine, read, NO_JOB, { ...options, jobs: null, isJudged: true }).then(
          (rendered) => ({ rendered }),
          (refused: unknown) => ({ refused }),
        );
  const invoice = "problems" in read ? read.invoice : "rendered" in outcome ? read : undefined;
  if (!invoice) return { outcome, judged: null };
  const { standard, profile, version, validation = {}, job_id } = invoice.settings;
  const { level = "basic", fail_on_warnings: failOnWarnings = false } = validation;
  const terms = {
    jobId: job_id ?? jobId,
    standard,
    profile,
    ...(version && { version }),
    ruleSets: validation.rule_sets,
    level,
    failOnWarnings,
    report,
  };
  const total = "rendered" in outcome ? (outcome.rendered.total ?? null) : null;
  const verdict = withStage(judgeXml(invoice.validation, terms), total, failOnWarnings);
  const pdf = "rendered" in outcome ? outcome.rendered.pdf : null;
  return {
    outcome,
    judged: { terms, verdict, xml: invoice.xml, report: report ? outcomeOf(terms, invoice.xml, verdict, pdf).report : null },
  };
}
