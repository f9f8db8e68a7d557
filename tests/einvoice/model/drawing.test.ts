import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { paymentCode } from "../../../compiler/einvoice/draw/epc.js";
import { render, renderEInvoice, type InvoiceModel } from "../../../runtime/index.js";
import { havePoppler, poppler } from "../../support/readers.js";
import { faults, haveVera } from "../../support/verapdf.js";
import { invoice, met } from "./invoice.js";

/* An invoice as data draws itself, or is held to by own pages (I32 to I35). */
const dir = mkdtempSync(path.join(tmpdir(), "platen-drawing-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
let n = 0;
const file = (pdf: Uint8Array): string => {
  const to = path.join(dir, `${n++}.pdf`);
  writeFileSync(to, pdf);
  return to;
};
type Request = Parameters<typeof renderEInvoice>[0];
const request = (
  model: InvoiceModel,
  drawing?: object,
  more: { readonly settings?: object; readonly pages?: readonly object[] } = {},
): Request =>
  ({
    ...more,
    settings: {
      ...more.settings,
      e_invoice: { standard: "xrechnung", profile: "xrechnung", document_type: "invoice", invoice: model, ...(drawing && { drawing }) },
    },
  }) as Request;
const drawn = async (...of: Parameters<typeof request>): Promise<string> =>
  poppler(file((await renderEInvoice(request(...of))).pdf), "-layout").replace(/\s+/g, " ");
const refusal = (given: Request): Promise<string> =>
  renderEInvoice(given).then(
    () => "made",
    (e: { code: string; message: string }) => `${e.code} ${e.message}`,
  );

describe.skipIf(!havePoppler)("the built-in template", () => {
  const model = invoice({
    project_reference: "PRJ-4711",
    notes: [{ text: "Danke {page}" }],
    payment_terms: "Zahlbar sofort.",
    allowances: [{ amount: 20, vat_category_code: "S", vat_rate: 19, reason: "Treuerabatt" }],
  });
  test("shows every term of the core, in the language's form", async () => {
    const text = await drawn(model, { language: "de" });
    for (const found of [
      "Rechnung 2026-042",
      "26.11.2026",
      "26.12.2026",
      "Stadt Kiel",
      "Rathausplatz 1",
      "24103 Kiel",
      "PRJ-4711",
      "Danke {page}",
      "Zahlbar sofort.",
      "Treuerabatt",
      "149,90",
      "689,84 EUR",
      "DE123456789",
      "jana@holm.example",
      "DE89370400440532013000",
      "Stunde",
    ])
      expect(text).toContain(found);
    expect(text).not.toContain("urn:");
  });
  test("does not break within numbers", async () => {
    const big = { ...invoice().lines![0]!, quantity: "1234.5", price: { net: "1234567.891" } };
    const text = await drawn(invoice({ lines: [big] }), { language: "de" });
    expect(text).toContain("1.234,5 Stück 1.234.567,891 19 % 1.524.074.061,44");
    expect(text).toContain("1.813.648.133,11 EUR");
  });
  test.each([
    ["en", {}, "Invoice 2026-042"],
    ["that of the metadata", { settings: { metadata: { language: "fr-CA" } } }, "Facture 2026-042"],
    ["another", { settings: { metadata: { language: "ja" } } }, "Invoice 2026-042"],
  ])("is in %s by default", async (_, more, title) => expect(await drawn(model, undefined, more)).toContain(title));
});

test.skipIf(!haveVera)("the drawing is PDF/A-3b, and PDF/UA-1 with accessibility", async () => {
  const { pdf } = await renderEInvoice(request(invoice(), { color: "#b5e3a1" }, { settings: { accessibility: "ua1" } }));
  const made = file(pdf);
  expect(faults(["3b", "ua1"].map((flavour) => ({ flavour, file: made })))).toEqual([]);
});

test.each([
  ["settings.profile", { profile: "pdfa-4f" }],
  ["settings.profile", { profile: "pdfa-ua2" }],
  ["settings.accessibility", { accessibility: "ua2" }],
  ["settings.accessibility", { accessibility: "ua2", profile: "pdfa-3b" }],
  ["settings.attachments", { attachments: [{ name: "a", media_type: "text/csv", source: { kind: "base64", payload: "YQ==" } }] }],
])("an e-invoice has no PDF/UA-2, PDF/A-4f or attachments: API-002 at %s (AX-8, AX-11)", async (place, settings) => {
  expect(await refusal(request(invoice(), {}, { settings }))).toMatch(new RegExp(`^API-002 ${place.replace(".", "\\.")}: `));
});

describe("payment code (I33)", () => {
  const model = {
    invoice_number: "R 1",
    invoice_currency_code: "EUR",
    seller: { name: "Holm" },
    totals: { amount_due_for_payment: "10.5" },
    payment_instructions: {
      payment_means_type_code: "58",
      credit_transfers: [{ payment_account_identifier: "DE89 3704 0044 0532 0130 00" }],
    },
  };
  test("is EPC069-12 version 002", () =>
    expect(paymentCode(model)).toBe("BCD\n002\n1\nSCT\n\nHolm\nDE89370400440532013000\nEUR10.50\n\n\nR 1"));
  test.each<[string, object]>([
    ["another currency", { invoice_currency_code: "USD" }],
    ["another means", { payment_instructions: { ...model.payment_instructions, payment_means_type_code: "59" } }],
    ["two accounts", { payment_instructions: { ...model.payment_instructions, credit_transfers: [{}, {}] } }],
    [
      "no IBAN",
      {
        payment_instructions: {
          ...model.payment_instructions,
          credit_transfers: [{ payment_account_identifier: "DE88370400440532013000" }],
        },
      },
    ],
    ...["81", "261", "381", "532"].map((code): [string, object] => [`credit note ${code}`, { invoice_type_code: code }]),
    ["nothing due", { totals: { amount_due_for_payment: "0.00" } }],
    ["too much", { totals: { amount_due_for_payment: "1000000000" } }],
  ])("none for %s", (_, more) => expect(paymentCode({ ...model, ...more } as never)).toBeNull());
});

describe("lines of a payment code", () => {
  const model = invoice({ totals: { amount_due_for_payment: "10.00" } });
  const linesOf = (more: InvoiceModel): readonly string[] => paymentCode({ ...model, ...more } as never)!.split("\n");
  const paidWith = (remittance: string): InvoiceModel => ({
    payment_instructions: { ...model.payment_instructions, remittance_information: remittance },
  });
  test.each(["RF18539007547034", "RF18 5390 0754 7034", "rf18539007547034"])("%s is structured", (reference) => {
    const lines = linesOf(paidWith(reference));
    expect(lines[9]).toBe("RF18539007547034");
    expect(lines[10]).toBeUndefined();
  });
  test.each(["RF19539007547034", "RF18 5390 0754 7034 and more", "RF18"])("%s is text", (reference) => {
    const lines = linesOf(paidWith(reference));
    expect(lines.slice(9)).toEqual(["", reference]);
  });
  test("a name has 70 characters", () => {
    const name = met("07-name-over-70-no-pay-code").seller!.name!;
    expect(linesOf({ seller: { name } })[5]).toBe(name.slice(0, 70).trimEnd());
    expect(linesOf({ seller: { name: "𝔘".repeat(71) } })[5]).toBe("𝔘".repeat(70));
    expect(linesOf({ seller: { name: `${"x".repeat(69)} y` } })[5]).toBe("x".repeat(69));
  });
  test.skipIf(!havePoppler)("a credit note has no code and nothing due", async () => {
    const credit = met("02-credit-note-has-pay-code");
    expect(paymentCode({ ...credit, totals: { amount_due_for_payment: "10.00" } } as never)).toBeNull();
    const french = { standard: "factur_x", profile: "en16931", document_type: "invoice", drawing: { language: "fr" } };
    const settings = { e_invoice: { ...french, invoice: credit, validation: { level: "basic" } } };
    const text = poppler(file((await renderEInvoice({ settings } as Request)).pdf));
    expect(text).toContain("Montant de l’avoir");
    expect(text).not.toMatch(/Montant à payer|Scannez/);
  });
});

describe("own pages (I35)", () => {
  const page = (content: string): object => ({ size: "a6", elements: [{ type: "text", layout: { left: 5, top: 5 }, content }] });
  const stageOf = async (pages: readonly object[]): Promise<readonly string[]> => {
    const { report } = await renderEInvoice(request(invoice(), undefined, { pages }));
    const stage = report!.stages.find((s) => s.name === "drawing.total")!;
    return stage.findings.map((f) => `${f.severity} ${f.rule}`);
  };
  const rules = (content: string): Promise<readonly string[]> => stageOf([page(content)]);
  test.each(["713.64", "713,64 EUR", "EUR 713.64", "2 713,64", "٧١٣٫٦٤"])("with the total as %s", async (text) =>
    expect(await rules(text)).toEqual([]),
  );
  test.each(["Hello", "7713.64", "1.713,64", "713.641", "713.65", "71364"])("without it: %s", async (text) =>
    expect(await rules(text)).toEqual(["warning DRAWING-TOTAL"]),
  );
  test("may have it on an imported page, but not in a letterhead", async () => {
    const { pdf } = await render({ pages: [{ size: "a6", elements: [] }] });
    const source = { kind: "base64", format: "pdf", payload: Buffer.from(pdf).toString("base64") };
    const letterhead = { type: "image", layout: { left: 0, top: 0 }, width: 105, height: 148, source };
    expect(await stageOf([{ import: { source } }])).toEqual([]);
    expect(await stageOf([{ size: "a6", elements: [letterhead] }])).toEqual(["warning DRAWING-TOTAL"]);
  });
  test("are refused where warnings are", async () => {
    const given = request(invoice(), undefined, { pages: [page("Hello")] });
    const { e_invoice } = (given as { readonly settings: { readonly e_invoice: object } }).settings;
    const strict = {
      ...given,
      settings: { e_invoice: { ...e_invoice, validation: { level: "strict", fail_on_warnings: true } } },
    } as Request;
    expect(await refusal(strict)).toContain("API-002 settings.e_invoice.invoice.totals.total_amount_with_vat: DRAWING-TOTAL");
  });
});

describe("refused (I32)", () => {
  const path = "settings.e_invoice.drawing";
  const pages = { pages: [{ size: "a6", elements: [] }] };
  test.each<[string, object, object, string]>([
    ["beside pages", {}, pages, `API-002 ${path}: the request has its own document`],
    ["another language", { language: "da" }, {}, `API-001 ${path}.language: `],
    ["another colour", { color: "red" }, {}, `API-002 ${path}.color: must be a colour as #rrggbb`],
    ["a template with a logo", { template: "x", logo: { kind: "asset", key: "l" } }, {}, `API-002 ${path}.logo: the template has its own`],
    ["a template with a colour", { template: "x", color: "#000000" }, {}, `API-002 ${path}.color: the template has its own`],
    ["a template without a store", { template: "x" }, {}, `API-002 ${path}.template: templates are kept by the service`],
    ["a logo that is not there", { logo: { kind: "asset", key: "none" } }, {}, `${path}.logo: `],
    ["another field", { colour: "#000000" }, {}, `API-001 ${path}.colour: `],
  ])("%s", async (_, drawing, more, message) => expect(await refusal(request(invoice(), drawing, more))).toContain(message));
  test("a look, since a drawing has its own design (SW-44)", async () => {
    const given = request(invoice(), undefined, {}) as { readonly settings: object };
    const looks = { ...given, settings: { ...given.settings, look: "modern" } } as unknown as Request;
    expect(await refusal(looks)).toContain("API-002 settings.look: a drawn invoice has its own design");
  });
  test("XML without pages, and with a drawing", async () => {
    const e_invoice = { standard: "xrechnung", profile: "xrechnung", document_type: "invoice", xml: { format: "cii", content: "<a/>" } };
    expect(await refusal({ settings: { e_invoice } } as never)).toContain("API-001 ");
    const both = { settings: { e_invoice: { ...e_invoice, drawing: {} } }, ...pages } as never;
    expect(await refusal(both)).toContain(`API-002 ${path}: an invoice sent as XML is not drawn`);
  });
});
