// Symbols of payment from the terms of an invoice (MS-33, MS-34).
import { encodedAlone } from "../../barcode/payload/payload.js";
import { faultOfCreditorReference, faultOfQrReference, isBic } from "../../barcode/payload/account.js";
import type { EInvoiceDrawing } from "../../request/types/einvoice.js";
import type { SpaydPayload, SwissAddress, SwissQrPayload, UpnPayload } from "../../request/types/payload.js";
import { money } from "../model/compute.js";
import { isCreditNote } from "../model/room.js";
import { groupsAt, textAt, type Group } from "../model/value.js";
import { compare, decimal } from "../xml/decimal.js";
import { paymentCode } from "./epc.js";

type Payload = SwissQrPayload | SpaydPayload | UpnPayload;
type Kind = Payload["kind"];
type Code = NonNullable<EInvoiceDrawing["payment_code"]>;

/** A symbol: the content of an EPC code, or a payload. */
export type Payment = { readonly content: string } | { readonly payload: Payload };

/** Terms that an invoice lacks for its symbol. */
interface Lack {
  readonly lack: string;
}

/** UNTDID 4461: credit transfers; a slip may also be paid at a counter. */
const TRANSFERS = ["30", "58"];
const COUNTER = "31";
const NOTHING = decimal("0")!;
const CURRENCIES: Readonly<Record<Kind, readonly string[]>> = { swiss_qr: ["CHF", "EUR"], spayd: ["CZK"], upn: ["EUR"] };
const PURPOSE = 42;
/** Marks a Slovenian payment without a reference. */
const NO_REFERENCE = "SI99";

const ACCOUNT = "BT-84 (payment account identifier)";
const PAYEE = "BT-59, BT-85 or BT-27 (name of the payee)";
const REMITTANCE = "BT-83 (remittance information)";

/** Terms of the fields of payloads, for messages. */
const TERMS: ReadonlyMap<string, string> = new Map([
  ["iban", ACCOUNT],
  ["recipient_iban", ACCOUNT],
  ["bic", "BT-86 (payment service provider)"],
  ["name", PAYEE],
  ...partyTerms("creditor", "recipient", [PAYEE, "seller", 35, 37, 38, 40]),
  ...partyTerms("debtor", "payer", ["BT-44 (buyer's name)", "buyer", 50, 52, 53, 55]),
  ["amount", "BT-115 (amount due for payment)"],
  ["currency", "BT-5 (invoice currency code)"],
  ["reference", REMITTANCE],
  ["recipient_reference", REMITTANCE],
  ["due_date", "BT-9 (payment due date)"],
  ["message", "BT-83 or BT-1 (remittance information, invoice number)"],
  ["purpose", "BT-1 (invoice number)"],
]);

/** @param swiss its name in a Swiss payload, whose post code and town are two fields @param upn in a Slovenian one */
function partyTerms(
  swiss: string,
  upn: string,
  [name, who, line, city, code, country]: readonly [string, string, number, number, number, number],
): readonly (readonly [string, string])[] {
  const street = `BT-${line} (${who}'s address line 1)`;
  return [
    [`${swiss}.name`, name],
    [`${upn}.name`, name],
    [`${swiss}.street`, street],
    [`${upn}.street`, street],
    [`${swiss}.post_code`, `BT-${code} (${who}'s post code)`],
    [`${swiss}.town`, `BT-${city} (${who}'s city)`],
    [`${upn}.town`, `BT-${code} and BT-${city} (${who}'s post code and city)`],
    [`${swiss}.country`, `BT-${country} (${who}'s country code)`],
  ];
}

/** Returns the payment of a symbol; null without one. `code` by name: the terms that it lacks. @param model sums worked out */
export function paymentOf(model: Group, code: Code | undefined): Payment | Lack | null {
  if (code === "none") return null;
  if (code === undefined || code === "epc") return epc(model);
  if (code !== "auto") return payloadOf(model, code);
  const kind = kindOf(model);
  if (kind === null) return epc(model);
  const made = payloadOf(model, kind);
  return "lack" in made ? null : made;
}

function epc(model: Group): Payment | null {
  const content = paymentCode(model);
  return content === null ? null : { content };
}

/** Returns the kind of payment by country of the account, and currency. */
function kindOf(model: Group): Kind | null {
  const { iban, currency } = termsOf(model);
  const country = iban.slice(0, 2);
  if ((country === "CH" || country === "LI") && (currency === "CHF" || currency === "EUR")) return "swiss_qr";
  if (country === "CZ" && currency === "CZK") return "spayd";
  return country === "SI" && currency === "EUR" ? "upn" : null;
}

const dense = (text: string): string => text.replace(/\s/g, "").toUpperCase();
const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

interface Terms {
  readonly at: (...names: readonly string[]) => string;
  readonly iban: string;
  readonly bic: string;
  readonly currency: string;
  readonly amount: string;
  readonly payee: string;
  readonly remittance: string;
  readonly number: string;
}

function termsOf(model: Group): Terms {
  const at = (...names: readonly string[]): string => oneLine(textAt(model, ...names) ?? "");
  const [transfer] = groupsAt(model, "payment_instructions", "credit_transfers");
  const of = (field: string): string => oneLine((transfer && textAt(transfer, field)) ?? "");
  const due = decimal(at("totals", "amount_due_for_payment"));
  return {
    at,
    iban: dense(of("payment_account_identifier")),
    bic: of("payment_service_provider_identifier"),
    currency: at("invoice_currency_code"),
    amount: due ? money(due) : "",
    payee: at("payee", "name") || of("payment_account_name") || at("seller", "name"),
    remittance: at("payment_instructions", "remittance_information"),
    number: at("invoice_number"),
  };
}

function payloadOf(model: Group, kind: Kind): { readonly payload: Payload } | Lack {
  const terms = termsOf(model);
  const means = terms.at("payment_instructions", "payment_means_type_code");
  const transfers = groupsAt(model, "payment_instructions", "credit_transfers").length;
  if (isCreditNote(model)) return { lack: "BT-3 (invoice type code): a credit note is not paid" };
  if (!TRANSFERS.includes(means) && !(kind === "swiss_qr" && means === COUNTER))
    return { lack: "BT-81 (payment means type code): a credit transfer" };
  if (transfers !== 1) return { lack: `BG-17 (credit transfer): exactly one, not ${transfers}` };
  const due = decimal(terms.amount);
  if (!due || compare(due, NOTHING) <= 0) return { lack: "BT-115 (amount due for payment): above 0" };
  const currencies = CURRENCIES[kind];
  if (!currencies.includes(terms.currency)) return { lack: `BT-5 (invoice currency code): ${currencies.join(" or ")}` };
  const payload = kind === "swiss_qr" ? swissQr(terms) : kind === "spayd" ? spayd(terms) : upn(terms);
  const [fault] = encodedAlone(payload).faults;
  if (!fault) return { payload };
  const term = TERMS.get(fault.path.join(".")) ?? "the texts of the payment";
  return { lack: `${term}: ${fault.reason.text}` };
}

function swissQr({ at, iban, currency, amount, payee, remittance, number }: Terms): SwissQrPayload {
  const given = dense(remittance);
  const isReference = given !== "" && (faultOfQrReference(given) === null || faultOfCreditorReference(given) === null);
  const address = (party: "seller" | "buyer", name: string): SwissAddress => {
    const lines = addressOf(at, party);
    const country = at(party, "postal_address", "country_code");
    const [code, town] = [at(party, "postal_address", "post_code"), at(party, "postal_address", "city")];
    return { name, ...(lines !== "" && { street: lines }), post_code: code, town, country };
  };
  return {
    kind: "swiss_qr",
    iban,
    creditor: address("seller", payee),
    debtor: address("buyer", at("buyer", "name")),
    amount,
    // the kind refuses others
    currency: currency === "EUR" ? "EUR" : "CHF",
    ...(isReference && { reference: given }),
    message: isReference || remittance === "" ? number : remittance,
  };
}

/** Street and number are one line. */
const addressOf = (at: Terms["at"], party: "seller" | "buyer"): string =>
  ["line_1", "line_2", "line_3"]
    .map((line) => at(party, "postal_address", line))
    .filter((line) => line !== "")
    .join(", ");

function spayd({ at, iban, bic, currency, amount, payee, remittance, number }: Terms): SpaydPayload {
  const due = at("payment_due_date");
  const symbol = [remittance, number.replace(/\D/g, "")].find((text) => /^\d{1,10}$/.test(text));
  return {
    kind: "spayd",
    iban,
    ...(isBic(bic) && { bic }),
    amount,
    currency,
    name: payee,
    ...(due !== "" && { due_date: due }),
    ...(symbol !== undefined && { variable_symbol: symbol }),
    message: number,
  };
}

function upn({ at, iban, amount, payee, remittance, number }: Terms): UpnPayload {
  const due = at("payment_due_date");
  const town = (party: "seller" | "buyer"): string =>
    `${at(party, "postal_address", "post_code")} ${at(party, "postal_address", "city")}`.trim();
  const reference = dense(remittance);
  return {
    kind: "upn",
    payer: { name: at("buyer", "name"), street: addressOf(at, "buyer"), town: town("buyer") },
    recipient: { name: payee, street: addressOf(at, "seller"), town: town("seller") },
    amount,
    purpose_code: "OTHR",
    purpose: cutWords(number, PURPOSE),
    ...(due !== "" && { due_date: due }),
    recipient_iban: iban,
    // words that begin with the letters alone are not one
    recipient_reference: /^(?:SI|RF)\d\d/.test(reference) ? reference : NO_REFERENCE,
  };
}

function cutWords(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most + 1);
  const end = cut.lastIndexOf(" ");
  return end > 0 ? cut.slice(0, end) : cut.slice(0, most);
}
