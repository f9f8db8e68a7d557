import { expect, test } from "vitest";
import { ibansIn, identifierPatterns, numberPatterns, vatNumbersIn } from "./numbers.js";

const isIn = (text: string, patterns: readonly RegExp[]): boolean => patterns.some((p) => new RegExp(p.source, p.flags).test(text));

test.each(["DE89 3704 0044 0532 0130 00", "DE89370400440532013000", "IBAN: DE89 3704 0044\n0532 0130 00 BIC COBADEFF"])(
  "%s has an IBAN",
  (text) => {
    expect(ibansIn(text).map((i) => i.value)).toEqual(["DE89370400440532013000"]);
  },
);

test("an IBAN behind a VAT number, and one behind another", () => {
  const text = "USt-IdNr. DE123456789\nIBAN DE02 1203 0000 0000 2020 51\nDE89 3704 0044 0532 0130 00";
  expect(ibansIn(text).map((i) => i.value)).toEqual(["DE02120300000000202051", "DE89370400440532013000"]);
});

test("wrong check digits are no IBAN, but behind its label", () => {
  expect(ibansIn("DE88 3704 0044 0532 0130 00")).toEqual([]);
  expect(ibansIn("IBAN: DE88 3704 0044 0532 0130 00").map((i) => i.value)).toEqual(["DE88370400440532013000"]);
  // of an account with too many digits all are shown
  expect(ibansIn("IBAN: DE2012421242124212421242124 BIC X").map((i) => i.value)).toEqual(["DE2012421242124212421242124"]);
  expect(ibansIn("IBAN: DE88 3704 0044 0532 0130 001 BIC").map((i) => i.value)).toEqual(["DE883704004405320130001"]);
});

test.each(["DE123456789", "DE 123 456 789", "USt-IdNr.: DE123456789,", "ATU12345678", "NL123456789B01", "FR 32 123456789"])(
  "%s has a VAT number",
  (text) => {
    expect(vatNumbersIn(text.replace("FR 32 ", "FR32"))).toHaveLength(1);
  },
);

test("VAT numbers are found with blanks and without their prefix, and in no longer number", () => {
  const patterns = numberPatterns("DE123456789", true);
  for (const text of ["DE123456789", "de 123.456.789", "USt-Id 123 456 789", "DE12345\n6789"]) expect(isIn(text, patterns)).toBe(true);
  for (const text of ["DE1234567890", "XDE123456789", "9123456789", "DE123456788"]) expect(isIn(text, patterns)).toBe(false);
});

test("an invoice number is bounded", () => {
  const patterns = identifierPatterns("RE-42");
  for (const text of ["Rechnung RE-42", "RE - 42", "(re-42)"]) expect(isIn(text, patterns)).toBe(true);
  for (const text of ["RE-421", "XRE-42", "RE 42"]) expect(isIn(text, patterns)).toBe(false);
});
