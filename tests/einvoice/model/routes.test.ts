import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorOf, start, TOKEN, type Running } from "../../support/service.js";
import { root } from "../../support/tools.js";
import { invoice } from "./invoice.js";

/* POST /api/v1/e-invoice/write and /read (I19). */
const dir = mkdtempSync(path.join(tmpdir(), "platen-invoice-model-"));
let service: Running;
beforeAll(async () => {
  service = await start({ PLATEN_DATA_DIR: path.join(dir, "data"), PLATEN_BOOTSTRAP_TOKEN: TOKEN });
});
afterAll(() => {
  service.child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});
const post = (route: string, body: string, type: string, token = TOKEN): Promise<Response> =>
  fetch(`${service.url}/api/v1/e-invoice/${route}`, {
    method: "POST",
    body,
    headers: { "content-type": type, authorization: `Bearer ${token}` },
  });
const write = (body: object): Promise<Response> => post("write", JSON.stringify(body), "application/json");

test("what is written is read", async () => {
  const written = await write({ invoice: invoice(), syntax: "ubl", profile: "xrechnung" });
  expect([written.status, written.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
  const read = await post("read", await written.text(), "text/xml; charset=utf-8");
  expect(read.status).toBe(200);
  expect(await read.json()).toMatchObject({
    schema_version: 1,
    syntax: "ubl",
    document: "invoice",
    profile: "xrechnung",
    left_out: [],
    invoice: { invoice_number: "2026-042" },
  });
});

test("terms that are left out are findings for a caller that accepts JSON and not XML (I12)", async () => {
  const body = JSON.stringify({ invoice: invoice(), syntax: "cii", profile: "minimum", profile_loss: "allow" });
  const answered = async (accept: string): Promise<Response> =>
    fetch(`${service.url}/api/v1/e-invoice/write`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", authorization: `Bearer ${TOKEN}`, accept },
    });
  const json = await answered("application/json");
  const { xml, findings } = (await json.json()) as {
    readonly xml: string;
    readonly findings: readonly { readonly rule: string; readonly severity: string; readonly terms: readonly string[] }[];
  };
  expect([json.status, json.headers.get("vary")]).toEqual([200, "Accept"]);
  const lost = findings.filter((f) => f.rule === "PROFILE-LOSS");
  expect(lost.flatMap((f) => f.terms)).toContain("BG-25");
  expect(new Set(lost.map((f) => f.severity))).toEqual(new Set(["warning"]));
  for (const accept of ["*/*", "application/json, text/plain, */*", "application/xml, application/json", "application/*", "text/html"]) {
    const plain = await answered(accept);
    expect([plain.headers.get("content-type"), await plain.text()], accept).toEqual(["application/xml; charset=utf-8", xml]);
  }
});

const show = (body: object): Promise<Response> => post("show", JSON.stringify(body), "application/json");
const named = async (answer: Response): Promise<readonly unknown[]> => [
  answer.status,
  answer.headers.get("content-type"),
  Buffer.from(await answer.arrayBuffer())
    .subarray(0, 5)
    .toString(),
];

test("data, XML and PDFs are shown (I36)", async () => {
  const pdf = [200, "application/pdf", "%PDF-"];
  const shown = await show({ invoice: invoice(), language: "de", attach: true });
  const bytes = Buffer.from(await shown.arrayBuffer());
  expect(shown.status).toBe(200);
  const again = await fetch(`${service.url}/api/v1/e-invoice/show?language=pl&attach=true`, {
    method: "POST",
    body: bytes,
    headers: { "content-type": "application/pdf", authorization: `Bearer ${TOKEN}` },
  });
  expect(await named(again)).toEqual(pdf);
  const written = await write({ invoice: invoice(), syntax: "ubl", profile: "xrechnung" });
  expect(await named(await post("show?language=fr", await written.text(), "application/xml"))).toEqual(pdf);
});

test("an owner's template draws the invoice with its sums (I32)", async () => {
  const cli = path.join(root, "dist/runtime/cli/cli.js");
  const template = path.join(dir, "drawing.json");
  const text = (content: string, top: number): object => ({ type: "text", layout: { left: 5, top }, content });
  writeFileSync(
    template,
    JSON.stringify({
      schema: {
        fields: [
          { name: "invoice_number", type: "string", required: true },
          { name: "totals.total_amount_with_vat", type: "string", required: true },
        ],
      },
      pages: [{ size: "a6", elements: [text("No. {{invoice_number}}", 5), text("{{totals.total_amount_with_vat}}", 15)] }],
    }),
  );
  const env = { ...process.env, PLATEN_DATA_DIR: path.join(dir, "data") };
  const run = (...args: readonly string[]): string => {
    const { stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { env, encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout;
  };
  const { token } = JSON.parse(run("--json", "tokens", "create", "--owner", "author")) as { readonly token: string };
  run("--json", "templates", "publish", template, "--id", "card", "--owner", "author");
  const body = (id: string): object => ({
    settings: {
      e_invoice: {
        standard: "xrechnung",
        profile: "xrechnung",
        document_type: "invoice",
        invoice: invoice(),
        drawing: { template: id },
        validation: { fail_on_warnings: true },
      },
    },
  });
  const render = (id: string): Promise<Response> => post("render", JSON.stringify(body(id)), "application/json", token);
  const drawing = await render("card");
  expect(drawing.status === 200 ? "" : await drawing.text()).toBe("");
  expect((await errorOf(await render("none"))).message).toContain('settings.e_invoice.drawing.template: there is no template "none"');
});

test.each([
  ["<a", "XML-WELL-FORMED"],
  ['<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>', "CII-ROOT"],
])("the report on %s names no profile and no rules (I19)", async (xml, rule) => {
  const answer = await post("validate", xml, "application/xml");
  const report = (await answer.json()) as { readonly stages: readonly { readonly findings: readonly { readonly rule: string }[] }[] };
  expect([answer.status, report]).toMatchObject([200, { valid: false, standard: null, profile: null, rules: [], summary: { errors: 1 } }]);
  expect(report.stages.flatMap((s) => s.findings.map((f) => f.rule))).toEqual([rule]);
});

test.each<[string, () => Promise<Response>, string]>([
  ["another language", () => show({ invoice: {}, language: "da" }), "API-001 language: "],
  ["another field of show", () => show({ invoice: {}, pages: [] }), "API-001 pages: "],
  ["another parameter", () => post("show?lang=de", "<a/>", "text/xml"), "API-002 lang: unknown parameter"],
  ["another parameter's value", () => post("show?attach=1", "<a/>", "text/xml"), "API-002 attach: "],
  ["text to be shown", () => post("show", "hello", "text/plain"), "415 API-415 "],
  ["XML to be shown of another root", () => post("show", "<a/>", "text/xml"), "API-002 must be an invoice in CII or UBL"],
  [
    "a rule",
    () => write({ invoice: invoice({ buyer_reference: "" }), syntax: "cii", profile: "xrechnung" }),
    "400 API-002 invoice.buyer_reference: BR-DE-15 (BT-10): ",
  ],
  [
    "a pair of syntax and profile",
    () => write({ invoice: {}, syntax: "ubl", profile: "basic" }),
    "400 API-002 profile: must be a profile of ubl",
  ],
  ["an unknown profile", () => write({ invoice: {}, syntax: "ubl", profile: "x" }), "API-001 profile: "],
  ["another field", () => write({ invoice: {}, syntax: "ubl", pages: [] }), "API-001 pages: "],
  ["null for validation", () => write({ invoice: {}, syntax: "ubl", validation: null }), "API-001 validation: "],
  ["no invoice", () => write({ syntax: "ubl" }), "API-001 the required field invoice is missing"],
  ["XML of another root", () => post("read", "<a/>", "application/xml"), "400 API-002 must be an invoice in CII or UBL"],
  ["JSON without a file", () => post("read", "{}", "application/json"), '400 API-001 the body must be an object with "xml" or "pdf"'],
  [
    "another parameter of validate",
    () => post("validate?rule=peppol", "<a/>", "text/xml"),
    "400 API-002 rule: unknown parameter, allowed: rules",
  ],
  ["a parameter of read", () => post("read?language=de", "<a/>", "text/xml"), "400 API-002 language: unknown parameter"],
  [
    "a rule set that is none",
    () => write({ invoice: {}, syntax: "ubl", validation: { rule_sets: ["at"] } }),
    'API-001 validation.rule_sets[0]: must be "peppol" or "fr_ctc"',
  ],
  ["no token", () => post("read", "<a/>", "application/xml", ""), "401 "],
])("%s is refused", async (_, ask, message) => {
  const { status, code, message: said } = await errorOf(await ask());
  expect(`${status} ${code} ${said}`).toContain(message);
});
