import type { AccessibilityReport } from "../../accessibility/report.js";
import type { DocumentRequest, FileSource, OutputSettings, SignatureSettings } from "../../compiler/request/types/document.js";
import type { InspectPolicy } from "../../compiler/einvoice/inspect/policy.js";
import type { EInvoiceSettings } from "../../compiler/request/types/einvoice.js";
import type { InvoiceModel } from "../../compiler/request/types/invoice.js";
import type { ReportFinding } from "../einvoice/report.js";
import type { Finding, RefusalPlace as PlaceOfRefusal } from "../errors/findings.js";
import type { JobStatus, RenderJobKind } from "../jobs/types.js";

export interface ClientOptions {
  /** base URL of the service, such as https://pdf.example.com */
  readonly baseUrl?: string;
  /** bearer token; without one only the sandbox is available */
  readonly token?: string;
  /** replacement of the global fetch */
  readonly fetch?: typeof fetch;
  /** total requests if the service fails or is unreachable: 1 to 3 (core contract, Client behaviour) */
  readonly attempts?: number;
}

export interface CallOptions {
  /** returned with the answer; generated if absent */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
}

export interface SubmitOptions extends CallOptions {
  /** 1 to 255 visible ASCII characters: a call with the same key and request finds the first one's job. Generated if absent */
  readonly idempotencyKey?: string;
}

export type EInvoiceRequest = DocumentRequest & { settings: { e_invoice: EInvoiceSettings } };

export interface TemplateOptions extends CallOptions {
  /** overrides the template's output settings */
  readonly output?: { readonly mode?: "binary" | "file"; readonly file_name?: string };
}

export interface RenderedPdf {
  readonly pdf: Uint8Array<ArrayBuffer>;
  /** name given by the service */
  readonly fileName: string;
  readonly requestId: string;
}

/** A request or a brief. */
export type GivenDocument = DocumentRequest | { readonly brief: object; readonly settings?: object };

/** Result of `check`; `ok`: no finding is an error. */
export interface CheckedDocument {
  readonly ok: boolean;
  readonly findings: readonly Finding[];
}

/** Result of `checkAccessibility`. */
export interface CheckedAccessibility extends CheckedDocument {
  /** absent for a document that is refused by more than PDF/UA */
  readonly accessibility?: AccessibilityReport;
}

export interface PageViewOptions extends CallOptions {
  /** from 1; 1 where absent */
  readonly page?: number;
}

export interface PngPageOptions extends PageViewOptions {
  /** pixels per inch, 18 to 600, 144 where absent */
  readonly dpi?: number;
  /** pixels, 16 to 4000, in place of `dpi` */
  readonly width?: number;
}

/** A page, and how many the document has. */
export interface ShownPage<T> {
  readonly page: T;
  readonly pages: number;
}

export interface TextOptions extends CallOptions {
  /** the structure instead */
  readonly tags?: boolean;
  /** headers, footers and layers too */
  readonly artifacts?: boolean;
}

export interface WaitOptions extends CallOptions {
  /** polling interval in ms, default 500 */
  readonly everyMs?: number;
}

export type ArtifactName = "pdf" | "xml" | "request" | "report";

export interface DownloadedArtifact {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  /** name given by the service */
  readonly fileName: string;
  readonly requestId: string;
}

/** State of a service. */
export interface Status {
  readonly status: "ok" | "starting" | "draining";
}

/** Version, capabilities and fonts of a service. */
export interface Health {
  readonly status: "ok" | "draining";
  readonly name: "platen";
  readonly version: string;
  /** of the public contract */
  readonly contract_version: string;
  readonly runtime_profile: "full" | "shipping-label";
  readonly capabilities: readonly string[];
  /** families that a request may name; owners may have more */
  readonly fonts: readonly string[];
  /** languages whose justified text is hyphenated */
  readonly hyphenation: readonly string[];
}

/** Routes of a service. */
export interface ServiceIndex {
  readonly name: "platen";
  readonly version: string;
  readonly routes: readonly { readonly method: string; readonly path: string; readonly summary: string }[];
}

/** Options of showEInvoice. */
export interface ShowEInvoiceOptions extends CallOptions {
  /** of the labels, `en` where absent */
  readonly language?: "de" | "en" | "fr" | "es" | "it" | "nl" | "pl";
  /** PDF/A-3b in addition, with the XML inside */
  readonly attach?: boolean;
}

/** Body of signPdf. */
export interface SignPdfRequest {
  readonly source: FileSource;
  /** without `field` it is put in the only unsigned signature field, or a new one */
  readonly signature: SignatureSettings & {
    /** of a new visible signature, from 1 */
    readonly page?: number;
    /** millimetres from the top left of the page as shown */
    readonly box?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  };
  readonly output?: OutputSettings;
}

/** Body of fillForm. */
export interface FillFormRequest {
  readonly source: FileSource;
  /** by full name, as readForm has them; a field that has none keeps its value, null clears */
  readonly values?: Readonly<Record<string, string | number | boolean | readonly string[] | null>>;
  /** fields become content of their pages */
  readonly flatten?: boolean;
  /** read-only fields are filled in too */
  readonly read_only?: boolean;
  readonly output?: OutputSettings;
}

/** Options of inspectEInvoice. */
export interface InspectEInvoiceOptions extends CallOptions {
  /** of the file, in the report */
  readonly name?: string;
  /** of the answer; default: the seller's */
  readonly language?: "de" | "en" | "fr" | "es" | "it" | "nl" | "pl";
  readonly rules?: readonly ("peppol" | "fr_ctc")[];
  /** law, effects of rules, today, own and known numbers */
  readonly policy?: InspectPolicy;
}

/** Body of writeEInvoice. */
export interface EInvoiceWriteRequest {
  invoice: InvoiceModel;
  syntax: "cii" | "ubl";
  /** default: that of the specification identifier (BT-24), else en16931 */
  profile?: "minimum" | "basic_wl" | "basic" | "en16931" | "extended" | "extended_ctc_fr" | "xrechnung" | "peppol";
  /** `allow` leaves out terms without a place in the profile */
  profile_loss?: "refuse" | "allow";
  validation?: { level?: "strict" | "basic"; rule_sets?: ("peppol" | "fr_ctc")[] };
}

/** Result of writeEInvoice. */
export interface EInvoiceWritten {
  xml: string;
  /** warnings; at the level basic errors too. `PROFILE-LOSS`: a term that was left out */
  findings: readonly ReportFinding[];
}

/** Result of readEInvoice. */
export interface EInvoiceRead {
  schema_version: 1;
  syntax: "cii" | "ubl";
  document: "invoice" | "credit_note";
  /** null if the guideline is unknown */
  profile: string | null;
  guideline: string | null;
  invoice: InvoiceModel;
  /** elements and attributes with a value that no term takes */
  left_out: { location: string; value: string }[];
}

/** Registry of e-invoices: standards, profiles, versions. */
export interface EInvoiceCapabilities {
  readonly [field: string]: unknown;
}

/** OpenAPI 3.1 document of a service. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, object>>;
  readonly [field: string]: unknown;
}

export type Scope = "render" | "manage" | "admin";

/** Conditions of a change; an ETag is that of an entry. */
export interface ChangeOptions extends CallOptions {
  /** the change takes place only if what is there has this ETag */
  readonly ifMatch?: string;
  /** the change takes place only if there is nothing */
  readonly ifAbsent?: boolean;
}

export interface JobFilterOptions extends PageOptions {
  readonly status?: JobStatus;
  readonly kind?: RenderJobKind;
}

export interface PageOptions extends CallOptions {
  /** 1 to 200, default 50 */
  readonly limit?: number;
  /** `next_cursor` of the page before */
  readonly cursor?: string;
}

/** A page of a list; the last one has no `next_cursor`. */
export interface Page<Entry> {
  readonly items: readonly Entry[];
  readonly next_cursor?: string;
}

interface StoredEntry {
  readonly bytes: number;
  readonly sha256: string;
  readonly etag: string;
}

export interface StoredTemplate extends StoredEntry {
  readonly id: string;
  /** null for built-in templates */
  readonly owner: string | null;
  readonly version: number;
  readonly state: "active" | "superseded" | "retired";
  readonly created: string | null;
  readonly built_in: boolean;
}

/** Place of a refusal in the request, and its mend; absent for what has none. */
export type RefusalPlace = Partial<PlaceOfRefusal>;

/** Error or warning of a template. */
export interface TemplateFinding {
  readonly severity: "error" | "warning";
  readonly rule: string;
  readonly message: string;
  /** JSON Pointer */
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
}

export interface StoredAsset extends StoredEntry {
  readonly key: string;
  readonly content_type: string;
  readonly created: string;
}

/** Axis of a variable font. */
export interface StoredAxis {
  readonly tag: string;
  readonly name: string;
  readonly min: number;
  readonly default: number;
  readonly max: number;
}

/** Named instance of a variable font. */
export interface StoredInstance {
  /** PostScript name, which `font_family` may be */
  readonly name: string;
  /** by tag, of all axes */
  readonly coordinates: Readonly<Record<string, number>>;
}

export interface StoredFont extends StoredEntry {
  /** PostScript name */
  readonly name: string;
  readonly family: string;
  readonly weight: number;
  readonly italic: boolean;
  readonly created: string;
  /** absent of a static font */
  readonly axes?: readonly StoredAxis[];
  readonly instances?: readonly StoredInstance[];
  /** table of glyphs in colour; absent without */
  readonly color?: "COLRv0" | "COLRv1";
  /** tables of pictures, which are not drawn; absent without */
  readonly not_drawn?: readonly string[];
  /** permission of the licence bits */
  readonly embedding: "installable" | "editable" | "print" | "restricted";
  /** the operator has the permission of the font's owner */
  readonly licensed?: true;
}

/** A file as it was put, byte for byte. */
export interface StoredFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
  readonly etag: string;
}

export interface TokenOptions {
  readonly owner: string;
  /** default: render */
  readonly scopes?: readonly Scope[];
  readonly policy?: object;
  /** ISO 8601 with a zone */
  readonly expires?: string;
  readonly surface?: "public" | "internal";
  /** told of the end of jobs */
  readonly callback?: { readonly url: string };
}

/** URL, and the key that signs what is sent to it (Standard Webhooks 1.0). */
export interface Callback {
  readonly url: string;
  /** shown once */
  readonly secret: string;
}

export interface TokenEntry {
  readonly id: string;
  readonly owner: string;
  readonly scopes: readonly Scope[];
  readonly state: "active" | "suspended" | "revoked" | "expired";
  readonly surface: "public" | "internal";
  readonly expires: string | null;
  readonly created: string;
  readonly policy: object;
  readonly callback?: { readonly url: string };
}

/** Token and secret are shown once. */
export type NewToken = Omit<TokenEntry, "callback"> & { readonly token: string; readonly callback?: Callback };

export interface Account {
  readonly owner: string;
  readonly subscription: "active" | "none" | "expired";
  /** pages of the current period */
  readonly used: number;
  /** pages in all */
  readonly pages: number;
  readonly [field: string]: unknown;
}
