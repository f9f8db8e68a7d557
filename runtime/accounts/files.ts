// Policy files of tokens and account files (decisions §3).
import type { MetadataSettings, SecuritySettings } from "../../compiler/request/types/document.js";
import type { EInvoiceSettings } from "../../compiler/request/types/einvoice.js";

/** Integer. */
type integer = number;

/** Policy of a token; an absent field is no limit. */
export interface TokenPolicy {
  /** Location of this schema, for editors. Accepted and ignored. */
  $schema?: string;
  /** Maximum pages per document; more are refused with API-004. @minimum 1 */
  max_pages_per_request?: integer;
  /** Maximum bytes per picture; more are refused with API-007. @unit bytes @minimum 0 */
  max_image_bytes?: integer;
  /** Allowed profiles. Requests without a profile are always allowed. */
  pdfa_profiles?: PdfaProfile[];
  /** Allowed e-invoice standards. */
  e_invoice_standards?: EInvoiceStandard[];
  /** Rules for document metadata. */
  metadata?: MetadataRules;
  /** Rules for document protection. */
  security?: SecurityRules;
  /** Rules for signatures. */
  signatures?: SignatureRules;
}

type PdfaProfile = "pdfa-1b" | "pdfa-2b" | "pdfa-3b" | "pdfa-4" | "pdfa-2u" | "pdfa-3u" | "pdfa-ua1" | "pdfa-4f" | "pdfa-ua2";
type EInvoiceStandard = EInvoiceSettings["standard"];
type MetadataField = keyof MetadataSettings;

/** Rules for document metadata: fields outside of `allow` are removed, and replaced by `default_metadata`. */
interface MetadataRules {
  /** Fields that a request may set. Others are removed without an error. */
  allow?: MetadataField[];
  /** Values of removed fields. */
  default_metadata?: MetadataSettings;
}

/** Rules for document protection. */
interface SecurityRules {
  /** False: requests with `settings.security` are refused. @default true */
  allow?: boolean;
  /** Allowed algorithms. */
  allowed_algorithms?: SecurityAlgorithm[];
}

/** Rules for signatures. */
interface SignatureRules {
  /** False: requests with `settings.signatures` are refused. @default true */
  allow?: boolean;
  /** Names of the allowed signers. */
  signers?: string[];
}
type SecurityAlgorithm = NonNullable<SecuritySettings["algorithm"]>;

/** An account file. */
export interface AccountFile {
  /** Location of this schema, for editors. Accepted and ignored. */
  $schema?: string;
  /** `none`: renders are refused with API-201; `expired`: with API-202. */
  subscription: "active" | "none" | "expired";
  /** Pages per period; unlimited if absent. */
  page_credits?: PageCredits;
  /** True: pages beyond the credits are charged to the wallet; otherwise refused with API-203. @default false */
  overage?: boolean;
  /** Pages in the wallet; too few are refused with API-204. @unit pages @minimum 0 @default 0 */
  wallet?: integer;
  /** Delay of each answer. @unit ms @minimum 0 @maximum 60000 @default 0 */
  pace_ms?: integer;
}

/** Pages per period. */
interface PageCredits {
  /** Pages in a period. @minimum 0 */
  limit: integer;
  /** Calendar day or month, UTC. */
  period: "day" | "month";
}
