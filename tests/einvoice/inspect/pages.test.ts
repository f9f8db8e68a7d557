// Pages of a PDF against its invoice (IN-24 to IN-35).
import fc from "fast-check";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { inspectEInvoice, renderEInvoice, type InspectReport, type InvoiceModel } from "../../../runtime/index.js";
import { runs, seed } from "../../support/runs.js";
import { pagesOf, stream } from "../../support/hand-made-pdf.js";
import { root } from "../../support/tools.js";

const LANGUAGES = ["de", "en", "fr", "es", "it", "nl", "pl"] as const;

const model = (change: object = {}): InvoiceModel =>
  ({
    invoice_number: "RE-2026-0042",
    invoice_issue_date: "2026-11-26",
    invoice_currency_code: "EUR",
    payment_due_date: "2026-12-27",
    seller: {
      name: "Tischlerei Holm & Söhne GmbH",
      vat_identifier: "DE123456789",
      tax_registration_identifier: "20/123/45678",
      postal_address: { line_1: "Werkstr. 7", city: "Kiel", post_code: "24103", country_code: "DE" },
    },
    buyer: {
      name: "Stadt Kiel",
      vat_identifier: "DE987654321",
      postal_address: { line_1: "Rathausplatz 1", city: "Kiel", post_code: "24103", country_code: "DE" },
    },
    delivery: { actual_delivery_date: "2026-11-20" },
    payment_instructions: { payment_means_type_code: "58", credit_transfers: [{ payment_account_identifier: "DE89370400440532013000" }] },
    totals: { paid_amount: "100.00" },
    lines: [
      { quantity: 3, unit_code: "C62", price: { net: "1149.90" }, vat: { category_code: "S", rate: 19 }, item: { name: "Regal" } },
      { quantity: "2.5", unit_code: "HUR", price: { net: 61 }, vat: { category_code: "S", rate: 7 }, item: { name: "Buch" } },
    ],
    ...change,
  }) as unknown as InvoiceModel;

const drawn = async (invoice: InvoiceModel, drawing: object = {}): Promise<Uint8Array> =>
  (
    await renderEInvoice({
      settings: { e_invoice: { standard: "factur_x", profile: "en16931", document_type: "invoice", invoice, drawing } },
    } as never)
  ).pdf;

/** The PDF's XML with another text, under the same pages. */
async function withXml(pdf: Uint8Array, change: (xml: string) => string): Promise<InspectReport> {
  const { invoiceInPdf } = await import("../../../runtime/einvoice/carried.js");
  const xml = change(new TextDecoder().decode(invoiceInPdf(pdf)));
  return inspectEInvoice(replacedXml(pdf, xml));
}

/** An incremental update in which another XML is the attachment. */
function replacedXml(pdf: Uint8Array, xml: string): Uint8Array {
  const text = Buffer.from(pdf).toString("latin1");
  const number = /(\d+) 0 obj\s*<<(?:(?!endobj|stream)[^])*\/Type ?\/EmbeddedFile/.exec(text)![1]!;
  const root_ = /\/Root ?(\d+ 0 R)/.exec(text)![1]!;
  const size = Math.max(...[...text.matchAll(/(\d+) 0 obj/g)].map((m) => Number(m[1]))) + 1;
  const before = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1]!;
  const body = Buffer.from(xml, "utf8");
  const begin = pdf.length + 1;
  const head = Buffer.from(`\n${number} 0 obj\n<</Type/EmbeddedFile/Subtype/text#2Fxml/Length ${body.length}>>\nstream\n`, "latin1");
  const end = `\nendstream\nendobj\n`;
  const at = begin + head.length - 1 + body.length + end.length;
  const table = `xref\n0 1\n0000000000 65535 f \n${number} 1\n${String(begin).padStart(10, "0")} 00000 n \ntrailer\n<</Size ${size}/Root ${root_}/Prev ${before}>>\nstartxref\n${at}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([pdf, head, body, Buffer.from(end + table, "latin1")]));
}

const resultsOf = (report: InspectReport): ReadonlyMap<string, readonly string[]> => {
  const out = new Map<string, string[]>();
  for (const t of report.comparison!.terms) out.set(t.term, [...(out.get(t.term) ?? []), t.result]);
  return out;
};

const alarms = (report: InspectReport): readonly string[] =>
  report.findings.filter((f) => f.stage === "page" && f.effect !== "note").map((f) => `${f.rule} ${f.terms.join()} ${f.actual ?? ""}`);

test.each(LANGUAGES)("the built-in drawing in %s is the same as its data", async (language) => {
  const report = await inspectEInvoice(await drawn(model(), { language }));
  expect(report.comparison!.terms.filter((t) => t.result !== "same")).toEqual([]);
  expect(report).toMatchObject({ comparison: { pages: 1, readable_pages: 1 } });
  expect(alarms(report)).toEqual([]);
});

test("examples, drawn by hand and by the built-in drawing, never alarm", async () => {
  for (const folder of ["examples/e-invoice", "examples/invoices-as-data"])
    for (const file of readdirSync(path.join(root, folder)).filter((f) => f.endsWith(".json"))) {
      const { pdf } = await renderEInvoice(JSON.parse(readFileSync(path.join(root, folder, file), "utf8")) as never);
      expect(alarms(await inspectEInvoice(pdf)), file).toEqual([]);
    }
});

const amount = fc.integer({ min: 1, max: 3_000_000 }).map((n) => (n / 100).toFixed(2));
const day = fc.integer({ min: 0, max: 700 }).map((n) => new Date(Date.UTC(2025, 5, 1 + n)).toISOString().slice(0, 10));

test("drawings of random invoices in any language are the same as their data", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(amount, { minLength: 1, maxLength: 8 }),
      day,
      fc.constantFrom(...LANGUAGES),
      async (prices, date, language) => {
        const lines = prices.map((net, i) => ({
          quantity: 1 + (i % 3),
          unit_code: "C62",
          price: { net },
          vat: { category_code: "S", rate: i % 2 === 0 ? 19 : 7 },
          item: { name: `Artikel ${i}` },
        }));
        const report = await inspectEInvoice(await drawn(model({ lines, invoice_issue_date: date, totals: undefined }), { language }));
        expect(report.comparison!.terms.filter((t) => t.result !== "same")).toEqual([]);
      },
    ),
    { numRuns: runs(60), seed },
  );
});

interface Mutation {
  readonly term: string;
  readonly pattern: RegExp;
  /** Index of the digit or letter that changes, from the end. */
  readonly change: (text: string, by: number) => string;
}

const digit = (text: string, by: number): string => {
  const digits = [...text.matchAll(/\d/g)];
  const at = digits[by % digits.length]!.index;
  const old = Number(text[at]);
  const made = (old + 1 + (by % 8)) % 10;
  // no zero in front
  return `${text.slice(0, at)}${made === 0 ? (old === 5 ? 6 : 5) : made}${text.slice(at + 1)}`;
};
const MUTATIONS: readonly Mutation[] = [
  ...(
    [
      ["BT-106", "ram:SpecifiedTradeSettlementHeaderMonetarySummation>\\s*<ram:LineTotalAmount"],
      ["BT-109", "ram:TaxBasisTotalAmount"],
      ["BT-110", "ram:TaxTotalAmount"],
      ["BT-112", "ram:GrandTotalAmount"],
      ["BT-113", "ram:TotalPrepaidAmount"],
      ["BT-115", "ram:DuePayableAmount"],
      ["BT-117", "ram:CalculatedAmount"],
      ["BT-116", "ram:BasisAmount"],
    ] as const
  ).map(([term, name]) => ({ term, pattern: new RegExp(`(<${name}[^>]*>)([\\d.]+)(<)`), change: digit })),
  { term: "BT-2", pattern: /(<ram:IssueDateTime>\s*<udt:DateTimeString[^>]*>\d{6})(\d\d)(<)/, change: (t) => (t === "11" ? "12" : "11") },
  { term: "BT-9", pattern: /(<ram:DueDateDateTime>\s*<udt:DateTimeString[^>]*>\d{6})(\d\d)(<)/, change: (t) => (t === "13" ? "14" : "13") },
  {
    term: "BT-72",
    pattern: /(<ram:OccurrenceDateTime>\s*<udt:DateTimeString[^>]*>\d{6})(\d\d)(<)/,
    change: (t) => (t === "17" ? "18" : "17"),
  },
  { term: "BT-1", pattern: /(<rsm:ExchangedDocument>\s*<ram:ID>RE-2026-)(\d{4})(<)/, change: digit },
  { term: "BT-84", pattern: /(<ram:IBANID>)(DE\d+)(<)/, change: () => "DE02120300000000202051" },
  { term: "BT-31", pattern: /(>DE)(123456789)(<)/, change: digit },
  { term: "BT-48", pattern: /(>DE)(987654321)(<)/, change: digit },
  { term: "BT-32", pattern: /(schemeID="FC">)([\d/]+)(<)/, change: digit },
];

test("another value of one term in the data is found at that term", async () => {
  const made = new Map<string, Uint8Array>();
  for (const language of LANGUAGES) made.set(language, await drawn(model(), { language }));
  let [all, found] = [0, 0];
  const missed: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...MUTATIONS), fc.constantFrom(...LANGUAGES), fc.nat(50), async (mutation, language, by) => {
      const changed = (xml: string): string => {
        const out = xml.replace(mutation.pattern, (_, a: string, b: string, c: string) => `${a}${mutation.change(b, by)}${c}`);
        expect(out, mutation.term).not.toBe(xml);
        return out;
      };
      const report = await withXml(made.get(language)!, changed);
      all++;
      const results = resultsOf(report).get(mutation.term) ?? [];
      const others = report.comparison!.terms.filter((t) => t.term !== mutation.term && t.result !== "same");
      if (results.some((r) => r === "differs" || r === "missing") && others.length === 0) found++;
      else missed.push(`${mutation.term} ${language} ${by}: ${results.join()} ${others.map((t) => `${t.term} ${t.result}`).join()}`);
    }),
    { numRuns: runs(400), seed },
  );
  expect(found / all, missed.join("\n")).toBeGreaterThanOrEqual(0.995);
});

test("a total that differs is a question, with page, place and both values", async () => {
  const report = await withXml(await drawn(model(), { language: "de" }), (xml) =>
    xml.replace(/(<ram:DuePayableAmount>)[\d.]+/, "$19999.99"),
  );
  const finding = report.findings.find((f) => f.rule === "IN-PAGE-DIFFERS" && f.terms[0] === "BT-115");
  expect(finding).toMatchObject({
    class: "content",
    severity: "error",
    effect: "ask",
    page: 1,
    expected: "9999.99",
    path: "totals.amount_due_for_payment",
  });
  expect(finding!.actual).toMatch(/^4\.177,23$|[\d.,]+/);
  expect(finding!.box!.every((v) => v >= 0 && v < 300)).toBe(true);
});

// pages by hand

const SMALL = `<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"><rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext><rsm:ExchangedDocument><ram:ID>RE-7</ram:ID></rsm:ExchangedDocument><rsm:SupplyChainTradeTransaction><ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Holm GmbH</ram:Name></ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement><ram:ApplicableHeaderTradeDelivery/><ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>1234.50</ram:GrandTotalAmount><ram:DuePayableAmount>1234.50</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;

const FONT = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>";
const written = (x: number, y: number, text: string): string => `BT /F 10 Tf ${x} ${y} Td (${text}) Tj ET\n`;
const HEAD = `${written(50, 700, "Holm GmbH")}${written(50, 680, "Rechnungsnummer RE-7")}`;

const hybridOf = (xml: string, ...contents: readonly string[]): Promise<InspectReport> =>
  inspectEInvoice(
    pagesOf(
      contents.map((content) => ({ entries: "/MediaBox[0 0 595 842]/Resources<</Font<</F 60 0 R>>/ExtGState<</G<</ca 0>>>>>>", content })),
      { 50: "<</Type/Filespec/F(factur-x.xml)/UF(factur-x.xml)/EF<</F 51 0 R>>>>", 51: stream(xml, "/Type/EmbeddedFile"), 60: FONT },
      `/Names<</EmbeddedFiles<</Names[(a)50 0 R]>>>>`,
    ),
  );
const hybrid = (...contents: readonly string[]): Promise<InspectReport> => hybridOf(SMALL, ...contents);
const totals = (report: InspectReport): readonly string[] =>
  report.comparison!.terms.filter((t) => t.term !== "BT-1" && t.term !== "BT-27").map((t) => t.result);

test.each([
  "1.234,50",
  "1,234.50",
  "1'234.50",
  "1 234,50",
  "1234.50",
  "EUR 1.234,50",
  "1.234,50 EUR",
  "-1.234,50",
  "\\(1.234,50\\)",
  "1.234,50-",
  "US$1,234.50",
  "CA$ 1,234.50",
  "1 234,50 $US",
])("the total as %s is the same", async (text) => {
  expect(totals(await hybrid(`${HEAD}${written(50, 600, `Zahlbetrag ${text}`)}`))).toEqual(["same", "same"]);
});

test.each<[string, string]>([
  ["invisible text", `3 Tr ${written(50, 600, "1.234,50")} 0 Tr `],
  ["text without opacity", `q /G gs ${written(50, 600, "1.234,50")} Q `],
  ["text outside the page", written(50, 1000, "1.234,50")],
  ["text under a rectangle", `${written(50, 600, "1.234,50")} 1 g 40 590 200 30 re f 0 g `],
  ["another amount", written(50, 600, "1.234,51")],
  ["an amount rounded", written(50, 600, "1.235")],
  ["a longer number", written(50, 600, "51.234,50")],
])("%s is not the total", async (_, content) => {
  const report = await hybrid(`${HEAD}${content}`);
  expect(totals(report)).not.toContain("same");
  expect(report.findings.find((f) => f.rule === "IN-PAGE-MISSING" && f.terms[0] === "BT-112")).toMatchObject({
    severity: "error",
    effect: "ask",
  });
});

const PATCH = "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8";
test.each<[string, string, readonly string[]]>([
  ["a soft mask that lets all through", "\u0000", ["same", "same"]],
  ["a soft mask that lets half through", "\u0080", ["same", "same"]],
  ["a soft mask that lets nothing through", "\u00ff", ["missing", "missing"]],
])("a picture with %s over the total", async (_, alpha, results) => {
  const content = `${HEAD}${written(50, 600, "1.234,50")}q 200 0 0 30 40 590 cm /P Do Q`;
  const report = await inspectEInvoice(
    pagesOf(
      [{ entries: "/MediaBox[0 0 595 842]/Resources<</Font<</F 60 0 R>>/XObject<</P 61 0 R>>>>", content }],
      {
        50: "<</Type/Filespec/F(factur-x.xml)/UF(factur-x.xml)/EF<</F 51 0 R>>>>",
        51: stream(SMALL, "/Type/EmbeddedFile"),
        60: FONT,
        61: stream("\u00ff", `${PATCH}/SMask 62 0 R`),
        62: stream(alpha, PATCH),
      },
      `/Names<</EmbeddedFiles<</Names[(a)50 0 R]>>>>`,
    ),
  );
  expect(totals(report)).toEqual(results);
});

test("a date in words may break at the end of a line", async () => {
  const dated = SMALL.replace(
    "<ram:ID>RE-7</ram:ID>",
    '<ram:ID>RE-7</ram:ID><ram:IssueDateTime><udt:DateTimeString format="102">20260718</udt:DateTimeString></ram:IssueDateTime>',
  );
  const page = `${HEAD}${written(50, 600, "Zahlbetrag 1.234,50, Rechnung vom 18. Juli")}${written(50, 588, "2026, Konto 7")}`;
  const report = await hybridOf(dated, page);
  expect(report.comparison!.terms.find((t) => t.term === "BT-2")!.result).toBe("same");
});

describe("a page that shows less than the data", () => {
  const due = SMALL.replace(
    "<ram:SpecifiedTradeSettlementHeaderMonetarySummation>",
    '<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime><udt:DateTimeString format="102">20261227</udt:DateTimeString></ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>$&',
  ).replace(
    "<ram:GrandTotalAmount>",
    '<ram:TaxBasisTotalAmount>1037.40</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">197.10</ram:TaxTotalAmount><ram:GrandTotalAmount>',
  );
  const TOTAL = written(50, 500, "Zahlbetrag 1.234,50");
  test.each([
    ["a date that is not that of the term", "Lieferschein/Datum 4711 \\(03.01.2026\\)"],
    ["parts of a VAT number", "USt-IdNr. ATU 7256 7149"],
    ["a sum of one rate", "Nettobetrag \\(7 %\\) 1.234,50"],
  ])("has no alarm for %s", async (_, text) => {
    const report = await hybridOf(due, `${HEAD}${TOTAL}${written(50, 600, text)}`);
    expect(alarms(report)).toEqual([]);
  });
  test("and the value of the longest label right before it is told", async () => {
    const page = `${HEAD}${written(50, 600, "Total Tax 197,10")}${written(50, 580, "Total amount \\(EUR\\) 1.236,50")}`;
    const report = await hybridOf(due, page);
    expect(report.findings.find((f) => f.rule === "IN-PAGE-DIFFERS" && f.terms[0] === "BT-112")!.actual).toBe("1.236,50");
  });
});

test("a number has all its places", async () => {
  const vat = SMALL.replace(
    "<ram:Name>Holm GmbH</ram:Name>",
    '$&<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456789</ram:ID></ram:SpecifiedTaxRegistration>',
  );
  const report = await hybridOf(vat, `${HEAD}${written(50, 600, "DE123456789")}`, `${HEAD}${written(50, 600, "DE 123 456 789")}`);
  expect(report.comparison!.terms.find((t) => t.term === "BT-31")!.found.map((f) => f.page)).toEqual([1, 2]);
});

test("text over a rectangle is read, and text drawn twice counts once", async () => {
  const amount_ = written(50, 600, "Zahlbetrag 1.234,50");
  const report = await hybrid(`${HEAD}1 g 40 590 200 30 re f 0 g ${amount_}${amount_}`);
  expect(totals(report)).toEqual(["same", "same"]);
  expect(report.comparison!.terms.find((t) => t.term === "BT-112")!.found).toHaveLength(1);
});

test("an unmistakable label with an amount of no term differs, although the value stands elsewhere", async () => {
  const page = `${HEAD}${written(50, 600, "Summe 1.234,50")}${written(50, 580, "Zahlbetrag 1.334,50")}`;
  expect(totals(await hybrid(page))).toEqual(["same", "differs"]);
  const mild = `${HEAD}${written(50, 600, "Summe 1.234,50")}${written(50, 580, "Zahlbetrag bei Skonto bis 3.12. 1.200,00")}`;
  expect(totals(await hybrid(mild))).toEqual(["same", "same"]);
});

describe("a date at its label that is not that of the data, which is elsewhere", () => {
  const dates = (delivered: string): string =>
    SMALL.replace(
      "RE-7</ram:ID>",
      'RE-47110</ram:ID><ram:IssueDateTime><udt:DateTimeString format="102">20260718</udt:DateTimeString></ram:IssueDateTime>',
    ).replace(
      "<ram:ApplicableHeaderTradeDelivery/>",
      `<ram:ApplicableHeaderTradeDelivery><ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime><udt:DateTimeString format="102">${delivered}</udt:DateTimeString></ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent></ram:ApplicableHeaderTradeDelivery>`,
    );
  const END = `${written(50, 520, "Zahlbar bis 17.08.2026, Skonto bis 28.07.2026")}${written(50, 500, "Zahlbetrag 1.234,50")}`;
  const resultOf = async (xml: string, term: string, ...rows: readonly string[]): Promise<string> => {
    const page = [`Holm GmbH`, ...rows].map((row, i) => written(50, 700 - 20 * i, row)).join("");
    return (await hybridOf(xml, `${page}${END}`)).comparison!.terms.find((t) => t.term === term)!.result;
  };
  test("differs", async () => {
    expect(await resultOf(dates("20260728"), "BT-72", "Rechnung Nr. RE-47110 vom 18.07.2026", "Lieferdatum: 14.07.2026")).toBe("differs");
    expect(await resultOf(dates("20260714"), "BT-2", "Rechnung Nr. RE-47110 vom 28.07.2026", "Unser Zeichen 18.07.2026")).toBe("differs");
  });
  test.each([
    ["two dates", ["Lieferdatum: 14.07.2026 - 15.07.2026"]],
    ["the date of another term", ["Rechnungsdatum/Lieferdatum: 18.07.2026"]],
    ["one date a delivery", ["Lieferdatum: 14.07.2026", "Lieferdatum: 15.07.2026"]],
    ["a column of deliveries", ["Lieferdatum", "14.07.2026"]],
    ["the right one as well", ["Lieferdatum: 14.07.2026", "Lieferdatum: 28.07.2026"]],
    ["a date that is not right behind it", ["Leistungsdatum wie Lieferschein 4711 vom 14.07.2026"]],
  ])("is the same where labels have %s", async (_, rows) => {
    expect(await resultOf(dates("20260728"), "BT-72", "Rechnung Nr. RE-47110 vom 18.07.2026", ...rows)).toBe("same");
  });
  test("is the same behind a short number, which may be one of an order", async () => {
    const short = dates("20260714").replace("RE-47110", "47");
    expect(await resultOf(short, "BT-2", "Rechnung 47", "Bestellung 47 vom 28.07.2026", "Kiel, 18.07.2026")).toBe("same");
  });
});

test("a label over its amount", async () => {
  expect(totals(await hybrid(`${HEAD}${written(50, 600, "Zahlbetrag")}${written(50, 586, "1.334,50")}`))).toContain("differs");
});

test.each(["DE02 1203 0000 0000 2020 51", "DE88 3704 0044 0532 0130 00"])(
  "another account below a VAT number is told: %s",
  async (iban) => {
    const means = "<ram:TypeCode>58</ram:TypeCode>";
    const account = "<ram:IBANID>DE89370400440532013000</ram:IBANID>";
    const paid = SMALL.replace(
      "</ram:InvoiceCurrencyCode>",
      `$&<ram:SpecifiedTradeSettlementPaymentMeans>${means}<ram:PayeePartyCreditorFinancialAccount>${account}</ram:PayeePartyCreditorFinancialAccount></ram:SpecifiedTradeSettlementPaymentMeans>`,
    );
    const rows = ["USt-IdNr. DE123456789", `IBAN ${iban}`, "Netto 1.037,39", "Zahlbetrag 1.234,50"];
    const report = await hybridOf(paid, `${HEAD}${rows.map((t, i) => written(50, 600 - 14 * i, t)).join("")}`);
    expect(alarms(report)).toEqual([`IN-PAGE-DIFFERS BT-84 ${iban}`]);
  },
);

test("pages that are pictures cannot be read, and are no alarm", async () => {
  const picture = "q 500 0 0 700 40 40 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u0000 EI Q";
  const all = await hybrid(picture);
  expect(all.comparison).toMatchObject({ pages: 1, readable_pages: 0 });
  expect(all.comparison!.terms.every((t) => t.result === "not_readable")).toBe(true);
  expect(all.findings.filter((f) => f.stage === "page")).toMatchObject([{ rule: "IN-PAGE-PICTURE", effect: "note", mends: "receiver" }]);
  const some = await hybrid(HEAD, picture);
  expect(totals(some)).toEqual(["not_readable", "not_readable"]);
  expect(some.findings.filter((f) => f.stage === "page")).toEqual([]);
});

test("what only the page has is listed, without alarm", async () => {
  const more = ["IBAN DE02 1203 0000 0000 2020 51", "USt-IdNr. DE811111111", "Lieferung 3. Mai 2026", "Skonto 12,34"];
  const report = await hybrid(
    `${HEAD}${written(50, 600, "Zahlbetrag 1.234,50")}${more.map((t, i) => written(50, 500 - 20 * i, t)).join("")}`,
  );
  expect(alarms(report)).toEqual([]);
  expect(new Set(report.comparison!.page_only.map((v) => v.kind))).toEqual(new Set(["iban", "vat", "date", "amount"]));
});

test("a turned page is read as shown", async () => {
  const report = await inspectEInvoice(
    pagesOf(
      [
        {
          entries: "/MediaBox[0 0 595 842]/Rotate 90/Resources<</Font<</F 60 0 R>>>>",
          content: `BT /F 10 Tf 0 1 -1 0 100 50 Tm (Zahlbetrag 1.234,50) Tj ET ${"BT /F 10 Tf 0 1 -1 0 80 50 Tm (RE-7 Holm GmbH) Tj ET"}`,
        },
      ],
      { 50: "<</Type/Filespec/F(factur-x.xml)/EF<</F 51 0 R>>>>", 51: stream(SMALL, "/Type/EmbeddedFile"), 60: FONT },
      `/Names<</EmbeddedFiles<</Names[(a)50 0 R]>>>>`,
    ),
  );
  expect(totals(report)).toEqual(["same", "same"]);
});
