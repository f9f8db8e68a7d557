import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { XRECHNUNG } from "../compiler/einvoice/guideline.js";
import { invoice } from "./einvoice/invoice.js";
import { root } from "./tools.js";

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

test("--profile and --standard instead of what the invoice says of itself", () => {
  expect(run(["good.xml", "--profile", "basic"]).stdout).toContain("invalid (factur_x basic)");
  expect(run(["good.xml", "--standard", "zugferd"]).stdout).toContain("valid (zugferd en16931)");
  expect(run(["good.xml", "--standard", "xrechnung"]).stdout).toContain("invalid (xrechnung xrechnung)");
  expect(run(["-"], invoice(["urn:cen.eu:en16931:2017", XRECHNUNG.core])).stdout).toContain("invalid (xrechnung xrechnung)");
  expect(run(["-"], invoice(["urn:cen.eu:en16931:2017", "urn:cen.eu:en16931:2017#compliant#mine"]))).toMatchObject({
    status: 1,
    stdout: "invalid (factur_x en16931): 1 error, 0 warnings\n",
  });
});

test("what is no invoice is invalid, what is no file is wrong usage", () => {
  expect(run(["-"], Buffer.from("<!DOCTYPE a><a/>"))).toMatchObject({ status: 1 });
  expect(run(["none.xml"])).toMatchObject({ status: 2, stdout: "" });
  expect(run([])).toMatchObject({ status: 2, stdout: "" });
  expect(run(["good.xml", "--profile", "comfort"])).toMatchObject({ status: 2, stdout: "" });
  expect(run(["good.xml", "--profile", "xrechnung", "--standard", "zugferd"])).toMatchObject({ status: 2, stdout: "" });
});
