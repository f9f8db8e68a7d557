// Invoices that PDF files carry: found wherever they are, refused by name (I29).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { invoiceInPdf } from "../../runtime/einvoice/carried.js";
import { pagesOf, stream } from "../support/hand-made-pdf.js";
import { fileOf } from "../support/pdf.js";

const PAGE = [{ entries: "/MediaBox[0 0 100 100]", content: "" }];
const XML = "<CrossIndustryInvoice/>";
const spec = (name: string, file = 51): string => `<</Type/Filespec/F(${name})/UF(${name})/EF<</F ${file} 0 R>>>>`;
const file = (xml: string): string => stream(xml, "/Type/EmbeddedFile");
const named = (name: string, xml = XML): Uint8Array =>
  pagesOf(PAGE, { 50: spec(name), 51: file(xml) }, `/Names<</EmbeddedFiles<</Names[(${name})50 0 R]>>>>`);
const read = (pdf: Uint8Array): string => new TextDecoder().decode(invoiceInPdf(pdf));

test.each<[string, Uint8Array]>([
  ["of the name tree", named("factur-x.xml")],
  ["by the name of XRechnung", named("xrechnung.xml")],
  ["in capitals", named("ZUGFeRD-invoice.xml")],
  [
    "of an annotation",
    pagesOf([{ ...PAGE[0]!, entries: `${PAGE[0]!.entries}/Annots[<</Subtype/FileAttachment/FS 50 0 R>>]` }], {
      50: spec("factur-x.xml"),
      51: file(XML),
    }),
  ],
  ["of a dictionary that nothing refers to", pagesOf(PAGE, { 50: spec("factur-x.xml"), 51: file(XML) })],
  ["of a specification in an array", pagesOf(PAGE, { 50: `[[${spec("factur-x.xml")}]]`, 51: file(XML) })],
  [
    "in hexadecimal",
    pagesOf(PAGE, { 50: spec("factur-x.xml"), 51: stream(`${Buffer.from(XML).toString("hex")}>`, "/Filter/ASCIIHexDecode") }),
  ],
  [
    "with a name in UTF-16",
    pagesOf(PAGE, {
      50: `<</F(x)/UF<FEFF${Buffer.from("factur-x.xml", "utf16le").swap16().toString("hex")}>/EF<</F 51 0 R>>>>`,
      51: file(XML),
    }),
  ],
])("an invoice %s", (_, pdf) => {
  expect(read(pdf)).toBe(XML);
});

test("in object streams, and in a file that opens without a password", () => {
  const plain = fileOf(named("factur-x.xml"));
  for (const options of [
    ["--object-streams=generate"],
    ["--encrypt", "", "owner", "256", "--"],
    ["--encrypt", "", "owner", "128", "--use-aes=y", "--"],
  ]) {
    const made = path.join(path.dirname(plain), "made.pdf");
    execFileSync("qpdf", [...options, plain, made]);
    expect(read(readFileSync(made)), options.join(" ")).toBe(XML);
  }
});

test.each<[string, () => Uint8Array, string]>([
  ["no file", () => pagesOf(PAGE), "no invoice in this PDF"],
  ["another name", () => named("notes.xml"), "no invoice in this PDF"],
  [
    "two invoices",
    () => pagesOf(PAGE, { 50: `[${spec("factur-x.xml")}${spec("xrechnung.xml", 52)}]`, 51: file(XML), 52: file(XML) }),
    "the PDF carries several invoices: factur-x.xml, xrechnung.xml",
  ],
  ["an invoice of ZUGFeRD 1", () => named("ZUGFeRD-invoice.xml", "<CrossIndustryDocument>"), "ZUGFeRD 1"],
  ["an order", () => named("order-x.xml"), "Order-X"],
  ["an order by another name", () => named("o.xml", "<CrossIndustryOrder>"), "Order-X"],
  ["no page and no object", () => new TextEncoder().encode("%PDF-1.7\n"), "the files in the PDF cannot be read"],
])("refused: %s", (_, pdf, reason) => {
  expect(() => invoiceInPdf(pdf())).toThrow(reason);
});

test("budgets are the operator's, and named", () => {
  const pdf = named("factur-x.xml");
  const within = { ...CONTRACT_LIMITS, pdf_bytes: pdf.length };
  expect(invoiceInPdf(pdf, within).length).toBeGreaterThan(0);
  expect(() => invoiceInPdf(pdf, { ...within, pdf_bytes: pdf.length - 1 })).toThrow(/more than \d+ \(PLATEN_LIMIT_PDF_BYTES\)/);
});

test("a file with a password is refused by name", () => {
  const plain = fileOf(named("factur-x.xml"));
  execFileSync("qpdf", ["--encrypt", "user", "owner", "256", "--", plain, `${plain}.locked.pdf`]);
  expect(() => invoiceInPdf(readFileSync(`${plain}.locked.pdf`))).toThrow("the PDF is encrypted: decrypt it first");
});
