// What a token may ask for, beyond what its metadata may say (core contract, Authentication 4; decisions §3).
import { must, oneOf, type Reason } from "../help/reason.js";

/** Bounds that hold for one caller; a field that is absent bounds nothing. */
export interface RequestPolicy {
  /** bytes of each picture that is embedded, as it came: decoded from base64, or an asset's */
  readonly maxImageBytes?: number;
  /** values of settings.profile; a request without one stays allowed */
  readonly profiles?: readonly string[];
  /** values of settings.e_invoice.standard */
  readonly eInvoiceStandards?: readonly string[];
  readonly security?: {
    /** false: settings.security is refused */
    readonly allow?: boolean;
    readonly algorithms?: readonly string[];
  };
}

/** What a request may need and a deployment may not have (core contract, POST /api/v1/pdf/render 4). */
export type Capability = "layout.flow_document" | "data.projection";

/** A value that a token's policy does not allow. `allowed`: those it does */
export function allowedBy(allowed: readonly string[], found: string): Reason {
  const words = allowed.map((a) => JSON.stringify(a));
  const be = words.length === 0 ? "left out, since the token's policy allows none" : `${oneOf(words)}, which the token's policy allows`;
  return { ...must(be, JSON.stringify(found)), allowed: words };
}
