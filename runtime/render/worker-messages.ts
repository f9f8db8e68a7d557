// Messages between service and render processes.
import type { CompileOptions } from "../../compiler/compile.js";
import type { Residency } from "../../compiler/einvoice/residency.js";
import type { Capability } from "../../compiler/request/policy.js";
import type { CacheCount, CacheName } from "../../ir/cache-counts.js";
import type { Output } from "../http/disposition.js";
import type { CheckedFamily } from "../fonts/font-files.js";
import type { InvoiceTerms, Outcome } from "./einvoice-verdict.js";

/** First message to a process. */
export interface WorkerSettings {
  /** fonts of the installation's folder */
  readonly fonts: readonly CheckedFamily[];
  readonly assetDir: string | null;
  /** limit of the process */
  readonly memoryMb: number;
  readonly maxPages: number;
  readonly lacking: readonly Capability[];
  /** region; null if not configured */
  readonly dataResidency: Residency | null;
}

/** Job data of a delivery as an object. */
export interface InvoiceDelivery {
  readonly terms: InvoiceTerms;
  readonly execution: "sync" | "async";
  /** hexadecimal like all hashes here; with the job id in lower case */
  readonly bodySha256: string;
  /** the job exists with the same body: no PDF */
  readonly isThere: boolean;
  readonly xml: Uint8Array;
  readonly xmlSha256: string;
  /** name of the embedded file */
  readonly xmlName: string;
  /** null if a warning failed the job */
  readonly pdfSha256: string | null;
  readonly urlSeconds: number;
  readonly ttlHours: number;
  readonly storeRequest: boolean;
  readonly residency: Residency;
  /** null: validation is asynchronous */
  readonly outcome: Outcome | null;
}

/** Limits of one render. */
export interface RenderBounds extends Pick<CompileOptions, "metadata" | "policy"> {
  /** limit in addition to the installation's */
  readonly maxPages?: number;
  /** false: assets and templates of the installation only */
  readonly ownThings: boolean;
  /** id for a request without one */
  readonly newJobId?: string;
}

/**
 * Requested resource of the owner: asset, template source (JSON), font hashes (JSON), font faces (JSON), font file, or hash of the body of
 * an e-invoice job.
 */
export interface Need {
  readonly kind: "asset" | "template" | "fonts" | "font_faces" | "font" | "job";
  /** asset key, template or job id, font hash */
  readonly name: string;
}

/** Answer; null if the resource is absent. */
export interface NeedAnswer {
  readonly given: Uint8Array | null | "unreadable";
}

/** Kinds: document request; template id with records; document request with invoice XML. */
export type BodyKind = "document" | "template" | "e_invoice";

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

/** Messages to a process, one at a time: render, check, warm-up document number; answer to a need. */
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

export interface RenderSuccess extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly output: Output;
  /** of a delivery as an object */
  readonly delivery: InvoiceDelivery | null;
  /** ms; painting and writing alternate and count as one */
  readonly phases: Readonly<Record<string, number>>;
  /** counts since the last success */
  readonly caches: CacheCounts;
}

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

export interface CheckSuccess extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly outcome: Outcome;
}

export type RenderResult = RenderSuccess | CheckSuccess | RenderFailure;

/** Messages from a process: ready after first documents; warm-up document rendered; need; result. */
export type WorkerMessage = { readonly ready: true } | { readonly warmedUp: true } | { readonly needs: Need } | RenderResult;
