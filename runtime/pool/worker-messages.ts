import type { Limits } from "../../compiler/core/limits.js";
import type { BodyKind } from "../engine/body-kind.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { CompileOptions } from "../../compiler/compile.js";
import type { Residency } from "../../compiler/einvoice/request/residency.js";
import type { Capability } from "../../compiler/request/policy.js";
import type { CacheCount, CacheName } from "../../base/cache-counts.js";
import type { OfferedSigner } from "../../compiler/request/signatures.js";
import type { Output } from "../core/disposition.js";
import type { CheckedFamily } from "../fonts/font-files.js";
import type { ShowQuery } from "../einvoice/show-invoice.js";
import type { CarriedXml, InvoiceDelivery } from "../einvoice/delivery.js";
import type { InvoiceTerms, Outcome, StoredInvoice } from "../einvoice/verdict.js";
import type { Finding, RefusalPlace } from "../errors/findings.js";
import type { Inspected, InspectedKind } from "./inspect.js";
import type { View } from "../views/answer.js";
import type { ResourceQuery, ResourceAnswer } from "../owner/resource-query.js";

export interface WorkerSettings {
  readonly fonts: readonly CheckedFamily[];
  readonly assetDir: string | null;
  readonly memoryMb: number;
  readonly maxPages: number;
  readonly limits: Limits;
  readonly lacking: readonly Capability[];
  /** null if not configured */
  readonly dataResidency: Residency | null;
  readonly callsModule?: string;
}

export interface CallsModule {
  /** @param find source of a template of the caller. @throws RenderError; OutOfMemory */
  answer(
    engine: Engine,
    call: unknown,
    options: RenderOptions & { readonly find: (id: string) => Promise<Uint8Array | null> },
  ): Promise<unknown>;
}

export interface RenderBounds extends Pick<CompileOptions, "metadata" | "policy"> {
  readonly maxPages?: number;
  /** false: assets and templates of the installation only */
  readonly ownResources: boolean;
  /** bounds of the request; absent: those of the process */
  readonly limits?: Limits;
  readonly newJobId?: string;
  /** requests come before it, and the XML of an e-invoice is needed in addition */
  readonly isJob?: boolean;
  readonly templateId?: string;
  /** signers for `settings.signatures`; absent: none */
  readonly signers?: readonly OfferedSigner[];
  readonly show?: ShowQuery;
  readonly view?: View;
  /** the body is a PDF file instead of JSON */
  readonly isFile?: boolean;
  /** files of the roots of `verify` */
  readonly trust?: readonly Uint8Array[];
}

export interface InvoiceCheck extends StoredInvoice {
  readonly terms: InvoiceTerms;
}

export interface RenderRequest {
  readonly id: number;
  readonly kind: BodyKind;
  readonly body: Uint8Array;
  readonly bounds: RenderBounds;
  /** of the last large body that the process received, with equal owner and bounds; null: the body is not large */
  readonly edit: boolean | null;
}

export interface CheckRequest {
  readonly id: number;
  readonly body: Uint8Array;
  readonly check: InvoiceCheck;
}

export interface InspectRequest {
  readonly id: number;
  readonly body: Uint8Array;
  readonly inspect: InspectedKind;
}

export interface ModuleRequest {
  readonly id: number;
  readonly moduleCall: unknown;
  readonly bounds: RenderBounds;
}

/** Messages to a process, one at a time: render, check, warm-up document number; answer to a need. */
export interface CallRequest {
  readonly id: number;
  readonly call: unknown;
  /** as that of a render */
  readonly edit: boolean | null;
}

/** One at a time: a request's bytes, or the number of a warm-up document; meanwhile answers to its queries. */
export type WorkerRequest =
  RenderRequest | CheckRequest | InspectRequest | ModuleRequest | CallRequest | { readonly warmUp: number } | ResourceAnswer;

/** Counts of caches without those that did not change. */
export type CacheCounts = Readonly<Partial<Record<CacheName, Readonly<CacheCount>>>>;

export interface Wear {
  readonly worn: boolean;
  readonly exhausted: boolean;
}

export interface RenderSuccess extends Wear {
  readonly id: number;
  readonly ok: true;
  /** the document; of a view its picture, text or findings */
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly output: Output;
  readonly delivery: InvoiceDelivery | null;
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
  /** message without request data */
  readonly logged?: string;
  readonly findings?: readonly Finding[];
  readonly place?: RefusalPlace;
  readonly stack: string | null;
}

interface CheckSuccess extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly outcome: Outcome;
}

interface InspectSuccess extends Wear {
  readonly id: number;
  readonly ok: true;
  readonly inspected: Inspected;
}

interface CallAnswer extends Wear {
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

/** Ready after first documents; warm-up document rendered; need; result. */
export type WorkerMessage =
  | { readonly ready: true }
  | { readonly warmedUp: true }
  | { readonly needs: ResourceQuery }
  | { readonly progress: unknown }
  | RenderResult;
