// Swiss QR code, version 2.3 (MS-13, MS-14).
import { ISO_COUNTRIES } from "../../core/iso-codes.js";
import { breaks, must } from "../../help/reason.js";
import type { SwissAddress, SwissQrPayload } from "../../request/types/payload.js";
import { dense, faultOfCreditorReference, faultOfQrReference, ibanOf } from "./account.js";
import { dataCodewords } from "../qr.js";
import { bitsOf, groupOf, segments } from "../qr-segments.js";
import { decimalOf, quoted, utf8, type CharacterSet, type FieldPath, type PayloadFields } from "./fields.js";
import type { Kind, PayloadText } from "./kind.js";

const COUNTRIES: ReadonlySet<string> = new Set(["CH", "LI"]);
const MOST_CHARACTERS = 997;
const MOST_VERSION = 25;
/** Of one byte segment in `MOST_VERSION`. */
const MOST_BYTES = 997;
/** Of message and billing information together. */
const MOST_INFORMATION = 140;

const CHARACTERS: CharacterSet = {
  allows: (c) => /^[\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]$/.test(c),
  name: "characters of Latin scripts, as QR-bills have them (U+0020 to U+007E, U+00A0 to U+017F, U+0218 to U+021B, U+20AC)",
};

function encode(p: SwissQrPayload, f: PayloadFields): PayloadText {
  const iban = ibanOf(f, ["iban"], p.iban, { needed: true, countries: COUNTRIES, of: "CH or LI" });
  const creditor = addressOf(f, ["creditor"], p.creditor);
  const debtor = p.debtor ? addressOf(f, ["debtor"], p.debtor) : NO_ADDRESS;
  const cents = f.amount(["amount"], p.amount, { from: 1n, to: 99_999_999_999n });
  const [type, reference] = referenceOf(p, f, iban);
  const text = (field: string, value: string | undefined, most: number): string => f.text([field], value, { most, characters: CHARACTERS });
  const message = text("message", p.message, MOST_INFORMATION);
  const bill = text("bill_information", p.bill_information, MOST_INFORMATION);
  if (bill !== "" && !bill.startsWith("//")) f.refuse(["bill_information"], must("a text that begins with //", quoted(bill)));
  const information = [...message].length + [...bill].length;
  if (information > MOST_INFORMATION)
    f.refuse([], breaks(`message and bill_information have at most ${MOST_INFORMATION} characters together`, String(information)));
  const procedures = proceduresOf(p, f);
  const lines = ["SPC", "0200", "1", iban, ...creditor, ...NO_ADDRESS, cents === null ? "" : decimalOf(cents), p.currency, ...debtor];
  lines.push(type, reference, message, "EPD");
  const billing = bill !== "" || procedures.length > 0 ? [bill, ...procedures] : [];
  const made = [...lines, ...billing].join("\n");
  const length = [...made].length;
  if (length > MOST_CHARACTERS) f.refuse([], must(`at most ${MOST_CHARACTERS} characters when encoded`, String(length)));
  else if (!isWithinVersion(made)) {
    const advice = "shorten the texts; letters beyond ASCII take two bytes or more";
    f.refuse([], must(`at most ${MOST_BYTES} bytes in a symbol of version ${MOST_VERSION}`, String(utf8(made).length), { advice }));
  }
  return { text: made, encoding: { most: MOST_VERSION } };
}

/** Digits and capitals take less than a byte. */
function isWithinVersion(text: string): boolean {
  if (utf8(text).length <= MOST_BYTES) return true;
  const group = groupOf(MOST_VERSION);
  const bits = bitsOf(segments(text, group, false), group, false);
  return bits !== null && bits.length <= 8 * dataCodewords(MOST_VERSION, "M");
}

const NO_ADDRESS = ["", "", "", "", "", "", ""];

function addressOf(f: PayloadFields, path: FieldPath, a: SwissAddress): readonly string[] {
  const text = (field: keyof SwissAddress, most: number, needed = false): string =>
    f.text([...path, field], a[field], { most, needed, characters: CHARACTERS });
  const [name, street, house] = [text("name", 70, true), text("street", 70), text("house_number", 16)];
  const [code, town] = [text("post_code", 16, true), text("town", 35, true)];
  const country = f.text([...path, "country"], a.country, { needed: true });
  if (country !== "" && !ISO_COUNTRIES.has(country))
    f.refuse([...path, "country"], must("a country of ISO 3166-1 in two capitals, such as CH", quoted(country)));
  return ["S", name, street, house, code, town, country];
}

/** Type and reference; the type follows from the form. */
function referenceOf(p: SwissQrPayload, f: PayloadFields, iban: string): readonly [string, string] {
  const reference = dense(f.text(["reference"], p.reference));
  const type = reference === "" ? "NON" : reference.startsWith("RF") ? "SCOR" : "QRR";
  const fault = type === "QRR" ? faultOfQrReference(reference) : type === "SCOR" ? faultOfCreditorReference(reference) : null;
  if (fault) f.refuse(["reference"], fault);
  else if (iban !== "" && isQrIban(iban) !== (type === "QRR")) {
    const found = type === "NON" ? "none" : quoted(reference);
    f.refuse(
      ["reference"],
      isQrIban(iban)
        ? must("a QR reference of 27 digits, which a QR-IBAN requires", found)
        : must("a creditor reference (RF…) or absent, since the account is not a QR-IBAN", found),
    );
  }
  return [type, reference];
}

/** Institutions 30000 to 31999. */
const isQrIban = (iban: string): boolean => /^3[01]\d{3}$/.test(iban.slice(4, 9));

function proceduresOf({ alternative_procedures: given = [] }: SwissQrPayload, f: PayloadFields): readonly string[] {
  if (given.length > 2) f.refuse(["alternative_procedures"], must("at most 2 procedures", String(given.length)));
  const made = given.map((value, i) => f.text(["alternative_procedures", i], value, { most: 100, characters: CHARACTERS }));
  return made.filter((text) => text !== "");
}

export const SWISS_QR: Kind<SwissQrPayload> = {
  encode,
  summary: ({ creditor, amount, currency, reference, message }) => ({
    title: "swiss_qr",
    payee: creditor.name,
    amount,
    currency,
    reference: reference ?? message,
  }),
  cross: true,
};
