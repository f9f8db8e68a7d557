// Report of an e-invoice's validation (decisions §5).
import type { Operation } from "../../compiler/core/patch.js";
import type { Severity, StageName } from "../../compiler/einvoice/xml/finding.js";
import type { EInvoiceSettings } from "../../compiler/request/types/einvoice.js";

export type integer = number;

/** Unix time in milliseconds, as decimal digits. */
export type Milliseconds = string;

/** Report of a validation, an artifact. */
export interface InvoiceReport {
  /** Version of this schema. */
  schema_version: 1;
  /** Id of the job. */
  job_id: string;
  /** True if no rule is broken; warnings do not count. */
  valid: boolean;
  /** Standard of the request or the guideline; null for an invoice that no PDF of a standard carries (UBL, an unknown guideline), and for a file that is no invoice. */
  standard: EInvoiceSettings["standard"] | null;
  /** Profile of the request or the guideline; null for an unknown guideline, and for a file that is no invoice. */
  profile: EInvoiceSettings["profile"] | "peppol" | null;
  /** Syntax of the XML; absent if it is neither. */
  syntax?: "cii" | "ubl";
  /** Releases of the applied rules; none for a file that is no invoice. */
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
interface ReportSummary {
  /** Findings that make the invoice invalid. */
  errors: integer;
  /** Findings that do not make it invalid. */
  warnings: integer;
}

/** SHA-256 in hexadecimal digits. */
interface ReportHashes {
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
  /** Path of the first term in the invoice as data, if the XML was written from it. */
  path?: string;
  /** Description of the fault. */
  message: string;
  /** Value that the rule requires. */
  expected?: string;
  /** Value in the invoice. */
  actual?: string;
}

export interface JobError {
  /** Error code, as in error answers. */
  code: string;
  /** Description of the error. */
  message: string;
  /** JSON Pointer of the place in the request. */
  path?: string;
  /** Line of the place, from 1. */
  line?: integer;
  /** Column of the place, from 1, in characters. */
  column?: integer;
  /** Value that was found. */
  found?: string;
  /** Allowed names, or one description. */
  allowed?: readonly string[];
  /** Probable intention. */
  suggestion?: string;
  /** JSON Patch (RFC 6902) of the request as it was sent; absent if it is large. */
  patch?: readonly Operation[];
}
