import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collect } from "../../compiler/compile.js";
import { encodedPayload } from "../../compiler/barcode/payload/payload.js";
import type { BarcodeEncoder } from "../../compiler/core/world.js";
import type { BarcodePayload } from "../../compiler/request/types/payload.js";
import { text as textOf } from "../../runtime/views/views.js";
import { page } from "../support/page.js";
import { compileNow } from "../support/at-once.js";
import { engine, rendered } from "../support/pdf.js";
import { runs, seed } from "../support/runs.js";
import { pictures, read } from "../support/scan.js";
import { has, needs } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";
import { createRequire } from "node:module";

/* Payloads as readers of symbols, banks and tax offices have them: parsers here know the standards alone. */
const havePoppler = needs("pdftoppm (poppler-utils)", has("pdftoppm"));
const bwip = createRequire(import.meta.url)("bwip-js") as BarcodeEncoder;
const encoded = (payload: object): string => {
  const { text, faults: found } = encodedPayload(payload as BarcodePayload, bwip);
  expect(found).toEqual([]);
  return text;
};

// check digits by the standards' words, in numbers of any length
const mod97 = (head: string, tail: string): string => {
  const digits = `${tail}${head}00`.replace(/[A-Z]/g, (c) => String(parseInt(c, 36)));
  return `${head}${String(98n - (BigInt(digits) % 97n)).padStart(2, "0")}${tail}`;
};
const digits = (n: number, most = n): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: n, maxLength: most });
const ibanOf = (country: string, length: number): fc.Arbitrary<string> => digits(length - 4).map((tail) => mod97(country, tail));
const reference = fc.string({ unit: fc.constantFrom(..."0123456789ABCXYZ"), minLength: 1, maxLength: 21 }).map((tail) => mod97("RF", tail));
const words = (most: number, letters = "abc XYZ09-/,.'é&ß"): fc.Arbitrary<string> =>
  fc
    .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: most })
    .map((s) => s.trim())
    .filter((s) => s !== "");
const cents = fc.integer({ min: 1, max: 99_999_999_999 });
const amount = (n: number): string => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, "0")}`;
const maybe = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined });
const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((d) => d.toISOString().slice(0, 10));
/** 27 digits; the carry is found by trying each. */
const qrr = digits(26).map((body) => {
  const table = "0946827135";
  let carry = 0;
  for (const d of body) carry = Number(table[(carry + Number(d)) % 10]);
  return body + String((10 - carry) % 10);
});

interface Law {
  readonly payload: fc.Arbitrary<object>;
  /** the payload's own values in the string */
  readonly parsed: (text: string, payload: never) => unknown;
  readonly expected: (payload: never) => unknown;
}
const law = <P extends object>(payload: fc.Arbitrary<P>, parsed: (text: string, p: P) => unknown, expected: (p: P) => unknown): Law => ({
  payload,
  parsed,
  expected,
});
const address = fc.record({
  name: words(70),
  street: maybe(words(70)),
  post_code: words(16),
  town: words(35),
  country: fc.constantFrom("CH", "LI", "DE"),
});
type Address = { name: string; street?: string | undefined; post_code: string; town: string; country: string };
const lines = (a: Address | undefined): readonly string[] =>
  a ? ["S", a.name, a.street ?? "", "", a.post_code, a.town, a.country] : ["", "", "", "", "", "", ""];
const fieldsOf = (p: object): object => Object.fromEntries(Object.entries(p).filter(([, v]) => v !== undefined));

const LAWS: Readonly<Record<string, Law>> = {
  epc: law(
    fc.record({ name: words(70), iban: ibanOf("DE", 22), cents: maybe(cents), reference: maybe(reference), information: maybe(words(70)) }),
    (text) => {
      const [a, b, c, d, bic = "", name, iban, euros = "", purpose = "", ref = "", free = "", information = ""] = text.split("\n");
      expect([a, b, c, d, bic, purpose, free, text.endsWith("\n")]).toEqual(["BCD", "002", "1", "SCT", "", "", "", false]);
      return [name, iban, euros, ref, information];
    },
    (p) => [p.name, p.iban, p.cents === undefined ? "" : `EUR${amount(p.cents)}`, p.reference ?? "", p.information ?? ""],
  ),
  swiss_qr: law(
    fc.record({
      tail: digits(12),
      creditor: address,
      debtor: maybe(address),
      cents: maybe(cents),
      currency: fc.constantFrom("CHF", "EUR"),
      qrr: maybe(qrr),
      message: maybe(words(140)),
    }),
    (text) => text.split("\n"),
    (p) => [
      ...["SPC", "0200", "1", swissIban(p), ...lines(p.creditor), "", "", "", "", "", "", "", p.cents === undefined ? "" : amount(p.cents)],
      ...[p.currency, ...lines(p.debtor), p.qrr === undefined ? "NON" : "QRR", p.qrr ?? "", p.message ?? "", "EPD"],
    ],
  ),
  spayd: law(
    fc.record({
      iban: ibanOf("CZ", 24),
      cents,
      message: maybe(words(60, "aě*+%: Z9")),
      due_date: maybe(day),
      variable_symbol: maybe(digits(1, 10)),
    }),
    (text) => {
      const [spd, version, ...parts] = text.split("*");
      expect([spd, version]).toEqual(["SPD", "1.0"]);
      return Object.fromEntries(
        parts.map((part) => [part.slice(0, part.indexOf(":")), decodeURIComponent(part.slice(part.indexOf(":") + 1))]),
      );
    },
    (p) =>
      fieldsOf({
        ACC: p.iban,
        AM: amount(p.cents % 999_999_999),
        MSG: p.message,
        DT: p.due_date?.replaceAll("-", ""),
        "X-VS": p.variable_symbol,
      }),
  ),
  upn: law(
    fc.record({ name: words(33, "abčšž Đ1"), purpose: words(42, "abčšž Đ1"), cents, iban: ibanOf("SI", 19), due_date: maybe(day) }),
    (text) => {
      const all = text.split("\n");
      expect([all.length, all[20], all[0]]).toEqual([21, "", "UPNQR"]);
      expect(Number(all[19])).toBe(text.length - 4);
      return [all[16], all[12], Number(all[8]), all[14], all[13]];
    },
    (p) => [p.name, p.purpose, p.cents, p.iban, p.due_date === undefined ? "" : p.due_date.split("-").reverse().join(".")],
  ),
  zatca: law(
    fc.record({ seller_name: words(60, "شركة abc 1"), cents, share: fc.integer({ min: 0, max: 100 }), vat: digits(13) }),
    (text) => {
      const bytes = Buffer.from(text, "base64");
      const values: string[] = [];
      for (let at = 0; at < bytes.length; at += 2 + bytes[at + 1]!) {
        expect(bytes[at]).toBe(values.length + 1);
        values.push(bytes.subarray(at + 2, at + 2 + bytes[at + 1]!).toString("utf8"));
      }
      return values;
    },
    (p) => [p.seller_name, `3${p.vat}3`, "2026-01-01T00:00:00Z", amount(p.cents), amount(Math.floor((p.cents * p.share) / 100))],
  ),
  ksef: law(
    fc.record({ nine: digits(9), day, hash: fc.uint8Array({ minLength: 32, maxLength: 32 }) }).filter(({ nine }) => nipOf(nine) !== null),
    (text) => {
      const { host, pathname } = new URL(text);
      const [, kind, nip, date, hash] = pathname.split("/");
      return [host, kind, nip, date!.split("-").reverse().join("-"), Buffer.from(hash!, "base64url").toString("hex")];
    },
    (p) => ["qr.ksef.mf.gov.pl", "invoice", nipOf(p.nine), p.day, Buffer.from(p.hash).toString("hex")],
  ),
  verifactu: law(
    fc.record({
      nif: fc.constantFrom("89890001K", "B12345678"),
      number: words(60, "AB/& =?#%+12"),
      day,
      cents: fc.integer({ min: -99_999_999, max: 99_999_999 }),
    }),
    (text) => {
      const query = new URL(text).searchParams;
      return [
        query.get("nif"),
        query.get("numserie"),
        query.get("fecha"),
        Number(query.get("importe")),
        /\.\d?0$/.test(query.get("importe")!),
      ];
    },
    (p) => [p.nif, p.number, p.day.split("-").reverse().join("-"), p.cents / 100 + 0, false],
  ),
  gs1_digital_link: law(
    fc.record({ gtin: digits(13), lot: fc.string({ unit: fc.constantFrom(..."AB12/%&+()_"), minLength: 1, maxLength: 20 }) }),
    (text) => new URL(text).pathname.split("/").slice(1).map(decodeURIComponent),
    (p) => ["01", gtinOf(p.gtin), "10", p.lot],
  ),
};

function swissIban({ tail, qrr: ref }: { readonly tail: string; readonly qrr?: string | undefined }): string {
  return mod97("CH", (ref === undefined ? "00700" : "31999") + tail);
}
function nipOf(nine: string): string | null {
  const sum = [6, 5, 7, 2, 3, 4, 5, 6, 7].reduce((s, w, i) => s + w * Number(nine[i]), 0) % 11;
  return sum === 10 ? null : nine + String(sum);
}
function gtinOf(body: string): string {
  const sum = [...body].reduce((s, d, i) => s + Number(d) * (i % 2 === 0 ? 3 : 1), 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** The payload that a law's values stand for. */
const MADE: Readonly<Record<string, (p: never) => object>> = {
  epc: ({ cents: c, ...p }: { cents?: number }) => ({ ...p, ...(c !== undefined && { amount: amount(c) }) }),
  swiss_qr: ({ cents: c, qrr: ref, tail, ...p }: { cents?: number; qrr?: string; tail: string }) => ({
    ...p,
    iban: swissIban({ tail, qrr: ref }),
    ...(c !== undefined && { amount: amount(c) }),
    ...(ref !== undefined && { reference: ref }),
  }),
  spayd: ({ cents: c, ...p }: { cents: number }) => ({ ...p, amount: amount(c % 999_999_999) }),
  upn: ({ name, iban, cents: c, ...p }: { name: string; iban: string; cents: number }) => ({
    ...p,
    recipient: { name, street: "a", town: "b" },
    recipient_iban: iban,
    purpose_code: "OTHR",
    amount: amount(c),
  }),
  zatca: ({ seller_name, vat, cents: c, share }: { seller_name: string; vat: string; cents: number; share: number }) => ({
    ...{ seller_name, vat_number: `3${vat}3`, timestamp: "2026-01-01T00:00:00Z", total: amount(c) },
    vat_total: amount(Math.floor((c * share) / 100)),
  }),
  ksef: ({ nine, day: d, hash }: { nine: string; day: string; hash: Uint8Array }) => ({
    ...{ code: "invoice", nip: nipOf(nine), issue_date: d },
    sha256: Buffer.from(hash).toString("hex"),
  }),
  verifactu: ({ nif, number, day: d, cents: c }: { nif: string; number: string; day: string; cents: number }) => ({
    ...{ nif, number, issue_date: d },
    total: `${c < 0 ? "-" : ""}${amount(Math.abs(c))}`,
  }),
  gs1_digital_link: ({ gtin, lot }: { gtin: string; lot: string }) => ({
    elements: `(01)${gtinOf(gtin)}(10)${lot.replace(/[()]/g, "\\$&")}`,
  }),
};
const made = (kind: string, values: object): object => ({ kind, ...fieldsOf(MADE[kind]!(fieldsOf(values) as never)) });

describe("there and back", () => {
  test.each(Object.entries(LAWS))("%s", (kind, { payload, parsed, expected }) => {
    fc.assert(
      fc.property(payload, (values) => {
        expect(parsed(encoded(made(kind, values)), values as never)).toEqual(expected(values as never));
      }),
      { seed, numRuns: runs(250) },
    );
  });
});

const element = { type: "barcode", layout: { left: 20, top: 20 }, width: 40, height: 40 };
/** The pages of pictures have room for a symbol alone. */
const WITHOUT_TEXT: ReadonlyMap<string, object> = new Map([
  ["ksef", { label: false }],
  ["verifactu", { caption: false }],
]);

describe("read from the printed page", () => {
  test.runIf(havePoppler).each(Object.entries(LAWS))("%s", async (kind, { payload }) => {
    const side = kind === "verifactu" ? 35 : 40;
    const payloads = fc.sample(payload, { numRuns: runs(3), seed }).map((values) => ({ ...made(kind, values), ...WITHOUT_TEXT.get(kind) }));
    const elements = payloads.map((p) => ({ ...element, layout: { left: 20, top: 2.5 }, width: side, height: side, payload: p }));
    for (const dpi of [203, 300, 600]) {
      const images = pictures(elements, dpi);
      for (const [i, p] of payloads.entries())
        expect([dpi, p, await read(images[i]!, 2, "Unknown")]).toEqual([dpi, p, [["QRCode", encoded(p)]]]);
    }
  });
});

const EPC = { kind: "epc", name: "Müller GmbH", iban: "DE89370400440532013000", amount: 12.3, text: "Rechnung 1" };
const opsOf = (el: object): unknown => JSON.stringify(collect(compileNow(page([{ ...element, alt: "", ...el }]), engine.world())));

describe("drawing", () => {
  test("is that of the string as content (MS-10)", () => {
    const spayd = { kind: "spayd", iban: "CZ5855000000001265098001", amount: 1, currency: "CZK" };
    expect(opsOf({ payload: spayd })).toBe(opsOf({ format: "qrcode", content: encoded(spayd), options: { error_correction: "M" } }));
    const link = { kind: "gs1_digital_link", elements: "(01)09506000134352" };
    expect(opsOf({ payload: link, format: "datamatrix" })).toBe(opsOf({ format: "datamatrix", content: encoded(link) }));
  });

  test.each([
    ["fr", "Code QR d’un virement SEPA: bénéficiaire Müller GmbH, montant 12,30 EUR, référence Rechnung 1"],
    ["de-AT", "QR-Code einer SEPA-Überweisung: Empfänger Müller GmbH, Betrag 12,30 EUR, Referenz Rechnung 1"],
    ["en", "QR code of a SEPA credit transfer: payee Müller GmbH, amount 12.30 EUR, reference Rechnung 1"],
    ["ja", "QR code of a SEPA credit transfer: payee Müller GmbH, amount 12.30 EUR, reference Rechnung 1"],
    ["it", "Codice QR di un bonifico SEPA: beneficiario Müller GmbH, importo 12,30 EUR, riferimento Rechnung 1"],
    ["es", "Código QR de una transferencia SEPA: beneficiario Müller GmbH, importe 12,30 EUR, referencia Rechnung 1"],
    ["nl", "QR-code van een SEPA-overschrijving: begunstigde Müller GmbH, bedrag 12,30 EUR, kenmerk Rechnung 1"],
    ["pl", "Kod QR przelewu SEPA: odbiorca Müller GmbH, kwota 12,30 EUR, numer referencyjny Rechnung 1"],
    ["cs", "QR kód platby SEPA: příjemce Müller GmbH, částka 12,30 EUR, reference Rechnung 1"],
    ["sl", "Koda QR plačila SEPA: prejemnik Müller GmbH, znesek 12,30 EUR, sklic Rechnung 1"],
  ])("is described in %s", async (language, alt) => {
    const request = page([{ ...element, payload: EPC }], { settings: { metadata: { language } } });
    expect(await textOf(engine, request, {}, { tags: true })).toContain(`alt=${JSON.stringify(alt)}`);
  });

  test("has the number of KSeF on one line, whatever the symbol's width (MS-21)", async () => {
    const number = "5265877635-20250826-0100001AF629-AF";
    const payload = { kind: "ksef", code: "invoice", nip: "5265877635", issue_date: "2026-02-01", sha256: "0".repeat(64) };
    for (const width of [25, 40]) {
      const request = page([{ ...element, width, height: width, payload: { ...payload, ksef_number: number } }]);
      expect((await textOf(engine, request, {}, {})).split("\n").map((line) => line.trim())).toContain(number);
    }
  });

  test.runIf(haveVera)("has a profile without alt", () => {
    const file = rendered(
      page([{ ...element, payload: EPC }], { settings: { profile: "pdfa-ua1", metadata: { title: "T", language: "de" } } }),
    );
    expect(faults([{ file, flavour: "ua1" }])).toEqual([]);
  });
});
