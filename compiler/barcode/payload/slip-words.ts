// Headings of payment slips in the four languages of the style guide (MS-30).
import { isKeyOf } from "../../../base/lookup.js";
import type { PaymentSlip } from "../../request/types/payment-slip.js";

export type SlipLanguage = NonNullable<PaymentSlip["language"]>;

interface SlipWords {
  readonly receipt: string;
  readonly paymentPart: string;
  readonly account: string;
  readonly reference: string;
  readonly information: string;
  readonly currency: string;
  readonly amount: string;
  readonly acceptance: string;
  readonly payer: string;
  /** of the empty box for the payer */
  readonly payerBox: string;
  readonly separate: string;
}

const WORDS: Readonly<Record<SlipLanguage, SlipWords>> = {
  de: {
    receipt: "Empfangsschein",
    paymentPart: "Zahlteil",
    account: "Konto / Zahlbar an",
    reference: "Referenz",
    information: "Zusätzliche Informationen",
    currency: "Währung",
    amount: "Betrag",
    acceptance: "Annahmestelle",
    payer: "Zahlbar durch",
    payerBox: "Zahlbar durch (Name/Adresse)",
    separate: "Vor der Einzahlung abzutrennen",
  },
  fr: {
    receipt: "Récépissé",
    paymentPart: "Section paiement",
    account: "Compte / Payable à",
    reference: "Référence",
    information: "Informations supplémentaires",
    currency: "Monnaie",
    amount: "Montant",
    acceptance: "Point de dépôt",
    payer: "Payable par",
    payerBox: "Payable par (nom/adresse)",
    separate: "A détacher avant le versement",
  },
  it: {
    receipt: "Ricevuta",
    paymentPart: "Sezione pagamento",
    account: "Conto / Pagabile a",
    reference: "Riferimento",
    information: "Informazioni supplementari",
    currency: "Valuta",
    amount: "Importo",
    acceptance: "Punto di accettazione",
    payer: "Pagabile da",
    payerBox: "Pagabile da (nome/indirizzo)",
    separate: "Da staccare prima del versamento",
  },
  en: {
    receipt: "Receipt",
    paymentPart: "Payment part",
    account: "Account / Payable to",
    reference: "Reference",
    information: "Additional information",
    currency: "Currency",
    amount: "Amount",
    acceptance: "Acceptance point",
    payer: "Payable by",
    payerBox: "Payable by (name/address)",
    separate: "Separate before paying in",
  },
};

export const slipWords = (language: SlipLanguage): SlipWords => WORDS[language];

/** Language of a slip in a document: that of the document if the style guide has it, otherwise English. `language`: BCP 47 */
export function slipLanguage(language: string): SlipLanguage {
  const named = language.split("-")[0]!.toLowerCase();
  return isKeyOf(WORDS, named) ? named : "en";
}
