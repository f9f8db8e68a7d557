// Report of an e-invoice's validation (decisions §5).
import type { Severity, StageName } from "../../compiler/einvoice/finding.js";
import type { EInvoiceSettings } from "../../compiler/request/types/einvoice.js";

export type integer = number;

/** Milliseconds of Unix time, in decimal digits. */
export type Milliseconds = string;

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

export interface JobError {
  /** One of the codes of error answers. */
  code: string;
  /** What went wrong, in words. */
  message: string;
}
