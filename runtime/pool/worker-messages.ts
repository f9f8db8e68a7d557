// The messages between the service and its render processes.
import type { BodyKind } from "../engine/body-kind.js";
import type { CompileOptions } from "../../compiler/compile.js";
import type { Residency } from "../../compiler/einvoice/residency.js";
import type { Capability } from "../../compiler/request/policy.js";
import type { CacheCount, CacheName } from "../../base/cache-counts.js";
import type { Output } from "../core/disposition.js";
import type { CheckedFamily } from "../fonts/font-files.js";
import type { InvoiceDelivery } from "../einvoice/delivery.js";
import type { InvoiceTerms, Outcome } from "../einvoice/verdict.js";
import type { ResourceQuery, ResourceAnswer } from "../owner/resource-query.js";

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

/** What bounds one render, beside what bounds them all. */
export interface RenderBounds extends Pick<CompileOptions, "metadata" | "policy"> {
  /** of the caller; the installation's bound holds as well */
  readonly maxPages?: number;
  /** false: only the installation has assets and templates */
  readonly ownResources: boolean;
  /** of an e-invoice job that has none of its own */
  readonly newJobId?: string;
}

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

/** A call of a pool that runs another program than the renderer: plain data that the two agree on. */
export interface CallRequest {
  readonly id: number;
  readonly call: unknown;
}

/** To a render process, one at a time: a request's bytes, or the number of a warm-up document; meanwhile what it has asked for. */
export type WorkerRequest = RenderRequest | CheckRequest | CallRequest | { readonly warmUp: number } | ResourceAnswer;

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

/** The result of a call, whatever came of it. */
export interface CallAnswer extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly answer: unknown;
}

export type RenderResult = RenderSuccess | CheckSuccess | CallAnswer | RenderFailure;

/** From a render process: it has rendered its first documents; it has rendered a warm-up document; it needs something of the owner's; a result. */
export type WorkerMessage =
  | { readonly ready: true }
  | { readonly warmedUp: true }
  | { readonly needs: ResourceQuery }
  | { readonly progress: unknown }
  | RenderResult;
