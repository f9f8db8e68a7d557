// Description of jobs for their owner: object deliveries (decisions §5), asynchronous renders (running, D3).
import type { integer, JobError, Milliseconds } from "../einvoice/report.js";

/** Result of a delivery as an object, with its artifacts. */
export interface Job {
  /** Id of the job, a UUID: given by the caller, else of version 7. */
  job_id: string;
  /** `pending`: validation is in progress; `failed`: validation was not possible, or a warning refused the invoice. */
  status: JobStatus;
  /** Kind of delivery. */
  delivery: "object";
  /** Region where its artifacts are stored. */
  data_residency: "eu" | "global";
  /** Time of creation. */
  created_at_ms: Milliseconds;
  /** Time when its artifacts are deleted; the job itself remains readable for another day. */
  expires_at_ms: Milliseconds;
  /** Artifacts for download. */
  artifacts: JobArtifacts;
  /** Terms and result of the invoice's validation. */
  validation: JobValidation;
  /** Reason of the failure; present if `status` is `failed`. */
  error?: JobError;
  /** Callback of its end; present if the token had a URL when the job was made. */
  callback?: JobCallback;
}

/** Delivery of a callback. */
export interface JobCallback {
  /** `failed`: no attempt succeeded, and there are no more. */
  status: CallbackStatus;
  /** Attempts that have begun. */
  attempts: integer;
  /** HTTP status of the last answer; absent if the last attempt had none. */
  last_status?: integer;
}

export type CallbackStatus = "pending" | "delivered" | "failed";

export type JobStatus = "pending" | "completed" | "failed";

export interface JobArtifacts {
  /** PDF/A-3b with the embedded invoice. */
  pdf: JobArtifact;
  /** The invoice, byte for byte as received. */
  xml: JobArtifact;
  /** The request; present if `retention.store_request` is set. */
  request?: JobArtifact;
  /** Report of the validation; present if `report.enabled` is set. */
  report?: JobArtifact;
}

/** An artifact. Size and hash are present once it exists, URL and expiry while it can be downloaded. */
export interface JobArtifact {
  /** True if it can be downloaded now. */
  available: boolean;
  /** Media type. */
  content_type: string;
  /** Size in bytes. */
  bytes?: integer;
  /** SHA-256, in hexadecimal digits. */
  sha256?: string;
  /** End of the download time; each request for the job extends it. */
  expires_at_ms?: Milliseconds;
  /** URL for download with the token; relative if the service's public address is not configured. */
  url?: string;
}

interface JobValidation {
  /** Level of validation. */
  level: "basic" | "strict";
  /** `sync`: the answer waits for the validation. */
  execution: "sync" | "async";
  /** `failed`: the invoice was not judged. */
  status: JobStatus;
  /** True if the invoice satisfies all rules; present if `level` is `strict` and validation is completed. */
  valid?: boolean;
  /** True if a report was requested. */
  report_requested: boolean;
}

/** Kind of a render. */
export type RenderJobKind = "pdf" | "template" | "e_invoice";

/** An asynchronous render. */
export interface RenderJob {
  /** Id of the job, a UUID of version 7. */
  job_id: string;
  /** Route of the request. */
  kind: RenderJobKind;
  /** Kind of delivery. */
  delivery: "async";
  /** `failed`: `error` has the answer that the request would have had. */
  status: JobStatus;
  /** Time of creation. */
  created_at_ms: Milliseconds;
  /** Time when its artifacts are deleted; the job itself remains readable for another day. */
  expires_at_ms: Milliseconds;
  /** Time of completion; present if `status` is `completed`. */
  completed_at_ms?: Milliseconds;
  /** Pages of the PDF; present if `status` is `completed`. */
  pages?: integer;
  /** Artifacts for download; empty unless `status` is `completed`. */
  artifacts: RenderJobArtifacts;
  /** Reason of the failure; present if `status` is `failed`. */
  error?: JobError;
  /** Callback of its end; present if the token had a URL when the job was made. */
  callback?: JobCallback;
}

interface RenderJobArtifacts {
  /** The document, with the bytes of a synchronous answer. */
  pdf?: JobArtifact;
  /** XML of an e-invoice. */
  xml?: JobArtifact;
}
