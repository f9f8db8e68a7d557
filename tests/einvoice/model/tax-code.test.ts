import { expect, test } from "vitest";
import { CONTRACT_LIMITS } from "../../../compiler/core/limits.js";
import { encodedAlone } from "../../../compiler/barcode/payload/payload.js";
import { pathOf } from "../../../compiler/core/src.js";
import { readEInvoice } from "../../../compiler/einvoice/request/read.js";
import type { TaxPayload } from "../../../compiler/einvoice/draw/tax.js";
import { localeFiles } from "../../../runtime/engine/locales.js";

/* Tax symbols of drawn invoices (MS-36). */
interface Given {
  readonly tax: object;
  readonly vat?: string;
  readonly drawing?: object;
  readonly more?: object;
}

const party = (name: string, country_code: string, vat?: string): object => ({
  name,
  ...(vat !== undefined && { vat_identifier: vat }),
  postal_address: { line_1: "Street 1", city: "Town", post_code: "10000", country_code },
});

function read({ tax, vat = "ESB12345678", drawing = {}, more = {} }: Given): ReturnType<typeof readEInvoice> {
  const invoice = {
    invoice_number: "A/7",
    invoice_issue_date: "2026-11-24",
    invoice_type_code: "380",
    invoice_currency_code: "EUR",
    payment_due_date: "2026-12-24",
    seller: party("Seller", vat.slice(0, 2), vat),
    buyer: party("Buyer", "DE"),
    payment_instructions: { payment_means_type_code: "10" },
    lines: [
      {
        identifier: "1",
        quantity: 1,
        unit_code: "C62",
        price: { net: "200.00" },
        vat: { category_code: "S", rate: 20.7 },
        item: { name: "Paper" },
      },
    ],
  };
  const settings = { standard: "factur_x", profile: "en16931", document_type: "invoice", drawing: { tax_code: tax, ...drawing }, invoice };
  const request = { settings: { metadata: { language: "en" }, e_invoice: settings }, ...more };
  return readEInvoice(request, {}, { limits: CONTRACT_LIMITS, locales: localeFiles });
}

/** Texts of the symbols, in reading order, and whether the letterhead follows the first. */
function symbols(given: Given): readonly string[] {
  const made = read(given);
  if ("problems" in made) throw new Error(made.problems[0]!.reason);
  const texts: string[] = [];
  JSON.stringify(made.request, (_, value: unknown) => {
    const { type, payload } = (value ?? {}) as { readonly type?: unknown; readonly payload?: TaxPayload };
    if (type === "barcode" && payload) texts.push(encodedAlone(payload).text);
    return value;
  });
  return texts;
}

function refusal(given: Given): string {
  const made = read(given);
  const [problem] = "problems" in made ? made.problems : [];
  return problem ? `${pathOf(problem.src)}: ${problem.reason}` : "none";
}

const HASH = "ab".repeat(32);
const BASE64URL = Buffer.from(HASH, "hex").toString("base64url");

test("verifactu: NIF without ES, number, date and total, before all else", () => {
  const expected =
    "https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQRNoVerifactu?nif=B12345678&numserie=A%2F7&fecha=24-11-2026&importe=241.4";
  expect(symbols({ tax: { kind: "verifactu", mode: "no_verifactu", environment: "test" } })).toEqual([expected]);
});

test("ksef: a symbol, and a second with a certificate", () => {
  const first = `https://qr.ksef.mf.gov.pl/invoice/5260250274/24-11-2026/${BASE64URL}`;
  expect(symbols({ vat: "PL5260250274", tax: { kind: "ksef", sha256: HASH } })).toEqual([first]);
  const certificate = { certificate_serial: "0123ABCD", signature: "QUJDRA==" };
  expect(symbols({ vat: "PL5260250274", tax: { kind: "ksef", sha256: HASH, certificate } })).toEqual([
    first,
    `https://qr.ksef.mf.gov.pl/certificate/Nip/5260250274/5260250274/0123ABCD/${BASE64URL}/QUJDRA`,
  ]);
});

test("zatca: seller, VAT number, midnight or the time that is given, totals", () => {
  const fields = (text: string): readonly string[] => {
    const bytes = Buffer.from(text, "base64");
    const out: string[] = [];
    for (let i = 0; i < bytes.length; i += 2 + bytes[i + 1]!) out.push(bytes.toString("utf8", i + 2, i + 2 + bytes[i + 1]!));
    return out;
  };
  const [midnight] = symbols({ vat: "SA312345678912343", tax: { kind: "zatca" } });
  expect(fields(midnight!)).toEqual(["Seller", "312345678912343", "2026-11-24T00:00:00", "241.40", "41.40"]);
  const [given] = symbols({ vat: "SA312345678912343", tax: { kind: "zatca", timestamp: "2026-11-24T14:20:00Z" } });
  expect(fields(given!)[2]).toBe("2026-11-24T14:20:00Z");
});

test("none without the field, and never for another's asking", () => {
  expect(symbols({ tax: undefined as unknown as object })).toEqual([]);
  expect(symbols({ tax: undefined as unknown as object, vat: "PL5260250274" })).toEqual([]);
});

test("a term that lacks is named, a field of the symbol has its place", () => {
  const tax = "settings.e_invoice.drawing.tax_code";
  expect(refusal({ vat: "DE123456789", tax: { kind: "ksef", sha256: HASH } })).toMatch(
    /^settings\.e_invoice\.drawing\.tax_code: the invoice lacks a term for .*"ksef".*: BT-31 \(seller VAT identifier\): /,
  );
  expect(refusal({ vat: "PL5260250274", tax: { kind: "ksef", sha256: "short" } })).toMatch(
    /^settings\.e_invoice\.drawing\.tax_code\.sha256: /,
  );
  const certificate = { certificate_serial: "no hex", signature: "QUJDRA==" };
  expect(refusal({ vat: "PL5260250274", tax: { kind: "ksef", sha256: HASH, certificate } })).toMatch(
    /^settings\.e_invoice\.drawing\.tax_code\.certificate\.certificate_serial: /,
  );
  expect(refusal({ vat: "SA312345678912343", tax: { kind: "zatca", timestamp: "today" } })).toMatch(
    /^settings\.e_invoice\.drawing\.tax_code\.timestamp: /,
  );
  expect(refusal({ tax: { kind: "verifactu" }, drawing: { template: "mine" } })).toMatch(
    new RegExp(`^${tax.replaceAll(".", "\\.")}: the template has its own`),
  );
  expect(refusal({ tax: { kind: "verifactu" }, more: { pages: [{ size: "a4", elements: [] }] } })).toMatch(
    /^settings\.e_invoice\.drawing: /,
  );
});
