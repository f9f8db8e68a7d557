// E-invoice render: PDF/A-3b, and job data for delivery as an object.
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { fail, RenderError } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { carrierOf, embeddingOf, relationshipOf } from "../../compiler/einvoice/container.js";
import { DEFAULT_TTL_HOURS, DEFAULT_URL_SECONDS, readEInvoice, type EInvoice } from "../../compiler/einvoice/request.js";
import { must } from "../../compiler/help/reason.js";
import { DecodedRequest } from "../../compiler/request/decode.js";
import { residencyOf, type Residency } from "../../compiler/einvoice/residency.js";
import { checkContainer } from "./check-pdf.js";
import { judgeXml, now, outcomeOf, sha256, type InvoiceTerms } from "./verdict.js";
import type { Engine, Rendered } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { readObjects } from "./pdf-objects.js";
import { jobBodySha256 } from "./job-body.js";
import type { InvoiceDelivery } from "./delivery.js";

export interface JobStore {
  /** id for requests without one */
  readonly newJobId: string;
  /** Hexadecimal SHA-256 of the body that created the caller's job. */
  readonly bodyOfJob: (id: string) => Promise<string | null>;
  /** region; null if not configured */
  readonly keptIn: Residency | null;
}

export interface EInvoiceOptions extends RenderOptions {
  /** null: delivery in the answer */
  readonly jobs: JobStore | null;
}

/** The PDF is empty for a job that exists or has failed; job data, null for delivery in the answer. */
export interface RenderedInvoice extends Rendered {
  readonly delivery: InvoiceDelivery | null;
}

const NOTHING: Rendered = { pdf: new Uint8Array(0), pages: 0 };

/** @throws RenderError */
export async function renderEInvoice(engine: Engine, body: Uint8Array, options: EInvoiceOptions): Promise<RenderedInvoice> {
  options.entering?.("decode");
  const read = readEInvoice(body, options.policy, { limits: options.limits ?? CONTRACT_LIMITS, keptIn: options.jobs?.keptIn, now });
  if ("problems" in read) throw new RenderError(read.problems[0]!);
  return renderRead(engine, body, read, options);
}

/** Renders a request that is read. @throws RenderError */
export async function renderRead(engine: Engine, body: Uint8Array, read: EInvoice, options: EInvoiceOptions): Promise<RenderedInvoice> {
  const { jobs, ...renderOptions } = options;
  const { request, settings, xml, xrechnung, validation: checked } = read;
  const { standard, profile, version, validation = {}, delivery: { mode = "inline_pdf" } = {} } = settings;
  // the PDF is named as requested, even if not rendered
  options.decoded?.(request);
  // a policy limits profiles of requests, not the service's choice
  const { profiles: _own, ...policy } = options.policy ?? {};
  const embed = embeddingOf({ standard, profile, ...(version && { version }), xrechnung, xml });
  const render = async (): Promise<Rendered> => {
    const rendered = await engine.renderLater(new DecodedRequest(request), { ...renderOptions, policy, embed });
    selfCheck(rendered.pdf, read);
    return rendered;
  };
  if (mode === "inline_pdf") return { ...(await render()), delivery: null };
  if (!jobs)
    return fail(
      "API-002",
      "e-invoice-delivery",
      at(ROOT, "settings", "e_invoice", "delivery", "mode"),
      must("inline_pdf", mode, { advice: "objects are kept by the service, POST /api/v1/e-invoice/render" }),
    );

  const { level = "basic", execution = "sync", fail_on_warnings: failOnWarnings = false } = validation;
  const jobId = settings.job_id?.toLowerCase() ?? jobs.newJobId;
  const bodySha256 = jobBodySha256(body, settings.job_id);
  const report = settings.report?.enabled ?? false;
  const terms: InvoiceTerms = {
    jobId,
    standard,
    profile,
    ...(version && { version }),
    ruleSets: validation.rule_sets,
    level,
    failOnWarnings,
    report,
  };
  const delivery: Omit<InvoiceDelivery, "isThere" | "outcome" | "pdfSha256"> = {
    terms,
    execution,
    bodySha256,
    xml,
    xmlSha256: sha256(xml),
    xmlName: carrierOf(standard, version).fileName,
    urlSeconds: settings.delivery?.url_ttl_seconds ?? DEFAULT_URL_SECONDS,
    ttlHours: settings.retention?.ttl_hours ?? DEFAULT_TTL_HOURS,
    storeRequest: settings.retention?.store_request ?? false,
    residency: residencyOf(settings.data_residency),
  };
  const earlier = settings.job_id === undefined ? null : await jobs.bodyOfJob(jobId);
  if (earlier === bodySha256) return { ...NOTHING, delivery: { ...delivery, isThere: true, outcome: null, pdfSha256: null } };
  if (earlier !== null) refuseJobId();
  const verdict = execution === "sync" ? judgeXml(checked, terms) : null;
  const rendered = verdict?.refused ? NOTHING : await render();
  const pdf = rendered === NOTHING ? null : rendered.pdf;
  const outcome = verdict && outcomeOf(terms, xml, verdict, pdf);
  return { ...rendered, delivery: { ...delivery, isThere: false, outcome, pdfSha256: pdf && sha256(pdf) } };
}

/** @throws RenderError */
const refuseJobId = (): never =>
  fail("API-002", "e-invoice-job", at(ROOT, "settings", "e_invoice", "job_id"), "there is a job of this id that another body has made");

/** Checks the result against the request. @throws Error, unforeseen */
function selfCheck(pdf: Uint8Array, { settings, xml }: EInvoice): void {
  const { standard, profile, version } = settings;
  const missing = checkContainer(readObjects(pdf), {
    xml,
    name: carrierOf(standard, version).fileName,
    relationship: relationshipOf(profile),
  });
  if (missing.length > 0) throw new Error(`the e-invoice's container lacks ${missing.join(", ")}`);
}
