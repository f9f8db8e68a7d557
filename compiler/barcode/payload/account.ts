// Accounts and payment references: ISO 13616, 9362, 11649, Swiss QR references, Belgian communications (MS-7, MS-8).
import { hasCheckDigits, ibanLength, isCreditorReference } from "../../core/iban.js";
import { must, type Reason } from "../../help/reason.js";
import { named, quoted, type FieldPath, type PayloadFields } from "./fields.js";

/** True for the form of a BIC (ISO 9362). */
export const isBic = (text: string): boolean => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);

/** Letters of the values as they are in a symbol; letters beyond ASCII have other capitals. */
export const dense = (text: string): string => text.replace(/ /g, "").replace(/[a-z]/g, (c) => c.toUpperCase());

interface IbanRule {
  readonly needed?: boolean;
  readonly countries?: ReadonlySet<string>;
  /** the countries in a message */
  readonly of?: string;
}

/** Writes an IBAN in capitals without spaces; "" if absent or refused. */
export function ibanOf(f: PayloadFields, path: FieldPath, value: string | undefined, rule: IbanRule = {}): string {
  const given = f.text(path, value, { needed: rule.needed ?? false });
  if (given === "") return "";
  const iban = dense(given);
  const fault = faultOfIban(iban, rule);
  if (fault === null) return iban;
  f.refuse(path, fault);
  return "";
}

function faultOfIban(iban: string, { countries, of = "" }: IbanRule): Reason | null {
  const other = [...iban].find((c) => !/[A-Z0-9]/.test(c));
  if (other !== undefined) return must("an IBAN of letters and digits", `${named(other)} in ${quoted(iban)}`);
  const country = iban.slice(0, 2);
  const length = ibanLength(country);
  if (length === undefined || !/^[A-Z]{2}\d\d/.test(iban)) {
    if (length === undefined) return must("an IBAN that begins with a country of the registry of ISO 13616", quoted(country));
    return must("an IBAN whose country is followed by two check digits", quoted(iban));
  }
  if (countries && !countries.has(country)) return must(`an IBAN of ${of}`, `one of ${country}`);
  if (iban.length !== length)
    return must(`an IBAN of ${length} characters, as ${country} has`, `${iban.length} characters, ${quoted(iban)}`);
  return hasCheckDigits(iban) ? null : must("an IBAN whose check digits agree (modulo 97)", quoted(iban));
}

/** Writes a BIC in capitals; "" if absent or refused. */
export function bicOf(f: PayloadFields, path: FieldPath, value: string | undefined): string {
  const bic = dense(f.text(path, value));
  if (bic === "" || isBic(bic)) return bic;
  f.refuse(path, must("a BIC: 8 or 11 characters, the first six letters", quoted(bic)));
  return "";
}

export function faultOfCreditorReference(reference: string): Reason | null {
  if (!/^RF[A-Z0-9]*$/.test(reference))
    return must("a creditor reference (ISO 11649): RF, two check digits, letters and digits", quoted(reference));
  if (reference.length < 5 || reference.length > 25)
    return must("a creditor reference of 5 to 25 characters", `${reference.length}, ${quoted(reference)}`);
  return isCreditorReference(reference) ? null : must("a creditor reference whose check digits agree (modulo 97)", quoted(reference));
}

/** Modulo 10, recursive. */
const RECURSIVE = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

export function faultOfQrReference(reference: string): Reason | null {
  if (!/^\d{27}$/.test(reference)) return must("a QR reference of 27 digits", `${reference.length}, ${quoted(reference)}`);
  const carry = [...reference.slice(0, -1)].reduce((c, digit) => RECURSIVE[(c + Number(digit)) % 10]!, 0);
  const check = (10 - carry) % 10;
  if (reference.endsWith(String(check))) return null;
  return must(`a QR reference with the check digit ${check}`, quoted(reference), {
    suggestion: quoted(`${reference.slice(0, -1)}${check}`),
  });
}

/** Returns the fault of a structured communication of Belgium; null for another text. */
export function faultOfBelgian(text: string): Reason | null {
  const inside = /^(\+\+\+|\*\*\*)(.*)\1$/.exec(text)?.[2];
  if (inside === undefined) return null;
  if (!/^\d{3}\/\d{4}\/\d{5}$/.test(inside)) return must("a structured communication such as +++123/4567/89002+++", quoted(text));
  const digits = inside.replaceAll("/", "");
  const check = String(Number(digits.slice(0, 10)) % 97 || 97).padStart(2, "0");
  return digits.endsWith(check) ? null : must(`a structured communication with the check digits ${check}`, quoted(text));
}
