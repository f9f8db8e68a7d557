import type { Residency } from "../../compiler/einvoice/request/residency.js";
import type { Stage } from "../../compiler/einvoice/xml/finding.js";
import type { InvoiceTerms, Outcome } from "./verdict.js";

export interface InvoiceDelivery {
  readonly terms: InvoiceTerms;
  readonly execution: "sync" | "async";
  /** hexadecimal like all hashes here; with the job id in lower case */
  readonly bodySha256: string;
  /** the job exists with the same body: no PDF */
  readonly isThere: boolean;
  readonly xml: Uint8Array;
  readonly xmlSha256: string;
  readonly xmlName: string;
  /** null if a warning failed the job */
  readonly pdfSha256: string | null;
  readonly urlSeconds: number;
  readonly ttlHours: number;
  readonly storeRequest: boolean;
  readonly residency: Residency;
  /** null: validation is asynchronous */
  readonly outcome: Outcome | null;
  /** for an asynchronous validation; null for an invoice sent as XML */
  readonly model: ModelFile | null;
}

export interface CarriedXml {
  readonly name: string;
  readonly xml: Uint8Array;
}

/** Findings refer to the paths and losses of the data. */
export interface ModelFile {
  /** JSON of a ModelSource */
  readonly bytes: Uint8Array;
  readonly sha256: string;
  /** of own pages; null if the invoice draws itself */
  readonly total: Stage | null;
}
