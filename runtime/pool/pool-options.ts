import type { BodyKind } from "../engine/body-kind.js";
import type { OfferedSigner } from "../../compiler/request/signatures.js";
import type { ResourceQuery } from "../owner/resource-query.js";
import type { RenderBounds, RenderSuccess, WorkerSettings } from "./worker-messages.js";

export interface PoolOptions extends WorkerSettings {
  readonly workers: number;
  /** limit of waiting renders; 0 still allows one render per process */
  readonly queue: number;
  readonly timeoutMs: number;
  readonly waitMs: number | null;
  /** time that a render whose client has gone may continue; GRACE_MS if absent */
  readonly graceMs?: number;
  /** a process that starts counts as idle: a render waits for it */
  readonly admitsAtStart?: boolean;
  /** processes without work do not keep Node alive */
  readonly releasesNode?: boolean;
  readonly warmUp: number;
  /** A process has answered a request. */
  readonly onAnswer?: () => void;
  /** signers of an owner; undefined: there are none */
  readonly signersOf?: (owner: string) => readonly OfferedSigner[];
  /** resource of an owner, null if absent; undefined: owners have none */
  readonly resourceOf?: (owner: string, query: ResourceQuery) => Promise<Uint8Array | null>;
}

export interface RenderFor extends Omit<RenderBounds, "ownResources" | "signers"> {
  readonly owner: string;
  /** requests may name the owner's signers */
  readonly signs?: boolean;
  readonly kind?: BodyKind;
}

/** `caches`: since the process's last render */
export interface PooledRender extends Pick<RenderSuccess, "pdf" | "pages" | "output" | "delivery" | "carried" | "phases" | "caches"> {
  /** Unix ms with fractions */
  readonly times?: { readonly queued: number; readonly begun: number };
}

export interface Log {
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
