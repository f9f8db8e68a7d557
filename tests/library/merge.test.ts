import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { attachEInvoice, merge, readEInvoice, render } from "../../runtime/index.js";
import { pagesOf } from "../support/hand-made-pdf.js";
import { root } from "../support/tools.js";

const plain = pagesOf([{ entries: "/MediaBox[0 0 300 400]", content: "BT /F 12 Tf (a) Tj ET" }]);
const xml = readFileSync(path.join(root, "examples/e-invoice/facture-factur-x.xml"));
const sheet = (): ReturnType<typeof render> =>
  render({
    settings: { metadata: { title: "Invoice", language: "de" } },
    pages: [{ size: "a5", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Invoice" }] }],
  });

test("merge joins files, with warnings where they are asked for", async () => {
  const { pages, warnings } = await merge([plain, plain]);
  expect([pages, warnings]).toEqual([2, []]);
  const noted = (await merge([(await sheet()).pdf, plain], { warnings: true })).warnings;
  expect(noted).toEqual([
    expect.objectContaining({ path: "/files/1", message: expect.stringContaining("Helvetica is not embedded") as string }),
  ]);
});

test("merge refuses by the place of the file", async () => {
  await expect(merge([plain, new TextEncoder().encode("hello")])).rejects.toMatchObject({ code: "API-002", path: "/files/1" });
  await expect(merge([(await sheet()).pdf, plain], { profile: "pdfa-2b" })).rejects.toMatchObject({ code: "API-502", path: "/files/1" });
  await expect(merge([plain], { profile: "pdfa-9" })).rejects.toMatchObject({ code: "API-002" });
  for (const files of [[], ["a"], "a", undefined])
    await expect(merge(files as never)).rejects.toThrow("files: must be a list of Uint8Array");
  await expect(merge([plain], { profil: "pdfa-2b" } as never)).rejects.toThrow(/profil/);
});

test("attachEInvoice makes a PDF that carries the invoice", async () => {
  const { pdf } = await sheet();
  const made = await attachEInvoice(pdf, xml);
  expect(Buffer.from(made.xml).equals(xml)).toBe(true);
  expect((await readEInvoice(made.pdf)).syntax).toBe("cii");
  expect((await attachEInvoice(pdf, xml.toString())).pdf).toEqual(made.pdf);
  await expect(attachEInvoice(made.pdf, xml)).rejects.toMatchObject({ code: "API-002" });
  await expect(attachEInvoice(new TextEncoder().encode("hello"), xml)).rejects.toMatchObject({ code: "API-002", path: "/pdf" });
  await expect(attachEInvoice(plain, xml)).rejects.toMatchObject({ code: "API-502" });
  await expect(attachEInvoice(pdf, "<a/>")).rejects.toMatchObject({ code: "API-002" });
  await expect(attachEInvoice("x" as never, xml)).rejects.toThrow("pdf: must be a Uint8Array");
  await expect(attachEInvoice(pdf, 5 as never)).rejects.toThrow("xml: must be text");
  await expect(attachEInvoice(pdf, xml, { level: "none" as never })).rejects.toThrow(/level/);
});
