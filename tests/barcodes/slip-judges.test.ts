import fc from "fast-check";
import { createRequire } from "node:module";
import { describe, expect, test } from "vitest";
import { encodedPayload } from "../../compiler/barcode/payload/payload.js";
import type { BarcodeEncoder } from "../../compiler/core/world.js";
import type { BarcodePayload } from "../../compiler/request/types/payload.js";
import { fileOf, rendered } from "../support/pdf.js";
import { codecrete, haveQrBill, pythonSlips } from "../support/qrbill/judges.js";
import { havePoppler, poppler } from "../support/readers.js";
import { runs, seed } from "../support/runs.js";

/* Slips as other generators read and draw them: net.codecrete.qrbill and PyPI's qrbill. */
const bwip = createRequire(import.meta.url)("bwip-js") as BarcodeEncoder;
const textOf = (payload: object): string => {
  const { text, faults } = encodedPayload({ kind: "swiss_qr", ...payload } as BarcodePayload, bwip);
  expect(faults).toEqual([]);
  return text;
};

const CREDITOR = {
  name: "Robert Schneider AG",
  street: "Rue du Lac",
  house_number: "1268",
  post_code: "2501",
  town: "Biel",
  country: "CH",
};
const DEBTOR = { name: "Pia Rutschmann", street: "Marktgasse 28", post_code: "9490", town: "Vaduz", country: "LI" };
const BILL = { iban: "CH5800791123000889012", creditor: CREDITOR, currency: "CHF" };
const FULL = {
  ...BILL,
  iban: "CH4431999123000889012",
  reference: "210000000003139471430009017",
  amount: "1949.75",
  debtor: { ...DEBTOR, post_code: "3007", town: "Bern", country: "CH" },
  message: "Auftrag vom 15.06.2020",
  bill_information: "//S1/10/10201409/11/200701",
};
// the other program shows both countries if one is not Switzerland
const ABROAD = { ...BILL, creditor: { ...CREDITOR, country: "LI" }, debtor: DEBTOR };
const SLIPS = { full: FULL, abroad: { ...ABROAD, reference: "RF18539007547034", amount: "0.05", currency: "EUR" }, empty: BILL };
const CASES = Object.entries(SLIPS).flatMap(([name, payload]) => ["de", "fr", "it", "en"].map((language) => ({ name, language, payload })));
const slip = ({ language, payload }: { readonly language: string; readonly payload: object }): string =>
  rendered({
    pages: [{ size: "a4", elements: [{ type: "payment_slip", language, lines: "plain", payload: { kind: "swiss_qr", ...payload } }] }],
  });

const MM = 72 / 25.4;
interface Word {
  readonly text: string;
  readonly left: number;
  readonly bottom: number;
}
const words = (file: string): readonly Word[] =>
  [...poppler(file, "-bbox").matchAll(/<word xMin="([\d.]+)" yMin="[\d.]+" xMax="[\d.]+" yMax="([\d.]+)">(.*?)<\/word>/g)].map(
    // the style guide has a hyphen after a country, the other program a dash
    ([, left, bottom, text]) => ({ text: text!.replace("–", "-"), left: Number(left) / MM, bottom: Number(bottom) / MM }),
  );

describe.runIf(haveQrBill && havePoppler)("the same slip", () => {
  const drawn = CASES.map((one) => ({ ...one, file: fileOf(new Uint8Array()) }));
  test("is drawn by net.codecrete.qrbill: each word within half a millimetre", () => {
    const read = codecrete(drawn.map(({ payload, file, language }) => ({ text: textOf(payload), draw: { file, language } })));
    expect(read.map(({ objections }) => objections)).toEqual(drawn.map(() => ""));
    for (const one of drawn) {
      const rest = [...words(one.file)];
      // the dash after a country is wider
      const near = one.name === "abroad" ? 1 : 0.3;
      for (const { text, left, bottom } of words(slip(one))) {
        const at = rest.findIndex(
          (word) => word.text === text && Math.abs(word.left - left) < near && Math.abs(word.bottom - bottom) < 0.5,
        );
        expect([one.name, one.language, text, left, bottom, at >= 0]).toEqual([one.name, one.language, text, left, bottom, true]);
        rest.splice(at, 1);
      }
      expect(rest).toEqual([]);
    }
  });

  test("has the text and lines of PyPI's qrbill", () => {
    const address = ({ house_number: house_num, post_code: pcode, town: city, ...rest }: Partial<typeof CREDITOR>): object => ({
      ...rest,
      ...(house_num !== undefined && { house_num }),
      pcode,
      city,
    });
    const bills = CASES.map(({ language, payload }) => {
      const { iban: account, creditor, debtor, reference, message, bill_information, ...rest } = payload as Partial<typeof FULL>;
      return {
        ...rest,
        account,
        creditor: address(creditor!),
        ...(debtor && { debtor: address(debtor) }),
        ...(reference !== undefined && { reference_number: reference }),
        ...(message !== undefined && { additional_information: message }),
        ...(bill_information !== undefined && { billing_information: bill_information }),
        language,
      };
    });
    for (const [i, { text, lines }] of pythonSlips(bills).entries()) {
      const one = CASES[i]!;
      expect(textOf(one.payload)).toBe(text.replaceAll("\r\n", "\n"));
      const shown = poppler(slip(one), "-raw").replace(/\s+/g, " ");
      // it has the country before every town, and other headings of empty boxes
      for (const line of lines) {
        const plain = line.replace(/^CH-/, "").replace(/^([A-Z]{2})-/, "$1 - ");
        expect([one.name, one.language, plain, shown.includes(plain)]).toEqual([one.name, one.language, plain, true]);
      }
    }
  });

  test("random payloads are read by net.codecrete.qrbill, and written the same", () => {
    const word = (most: number): fc.Arbitrary<string> =>
      fc
        .string({ unit: fc.constantFrom(..."abcXYZ 019-/.'&éßŁșț€~"), minLength: 1, maxLength: most })
        // the other program makes two spaces one
        .map((s) => s.trim().replace(/ +/g, " "))
        .filter((s) => s !== "" && !s.startsWith("//"));
    const address = fc.record(
      {
        name: word(70),
        street: word(70),
        house_number: word(16),
        post_code: word(16),
        town: word(35),
        country: fc.constantFrom("CH", "LI", "DE"),
      },
      { requiredKeys: ["name", "post_code", "town", "country"] },
    );
    const bill = fc
      .record(
        {
          creditor: address,
          debtor: address,
          amount: fc.integer({ min: 1, max: 99_999_999_999 }),
          currency: fc.constantFrom("CHF", "EUR"),
          message: word(100),
          bill_information: word(30).map((s) => `//S1/${s}`),
          alternative_procedures: fc.array(word(100), { minLength: 1, maxLength: 2 }),
        },
        { requiredKeys: ["creditor", "currency"] },
      )
      .map(({ amount, ...rest }) => ({
        ...rest,
        iban: "CH5800791123000889012",
        ...(amount !== undefined && { amount: `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, "0")}` }),
      }));
    const texts = fc.sample(bill, { seed, numRuns: runs(200) }).map(textOf);
    expect(codecrete(texts.map((text) => ({ text })))).toEqual(texts.map((text) => ({ text, objections: "" })));
  });
});
