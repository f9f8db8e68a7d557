import { readdirSync, readFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { detectProfile } from "../../compiler/einvoice/judge/validate.js";
import { validateEInvoice } from "../../runtime/index.js";
import { compareFrench, compareUbl, reportText, UBL_CASES, type Report } from "../support/einvoice/mutations.js";
import { haveOracle } from "../support/einvoice/oracle.js";
import { UBL_INVOICES } from "../support/einvoice/ubl.js";
import { runs, seed } from "../support/runs.js";
import { testData } from "../support/tools.js";

const [german, , credit, , french] = UBL_INVOICES as [string, string, string, string, string];
const rulesOf = (report: { stages: readonly { findings: readonly { rule: string }[] }[] }): readonly string[] =>
  report.stages.flatMap((s) => s.findings.map((f) => f.rule));
const XRECHNUNG = "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0";
const PEPPOL = "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0";
const CTC = "urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr";
const guided = (xml: string, guideline: string): string => xml.replace("urn:cen.eu:en16931:2017<", `${guideline}<`);

describe("an invoice in UBL", () => {
  test("is judged by the rules of its guideline", async () => {
    const report = await validateEInvoice(german);
    expect([report.valid, report.syntax, report.standard, report.profile, report.rules]).toEqual([
      true,
      "ubl",
      null,
      "en16931",
      ["EN 16931 1.3.16"],
    ]);
    const national = await validateEInvoice(guided(german, XRECHNUNG));
    expect([national.valid, national.profile, national.rules]).toEqual([true, "xrechnung", ["EN 16931 1.3.16", "XRechnung 3.0.2"]]);
    const peppol = await validateEInvoice(guided(credit, PEPPOL));
    expect([peppol.profile, peppol.stages.map((s) => s.name)]).toEqual([
      "peppol",
      ["xml.well_formed", "xml.structure", "xml.en16931", "xml.xrechnung", "xml.peppol", "pdf.container", "pdf.pdfa3b"],
    ]);
  });

  test("is told where it is wrong, by the official identifier and the place in the file", async () => {
    const wrong = german.replace(">184.40<", ">184.41<");
    const found = (await validateEInvoice(wrong)).stages.flatMap((s) => s.findings).find((f) => f.rule === "BR-CO-15");
    expect(found).toMatchObject({ severity: "error", location: "/ubl:Invoice", expected: "184.40", actual: "184.41" });
    const unregistered = await validateEInvoice(guided(german.replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, ""), XRECHNUNG));
    expect(rulesOf(unregistered)).toEqual(["BR-DE-15"]);
    expect(rulesOf(await validateEInvoice(german.replace("<cbc:ID>R-1</cbc:ID><cbc:IssueDate>", "<cbc:IssueDate>")))).toContain(
      "UBL-MISSING",
    );
  });

  test("of an unknown guideline is held to EN 16931, with a warning", async () => {
    const report = await validateEInvoice(guided(german, "urn:example"));
    expect([report.valid, report.profile, rulesOf(report)]).toEqual([true, null, ["GUIDELINE"]]);
    expect(report.summary).toEqual({ errors: 0, warnings: 1 });
  });

  test("is held to further rules where asked, and a breach counts once", async () => {
    expect((await validateEInvoice(german, { ruleSets: ["fr_ctc"] })).stages.map((s) => s.name)).toContain("xml.fr_ctc");
    const told = await validateEInvoice(french, { ruleSets: ["fr_ctc"] });
    // 19 % is no rate of French VAT; French rules of Flux 2 are warnings
    expect([told.valid, rulesOf(told).includes("BR-FR-16_BT-119"), told.rules.at(-1)]).toEqual([true, true, "BR-FR Flux 2 1.3.0"]);
    const both = await validateEInvoice(guided(german, XRECHNUNG).replace("<cbc:Note>#AAI#Hinweis</cbc:Note>", "<cbc:Note></cbc:Note>"), {
      ruleSets: ["peppol"],
    });
    expect(rulesOf(both).filter((r) => r === "PEPPOL-EN16931-R008")).toHaveLength(1);
  });

  test("of France's extension has its own rules in the place of EN 16931's", async () => {
    const report = await validateEInvoice(guided(french, CTC));
    expect([report.profile, report.rules]).toEqual(["extended_ctc_fr", ["EXTENDED-CTC-FR 1.3.0"]]);
    const cents = guided(french, CTC).replace(
      ">150.00</cbc:LineExtensionAmount><cbc:TaxExclusive",
      ">150.01</cbc:LineExtensionAmount><cbc:TaxExclusive",
    );
    expect(rulesOf(await validateEInvoice(cents)).filter((r) => r.includes("CO-10"))).toEqual([]);
  });

  test("Peppol's rules are refused for CII, never skipped", async () => {
    const cii = readFileSync(
      path.join(
        import.meta.dirname,
        "../../examples/e-invoice",
        readdirSync(path.join(import.meta.dirname, "../../examples/e-invoice")).find((f) => f.endsWith(".xml"))!,
      ),
    );
    expect(detectProfile(cii)).not.toBeNull();
    await expect(validateEInvoice(cii, { ruleSets: ["peppol"] })).rejects.toMatchObject({ code: "API-002" });
  });
});

describe.skipIf(!haveOracle)("the official rules and ours find the same", () => {
  const FILES = 400;
  let report: Report;
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), "platen-ubl-"));
    report = compareUbl(null, { files: runs(FILES), seed, folder });
    console.log(reportText(report));
    if (report.unknown.size === 0) rmSync(folder, { recursive: true });
  }, 900_000);

  test("in UBL invoices changed at random, but for what is known", () => {
    expect(Object.fromEntries(report.unknown)).toEqual({});
  });
  test("and meet enough rules", () => {
    for (const t of report.tallies) expect([t.name, t.right > 0, t.compared > 0]).toEqual([t.name, true, true]);
    expect(report.tallies).toHaveLength(UBL_CASES.length);
  });

  const cii = testData("en16931/cii/examples");
  test("in CII invoices by France's rules", () => {
    const made = compareFrench(cii, { files: runs(100), seed, folder: mkdtempSync(path.join(tmpdir(), "platen-french-")) });
    console.log(reportText(made));
    expect(Object.fromEntries(made.unknown)).toEqual({});
  });
});
