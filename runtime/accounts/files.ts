// The files that describe what a token may do and what an account has (decisions §3).
import type { MetadataSettings, SecuritySettings } from "../../compiler/request/types/document.js";
import type { EInvoiceSettings } from "../../compiler/request/types/einvoice.js";

/** A whole number. */
export type integer = number;

/** A policy file; an absent field means no bound. */
export interface TokenPolicy {
  /** Where this schema is, for editors. Accepted and ignored. */
  $schema?: string;
  /** Pages that a document may have; more are API-004. @minimum 1 */
  max_pages_per_request?: integer;
  /** Bytes that each picture may have; more are API-007. @unit bytes @minimum 0 */
  max_image_bytes?: integer;
  /** Profiles that a request may set. One that sets none stays allowed. */
  pdfa_profiles?: PdfaProfile[];
  /** Standards that an e-invoice may have. */
  e_invoice_standards?: EInvoiceStandard[];
  /** What documents may say about themselves. */
  metadata?: MetadataRules;
  /** Whether, and how, documents may be protected. */
  security?: SecurityRules;
}

export type PdfaProfile = "pdfa-1b" | "pdfa-2b" | "pdfa-3b" | "pdfa-4" | "pdfa-2u" | "pdfa-3u" | "pdfa-ua1";
export type EInvoiceStandard = EInvoiceSettings["standard"];
export type MetadataField = keyof MetadataSettings;

/** Fields that a request may set are those of `allow`; others are stripped, and fall back to `default_metadata`. */
export interface MetadataRules {
  /** The fields that a request may set. Others are dropped; the render goes on. */
  allow?: MetadataField[];
  /** What dropped fields say in their place. */
  default_metadata?: MetadataSettings;
}

/** Whether, and how, documents may be protected. */
export interface SecurityRules {
  /** False: a request with `settings.security` is refused. @default true */
  allow?: boolean;
  /** The algorithms that a request may ask for. */
  allowed_algorithms?: SecurityAlgorithm[];
}
export type SecurityAlgorithm = NonNullable<SecuritySettings["algorithm"]>;

/** An account file. */
export interface AccountFile {
  /** Where this schema is, for editors. Accepted and ignored. */
  $schema?: string;
  /** `none` answers renders with API-201, `expired` with API-202. */
  subscription: "active" | "none" | "expired";
  /** Pages that may be rendered in a period; without it any number. */
  page_credits?: PageCredits;
  /** Whether pages beyond the credits are taken from the wallet; else they are API-203. @default false */
  overage?: boolean;
  /** What the wallet has; too little is API-204. @unit pages @minimum 0 @default 0 */
  wallet?: integer;
  /** How much later each answer comes. @unit ms @minimum 0 @maximum 60000 @default 0 */
  pace_ms?: integer;
}

/** Pages that may be rendered in a period. */
export interface PageCredits {
  /** Pages in a period. @minimum 0 */
  limit: integer;
  /** A day or a month, UTC. */
  period: "day" | "month";
}
