// The messages between the service and its render processes.
import type { CompileOptions } from "../../compiler/compile.js";
import type { Capability } from "../../compiler/request/policy.js";
import type { CacheCount, CacheName } from "../../ir/cache-counts.js";
import type { Output } from "../http/disposition.js";
import type { CheckedFamily } from "../fonts/font-files.js";

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
}

/** What bounds one render, beside what bounds them all. */
export interface RenderBounds extends Pick<CompileOptions, "metadata" | "policy"> {
  /** of the caller; the installation's bound holds as well */
  readonly maxPages?: number;
  /** false: only the installation has assets and templates */
  readonly ownThings: boolean;
}

/**
 * What a render needs of its owner's: an asset's bytes, a template's source as JSON, the hashes of its fonts as JSON, all their faces as JSON, or a
 * font's bytes.
 */
export interface Need {
  readonly kind: "asset" | "template" | "fonts" | "font_faces" | "font";
  /** an asset's key, a template's id, a font's hash */
  readonly name: string;
}

/** The answer to a need: bytes, null where the owner has nothing of that name, or that it cannot be read. */
export interface NeedAnswer {
  readonly given: Uint8Array | null | "unreadable";
}

/** What a body is: a document's description, a template's id with records, or a description with an invoice's XML. */
export type BodyKind = "document" | "template" | "e_invoice";

/** To a render process, one at a time: a request's bytes, or the number of a warm-up document; meanwhile what it has asked for. */
export type WorkerRequest =
  | { readonly id: number; readonly kind: BodyKind; readonly body: Uint8Array; readonly bounds: RenderBounds }
  | { readonly warmUp: number }
  | NeedAnswer;

/** How often each cache was asked and had it, or had not. */
export type CacheCounts = Readonly<Record<CacheName, Readonly<CacheCount>>>;

/** The result of a render that succeeded. */
export interface RenderSuccess {
  readonly id: number;
  readonly ok: true;
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly output: Output;
  /** milliseconds that passes took, by name; painting and writing take turns and are one */
  readonly phases: Readonly<Record<string, number>>;
  /** since the last one that succeeded */
  readonly caches: CacheCounts;
  /** the process should be replaced when another one is ready */
  readonly worn: boolean;
}

/** The result of a render that failed. */
export interface RenderFailure {
  readonly id: number;
  readonly ok: false;
  readonly code: string;
  readonly message: string;
  /** where in the program it came from; only of what was not foreseen */
  readonly stack: string | null;
  /** the process has no memory left for another render */
  readonly exhausted: boolean;
  readonly worn: boolean;
}

export type RenderResult = RenderSuccess | RenderFailure;

/** From a render process: it has rendered its first documents; it has rendered a warm-up document; it needs something of the owner's; a result. */
export type WorkerMessage = { readonly ready: true } | { readonly warmedUp: true } | { readonly needs: Need } | RenderResult;
