// HTTP client of the service by fetch alone: for Node, browsers and workers.
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { InspectReport } from "../../compiler/einvoice/inspect/report.js";
import type { InvoiceModel } from "../../compiler/request/types/invoice.js";
import type { InvoiceReport } from "../einvoice/report.js";
import type { SignatureReport } from "../signatures/verify/report/report.js";
import type { ReadForm } from "../pdf/form.js";
import type { Job, JobStatus, RenderJob } from "../jobs/types.js";
import type {
  Account,
  ArtifactName,
  CallOptions,
  Callback,
  ChangeOptions,
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
  NewToken,
  OpenApiDocument,
  Page,
  PageOptions,
  PageViewOptions,
  PngPageOptions,
  RenderedPdf,
  SignPdfRequest,
  ServiceIndex,
  ShowEInvoiceOptions,
  ShownPage,
  Status,
  StoredAsset,
  StoredFile,
  StoredFont,
  StoredTemplate,
  SubmitOptions,
  TemplateFinding,
  TemplateOptions,
  TextOptions,
  TokenEntry,
  TokenOptions,
  WaitOptions,
} from "./types.js";
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
export class PlatenClient {
  readonly #http: Transport;

  /** @throws TypeError if `attempts` is not 1, 2 or 3, or `baseUrl` is not a URL */
  constructor(options: ClientOptions = {}) {
    this.#http = new Transport(options);
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
    return this.#page("/api/v1/jobs", options, { status: options.status, kind: options.kind });
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

  /** Lists templates, built-in ones among them. @throws as `render` */
  listTemplates(options: PageOptions & { readonly state?: "active" | "retired" } = {}): Promise<Page<StoredTemplate>> {
    return this.#page("/api/v1/templates", options, { state: options.state });
  }

  /** Reads a template's source. @throws as `render` */
  async template(id: string, { version, ...options }: CallOptions & { readonly version?: number } = {}): Promise<StoredFile> {
    return fileOf(await this.#http.get(`/api/v1/templates/${encodeURIComponent(id)}${queryOf({ version })}`, options));
  }

  /** Publishes a version of a template. @throws as `render`: `findings` of a refused one */
  async putTemplate(
    id: string,
    source: object | string | Uint8Array<ArrayBuffer>,
    options: ChangeOptions = {},
  ): Promise<StoredTemplate & { readonly findings: readonly TemplateFinding[] }> {
    const body = typeof source === "string" || source instanceof Uint8Array ? source : JSON.stringify(source);
    const answer = await this.#http.put(`/api/v1/templates/${encodeURIComponent(id)}`, body, "application/json", options);
    return jsonOf<StoredTemplate & { readonly findings: readonly TemplateFinding[] }>(answer);
  }

  /** Renders a template that need not be published. @throws as `render`: `findings` of a refused source */
  async previewTemplate(
    id: string,
    preview: { readonly source?: object; readonly data?: readonly object[]; readonly output?: TemplateOptions["output"] } = {},
    options: CallOptions = {},
  ): Promise<RenderedPdf> {
    return pdfOf(await this.#http.post(`/api/v1/templates/${encodeURIComponent(id)}/preview`, preview, options, true));
  }

  /** Retires a template. @throws as `render` */
  retireTemplate(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.#http.delete(`/api/v1/templates/${encodeURIComponent(id)}`, options);
  }

  /** Lists versions of a template, newest first. @throws as `render` */
  listTemplateVersions(id: string, options: PageOptions = {}): Promise<Page<StoredTemplate>> {
    return this.#page(`/api/v1/templates/${encodeURIComponent(id)}/versions`, options);
  }

  /** Lists assets by key. @throws as `render` */
  listAssets(options: PageOptions = {}): Promise<Page<StoredAsset>> {
    return this.#page("/api/v1/assets", options);
  }

  /** Reads an asset. @throws as `render` */
  async asset(key: string, options: CallOptions = {}): Promise<StoredFile> {
    return fileOf(await this.#http.get(`/api/v1/assets/${encodeURIComponent(key)}`, options));
  }

  /** Puts a picture; its bytes tell the type. @throws as `render` */
  async putAsset(key: string, bytes: Uint8Array<ArrayBuffer>, options: ChangeOptions = {}): Promise<StoredAsset> {
    return jsonOf<StoredAsset>(this.#http.put(`/api/v1/assets/${encodeURIComponent(key)}`, bytes, BYTES, options));
  }

  /** Removes an asset. @throws as `render` */
  removeAsset(key: string, options: ChangeOptions = {}): Promise<void> {
    return this.#http.delete(`/api/v1/assets/${encodeURIComponent(key)}`, options);
  }

  /** Lists fonts by name, of a family if given. @throws as `render` */
  listFonts(options: PageOptions & { readonly family?: string } = {}): Promise<Page<StoredFont>> {
    return this.#page("/api/v1/fonts", options, { family: options.family });
  }

  /** Reads a font file. @throws as `render` */
  async font(name: string, options: CallOptions = {}): Promise<StoredFile> {
    return fileOf(await this.#http.get(`/api/v1/fonts/${encodeURIComponent(name)}`, options));
  }

  /** Puts a font file of one face under its PostScript name. @throws as `render` */
  async putFont(name: string, bytes: Uint8Array<ArrayBuffer>, options: ChangeOptions = {}): Promise<StoredFont> {
    return jsonOf<StoredFont>(this.#http.put(`/api/v1/fonts/${encodeURIComponent(name)}`, bytes, BYTES, options));
  }

  /** Removes a font. @throws as `render` */
  removeFont(name: string, options: ChangeOptions = {}): Promise<void> {
    return this.#http.delete(`/api/v1/fonts/${encodeURIComponent(name)}`, options);
  }

  /** Lists tokens, newest first. @throws as `render` */
  listTokens(options: PageOptions & { readonly owner?: string } = {}): Promise<Page<TokenEntry>> {
    return this.#page("/api/v1/admin/tokens", options, { owner: options.owner });
  }

  /** Makes a token, once: a failed request is not sent again. @throws as `render` */
  async createToken(token: TokenOptions, options: CallOptions = {}): Promise<NewToken> {
    const init = { method: "POST", body: JSON.stringify(token), headers: { "Content-Type": "application/json" } };
    return jsonOf<NewToken>(this.#http.once("/api/v1/admin/tokens", init, options));
  }

  /** Reads a token's entry. @throws as `render` */
  async token(id: string, options: CallOptions = {}): Promise<TokenEntry> {
    return jsonOf<TokenEntry>(this.#http.get(`/api/v1/admin/tokens/${encodeURIComponent(id)}`, options));
  }

  /** Refuses a token until it is resumed. @throws as `render` */
  suspendToken(id: string, options: CallOptions = {}): Promise<TokenEntry> {
    return this.#become(id, "suspend", options);
  }

  /** Accepts a suspended token again. @throws as `render` */
  resumeToken(id: string, options: CallOptions = {}): Promise<TokenEntry> {
    return this.#become(id, "resume", options);
  }

  /** Refuses a token for good. @throws as `render` */
  revokeToken(id: string, options: CallOptions = {}): Promise<TokenEntry> {
    return this.#become(id, "revoke", options);
  }

  /** Sets the URL that is told of the end of a token's jobs, with a new secret. @throws as `render` */
  async setTokenCallback(id: string, url: string, options: CallOptions = {}): Promise<TokenEntry & { readonly callback: Callback }> {
    const at = `/api/v1/admin/tokens/${encodeURIComponent(id)}/callback`;
    const answer = await this.#http.put(at, JSON.stringify({ url }), "application/json", options);
    return jsonOf<TokenEntry & { readonly callback: Callback }>(answer);
  }

  /** Removes the URL of a token. @throws as `render` */
  removeTokenCallback(id: string, options: CallOptions = {}): Promise<void> {
    return this.#http.delete(`/api/v1/admin/tokens/${encodeURIComponent(id)}/callback`, options);
  }

  /** Lists accounts by owner. @throws as `render` */
  listAccounts(options: PageOptions = {}): Promise<Page<Account>> {
    return this.#page("/api/v1/admin/accounts", options);
  }

  /** Reads what an owner has, and has used. @throws as `render` */
  async account(owner: string, options: CallOptions = {}): Promise<Account> {
    return jsonOf<Account>(this.#http.get(`/api/v1/admin/accounts/${encodeURIComponent(owner)}`, options));
  }

  /** Sets the account of an owner; used credits stay used. @throws as `render` */
  async setAccount(owner: string, account: object, options: ChangeOptions = {}): Promise<Account> {
    const at = `/api/v1/admin/accounts/${encodeURIComponent(owner)}`;
    return jsonOf<Account>(this.#http.put(at, JSON.stringify(account), "application/json", options));
  }

  async #page<Entry>(path: string, options: PageOptions, filters: Parameters<typeof queryOf>[0] = {}): Promise<Page<Entry>> {
    const { limit, cursor } = options;
    return jsonOf<Page<Entry>>(this.#http.get(path + queryOf({ limit, cursor, ...filters }), options));
  }

  async #become(id: string, word: string, options: CallOptions): Promise<TokenEntry> {
    const path = `/api/v1/admin/tokens/${encodeURIComponent(id)}/${word}`;
    return jsonOf<TokenEntry>(this.#http.send(path, { method: "POST" }, options, true));
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

const BYTES = "application/octet-stream";

function queryOf(parameters: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length === 0 ? "" : `?${given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join("&")}`;
}

const fileOf = async (answer: Response): Promise<StoredFile> => ({
  bytes: new Uint8Array(await answer.arrayBuffer()),
  contentType: answer.headers.get("content-type") ?? "",
  etag: answer.headers.get("etag") ?? "",
});

const jobPath = (id: string): string => `/api/v1/jobs/${encodeURIComponent(id)}`;
const eInvoiceJobPath = (id: string): string => `/api/v1/e-invoice/jobs/${encodeURIComponent(id)}`;

const artifactOf = async (answer: Response): Promise<DownloadedArtifact> => ({
  bytes: new Uint8Array(await answer.arrayBuffer()),
  contentType: answer.headers.get("content-type") ?? "",
  fileName: fileNameOf(answer.headers.get("content-disposition") ?? ""),
  requestId: answer.headers.get("x-request-id") ?? "",
});

const pagesOf = ({ headers }: Response): number => Number(headers.get("platen-pages") ?? 0);

async function pdfOf(answer: Response): Promise<RenderedPdf> {
  return {
    pdf: new Uint8Array(await answer.arrayBuffer()),
    fileName: fileNameOf(answer.headers.get("content-disposition") ?? ""),
    requestId: answer.headers.get("x-request-id") ?? "",
  };
}

/** RFC 5987 name if present. */
function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? "document.pdf";
}

/** The JSON of an answer, as the service's description has it. */
async function jsonOf<T>(answer: Response | Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T;
}
