// Messages between service and render processes.
import type { Limits } from "../../compiler/core/limits.js";
import type { BodyKind } from "../engine/body-kind.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { CompileOptions } from "../../compiler/compile.js";
import type { Residency } from "../../compiler/einvoice/residency.js";
import type { Capability } from "../../compiler/request/policy.js";
import type { CacheCount, CacheName } from "../../base/cache-counts.js";
import type { Output } from "../core/disposition.js";
import type { CheckedFamily } from "../fonts/font-files.js";
import type { ShowQuery } from "../einvoice/show-invoice.js";
import type { CarriedXml, InvoiceDelivery } from "../einvoice/delivery.js";
import type { InvoiceTerms, Outcome, StoredInvoice } from "../einvoice/verdict.js";
import type { Finding } from "../errors/findings.js";
import type { Inspected, InspectedKind } from "./inspect.js";
import type { ResourceQuery, ResourceAnswer } from "../owner/resource-query.js";

/** First message to a process. */
export interface WorkerSettings {
  /** fonts of the installation's folder */
  readonly fonts: readonly CheckedFamily[];
  readonly assetDir: string | null;
  /** limit of the process */
  readonly memoryMb: number;
  readonly maxPages: number;
  readonly limits: Limits;
  readonly lacking: readonly Capability[];
  /** region; null if not configured */
  readonly dataResidency: Residency | null;
  /** file of a module above this room that answers calls, such as tools (`CallsModule`) */
  readonly callsModule?: string;
}

/** Exports of a module that answers calls in a render process. */
export interface CallsModule {
  /** @param find source of a template of the caller. @throws RenderError; OutOfMemory */
  answer(
    engine: Engine,
    call: unknown,
    options: RenderOptions & { readonly find: (id: string) => Promise<Uint8Array | null> },
  ): Promise<unknown>;
}

/** Limits of one render. */
export interface RenderBounds extends Pick<CompileOptions, "metadata" | "policy"> {
  /** limit in addition to the installation's */
  readonly maxPages?: number;
  /** false: assets and templates of the installation only */
  readonly ownResources: boolean;
  /** bounds of the request; absent: those of the process */
  readonly limits?: Limits;
  /** id for a request without one */
  readonly newJobId?: string;
  /** the XML of an e-invoice is needed in addition */
  readonly isJob?: boolean;
  /** id of a template that is previewed */
  readonly templateId?: string;
  /** of an invoice to be shown */
  readonly show?: ShowQuery;
}

export interface InvoiceCheck extends StoredInvoice {
  readonly terms: InvoiceTerms;
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

/** The body is a file that an owner puts into the store. */
export interface InspectRequest {
  readonly id: number;
  readonly body: Uint8Array;
  readonly inspect: InspectedKind;
}

/** A call for the module of the settings. */
export interface ModuleRequest {
  readonly id: number;
  readonly moduleCall: unknown;
  readonly bounds: RenderBounds;
}

/** Messages to a process, one at a time: render, check, warm-up document number; answer to a need. */
export interface CallRequest {
  readonly id: number;
  readonly call: unknown;
}

/** To a render process, one at a time: a request's bytes, or the number of a warm-up document; meanwhile what it has asked for. */
export type WorkerRequest =
  RenderRequest | CheckRequest | InspectRequest | ModuleRequest | CallRequest | { readonly warmUp: number } | ResourceAnswer;

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
  /** of an e-invoice in a job */
  readonly carried?: CarriedXml;
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
  /** of a template that was refused */
  readonly findings?: readonly Finding[];
  /** stack of an unforeseen failure */
  readonly stack: string | null;
}

export interface CheckSuccess extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly outcome: Outcome;
}

export interface InspectSuccess extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly inspected: Inspected;
}

/** The result of a call, whatever came of it. */
export interface CallAnswer extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly answer: unknown;
}

export interface ModuleAnswer extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly ofModule: unknown;
  readonly phases: Readonly<Record<string, number>>;
  readonly caches: CacheCounts;
}

export type RenderResult = RenderSuccess | CheckSuccess | InspectSuccess | ModuleAnswer | CallAnswer | RenderFailure;

/** Messages from a process: ready after first documents; warm-up document rendered; need; result. */
export type WorkerMessage =
  | { readonly ready: true }
  | { readonly warmedUp: true }
  | { readonly needs: ResourceQuery }
  | { readonly progress: unknown }
  | RenderResult;
