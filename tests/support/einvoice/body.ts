import { readFileSync } from "node:fs";
import path from "node:path";

export const exampleXml = (folder: string, name = "CII_example1.xml"): string =>
  readFileSync(path.join(folder, name), "utf8").replace(/^\ufeff/, "");

export function wrongTotal(xml: string): string {
  const total = /<ram:GrandTotalAmount>([\d.]+)</.exec(xml)![1]!;
  return xml.replace(`<ram:GrandTotalAmount>${total}<`, `<ram:GrandTotalAmount>${(Number(total) + 0.01).toFixed(2)}<`);
}

const PAGE = { size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Invoice" }] };

/** @param more fields of settings.e_invoice that replace the defaults */
export const invoiceBody = (content: string, more: object = {}, settings: object = {}, pages = 1): object => ({
  settings: {
    ...settings,
    e_invoice: {
      standard: "factur_x",
      profile: "en16931",
      document_type: "invoice",
      xml: { format: "cii", content },
      validation: { level: "strict" },
      ...more,
    },
  },
  pages: Array.from({ length: pages }, () => PAGE),
});

export const objectBody = (content: string, more: object = {}, pages = 1, settings: object = {}): object =>
  invoiceBody(content, { delivery: { mode: "object" }, ...more }, settings, pages);
