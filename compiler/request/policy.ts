// Policy of a token for requests, in addition to metadata (core contract, Authentication 4; decisions §3).
import { must, oneOf, type Reason } from "../help/reason.js";

/** Bounds of one caller; an absent field is unbounded. */
export interface RequestPolicy {
  /** bytes of each embedded picture as received: decoded from base64, or of the asset */
  readonly maxImageBytes?: number;
  /** allowed values of settings.profile; a request without one is always allowed */
  readonly profiles?: readonly string[];
  /** allowed values of settings.e_invoice.standard */
  readonly eInvoiceStandards?: readonly string[];
  readonly security?: {
    /** false: settings.security is refused */
    readonly allow?: boolean;
    readonly algorithms?: readonly string[];
  };
}

/** Capabilities that a request may require and a deployment may lack (core contract, POST /api/v1/pdf/render 4). */
export type Capability = "layout.flow_document" | "data.projection";

/** Reason for a value outside of the policy. `allowed`: values that it allows */
export function allowedBy(allowed: readonly string[], found: string): Reason {
  const words = allowed.map((a) => JSON.stringify(a));
  const be = words.length === 0 ? "left out, since the token's policy allows none" : `${oneOf(words)}, which the token's policy allows`;
  return { ...must(be, JSON.stringify(found)), allowed: words };
}
