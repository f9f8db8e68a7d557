// Files that arrive, of every kind: found, told, and decided about (IN-3 to IN-8, IN-17).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { inspectEInvoice, renderEInvoice, validateEInvoice, type InspectReport } from "../../../runtime/index.js";
import { pagesOf, stream } from "../../support/hand-made-pdf.js";
import { fileOf } from "../../support/pdf.js";
import { root } from "../../support/tools.js";

const example = (name: string): string => readFileSync(path.join(root, "examples/e-invoice", name), "utf8");
const XML = example("rechnung-xrechnung.xml");
const OTHER = XML.replaceAll("RE-2026-0815", "RE-2026-0816");
const PAGE = [{ entries: "/MediaBox[0 0 100 100]", content: "" }];
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

interface Embedded {
  readonly name: string;
  readonly xml?: string;
  readonly relationship?: string;
  readonly isAssociated?: boolean;
}

/** A PDF with files of the name tree. */
function carrying(...files: readonly Embedded[]): Uint8Array {
  const objects: Record<number, string> = {};
  files.forEach(({ name, xml = XML, relationship }, i) => {
    const entries = relationship === undefined ? "" : `/AFRelationship/${relationship}`;
    objects[50 + 2 * i] = `<</Type/Filespec/F(${name})/UF(${name})/EF<</F ${51 + 2 * i} 0 R>>${entries}>>`;
    objects[51 + 2 * i] = stream(Buffer.from(xml).toString("latin1"), "/Type/EmbeddedFile");
  });
  const names = files.map(({ name }, i) => `(${i}${name})${50 + 2 * i} 0 R`).join("");
  const associated = files.flatMap(({ isAssociated }, i) => (isAssociated ? [`${50 + 2 * i} 0 R`] : [])).join(" ");
  return pagesOf(PAGE, objects, `/Names<</EmbeddedFiles<</Names[${names}]>>>>${associated === "" ? "" : `/AF[${associated}]`}`);
}

const rulesOf = ({ findings }: InspectReport): readonly string[] => findings.map((f) => f.rule);
const statusOf = (report: InspectReport, name: string): string | undefined => report.stages.find((s) => s.name === name)?.status;

test.each<[string, Uint8Array, string]>([
  ["a ZIP", bytes("PK\u0003\u0004rest"), "ZIP"],
  ["gzip", Uint8Array.of(0x1f, 0x8b, 8), "gzip"],
  ["7z", Uint8Array.of(0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c), "7z"],
  ["RAR", bytes("Rar!\u001a\u0007\u0001"), "RAR"],
  ["signed data", Uint8Array.of(0x30, 0x82, 1, 0, 6, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 2), "CMS (.p7m)"],
  ["an e-mail", bytes("Received: by mx\r\nSubject: Rechnung\r\n\r\nHallo"), "e-mail (RFC 5322)"],
  ["MSG", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), "MSG"],
  ["JSON", bytes('{"invoice":1}'), "JSON"],
  ["PNG", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), "PNG"],
  ["JPEG", Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), "JPEG"],
  ["TIFF", bytes("II*\0"), "TIFF"],
  ["EDIFACT", bytes("UNA:+.? 'UNB+UNOC:3+a+b'"), "EDIFACT"],
  ["text", bytes("Guten Tag"), "unknown"],
  ["a byte", bytes("x"), "unknown"],
])("%s is told, and carries no invoice", async (_, file, name) => {
  const report = await inspectEInvoice(file, { name: "x.pdf" });
  expect(report).toMatchObject({
    decision: "reject",
    format: { container: "other", name, hybrid: false },
    invoice: null,
    comparison: null,
  });
  expect(rulesOf(report)).toContain("IN-NONE");
  expect(report.answer!.text).toContain("IN-NONE");
});

test.each([
  ["UTF-8 with a byte order mark", bytes(`\ufeff${XML}`)],
  ["a PDF whose header is not at its begin", new Uint8Array([...bytes("junk\n"), ...carrying({ name: "factur-x.xml" })])],
])("%s is read", async (_, file) => {
  expect((await inspectEInvoice(file)).format.syntax).toBe("cii");
});

test("UTF-16 is read, and told as validate tells it", async () => {
  const text = XML.replace(/encoding="[^"]*"/i, 'encoding="UTF-16"');
  const report = await inspectEInvoice(new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le")));
  expect(report.format).toMatchObject({ container: "xml", encoding: "UTF-16LE", syntax: "cii" });
  expect(report.invoice).toMatchObject({ invoice_number: "RE-2026-0815" });
  expect(rulesOf(report)).toContain("XML-ENCODING");
});

test.each<[string, string, string]>([
  ["FatturaPA", '<p:FatturaElettronica xmlns:p="http://ivaservizi.agenziaentrate.gov.it/docs/xsd/fatture/v1.2"/>', "FatturaPA"],
  ["KSeF", '<Faktura xmlns="http://crd.gov.pl/wzor/2023/06/29/12648/"/>', "KSeF FA"],
  ["Facturae", '<fe:Facturae xmlns:fe="http://www.facturae.es/Facturae/2014/v3.2.1/Facturae"/>', "Facturae"],
  ["ebInterface", '<Invoice xmlns="http://www.ebinterface.at/schema/6p1/"/>', "ebInterface"],
  ["Svefaktura", '<Invoice xmlns="urn:sfti:documents:BasicInvoice:1:0"/>', "Svefaktura"],
  ["ZUGFeRD 1", '<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0"/>', "ZUGFeRD 1"],
  ["Order-X", '<rsm:SCRDMCCBDACIOMessageStructure xmlns:rsm="urn:un:unece:uncefact:data:SCRDMCCBDACIOMessageStructure:100"/>', "Order-X"],
  ["UBL's order", '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>', "UBL Order"],
  ["cXML", "<cXML/>", "cXML"],
  ["an IDoc", "<INVOIC02><IDOC/></INVOIC02>", "SAP IDoc"],
  ["a root that ends as an IDoc's", "<Rechnung01/>", "Rechnung01"],
  ["another root", '<a xmlns="urn:b"/>', "a (urn:b)"],
])("%s is told by its name, and not judged", async (_, xml, name) => {
  const report = await inspectEInvoice(xml);
  expect(report).toMatchObject({ decision: "reject", format: { container: "xml", name }, invoice: null });
  expect(rulesOf(report)).toContain("IN-SYNTAX");
  expect(statusOf(report, "xml.en16931")).toBe("skipped");
});

test("an invoice of ZUGFeRD 1 inside a PDF is told", async () => {
  const xml = '<rsm:CrossIndustryDocument xmlns:rsm="urn:ferd:CrossIndustryDocument:invoice:1p0"/>';
  const report = await inspectEInvoice(carrying({ name: "ZUGFeRD-invoice.xml", xml }), { policy: { law: "de" } });
  expect(rulesOf(report)).toEqual(expect.arrayContaining(["IN-NONE", "IN-SYNTAX", "IN-PROFILE"]));
  expect(report.format.name).toBe("ZUGFeRD 1");
});

test("a PDF without an invoice, and one that is no PDF", async () => {
  const plain = await inspectEInvoice(pagesOf(PAGE));
  expect(plain).toMatchObject({ decision: "reject", reasons: ["IN-NONE"], format: { container: "pdf", pages: 1, hybrid: false } });
  expect(statusOf(plain, "page")).toBe("skipped");
  expect(rulesOf(await inspectEInvoice("%PDF-1.7\nnothing"))).toEqual(["IN-BROKEN"]);
});

test("an encrypted PDF: with the empty password it is read, else refused", async () => {
  const plain = fileOf(carrying({ name: "factur-x.xml" }));
  const made = (...options: readonly string[]): Uint8Array => {
    const out = path.join(path.dirname(plain), "locked.pdf");
    execFileSync("qpdf", ["--encrypt", ...options, "256", "--", plain, out]);
    return new Uint8Array(readFileSync(out));
  };
  expect((await inspectEInvoice(made("", "owner"))).format.hybrid).toBe(true);
  expect(await inspectEInvoice(made("user", "owner"))).toMatchObject({ decision: "reject", reasons: ["IN-ENCRYPTED"] });
});

test("broken cross references are repaired", async () => {
  const text = Buffer.from(carrying({ name: "factur-x.xml" }))
    .toString("latin1")
    .replace(/startxref\n\d+/, "startxref\n9");
  expect((await inspectEInvoice(new Uint8Array(Buffer.from(text, "latin1")))).format.hybrid).toBe(true);
});

test("any name and relationship: found, and the wrapping told without consequence", async () => {
  const report = await inspectEInvoice(carrying({ name: "rechnung.xml" }));
  expect(report.format).toMatchObject({
    hybrid: true,
    attachment: { name: "rechnung.xml", relationship: null, candidates: ["rechnung.xml"] },
  });
  const wrapping = report.findings.filter((f) => f.stage === "pdf.container");
  expect(wrapping.map((f) => f.rule)).toEqual(["IN-NAME", "IN-RELATIONSHIP", "IN-XMP", "IN-PDFA"]);
  for (const f of wrapping) expect(f).toMatchObject({ class: "format", severity: "warning", effect: "note" });
  expect(statusOf(report, "pdf.container")).toBe("passed");
});

test("our own PDFs have the official wrapping", async () => {
  for (const name of ["facture-factur-x", "invoice-zugferd", "rechnung-xrechnung"]) {
    const { pdf } = await renderEInvoice(JSON.parse(example(`${name}.json`)) as never);
    const report = await inspectEInvoice(pdf);
    expect(
      report.findings.filter((f) => f.stage === "pdf.container"),
      name,
    ).toEqual([]);
    expect(report.decision, name).toBe("accept");
  }
});

test("metadata of another name, level or version are told", async () => {
  const { pdf } = await renderEInvoice(JSON.parse(example("facture-factur-x.json")) as never);
  for (const [key, value, other] of [
    ["DocumentFileName", "factur-x.xml", "factur-y.xml"],
    ["ConformanceLevel", "EN 16931", "EXTENDED"],
    ["Version", "1.0", "9.9"],
  ] as const) {
    const text = Buffer.from(pdf).toString("latin1");
    const changed = text.replace(`<fx:${key}>${value}<`, `<fx:${key}>${other}<`);
    expect(changed).not.toBe(text);
    const { decision, findings } = await inspectEInvoice(new Uint8Array(Buffer.from(changed, "latin1")));
    expect(findings.filter((f) => f.stage === "pdf.container")).toMatchObject([
      { rule: "IN-XMP", effect: "note", expected: value, actual: other },
    ]);
    expect(decision).toBe("accept");
  }
});

test.each<[string, readonly Embedded[], string, boolean]>([
  ["one", [{ name: "a.xml" }], "a.xml", false],
  ["equal ones", [{ name: "a.xml" }, { name: "b.xml" }], "a.xml", false],
  ["an official name first", [{ name: "a.xml" }, { name: "factur-x.xml", xml: OTHER }], "factur-x.xml", true],
  [
    "then the relationship of associated files",
    [
      { name: "a.xml", relationship: "Data", isAssociated: true },
      { name: "b.xml", xml: OTHER, relationship: "Alternative", isAssociated: true },
    ],
    "b.xml",
    true,
  ],
  ["then the order of the name tree", [{ name: "b.xml" }, { name: "a.xml", xml: OTHER }], "b.xml", true],
])("of several invoices: %s", async (_, files, name, several) => {
  const report = await inspectEInvoice(carrying(...files));
  expect(report.format.attachment!.name).toBe(name);
  expect(report.format.attachment!.candidates).toHaveLength(files.length);
  const found = report.findings.find((f) => f.rule === "IN-SEVERAL");
  if (several) expect(found).toMatchObject({ class: "content", severity: "error", effect: "ask" });
  else expect(found).toBeUndefined();
});

test("files of annotations and of a page's /AF", async () => {
  const spec = "<</Type/Filespec/F(factur-x.xml)/EF<</F 51 0 R>>>>";
  for (const entries of ["/Annots[<</Subtype/FileAttachment/FS 50 0 R>>]", "/AF[50 0 R]"]) {
    const pdf = pagesOf([{ ...PAGE[0]!, entries: `${PAGE[0]!.entries}${entries}` }], {
      50: spec,
      51: stream(Buffer.from(XML).toString("latin1"), "/Type/EmbeddedFile"),
    });
    expect((await inspectEInvoice(pdf)).format.hybrid, entries).toBe(true);
  }
});

test("DOCTYPE and entities are refused, and nothing is fetched", async () => {
  const report = await inspectEInvoice(`<!DOCTYPE a SYSTEM "file:///etc/passwd">${XML.replace(/^<\?xml.*?\?>/, "")}`);
  expect(report.decision).toBe("reject");
  expect(rulesOf(report)).toEqual(expect.arrayContaining(["IN-DOCTYPE", "XML-DOCTYPE"]));
});

test("over a limit: refused, naming the setting", async () => {
  const report = await inspectEInvoice(XML, { limits: { inspect_bytes: 100 } });
  expect(report).toMatchObject({ decision: "reject", reasons: ["IN-LIMIT"], findings: [{ mends: "receiver" }] });
  expect(report.findings[0]!.message).toContain("PLATEN_LIMIT_INSPECT_BYTES");
  const lines = await inspectEInvoice(XML, { limits: { invoice_lines: 1 } });
  expect(lines.findings.find((f) => f.rule === "IN-LIMIT")!.message).toContain("PLATEN_LIMIT_INVOICE_LINES");
});

test("elements may be 128 deep in a file that is judged alone", async () => {
  const nested = (deep: number): string => `<a xmlns="urn:x">${"<a>".repeat(deep - 1)}${"</a>".repeat(deep - 1)}</a>`;
  const deep = await inspectEInvoice(nested(129));
  expect(deep.findings.find((f) => f.rule === "IN-LIMIT")!.message).toContain("128");
  expect(rulesOf(deep)).toContain("XML-DEPTH");
  expect(rulesOf(await inspectEInvoice(nested(128)))).not.toContain("IN-LIMIT");
  // the same findings as those of validate (IN-12)
  const rules = (await validateEInvoice(nested(129))).stages.flatMap((s) => s.findings.map((f) => f.rule));
  expect(rules).toEqual(["XML-DEPTH"]);
});

test("a page that is still read after the time of a file is not judged", async () => {
  const content = `BT /F 10 Tf 50 700 Td (1) Tj ET ${"0 0 m 1 1 l S ".repeat(200_000)}`;
  const files = {
    50: "<</Type/Filespec/F(factur-x.xml)/EF<</F 51 0 R>>>>",
    51: stream(Buffer.from(XML).toString("latin1"), "/Type/EmbeddedFile"),
  };
  const pdf = pagesOf([{ ...PAGE[0]!, content }], files, "/Names<</EmbeddedFiles<</Names[(a)50 0 R]>>>>");
  expect(rulesOf(await inspectEInvoice(pdf))).not.toContain("IN-LIMIT");
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 300));
  const late = await inspectEInvoice(pdf).finally(() => clock.mockRestore());
  expect(late.findings.find((f) => f.rule === "IN-LIMIT")!.message).toContain("20 s");
  expect(late).toMatchObject({ decision: "reject", comparison: { pages: 1, readable_pages: 0 } });
  expect(rulesOf(late)).not.toContain("IN-PAGE-PICTURE");
});

test("damaged files are findings, never failures", async () => {
  const whole = carrying({ name: "factur-x.xml" });
  for (let i = 0; i < 60; i++) {
    const file = whole.slice();
    for (let k = 0; k < 20; k++) file[(i * 7919 + k * 104729) % file.length] = (i * 31 + k * 17) % 256;
    const report = await inspectEInvoice(i % 2 === 0 ? file : file.subarray(0, (file.length * i) / 60));
    expect(["accept", "ask", "reject"]).toContain(report.decision);
  }
});
