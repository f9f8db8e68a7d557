// HTTP client of the service by fetch alone: for Node, browsers and workers.
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { InspectReport } from "../../compiler/einvoice/inspect/report.js";
import type { InvoiceModel } from "../../compiler/request/types/invoice.js";
import type { InvoiceReport } from "../einvoice/report.js";
import type { SignatureReport } from "../signatures/verify/report/report.js";
import type { ReadForm } from "../pdf/form.js";
import type { Job, JobStatus, RenderJob } from "../jobs/types.js";
import type {
  ArtifactName,
  CallOptions,
  CheckedAccessibility,
  CheckedDocument,
  ClientOptions,
  DownloadedArtifact,
  EInvoiceCapabilities,
  EInvoiceRead,
  EInvoiceRequest,
  EInvoiceWriteRequest,
  EInvoiceWritten,
  FillFormRequest,
  GivenDocument,
  Health,
  InspectEInvoiceOptions,
  JobFilterOptions,
  OpenApiDocument,
  Page,
  PageViewOptions,
  PngPageOptions,
  RenderedPdf,
  SignPdfRequest,
  ServiceIndex,
  ShowEInvoiceOptions,
  ShownPage,
  Status,
  SubmitOptions,
  TemplateOptions,
  TextOptions,
  WaitOptions,
} from "./types.js";
import { artifactOf, pagesOf, pdfOf, jsonOf, queryOf, pageOf } from "./answers.js";
import { ManagementClient } from "./manage.js";
import { base64Of, errorOf, Transport, wait } from "./transport.js";

export { PlatenError } from "./transport.js";
export type { InspectPolicy } from "../../compiler/einvoice/inspect/policy.js";
export type { InspectReport } from "../../compiler/einvoice/inspect/report.js";
export type { InvoiceReport } from "../einvoice/report.js";
export type { ReadForm } from "../pdf/form.js";
export type { Job, RenderJob } from "../jobs/types.js";
export type * from "./types.js";

const POLL_MS = 500;

/** Client of a Platen service. */
export class PlatenClient extends ManagementClient {
  readonly #http: Transport;

  /** @throws TypeError if `attempts` is not 1, 2 or 3, or `baseUrl` is not a URL */
  constructor(options: ClientOptions = {}) {
    const http = new Transport(options);
    super(http);
    this.#http = http;
  }

  /** Renders a document. @throws PlatenError; fetch's error if the service is unreachable; the signal's reason */
  async render(request: DocumentRequest, options: CallOptions = {}): Promise<RenderedPdf> {
    return pdfOf(await this.#http.post("/api/v1/pdf/render", request, options, true));
  }

  /** Renders 1 to 10 records with a published template into one PDF. @throws as `render` */
  async renderTemplate(templateId: string, data: readonly object[], options: TemplateOptions = {}): Promise<RenderedPdf> {
    const { output, ...call } = options;
    return pdfOf(
      await this.#http.post("/api/v1/template-render", { template_id: templateId, data, ...(output && { output }) }, call, true),
    );
  }

  /** Renders a brief, the flat form of a document. @throws as `render` */
  async renderBrief(body: { readonly brief: object; readonly settings?: object }, options: CallOptions = {}): Promise<RenderedPdf> {
    return pdfOf(await this.#http.post("/api/v1/brief/render", body, options, true));
  }

  /** Signs a PDF file with a signer of the service. @throws as `render` */
  async signPdf(request: SignPdfRequest, options: CallOptions = {}): Promise<RenderedPdf> {
    return pdfOf(await this.#http.post("/api/v1/sign", request, options, true));
  }

  /** Judges the signatures of a PDF file. @param options `trust`: roots in PEM, in addition to the service's @throws as `render` */
  async verifyPdf(
    pdf: Uint8Array,
    { trust, ...options }: CallOptions & { readonly trust?: readonly string[] } = {},
  ): Promise<SignatureReport> {
    const body = { source: { kind: "base64", payload: base64Of(pdf) }, trust };
    return jsonOf<SignatureReport>(this.#http.post("/api/v1/verify", body, options, true));
  }

  /** Reads the form of a PDF file: its fields, their values, and a JSON Schema of the values. @throws as `render` */
  async readForm(pdf: Uint8Array, options: CallOptions = {}): Promise<ReadForm> {
    return jsonOf<ReadForm>(this.#http.postFile("/api/v1/form/read", pdf, options, "application/pdf"));
  }

  /** Fills in the form of a PDF file. @throws as `render` */
  async fillForm(request: FillFormRequest, options: CallOptions = {}): Promise<RenderedPdf> {
    return pdfOf(await this.#http.post("/api/v1/form/fill", request, options, true));
  }

  /** Finds what is wrong with a document: errors, then warnings; a refused document is a result. @throws as `render` */
  async check(document: GivenDocument, options: CallOptions = {}): Promise<CheckedDocument> {
    return jsonOf<CheckedDocument>(this.#http.post("/api/v1/check", document, options, true));
  }

  /** Finds what is wrong with a document, and reports on its accessibility unless more than PDF/UA refuses it. @throws as `render` */
  async checkAccessibility(document: GivenDocument, options: CallOptions = {}): Promise<CheckedAccessibility> {
    return jsonOf<CheckedAccessibility>(this.#http.post("/api/v1/check?accessibility=true", document, options, true));
  }

  /** Returns the accessibility report of a document as HTML, as a PDF, or as EARL 1.0 in JSON-LD. @throws as `render` */
  async accessibilityReport(
    document: GivenDocument,
    format: "html" | "pdf" | "earl",
    options: CallOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const answer = await this.#http.post(`/api/v1/check${queryOf({ accessibility: "true", format })}`, document, options, true);
    return new Uint8Array(await answer.arrayBuffer());
  }

  /** Shows a page of a document as PNG. @throws as `render` */
  async png(document: GivenDocument, { page, dpi, width, ...options }: PngPageOptions = {}): Promise<ShownPage<Uint8Array<ArrayBuffer>>> {
    const answer = await this.#http.post(`/api/v1/png${queryOf({ page, dpi, width })}`, document, options, true);
    return { page: new Uint8Array(await answer.arrayBuffer()), pages: pagesOf(answer) };
  }

  /** Shows a page of a document as SVG. @throws as `render` */
  async svg(document: GivenDocument, { page, ...options }: PageViewOptions = {}): Promise<ShownPage<string>> {
    const answer = await this.#http.post(`/api/v1/svg${queryOf({ page })}`, document, options, true);
    return { page: await answer.text(), pages: pagesOf(answer) };
  }

  /** Returns the text of a document in reading order, or its structure. @throws as `render` */
  async text(document: GivenDocument, { tags, artifacts, ...options }: TextOptions = {}): Promise<string> {
    const query = queryOf({ tags: tags ? "true" : undefined, artifacts: artifacts ? "true" : undefined });
    return (await this.#http.post(`/api/v1/text${query}`, document, options, true)).text();
  }

  /** Renders an e-invoice; `request.settings.e_invoice` contains its XML. @throws as `render` */
  async renderEInvoice(request: EInvoiceRequest, options: CallOptions = {}): Promise<RenderedPdf> {
    return pdfOf(await this.#http.post("/api/v1/e-invoice/render", request, options, true));
  }

  /**
   * Renders an e-invoice as a job, regardless of the request's delivery setting. Generates a job id if it and the key are absent: a repeated
   * request finds the first one's job and is charged once. @throws as `render`
   */
  async submitEInvoice(request: EInvoiceRequest, { idempotencyKey, ...options }: SubmitOptions = {}): Promise<Job> {
    const { e_invoice: invoice } = request.settings;
    const e_invoice = {
      ...invoice,
      // a generated id would be another body under the same key
      ...(invoice.job_id === undefined && idempotencyKey === undefined && { job_id: randomId() }),
      delivery: { ...invoice.delivery, mode: "object" as const },
    };
    const body = { ...request, settings: { ...request.settings, e_invoice } };
    const headers: Record<string, string> = idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey };
    return jsonOf<Job>(this.#http.post("/api/v1/e-invoice/render", body, options, true, headers));
  }

  /** Renders a document as a job. A request that is sent again after a failure finds the first one's. @throws as `render` */
  submit(request: DocumentRequest, options: SubmitOptions = {}): Promise<RenderJob> {
    return this.#submit("/api/v1/pdf/render", request, options);
  }

  /** As `renderTemplate`, as a job. @throws as `render` */
  submitTemplate(templateId: string, data: readonly object[], options: TemplateOptions & SubmitOptions = {}): Promise<RenderJob> {
    const { output, ...call } = options;
    return this.#submit("/api/v1/template-render", { template_id: templateId, data, ...(output && { output }) }, call);
  }

  /** Renders an e-invoice as a job whose artifacts are the PDF and the XML. @throws as `render` */
  submitEInvoiceRender(request: EInvoiceRequest, options: SubmitOptions = {}): Promise<RenderJob> {
    return this.#submit("/api/v1/e-invoice/render", request, options);
  }

  /** Reads a job of object delivery, and extends the download time of its artifacts. @throws as `render` */
  async job(jobId: string, options: CallOptions = {}): Promise<Job> {
    return jsonOf<Job>(this.#http.get(eInvoiceJobPath(jobId), options));
  }

  /** Waits until a job of object delivery is no longer pending. @throws as `render` */
  waitForJob(jobId: string, options: WaitOptions = {}): Promise<Job> {
    return this.#ended((call) => this.job(jobId, call), options);
  }

  /** Reads a job of any kind, and extends the download time of its artifacts. @throws as `render` */
  async anyJob(jobId: string, options: CallOptions = {}): Promise<Job | RenderJob> {
    return jsonOf<Job | RenderJob>(this.#http.get(jobPath(jobId), options));
  }

  /** Waits until a job of any kind is no longer pending. @throws as `render` */
  waitForAnyJob(jobId: string, options: WaitOptions = {}): Promise<Job | RenderJob> {
    return this.#ended((call) => this.anyJob(jobId, call), options);
  }

  /** Lists jobs, newest first. @throws as `render` */
  listJobs(options: JobFilterOptions = {}): Promise<Page<Job | RenderJob>> {
    return pageOf(this.#http, "/api/v1/jobs", options, { status: options.status, kind: options.kind });
  }

  /** Deletes a job with its artifacts; one that waits or runs ends. @throws as `render` */
  deleteJob(jobId: string, options: CallOptions = {}): Promise<void> {
    return this.#http.delete(jobPath(jobId), options);
  }

  /** Downloads an artifact of a job of any kind. @throws as `render`: PlatenError with API-404 if it does not exist, not yet or no longer */
  async download(jobId: string, artifact: ArtifactName, options: CallOptions = {}): Promise<DownloadedArtifact> {
    return artifactOf(await this.#http.get(`${jobPath(jobId)}/artifacts/${artifact}`, options));
  }

  /** Downloads an artifact of a job of object delivery. @throws as `download` */
  async downloadEInvoice(jobId: string, artifact: ArtifactName, options: CallOptions = {}): Promise<DownloadedArtifact> {
    return artifactOf(await this.#http.get(`${eInvoiceJobPath(jobId)}/artifacts/${artifact}`, options));
  }

  async #ended<T extends { readonly status: JobStatus }>(
    read: (options: CallOptions) => Promise<T>,
    { everyMs = POLL_MS, ...options }: WaitOptions,
  ): Promise<T> {
    for (;;) {
      const job = await read(options);
      if (job.status !== "pending") return job;
      await wait(everyMs, options.signal);
    }
  }

  async #submit(path: string, body: object, { idempotencyKey = randomId(), ...options }: SubmitOptions): Promise<RenderJob> {
    const headers = { Prefer: "respond-async", "Idempotency-Key": idempotencyKey };
    return jsonOf<RenderJob>(this.#http.post(path, body, options, true, headers));
  }

  /** Renders a small document without a token, rate-limited. */
  async tryRender(request: DocumentRequest, options: CallOptions = {}): Promise<RenderedPdf> {
    return pdfOf(await this.#http.post("/api/playground?endpoint=pdf-render", request, options, false));
  }

  /** Judges an invoice in CII or UBL, or the one that a PDF carries; an invalid one is no error. @throws as `render` */
  async validateEInvoice(
    invoice: string | Uint8Array,
    { rules = [], ...options }: CallOptions & { readonly rules?: readonly ("peppol" | "fr_ctc")[] } = {},
  ): Promise<Omit<InvoiceReport, "job_id">> {
    const query = rules.length === 0 ? "" : `?rules=${rules.join(",")}`;
    return (await (await this.#http.postFile(`/api/v1/e-invoice/validate${query}`, invoice, options)).json()) as Omit<
      InvoiceReport,
      "job_id"
    >;
  }

  /** Inspects a file that arrived, of any kind, and decides about the invoice in it. @throws as `render`; never for what the file contains */
  async inspectEInvoice(
    file: string | Uint8Array,
    { name, language, rules, policy, ...options }: InspectEInvoiceOptions = {},
  ): Promise<InspectReport> {
    const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
    const body = { content: base64Of(bytes), name, language, rules, policy };
    return jsonOf<InspectReport>(this.#http.post("/api/v1/e-invoice/inspect", body, options, true));
  }

  /** Reads an invoice in CII or UBL, or the one that a PDF carries, as its terms. @throws as `render` */
  async readEInvoice(invoice: string | Uint8Array, options: CallOptions = {}): Promise<EInvoiceRead> {
    return jsonOf<EInvoiceRead>(this.#http.postFile("/api/v1/e-invoice/read", invoice, options));
  }

  /** Writes the XML of an invoice, absent sums worked out, and judges it. @throws as `render` */
  async writeEInvoice(request: EInvoiceWriteRequest, options: CallOptions = {}): Promise<EInvoiceWritten> {
    const answer = await this.#http.post("/api/v1/e-invoice/write", request, options, true, { Accept: "application/json" });
    return jsonOf<EInvoiceWritten>(answer);
  }

  /** Shows every term of an invoice as a tagged PDF: from CII or UBL, a PDF that carries one, or the invoice as data. @throws as `render` */
  async showEInvoice(
    invoice: string | Uint8Array | InvoiceModel,
    { language, attach, ...options }: ShowEInvoiceOptions = {},
  ): Promise<RenderedPdf> {
    const path = "/api/v1/e-invoice/show";
    const terms = { ...(language && { language }), ...(attach !== undefined && { attach }) };
    if (typeof invoice !== "string" && !(invoice instanceof Uint8Array))
      return pdfOf(await this.#http.post(path, { invoice, ...terms }, options, true));
    const query = Object.entries(terms)
      .map(([name, value]) => `${name}=${String(value)}`)
      .join("&");
    return pdfOf(await this.#http.postFile(query === "" ? path : `${path}?${query}`, invoice, options));
  }

  /** Returns the registry of e-invoices. @throws as `render` */
  async eInvoiceCapabilities(options: CallOptions = {}): Promise<EInvoiceCapabilities> {
    return jsonOf<EInvoiceCapabilities>(this.#http.get("/api/v1/e-invoice/capabilities", options));
  }

  /** Returns the routes of the service. @throws as `render` */
  async index(options: CallOptions = {}): Promise<ServiceIndex> {
    // browsers ask for a page by themselves
    return jsonOf<ServiceIndex>(this.#http.get("/", options, { Accept: "application/json" }));
  }

  /** Returns version, capabilities and fonts. @throws as `render` */
  async health(options: CallOptions = {}): Promise<Health> {
    return jsonOf<Health>(this.#http.get("/health", options));
  }

  /** Checks that the process answers. @throws as `render` */
  async livez(options: CallOptions = {}): Promise<Status> {
    return jsonOf<Status>(this.#http.get("/livez", options));
  }

  /** Returns whether a render can be answered: a service that starts or stops is a result, not an error. Sent once. @throws as `render` */
  async readyz(options: CallOptions = {}): Promise<Status> {
    const answer = await this.#http.answer("/readyz", { method: "GET", headers: {} }, options, true);
    const isStatus = answer.ok || (answer.status === 503 && (answer.headers.get("content-type") ?? "").includes("application/json"));
    if (!isStatus) throw await errorOf(answer);
    return jsonOf<Status>(answer);
  }

  /** Returns figures for Prometheus. @throws as `render` */
  async metrics(options: CallOptions = {}): Promise<string> {
    return (await this.#http.get("/metrics", options)).text();
  }

  /** Returns the description of the service. @throws as `render` */
  async openApi(options: CallOptions = {}): Promise<OpenApiDocument> {
    return jsonOf<OpenApiDocument>(this.#http.get("/openapi.json", options));
  }

  /** Returns the same as YAML. @throws as `render` */
  async openApiYaml(options: CallOptions = {}): Promise<string> {
    return (await this.#http.get("/openapi.yaml", options)).text();
  }
}

/** A UUID of version 4; `crypto.randomUUID` is absent from pages over plain HTTP. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const jobPath = (id: string): string => `/api/v1/jobs/${encodeURIComponent(id)}`;
const eInvoiceJobPath = (id: string): string => `/api/v1/e-invoice/jobs/${encodeURIComponent(id)}`;
