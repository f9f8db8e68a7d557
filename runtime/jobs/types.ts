// What callers are told of an e-invoice job, and what its report says (decisions §5).
import type { Severity, StageName } from "../../compiler/einvoice/finding.js";
import type { EInvoiceSettings } from "../../compiler/request/types/einvoice.js";

export type integer = number;

/** Milliseconds of Unix time, in decimal digits. */
export type Milliseconds = string;

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

export interface JobError {
  /** One of the codes of error answers. */
  code: string;
  /** What went wrong, in words. */
  message: string;
}

/** The report artifact. */
export interface InvoiceReport {
  /** Version of this shape. */
  schema_version: 1;
  /** The job that it is of. */
  job_id: string;
  /** Whether no rule is broken; warnings break none. */
  valid: boolean;
  /** The standard that the request named. */
  standard: EInvoiceSettings["standard"];
  /** The profile that the request named. */
  profile: EInvoiceSettings["profile"];
  /** The releases of the rules that the invoice was held to. */
  rules: string[];
  /** When it was made. */
  generated_at_ms: Milliseconds;
  /** How many findings there are. */
  summary: ReportSummary;
  /** What was looked at, in order. */
  stages: ReportStage[];
  /** Of the files that were judged. */
  hashes: ReportHashes;
}

/** How many findings there are of each severity. */
export interface ReportSummary {
  /** Findings that make the invoice invalid. */
  errors: integer;
  /** Findings that do not. */
  warnings: integer;
}

/** SHA-256 in hexadecimal digits. */
export interface ReportHashes {
  /** Of the PDF; absent where none was made. */
  pdf_sha256?: string;
  /** Of the invoice. */
  xml_sha256: string;
}

/** One part of the validation. */
export interface ReportStage {
  /** What was looked at. */
  name: StageName | "pdf.container" | "pdf.pdfa3b";
  /** `skipped`: an earlier stage had failed, or the standard has none of it. */
  status: "passed" | "failed" | "skipped";
  /** How long it took, in milliseconds. */
  duration_ms: number;
  /** What was found, errors and warnings. */
  findings: ReportFinding[];
}

/** One thing that was found. */
export interface ReportFinding {
  /** The rule, by its official identifier where there is one. */
  rule: string;
  /** Whether it makes the invoice invalid. */
  severity: Severity;
  /** Business terms and groups of EN 16931-1. */
  terms: string[];
  /** XPath of an element, or a place in the PDF. */
  location: string;
  /** Line of the XML. */
  line?: integer;
  /** What is wrong, in words. */
  message: string;
  /** What the rule asks for. */
  expected?: string;
  /** What was found. */
  actual?: string;
}
