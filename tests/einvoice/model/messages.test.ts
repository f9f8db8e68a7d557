import { describe, expect, test } from "vitest";
import { showEInvoice, writeEInvoice, type InvoiceModel, type WriteEInvoiceOptions } from "../../../runtime/index.js";
import { invoice } from "./invoice.js";

/* Faults of an invoice as data are told at the term that has them (I2, I12, I21, I25). */
const told = (model: InvoiceModel, options: Partial<WriteEInvoiceOptions> = {}): Promise<string> =>
  writeEInvoice(model, { syntax: "ubl", profile: "xrechnung", ...options }).then(
    ({ warnings }) => ["written", ...warnings.map((w) => `${w.rule} ${w.message}`)].join("; "),
    (e: { code?: string; message: string }) => `${e.code ?? "TypeError"} ${e.message}`,
  );
const line = (more: object): InvoiceModel => ({ lines: [{ ...invoice().lines![0]!, ...more }] });

describe("a term whose element is absent", () => {
  const { quantity: _quantity, ...unit } = invoice().lines![0]!;
  test.each<[string, InvoiceModel, "ubl" | "cii", string]>([
    ["a unit without a quantity", { lines: [unit] }, "ubl", "lines[0].unit_code: BT-130 has no place without BT-129"],
    ["the same in CII", { lines: [unit] }, "cii", "lines[0].unit_code: BT-130 has no place without BT-129"],
    [
      "a media type without a file",
      { additional_supporting_documents: [{ reference: "a", attached_document: { mime_code: "text/csv" } }] },
      "ubl",
      "additional_supporting_documents[0].attached_document.mime_code: BT-125-1 has no place without BT-125",
    ],
    [
      "text of payment means without a code",
      { payment_instructions: { payment_means_text: "SEPA" } },
      "ubl",
      "payment_instructions.payment_means_text: BT-82 has no place without BT-81",
    ],
    [
      "the due date of a credit note that is not paid",
      { invoice_type_code: "381", payment_instructions: {} },
      "ubl",
      "payment_due_date: BT-9 has no place in a credit note of UBL without BG-16",
    ],
    [
      "VAT in a currency that is not named",
      { totals: { total_vat_amount_in_accounting_currency: 1 } },
      "cii",
      "totals.total_vat_amount_in_accounting_currency: BT-111 has no place without BT-6",
    ],
    [
      "VAT in the currency of the invoice",
      { vat_accounting_currency_code: "EUR", totals: { total_vat_amount_in_accounting_currency: 1 } },
      "ubl",
      "totals.total_vat_amount_in_accounting_currency: BT-111 has no place if BT-6 is the currency of BT-5",
    ],
    ["a tax point without VAT", { lines: [], vat_point_date: "2026-11-20" }, "cii", "vat_point_date: BT-7 has no place without BG-23"],
    [
      "a term of another profile",
      { tax_currency_exchange: { conversion_rate: 1 } },
      "cii",
      "tax_currency_exchange.conversion_rate: BT-X-260 has no place in profile xrechnung",
    ],
  ])("%s", async (_, more, syntax, message) => expect(await told(invoice(more), { syntax })).toBe(`API-002 ${message}`));
  test("is left out with a warning where losses are allowed", async () =>
    expect(await told(invoice({ invoice_type_code: "381", payment_instructions: {} }), { profile: "en16931", profileLoss: "allow" })).toBe(
      "written; PROFILE-LOSS Payment due date (BT-9) has no place in a credit note of UBL without BG-16 and is left out.",
    ));
});

describe("what is given precedes what is worked out from it (I2)", () => {
  const lines = (vat: object): InvoiceModel => ({ lines: [...invoice().lines!, { ...invoice().lines![0]!, vat }] });
  const both = ["ubl", "cii"] as const;
  test.each<[string, InvoiceModel, string]>([
    ["a category", lines({ category_code: "X", rate: 1 }), "lines[2].vat.category_code: BR-CL-18 (BT-151): "],
    ["a line without a rate", lines({ category_code: "S" }), "lines[2].vat.rate: BR-S-05 (BT-152): "],
    ["a rate of zero-rated goods", lines({ category_code: "Z", rate: 19 }), "lines[2].vat.rate: BR-Z-05 (BT-152): "],
  ])("%s", async (_, more, message) => {
    for (const syntax of both) expect(await told(invoice(more), { syntax })).toContain(`API-002 ${message}`);
  });
  test.each<[string, InvoiceModel]>([
    ["none", { lines: undefined as never }],
    ["an empty list", { lines: [] }],
    [
      "a total that is given",
      { lines: [], totals: { sum_of_line_net_amount: 100, total_amount_with_vat: 119, amount_due_for_payment: 119 } },
    ],
    ["an entry of VAT that is given", { lines: [], vat_breakdown: [{ category_code: "S", rate: 19, taxable_amount: 100 }] }],
  ])("lines precede sums: %s", async (_, more) => {
    const { lines: _lines, ...model } = invoice(more);
    for (const syntax of both) expect(await told(model, { syntax, profile: "en16931" })).toMatch(/^API-002 lines: BR-16 \(BG-25\): /);
  });
  test("entries that are blank count in paths", async () => {
    const model = invoice({ notes: [{}, { text: " " }, { text: "a", subject_code: "QQQ" }] });
    for (const syntax of both) expect(await told(model, { syntax })).toContain("API-002 notes[2].subject_code: BR-CL-08 (BT-21): ");
    const more = invoice({ lines: [{}, { ...invoice().lines![0]!, item: { name: "a", attributes: [{}, { name: "a", code: "b" }] } }] });
    expect(await told(more)).toContain("API-002 lines[1].item.attributes[1].code: BT-X-11 has no place ");
  });
});

describe("codes of the tax point are those of UNTDID 2005, in CII too", () => {
  test.each([
    ["5", "3"],
    ["29", "35"],
    ["72", "432"],
  ])("%s of UNTDID 2475 is refused", async (vat_point_date_code, meant) =>
    expect(await told(invoice({ vat_point_date_code }), { syntax: "cii" })).toBe(
      `API-002 vat_point_date_code: did you mean "${meant}"? must be a code of UNTDID 2005: 3, 35 or 432; found "${vat_point_date_code}"`,
    ),
  );
  test.each(["ubl", "cii"] as const)("another one is told by its list, in %s", async (syntax) =>
    expect(await told(invoice({ vat_point_date_code: "9" }), { syntax })).toMatch(/vat_point_date_code: BR-CL-06 .*UNTDID 2005/),
  );
  test("5 of UNTDID 2475 is told in UBL by the list of UBL", async () =>
    expect(await told(invoice({ vat_point_date_code: "5" }))).toContain("This is not a code of UNTDID 2005 (3, 35, 432)"));
  test.each(["3", "35", "432"])("%s is written", async (vat_point_date_code) => {
    for (const syntax of ["cii", "ubl"] as const) expect(await told(invoice({ vat_point_date_code }), { syntax })).toBe("written");
  });
});

test("a reason of exemption alone is that of E, whose category determines none", async () => {
  const vat = ["AE", "E"].map((category_code) => ({ ...invoice().lines![0]!, vat: { category_code } }));
  const model = invoice({
    lines: vat,
    vat_breakdown: [{ exemption_reason_text: "Exempt by article 132" }],
    buyer: { ...invoice().buyer!, vat_identifier: "FR96552100554" },
  });
  for (const syntax of ["cii", "ubl"] as const) expect(await told(model, { syntax })).toBe("written");
});

describe("what a program gives", () => {
  test("fields that are undefined are absent", async () => {
    const model = { ...invoice(), seller: undefined } as unknown as InvoiceModel;
    expect(await told(model)).toMatch(/^API-002 seller\.name: BR-06/);
    expect((await showEInvoice(model)).pages).toBeGreaterThan(0);
  });
  test("JSON as bytes is an invoice", async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(invoice())) as unknown as InvoiceModel;
    expect(await told(bytes)).toBe("written");
    expect(await told(new TextEncoder().encode("{") as unknown as InvoiceModel)).toMatch(/^API-001 .*not JSON/);
  });
  test("null has no advice on settings, which a model has not", async () =>
    expect(await told(invoice({ buyer_reference: null as unknown as string }))).toBe(
      "API-001 buyer_reference: must be a string; found null: leave the field out",
    ));
  test("another word of profileLoss is refused", async () =>
    expect(await told(invoice(), { profileLoss: "drop" as "allow" })).toBe(
      'TypeError profileLoss: must be "refuse" or "allow"; found "drop"',
    ));
});

describe("numbers and sums", () => {
  test.each<[string, InvoiceModel, string]>([
    ["a price below zero", line({ price: { net: -1 } }), "API-002 lines[0].price.net: BR-27"],
    ["no lines", { lines: [] }, "API-002 "],
    [
      "a base quantity of 0",
      line({ price: { net: 1, base_quantity: "0.00" } }),
      "API-002 lines[0].price.base_quantity: must be more than 0",
    ],
    [
      "an amount of three decimals",
      { allowances: [{ amount: "1.005", vat_category_code: "S", vat_rate: 19, reason: "x" }] },
      "API-002 allowances[0].amount: BR-DEC-01",
    ],
    ["quantities below zero", { lines: [...line({ quantity: -3 }).lines!, ...line({ quantity: 5 }).lines!] }, "written"],
    ["an invoice below zero", line({ quantity: -3 }), "written"],
    ["a sum of allowances of none", { totals: { sum_of_allowances: 1 } }, "API-002 totals.sum_of_allowances: BR-CO-11"],
  ])("%s", async (_, more, message) => expect(await told(invoice(more))).toContain(message));
});
