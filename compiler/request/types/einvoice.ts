// settings.e_invoice of the e-invoice route: standard, XML, validation and delivery (decisions §5).
import type { Forms, Given, May } from "./forms.js";
import type { ImageSource } from "./shape.js";
import type { integer } from "./common.js";
import type { InvoiceModel } from "./invoice.js";

/** Invoice in a PDF/A-3b, its validation, and the delivery of the PDF. */
export interface EInvoiceSettingsFields {
  /** Standard of file name and metadata. */
  standard: "factur_x" | "zugferd" | "xrechnung";
  /** Level of detail of the invoice. `xrechnung` requires the standard `xrechnung`, and vice versa; `extended_ctc_fr` requires `factur_x`. */
  profile: "minimum" | "basic_wl" | "basic" | "en16931" | "extended" | "extended_ctc_fr" | "xrechnung";
  /** The only type. */
  document_type: "invoice";
  /** The invoice as XML. Exactly one of `xml` and `invoice`. */
  xml?: EInvoiceXml;
  /** The invoice as data: its XML is written from it, absent sums are worked out. Exactly one of `xml` and `invoice`. */
  invoice?: InvoiceModel;
  /** Terms of `invoice` without a place in the profile: `refuse` names them, `allow` leaves them out with a warning each. Not with `xml`. @default "refuse" */
  profile_loss?: "refuse" | "allow";
  /** The drawing of `invoice`, where the request has neither pages nor a Flow Document. Not with `xml`. */
  drawing?: EInvoiceDrawing;
  /** Version of ZUGFeRD; 2.0 uses older names in file and metadata. Only with the standard `zugferd`. @default "2.3" */
  version?: "2.0" | "2.3";
  /** Validation of the invoice. */
  validation?: EInvoiceValidation;
  /** Delivery of the PDF. */
  delivery?: EInvoiceDelivery;
  /** Validation report. */
  report?: EInvoiceReport;
  /** Retention of a job's files. */
  retention?: EInvoiceRetention;
  /** Location of a job's files. */
  data_residency?: EInvoiceResidency;
  /** Id of the job, a UUID; by default a new one. The same body with the same id returns the existing job. @pattern ^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$ */
  job_id?: string;
}

/** The profile xrechnung with the standard xrechnung; a version with zugferd; the invoice as XML or as data. */
export type EInvoiceSettings = Forms<EInvoiceSettingsFields, EInvoiceSource & EInvoiceTerms>;

type EInvoiceSource =
  | Given<EInvoiceSettingsFields, "xml">
  | (Given<EInvoiceSettingsFields, "invoice"> & May<EInvoiceSettingsFields, "profile_loss" | "drawing">);

type EInvoiceTerms =
  | { standard: "xrechnung"; profile: "xrechnung" }
  | { standard: "factur_x"; profile: InvoiceProfile }
  | ({ standard: "zugferd"; profile: ZugferdProfile } & May<EInvoiceSettingsFields, "version">);

type InvoiceProfile = Exclude<EInvoiceSettingsFields["profile"], "xrechnung">;
type ZugferdProfile = Exclude<InvoiceProfile, "extended_ctc_fr">;

/** Drawing of an invoice by the built-in template or by a stored one. */
export interface EInvoiceDrawing {
  /** Id of a stored template, whose one record is the invoice with all sums. Not with `logo` and `color`. @minLength 1 */
  template?: string;
  /** Language of the built-in template; by default that of `metadata.language` if it is one of these, else `en`. */
  language?: "de" | "en" | "fr" | "es" | "it" | "nl" | "pl";
  /** Logo, at most 50 by 20 mm. */
  logo?: ImageSource;
  /** Colour of title and lines, `#rrggbb`. @examples ["#0f4c75"] */
  color?: string;
  /** Symbol of the payment. `epc`: a QR code for a credit transfer in euro, where the invoice has one; `swiss_qr`: the payment slip of a QR-bill at the end, `spayd` Czech, `upn` Slovenian, each refused if the invoice lacks a term for it; `auto`: by country of the account and currency. @default "epc" */
  payment_code?: "epc" | "none" | "auto" | "swiss_qr" | "spayd" | "upn";
  /** Tax symbol above the lines, from the invoice's terms. Not with `template`. */
  tax_code?: TaxCode;
}

/** Tax symbol of an invoice, by the authority that asks for it. */
export type TaxCode = ZatcaTaxCode | VerifactuTaxCode | KsefTaxCode;

/** QR code of a Saudi invoice; seller, VAT number and totals are the invoice's. */
export interface ZatcaTaxCode {
  /** Kind of the symbol. */
  kind: "zatca";
  /** Time of the invoice, YYYY-MM-DDThh:mm:ss, with or without Z; by default midnight of its date of issue. */
  timestamp?: string;
  /** Phase 2: hash of the invoice, base64 of 32 bytes. Only with `signature` and `public_key`. */
  invoice_hash?: string;
  /** Phase 2: signature, base64. */
  signature?: string;
  /** Phase 2: public key, base64 of its DER. */
  public_key?: string;
  /** Phase 2: signature of the cryptographic stamp's public key, base64. */
  stamp_signature?: string;
}

/** QR code of a Spanish invoice, at the upper left of the first page; NIF, number, date and total are the invoice's. */
export interface VerifactuTaxCode {
  /** Kind of the symbol. */
  kind: "verifactu";
  /** System that issued the invoice. @default "verifactu" */
  mode?: "verifactu" | "no_verifactu";
  /** Environment of AEAT. @default "production" */
  environment?: "production" | "test";
}

/** QR code of a Polish invoice; NIP and date are the invoice's. */
export interface KsefTaxCode {
  /** Kind of the symbol. */
  kind: "ksef";
  /** SHA-256 of the XML as sent: 64 hexadecimal digits, base64 or base64url. */
  sha256: string;
  /** Number that KSeF gave the invoice, 35 characters, below the symbol. */
  ksef_number?: string;
  /** Environment of KSeF. @default "production" */
  environment?: "production" | "demo" | "test";
  /** Certificate of an invoice issued offline: a second symbol, code II. */
  certificate?: KsefCertificate;
}

/** Certificate of code II. */
export interface KsefCertificate {
  /** Type of the context's identifier. @default "Nip" */
  context_type?: "Nip" | "InternalId" | "NipVatUe" | "PeppolId";
  /** Identifier of the context; by default the NIP. */
  context_value?: string;
  /** Serial number of the certificate, hexadecimal. */
  certificate_serial: string;
  /** Signature of the link, base64 or base64url. */
  signature: string;
}

/** The invoice as XML. */
export interface EInvoiceXml {
  /** Cross Industry Invoice, the only format. */
  format: "cii";
  /** The only encoding. @default "utf8" */
  encoding?: "utf8";
  /** The XML, at most 2 MiB of UTF-8; it is embedded byte for byte. @minLength 1 */
  content: string;
}

/** Validation of the invoice before rendering. */
export interface EInvoiceValidationFields {
  /** `basic`: XML, root, guideline and type code; `strict` also structure, business rules and the finished PDF. By default `basic` with `xml`, `strict` with `invoice`. */
  level?: "basic" | "strict";
  /** `async` responds before the validation ends. It requires the level `strict` and the delivery `object`. @default "sync" */
  execution?: "sync" | "async";
  /** Treats warnings as errors. @default false */
  fail_on_warnings?: boolean;
  /** Further rules, at the level `strict`: `fr_ctc` are the French rules (BR-FR, Flux 2); `peppol` is of UBL, which no PDF carries. */
  rule_sets?: ("peppol" | "fr_ctc")[];
}

/** `async` requires the level `strict`. */
export type EInvoiceValidation = Forms<
  EInvoiceValidationFields,
  (May<EInvoiceValidationFields, "level"> & { execution?: "sync" }) | { level: "strict"; execution: "async" }
>;

/** Delivery of the PDF. */
export interface EInvoiceDelivery {
  /** `inline_pdf`: the response is the PDF; `object`: the response is a job, whose files are downloaded. @default "inline_pdf" */
  mode?: "inline_pdf" | "object";
  /** Validity of download URLs. @unit s @minimum 1 @maximum 900 @default 900 */
  url_ttl_seconds?: integer;
}

/** Validation report. */
export interface EInvoiceReport {
  /** Creates a report. It requires the delivery `object`. @default false */
  enabled?: boolean;
}

/** Retention of a job's files. */
export interface EInvoiceRetention {
  /** Time until the files are deleted. @unit h @minimum 1 @maximum 23 @default 23 */
  ttl_hours?: integer;
  /** Stores the request as a file of the job. @default false */
  store_request?: boolean;
}

/** Location of a job's files. */
export interface EInvoiceResidency {
  /** `auto` follows the country: `eu` for members of the EU or the EEA, `global` for others or none. @default "auto" */
  mode?: "auto" | "eu" | "global";
  /** Country, an ISO 3166-1 alpha-2 code. @pattern ^[A-Z]{2}$ @examples ["DE", "FR"] */
  country?: string;
  /** Refuses the request unless the service guarantees the location. @default false */
  strict?: boolean;
}
