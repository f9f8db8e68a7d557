// settings.e_invoice of the e-invoice route: which standard, the XML, how it is checked and delivered (decisions §5).
import type { integer } from "./common.js";

export interface EInvoiceSettings {
  standard: "factur_x" | "zugferd" | "xrechnung";
  profile: "minimum" | "basic_wl" | "basic" | "en16931" | "extended" | "xrechnung";
  document_type: "invoice";
  xml: EInvoiceXml;
  /** of ZUGFeRD; 2.3 where it is absent */
  version?: "2.0" | "2.3";
  validation?: EInvoiceValidation;
  delivery?: EInvoiceDelivery;
  report?: EInvoiceReport;
  retention?: EInvoiceRetention;
  data_residency?: EInvoiceResidency;
  /** a UUID */
  job_id?: string;
}

export interface EInvoiceXml {
  format: "cii";
  encoding?: "utf8";
  /** at most 2 MiB; embedded byte for byte */
  content: string;
}

export interface EInvoiceValidation {
  level?: "basic" | "strict";
  execution?: "sync" | "async";
  fail_on_warnings?: boolean;
}

export interface EInvoiceDelivery {
  mode?: "inline_pdf" | "object";
  /** 1..=900 */
  url_ttl_seconds?: integer;
}

export interface EInvoiceReport {
  enabled?: boolean;
}

export interface EInvoiceRetention {
  /** 1..=23 */
  ttl_hours?: integer;
  store_request?: boolean;
}

export interface EInvoiceResidency {
  mode?: "auto" | "eu" | "global";
  /** ISO 3166-1 alpha-2 */
  country?: string;
  strict?: boolean;
}
