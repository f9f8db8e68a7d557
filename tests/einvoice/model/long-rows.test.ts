import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { UNIT_WORDS } from "../../../compiler/einvoice/show/labels/words.js";
import { LANGUAGES, type Language } from "../../../compiler/einvoice/show/labels/table.js";
import { renderEInvoice, showEInvoice, type InvoiceModel } from "../../../runtime/index.js";
import { havePoppler, poppler } from "../../support/readers.js";
import { FLAVOURS, faults, haveVera } from "../../support/verapdf.js";
import { invoice, met } from "./invoice.js";

/* Rows of any length, and words of narrow columns (SW-43). */
const dir = mkdtempSync(path.join(tmpdir(), "platen-long-rows-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
let n = 0;
const file = (pdf: Uint8Array): string => {
  const to = path.join(dir, `${n++}.pdf`);
  writeFileSync(to, pdf);
  return to;
};
const drawn = async (model: InvoiceModel, language: Language = "de"): Promise<string> => {
  const settings = {
    e_invoice: {
      standard: "factur_x",
      profile: "en16931",
      document_type: "invoice",
      invoice: model,
      drawing: { language },
      validation: { level: "basic" },
    },
  };
  return file((await renderEInvoice({ settings } as Parameters<typeof renderEInvoice>[0])).pdf);
};
const shown = async (model: InvoiceModel): Promise<string> => file((await showEInvoice(model, { language: "de" })).pdf);

/** `Satz1.` to `SatzCOUNT.` */
const sentences = (count: number): string => Array.from({ length: count }, (_, i) => `Satz${i + 1}.`).join(" ");
const COUNT = 900;
const long = sentences(COUNT);
const line = invoice().lines![0]!;
const LONG: Readonly<Record<string, InvoiceModel>> = {
  note: invoice({ notes: [{ text: long }] }),
  "line breaks in a note": invoice({ notes: [{ text: long.replace(/(\d0\.) /g, "$1\n") }] }),
  terms: invoice({ payment_terms: long }),
  "name of the buyer": invoice({ buyer: { ...invoice().buyer, name: long } }),
  "address of the seller": invoice({ seller: { ...invoice().seller, postal_address: { line_1: long, country_code: "DE" } } }),
  reference: invoice({ buyer_reference: long }),
  "remittance information": invoice({ payment_instructions: { ...invoice().payment_instructions, remittance_information: long } }),
  "description of a line": invoice({ lines: [{ ...line, item: { name: "Regal", description: long } }, line] }),
  "reason of an allowance": invoice({ allowances: [{ amount: 1, vat_category_code: "S", vat_rate: 19, reason: long }] }),
  "reason of an exemption": invoice({
    lines: [{ ...line, vat: { category_code: "E", rate: 0 } }],
    vat_breakdown: [{ category_code: "E", rate: 0, exemption_reason_text: long }],
  }),
};

/** Without page numbers. */
const pagesOf = (pdf: string): readonly string[] =>
  poppler(pdf)
    .split("\f")
    .slice(0, -1)
    .map((page) => page.replace(/^\d+ ?\/ ?\d+$/gm, ""));

describe.skipIf(!havePoppler)("a long text is drawn and shown whole", () => {
  for (const [name, model] of Object.entries(LONG))
    test(name, async () => {
      for (const pdf of [await drawn(model), await shown(model)]) {
        const found = [
          ...pagesOf(pdf)
            .join("\n")
            .matchAll(/Satz(\d+)\./g),
        ].map((m) => Number(m[1]));
        expect(found).toEqual(Array.from({ length: COUNT }, (_, i) => i + 1));
        for (const page of pagesOf(pdf).slice(0, -1)) expect(page.trim().split("\n").length).toBeGreaterThan(5);
      }
    });

  test.each(["03-long-line-description", "06-show-long-note"])("%s", async (name) => {
    const model = met(name);
    const words = (text: string): string => text.replace(/\s+/g, "");
    const text = model.notes?.[0]?.text ?? model.lines![0]!.item!.description!;
    for (const pdf of [await drawn(model), await shown(model)]) {
      const all = words(
        pagesOf(pdf)
          .map((page) => page.replace(/\d+ \/ \d+\s*$/, ""))
          .join(""),
      );
      const sentence = words(text.split(/(?<=\.) |\n/)[1]!);
      expect(all.split(sentence).length).toBe(words(text).split(sentence).length);
      for (const page of pagesOf(pdf).slice(0, -1)) expect(page.trim().split("\n").length).toBeGreaterThan(5);
    }
  });

  test("rates are many", async () => {
    const lines = Array.from({ length: 45 }, (_, i) => ({ ...line, vat: { category_code: "S", rate: String(i + 1) } }));
    const text = poppler(await drawn(invoice({ lines })), "-layout");
    for (let rate = 1; rate <= 45; rate++) expect(text).toMatch(new RegExp(`USt\\. ${rate} % von`));
    expect(text).toMatch(/Fälliger Zahlungsbetrag/);
  });

  test("amounts are in the first part, the header is repeated, and the tags have one row", async () => {
    const pdf = await drawn(LONG["description of a line"]!);
    const pages = pagesOf(pdf);
    expect(pages[0]).toContain("149,90");
    expect(pages.filter((page) => page.includes("Einzelpreis")).length).toBeGreaterThan(2);
    const tags = execFileSync("pdfinfo", ["-struct-text", pdf], { encoding: "utf8" });
    const [table] = tags.split("Table").filter((part) => part.includes("Satz"));
    // the header, two lines
    expect(table!.match(/^ +TR$/gm)).toHaveLength(3);
  });

  test("at least two lines are on either side of a break", async () => {
    for (let lines = 1; lines <= 12; lines++) {
      const before = Array.from({ length: lines }, (_, i) => `Zeile ${i}`).join("\n");
      const pages = pagesOf(await shown(invoice({ notes: [{ text: before }, { text: long }] })));
      const counts = pages.map((page) => page.split("\n").filter((l) => l.includes("Satz")).length).filter((count) => count > 0);
      expect(counts.length).toBeGreaterThan(1);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
    }
  });

  test.skipIf(!haveVera)("the file remains PDF/UA", async () => {
    const files = await Promise.all(["note", "description of a line"].map((name) => shown(LONG[name]!)));
    expect(faults(files.flatMap((f) => FLAVOURS["pdfa-2u+ua1"].map((flavour) => ({ file: f, flavour }))))).toEqual([]);
  });
});

describe.skipIf(!havePoppler)("words of narrow columns", () => {
  const model = met("04-units-break-inside-words");
  test.each(LANGUAGES)("no unit is broken in %s", async (language) => {
    const words = poppler(await drawn(model, language)).split(/\s+/);
    for (const { unit_code: code } of model.lines!)
      for (const word of (UNIT_WORDS.get(code!)?.[language] ?? code!).split(" ")) expect(words).toContain(word);
  });

  test("numbers and identifiers", async () => {
    const big = { ...line, identifier: "POSITION-2026-0000001", quantity: "123456789.5", price: { net: "1234567.891" } };
    const text = poppler(await drawn(invoice({ lines: [big] })), "-layout");
    expect(text).toContain("POSITION-2026-0000001");
    expect(text).toMatch(/123\.456\.789,5 +Stück +1\.234\.567,891/);
    expect(text).toMatch(/\d EUR\n/);
    const long = { ...line, unit_code: "ABCDEFGHIJKLMNOPQRST" };
    expect(poppler(await drawn(invoice({ lines: [long] })))).toContain("ABCDEFGHIJKLMNOPQRST");
  });
});
