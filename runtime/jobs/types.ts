// What callers are told of an e-invoice job, and what its report says (decisions §5).
import type { Severity, StageName } from "../../compiler/einvoice/finding.js";

export type integer = number;

/** Milliseconds of Unix time, in decimal digits. */
export type Milliseconds = string;

/** An object delivery: what came of it, and where its artifacts are. */
export interface Job {
  /** a UUID: the caller's, or of version 7 */
  job_id: string;
  /** pending: it is being validated; failed: it could not be, or a warning was not to be */
  status: JobStatus;
  delivery: "object";
  data_residency: "eu" | "global";
  created_at_ms: Milliseconds;
  /** artifacts are deleted then; the job itself is told for another day */
  expires_at_ms: Milliseconds;
  artifacts: JobArtifacts;
  validation: JobValidation;
  /** where status is failed */
  error?: JobError;
}

export type JobStatus = "pending" | "completed" | "failed";

export interface JobArtifacts {
  pdf: JobArtifact;
  xml: JobArtifact;
  /** where retention.store_request asked for it */
  request?: JobArtifact;
  /** where report.enabled asked for it */
  report?: JobArtifact;
}

/** One artifact. What it is like is told once it is made, where it is as long as it can be downloaded. */
export interface JobArtifact {
  available: boolean;
  content_type: string;
  bytes?: integer;
  /** hexadecimal */
  sha256?: string;
  /** of the address; asking for the job moves it on */
  expires_at_ms?: Milliseconds;
  /** needs the token as well; relative to the service's address where that is not configured */
  url?: string;
}

export interface JobValidation {
  level: "basic" | "strict";
  execution: "sync" | "async";
  /** failed: nothing is known of the invoice */
  status: JobStatus;
  /** where the level is strict and the validation is completed */
  valid?: boolean;
  report_requested: boolean;
}

export interface JobError {
  /** one of the codes of error answers */
  code: string;
  message: string;
}

/** The report artifact. */
export interface InvoiceReport {
  schema_version: 1;
  job_id: string;
  valid: boolean;
  standard: "factur_x" | "zugferd" | "xrechnung";
  profile: "minimum" | "basic_wl" | "basic" | "en16931" | "extended" | "xrechnung";
  /** the releases of the rules that the invoice was held to */
  rules: string[];
  generated_at_ms: Milliseconds;
  summary: { errors: integer; warnings: integer };
  stages: ReportStage[];
  hashes: { pdf_sha256?: string; xml_sha256: string };
}

export interface ReportStage {
  name: StageName | "pdf.container" | "pdf.pdfa3b";
  status: "passed" | "failed" | "skipped";
  duration_ms: number;
  findings: ReportFinding[];
}

export interface ReportFinding {
  /** the official identifier where there is one */
  rule: string;
  severity: Severity;
  /** business terms and groups of EN 16931-1 */
  terms: string[];
  /** XPath, or a place in the PDF */
  location: string;
  line?: integer;
  message: string;
  expected?: string;
  actual?: string;
}
