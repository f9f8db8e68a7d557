import { describe, expect, test } from "vitest";
import { CONTRACT_LIMITS } from "../../../compiler/core/limits.js";
import { readEInvoice } from "../../../compiler/einvoice/request/read.js";
import { localeFiles } from "../../../runtime/engine/locales.js";

/* Symbols of payment from the terms of an invoice (MS-33 to MS-35). */
interface Party {
  readonly name: string;
  readonly address: readonly [street: string, code: string, city: string, country: string];
  readonly vat?: string;
}
interface Given {
  readonly code?: string;
  readonly language?: string;
  readonly seller?: Party;
  readonly buyer?: Party;
  readonly currency?: string;
  readonly iban?: string;
  readonly remittance?: string;
  readonly number?: string;
  readonly amount?: number;
  readonly means?: string;
  readonly type?: string;
  readonly payee?: string;
}

const SWISS: Party = { name: "Robert Schneider AG", address: ["Rue du Lac 1268", "2501", "Biel", "CH"], vat: "CHE123456789" };
const CZECH: Party = { name: "Svitava s.r.o.", address: ["Husova 5", "60200", "Brno", "CZ"], vat: "CZ12345678" };
const SLOVENE: Party = { name: "Kranjska d.o.o.", address: ["Glavni trg 4", "4000", "Kranj", "SI"], vat: "SI12345678" };
const BUYER: Party = { name: "Pia Rutschmann", address: ["Marktgasse 28", "9400", "Rorschach", "CH"] };
const partyOf = ({ name, vat, address: [line_1, post_code, city, country_code] }: Party): object => ({
  name,
  ...(vat !== undefined && { vat_identifier: vat }),
  postal_address: { line_1, ...(post_code !== "" && { post_code }), city, country_code },
});

function read({ code, language = "de", ...given }: Given): ReturnType<typeof readEInvoice> {
  const { seller = SWISS, buyer = BUYER, currency = "CHF", iban = "CH58 0079 1123 0008 8901 2" } = given;
  const { number = "RE-2026-7", amount = 1949.75, means = "30", type = "380", remittance, payee } = given;
  const invoice = {
    invoice_number: number,
    invoice_issue_date: "2026-11-24",
    invoice_type_code: type,
    invoice_currency_code: currency,
    payment_due_date: "2026-12-24",
    seller: partyOf(seller),
    buyer: partyOf(buyer),
    ...(payee !== undefined && { payee: { name: payee } }),
    payment_instructions: {
      payment_means_type_code: means,
      ...(remittance !== undefined && { remittance_information: remittance }),
      credit_transfers: [{ payment_account_identifier: iban }],
    },
    lines: [
      {
        identifier: "1",
        quantity: 1,
        unit_code: "C62",
        price: { net: amount },
        vat: { category_code: "Z", rate: 0 },
        item: { name: "Rat" },
      },
    ],
  };
  const drawing = code === undefined ? {} : { payment_code: code };
  const settings = {
    standard: "factur_x",
    profile: "en16931",
    document_type: "invoice",
    drawing,
    invoice,
  };
  return readEInvoice({ settings: { metadata: { language }, e_invoice: settings } }, {}, { limits: CONTRACT_LIMITS, locales: localeFiles });
}

/** Payment slips and barcodes of the drawing. */
function symbols(given: Given): readonly Record<string, unknown>[] {
  const made = read(given);
  if ("problems" in made) throw new Error(made.problems[0]!.reason);
  const found: Record<string, unknown>[] = [];
  JSON.stringify(made.request, (_, value: unknown) => {
    const type = (value as { readonly type?: unknown } | null)?.type;
    if (type === "payment_slip" || type === "barcode") found.push(value as Record<string, unknown>);
    return value;
  });
  return found;
}

function refusal(given: Given): string {
  const made = read(given);
  const [problem] = "problems" in made ? made.problems : [];
  return problem ? `${problem.code} ${problem.reason}` : "none";
}

describe("an invoice from Switzerland", () => {
  test("has the slip, with what the terms say", () => {
    const remittance = "21 00000 00003 13947 14300 09017";
    expect(symbols({ code: "swiss_qr", iban: "CH44 3199 9123 0008 8901 2", remittance })).toEqual([
      {
        type: "payment_slip",
        language: "de",
        payload: {
          kind: "swiss_qr",
          iban: "CH4431999123000889012",
          creditor: { name: "Robert Schneider AG", street: "Rue du Lac 1268", post_code: "2501", town: "Biel", country: "CH" },
          debtor: { name: "Pia Rutschmann", street: "Marktgasse 28", post_code: "9400", town: "Rorschach", country: "CH" },
          amount: "1949.75",
          currency: "CHF",
          reference: "210000000003139471430009017",
          message: "RE-2026-7",
        },
      },
    ]);
  });

  test.each([
    [{ remittance: "Danke" }, { message: "Danke" }],
    [{ remittance: "RF18 5390 0754 7034" }, { reference: "RF18539007547034", message: "RE-2026-7" }],
    [{ means: "31" }, { message: "RE-2026-7" }],
    [{ means: "58", currency: "EUR" }, { currency: "EUR" }],
  ])("%j", (given, payload) => {
    expect(symbols({ code: "swiss_qr", ...given })[0]!["payload"]).toMatchObject(payload);
  });

  test.each([
    ["fr", "fr"],
    ["pl", "en"],
  ])("drawn in %s has the slip in %s", (language, slip) => {
    expect(symbols({ code: "auto", language })[0]).toMatchObject({ type: "payment_slip", language: slip });
  });

  test.each([
    ["BT-84", { iban: "DE89370400440532013000" }],
    ["BT-83", { iban: "CH4431999123000889012" }],
    ["BT-81", { means: "57" }],
    ["BT-5", { currency: "USD" }],
    ["BT-53", { buyer: { ...BUYER, address: ["", "", "Rorschach", "CH"] } }],
    ["BT-50", { buyer: { ...BUYER, address: ["x".repeat(71), "9400", "Rorschach", "CH"] } }],
    ["BT-44", { buyer: { ...BUYER, name: "x".repeat(71) } }],
    ["BT-3", { type: "381" }],
  ] as readonly (readonly [string, Given])[])("lacks %s", (term, given) => {
    expect(refusal({ code: "swiss_qr", ...given })).toMatch(new RegExp(`^API-002 the invoice lacks a term for .*swiss_qr.*: ${term} `));
    expect(symbols({ code: "auto", ...given }).filter(({ type }) => type === "payment_slip")).toEqual([]);
  });
});

test("an invoice from the Czech Republic has SPAYD, one from Slovenia UPN", () => {
  const czech = { seller: CZECH, iban: "CZ6508000000192000145399", currency: "CZK", number: "F2026/0012" };
  expect(symbols({ code: "auto", ...czech })).toMatchObject([
    {
      type: "barcode",
      payload: { kind: "spayd", amount: "1949.75", variable_symbol: "20260012", due_date: "2026-12-24", message: "F2026/0012" },
    },
  ]);
  const slovene = { seller: SLOVENE, iban: "SI56191000000123438", currency: "EUR", payee: "Zbirka d.d." };
  expect(symbols({ code: "upn", ...slovene })).toMatchObject([
    {
      type: "barcode",
      payload: { kind: "upn", recipient: { name: "Zbirka d.d.", street: "Glavni trg 4", town: "4000 Kranj" }, recipient_reference: "SI99" },
    },
  ]);
  expect(refusal({ code: "upn", ...slovene, currency: "CHF" })).toContain("BT-5");
  for (const [remittance, reference] of [
    ["RF45 SBO2 010", "RF45SBO2010"],
    ["Sirup, november", "SI99"],
  ] as const)
    expect(symbols({ code: "upn", ...slovene, remittance })).toMatchObject([{ payload: { recipient_reference: reference } }]);
  expect(refusal({ code: "upn", ...slovene, remittance: "RF46SBO2010" })).toContain("BT-83");
});

test("others have an EPC code or none; the default is as before", () => {
  const euro = { currency: "EUR", iban: "DE89370400440532013000" };
  expect(symbols({ code: "auto", ...euro })).toMatchObject([{ type: "barcode", content: expect.stringContaining("BCD") as string }]);
  expect(symbols(euro)).toEqual(symbols({ code: "epc", ...euro }));
  expect(symbols({ code: "none", ...euro })).toEqual([]);
  expect(symbols({})).toEqual([]);
});
