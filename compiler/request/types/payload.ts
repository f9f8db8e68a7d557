// Payloads of barcodes: payments and tax data, encoded as their standards say (MS-1).
import type { integer } from "./common.js";

/** An amount: a number, or its digits as a string, such as "12.30". At most two decimals. */
export type PayloadAmount = number | string;

/** Data of a payment or tax symbol, in place of `content`: checked and encoded by the rules of its standard. */
export type BarcodePayload =
  EpcPayload | SwissQrPayload | SpaydPayload | UpnPayload | ZatcaPayload | KsefPayload | VerifactuPayload | DigitalLinkPayload;

/** SEPA credit transfer in euro (EPC069-12, version 002). */
export interface EpcPayload {
  /** Kind of the payload. */
  kind: "epc";
  /** Name of the payee, 1 to 70 characters. */
  name: string;
  /** IBAN of the payee, of a country of SEPA. */
  iban: string;
  /** Amount in EUR, 0.01 to 999999999.99; absent: the payer enters it. */
  amount?: PayloadAmount;
  /** BIC of the payee's bank. Required where the IBAN's country is outside of the European Economic Area. */
  bic?: string;
  /** Purpose of the transfer, 1 to 4 capitals or digits (ISO 20022). */
  purpose?: string;
  /** Creditor reference (ISO 11649, RF…). Not with `text`. */
  reference?: string;
  /** Unstructured remittance information, 1 to 140 characters, or a Belgian communication, such as "+++123/4567/89002+++". */
  text?: string;
  /** Information for the payer, 1 to 70 characters. */
  information?: string;
}

/** Swiss QR code of a QR-bill (SIX, version 2.3). */
export interface SwissQrPayload {
  /** Kind of the payload. */
  kind: "swiss_qr";
  /** IBAN or QR-IBAN of the creditor, of CH or LI. */
  iban: string;
  /** The creditor. */
  creditor: SwissAddress;
  /** The debtor; absent: to be filled in. */
  debtor?: SwissAddress;
  /** Amount, 0.01 to 999999999.99; absent: to be filled in. */
  amount?: PayloadAmount;
  /** Currency. */
  currency: "CHF" | "EUR";
  /** QR reference of 27 digits, which a QR-IBAN requires, or creditor reference (ISO 11649, RF…); absent: none. */
  reference?: string;
  /** Unstructured message; with `bill_information` at most 140 characters. */
  message?: string;
  /** Billing information, which begins with //. */
  bill_information?: string;
  /** Alternative procedures, at most two of 1 to 100 characters. */
  alternative_procedures?: string[];
}

/** A structured address of a QR-bill. */
export interface SwissAddress {
  /** Name, 1 to 70 characters. */
  name: string;
  /** Street, 1 to 70 characters. */
  street?: string;
  /** Number of the building, 1 to 16 characters. */
  house_number?: string;
  /** Post code, 1 to 16 characters. */
  post_code: string;
  /** Town, 1 to 35 characters. */
  town: string;
  /** Country (ISO 3166-1 alpha-2). @examples ["CH"] */
  country: string;
}

/** Short Payment Descriptor, version 1.0, of Czech and Slovak payments. */
export interface SpaydPayload {
  /** Kind of the payload. */
  kind: "spayd";
  /** IBAN of the payee. */
  iban: string;
  /** BIC of the payee's bank. */
  bic?: string;
  /** Further accounts of the payee, at most two. */
  alternative_accounts?: SpaydAccount[];
  /** Amount, 0 to 9999999.99. */
  amount?: PayloadAmount;
  /** Currency (ISO 4217). @examples ["CZK"] */
  currency?: string;
  /** Reference for the payee, 1 to 16 digits. */
  reference?: string;
  /** Name of the payee, 1 to 35 characters. */
  name?: string;
  /** Due date, YYYY-MM-DD. */
  due_date?: string;
  /** Type of the payment, 1 to 3 characters. */
  payment_type?: string;
  /** Message for the payee, 1 to 60 characters. */
  message?: string;
  /** Address that the payee is notified at. */
  notify?: SpaydNotice;
  /** Days in which a failed payment is tried again, 0 to 30. */
  retry_days?: integer;
  /** Variable symbol, 1 to 10 digits. */
  variable_symbol?: string;
  /** Specific symbol, 1 to 10 digits. */
  specific_symbol?: string;
  /** Constant symbol, 1 to 10 digits. */
  constant_symbol?: string;
  /** Identifier of the payment for the payer, 1 to 20 characters. */
  payer_id?: string;
  /** URL, 1 to 140 characters. */
  url?: string;
}

/** An account of a payee. */
export interface SpaydAccount {
  /** IBAN of the account. */
  iban: string;
  /** BIC of its bank. */
  bic?: string;
}

/** Notification of a payee. */
export interface SpaydNotice {
  /** Channel. */
  kind: "phone" | "email";
  /** Telephone number or email address, 1 to 320 characters. */
  address: string;
}

/** UPN QR of Slovenian payments (ZBS). */
export interface UpnPayload {
  /** Kind of the payload. */
  kind: "upn";
  /** The payer. */
  payer?: UpnPayer;
  /** The recipient. */
  recipient: UpnRecipient;
  /** Amount in EUR, 0.01 to 999999999.99; absent: zeros. */
  amount?: PayloadAmount;
  /** Purpose code, four capitals. @examples ["OTHR"] */
  purpose_code: string;
  /** Purpose, 1 to 42 characters. */
  purpose: string;
  /** Due date, YYYY-MM-DD. */
  due_date?: string;
  /** IBAN of the recipient, of SI. */
  recipient_iban: string;
  /** Reference of the recipient: SI and a model, RF, or NRC; at most 26 characters. */
  recipient_reference?: string;
  /** IBAN of the payer. */
  payer_iban?: string;
  /** Reference of the payer, as that of the recipient. */
  payer_reference?: string;
  /** Date of the payment, YYYY-MM-DD. */
  payment_date?: string;
  /** Urgent payment. @default false */
  urgent?: boolean;
  /** Deposit of cash. @default false */
  deposit?: boolean;
  /** Withdrawal of cash. @default false */
  withdrawal?: boolean;
}

/** Payer of a UPN. */
export interface UpnPayer {
  /** Name, at most 33 characters. */
  name?: string;
  /** Street and number, at most 33 characters. */
  street?: string;
  /** Post code and town, at most 33 characters. */
  town?: string;
}

/** Recipient of a UPN. */
export interface UpnRecipient {
  /** Name, 1 to 33 characters. */
  name: string;
  /** Street and number, 1 to 33 characters. */
  street: string;
  /** Post code and town, 1 to 33 characters. */
  town: string;
}

/** Symbol of a Saudi e-invoice (ZATCA), of both phases. */
export interface ZatcaPayload {
  /** Kind of the payload. */
  kind: "zatca";
  /** Name of the seller. */
  seller_name: string;
  /** VAT registration number, 15 digits that begin and end with 3. */
  vat_number: string;
  /** Time of the invoice, YYYY-MM-DDThh:mm:ss, with or without Z. */
  timestamp: string;
  /** Total with VAT. */
  total: PayloadAmount;
  /** Total of VAT, at most `total`. */
  vat_total: PayloadAmount;
  /** Phase 2: hash of the invoice, base64 of 32 bytes. Only with `signature` and `public_key`. */
  invoice_hash?: string;
  /** Phase 2: signature, base64. */
  signature?: string;
  /** Phase 2: public key, base64 of its DER. */
  public_key?: string;
  /** Phase 2: signature of the cryptographic stamp's public key, base64. */
  stamp_signature?: string;
}

/** Verification link of a Polish invoice (KSeF): code I of an invoice, code II of a certificate. */
export interface KsefPayload {
  /** Kind of the payload. */
  kind: "ksef";
  /** Code I (`invoice`), or code II (`certificate`) of an invoice issued offline. */
  code: "invoice" | "certificate";
  /** NIP of the seller, ten digits. */
  nip: string;
  /** Date of issue, YYYY-MM-DD. Required in code I. */
  issue_date?: string;
  /** SHA-256 of the XML as sent: 64 hexadecimal digits, base64 or base64url. */
  sha256: string;
  /** Environment of KSeF. @default "production" */
  environment?: "production" | "demo" | "test";
  /** Code II: type of the context's identifier. @default "Nip" */
  context_type?: "Nip" | "InternalId" | "NipVatUe" | "PeppolId";
  /** Code II: identifier of the context; by default `nip`. */
  context_value?: string;
  /** Code II: serial number of the certificate, hexadecimal. */
  certificate_serial?: string;
  /** Code II: signature of the link, base64 or base64url. */
  signature?: string;
  /** Number that KSeF gave the invoice, 35 characters, below the symbol of code I. */
  ksef_number?: string;
  /** Text below the symbol: the number that KSeF gave the invoice, by default OFFLINE in code I and CERTYFIKAT in code II; `false`: none. */
  label?: string | boolean;
}

/** Tax symbol of a Spanish invoice (AEAT, VERI*FACTU). 35 mm wide and high by default, 30 to 40 mm. */
export interface VerifactuPayload {
  /** Kind of the payload. */
  kind: "verifactu";
  /** NIF of the issuer, nine capitals and digits. */
  nif: string;
  /** Number of the invoice with its series, 1 to 60 characters of ASCII. */
  number: string;
  /** Date of issue, YYYY-MM-DD. */
  issue_date: string;
  /** Total of the invoice. */
  total: PayloadAmount;
  /** System that issued the invoice. @default "verifactu" */
  mode?: "verifactu" | "no_verifactu";
  /** Environment of AEAT. @default "production" */
  environment?: "production" | "test";
  /** Writes `QR tributario:` above the symbol and, in mode verifactu, `VERI*FACTU` below. @default true */
  caption?: boolean;
}

/** GS1 Digital Link. */
export interface DigitalLinkPayload {
  /** Kind of the payload. */
  kind: "gs1_digital_link";
  /** Identifiers in brackets with their values, one of them a primary key, such as "(01)09506000134352(10)ABC1". */
  elements: string;
  /** URL of the resolver: http or https, a host and an optional path. @default "https://id.gs1.org" */
  domain?: string;
}
