// What a token may ask for, beyond what its metadata may say (core contract, Authentication 4; decisions §3).

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

/** What a request may need and a deployment may not have (core contract, POST /api/v1/pdf/render, rule 4). */
export type Capability = "layout.flow_document" | "data.projection";
