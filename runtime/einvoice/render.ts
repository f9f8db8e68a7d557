// E-invoice render: PDF/A-3b, and job data for delivery as an object.
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { fail, RenderError, type Problem } from "../../compiler/core/fail.js";
import { at, pathOf, ROOT, stepsOf } from "../../compiler/core/src.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { carrierOf, embeddingOf, relationshipOf } from "../../compiler/einvoice/container.js";
import { DEFAULT_TTL_HOURS, DEFAULT_URL_SECONDS } from "../../compiler/einvoice/request/delivery.js";
import type { DrawingTemplate } from "../../compiler/einvoice/request/drawing.js";
import type { ModelSource } from "../../compiler/einvoice/request/invoice.js";
import { readEInvoice, type EInvoice } from "../../compiler/einvoice/request/read.js";
import { findingProblem } from "../../compiler/einvoice/request/refusal.js";
import { must } from "../../compiler/help/reason.js";
import { DecodedRequest } from "../../compiler/request/decode.js";
import type { SentBody } from "../../compiler/request/sent-body.js";
import type { Stage } from "../../compiler/einvoice/xml/finding.js";
import { residencyOf, type Residency } from "../../compiler/einvoice/request/residency.js";
import { totalStage } from "./drawing-total.js";
import { DRAWING, drawnOptions, INVOICE, LOGO, ofInvoice } from "./drawn.js";
import { FinishedPdf } from "./check-pdf.js";
import { judgeXml, now, outcomeOf, sha256, withStage, type InvoiceTerms } from "./verdict.js";
import { localeFiles } from "../engine/locales.js";
import { documentOf } from "../engine/template-render.js";
import type { Engine, Rendered } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { jobBodySha256 } from "./job-body.js";
import type { CarriedXml, InvoiceDelivery, ModelFile } from "./delivery.js";

interface JobStore {
  readonly newJobId: string;
  /** Hexadecimal SHA-256 of the body that created the caller's job. */
  readonly bodyOfJob: (id: string) => Promise<string | null>;
  /** region; null if not configured */
  readonly storedIn: Residency | null;
}

export interface EInvoiceOptions extends RenderOptions {
  /** null: delivery in the answer */
  readonly jobs: JobStore | null;
  /** own pages are compared with the data (I35) even if nothing depends on it */
  readonly isJudged?: boolean;
  readonly findTemplate?: (id: string) => Promise<Uint8Array | null>;
}

/** The PDF is empty for a job that exists or has failed; job data, null for delivery in the answer. */
export interface RenderedInvoice extends Rendered {
  readonly delivery: InvoiceDelivery | null;
  /** absent for delivery as an object */
  readonly carried?: CarriedXml;
  readonly total?: Stage | null;
}

const NOTHING: Rendered = { pdf: new Uint8Array(0), pages: 0 };

/** @throws RenderError */
export async function renderEInvoice(engine: Engine, body: SentBody, options: EInvoiceOptions): Promise<RenderedInvoice> {
  options.entering?.("decode");
  const { read, bodySha256 } = readSent(body, options);
  return renderRead(engine, read, bodySha256, options);
}

/** Not suspended: the hash requires the bytes. @throws RenderError */
function readSent(body: SentBody, options: EInvoiceOptions): { readonly read: EInvoice; readonly bodySha256: string } {
  const { bytes } = body;
  const read = readEInvoice(body, options.policy, {
    limits: options.limits ?? CONTRACT_LIMITS,
    storedIn: options.jobs?.storedIn,
    now,
    locales: localeFiles,
  });
  if ("problems" in read) throw new RenderError(read.problems[0]!);
  const { delivery, job_id } = read.settings;
  return { read, bodySha256: delivery?.mode === "object" ? jobBodySha256(bytes!, job_id) : NO_JOB };
}

/** Hash of a body that makes no job. */
export const NO_JOB = "";

/** @throws RenderError */
export async function renderRead(engine: Engine, read: EInvoice, bodySha256: string, options: EInvoiceOptions): Promise<RenderedInvoice> {
  const { jobs, findTemplate: _find, isJudged: _judged, ...renderOptions } = options;
  const { request, settings, xml, xrechnung, validation: checked } = read;
  const { standard, profile, version, validation = {}, delivery: { mode = "inline_pdf" } = {} } = settings;
  // named as requested, even if not rendered
  options.decoded?.(request);
  // the policy limits requests, not the service's choice
  const { profiles: _own, ...policy } = options.policy ?? {};
  const own = embeddingOf({ standard, profile, ...(version && { version }), xrechnung, xml });
  const { embed: further } = renderOptions;
  const embed = further ? { ...further, files: [...own.files, ...further.files], statements: own.statements } : own;
  const { fail_on_warnings: failOnWarnings = false } = validation;
  const placed = (e: unknown): never => {
    throw e instanceof RenderError ? new RenderError(inRequest(e.problem, read)) : e;
  };
  const render = async (isHeld: boolean): Promise<Rendered & { readonly total: Stage | null }> => {
    const visual = read.template ? await boundTo(read.template, options).catch(placed) : request;
    const total = isHeld ? await totalStage(engine, read, visual, { ...renderOptions, policy }) : null;
    const [lacking] = total?.findings ?? [];
    if (mode === "inline_pdf" && failOnWarnings && lacking) throw new RenderError(findingProblem(lacking));
    const drawing = read.isDrawn ? drawnOptions(options.limits ?? CONTRACT_LIMITS) : {};
    const rendered = await engine.renderLater(new DecodedRequest(visual), { ...renderOptions, ...drawing, policy, embed }).catch(placed);
    selfCheck(rendered.pdf, read);
    return { ...rendered, total };
  };
  if (mode === "inline_pdf") {
    const carried = { name: carrierOf(standard, version).fileName, xml };
    return { ...(await render(failOnWarnings || options.isJudged === true)), delivery: null, carried };
  }
  if (!jobs)
    return fail(
      "API-002",
      "e-invoice-delivery",
      at(ROOT, "settings", "e_invoice", "delivery", "mode"),
      must("inline_pdf", mode, { advice: "objects are kept by the service, POST /api/v1/e-invoice/render" }),
    );

  const { level = "basic", execution = "sync" } = validation;
  const jobId = settings.job_id?.toLowerCase() ?? jobs.newJobId;
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
  const delivery: Omit<InvoiceDelivery, "isThere" | "outcome" | "pdfSha256" | "model"> = {
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
  if (earlier === bodySha256) return { ...NOTHING, delivery: { ...delivery, isThere: true, outcome: null, pdfSha256: null, model: null } };
  if (earlier !== null) refuseJobId();
  const verdict = execution === "sync" ? judgeXml(checked, terms) : null;
  const made = verdict?.refused ? null : await render(true);
  const judged = verdict && withStage(verdict, made?.total ?? null, failOnWarnings);
  const rendered = made === null || judged?.refused ? NOTHING : made;
  const pdf = rendered === NOTHING ? null : rendered.pdf;
  const outcome = judged && outcomeOf(terms, xml, judged, pdf);
  const model = verdict === null && read.written ? modelFile(settings, made?.total ?? null) : null;
  return { ...rendered, delivery: { ...delivery, isThere: false, outcome, pdfSha256: pdf && sha256(pdf), model } };
}

function modelFile({ standard, profile, version, invoice, profile_loss }: ModelSource, total: Stage | null): ModelFile {
  const bytes = new TextEncoder().encode(JSON.stringify({ standard, profile, version, invoice, profile_loss }));
  return { bytes, sha256: sha256(bytes), total };
}

/** Places of documents that the caller did not send are those of what they are made from. */
function inRequest(problem: Problem, { isDrawn, template }: EInvoice): Problem {
  if (isDrawn) return ofInvoice(problem, INVOICE, LOGO);
  if (!template) return problem;
  const [first, second, ...steps] = stepsOf(problem.src);
  if (first === "data" && second === 0) return { ...problem, src: at(INVOICE, ...steps) };
  if (first !== "flow_document" && first !== "pages") return problem;
  const reason = `the template ${JSON.stringify(template.id)} cannot be drawn: ${pathOf(problem.src)}: ${problem.reason}`;
  return { ...problem, src: at(DRAWING, "template"), reason };
}

/** The document of a stored template with the invoice as its record. @throws RenderError */
async function boundTo(
  { id, data, settings }: DrawingTemplate,
  { findTemplate, limits = CONTRACT_LIMITS }: EInvoiceOptions,
): Promise<DocumentRequest> {
  const src = at(ROOT, "settings", "e_invoice", "drawing", "template");
  if (!findTemplate)
    return fail("API-002", "template-store", src, "templates are kept by the service, POST /api/v1/e-invoice/render: leave it out");
  const source = await findTemplate(id);
  if (!source) return fail("API-002", "template-unknown", src, `there is no template ${JSON.stringify(id.slice(0, 100))}`);
  const made = documentOf(source, data, limits, (reason) =>
    fail("API-002", "template", src, `the template ${JSON.stringify(id)} cannot be used: ${reason}`),
  );
  if (made.settings?.attachments !== undefined || made.settings?.accessibility === "ua2")
    return fail(
      "API-002",
      "template",
      src,
      `the template ${JSON.stringify(id)} cannot be used: an e-invoice has neither attachments nor ua2`,
    );
  const { e_invoice: _own, ...own } = settings;
  const all = { ...made.settings, ...own, profile: "pdfa-3b" };
  return { ...made, settings: { ...all, metadata: { ...made.settings?.metadata, ...own.metadata } } };
}

/** @throws RenderError */
const refuseJobId = (): never =>
  fail("API-002", "e-invoice-job", at(ROOT, "settings", "e_invoice", "job_id"), "there is a job of this id that another body has made");

/** Checks the result against the request. @throws Error, unforeseen */
function selfCheck(pdf: Uint8Array, { settings, xml }: EInvoice): void {
  const { standard, profile, version } = settings;
  const missing = new FinishedPdf(pdf).container({
    xml,
    name: carrierOf(standard, version).fileName,
    relationship: relationshipOf(profile),
  });
  if (missing.length > 0) throw new Error(`the e-invoice's container lacks ${missing.join(", ")}`);
}
