// settings.e_invoice of the e-invoice route: which standard, the XML, how it is checked and delivered (decisions §5).
import type { Forms, May } from "./forms.js";
import type { integer } from "./common.js";

/** The invoice that the PDF/A-3b carries, how it is checked and how the PDF is delivered. */
export interface EInvoiceSettingsFields {
  /** The standard whose names and metadata the file has. */
  standard: "factur_x" | "zugferd" | "xrechnung";
  /** How much the invoice says. `xrechnung` goes with the standard `xrechnung`, and only with it. */
  profile: "minimum" | "basic_wl" | "basic" | "en16931" | "extended" | "xrechnung";
  /** The only type there is. */
  document_type: "invoice";
  /** The invoice itself. */
  xml: EInvoiceXml;
  /** Version of ZUGFeRD; 2.0 writes the older names of file and metadata. Only with the standard `zugferd`. @default "2.3" */
  version?: "2.0" | "2.3";
  /** How the invoice is checked. */
  validation?: EInvoiceValidation;
  /** How the PDF is delivered. */
  delivery?: EInvoiceDelivery;
  /** The report of the validation. */
  report?: EInvoiceReport;
  /** How long a job's files are kept. */
  retention?: EInvoiceRetention;
  /** Where a job's files are kept. */
  data_residency?: EInvoiceResidency;
  /** The job's id, a UUID; one is made where it is absent. The same body under the same id gives the job that there is. @pattern ^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$ */
  job_id?: string;
}

/** The profile xrechnung with the standard xrechnung; a version with zugferd. */
export type EInvoiceSettings = Forms<
  EInvoiceSettingsFields,
  | { standard: "xrechnung"; profile: "xrechnung" }
  | { standard: "factur_x"; profile: InvoiceProfile }
  | ({ standard: "zugferd"; profile: InvoiceProfile } & May<EInvoiceSettingsFields, "version">)
>;

type InvoiceProfile = Exclude<EInvoiceSettingsFields["profile"], "xrechnung">;

/** The invoice as XML. */
export interface EInvoiceXml {
  /** Cross Industry Invoice, the only format there is. */
  format: "cii";
  /** The only encoding there is. @default "utf8" */
  encoding?: "utf8";
  /** The XML, at most 2 MiB of UTF-8; it is embedded byte for byte. @minLength 1 */
  content: string;
}

/** How the invoice is checked before it is rendered. */
export interface EInvoiceValidationFields {
  /** `basic`: XML, root, guideline and type code; `strict` also structure, business rules and the finished container. @default "basic" */
  level?: "basic" | "strict";
  /** `async` answers before the validation is done. It needs the level `strict` and the delivery `object`. @default "sync" */
  execution?: "sync" | "async";
  /** Whether a warning counts as an error. @default false */
  fail_on_warnings?: boolean;
}

/** `async` with the level `strict`. */
export type EInvoiceValidation = Forms<
  EInvoiceValidationFields,
  (May<EInvoiceValidationFields, "level"> & { execution?: "sync" }) | { level: "strict"; execution: "async" }
>;

/** How the PDF is delivered. */
export interface EInvoiceDelivery {
  /** `inline_pdf`: the answer is the PDF; `object`: the answer is a job, whose files are downloaded. @default "inline_pdf" */
  mode?: "inline_pdf" | "object";
  /** How long a download URL is valid. @unit s @minimum 1 @maximum 900 @default 900 */
  url_ttl_seconds?: integer;
}

/** The report of the validation. */
export interface EInvoiceReport {
  /** Whether a report is made. It needs the delivery `object`. @default false */
  enabled?: boolean;
}

/** How long a job's files are kept. */
export interface EInvoiceRetention {
  /** After this time the files are deleted. @unit h @minimum 1 @maximum 23 @default 23 */
  ttl_hours?: integer;
  /** Whether the request is kept as a file of the job. @default false */
  store_request?: boolean;
}

/** Where a job's files are kept. */
export interface EInvoiceResidency {
  /** `auto` follows the country: one of the EU or the EEA is `eu`, any other or none `global`. @default "auto" */
  mode?: "auto" | "eu" | "global";
  /** The country, a code of ISO 3166-1 alpha-2. @pattern ^[A-Z]{2}$ @examples ["DE", "FR"] */
  country?: string;
  /** Whether the place must be as asked for. @default false */
  strict?: boolean;
}
