// Of a token (core contract, Authentication 4; decisions §3).
import { must, oneOf, type Reason } from "../help/reason.js";

/** Bounds of one caller; an absent field is unbounded. */
export interface RequestPolicy {
  /** bytes of a picture as received: decoded from base64, or of the asset */
  readonly maxImageBytes?: number;
  /** a request without one is allowed */
  readonly profiles?: readonly string[];
  readonly eInvoiceStandards?: readonly string[];
  readonly security?: {
    readonly allow?: boolean;
    readonly algorithms?: readonly string[];
  };
  readonly signatures?: {
    readonly allow?: boolean;
    /** names */
    readonly signers?: readonly string[];
  };
}

/** May be lacking in a deployment (core contract, POST /api/v1/pdf/render 4). */
export type Capability = "layout.flow_document" | "data.projection";

export function allowedBy(allowed: readonly string[], found: string): Reason {
  const words = allowed.map((a) => JSON.stringify(a));
  const be = words.length === 0 ? "left out, since the token's policy allows none" : `${oneOf(words)}, which the token's policy allows`;
  return { ...must(be, JSON.stringify(found)), allowed: words };
}
