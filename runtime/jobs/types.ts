// Description of an e-invoice job for its owner (decisions §5).
import type { integer, JobError, Milliseconds } from "../einvoice/report.js";

/** An object delivery: what came of it, and where its artifacts are. */
export interface Job {
  /** The job's id, a UUID: the caller's, or one of version 7. */
  job_id: string;
  /** `pending`: it is being validated; `failed`: it could not be, or a warning was not to be. */
  status: JobStatus;
  /** How it is delivered. */
  delivery: "object";
  /** Where its artifacts are kept. */
  data_residency: "eu" | "global";
  /** When it was made. */
  created_at_ms: Milliseconds;
  /** Artifacts are deleted then; the job itself is told for another day. */
  expires_at_ms: Milliseconds;
  /** What can be downloaded. */
  artifacts: JobArtifacts;
  /** How the invoice was checked, and what came of it. */
  validation: JobValidation;
  /** Why it failed; only where `status` is `failed`. */
  error?: JobError;
}

export type JobStatus = "pending" | "completed" | "failed";

export interface JobArtifacts {
  /** The PDF/A-3b with the invoice inside. */
  pdf: JobArtifact;
  /** The invoice, byte for byte. */
  xml: JobArtifact;
  /** The request, where `retention.store_request` asked for it. */
  request?: JobArtifact;
  /** The report of the validation, where `report.enabled` asked for it. */
  report?: JobArtifact;
}

/** One artifact. What it is like is told once it is made, where it is as long as it can be downloaded. */
export interface JobArtifact {
  /** Whether it can be downloaded now. */
  available: boolean;
  /** Its media type. */
  content_type: string;
  /** Its size in bytes. */
  bytes?: integer;
  /** Its SHA-256, in hexadecimal digits. */
  sha256?: string;
  /** Until when it can be downloaded; asking for the job moves that on. */
  expires_at_ms?: Milliseconds;
  /** Where it is downloaded, with the token; relative to the service's address where that is not configured. */
  url?: string;
}

export interface JobValidation {
  /** What the invoice is held to. */
  level: "basic" | "strict";
  /** Whether the answer waits for it. */
  execution: "sync" | "async";
  /** `failed`: nothing is known of the invoice. */
  status: JobStatus;
  /** Whether the invoice keeps all rules; only where the level is `strict` and the validation is completed. */
  valid?: boolean;
  /** Whether a report was asked for. */
  report_requested: boolean;
}
