// E-invoice jobs and reports as published (decisions §5).
import type { Severity, StageName } from "../../compiler/einvoice/finding.js";
import type { EInvoiceSettings } from "../../compiler/request/types/einvoice.js";

export type integer = number;

/** Unix time in milliseconds, as decimal digits. */
export type Milliseconds = string;

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
}

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

export interface JobValidation {
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

export interface JobError {
  /** Error code, as in error answers. */
  code: string;
  /** Description of the error. */
  message: string;
}

/** Report of a validation, an artifact. */
export interface InvoiceReport {
  /** Version of this schema. */
  schema_version: 1;
  /** Id of the job. */
  job_id: string;
  /** True if no rule is broken; warnings do not count. */
  valid: boolean;
  /** Standard of the request. */
  standard: EInvoiceSettings["standard"];
  /** Profile of the request. */
  profile: EInvoiceSettings["profile"];
  /** Releases of the applied rules. */
  rules: string[];
  /** Time of creation. */
  generated_at_ms: Milliseconds;
  /** Number of findings. */
  summary: ReportSummary;
  /** Stages of validation, in order. */
  stages: ReportStage[];
  /** Hashes of the validated files. */
  hashes: ReportHashes;
}

/** Number of findings by severity. */
export interface ReportSummary {
  /** Findings that make the invoice invalid. */
  errors: integer;
  /** Findings that do not make it invalid. */
  warnings: integer;
}

/** SHA-256 in hexadecimal digits. */
export interface ReportHashes {
  /** Hash of the PDF; absent without a PDF. */
  pdf_sha256?: string;
  /** Hash of the invoice. */
  xml_sha256: string;
}

/** Stage of the validation. */
export interface ReportStage {
  /** Name of the stage. */
  name: StageName | "pdf.container" | "pdf.pdfa3b";
  /** `skipped`: an earlier stage failed, or the standard has no such stage. */
  status: "passed" | "failed" | "skipped";
  /** Duration in milliseconds. */
  duration_ms: number;
  /** Errors and warnings. */
  findings: ReportFinding[];
}

/** A finding. */
export interface ReportFinding {
  /** Rule: official identifier if it has one. */
  rule: string;
  /** `error`: makes the invoice invalid. */
  severity: Severity;
  /** Business terms and groups of EN 16931-1. */
  terms: string[];
  /** XPath of an element, or place in the PDF. */
  location: string;
  /** Line of the XML. */
  line?: integer;
  /** Description of the fault. */
  message: string;
  /** Value that the rule requires. */
  expected?: string;
  /** Value in the invoice. */
  actual?: string;
}
