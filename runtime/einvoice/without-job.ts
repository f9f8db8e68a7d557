import { isHolder } from "../../base/json.js";
import { RenderError } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { readJson } from "../../compiler/request/decode.js";
import type { Engine, Rendered } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { renderInline } from "./inline.js";
import type { InvoiceReport } from "./report.js";
import { reportWithoutJob } from "./verdict.js";

export interface RenderedWithoutJob extends Rendered {
  /** the invoice, byte for byte as in the PDF */
  readonly xml: Uint8Array;
  /** report at the level `strict` */
  readonly report?: Omit<InvoiceReport, "job_id">;
}

/** @throws RenderError, also for fields of jobs */
export async function renderWithoutJob(engine: Engine, given: Uint8Array | object, options: RenderOptions): Promise<RenderedWithoutJob> {
  refuseJob(given);
  const { outcome, judged } = await renderInline(engine, given, { ...options, report: false, jobId: "" });
  if ("refused" in outcome) throw outcome.refused;
  const { pdf, pages } = outcome.rendered;
  const { terms, verdict, xml } = judged!;
  return { pdf, pages, xml, ...(terms.level === "strict" && { report: reportWithoutJob(terms, xml, verdict, pdf) }) };
}

/** @throws RenderError for fields of jobs: a library has none */
function refuseJob(given: unknown): void {
  const read = readJson(given);
  if ("problems" in read) return;
  const settings = fieldOf(read.value, "settings", "e_invoice");
  const problem = (rule: string, path: readonly string[], reason: string): never => {
    throw new RenderError({ code: "API-002", rule, src: at(ROOT, "settings", "e_invoice", ...path), reason });
  };
  if (fieldOf(settings, "delivery", "mode") === "object")
    problem("e-invoice-delivery", ["delivery", "mode"], 'must be "inline_pdf": objects are delivered by the service; found "object"');
  if (fieldOf(settings, "validation", "execution") === "async")
    problem("e-invoice-async", ["validation", "execution"], 'must be "sync": jobs are of the service; found "async"');
  if (typeof fieldOf(settings, "job_id") === "string") problem("e-invoice-job", ["job_id"], "jobs are of the service: leave it out");
}

const fieldOf = (value: unknown, ...steps: readonly string[]): unknown =>
  steps.reduce<unknown>((v, step) => (isHolder(v) && Object.hasOwn(v, step) ? v[step] : undefined), value);
