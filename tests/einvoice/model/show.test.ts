import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readEInvoice, render, showEInvoice, writeEInvoice, type InvoiceModel, type ShowOptions } from "../../../runtime/index.js";
import { havePoppler, poppler } from "../../support/readers.js";
import { faults, haveVera } from "../../support/verapdf.js";
import { invoice } from "./invoice.js";

/* Every term once, with label and number (I36); PDF/UA-1 and PDF/A (I37). */
const dir = mkdtempSync(path.join(tmpdir(), "platen-show-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const file = (name: string, pdf: Uint8Array): string => {
  const to = path.join(dir, `${name}.pdf`);
  writeFileSync(to, pdf);
  return to;
};
const textOfPdf = (pdf: Uint8Array): string => poppler(file(`text-${n++}`, pdf), "-layout").replace(/\s+/g, " ");
let n = 0;
const show = async (given: string | InvoiceModel, o: ShowOptions = {}): Promise<string> => textOfPdf((await showEInvoice(given, o)).pdf);
const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => "made",
    (e: { code: string; message: string }) => `${e.code} ${e.message}`,
  );

const OWN = invoice({
  notes: [{ text: "Bemerkung {page} 77" }],
  project_reference: "PRJ-4711",
  additional_supporting_documents: [
    { reference: "REF-1", attached_document: { content: "aGVsbG8=", mime_code: "text/csv", filename: "hours.csv" } },
  ],
});

describe.skipIf(!havePoppler)("the document", () => {
  test.each([
    ["81", "Gutschrift"],
    ["458", "Gutschrift"],
    ["380", "Rechnung"],
    ["325", "Rechnung"],
  ])("has the word of the kind of document for type code %s", async (invoice_type_code, word) =>
    expect(await show(invoice({ invoice_type_code }), { language: "de" })).toMatch(new RegExp(`^${word} `)),
  );
  test("names characters that no font has", async () => {
    const text = await show(invoice({ project_reference: "a\u0096b\ue000c\ufdd0d\u{10ffff}e" }));
    expect(text).toContain("a[U+0096]b[U+E000]c[U+FDD0]d[U+10FFFF]e");
  });
  test("has each value once, with the number of its term, and words for codes", async () => {
    const text = await show(OWN, { language: "de" });
    for (const value of [
      "2026-042",
      "Bemerkung {page} 77",
      "PRJ-4711",
      "Tischlerei Holm GmbH",
      "DE123456789",
      "449,70 (449.70)",
      "hours.csv",
      "5 Byte",
    ])
      expect(text.split(value).length - 1, value).toBe(1);
    for (const found of [
      /BT-1\s+2026-042/,
      /BT-3\s+380 \(Rechnung\)/,
      /C62 \(Stück\)/,
      /Rechnungsposition 2 \(BG-25\)/,
      /S \(Normalsatz\)/,
    ])
      expect(text).toMatch(found);
    expect(text).not.toContain("aGVsbG8=");
  });
  test.each([
    ["fr", "Numéro de facture", "Nom du vendeur"],
    ["es", "Número de factura", "Nombre del vendedor"],
    ["it", "Numero della fattura", "Nome del venditore"],
    ["nl", "Factuurnummer", "Naam van de verkoper"],
    ["pl", "Numer faktury", "Nazwa sprzedawcy"],
    ["en", "Invoice number", "Seller name"],
  ] as const)("has labels in %s", async (language, ...labels) => {
    const text = await show(OWN, { language });
    for (const label of labels) expect(text).toContain(label);
  });
  test("has what no term takes, with its place", async () => {
    const { xml } = await writeEInvoice(invoice(), { syntax: "ubl", profile: "xrechnung" });
    const { pdf, left_out } = await showEInvoice(xml.replace("</cac:Contact>", "<cbc:Note>of the person 99</cbc:Note></cac:Contact>"));
    expect(left_out.map((l) => l.value)).toEqual(["of the person 99"]);
    expect(textOfPdf(pdf)).toContain("of the person 99");
  });
  test("has amounts, quantities and dates in the language's form, and beside it the file's text where it differs (SW-42)", async () => {
    const line = { ...invoice().lines![0]!, quantity: "1234567.1234567", price: { net: "-1234.5" }, identifier: "1234.50" };
    const model = invoice({ lines: [line, { ...invoice().lines![1]!, quantity: "5" }], totals: { paid_amount: "0.10" } });
    const german = await show(model, { language: "de" });
    for (const found of [
      "1.234.567,1234567 (1234567.1234567)",
      "-1.234,5 (-1234.5)",
      "26.11.2026 (2026-11-26)",
      "BT-126 1234.50 ",
      "BT-113 0,10 (0.10)",
      "BT-129 5 ",
    ])
      expect(german).toContain(found);
    const english = await show(model, { language: "en" });
    for (const found of ["1,234,567.1234567 (1234567.1234567)", "BT-113 0.10 ", "Nov 26, 2026 (2026-11-26)"])
      expect(english).toContain(found);
    expect(english).not.toContain("0.10 (0.10)");
    expect(await show(invoice({ lines: [line] }), { language: "pl" })).toContain("-1234,5 (-1234.5)");
    expect(await show(invoice({ lines: [line] }), { language: "fr" })).toMatch(/-1\s234,5 \(-1234\.5\)/);
  });
  test("is made of any model, also of an empty one", async () => {
    expect(await show({})).toContain("Invoice");
    expect(await show({ seller: { name: "Only a name" } })).toContain("Only a name");
  });
});

describe.skipIf(!haveVera)("veraPDF", () => {
  test("passes PDF/UA-1, and PDF/A-3b with the XML inside, from which the same terms are read", async () => {
    const { xml } = await writeEInvoice(OWN, { syntax: "ubl", profile: "xrechnung" });
    const asked: { flavour: string; file: string }[] = [];
    const model = await showEInvoice(OWN, { language: "de", attach: true });
    const ubl = await showEInvoice(xml, { language: "pl", attach: true });
    for (const [name, { pdf }] of Object.entries({ model, ubl }))
      for (const flavour of ["3b", "ua1"]) asked.push({ flavour, file: file(name, pdf) });
    const flat = await showEInvoice(xml);
    for (const flavour of ["2u", "ua1"]) asked.push({ flavour, file: file("plain", flat.pdf) });
    const page = { size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Hello" }] } as const;
    for (const profile of ["pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfa-3u"] as const) {
      const made = await render({
        settings: { profile, accessibility: "ua1", metadata: { title: "T", language: "en" } },
        pages: [{ ...page, elements: [...page.elements] }],
      });
      for (const flavour of [profile.slice(5), "ua1"]) asked.push({ flavour, file: file(profile, made.pdf) });
    }
    expect(faults(asked)).toEqual([]);
    const { invoice: read } = await readEInvoice(model.pdf);
    expect(read.lines).toHaveLength(2);
  });
});

describe("refused", () => {
  const page = { pages: [{ size: "a6", elements: [] }] };
  const settings = (more: object): Promise<string> => refusal(render({ settings: more, ...page } as never));
  test.each<[string, object, string]>([
    ["without a profile", { accessibility: "ua1" }, "API-002 settings.accessibility: must be beside one of the profiles pdfa-2b"],
    ["beside pdfa-1b", { accessibility: "ua1", profile: "pdfa-1b" }, "API-002 settings.accessibility: must be beside"],
    ["beside pdfa-4", { accessibility: "ua1", profile: "pdfa-4" }, "API-002 settings.accessibility: must be beside"],
    ["beside pdfa-ua1", { accessibility: "ua1", profile: "pdfa-ua1" }, "API-002 settings.accessibility: pdfa-ua1 is PDF/UA-1 already"],
    [
      "ua2 beside pdfa-2b",
      { accessibility: "ua2", profile: "pdfa-2b" },
      "API-002 settings.accessibility: must be beside one of the profiles pdfa-4",
    ],
    ["another word", { accessibility: "ua3", profile: "pdfa-2b" }, "API-001 settings.accessibility: "],
  ])("accessibility %s", async (_, given, message) => expect(await settings(given)).toContain(message));
  test("a picture without alt, at its path", async () => {
    const source = {
      kind: "base64",
      format: "png",
      payload: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==",
    };
    const request = {
      settings: { profile: "pdfa-3b", accessibility: "ua1", metadata: { title: "T" } },
      pages: [{ size: "a6", elements: [{ type: "image", layout: { left: 5, top: 5 }, width: 5, height: 5, source }] }],
    };
    expect(await refusal(render(request as never))).toContain("API-502 pages[0].elements[0]");
  });
  test("what is no invoice, another language, and terms without a place", async () => {
    expect(await refusal(showEInvoice("<a/>"))).toContain("API-002 must be an invoice in CII or UBL");
    await expect(showEInvoice(invoice(), { language: "xx" as "de" })).rejects.toThrow("language: must be one of");
    expect(await refusal(showEInvoice({ sellr: {} } as never))).toContain("API-001 sellr: ");
  });
});
