import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { validateInvoice } from "../../../compiler/einvoice/judge/validate.js";
import { readEInvoice, validateEInvoice, writeEInvoice, type InvoiceModel } from "../../../runtime/index.js";
import { haveOracle, judge } from "../../support/einvoice/oracle.js";
import { invoice, met } from "./invoice.js";

/* Verdicts on invoices that Platen writes: the official rules find no more. */
const dir = mkdtempSync(path.join(tmpdir(), "platen-verdicts-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

type WriteProfile = NonNullable<NonNullable<Parameters<typeof writeEInvoice>[1]>["profile"]>;
const written = async (model: InvoiceModel, profile: WriteProfile): Promise<string> =>
  (await writeEInvoice(model, { syntax: "cii", profile })).xml;

const two = met("01-ctc-fr-two-preceding-invoices");
const reference = (i: number): { reference: string; issue_date: string } => ({ reference: `AC-${i}`, issue_date: "2026-09-01" });
const FRENCH: Readonly<Record<string, InvoiceModel>> = {
  two,
  ten: { ...two, preceding_invoice_references: Array.from({ length: 10 }, (_, i) => reference(i)) },
  "two of a line": { ...two, lines: two.lines!.map((line) => ({ ...line, preceding_invoice_references: [reference(1), reference(2)] })) },
};

const exempt = met("08-extended-reverse-charge-own-warning");
const line = exempt.lines![0]!;
const of = (category: string, more: InvoiceModel = {}): InvoiceModel => ({
  ...exempt,
  lines: [{ ...line, vat: { category_code: category, rate: 0 } }],
  charges: [{ ...exempt.charges![0]!, vat_category_code: category }],
  ...more,
});
const EXTENDED: Readonly<Record<string, InvoiceModel>> = {
  "AE with a charge": exempt,
  "K with an allowance": of("K", {
    delivery: { ...exempt.delivery, address: { city: "Wien", post_code: "1010", country_code: "AT" } },
    allowances: [{ amount: 5, vat_category_code: "K", vat_rate: 0, reason: "Rabatt" }],
  }),
  "G with a logistics service": of("G", {
    logistics_service_charges: [{ description: "Fracht", amount: 4, vat_category_code: "G", vat_rate: 0 }],
  }),
  "AE and S": { ...exempt, lines: [line, { ...line, vat: { category_code: "S", rate: 19 } }] },
};

describe("what Platen writes has no warning of its own", () => {
  const CASES = [
    ...Object.entries(FRENCH).map(([name, model]) => [name, "extended_ctc_fr", model] as const),
    ...Object.entries(EXTENDED).map(([name, model]) => [name, "extended", model] as const),
  ];
  test.each(CASES)("%s, %s", async (_, profile, model) => {
    const xml = await written(model, profile);
    const { valid, stages } = await validateEInvoice(xml);
    expect(stages.flatMap((s) => s.findings.map((f) => f.rule))).toEqual([]);
    expect(valid).toBe(true);
    const read = await readEInvoice(xml);
    expect(read.left_out).toEqual([]);
    // and again
    expect(await written(read.invoice, profile)).toBe(xml);
  });
  test.skipIf(!haveOracle)("by the official rules", async () => {
    const files = await Promise.all(
      CASES.map(async ([, profile, model], i) => {
        const file = path.join(dir, `${i}.xml`);
        writeFileSync(file, await written(model, profile));
        return profile === "extended"
          ? { schema: "extended", rules: "fx-extended", file }
          : { schema: "d16b-references", rules: "extended-ctc-fr", file };
      }),
    );
    expect(judge(files).map(({ structure, broken }) => [structure, [...broken.keys()].filter((rule) => rule.includes("EXT-"))])).toEqual(
      files.map(() => ["", []]),
    );
  });
  test("other profiles have one preceding invoice where their schema does", async () => {
    await expect(written({ ...two, process_control: {} }, "xrechnung")).rejects.toThrow(
      /preceding_invoice_references\[1\]: BG-3 has no place/,
    );
  });
});

/* customLevel of KoSIT's scenarios */
describe("XRechnung's scenarios", () => {
  const EXTENSION = "#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0";
  const severities = (xml: string, rule: string): readonly string[] =>
    validateInvoice(new TextEncoder().encode(xml), {
      standard: "xrechnung",
      profile: "xrechnung",
      level: "strict",
      syntaxes: ["cii", "ubl"],
    })
      .findings.filter((f) => f.rule === rule)
      .map((f) => f.severity);
  const cii = (change: (xml: string) => string): Promise<string> =>
    writeEInvoice(invoice(), { syntax: "cii", profile: "xrechnung" }).then(({ xml }) => change(xml));
  const ubl = (change: (xml: string) => string): Promise<string> =>
    writeEInvoice(invoice(), { syntax: "ubl", profile: "xrechnung" }).then(({ xml }) => change(xml));
  const unit = (xml: string): string => xml.replaceAll('unitCode="HUR"', 'unitCode="XYZZY"');
  test("an unknown unit is a warning (BR-CL-23)", async () => {
    expect(new Set(severities(await cii(unit), "BR-CL-23"))).toEqual(new Set(["warning"]));
    expect(new Set(severities(await ubl(unit), "BR-CL-23"))).toEqual(new Set(["warning"]));
  });
  test("an unknown scheme of an item is a warning (BR-CL-21), in the extension nothing", async () => {
    const item = (xml: string): string => xml.replace("<ram:Name>Regal<", '<ram:GlobalID schemeID="9999">1</ram:GlobalID><ram:Name>Regal<');
    expect(severities(await cii(item), "BR-CL-21")).toEqual(["warning"]);
    expect(severities(await cii((xml) => item(xml).replace("xrechnung_3.0<", `xrechnung_3.0${EXTENSION}<`)), "BR-CL-21")).toEqual([]);
  });
  test("the same is an error of EN 16931", async () => {
    const { xml } = await writeEInvoice(invoice(), { syntax: "cii", profile: "en16931" });
    const { findings } = validateInvoice(new TextEncoder().encode(unit(xml)), {
      standard: "factur_x",
      profile: "en16931",
      level: "strict",
    });
    expect(new Set(findings.filter((f) => f.rule === "BR-CL-23").map((f) => f.severity))).toEqual(new Set(["error"]));
  });
  test("two payment terms and two taxes of a line are errors in CII (CII-SR-452, 453, 454)", async () => {
    const terms = (xml: string): string =>
      xml.replace(
        "<ram:SpecifiedTradePaymentTerms>",
        "<ram:SpecifiedTradePaymentTerms><ram:Description>x</ram:Description></ram:SpecifiedTradePaymentTerms>$&",
      );
    expect(severities(await cii(terms), "CII-SR-452")).toEqual(["error"]);
    const taxes = (xml: string): string =>
      xml.replace(/(<ram:SpecifiedLineTradeSettlement>\s*)(<ram:ApplicableTradeTax>[^]*?<\/ram:ApplicableTradeTax>)/, "$1$2$2");
    expect(severities(await cii(taxes), "CII-SR-454")).toEqual(["error"]);
  });
  test("a line below another is an error but in the extension (UBL-CR-646)", async () => {
    const below = (xml: string): string =>
      xml.replace("</cac:InvoiceLine>", "<cac:SubInvoiceLine><cbc:ID>9</cbc:ID></cac:SubInvoiceLine>$&");
    expect(severities(await ubl(below), "UBL-CR-646")).toEqual(["error"]);
    const extension = (xml: string): string => below(xml).replace("xrechnung_3.0<", `xrechnung_3.0${EXTENSION}<`);
    expect(severities(await ubl(extension), "UBL-CR-646")).not.toContain("error");
  });
});
