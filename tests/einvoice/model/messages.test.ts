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

describe("a rule of many places has the path of the value", () => {
  const lines = [...invoice().lines!, { ...invoice().lines![0]!, vat: { category_code: "X", rate: 1 } }];
  test.each<["ubl" | "cii", string]>([
    ["ubl", "vat_breakdown[1].category_code: BR-CL-17"],
    ["cii", "lines[2].vat.category_code: BR-CL-18"],
  ])("%s", async (syntax, message) => expect(await told(invoice({ lines }), { syntax })).toContain(`API-002 ${message}`));
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
