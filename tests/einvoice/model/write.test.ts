import { describe, expect, test } from "vitest";
import { invoice } from "./invoice.js";
import { readEInvoice, renderEInvoice, writeEInvoice, type InvoiceModel } from "../../../runtime/index.js";

/* An invoice as data becomes XML that its rules accept, or is refused at the path of its term (I1 to I31). */
const line = (more: object): object => ({
  quantity: 1,
  unit_code: "C62",
  price: { net: 100 },
  vat: { category_code: "S", rate: 19 },
  item: { name: "A" },
  ...more,
});
const lines = (...all: readonly object[]): InvoiceModel => invoice({ lines: all.map(line) as InvoiceModel["lines"] & object });
const xml = async (
  model: InvoiceModel,
  profile: Parameters<typeof writeEInvoice>[1]["profile"] = "xrechnung",
  syntax: "cii" | "ubl" = "cii",
): Promise<string> => (await writeEInvoice(model, { syntax, profile })).xml;
const refusal = async (model: unknown, o: Partial<Parameters<typeof writeEInvoice>[1]> = {}): Promise<string> =>
  writeEInvoice(model as InvoiceModel, { syntax: "cii", profile: "xrechnung", ...o }).then(
    () => "written",
    (e: { code: string; message: string }) => `${e.code} ${e.message}`,
  );
const back = async (model: InvoiceModel, profile?: Parameters<typeof writeEInvoice>[1]["profile"]): Promise<InvoiceModel> =>
  (await readEInvoice(await xml(model, profile))).invoice;

describe("sums (I4, I5, I6)", () => {
  test("are worked out, half away from zero at each VAT amount", async () => {
    const { totals, vat_breakdown, lines: read } = await back(invoice());
    expect(read!.map((l) => [l.identifier, l.net_amount])).toEqual([
      ["1", "449.70"],
      ["2", "150.00"],
    ]);
    expect(vat_breakdown).toEqual([{ taxable_amount: "599.70", tax_amount: "113.94", category_code: "S", rate: "19" }]);
    expect(totals).toEqual({
      sum_of_line_net_amount: "599.70",
      total_amount_without_vat: "599.70",
      total_vat_amount: "113.94",
      total_amount_with_vat: "713.64",
      amount_due_for_payment: "713.64",
    });
  });
  test("of allowances, charges, prepaid and rounding amounts, in several categories", async () => {
    const model = {
      ...lines({ quantity: 7, price: { gross: "3.30", discount: "0.30", base_quantity: 9 } }, { vat: { category_code: "AE" } }),
      allowances: [{ base_amount: 100, percentage: "2.5", vat_category_code: "S", vat_rate: 19, reason: "Rabatt" }],
      charges: [{ amount: 5, vat_category_code: "S", vat_rate: 19, reason: "Fracht" }],
      totals: { paid_amount: 10, rounding_amount: "0.02" },
      buyer: { ...invoice().buyer, vat_identifier: "FR12345678901" },
    };
    const read = await back(model, "en16931");
    // 7 × 3.00 ÷ 9 = 2.333…; 2.33 − 2.50 + 5
    expect(read.lines!.map((l) => l.net_amount)).toEqual(["2.33", "100.00"]);
    expect(read.vat_breakdown).toEqual([
      { taxable_amount: "4.83", tax_amount: "0.92", category_code: "S", rate: "19" },
      { taxable_amount: "100.00", tax_amount: "0.00", category_code: "AE", rate: "0", exemption_reason_code: "VATEX-EU-AE" },
    ]);
    expect(read.totals).toMatchObject({
      sum_of_allowances: "2.50",
      sum_of_charges: "5.00",
      total_amount_with_vat: "105.75",
      amount_due_for_payment: "95.77",
    });
  });
  test("a negative half rounds away from zero, and -0 has no sign", async () => {
    const read = await back(lines({ quantity: "-0.5", price: { net: "0.01" } }, {}));
    expect(read.lines![0]!.net_amount).toBe("-0.01");
  });
  test("given ones are kept, and told where they are wrong", async () => {
    expect(await refusal(invoice({ totals: { total_vat_amount: "113.00" } }))).toMatch(
      /^API-002 totals\.total_vat_amount: BR-CO-14 \(BT-110\): /,
    );
    expect(await refusal(lines({ net_amount: 99 }, {}))).toMatch(/lines\[0\]\.net_amount: PEPPOL-EN16931-R120|written/);
  });
  test("a reason alone is enough for an entry of the breakdown; others are added", async () => {
    const model = {
      ...lines({}, { vat: { category_code: "E" } }),
      vat_breakdown: [{ category_code: "E", exemption_reason_text: "§ 4 UStG" }],
    };
    expect((await back(model)).vat_breakdown).toEqual([
      { taxable_amount: "100.00", tax_amount: "0.00", category_code: "E", rate: "0", exemption_reason_text: "§ 4 UStG" },
      { taxable_amount: "100.00", tax_amount: "19.00", category_code: "S", rate: "19" },
    ]);
  });
});

describe("shapes and values (I1, I7 … I10, I26)", () => {
  test.each<[string, object, string]>([
    ["an unknown field", { sellers: {} }, "API-001 sellers: did you mean seller?"],
    [
      "a scheme alone",
      { invoiced_object_identifier: { scheme: "AAA" } },
      "API-001 invoiced_object_identifier: the required field value is missing",
    ],
    [
      "a scheme with a blank identifier",
      { invoiced_object_identifier: { value: " ", scheme: "AAA" } },
      "API-001 invoiced_object_identifier: the required field value is missing",
    ],
    ["a number of many digits", { totals: { paid_amount: "1".repeat(61) } }, "API-002 totals.paid_amount: must be at most 60 characters"],
    ["null", { buyer_reference: null }, "API-001 buyer_reference: must be a string; found null"],
    ["an exponent", { totals: { paid_amount: "1e3" } }, "API-002 totals.paid_amount: must be a decimal number"],
    ["a sign +", { totals: { paid_amount: "+1" } }, "API-002 totals.paid_amount: "],
    ["a blank before a number", { totals: { paid_amount: " 80" } }, 'API-002 totals.paid_amount: did you mean "80"?'],
    ["a line break after a number", { lines: [line({ quantity: "2\n" })] }, 'API-002 lines[0].quantity: did you mean "2"?'],
    ["a narrow blank in a number", { totals: { paid_amount: "1\u202f234.50" } }, 'API-002 totals.paid_amount: did you mean "1234.50"?'],
    ["a grouped number", { totals: { paid_amount: "1.234,50" } }, 'API-002 totals.paid_amount: did you mean "1234.50"?'],
    ["a number of another type", { totals: { paid_amount: true } }, "API-001 totals.paid_amount: "],
    ["no day of the calendar", { payment_due_date: "2026-02-30" }, "API-002 payment_due_date: must be a day"],
    ["a time", { payment_due_date: "2026-02-03T00:00:00Z" }, "API-002 payment_due_date: must be a day"],
    ["a character that XML has not", { buyer_reference: "a\u0001" }, "API-002 buyer_reference: it has the character U+0001"],
    [
      "a base quantity of 0",
      { lines: [line({ price: { net: 1, base_quantity: "0.00" } })] },
      "API-002 lines[0].price.base_quantity: must be more than 0",
    ],
    [
      "an attachment that is no base64",
      { additional_supporting_documents: [{ reference: "a", attached_document: { content: "a", mime_code: "text/csv", filename: "a" } }] },
      "API-002 additional_supporting_documents[0].attached_document.content: must be base64",
    ],
  ])("%s is refused", async (_, more, message) => {
    expect(await refusal({ ...invoice(), ...more })).toContain(message);
  });
  test("the value of a number counts, not its spelling", async () => {
    const [a, b, c] = await Promise.all([10, "10", "10.00"].map((net) => xml(lines({ price: { net } }, {}))));
    expect(b).toBe(a);
    expect(c).toBe(a);
    expect(await xml(lines({ price: { net: 1e-7 } }, {}))).toContain("<ram:ChargeAmount>0.0000001<");
  });
  test("blank values are absent; texts keep their white space, other values do not", async () => {
    const blank = {
      ...invoice(),
      $schema: "x",
      notes: [],
      payee: {},
      invoiced_object_identifier: {},
      contract_reference: " ",
      purchase_order_reference: " PO 1 ",
    };
    const read = await back({ ...blank, payment_terms: "#SKONTO#TAGE=14#PROZENT=2.00#\n" });
    expect(read).not.toHaveProperty("contract_reference");
    expect(read).toMatchObject({ purchase_order_reference: "PO 1", payment_terms: "#SKONTO#TAGE=14#PROZENT=2.00#\n" });
    expect(await xml(blank)).not.toMatch(/<ram:(?!ApplicableHeaderTradeDelivery)\w+\/>/);
  });
});

describe("rules, at the path of their first term (I2, I3)", () => {
  test("the first in the order of the table refuses", async () => {
    const { name: _, ...seller } = invoice().seller!;
    const { buyer_reference: __, ...model } = { ...invoice(), seller };
    expect(await refusal(model)).toMatch(/^API-002 buyer_reference: BR-DE-15 \(BT-10\): /);
    expect(await refusal({ ...model, buyer_reference: "x" })).toMatch(/^API-002 seller\.name: BR-06 \(BT-27\): /);
    expect(await refusal({})).toMatch(/^API-002 /);
  });
  test("in the line that breaks one", async () => {
    expect(await refusal(lines({}, { price: { net: -1 } }))).toMatch(/^API-002 lines\[1\]\.price\.net: BR-27 \(BT-146\): /);
  });
});

describe("profiles and syntaxes (I11, I12, I18)", () => {
  test("another pair of syntax and profile is refused", async () => {
    for (const [syntax, profile] of [
      ["ubl", "basic"],
      ["cii", "peppol"],
    ] as const)
      expect(await refusal(invoice(), { syntax, profile })).toMatch(/^API-002 profile: must be a profile of /);
  });
  test("the profile of BT-24 is refused by a syntax without it", async () => {
    const of = (specification_identifier: string): InvoiceModel => invoice({ process_control: { specification_identifier } });
    const told = (model: InvoiceModel, syntax: "cii" | "ubl"): Promise<string> =>
      writeEInvoice(model, { syntax }).then(
        () => "written",
        (e: { code: string; message: string }) => `${e.code} ${e.message}`,
      );
    const place = "API-002 process_control.specification_identifier: must be a profile of";
    expect(await told(of("urn:factur-x.eu:1p0:minimum"), "ubl")).toContain(`${place} ubl`);
    expect(await told(of("urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended"), "ubl")).toContain(`${place} ubl`);
    expect(await told(of("urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0"), "cii")).toContain(`${place} cii`);
    expect(await told(of("unknown"), "ubl")).toBe("written");
  });
  test("a term without a place is refused, or left out with a warning; sums are worked out before", async () => {
    expect(await refusal(invoice(), { profile: "minimum" })).toMatch(/has no place in profile minimum$/);
    const { xml: written, warnings } = await writeEInvoice(invoice(), { syntax: "cii", profile: "minimum", profileLoss: "allow" });
    expect(warnings.filter((w) => w.rule === "PROFILE-LOSS").map((w) => [w.path, w.severity, w.terms[0]])).toContainEqual([
      "lines",
      "warning",
      "BG-25",
    ]);
    const { invoice: read, profile } = await readEInvoice(written);
    expect(profile).toBe("minimum");
    expect(read.totals).toMatchObject({ total_amount_with_vat: "713.64" });
    const twice = { ...invoice(), buyer: { ...invoice().buyer, identifiers: ["a", "b"] } };
    expect(await refusal(twice)).toBe("API-002 buyer.identifiers[1]: BT-46 has no place in profile xrechnung");
    const schemed = [4012345000009, 4012345000016].map((n) => ({ value: String(n), scheme: "0088" }));
    expect(await refusal({ ...twice, buyer: { ...twice.buyer, identifiers: schemed } }, { profile: "extended" })).toBe("written");
  });
  test("credit notes have their root, and their due date with the payment means", async () => {
    const written = await xml(invoice({ invoice_type_code: "381" }), "xrechnung", "ubl");
    expect(written).toContain('<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"');
    expect(written).toMatch(/<cbc:PaymentDueDate>2026-12-26</);
    const { document, invoice: read, left_out } = await readEInvoice(written);
    expect([document, read.payment_due_date, left_out]).toEqual(["credit_note", "2026-12-26", []]);
    const { payment_instructions: _, ...bare } = invoice({ invoice_type_code: "381" });
    expect(await refusal(bare, { syntax: "ubl", profile: "en16931" })).toMatch(/^API-002 payment_due_date: BT-9 has no place/);
  });
  test("the guideline is the profile's; Peppol's process is written", async () => {
    const written = await xml(invoice({ process_control: { specification_identifier: "other" } }), "peppol", "ubl");
    expect(written).toContain(">urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0<");
    expect(written).toContain(">urn:fdc:peppol.eu:2017:poacc:billing:01:1.0<");
  });
});

describe("traps of the syntaxes (I21 to I25)", () => {
  test("the tax point is in the first breakdown of CII alone, with CII's code", async () => {
    const model = { ...lines({}, { vat: { category_code: "S", rate: 7 } }), vat_point_date_code: "35" };
    const written = await xml(model);
    expect(written.match(/<ram:DueDateTypeCode>29</g)).toHaveLength(1);
    expect((await readEInvoice(written)).invoice.vat_point_date_code).toBe("35");
    expect(await xml(model, "xrechnung", "ubl")).toContain("<cbc:DescriptionCode>35<");
  });
  test("several credit transfers are payment means each; the text is on UBL's first", async () => {
    const payment_instructions = {
      payment_means_type_code: "58",
      payment_means_text: "SEPA",
      remittance_information: "R 42",
      credit_transfers: [{ payment_account_identifier: "DE89370400440532013000" }, { payment_account_identifier: "not an IBAN" }],
    };
    const ubl = await xml(invoice({ payment_instructions }), "en16931", "ubl");
    expect(ubl.match(/<cbc:PaymentMeansCode name="SEPA">58</g)).toHaveLength(1);
    expect(ubl.match(/<cbc:PaymentID>R 42</g)).toHaveLength(2);
    const cii = await xml(invoice({ payment_instructions }), "en16931");
    expect(cii).toMatch(/<ram:IBANID>DE89[^]*<ram:ProprietaryID>not an IBAN</);
    for (const written of [ubl, cii]) expect((await readEInvoice(written)).invoice.payment_instructions).toEqual(payment_instructions);
  });
  test("notes, gross prices, sales orders and project references of UBL", async () => {
    const model = {
      ...lines({ price: { net: 100, gross: 100 } }, {}),
      notes: [{ subject_code: "AAI", text: "Danke" }, { text: "#x" }],
      sales_order_reference: "SO-1",
      project_reference: "P-1",
    };
    const written = await xml(model, "en16931", "ubl");
    expect(written).toContain("<cbc:Note>#AAI#Danke<");
    expect(written).toMatch(/<cac:OrderReference>\s*<cbc:ID>NA</);
    const { invoice: read, left_out } = await readEInvoice(written);
    expect(read).toMatchObject({ notes: model.notes, sales_order_reference: "SO-1", project_reference: "P-1" });
    expect(read).not.toHaveProperty("purchase_order_reference");
    expect(read.lines![0]!.price).toEqual({ net: "100", discount: "0", gross: "100" });
    expect(left_out).toEqual([]);
  });
  test("a direct debit's creditor is the payee's in UBL, else the seller's", async () => {
    const debit = {
      payment_instructions: {
        payment_means_type_code: "59",
        direct_debit: {
          mandate_reference_identifier: "M",
          bank_assigned_creditor_identifier: "DE98ZZZ09999999999",
          debited_account_identifier: "DE89370400440532013000",
        },
      },
    };
    for (const payee of [undefined, { name: "Factor AG" }]) {
      const written = await xml(invoice({ ...debit, ...(payee && { payee }) }), "en16931", "ubl");
      expect(written.match(/schemeID="SEPA"/g)).toHaveLength(1);
      expect((await readEInvoice(written)).invoice).toMatchObject({ ...debit, ...(payee && { payee }) });
    }
  });
});

describe("reading (I14, I29, I30)", () => {
  test("what has no term is listed with its place; nothing is judged", async () => {
    const odd = (await xml(invoice())).replace(
      "<ram:Name>Regal</ram:Name>",
      '<ram:Name languageID="de">Regal</ram:Name><ram:NetWeightMeasure unitCode="KGM">3</ram:NetWeightMeasure>',
    );
    const at =
      "/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem[1]/ram:SpecifiedTradeProduct";
    expect((await readEInvoice(odd)).left_out).toEqual([
      { location: `${at}/ram:Name/@languageID`, value: "de" },
      { location: `${at}/ram:NetWeightMeasure/@unitCode`, value: "KGM" },
      { location: `${at}/ram:NetWeightMeasure`, value: "3" },
    ]);
  });
  test.each<[string, (xml: string) => string, RegExp]>([
    [
      "an amount that is no number",
      (x) => x.replace(">449.70<", ">four<"),
      /LineTotalAmount \(line \d+\): must be a decimal number; found "four"/,
    ],
    ["a day that does not exist", (x) => x.replace(">20261126<", ">20260230<"), /DateTimeString \(line \d+\): must be a day/],
    ["a date in another format", (x) => x.replace('format="102">20261126<', 'format="610">202611<'), /must be a date in the format 102/],
    ["a DOCTYPE", (x) => x.replace("?>", "?><!DOCTYPE a>"), /XML-DOCTYPE/],
    ["ZUGFeRD 1", () => '<CrossIndustryDocument xmlns="urn:ferd:CrossIndustryDocument:invoice:1p0"/>', /ZUGFeRD 1/],
    ["FatturaPA", () => '<p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"/>', /FatturaPA/],
    ["XML that is not well-formed", () => "<a>", /XML-WELL-FORMED/],
  ])("%s is refused", async (_, change, message) => {
    await expect(readEInvoice(change(await xml(invoice())))).rejects.toThrow(message);
  });
});

describe("settings.e_invoice.invoice (I3, I13)", () => {
  const request = (e_invoice: object, document: object = { pages: [{ size: "a4", elements: [] }] }): never =>
    ({
      ...document,
      settings: { e_invoice: { standard: "xrechnung", profile: "xrechnung", document_type: "invoice", ...e_invoice } },
    }) as never;
  test("is written into the PDF, and read from it", async () => {
    const { pdf, report } = await renderEInvoice(request({ invoice: invoice() }));
    expect(report).toMatchObject({ valid: true });
    const read = await readEInvoice(pdf);
    expect(read).toMatchObject({ syntax: "cii", profile: "xrechnung", left_out: [] });
    expect(read.invoice.totals!.amount_due_for_payment).toBe("713.64");
  });
  test.each<[string, object, string]>([
    ["a rule", { invoice: invoice({ buyer_reference: "" }) }, "settings.e_invoice.invoice.buyer_reference: BR-DE-15 (BT-10): "],
    ["both", { invoice: {}, xml: { format: "cii", content: "<a/>" } }, "settings.e_invoice: must be one of xml and invoice; found both"],
    ["neither", {}, "settings.e_invoice: must be one of xml and invoice; found neither"],
    ["profile_loss with xml", { xml: { format: "cii", content: "<a/>" }, profile_loss: "allow" }, "settings.e_invoice.profile_loss: "],
    [
      "a type code, at the level basic too",
      { invoice: invoice({ invoice_type_code: "999" }), validation: { level: "basic" } },
      "settings.e_invoice.invoice.invoice_type_code: ",
    ],
  ])("%s refuses it", async (_, e_invoice, message) => {
    await expect(renderEInvoice(request(e_invoice))).rejects.toThrow(message);
  });
  test.each([
    ["both", { invoice: {}, xml: { format: "cii", content: "<a/>" } }],
    ["neither", {}],
  ])("%s without pages is refused alike", async (found, e_invoice) => {
    await expect(renderEInvoice(request(e_invoice, {}))).rejects.toThrow(
      `settings.e_invoice: must be one of xml and invoice; found ${found}`,
    );
  });
  test("at the level basic the rules do not", async () => {
    const { pages } = await renderEInvoice(request({ invoice: { ...invoice(), buyer_reference: "" }, validation: { level: "basic" } }));
    expect(pages).toBe(1);
  });
});

describe("France's extension is held to release 1.3.0 of its rules (I17)", () => {
  const paths = async (model: InvoiceModel, syntax: "cii" | "ubl"): Promise<string> =>
    refusal(model, { syntax, profile: "extended_ctc_fr" });
  test.each(["Z", "L"])("which refuses the category %s in CII only", async (category_code) => {
    const model = lines({ vat: { category_code, rate: category_code === "Z" ? 0 : 7 } });
    expect(await paths(model, "cii")).toMatch(/BR-FREXT-(Z|AF)-08 \(BT-116\): Release 1\.3\.0/);
    expect(await paths(model, "ubl")).toBe("written");
  });
  test("which asks UBL for a sum of charges next to one of allowances", async () => {
    const model = invoice({ allowances: [{ amount: 20, vat_category_code: "S", vat_rate: 19, reason: "Rabatt" }] });
    expect(await paths(model, "ubl")).toMatch(/totals\.sum_of_charges: BR-FREXT-CO-12 .*BT-108/);
    expect(await paths({ ...model, totals: { sum_of_charges: 0 } }, "ubl")).toBe("written");
    expect(await paths(model, "cii")).toBe("written");
  });
});

describe("level and rule sets of the library (I3, I16)", () => {
  const options = { syntax: "ubl", profile: "en16931" } as const;
  test("basic writes an invalid invoice", async () => {
    const { xml, warnings } = await writeEInvoice(invoice({ buyer_reference: "" }), { ...options, profile: "xrechnung", level: "basic" });
    expect(xml).toContain("<cbc:CustomizationID>");
    expect(warnings).toEqual([]);
  });
  test("further rules are held, once each", async () => {
    expect(await refusal(invoice(), options)).toBe("written");
    expect(await refusal(invoice(), { ...options, ruleSets: ["peppol", "peppol"] })).toMatch(
      /^API-002 process_control\.business_process_type: PEPPOL-EN16931-R00/,
    );
  });
  test.each([
    ["for CII", { syntax: "cii", ruleSets: ["peppol"] }, /^API-002 .*peppol has no rules for CII/],
    ["at the level basic", { ...options, level: "basic", ruleSets: ["fr_ctc"] }, /^API-002 .*rule sets need the level strict/],
    ["of another name", { ...options, ruleSets: ["at"] }, /ruleSets/],
    ["of another level", { ...options, level: "mild" }, /level/],
  ] as const)("%s they are refused", async (_, o, message) => {
    expect(await refusal(invoice(), o as never)).toMatch(message);
  });
});

test("an entry whose terms are all left out leaves no element (I10, I12)", async () => {
  const model = invoice({
    payment_instructions: {
      payment_means_type_code: "58",
      credit_transfers: [{ payment_account_identifier: "DE89370400440532013000" }, { payment_service_provider_identifier: "BYLADEM1001" }],
    },
  });
  const { xml: made } = await writeEInvoice(model, { syntax: "cii", profile: "basic", profileLoss: "allow" });
  expect(made.match(/<ram:SpecifiedTradeSettlementPaymentMeans>/g)).toHaveLength(1);
});
