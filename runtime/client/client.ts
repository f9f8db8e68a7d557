// HTTP client of the service by fetch alone: for Node, browsers and workers.
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { EInvoiceSettings } from "../../compiler/request/types/einvoice.js";
import type { Job } from "../jobs/types.js";

export type { InvoiceReport } from "../einvoice/report.js";
export type { Job } from "../jobs/types.js";

export interface ClientOptions {
  /** base URL of the service, such as https://pdf.example.com */
  readonly baseUrl: string;
  /** bearer token; without one only the sandbox is available */
  readonly token?: string;
  /** replacement of the global fetch */
  readonly fetch?: typeof fetch;
  /** total requests if the service fails or is unreachable: 1 to 3 (core contract, Client behaviour) */
  readonly attempts?: number;
}

export interface CallOptions {
  /** returned with the answer; generated if absent */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
}

export type EInvoiceRequest = DocumentRequest & { settings: { e_invoice: EInvoiceSettings } };

export interface TemplateOptions extends CallOptions {
  /** overrides the template's output settings */
  readonly output?: { readonly mode?: "binary" | "file"; readonly file_name?: string };
}

export interface RenderedPdf {
  readonly pdf: Uint8Array<ArrayBuffer>;
  /** name given by the service */
  readonly fileName: string;
  readonly requestId: string;
}

export interface WaitOptions extends CallOptions {
  /** polling interval in ms, default 500 */
  readonly everyMs?: number;
}

export type ArtifactName = "pdf" | "xml" | "request" | "report";

export interface DownloadedArtifact {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  /** name given by the service */
  readonly fileName: string;
  readonly requestId: string;
}

export class PlatenError extends Error {
  constructor(
    /** such as API-002 */
    readonly code: string,
    message: string,
    readonly status: number,
    readonly requestId: string,
  ) {
    super(message);
    this.name = "PlatenError";
  }
}

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;
const POLL_MS = 500;

/** Client of a Platen service. */
export class PlatenClient {
  readonly #options: ClientOptions;
  readonly #base: string;

  /** @throws TypeError if `attempts` is not 1, 2 or 3, or `baseUrl` is not a URL */
  constructor(options: ClientOptions) {
    const { attempts = ATTEMPTS, baseUrl } = options;
    if (![1, 2, 3].includes(attempts)) throw new TypeError("attempts: must be 1, 2 or 3");
    this.#base = new URL(baseUrl).href.replace(/\/+$/, "");
    this.#options = options;
  }

  /** Renders a document. @throws PlatenError; fetch's error if the service is unreachable; the signal's reason */
  async render(request: DocumentRequest, options: CallOptions = {}): Promise<RenderedPdf> {
    return pdfOf(await this.#post("/api/v1/pdf/render", request, options, true));
  }

  /** Renders 1 to 10 records with a published template into one PDF. @throws as `render` */
  async renderTemplate(templateId: string, data: readonly object[], options: TemplateOptions = {}): Promise<RenderedPdf> {
    const { output, ...call } = options;
    return pdfOf(await this.#post("/api/v1/template-render", { template_id: templateId, data, ...(output && { output }) }, call, true));
  }

  /** Renders an e-invoice; `request.settings.e_invoice` contains its XML. @throws as `render` */
  async renderEInvoice(request: EInvoiceRequest, options: CallOptions = {}): Promise<RenderedPdf> {
    return pdfOf(await this.#post("/api/v1/e-invoice/render", request, options, true));
  }

  /**
   * Renders an e-invoice as a job, regardless of the request's delivery setting. Generates a job id if absent: a repeated request finds the
   * first one's job and is charged once. @throws as `render`
   */
  async submitEInvoice(request: EInvoiceRequest, options: CallOptions = {}): Promise<Job> {
    const { e_invoice: invoice } = request.settings;
    const e_invoice = {
      ...invoice,
      job_id: invoice.job_id ?? crypto.randomUUID(),
      delivery: { ...invoice.delivery, mode: "object" as const },
    };
    const body = { ...request, settings: { ...request.settings, e_invoice } };
    return (await (await this.#post("/api/v1/e-invoice/render", body, options, true)).json()) as Job;
  }

  /** Reads a job, and extends the download time of its artifacts. @throws as `render` */
  async job(jobId: string, options: CallOptions = {}): Promise<Job> {
    return (await (await this.#get(jobPath(jobId), options)).json()) as Job;
  }

  /** Waits until a job is no longer pending. @throws as `render` */
  async waitForJob(jobId: string, { everyMs = POLL_MS, ...options }: WaitOptions = {}): Promise<Job> {
    for (;;) {
      const job = await this.job(jobId, options);
      if (job.status !== "pending") return job;
      await wait(everyMs, options.signal);
    }
  }

  /** Downloads an artifact. @throws as `render`: PlatenError with API-404 if it does not exist, not yet or no longer */
  async download(jobId: string, artifact: ArtifactName, options: CallOptions = {}): Promise<DownloadedArtifact> {
    const answer = await this.#get(`${jobPath(jobId)}/artifacts/${artifact}`, options);
    return {
      bytes: new Uint8Array(await answer.arrayBuffer()),
      contentType: answer.headers.get("content-type") ?? "",
      fileName: fileNameOf(answer.headers.get("content-disposition") ?? ""),
      requestId: answer.headers.get("x-request-id") ?? "",
    };
  }

  /** Renders a small document without a token, rate-limited. */
  async tryRender(request: DocumentRequest, options: CallOptions = {}): Promise<RenderedPdf> {
    return pdfOf(await this.#post("/api/playground?endpoint=pdf-render", request, options, false));
  }

  #post(path: string, body: object, options: CallOptions, withToken: boolean): Promise<Response> {
    const init = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
    return this.#send(path, init, options, withToken);
  }

  #get(path: string, options: CallOptions): Promise<Response> {
    return this.#send(path, { method: "GET", headers: {} }, options, true);
  }

  async #send(path: string, { headers, ...what }: RequestInit, { requestId, signal }: CallOptions, withToken: boolean): Promise<Response> {
    const { token, attempts = ATTEMPTS } = this.#options;
    const send = this.#options.fetch ?? fetch;
    const init: RequestInit = {
      ...what,
      headers: {
        ...(headers as Record<string, string>),
        ...(withToken && token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(requestId !== undefined && { "X-Request-Id": requestId }),
      },
      ...(signal && { signal }),
    };
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= attempts;
      let answer: Response;
      try {
        answer = await send(this.#base + path, init);
      } catch (e) {
        if (last || signal?.aborted) throw e;
        await pause(attempt, signal);
        continue;
      }
      if (answer.ok) return answer;
      // client errors are permanent, server errors may be temporary
      if (answer.status < 500 || last) throw await errorOf(answer);
      await answer.body?.cancel();
      await pause(attempt, signal);
    }
  }
}

const jobPath = (id: string): string => `/api/v1/e-invoice/jobs/${encodeURIComponent(id)}`;

/** Exponential backoff, randomly shortened so that clients do not retry simultaneously. */
function pause(attempt: number, signal: AbortSignal | undefined): Promise<void> {
  const most = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  return wait(most * (0.75 + Math.random() / 4), signal);
}

/** @throws the signal's reason */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);

      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

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

/** The answer may be a proxy's. */
async function errorOf(answer: Response): Promise<PlatenError> {
  const text = await answer.text();
  const requestId = answer.headers.get("x-request-id") ?? "";
  try {
    const { code, message } = JSON.parse(text) as { code?: unknown; message?: unknown };
    if (typeof code === "string" && typeof message === "string") return new PlatenError(code, message, answer.status, requestId);
  } catch {
    // not JSON: not from the service
  }
  return new PlatenError("", `the answer has status ${answer.status}`, answer.status, requestId);
}
