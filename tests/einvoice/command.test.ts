import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { XRECHNUNG } from "../../compiler/einvoice/xml/guideline.js";
import type { InvoiceReport } from "../../runtime/einvoice/report.js";
import { FinishedPdf } from "../../runtime/einvoice/check-pdf.js";
import { invoiceBody } from "../support/einvoice/body.js";
import { invoice } from "../support/einvoice/invoice.js";
import { fileOf, treeOf } from "../support/einvoice/mutate.js";
import { usable } from "../support/einvoice/usable.js";
import { root } from "../support/tools.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-einvoice-cli-"));
const cli = path.join(root, "dist/runtime/cli/cli.js");
const run = (args: readonly string[], input?: Uint8Array): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [cli, "einvoice", "validate", ...args], { encoding: "utf8", cwd: dir, input: Buffer.from(input ?? "") });

writeFileSync(path.join(dir, "good.xml"), invoice());
const bad = invoice(["<ram:GrandTotalAmount>160.60", "<ram:GrandTotalAmount>160.61"]);
writeFileSync(path.join(dir, "bad.xml"), bad);

test("a right invoice, its profile told by itself", () => {
  expect(run(["good.xml"])).toMatchObject({ status: 0, stdout: "valid (factur_x en16931): 0 errors, 0 warnings\n", stderr: "" });
  expect(run(["-"], invoice())).toMatchObject({ status: 0 });
});

test("a wrong one: findings on standard error, the verdict on standard output, exit code 1", () => {
  const r = run(["bad.xml"]);
  expect([r.status, r.stdout]).toEqual([1, "invalid (factur_x en16931): 2 errors, 0 warnings\n"]);
  expect(r.stderr.split("\n")[0]).toBe(
    "line 2: error BR-CO-15: The total with VAT (BT-112) is not the total without VAT (BT-109) plus the VAT total (BT-110). " +
      "(expected: 160.60; found: 160.61) /rsm:CrossIndustryInvoice",
  );
});

test("--json gives the stages, on standard output alone", () => {
  const r = run(["bad.xml", "--json"]);
  const told = JSON.parse(r.stdout) as { stages: { name: string; status: string; duration_ms?: number; findings: { rule: string }[] }[] };
  expect([r.status, r.stderr]).toEqual([1, ""]);
  expect(told).toMatchObject({ valid: false, standard: "factur_x", profile: "en16931", summary: { errors: 2, warnings: 0 } });
  expect(told.stages.map((s) => [s.name, s.status])).toEqual([
    ["xml.well_formed", "passed"],
    ["xml.structure", "passed"],
    ["xml.en16931", "failed"],
    ["xml.xrechnung", "skipped"],
  ]);
  expect(told.stages[2]!.findings.map((f) => f.rule)).toEqual(["BR-CO-15", "BR-CO-16"]);
});

/** BT-29-0 without its scheme: Factur-X's Schematron refuses it. */
const noScheme = Buffer.from(
  fileOf(usable(treeOf(invoice()), "basic_wl")).replace("<ram:Name>Sawmill", "<ram:GlobalID>4000001123452</ram:GlobalID><ram:Name>Sawmill"),
);
const NO_SCHEME = "FX-SCH-A-000440: The attribute schemeID is missing at GlobalID";

test("an invoice that breaks a rule of Factur-X's own; data names the releases of the rules", () => {
  const r = run(["-"], noScheme);
  expect([r.status, r.stdout]).toEqual([1, "invalid (factur_x basic_wl): 1 error, 0 warnings\n"]);
  expect(r.stderr).toContain(`error ${NO_SCHEME}. /rsm:CrossIndustryInvoice/`);
  const data = JSON.parse(run(["-", "--json"], noScheme).stdout) as { rules: readonly string[] };
  expect(data.rules).toEqual(["EN 16931 1.3.16", "Factur-X 1.09.2"]);
});

test("--profile and --standard instead of what the invoice says of itself", () => {
  expect(run(["good.xml", "--profile", "basic"]).stdout).toContain("invalid (factur_x basic)");
  expect(run(["good.xml", "--standard", "zugferd"]).stdout).toContain("valid (zugferd en16931)");
  expect(run(["good.xml", "--standard", "xrechnung"]).stdout).toContain("invalid (xrechnung xrechnung)");
  expect(run(["-"], invoice(["urn:cen.eu:en16931:2017", XRECHNUNG.core])).stdout).toContain("invalid (xrechnung xrechnung)");
  expect(run(["-"], invoice(["urn:cen.eu:en16931:2017", "urn:cen.eu:en16931:2017#compliant#mine"]))).toMatchObject({
    status: 0,
    stdout: "valid (cii unknown guideline): 0 errors, 1 warning\n",
  });
});

test("what is no invoice is invalid, what is no file is wrong usage", () => {
  expect(run(["-"], Buffer.from("<!DOCTYPE a><a/>"))).toMatchObject({ status: 1 });
  expect(run(["none.xml"])).toMatchObject({ status: 2, stdout: "" });
  expect(run([])).toMatchObject({ status: 2, stdout: "" });
  expect(run(["good.xml", "--profile", "comfort"])).toMatchObject({ status: 2, stdout: "" });
  expect(run(["good.xml", "--profile", "xrechnung", "--standard", "zugferd"])).toMatchObject({ status: 2, stdout: "" });
});

describe("render", () => {
  const request = (xml: Uint8Array, more: object = {}): object => invoiceBody(new TextDecoder().decode(xml), more);
  const put = (name: string, json: object): string => {
    writeFileSync(path.join(dir, name), JSON.stringify(json, null, 1));
    return name;
  };
  const render = (...args: readonly string[]): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [cli, "einvoice", "render", ...args], { encoding: "utf8", cwd: dir });
  const at = (name: string): string => path.join(dir, name);

  test("a valid invoice: a PDF/A-3b that carries it byte for byte, and its report", () => {
    const r = render(put("valid.json", request(invoice())), "--report", "report.json");
    expect([r.status, r.stdout]).toEqual([0, ""]);
    expect(r.stderr).toMatch(/^valid\.pdf: 1 page, .*; valid \(factur_x en16931\): 0 errors, 0 warnings\n$/);
    const carried = new FinishedPdf(new Uint8Array(readFileSync(at("valid.pdf")))).container({
      xml: invoice(),
      name: "factur-x.xml",
      relationship: "Alternative",
    });
    expect(carried).toEqual([]);
    const report = JSON.parse(readFileSync(at("report.json"), "utf8")) as InvoiceReport;
    expect(report).toMatchObject({ valid: true, standard: "factur_x", profile: "en16931", summary: { errors: 0, warnings: 0 } });
    expect(report.stages.map((s) => [s.name, s.status])).toEqual([
      ["xml.well_formed", "passed"],
      ["xml.structure", "passed"],
      ["xml.en16931", "passed"],
      ["xml.xrechnung", "skipped"],
      ["pdf.container", "passed"],
      ["pdf.pdfa3b", "passed"],
    ]);
    expect(report.hashes.pdf_sha256).toBe(
      createHash("sha256")
        .update(readFileSync(at("valid.pdf")))
        .digest("hex"),
    );
  });

  test("an invalid one: refused at its place in the request, no PDF, and a report all the same", () => {
    const r = render(put("invalid.json", request(bad)), "-o", "none.pdf", "--report", "why.json");
    expect([r.status, r.stdout, existsSync(at("none.pdf"))]).toEqual([1, "", false]);
    expect(r.stderr).toMatch(/^API-002 settings\.e_invoice\.xml\.content \(invalid\.json:\d+:\d+\): BR-CO-15: /);
    const report = JSON.parse(readFileSync(at("why.json"), "utf8")) as InvoiceReport;
    expect(report).toMatchObject({ valid: false, summary: { errors: 2 } });
    expect(report.hashes.pdf_sha256).toBeUndefined();
  });

  test("one that breaks a rule of Factur-X's own is refused at strict, not at basic", () => {
    const r = render(put("no-scheme.json", request(noScheme, { profile: "basic_wl" })), "-o", "none.pdf");
    expect([r.status, r.stdout, existsSync(at("none.pdf"))]).toEqual([1, "", false]);
    expect(r.stderr).toContain(NO_SCHEME);
    const basic = { profile: "basic_wl", validation: { level: "basic" } };
    expect(render(put("no-scheme-basic.json", request(noScheme, basic)), "-o", "no-scheme.pdf").status).toBe(0);
  });

  test("the basic level asks for less, and says so", () => {
    const r = render(put("basic.json", request(bad, { validation: { level: "basic" } })), "-o", "basic.pdf");
    expect([r.status, existsSync(at("basic.pdf"))]).toEqual([0, true]);
    expect(r.stderr).toContain("held to the basic level");
  });

  test("--json, -q and standard output", () => {
    const told = render(put("valid.json", request(invoice())), "-o", "json.pdf", "--json");
    expect(JSON.parse(told.stderr)).toMatchObject({ file: "json.pdf", pages: 1, valid: true, summary: { errors: 0, warnings: 0 } });
    expect(render("valid.json", "-q", "-o", "quiet.pdf")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(render("valid.json", "-q", "-o", "-").stdout.slice(0, 5)).toBe("%PDF-");
    expect(JSON.parse(render("invalid.json", "-o", "none.pdf", "--json").stderr)).toMatchObject({
      code: "API-002",
      path: "/settings/e_invoice/xml/content",
    });
  });

  test("what only the service does, what is no e-invoice, and wrong usage", () => {
    const object = render(put("object.json", request(invoice(), { delivery: { mode: "object" } })), "-o", "none.pdf");
    expect([object.status, object.stderr]).toEqual([
      1,
      expect.stringMatching(/^API-002 settings\.e_invoice\.delivery\.mode \(object\.json:\d+:\d+\): must be inline_pdf; found object: /),
    ]);
    const plain = render(put("plain.json", { pages: [{ size: "a4", elements: [] }] }), "-o", "none.pdf", "--report", "none.json");
    expect([plain.status, plain.stderr]).toEqual([1, expect.stringMatching(/^API-001 .*e_invoice/)]);
    expect(existsSync(at("none.pdf")) || existsSync(at("none.json"))).toBe(false);
    expect(render("none-there.json")).toMatchObject({ status: 2 });
    expect(render("valid.json", "-o", "-", "--report", "-")).toMatchObject({ status: 2, stdout: "" });
  });
});
