import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { validateInvoice } from "../../compiler/einvoice/judge/validate.js";
import { haveOracle, judge } from "../support/einvoice/oracle.js";
import { testData } from "../support/tools.js";

const folder = testData("field");

const FIELD: readonly (readonly [file: string, rule: string | null, stage: string | null])[] = [
  ["01-vatex-VATEX-EU-132-1O.xml", null, null],
  ["01-vatex-VATEX-FR-CGI261-5.xml", null, null],
  ["01-vatex-VATEX-.xml", "BR-CL-22", "xml.en16931"],
  ["02-date-nbsp.xml", "CII-DT-097", "xml.en16931"],
  ["03-attachment-base64-loose-bits.xml", "CII-VALUE", "xml.structure"],
  ["04-two-boms.xml", "XML-WELL-FORMED", "xml.well_formed"],
];

describe("invoices from the field", () => {
  const verdict = (file: string): ReturnType<typeof validateInvoice> =>
    validateInvoice(readFileSync(path.join(folder, file)), { standard: "xrechnung", profile: "xrechnung", level: "strict" });
  test.each(FIELD)("%s", (file, rule, stage) => {
    const v = verdict(file);
    const found = v.stages.flatMap((s) => s.findings.map((f) => [f.severity, f.rule, s.name]));
    expect(found.filter(([severity]) => severity === "error")).toEqual(rule === null ? [] : [["error", rule, stage]]);
    // for information by the official rules: none of these invoices has a date of delivery
    const told = found.filter(([severity]) => severity !== "error");
    expect(told).toEqual(stage === "xml.well_formed" ? [] : [["warning", "BR-DE-TMP-32", "xml.xrechnung"]]);
  });
  test("none of their kind is left out", () => {
    const kinds = readdirSync(folder).filter((f) => /^0[1-6]-.*\.xml$/.test(f));
    expect(kinds).toEqual(FIELD.map(([f]) => f).sort());
  });
  test.skipIf(!haveOracle)("the official schema and rules find the same", () => {
    const judged = judge(FIELD.map(([f]) => ({ schema: "d16b", rules: "en16931,xrechnung", file: path.join(folder, f) })));
    for (const [i, [file, rule, stage]] of FIELD.entries()) {
      const { structure, broken } = judged[i]!;
      const found = structure === "" ? [...broken].flatMap(([r, flag]) => (flag === "fatal" ? [r] : [])).join() : "the structure";
      expect([file, found]).toEqual([file, stage === "xml.en16931" ? rule : stage === null ? "" : "the structure"]);
    }
  });
});
