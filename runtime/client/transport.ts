import type { CallOptions, ChangeOptions, ClientOptions, RefusalPlace, TemplateFinding } from "./types.js";

export class PlatenError extends Error {
  /** JSON Pointer of the place in the request */
  readonly path: string | undefined;
  /** from 1 */
  readonly line: number | undefined;
  /** from 1, in characters */
  readonly column: number | undefined;
  readonly found: string | undefined;
  readonly allowed: readonly string[] | undefined;
  readonly suggestion: string | undefined;
  /** mends the request as it was sent (RFC 6902) */
  readonly patch: RefusalPlace["patch"];
  /** of a template that was refused */
  readonly findings: readonly TemplateFinding[];

  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
    readonly requestId: string,
    /** `findings`: of a template that was refused; the others of a document */
    { findings = [], ...place }: RefusalPlace & { readonly findings?: readonly TemplateFinding[] } = {},
  ) {
    super(message);
    this.findings = findings;
    this.name = "PlatenError";
    ({ path: this.path, line: this.line, column: this.column, found: this.found } = place);
    ({ allowed: this.allowed, suggestion: this.suggestion, patch: this.patch } = place);
  }
}

const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

export class Transport {
  readonly #options: ClientOptions;
  readonly #base: string;

  /** @throws TypeError if `attempts` is not 1, 2 or 3, or `baseUrl` is not a URL */
  constructor(options: ClientOptions) {
    const { attempts = ATTEMPTS, baseUrl } = options;
    if (![1, 2, 3].includes(attempts)) throw new TypeError("attempts: must be 1, 2 or 3");
    this.#base = addressOf(baseUrl).replace(/\/+$/, "");
    this.#options = options;
  }

  /** With a condition it is sent once: a repetition would meet the first one's change. */
  put(path: string, body: string | Uint8Array<ArrayBuffer>, type: string, options: ChangeOptions): Promise<Response> {
    const init = { method: "PUT", body, headers: { "Content-Type": type, ...conditionsOf(options) } };
    const isConditional = options.ifMatch !== undefined || options.ifAbsent === true;
    return isConditional ? this.once(path, init, options) : this.send(path, init, options, true);
  }

  async delete(path: string, options: ChangeOptions): Promise<void> {
    await this.once(path, { method: "DELETE", headers: conditionsOf(options) }, options);
  }

  post(path: string, body: object, options: CallOptions, withToken: boolean, headers: Record<string, string> = {}): Promise<Response> {
    const init = { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } };
    return this.send(path, init, options, withToken);
  }

  /** @param type default: of an invoice, which is a PDF or XML */
  postFile(path: string, file: string | Uint8Array, options: CallOptions, type?: string): Promise<Response> {
    const body = typeof file === "string" ? new TextEncoder().encode(file) : new Uint8Array(file);
    const isPdf = new TextDecoder("latin1").decode(body.subarray(0, 1024)).includes("%PDF-");
    const headers = { "Content-Type": type ?? (isPdf ? "application/pdf" : "application/xml") };
    return this.send(path, { method: "POST", body, headers }, options, true);
  }

  get(path: string, options: CallOptions, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    return this.send(path, { method: "GET", headers }, options, true);
  }

  /** Sends a request once. @throws PlatenError; fetch's error */
  async once(path: string, init: RequestInit, options: CallOptions): Promise<Response> {
    const answer = await this.answer(path, init, options, true);
    if (!answer.ok) throw await errorOf(answer);
    return answer;
  }

  /** Sends a request once; the answer may be an error. */
  answer(path: string, { headers, ...what }: RequestInit, { requestId, signal }: CallOptions, withToken: boolean): Promise<Response> {
    const { token } = this.#options;
    // without a receiver: a browser's fetch accepts only its window
    const send = this.#options.fetch ?? fetch;
    return send(this.#base + path, {
      ...what,
      headers: {
        ...(headers as Record<string, string>),
        ...(withToken && token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(requestId !== undefined && { "X-Request-Id": requestId }),
      },
      ...(signal && { signal }),
    });
  }

  /** Sends a request, again after a failure that may be temporary. @throws PlatenError; fetch's error */
  async send(path: string, init: RequestInit, options: CallOptions, withToken: boolean): Promise<Response> {
    const { attempts = ATTEMPTS } = this.#options;
    const { signal } = options;
    for (let attempt = 1; ; attempt++) {
      const last = attempt >= attempts;
      let answer: Response;
      try {
        answer = await this.answer(path, init, options, withToken);
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

const page = (): string | undefined => (globalThis as { readonly location?: { readonly href: string } }).location?.href;

/** @throws TypeError for no address */
function addressOf(baseUrl: string | undefined): string {
  const here = page();
  if (baseUrl !== undefined) return new URL(baseUrl, here).href;
  if (here === undefined) throw new TypeError("baseUrl: it is missing; only a page in a browser has an origin of its own");
  return new URL("/", here).href;
}

const conditionsOf = ({ ifMatch, ifAbsent }: ChangeOptions): Record<string, string> => ({
  ...(ifMatch !== undefined && { "If-Match": ifMatch }),
  ...(ifAbsent === true && { "If-None-Match": "*" }),
});

/** Exponential backoff, randomly shortened so that clients do not retry simultaneously. */
function pause(attempt: number, signal: AbortSignal | undefined): Promise<void> {
  const most = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  return wait(most * (0.75 + Math.random() / 4), signal);
}

/** @throws the signal's reason */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
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

/** The answer may be a proxy's. */
export async function errorOf(answer: Response): Promise<PlatenError> {
  const text = await answer.text();
  const requestId = answer.headers.get("x-request-id") ?? "";
  try {
    const { code, message, ...parts } = JSON.parse(text) as RefusalPlace & {
      code?: unknown;
      message?: unknown;
      findings?: readonly TemplateFinding[];
    };
    if (typeof code === "string" && typeof message === "string") return new PlatenError(code, message, answer.status, requestId, parts);
  } catch {
    // not JSON: not from the service
  }
  return new PlatenError("", `the answer has status ${answer.status}`, answer.status, requestId);
}

/** Arguments of a call: more bytes are written in parts. */
const PART = 0x2000;

/** Base64 by what browsers and Node have alike. */
export function base64Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PART) parts.push(String.fromCharCode(...bytes.subarray(at, at + PART)));
  return btoa(parts.join(""));
}
