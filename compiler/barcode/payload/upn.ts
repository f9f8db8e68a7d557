// UPN QR of Slovenian payments (MS-17, MS-18).
import { must, type Reason } from "../../help/reason.js";
import type { UpnPayload } from "../../request/types/payload.js";
import { dense, faultOfCreditorReference, ibanOf } from "./account.js";
import { dayFirst, quoted, type CharacterSet, type PayloadFields } from "./fields.js";
import { latin2 } from "./iso-8859-2.js";
import type { Kind, PayloadText } from "./kind.js";

const COUNTRIES: ReadonlySet<string> = new Set(["SI"]);
const VERSION = 15;
/** ECI assignment number of ISO 8859-2. */
const LATIN_2 = 4;
const MOST_BYTES = 411;
const CHARACTERS: CharacterSet = { allows: (c) => latin2(c) !== null, name: "characters of ISO 8859-2" };

function encode(p: UpnPayload, f: PayloadFields): PayloadText {
  const text = (path: readonly string[], value: string | undefined, most: number, needed: boolean): string =>
    f.text(path, value, { most, needed, characters: CHARACTERS });
  const party = (name: "payer" | "recipient"): readonly string[] =>
    (["name", "street", "town"] as const).map((field) => text([name, field], p[name]?.[field], 33, name === "recipient"));
  const day = (field: "due_date" | "payment_date"): string => dayFirst(f.day([field], p[field]), ".");
  const mark = (on: boolean | undefined): string => (on === true ? "X" : "");
  const cents = f.amount(["amount"], p.amount, { from: 1n, to: 99_999_999_999n });
  const lines = [
    "UPNQR",
    ibanOf(f, ["payer_iban"], p.payer_iban),
    mark(p.deposit),
    mark(p.withdrawal),
    referenceOf(f, "payer_reference", p),
    ...party("payer"),
    String(cents ?? 0n).padStart(11, "0"),
    day("payment_date"),
    mark(p.urgent),
    f.form(["purpose_code"], p.purpose_code, /^[A-Z]{4}$/, "four capitals, such as OTHR", true),
    text(["purpose"], p.purpose, 42, true),
    day("due_date"),
    ibanOf(f, ["recipient_iban"], p.recipient_iban, { needed: true, countries: COUNTRIES, of: "SI" }),
    referenceOf(f, "recipient_reference", p),
    ...party("recipient"),
  ];
  const summed = lines.map((line) => `${line}\n`).join("");
  const made = `${summed}${String([...summed].length).padStart(3, "0")}\n`;
  const bytes = Uint8Array.from(made, (c) => latin2(c) ?? 0);
  if (bytes.length > MOST_BYTES) f.refuse([], must(`at most ${MOST_BYTES} bytes when encoded`, String(bytes.length)));
  return { text: made, encoding: { bytes, eci: LATIN_2 } };
}

/** Spaces are dropped. */
function referenceOf(f: PayloadFields, field: "payer_reference" | "recipient_reference", p: UpnPayload): string {
  const reference = dense(f.text([field], p[field]));
  const fault = reference === "" ? null : faultOf(reference);
  if (!fault) return reference;
  f.refuse([field], fault);
  return "";
}

function faultOf(reference: string): Reason | null {
  if (reference.startsWith("RF")) return faultOfCreditorReference(reference);
  if (reference.length > 26) return must("a reference of at most 26 characters", `${reference.length}, ${quoted(reference)}`);
  // three parts at most
  if (/^SI\d\d(?:\d+(?:-\d+){0,2})?$/.test(reference) || reference === "NRC") return null;
  return must("SI with a model of two digits, digits and hyphens, a creditor reference (RF…), or NRC", quoted(reference));
}

export const UPN: Kind<UpnPayload> = {
  encode,
  summary: (p) => ({
    title: "upn",
    payee: p.recipient.name,
    amount: p.amount,
    currency: "EUR",
    reference: p.recipient_reference ?? p.purpose,
  }),
  version: VERSION,
};
