// EPC069-12, version 002: SEPA credit transfer (MS-12).
import { breaks, must } from "../../help/reason.js";
import type { EpcPayload } from "../../request/types/payload.js";
import { bicOf, dense, faultOfBelgian, faultOfCreditorReference, ibanOf } from "./account.js";
import { decimalOf, utf8, type PayloadFields } from "./fields.js";
import type { Kind } from "./kind.js";

/** Bytes, the capacity of version 13 with error correction M. */
const MOST_BYTES = 331;
const MOST_VERSION = 13;

const countries = (list: string): readonly string[] => list.split(" ");
const EEA = countries("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK");
/** Of IBANs; these need a BIC. */
const OUTSIDE_EEA = countries("AD AL CH GB GI MC MD ME MK RS SM VA");
const SEPA: ReadonlySet<string> = new Set([...EEA, ...OUTSIDE_EEA]);

interface Transfer {
  readonly bic: string;
  readonly name: string;
  readonly iban: string;
  /** with two decimals, "" if the payer enters it */
  readonly amount: string;
  readonly purpose?: string;
  readonly reference: string;
  readonly text: string;
  readonly information?: string;
}

/** Lines of the code; empty ones at the end are omitted. */
export function epcText({ bic, name, iban, amount, purpose = "", reference, text, information = "" }: Transfer): string {
  const euros = amount === "" ? "" : `EUR${amount}`;
  return ["BCD", "002", "1", "SCT", bic, name, iban, euros, purpose, reference, text, information].join("\n").replace(/\n+$/, "");
}

function encode(p: EpcPayload, f: PayloadFields): { readonly text: string; readonly encoding: { bytes: Uint8Array; most: number } } {
  const name = f.text(["name"], p.name, { needed: true, most: 70 });
  const iban = ibanOf(f, ["iban"], p.iban, { needed: true, countries: SEPA, of: "a country of SEPA" });
  const cents = f.amount(["amount"], p.amount, { from: 1n, to: 99_999_999_999n });
  const bic = bicOf(f, ["bic"], p.bic);
  if (iban !== "" && (p.bic ?? "").trim() === "" && OUTSIDE_EEA.includes(iban.slice(0, 2)))
    f.missing(["bic"], `an IBAN of ${iban.slice(0, 2)}, outside of the European Economic Area, needs it`);
  const purpose = f.form(["purpose"], p.purpose, /^[A-Z0-9]{1,4}$/, "1 to 4 capitals or digits");
  const reference = referenceOf(p, f);
  const text = f.text(["text"], p.text, { most: 140 });
  const belgian = faultOfBelgian(text);
  if (belgian) f.refuse(["text"], belgian);
  if (reference !== "" && text !== "") f.refuse([], breaks("a transfer has one of reference and text", "both", "remove one of them"));
  const information = f.text(["information"], p.information, { most: 70 });
  const amount = cents === null ? "" : decimalOf(cents);
  const made = epcText({ bic, name, iban, amount, purpose, reference, text, information });
  const bytes = utf8(made);
  if (bytes.length > MOST_BYTES) f.refuse([], must(`at most ${MOST_BYTES} bytes when encoded`, String(bytes.length)));
  return { text: made, encoding: { bytes, most: MOST_VERSION } };
}

function referenceOf(p: EpcPayload, f: PayloadFields): string {
  const reference = dense(f.text(["reference"], p.reference));
  const fault = reference === "" ? null : faultOfCreditorReference(reference);
  if (!fault) return reference;
  f.refuse(["reference"], fault);
  return "";
}

export const EPC: Kind<EpcPayload> = {
  encode,
  summary: (p) => ({ title: "epc", payee: p.name, amount: p.amount, currency: "EUR", reference: p.reference ?? p.text }),
};
