// Descriptions of symbols in nine languages (MS-9).
import { isOneOf, lookup, tableOf } from "../../../base/lookup.js";
import { decimalOf, PayloadFields } from "./fields.js";
import type { Summary, Title } from "./kind.js";

const PAYMENTS = ["epc", "swiss_qr", "spayd", "upn"] as const;
const TAX = ["zatca", "ksef_invoice", "ksef_certificate", "verifactu", "gs1_digital_link"] as const;
type Words = Readonly<Record<Title | "payee" | "issuer" | "amount" | "reference", string>>;

const KEYS = [...PAYMENTS, ...TAX, "payee", "issuer", "amount", "reference"] as const;

/** Words by language, in the order of `KEYS`. */
const TABLE: Readonly<Record<string, string>> = {
  de: "QR-Code einer SEPA-Überweisung|Swiss QR Code einer QR-Rechnung|QR-Zahlung (SPAYD)|UPN-QR-Code einer Zahlung|QR-Code einer Rechnung (ZATCA)|QR-Code einer Rechnung in KSeF|QR-Code eines Zertifikats von KSeF|QR-Code einer spanischen Rechnung (AEAT)|GS1 Digital Link|Empfänger|Aussteller|Betrag|Referenz",
  en: "QR code of a SEPA credit transfer|Swiss QR code of a QR-bill|QR payment (SPAYD)|UPN QR code of a payment|QR code of an invoice (ZATCA)|QR code of an invoice in KSeF|QR code of a KSeF certificate|QR code of a Spanish invoice (AEAT)|GS1 Digital Link|payee|issuer|amount|reference",
  fr: "Code QR d’un virement SEPA|Swiss QR Code d’une QR-facture|Paiement QR (SPAYD)|Code UPN QR d’un paiement|Code QR d’une facture (ZATCA)|Code QR d’une facture dans KSeF|Code QR d’un certificat de KSeF|Code QR d’une facture espagnole (AEAT)|GS1 Digital Link|bénéficiaire|émetteur|montant|référence",
  it: "Codice QR di un bonifico SEPA|Swiss QR Code di una QR-fattura|Pagamento QR (SPAYD)|Codice UPN QR di un pagamento|Codice QR di una fattura (ZATCA)|Codice QR di una fattura in KSeF|Codice QR di un certificato di KSeF|Codice QR di una fattura spagnola (AEAT)|GS1 Digital Link|beneficiario|emittente|importo|riferimento",
  es: "Código QR de una transferencia SEPA|Swiss QR Code de una QR-factura|Pago QR (SPAYD)|Código UPN QR de un pago|Código QR de una factura (ZATCA)|Código QR de una factura en KSeF|Código QR de un certificado de KSeF|Código QR tributario de una factura (AEAT)|GS1 Digital Link|beneficiario|emisor|importe|referencia",
  nl: "QR-code van een SEPA-overschrijving|Swiss QR Code van een QR-factuur|QR-betaling (SPAYD)|UPN QR-code van een betaling|QR-code van een factuur (ZATCA)|QR-code van een factuur in KSeF|QR-code van een certificaat van KSeF|QR-code van een Spaanse factuur (AEAT)|GS1 Digital Link|begunstigde|uitgever|bedrag|kenmerk",
  pl: "Kod QR przelewu SEPA|Swiss QR Code rachunku QR|Płatność QR (SPAYD)|Kod UPN QR płatności|Kod QR faktury (ZATCA)|Kod QR faktury w KSeF|Kod QR certyfikatu KSeF|Kod QR hiszpańskiej faktury (AEAT)|GS1 Digital Link|odbiorca|wystawca|kwota|numer referencyjny",
  cs: "QR kód platby SEPA|Swiss QR Code QR faktury|QR Platba|UPN QR kód platby|QR kód faktury (ZATCA)|QR kód faktury v KSeF|QR kód certifikátu KSeF|QR kód španělské faktury (AEAT)|GS1 Digital Link|příjemce|vystavitel|částka|reference",
  sl: "Koda QR plačila SEPA|Swiss QR Code računa QR|Plačilo QR (SPAYD)|Koda UPN QR plačila|Koda QR računa (ZATCA)|Koda QR računa v KSeF|Koda QR potrdila KSeF|Koda QR španskega računa (AEAT)|GS1 Digital Link|prejemnik|izdajatelj|znesek|sklic",
};

function wordsOf(language: string): Words {
  const values = lookup(TABLE, language)!.split("|");
  return tableOf(KEYS, (_, i) => values[i]!);
}

/** Kind, payee, amount and reference of a symbol. `language`: a tag; one without words has English ones */
export function described({ title, payee, amount, currency = "", reference }: Summary, language: string): string {
  const named = language.split("-")[0]!.toLowerCase();
  const own = lookup(TABLE, named) === undefined ? "en" : named;
  const words = wordsOf(own);
  const party = isOneOf(PAYMENTS, title) ? words.payee : words.issuer;
  const cents = new PayloadFields().amount([], amount, ANY);
  const written = cents === null ? "" : decimalOf(cents);
  const sum = own === "en" ? written : written.replace(".", ",");
  const parts: readonly (readonly [string, string | undefined])[] = [
    [party, payee],
    [words.amount, sum === "" ? "" : `${sum} ${currency}`.trim()],
    [words.reference, reference],
  ];
  const facts = parts.map(([label, value = ""]) => [label, value.normalize("NFC").trim()] as const).filter(([, value]) => value !== "");
  return facts.length === 0 ? words[title] : `${words[title]}: ${facts.map(([label, value]) => `${label} ${value}`).join(", ")}`;
}

const ANY = { from: -(10n ** 20n), to: 10n ** 20n };
