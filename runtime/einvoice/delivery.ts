// An e-invoice that is delivered as an object, for its job.
import type { Residency } from "../../compiler/einvoice/residency.js";
import type { InvoiceTerms, Outcome } from "./verdict.js";

/** An e-invoice that is delivered as an object: all that its job has to know. */
export interface InvoiceDelivery {
  readonly terms: InvoiceTerms;
  readonly execution: "sync" | "async";
  /** hexadecimal, as all hashes here; of the body with its job id in lower case */
  readonly bodySha256: string;
  /** the same body has made a job of this id before: there is no PDF */
  readonly isThere: boolean;
  readonly xml: Uint8Array;
  readonly xmlSha256: string;
  /** of the file in the PDF */
  readonly xmlName: string;
  /** null where there is none, since a warning has failed the job */
  readonly pdfSha256: string | null;
  readonly urlSeconds: number;
  readonly ttlHours: number;
  readonly storeRequest: boolean;
  readonly residency: Residency;
  /** null where it is to be found out later */
  readonly outcome: Outcome | null;
}
