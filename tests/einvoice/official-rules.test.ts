import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { validateInvoice } from "../../compiler/einvoice/judge/validate.js";
import { CASES, compareMutations, reportText, type Report } from "../support/einvoice/mutations.js";
import { haveOracle, judge } from "../support/einvoice/oracle.js";
import { enough, runs, seed } from "../support/runs.js";
import { testData } from "../support/tools.js";

/* Random changes, by official schemas and rules and ours; `node scripts/tests/einvoice-mutations.mjs` runs 20,000. */

const data = testData("en16931/cii/examples");
const FILES = 2000;

describe.skipIf(!haveOracle)("official rules and ours find the same", () => {
  test("in the official examples", () => {
    const files = readdirSync(data)
      .filter((f) => f.endsWith(".xml"))
      .map((f) => path.join(data, f));
    const judged = judge(files.map((file) => ({ schema: "d16b", rules: "en16931", file })));
    for (const [i, file] of files.entries()) {
      const v = validateInvoice(readFileSync(file), { standard: "factur_x", profile: "en16931", level: "strict" });
      // Factur-X's own facts are not in these artefacts
      const found = v.stages[2]!.findings.filter((f) => f.severity === "error" && !f.rule.startsWith("FX-")).map((f) => f.rule);
      const theirs = [...judged[i]!.broken].flatMap(([rule, flag]) => (flag === "fatal" ? [rule] : []));
      expect([file, judged[i]!.structure, found]).toEqual([file, "", theirs]);
    }
  });

  describe("in invoices changed at random", () => {
    let report: Report;
    beforeAll(() => {
      const folder = mkdtempSync(path.join(tmpdir(), "platen-einvoice-"));
      report = compareMutations(data, { files: runs(FILES), seed, folder });
      console.log(reportText(report));
      if (report.unknown.size === 0) rmSync(folder, { recursive: true });
    }, 900_000);

    test("they differ for known reasons only", () => {
      expect(Object.fromEntries(report.unknown)).toEqual({});
    });
    test.each(CASES.map((c) => c.name))("%s meets enough of its rules", (name) => {
      const t = report.tallies.find((x) => x.name === name)!;
      const made = (FILES * CASES.find((c) => c.name === name)!.share) / 20;
      expect([t.right > enough(made / 2), t.compared > enough(made / 10)]).toEqual([true, true]);
    });
  });
});
