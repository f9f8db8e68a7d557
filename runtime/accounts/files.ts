// The files that describe what a token may do and what an account has (decisions §3).

export type integer = number;

/** A policy file; an absent field means no bound. */
export interface TokenPolicy {
  $schema?: string;
  max_pages_per_request?: integer;
  /** of each picture */
  max_image_bytes?: integer;
  /** requests that set a profile are bounded; one without stays allowed */
  pdfa_profiles?: PdfaProfile[];
  e_invoice_standards?: EInvoiceStandard[];
  metadata?: MetadataRules;
  security?: SecurityRules;
}

export type PdfaProfile = "pdfa-1b" | "pdfa-2b" | "pdfa-3b" | "pdfa-4" | "pdfa-2u" | "pdfa-3u" | "pdfa-ua1";
export type EInvoiceStandard = "factur_x" | "zugferd" | "xrechnung";
export type MetadataField = "title" | "author" | "subject" | "creator" | "producer" | "language";

/** Fields that a request may set are those of `allow`; others are stripped, and fall back to `default_metadata`. */
export interface MetadataRules {
  allow?: MetadataField[];
  default_metadata?: { title?: string; author?: string; subject?: string; creator?: string; producer?: string; language?: string };
}

export interface SecurityRules {
  /** false: a request with settings.security is refused */
  allow?: boolean;
  allowed_algorithms?: SecurityAlgorithm[];
}
export type SecurityAlgorithm = "aes_256" | "aes_128";

/** An account file. */
export interface AccountFile {
  $schema?: string;
  subscription: "active" | "none" | "expired";
  /** absent: no limit */
  page_credits?: PageCredits;
  /** pages beyond the credits are paid from the wallet */
  overage?: boolean;
  /** pages */
  wallet?: integer;
  /** how much later each answer comes */
  pace_ms?: integer;
}

export interface PageCredits {
  limit: integer;
  period: "day" | "month";
}
