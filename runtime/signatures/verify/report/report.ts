// Report of `platen verify` (SG-37, SG-38).

export const SIGNATURE_REPORT_VERSION = 1;

/** Kinds of changes after a signature, as they are listed (SG-40). */
export type ChangeKind =
  | "added_validation"
  | "added_time_stamp"
  | "added_signature"
  | "filled_field"
  | "annotation"
  | "metadata"
  | "page_content"
  | "page_added"
  | "page_removed"
  | "font_or_resource"
  | "form_structure"
  | "attachment"
  | "outline"
  | "structure"
  | "catalog"
  | "action"
  | "encryption"
  | "unknown_object";

/** Codes of findings (SG-41). */
export type FindingCode =
  | "digest_mismatch"
  | "signature_mismatch"
  | "cms_malformed"
  | "byte_range"
  | "contents_missing"
  | "certificate_mismatch"
  | "weak_algorithm"
  | "not_pades"
  | "signing_time_attribute"
  | "time_stamp_invalid"
  | "untrusted"
  | "revoked"
  | "expired"
  | "not_yet_valid"
  | "key_usage"
  | "no_revocation"
  | "forbidden_change"
  | "shadow_content"
  | "trailing_bytes"
  | "duplicate_object"
  | "rebuilt";

export interface SignatureFinding {
  readonly code: FindingCode;
  readonly severity: "error" | "warning";
  readonly message: string;
}

/** A difference of the last revision from the signed one. */
export interface SignatureChange {
  readonly kind: ChangeKind;
  /** Revision that made it, from 1. */
  readonly revision: number;
  readonly permitted: boolean;
  /** From 1. */
  readonly page?: number;
  /** Full name. */
  readonly field?: string;
  /** Number of the object in the file. */
  readonly object?: number;
}

/** Certificate of a signer. */
export interface SignatureSigner {
  /** Common name; the whole subject without one. */
  readonly name: string;
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal digits. */
  readonly serial: string;
  /** ISO 8601. */
  readonly not_before: string;
  readonly not_after: string;
  /** SHA-256 of the certificate, hexadecimal. */
  readonly sha256: string;
}

export type SignatureTrust = "trusted" | "untrusted" | "unknown" | "revoked" | "expired";
export type SignatureVerdict = "valid" | "invalid" | "unknown";

/** Fields that a signature locks. */
export interface SignatureLock {
  readonly action: "all" | "include" | "exclude";
  readonly fields?: readonly string[];
}

/** A signature or time stamp of a document. */
export interface VerifiedSignature {
  readonly field: string;
  readonly kind: "approval" | "certification" | "time_stamp";
  readonly sub_filter: string;
  readonly level: "B-B" | "B-T" | "B-LT" | "B-LTA" | null;
  readonly verdict: SignatureVerdict;
  readonly integrity: "intact" | "broken";
  readonly trust: SignatureTrust;
  readonly coverage: "whole_file" | "revision" | "partial";
  /** Revision that it signs, from 1. */
  readonly revision: number;
  readonly changes: "none" | "allowed" | "forbidden";
  readonly change_list: readonly SignatureChange[];
  readonly signer: SignatureSigner | null;
  readonly algorithm: {
    readonly signature: "rsa_pkcs1" | "rsa_pss" | "ecdsa" | "ed25519";
    readonly digest: string;
    readonly bits: number;
  } | null;
  /** Time that the signer states, ISO 8601. */
  readonly claimed_at?: string;
  readonly time_stamp?: { readonly at: string; readonly authority: string; readonly trust: SignatureTrust };
  readonly certify?: "no_changes" | "fill_forms" | "annotate";
  readonly lock?: SignatureLock;
  readonly reason?: string;
  readonly location?: string;
  readonly contact?: string;
  readonly page?: number;
  /** mm from the upper left corner of the page as shown. */
  readonly box?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly findings: readonly SignatureFinding[];
}

/** Report on the signatures of a file. */
export interface SignatureReport {
  readonly schema_version: typeof SIGNATURE_REPORT_VERSION;
  readonly verdict: SignatureVerdict | "unsigned";
  readonly file: { readonly bytes: number; readonly sha256: string; readonly revisions: number };
  /** In the order of their revisions. */
  readonly signatures: readonly VerifiedSignature[];
}
