import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { INVOICE, invoice } from "../../../tests/support/einvoice/invoice.js";
import { changed, changes, fileOf, treeOf } from "../../../tests/support/einvoice/mutate.js";
import type { Finding } from "../xml/finding.js";
import { detect, fits, guidelinesOf, XRECHNUNG, xrechnungVersion, type Profile } from "../xml/guideline.js";
import { valuesOf } from "../xml/structure/values.js";
import { detectProfile, validateInvoice, type Options } from "./validate.js";

const EN: Options = { standard: "factur_x", profile: "en16931", level: "strict" };
const found = (xml: Uint8Array, options: Options = EN): readonly Finding[] => validateInvoice(xml, options).findings;
const rules = (xml: Uint8Array, options: Options = EN): readonly string[] => [...new Set(found(xml, options).map((f) => f.rule))];

describe("an invoice", () => {
  test("that is right has no findings", () => {
    expect(validateInvoice(invoice(), EN)).toEqual({
      stages: [
        { name: "xml.well_formed", status: "passed", findings: [] },
        { name: "xml.structure", status: "passed", findings: [] },
        { name: "xml.en16931", status: "passed", findings: [] },
        { name: "xml.xrechnung", status: "skipped", findings: [] },
      ],
      findings: [],
    });
    const basic = guidelinesOf("factur_x", "basic")[0]!;
    expect(rules(invoice([">urn:cen.eu:en16931:2017<", `>${basic}<`]), { ...EN, profile: "basic" })).toEqual([]);
  });
  test("that is a cent wrong is told where, what there is and what there should be", () => {
    const xml = invoice(["<ram:GrandTotalAmount>160.60", "<ram:GrandTotalAmount>160.61"]);
    const [total, due] = found(xml);
    expect(total).toEqual({
      rule: "BR-CO-15",
      severity: "error",
      terms: ["BT-112", "BT-109", "BT-110"],
      location: "/rsm:CrossIndustryInvoice",
      line: 2,
      message: "The total with VAT (BT-112) is not the total without VAT (BT-109) plus the VAT total (BT-110).",
      expected: "160.60",
      actual: "160.61",
    });
    expect([due!.rule, due!.expected, due!.actual]).toEqual(["BR-CO-16", "140.61", "140.60"]);
    expect(found(xml)).toHaveLength(2);
  });
  test("has all of its findings told, not the first alone", () => {
    const xml = invoice(
      ["<ram:ID>R-2026-17</ram:ID>", "<ram:ID> </ram:ID>"],
      ["<ram:InvoiceCurrencyCode>EUR", "<ram:InvoiceCurrencyCode>EURO"],
      ["<ram:CityName>Wien</ram:CityName>", "<ram:Town>Wien</ram:Town>"],
      ['unitCode="C62"', 'unitCode="pcs"'],
      ['format="102">20260130', 'format="102">20260230'],
      ["<ram:LineID>2</ram:LineID>", "<ram:LineID>2</ram:LineID><ram:LineID>2</ram:LineID>"],
    );
    expect(rules(xml)).toEqual([
      "CII-COUNT",
      "CII-ELEMENT",
      "BR-02",
      "BR-CO-15",
      "BR-CL-04",
      "BR-CL-23",
      "PEPPOL-EN16931-R008",
      "FX-ELEMENT",
    ]);
    expect(found(xml).find((f) => f.rule === "CII-COUNT")!.location).toBe(
      "/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:IncludedSupplyChainTradeLineItem[2]/ram:AssociatedDocumentLineDocument/ram:LineID[2]",
    );
  });
  test("is held to order, number, attributes and kinds of values", () => {
    const told = (...r: readonly (readonly [string, string])[]): string[] =>
      found(invoice(...r)).flatMap((f) => (f.rule.startsWith("CII") ? [`${f.rule} ${f.message}`] : []));
    expect(told(["<ram:TypeCode>380</ram:TypeCode>", ""])).toContain("CII-MISSING TypeCode is missing in ExchangedDocument.");
    expect(
      told(["<ram:ID>R-2026-17</ram:ID>\n    <ram:TypeCode>380</ram:TypeCode>", "<ram:TypeCode>380</ram:TypeCode><ram:ID>1</ram:ID>"]),
    ).toEqual(["CII-ORDER ID must precede TypeCode."]);
    expect(told([' schemeID="VA"', ' schemeID="VA" lang="de"'])).toEqual([
      "CII-ATTRIBUTE The attribute lang is not allowed at ID in the profile en16931.",
    ]);
    expect(told(["<ram:BasisAmount>50.00", "<ram:BasisAmount>1e3"])).toContain("CII-VALUE BasisAmount is not a decimal number.");
    expect(told(["<udt:Indicator>false", "<udt:Indicator>no"])).toContain("CII-VALUE Indicator is not true or false.");
    expect(told(["<udt:Indicator>false</udt:Indicator>", "<ram:Indicator>false</ram:Indicator>"])).toContain(
      "CII-ELEMENT Indicator is in the wrong namespace, it belongs to urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100.",
    );
    expect(told(["<ram:Name>Sawmill</ram:Name>", "<ram:Name>Sawmill</ram:Name>and more"])).toEqual([
      "CII-VALUE SellerTradeParty has elements only, no text.",
    ]);
  });
  test("may have more decimals than two in prices only", () => {
    expect(rules(invoice(["<ram:ChargeAmount>100.00", "<ram:ChargeAmount>100.0000"]))).toEqual([]);
    expect(rules(invoice(["<ram:BasisAmount>90.00", "<ram:BasisAmount>90.000"]))).toEqual(["BR-DEC-19"]);
  });
  test("is judged the same way every time, and quickly", () => {
    const xml = invoice(["<ram:LineTotalAmount>150.00", "<ram:LineTotalAmount>150.01"]);
    expect(validateInvoice(xml, EN)).toEqual(validateInvoice(xml, EN));
    let clock = 0;
    const timed = validateInvoice(xml, { ...EN, now: () => clock++ });
    expect(timed.stages.map((s) => s.duration_ms)).toEqual([1, 1, 1, undefined]);
  });
});

describe("levels, standards and profiles", () => {
  const basic: Options = { ...EN, level: "basic" };
  test("basic asks for CII, the guideline and the type alone", () => {
    expect(rules(invoice(["<ram:GrandTotalAmount>160.60", "<ram:GrandTotalAmount>1"]), basic)).toEqual([]);
    expect(rules(invoice(["<ram:TypeCode>380", "<ram:TypeCode>220"]), basic)).toEqual(["CII-TYPE-CODE"]);
    expect(rules(invoice(["urn:cen.eu:en16931:2017", "urn:cen.eu:en16931:2018"]), basic)).toEqual(["CII-GUIDELINE"]);
    expect(rules(invoice(), { ...basic, profile: "extended" })).toEqual(["CII-GUIDELINE"]);
    expect(validateInvoice(new TextEncoder().encode("<a>"), basic).stages.map((s) => s.status)).toEqual([
      "failed",
      "skipped",
      "skipped",
      "skipped",
    ]);
  });
  test("other documents are refused by their names", () => {
    const told = (xml: string): string => found(new TextEncoder().encode(xml), basic)[0]!.message;
    expect(told('<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"/>')).toBe("This is UBL (Invoice), CII is needed.");
    expect(told('<a:CrossIndustryDocument xmlns:a="urn:ferd:CrossIndustryDocument:invoice:1p0"/>')).toContain("ZUGFeRD 1");
    expect(told('<CrossIndustryInvoice xmlns="urn:x"/>')).toContain("not in the namespace of CII D16B");
    expect(told("<invoice/>")).toBe("The root element is not rsm:CrossIndustryInvoice.");
  });
  test("identifiers stand for profiles, and the other way round", () => {
    const profiles: readonly Profile[] = ["minimum", "basic_wl", "basic", "en16931", "extended"];
    for (const profile of profiles) {
      expect(detect(guidelinesOf("factur_x", profile)[0]!)).toEqual({ standard: "factur_x", profile });
      const old = guidelinesOf("zugferd", profile, "2.0")[0]!;
      expect(fits(old, "zugferd", profile, "2.0")).toBe(true);
      expect(fits(old, "zugferd", profile)).toBe(profile === "en16931");
      expect(fits(guidelinesOf("zugferd", profile)[0]!, "zugferd", profile, "2.0")).toBe(true);
    }
    for (const id of Object.values(XRECHNUNG)) expect([detect(id)?.profile, xrechnungVersion(id)]).toEqual(["xrechnung", "3.0"]);
    expect(xrechnungVersion("urn:cen.eu:en16931:2017#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3")).toBe("2.3");
    expect(detect("urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0")).toBeNull();
    expect(detectProfile(invoice())).toEqual({ standard: "factur_x", profile: "en16931" });
    expect(detectProfile(new TextEncoder().encode("<a/>"))).toBeNull();
  });
  test("XRechnung has rules of its own, in a stage of its own", () => {
    const xml = invoice(["urn:cen.eu:en16931:2017", XRECHNUNG.core]);
    const { stages } = validateInvoice(xml, { standard: "xrechnung", profile: "xrechnung", level: "strict" });
    expect(stages.map((s) => s.status)).toEqual(["passed", "passed", "passed", "failed"]);
    expect(stages[3]!.findings.map((f) => f.rule)).toEqual([
      "BR-DE-1",
      "BR-DE-2",
      "PEPPOL-EN16931-R001",
      "PEPPOL-EN16931-R010",
      "PEPPOL-EN16931-R020",
    ]);
  });
  test("EXTENDED lets sums be off by a cent for each amount in them", () => {
    const extended = ["urn:cen.eu:en16931:2017", guidelinesOf("factur_x", "extended")[0]!] as const;
    const off = (by: string): readonly string[] =>
      rules(invoice(extended, ["<ram:LineTotalAmount>150.00", `<ram:LineTotalAmount>${by}`]), { ...EN, profile: "extended" });
    expect([off("150.02"), off("150.03")]).toEqual([[], ["BR-FXEXT-CO-10"]]);
  });
});

describe("white space is XML's, never JavaScript's", () => {
  const NBSP = "\u00a0";
  const told = (...r: readonly (readonly [string, string])[]): readonly string[] =>
    found(invoice(...r)).map((f) => `${f.rule}: ${f.actual ?? "nothing"}`);
  const date = 'format="102">20260131';
  test("around dates, numbers, codes and what must be there", () => {
    expect(told([date, 'format="102">\t\n20260131 ']), "tab, line break and space are").toEqual([]);
    for (const space of [NBSP, "\u2003", "\u3000", "\ufeff", "\u2028", "\u0085"]) {
      const seen = `<U+${space.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}>`;
      expect(told([date, `${date}${space}`])).toEqual([`CII-DT-097: 20260131${seen}`]);
      expect(told(["<ram:BasisAmount>50.00", `<ram:BasisAmount>50.00${space}`])).toContain(`CII-VALUE: 50.00${seen}`);
      expect(told(["<udt:Indicator>false", `<udt:Indicator>${space}false`])).toContain(`CII-VALUE: ${seen}false`);
      expect(told(["<ram:InvoiceCurrencyCode>EUR", `<ram:InvoiceCurrencyCode>EUR${space}`])).toContain(`BR-CL-04: EUR${seen}`);
      expect(told(["<ram:ID>R-2026-17", `<ram:ID>${space}`]), "it is a text").toEqual([]);
    }
  });
  test("digits are those of ASCII", () => {
    expect(told([date, 'format="102">\u0662\u0660\u0662\u06660131'])).toEqual(["CII-DT-097: \u0662\u0660\u0662\u06660131"]);
  });
});

describe("values of XML Schema's types", () => {
  test("base64 has no bits behind its last byte", () => {
    const types = valuesOf("xrechnung");
    const fit = (type: string, ...texts: readonly string[]): readonly boolean[] => texts.map((t) => types[type]!.fits(t));
    expect(fit("Binary", "", "YQ==", "YWI=", "YWJj", " Y W\nJ j ", "YQ= =")).toEqual([true, true, true, true, true, true]);
    expect(fit("Binary", "YR==", "YWJ=", "YQ=", "YQ", "=", "====", "Y===", "YQ==YQ==", "YW-j", "YWJj\u00a0")).not.toContain(true);
    expect(fit("Date", "2024-02-29", "2000-02-29Z", "-0001-12-31+14:00", "12026-01-31", " 2026-01-31\n")).not.toContain(false);
    expect(
      fit("Date", "2023-02-29", "1900-02-29", "2026-04-31", "0000-01-01", "02026-01-01", "2026-1-1", "2026-01-01+14:01"),
    ).not.toContain(true);
    expect(fit("Moment", "2026-01-31T23:59:59.5-13:59", "2026-01-31T24:00:00")).not.toContain(false);
    expect(fit("Moment", "2026-01-31T24:00:01", "2026-01-31T12:60:00", "2026-02-30T00:00:00", "2026-01-31\u00a0")).not.toContain(true);
  });
});

describe("PEPPOL-EN16931-R008", () => {
  const asked: Options = { standard: "xrechnung", profile: "xrechnung", level: "strict" };
  const empty = /<ram:ApplicableHeaderTradeDelivery>[^]*<\/ram:ApplicableHeaderTradeDelivery>/.exec(INVOICE)![0];
  const bare = new TextDecoder().decode(
    invoice(["urn:cen.eu:en16931:2017", XRECHNUNG.core], [empty, "<ram:ApplicableHeaderTradeDelivery/>"]),
  );
  const told = (xml: string): readonly (readonly [string, string | undefined])[] =>
    found(new TextEncoder().encode(xml), asked).flatMap((f) => (f.rule === "PEPPOL-EN16931-R008" ? [[f.severity, f.actual]] : []));
  test("an element that may be empty is, and is known by its prefix: of another prefix a warning tells", () => {
    expect(told(bare)).toEqual([]);
    expect(told(bare.replaceAll("ram:", "r:").replace("xmlns:ram", "xmlns:r"))).toEqual([["warning", "r:ApplicableHeaderTradeDelivery"]]);
    expect(told(bare.replaceAll("ram:", "").replace("xmlns:ram", "xmlns"))).toEqual([["warning", "ApplicableHeaderTradeDelivery"]]);
  });
  test("another element must not be empty, whatever its prefix", () => {
    const blank = bare.replace("<ram:BuyerReference>04011000-12345-34", "<ram:BuyerReference> ");
    expect(told(blank)).toEqual([["error", undefined]]);
    expect(told(blank.replaceAll("ram:", "r:").replace("xmlns:ram", "xmlns:r")).map(([severity]) => severity)).toEqual([
      "error",
      "warning",
    ]);
  });
});

test("no change of an invoice throws, in any profile", () => {
  const tree = treeOf(new TextEncoder().encode(INVOICE));
  fc.assert(
    fc.property(changes, fc.constantFrom<Profile>("minimum", "basic_wl", "basic", "en16931", "extended", "xrechnung"), (c, profile) => {
      const xml = new TextEncoder().encode(fileOf(changed([tree], c)));
      const standard = profile === "xrechnung" ? "xrechnung" : "factur_x";
      for (const f of validateInvoice(xml, { standard, profile, level: "strict" }).findings)
        expect([f.rule, f.message, f.location].every((t) => t.length > 0 && t.length < 500)).toBe(true);
    }),
  );
});

test("a large invoice, or one made to be slow, is judged in time", () => {
  const open = "<ram:ApplicableHeaderTradeAgreement>";
  const flood = (at: string, piece: string): Uint8Array => invoice([at, piece.repeat(Math.floor(1_900_000 / piece.length)) + at]);
  const line = INVOICE.slice(
    INVOICE.indexOf("    <ram:IncludedSupplyChainTradeLineItem>"),
    INVOICE.indexOf("\n    <ram:IncludedSupplyChainTradeLineItem>", 3000),
  );
  const parented =
    "<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID><ram:ParentLineID>1</ram:ParentLineID></ram:AssociatedDocumentLineDocument></ram:IncludedSupplyChainTradeLineItem>";
  const means = "<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>59</ram:TypeCode></ram:SpecifiedTradeSettlementPaymentMeans>";
  const tax = "<ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>O</ram:CategoryCode></ram:ApplicableTradeTax>";
  const files = [
    flood(open, line),
    flood(open, parented),
    flood("<ram:SpecifiedTradePaymentTerms>", means),
    flood("<ram:SpecifiedTradePaymentTerms>", "<ram:SpecifiedTradePaymentTerms/>" + means),
    flood("<ram:SpecifiedTradePaymentTerms>", tax),
    flood("<ram:GrandTotalAmount>", '<ram:TaxTotalAmount currencyID="EUR">1</ram:TaxTotalAmount>'),
    flood("30 days", "#SKONTO"),
  ];
  for (const [i, xml] of files.entries())
    for (const profile of ["en16931", "extended", "xrechnung"] as const) {
      const start = process.cpuUsage();
      const { findings } = validateInvoice(xml, { standard: profile === "xrechnung" ? "xrechnung" : "factur_x", profile, level: "strict" });
      const used = process.cpuUsage(start);
      expect([i, profile, findings.length < 12_000, used.user + used.system < 5_000_000]).toEqual([i, profile, true, true]);
    }
});
