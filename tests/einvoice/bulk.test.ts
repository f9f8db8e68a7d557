import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { renderMany } from "../../runtime/index.js";
import { has, needs, root } from "../support/tools.js";
import { FLAVOURS, faults, haveVera } from "../support/verapdf.js";

/* Invoices of many records (BK-20): each is the PDF of `platen einvoice render`. */

const dir = mkdtempSync(path.join(tmpdir(), "platen-bulk-invoices-"));
afterAll(() => rmSync(dir, { recursive: true }));
const at = (...name: readonly string[]): string => path.join(dir, ...name);
const cli = path.join(root, "dist/runtime/cli/cli.js");
const haveDetach = needs("pdfdetach (poppler-utils)", has("pdfdetach"));
const EPOCH = "1769860800";

function run(...args: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const env = { ...process.env, SOURCE_DATE_EPOCH: EPOCH };
  return spawnSync(process.execPath, [cli, ...args], { encoding: "utf8", cwd: dir, env, maxBuffer: 1 << 28 });
}
const write = (name: string, value: unknown): string => (writeFileSync(at(name), JSON.stringify(value)), name);
const lines = (name: string, values: readonly object[]): string => (
  writeFileSync(at(name), values.map((v) => `${JSON.stringify(v)}\n`).join("")),
  name
);

interface Request {
  readonly settings: { readonly e_invoice: { readonly xml?: { readonly content: string }; readonly invoice?: object } };
}
const example = (name: string): Request => JSON.parse(readFileSync(path.join(root, "examples", `${name}.json`), "utf8")) as Request;
const withInvoice = (request: Request, invoice: object): object => ({
  ...request,
  settings: { ...request.settings, e_invoice: { ...request.settings.e_invoice, ...invoice } },
});

/** The example with another number of the invoice. */
const facture = example("e-invoice/facture-factur-x");
const xmlWith = (number: string): object => {
  const { content } = facture.settings.e_invoice.xml!;
  const made = content.replace(/(<rsm:ExchangedDocument>\s*<ram:ID>)[^<]*/, `$1${number}`);
  expect(made).not.toBe(content);
  return { xml: { ...facture.settings.e_invoice.xml, content: made } };
};
const schema = { fields: [{ name: "number", type: "string" }] };
const template = { schema, ...withInvoice(facture, xmlWith("{{number}}")) };

describe.runIf(haveDetach)("a template with settings.e_invoice", () => {
  test("gives the PDFs of platen einvoice render; an invalid invoice is a refused record with its rule", () => {
    const data = lines("three.jsonl", [{ number: "F-1" }, {}, { number: "F-2" }]);
    expect(run("batch", write("xml.json", template), "--data", data, "--out", "out", "-q").status).toBe(1);
    for (const [file, number] of [
      ["00000001.pdf", "F-1"],
      ["00000003.pdf", "F-2"],
    ] as const) {
      const request = write(`${number}.json`, withInvoice(facture, xmlWith(number)));
      expect(run("einvoice", "render", request, "-o", `${number}.pdf`).status).toBe(0);
      expect(readFileSync(at("out", file)).equals(readFileSync(at(`${number}.pdf`)))).toBe(true);
      expect(spawnSync("pdfdetach", ["-save", "1", "-o", at(`${number}.xml`), at("out", file)]).status).toBe(0);
      expect(readFileSync(at(`${number}.xml`), "utf8")).toContain(`<ram:ID>${number}</ram:ID>`);
    }
    const errors = readFileSync(at("out", "errors.jsonl"), "utf8").trim().split("\n");
    expect(errors.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        n: 2,
        code: "API-002",
        path: "/settings/e_invoice/xml/content",
        message: expect.stringContaining("BR-02"),
      }),
    ]);
    expect(existsSync(at("out", "00000002.pdf"))).toBe(false);
  });

  test("binds an invoice as data, with repeats and conditions", () => {
    const rechnung = example("invoices-as-data/rechnung");
    const invoice = rechnung.settings.e_invoice.invoice as { readonly lines: readonly object[] };
    const [line] = invoice.lines;
    const bound = {
      ...invoice,
      invoice_number: "{{number}}",
      lines: [{ _each: "lines", ...line, quantity: "{{quantity}}" }],
    };
    const fields = [...schema.fields, { name: "lines", type: "array", items: [{ name: "quantity", type: "number" }] }];
    const data = lines("data.jsonl", [
      { number: "R-1", lines: [{ quantity: 2 }, { quantity: 3 }] },
      { number: "R-2", lines: [] },
    ]);
    const file = write("data.json", { schema: { fields }, ...withInvoice(rechnung, { invoice: bound }) });
    const ended = run("batch", file, "--data", data, "--out", "data", "-q");
    expect([ended.status, ended.stderr]).toEqual([1, ""]);
    const own = { ...invoice, invoice_number: "R-1", lines: [2, 3].map((quantity) => ({ ...line, quantity })) };
    expect(run("einvoice", "render", write("own.json", withInvoice(rechnung, { invoice: own })), "-o", "own.pdf").status).toBe(0);
    expect(readFileSync(at("data", "00000001.pdf")).equals(readFileSync(at("own.pdf")))).toBe(true);
    expect(readFileSync(at("data", "errors.jsonl"), "utf8")).toMatch(/"n":2,.*"code":"API-002"/);
  });

  test.runIf(haveVera)("conforms to PDF/A-3b", () => {
    const files = ["out/00000001.pdf", "data/00000001.pdf"];
    expect(faults(files.flatMap((file) => FLAVOURS["pdfa-3b"].map((flavour) => ({ flavour, file: at(file) }))))).toEqual([]);
  });

  test("fields of jobs, and one PDF of many, are wrong from the start", () => {
    const data = lines("one.jsonl", [{ number: "F-1" }]);
    const of = (invoice: object): string =>
      write("wrong.json", { schema, ...withInvoice(facture, { ...xmlWith("{{number}}"), ...invoice }) });
    for (const [invoice, more, message] of [
      [{ delivery: { mode: "object" } }, ["--out", "no"], "settings.e_invoice.delivery.mode: must be"],
      [{ validation: { level: "strict", execution: "async" } }, ["--out", "no"], "settings.e_invoice.validation.execution: must be"],
      [{ job_id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" }, ["--out", "no"], "settings.e_invoice.job_id: "],
      [{}, ["--one", "no.pdf"], "an invoice is a file of its own: --out instead of --one and --parts"],
      [{}, ["--parts", "no", "--part-records", "9"], "an invoice is a file of its own"],
    ] as const) {
      const ended = run("batch", of(invoice), "--data", data, "-q", ...more);
      expect([ended.status, ended.stderr]).toEqual([2, expect.stringContaining(message)]);
    }
    expect([existsSync(at("no")), existsSync(at("no.pdf"))]).toEqual([false, false]);
  });

  test("renderMany has the XML", async () => {
    const results = [];
    for await (const result of renderMany(template, [{ number: "F-9" }, {}])) results.push(result);
    const [first, second] = results;
    expect(first?.ok && Buffer.from(first.xml!).toString()).toContain("<ram:ID>F-9</ram:ID>");
    expect(second?.ok === false && second.error.message).toContain("BR-02");
  });
});
