import { describe, expect, test } from "vitest";
import { readEInvoice, showEInvoice, validateEInvoice, writeEInvoice, type InvoiceModel } from "../../../runtime/index.js";
import { invoice } from "./invoice.js";

/* Files in other encodings are read and shown (I30); verdicts demand UTF-8. */
const model: InvoiceModel = invoice({ project_reference: "Größe 7 – Möbel" });
const xml = (await writeEInvoice(model, { syntax: "ubl", profile: "xrechnung" })).xml.replace(/^<\?xml.*\?>/, "");
const utf16 = (text: string, swap: boolean): Buffer => (swap ? Buffer.from(text, "utf16le").swap16() : Buffer.from(text, "utf16le"));
const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>${xml}`;
const latin = (text: string): Buffer => Buffer.from(text.replaceAll("–", "\x96"), "latin1");

const FILES: readonly (readonly [string, Uint8Array])[] = [
  ["windows-1252", latin(declared("windows-1252"))],
  ["ISO-8859-1 as writers of windows-1252 declare it", latin(declared("ISO-8859-1").replace('"1.0"', "'1.0'"))],
  ["UTF-16, little end first, with a mark", utf16(`\ufeff${declared("UTF-16")}`, false)],
  ["UTF-16, big end first, with a mark", utf16(`\ufeff${declared("utf-16")}`, true)],
  ["UTF-16, little end first, without one", utf16(declared("UTF-16LE"), false)],
  ["UTF-16, big end first, without one", utf16(declared("UTF-16BE"), true)],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${declared("utf-8")}`)],
  ["UTF-8 without a declaration", Buffer.from(xml)],
];

describe("read", () => {
  test.each(FILES)("%s", async (_, bytes) => {
    const { invoice: read, left_out } = await readEInvoice(new Uint8Array(bytes));
    expect(read.project_reference).toBe(model.project_reference);
    expect(left_out).toEqual([]);
  });
  test("and shown; what a PDF carries as Factur-X is UTF-8", async () => {
    const cii = (await writeEInvoice(model, { syntax: "cii", profile: "en16931" })).xml.replace("UTF-8", "windows-1252");
    const { pdf } = await showEInvoice(new Uint8Array(latin(cii)), { attach: true });
    expect(await validateEInvoice(pdf)).toMatchObject({ valid: true });
    const again = await readEInvoice(pdf);
    expect(again.invoice.project_reference).toBe(model.project_reference);
  });
  test.each<[string, Uint8Array, RegExp]>([
    ["an encoding that is none", Buffer.from(declared("klingon")), /XML-ENCODING: The file declares the encoding klingon/],
    ["bytes of another than declared", latin(declared("UTF-8")), /XML-ENCODING: The file is not UTF-8/],
    ["half a character of UTF-16", utf16(`\ufeff${declared("UTF-16")}`, false).subarray(0, -1), /XML-ENCODING: The file is in UTF-16/],
  ])("%s is refused", async (_, bytes, message) => {
    await expect(readEInvoice(new Uint8Array(bytes))).rejects.toThrow(message);
  });
});

test("validate demands UTF-8", async () => {
  const { valid, stages } = await validateEInvoice(new Uint8Array(FILES[0]![1]));
  expect([valid, stages[0]!.findings.map((f) => f.rule)]).toEqual([false, ["XML-ENCODING"]]);
});
