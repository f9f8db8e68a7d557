// Verdict, effects, policy, patches and the answer (IN-9 to IN-23).
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { patched } from "../../../compiler/core/patch.js";
import { LAW_ITEMS } from "../../../compiler/einvoice/inspect/law.js";
import {
  RenderError,
  inspectEInvoice,
  validateEInvoice,
  writeEInvoice,
  type InspectReport,
  type InvoiceModel,
} from "../../../runtime/index.js";
import { UBL_INVOICES } from "../../support/einvoice/ubl.js";
import { root } from "../../support/tools.js";

const example = (name: string): string => readFileSync(path.join(root, "examples/e-invoice", name), "utf8");
const GERMAN = example("rechnung-xrechnung.xml");
const FRENCH = example("facture-factur-x.xml");

const corpus = path.join(root, "tests/data/en16931/cii/examples");
const OFFICIAL = readdirSync(corpus)
  .filter((f) => f.endsWith(".xml"))
  .map((f): readonly [string, string] => [f, readFileSync(path.join(corpus, f), "utf8")]);

const ruled = (report: InspectReport, rule: string): InspectReport["findings"][number] | undefined =>
  report.findings.find((f) => f.rule === rule);

const ours = (report: InspectReport): readonly string[] =>
  report.findings.filter((f) => f.stage.startsWith("xml.")).map((f) => `${f.stage} ${f.severity} ${f.rule} ${f.location ?? ""}`);

test.each([
  ...OFFICIAL,
  ...Object.entries(UBL_INVOICES).map(([name, xml]): readonly [string, string] => [`UBL ${name}`, String(xml)]),
  ["broken", "<a>"] as const,
  ["XRechnung without a total", GERMAN.replace(/<ram:GrandTotalAmount>.*?<\/ram:GrandTotalAmount>/, "")] as const,
])("the rules of %s are those of validate", async (_, xml) => {
  const theirs = await validateEInvoice(xml);
  const report = await inspectEInvoice(xml);
  const all = theirs.stages.flatMap((s) => s.findings.map((f) => `${s.name} ${f.severity} ${f.rule} ${f.location}`));
  expect(ours(report).toSorted()).toEqual(all.toSorted());
  expect(report.rules).toEqual(theirs.rules);
  expect(report.hashes.xml_sha256).toBe(theirs.hashes.xml_sha256);
});

test("keys of the report are there in their order, and the same file has the same report", async () => {
  const [a, b] = [await inspectEInvoice(GERMAN, { name: "a.xml" }), await inspectEInvoice(GERMAN, { name: "a.xml" })];
  expect(JSON.stringify(a)).toBe(JSON.stringify(b));
  expect(Object.keys(a).join()).toBe(
    "schema_version,name,decision,reasons,summary,law,format,stages,findings,comparison,invoice,left_out,answer,rules,hashes",
  );
  expect(a).toMatchObject({ name: "a.xml", decision: "accept", reasons: [], answer: null, comparison: null, law: "de" });
  expect(a.stages.map((s) => s.name).join()).toBe(
    "find,xml.well_formed,xml.structure,xml.en16931,xml.xrechnung,xml.peppol,xml.fr_ctc,pdf.container,content,page",
  );
});

test("the law is German for German parties, or as the policy says", async () => {
  expect((await inspectEInvoice(GERMAN)).law).toBe("de");
  expect((await inspectEInvoice(FRENCH)).law).toBe("none");
  expect((await inspectEInvoice(FRENCH, { policy: { law: "de" } })).law).toBe("de");
});

const WRONG_TOTAL = GERMAN.replace(/(<ram:GrandTotalAmount>)(.*?)(<)/, "$11.00$3");
const NO_LEITWEG = GERMAN.replace(/<ram:BuyerReference>.*?<\/ram:BuyerReference>/, "");

test("an item of § 14 refuses under German law; others do not, unless the policy wants it", async () => {
  const total = await inspectEInvoice(WRONG_TOTAL);
  expect(total.decision).toBe("reject");
  expect(ruled(total, "BR-CO-15")).toMatchObject({
    class: "business",
    severity: "error",
    effect: "reject",
    law: ["§ 14 (4) Nr. 7 UStG", "§ 14 (4) Nr. 8 UStG"],
  });
  const leitweg = await inspectEInvoice(NO_LEITWEG);
  expect(leitweg.decision).toBe("accept");
  expect(ruled(leitweg, "BR-DE-15")).toMatchObject({ effect: "note", law: [], terms: ["BT-10"] });
  const wanted = await inspectEInvoice(NO_LEITWEG, { policy: { effects: { "BR-DE-15": "reject", "class:business": "note" } } });
  expect(wanted).toMatchObject({ decision: "reject", reasons: ["BR-DE-15"] });
  expect((await inspectEInvoice(NO_LEITWEG, { policy: { law: "none" } })).decision).toBe("reject");
  expect((await inspectEInvoice(WRONG_TOTAL, { policy: { effects: { "class:business": "note" } } })).decision).toBe("accept");
});

test("structure refuses, warnings never do", async () => {
  const wrong = await inspectEInvoice(GERMAN.replace("<ram:IssueDateTime>", "<ram:Unknown/><ram:IssueDateTime>"));
  expect(wrong.findings.find((f) => f.stage === "xml.structure")).toMatchObject({ class: "format", effect: "reject" });
  for (const f of (await inspectEInvoice(FRENCH)).findings) if (f.severity === "warning") expect(f.effect).toBe("note");
});

test("stages fail by the effects of their findings", async () => {
  for (const xml of [WRONG_TOTAL, NO_LEITWEG, GERMAN, "<a/>"]) {
    const report = await inspectEInvoice(xml);
    for (const { name, status } of report.stages)
      expect(status === "failed", name).toBe(report.findings.some((f) => f.stage === name && f.effect !== "note"));
  }
});

test("a stage that is skipped says why", async () => {
  const { stages } = await inspectEInvoice(GERMAN);
  const why = Object.fromEntries(stages.flatMap((s) => (s.why === undefined ? [] : [[s.name, s.why]])));
  for (const name of ["xml.peppol", "xml.fr_ctc"]) expect(why[name]).toContain("not asked for");
  expect([why["pdf.container"], why["page"]]).toEqual(["The file is XML.", "The file has no pages."]);
});

test("findings name their place in the invoice", async () => {
  const second = await inspectEInvoice(GERMAN.replace(/(<ram:LineID>2<\/ram:LineID>[^]*?<ram:LineTotalAmount>)([\d.]+)/, "$1$2123"));
  expect(second.findings.filter((f) => f.path?.startsWith("lines[1]")).map((f) => f.rule)).toContain("BR-DEC-23");
  expect(ruled(await inspectEInvoice(WRONG_TOTAL), "BR-CO-15")!.path).toBe("totals.total_amount_with_vat");
});

test("the table of law has each term once", () => {
  const all = LAW_ITEMS.flatMap((i) => i.terms);
  expect(new Set(all).size).toBe(all.length);
});

// own checks

const base = (): InvoiceModel =>
  ({
    invoice_number: "1",
    invoice_issue_date: "2026-11-26",
    invoice_currency_code: "EUR",
    seller: {
      name: "Holm",
      vat_identifier: "DE123456789",
      postal_address: { line_1: "W 7", city: "Kiel", post_code: "24103", country_code: "DE" },
    },
    buyer: { name: "Stadt", vat_identifier: "DE987654321", postal_address: { city: "Kiel", post_code: "24103", country_code: "DE" } },
    delivery: { actual_delivery_date: "2026-11-20" },
    payment_instructions: { payment_means_type_code: "58", credit_transfers: [{ payment_account_identifier: "DE89370400440532013000" }] },
    lines: [{ quantity: 1, unit_code: "C62", price: { net: 100 }, vat: { category_code: "S", rate: 19 }, item: { name: "Regal" } }],
    payment_terms: "30 Tage",
  }) as unknown as InvoiceModel;

/** Fields that the tests change. */
interface Draft {
  readonly seller: { vat_identifier?: string };
  delivery?: object;
  readonly lines: readonly object[];
}

const written = (model: InvoiceModel): Promise<string> => writeEInvoice(model, { syntax: "cii", level: "basic" }).then((w) => w.xml);
const without = (model: InvoiceModel, change: (m: Record<string, never>) => void): InvoiceModel => {
  change(model as never);
  return model;
};

test.each<[string, (m: Draft) => void, object, string]>([
  ["neither VAT nor tax number", (m) => delete m.seller.vat_identifier, {}, "IN-14-2"],
  ["no date of supply", (m) => delete m.delivery, {}, "IN-14-6"],
  ["a date in the future", () => undefined, { today: "2026-11-25" }, "IN-DATE"],
  ["another buyer", () => undefined, { buyer: { vat_identifiers: ["DE111111111"] } }, "IN-BUYER"],
  ["another account", () => undefined, { sellers: [{ vat_identifier: "DE123456789", ibans: ["DE02120300000000202051"] }] }, "IN-ACCOUNT"],
])("%s is asked for, and nothing else", async (_, change, policy, rule) => {
  const xml = await written(without(base(), change as never));
  const report = await inspectEInvoice(xml, { policy });
  expect(report.findings.filter((f) => f.class === "content").map((f) => f.rule)).toEqual([rule]);
  expect(ruled(report, rule)).toMatchObject({ effect: "ask", severity: "error", mends: "sender" });
});

test("content that is right has no finding", async () => {
  const policy = {
    today: "2026-11-26",
    buyer: { vat_identifiers: ["DE 987 654 321"] },
    sellers: [{ vat_identifier: "DE123456789", ibans: ["DE89 3704 0044 0532 0130 00"] }],
  };
  const report = await inspectEInvoice(await written(base()), { policy });
  expect(report.findings.filter((f) => f.class === "content")).toEqual([]);
  // an unknown seller, a period, a note
  const others = [
    { ...base(), delivery: undefined, invoicing_period: { start_date: "2026-11-01" } },
    { ...base(), delivery: undefined, notes: [{ text: "Leistung im November" }] },
  ];
  for (const m of others) expect(ruled(await inspectEInvoice(await written(m as never), { policy }), "IN-14-6")).toBeUndefined();
});

test("an exemption without reason is asked for", async () => {
  const xml = (
    await written({ ...base(), lines: [{ ...(base() as unknown as Draft).lines[0], vat: { category_code: "AE", rate: 0 } }] } as never)
  ).replace(/<ram:ExemptionReasonCode>.*?<\/ram:ExemptionReasonCode>/, "");
  expect(ruled(await inspectEInvoice(xml), "IN-14-8")).toMatchObject({ terms: ["BT-120", "BT-121"], effect: "ask" });
});

test("minimum is no e-invoice in German law", async () => {
  const { xml } = await writeEInvoice(base(), { syntax: "cii", profile: "minimum", profileLoss: "allow", level: "basic" });
  expect(ruled(await inspectEInvoice(xml, { policy: { law: "de" } }), "IN-PROFILE")).toMatchObject({ severity: "error", effect: "reject" });
  expect(ruled(await inspectEInvoice(xml, { policy: { law: "none" } }), "IN-PROFILE")).toMatchObject({
    severity: "warning",
    effect: "note",
  });
});

test.each<[object, string, string]>([
  [{ laws: "de" }, "API-001", "laws"],
  [{ law: "fr" }, "API-001", "law"],
  [{ today: "26.11.2026" }, "API-002", "today"],
  [{ effects: { "BR-1": "warn" } }, "API-001", "effects"],
  [{ effects: { "class:other": "ask" } }, "API-002", "class:other"],
  [{ buyer: { vat: [] } }, "API-001", "vat"],
  [{ sellers: [{ ibans: [] }] }, "API-001", "vat_identifier"],
])("the policy %j is refused", async (policy, code, named) => {
  const failed = await inspectEInvoice(GERMAN, { policy: policy as never }).catch((e: unknown) => e);
  expect(failed).toBeInstanceOf(RenderError);
  expect(failed).toMatchObject({ code });
  expect((failed as Error).message).toMatch(/^policy[.[:]/);
  expect((failed as Error).message).toContain(named);
});

// patches

const rich = (): InvoiceModel =>
  ({
    ...(base() as object),
    allowances: [{ amount: "10.00", vat_category_code: "S", vat_rate: 19, reason: "Rabatt" }],
    charges: [{ amount: "5.00", vat_category_code: "S", vat_rate: 19, reason: "Fracht" }],
    lines: [
      { quantity: 3, unit_code: "C62", price: { net: "149.90" }, vat: { category_code: "S", rate: 19 }, item: { name: "Regal" } },
      { quantity: 2, unit_code: "HUR", price: { net: 60 }, vat: { category_code: "S", rate: 7 }, item: { name: "Buch" } },
    ],
  }) as unknown as InvoiceModel;

test.each<[string, string, "cii" | "ubl"]>(
  (
    [
      ["BR-CO-10", "LineTotalAmount|LineExtensionAmount"],
      ["BR-CO-11", "AllowanceTotalAmount"],
      ["BR-CO-12", "ChargeTotalAmount"],
      ["BR-CO-13", "TaxBasisTotalAmount|TaxExclusiveAmount"],
      ["BR-CO-14", "TaxTotalAmount|TaxAmount"],
      ["BR-CO-15", "GrandTotalAmount|TaxInclusiveAmount"],
      ["BR-CO-16", "DuePayableAmount|PayableAmount"],
    ] as const
  ).flatMap(([rule, names]) => (["cii", "ubl"] as const).map((syntax): [string, string, "cii" | "ubl"] => [rule, names, syntax])),
)("a wrong sum of %s has a patch with which the rule is gone (%s, %s)", async (rule, names, syntax) => {
  const { xml } = await writeEInvoice(rich(), { syntax, profile: "en16931" });
  const totals =
    syntax === "cii"
      ? "ram:SpecifiedTradeSettlementHeaderMonetarySummation"
      : rule === "BR-CO-14"
        ? "cac:TaxTotal"
        : "cac:LegalMonetaryTotal";
  const wrong = xml.replace(new RegExp(`(<${totals}>[^]*?<(?:ram|cbc):(?:${names})[^>]*>)[\\d.]+`), "$1777.77");
  expect(wrong).not.toBe(xml);
  const report = await inspectEInvoice(wrong);
  const finding = ruled(report, rule);
  expect(finding?.patch, JSON.stringify(report.findings.map((f) => [f.rule, f.path]))).toBeTruthy();
  expect(finding!.mends).toBe("sender");
  const mended = patched(report.invoice, finding!.patch!) as InvoiceModel;
  const before = new Set(report.findings.map((f) => f.rule));
  const { xml: again } = await writeEInvoice(mended, { syntax, profile: "en16931", level: "basic" });
  const after = (await validateEInvoice(again)).stages.flatMap((s) => s.findings.filter((f) => f.severity === "error").map((f) => f.rule));
  expect(after).not.toContain(rule);
  expect(after.filter((r) => !before.has(r))).toEqual([]);
});

test("breakdowns and decimals are mended too; what no rule settles is not", async () => {
  const { xml } = await writeEInvoice(rich(), { syntax: "cii", profile: "en16931" });
  const taxes = /<ram:ApplicableTradeTax>\s*<ram:CalculatedAmount>([\d.]+)<\/ram:CalculatedAmount>/;
  const tax = await inspectEInvoice(xml.replace(taxes, (all, amount: string) => all.replace(amount, "1.11")));
  expect(tax.findings.filter((f) => ["BR-CO-17", "BR-S-09"].includes(f.rule)).every((f) => f.patch !== null)).toBe(true);
  const decimals = await inspectEInvoice(xml.replace(/(<ram:GrandTotalAmount>[\d.]+)/, "$11"));
  expect(ruled(decimals, "BR-DEC-14")?.patch).toEqual([
    { op: "replace", path: "/totals/total_amount_with_vat", value: expect.any(String) as string },
  ]);
  const zero = await inspectEInvoice(xml.replace(/(<ram:GrandTotalAmount>)([\d.]+)/, "$1$20"));
  const [total] = /(?<=<ram:GrandTotalAmount>)[\d.]+/.exec(xml)!;
  expect(ruled(zero, "BR-DEC-14")?.patch).toEqual([{ op: "replace", path: "/totals/total_amount_with_vat", value: total }]);
  const nameless = await inspectEInvoice(xml.replace(/<ram:Name>Regal<\/ram:Name>/, ""));
  expect(nameless.findings.every((f) => f.patch === null)).toBe(true);
});

// the answer

test("the answer is in the seller's language, or the one asked for", async () => {
  const german = (await inspectEInvoice(WRONG_TOTAL)).answer!;
  expect(german.language).toBe("de");
  for (const part of ["RE-2026-0815", "BR-CO-15", "Gesamtbetrag mit Umsatzsteuer (BT-112)", "Zeile"]) expect(german.text).toContain(part);
  const polish = (await inspectEInvoice(WRONG_TOTAL, { language: "pl" })).answer!;
  expect(polish.text).toContain("Kwota ogółem z VAT");
  expect((await inspectEInvoice("<a/>", { name: "scan.xml" })).answer).toMatchObject({ language: "en" });
  expect((await inspectEInvoice("<a/>", { name: "scan.xml" })).answer!.text).toContain("scan.xml");
});

test("the answer is at most 4,000 characters", async () => {
  const wrong = GERMAN.replace(/<ram:(?:Name|LineID|BilledQuantity|ChargeAmount)[^>]*>[^<]*<\/ram:[A-Za-z]+>/g, "").repeat(1);
  const { answer, summary } = await inspectEInvoice(wrong);
  expect(summary.reject).toBeGreaterThan(5);
  expect(answer!.text.length).toBeLessThanOrEqual(4_000);
});

test("each finding says what, why and how in a sentence", async () => {
  for (const xml of [WRONG_TOTAL, NO_LEITWEG, "<a/>", "nothing"])
    for (const f of (await inspectEInvoice(xml)).findings)
      for (const text of [f.message, f.why, f.how]) expect(text, f.rule).toMatch(/^\S[^\n]*\S$/);
});
