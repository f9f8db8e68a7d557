// The messages between the service and its render processes.
import type { CompileOptions } from "../../compiler/compile.js";
import type { Residency } from "../../compiler/einvoice/residency.js";
import type { Capability } from "../../compiler/request/policy.js";
import type { CacheCount, CacheName } from "../../ir/cache-counts.js";
import type { Output } from "../http/disposition.js";
import type { CheckedFamily } from "../fonts/font-files.js";
import type { InvoiceTerms, Outcome } from "./einvoice-verdict.js";

/** The first message to a render process. */
export interface WorkerSettings {
  /** those of the installation's folder */
  readonly fonts: readonly CheckedFamily[];
  readonly assetDir: string | null;
  /** the whole of the process */
  readonly memoryMb: number;
  readonly maxPages: number;
  /** capabilities that the service does not have */
  readonly lacking: readonly Capability[];
  /** where the service keeps data; null where nobody has said */
  readonly dataResidency: Residency | null;
}

/** An e-invoice that is delivered as an object: all that its job has to know. */
export interface InvoiceDelivery {
  readonly terms: InvoiceTerms;
  readonly execution: "sync" | "async";
  /** hexadecimal, as all hashes here; of the body with its job id in lower case */
  readonly bodySha256: string;
  /** the same body has made a job of this id before: there is no PDF */
  readonly isThere: boolean;
  readonly xml: Uint8Array;
  readonly xmlSha256: string;
  /** of the file in the PDF */
  readonly xmlName: string;
  /** null where there is none, since a warning has failed the job */
  readonly pdfSha256: string | null;
  readonly urlSeconds: number;
  readonly ttlHours: number;
  readonly storeRequest: boolean;
  readonly residency: Residency;
  /** null where it is to be found out later */
  readonly outcome: Outcome | null;
}

/** What bounds one render, beside what bounds them all. */
export interface RenderBounds extends Pick<CompileOptions, "metadata" | "policy"> {
  /** of the caller; the installation's bound holds as well */
  readonly maxPages?: number;
  /** false: only the installation has assets and templates */
  readonly ownThings: boolean;
  /** of an e-invoice job that has none of its own */
  readonly newJobId?: string;
}

/**
 * What a render needs of its owner's: an asset's bytes, a template's source as JSON, the hashes of its fonts as JSON, all their faces as JSON, a
 * font's bytes, or the hash of the body that made an e-invoice job.
 */
export interface Need {
  readonly kind: "asset" | "template" | "fonts" | "font_faces" | "font" | "job";
  /** an asset's key, a template's or job's id, a font's hash */
  readonly name: string;
}

/** The answer to a need: bytes, null where the owner has nothing of that name, or that it cannot be read. */
export interface NeedAnswer {
  readonly given: Uint8Array | null | "unreadable";
}

/** What a body is: a document's description, a template's id with records, or a description with an invoice's XML. */
export type BodyKind = "document" | "template" | "e_invoice";

/** An invoice that is to be judged with its finished PDF. */
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

/** To a render process, one at a time: a request's bytes, or the number of a warm-up document; meanwhile what it has asked for. */
export type WorkerRequest = RenderRequest | CheckRequest | { readonly warmUp: number } | NeedAnswer;

/** How often each cache was asked and had it, or had not. */
export type CacheCounts = Readonly<Record<CacheName, Readonly<CacheCount>>>;

/** The state that a render leaves its process in. */
export interface Wear {
  /** the process should be replaced when another one is ready */
  readonly worn: boolean;
  /** the process has no memory left for another render */
  readonly exhausted: boolean;
}

/** The result of a render that succeeded. */
export interface RenderSuccess extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly output: Output;
  /** of an e-invoice that is delivered as an object */
  readonly delivery: InvoiceDelivery | null;
  /** milliseconds that passes took, by name; painting and writing take turns and are one */
  readonly phases: Readonly<Record<string, number>>;
  /** since the last one that succeeded */
  readonly caches: CacheCounts;
}

/** The result of a render that failed. */
export interface RenderFailure extends Wear {
  readonly id: number;
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  /** the message without what the request says; absent where it says nothing of the request */
  readonly logged?: string;
  /** where in the program it came from; only of what was not foreseen */
  readonly stack: string | null;
}

/** The result of a check. */
export interface CheckSuccess extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly outcome: Outcome;
}

export type RenderResult = RenderSuccess | CheckSuccess | RenderFailure;

/** From a render process: it has rendered its first documents; it has rendered a warm-up document; it needs something of the owner's; a result. */
export type WorkerMessage = { readonly ready: true } | { readonly warmedUp: true } | { readonly needs: Need } | RenderResult;
