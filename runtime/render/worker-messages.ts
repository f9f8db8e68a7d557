// Messages between service and render processes.
import type { CompileOptions } from "../../compiler/compile.js";
import type { Residency } from "../../compiler/einvoice/residency.js";
import type { Capability } from "../../compiler/request/policy.js";
import type { CacheCount, CacheName } from "../../ir/cache-counts.js";
import type { Output } from "../http/disposition.js";
import type { CheckedFamily } from "../fonts/font-files.js";
import type { InvoiceTerms, Outcome } from "./einvoice-verdict.js";

/** First message to a render process. */
export interface WorkerSettings {
  /** of the installation's folder */
  readonly fonts: readonly CheckedFamily[];
  readonly assetDir: string | null;
  /** limit of the whole process */
  readonly memoryMb: number;
  readonly maxPages: number;
  /** capabilities that the service lacks */
  readonly lacking: readonly Capability[];
  /** region of the service's data; null if not configured */
  readonly dataResidency: Residency | null;
}

/** Job data of an e-invoice delivered as an object. */
export interface InvoiceDelivery {
  readonly terms: InvoiceTerms;
  readonly execution: "sync" | "async";
  /** hexadecimal like all hashes here; of the body with its job id in lower case */
  readonly bodySha256: string;
  /** the job exists with the same body: no PDF */
  readonly isThere: boolean;
  readonly xml: Uint8Array;
  readonly xmlSha256: string;
  /** of the embedded file */
  readonly xmlName: string;
  /** null without PDF, after a warning failed the job */
  readonly pdfSha256: string | null;
  readonly urlSeconds: number;
  readonly ttlHours: number;
  readonly storeRequest: boolean;
  readonly residency: Residency;
  /** null if validation is asynchronous */
  readonly outcome: Outcome | null;
}

/** Limits of one render. */
export interface RenderBounds extends Pick<CompileOptions, "metadata" | "policy"> {
  /** of the caller, in addition to the installation's */
  readonly maxPages?: number;
  /** false: assets and templates of the installation only */
  readonly ownThings: boolean;
  /** for an e-invoice without a job id */
  readonly newJobId?: string;
}

/**
 * Resource of the owner that a render requests: asset, template source (JSON), font hashes (JSON), font faces (JSON), font file, or hash of
 * the body of an e-invoice job.
 */
export interface Need {
  readonly kind: "asset" | "template" | "fonts" | "font_faces" | "font" | "job";
  /** asset key, template or job id, font hash */
  readonly name: string;
}

/** Answer to a need: bytes, null if absent, or "unreadable". */
export interface NeedAnswer {
  readonly given: Uint8Array | null | "unreadable";
}

/** Kind of body: document request; template id with records; document request with invoice XML. */
export type BodyKind = "document" | "template" | "e_invoice";

/** Terms for validation of a finished PDF. */
export interface InvoiceCheck {
  readonly terms: InvoiceTerms;
  readonly xml: Uint8Array;
}

export interface RenderRequest {
  readonly id: number;
  readonly kind: BodyKind;
  readonly body: Uint8Array;
  readonly bounds: RenderBounds;
}

/** The body is a PDF. */
export interface CheckRequest {
  readonly id: number;
  readonly body: Uint8Array;
  readonly check: InvoiceCheck;
}

/** Messages to a render process, one request at a time: render, check, warm-up document number; answer to its need. */
export type WorkerRequest = RenderRequest | CheckRequest | { readonly warmUp: number } | NeedAnswer;

/** Hits and misses by cache. */
export type CacheCounts = Readonly<Record<CacheName, Readonly<CacheCount>>>;

/** State of a process after a render. */
export interface Wear {
  /** to be replaced when another process is ready */
  readonly worn: boolean;
  /** no memory left for another render */
  readonly exhausted: boolean;
}

/** Result of a successful render. */
export interface RenderSuccess extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly output: Output;
  /** for an e-invoice delivered as an object */
  readonly delivery: InvoiceDelivery | null;
  /** milliseconds by phase; painting and writing alternate and count as one */
  readonly phases: Readonly<Record<string, number>>;
  /** since the last successful render */
  readonly caches: CacheCounts;
}

/** Result of a failed render. */
export interface RenderFailure extends Wear {
  readonly id: number;
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  /** message without request data; absent if it has none */
  readonly logged?: string;
  /** stack of an unforeseen failure */
  readonly stack: string | null;
}

/** Result of a check. */
export interface CheckSuccess extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly outcome: Outcome;
}

export type RenderResult = RenderSuccess | CheckSuccess | RenderFailure;

/** Messages from a render process: ready after its first documents; warm-up document rendered; need of a resource; result. */
export type WorkerMessage = { readonly ready: true } | { readonly warmedUp: true } | { readonly needs: Need } | RenderResult;
