import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { compareModels, type ModelReport } from "../../support/einvoice/models.js";
import { reportText } from "../../support/einvoice/mutations.js";
import { haveOracle } from "../../support/einvoice/oracle.js";
import { enough, runs, seed } from "../../support/runs.js";

/* Random invoices as data, written in both syntaxes: valid by the official rules if, and only if, they are by ours. */
const MODELS = 600;

describe.skipIf(!haveOracle)("random invoices as data", () => {
  let report: ModelReport;
  beforeAll(() => {
    const folder = mkdtempSync(path.join(tmpdir(), "platen-models-"));
    report = compareModels({ models: runs(MODELS), seed, folder });
    console.log(reportText(report));
    if (report.unknown.size === 0) rmSync(folder, { recursive: true });
  }, 900_000);

  test("break the same official rules as ours", () => {
    expect(Object.fromEntries(report.unknown)).toEqual({});
  });
  test("are valid often enough, and break rules often enough, in each syntax and profile", () => {
    expect(report.valid).toBeGreaterThan(enough(MODELS / 5));
    for (const t of report.tallies) expect([t.name, t.right > enough(MODELS / 20), t.compared > 0]).toEqual([t.name, true, true]);
  });
  test("have the same bytes after they are read and written again", () => {
    expect(report.changed).toEqual([]);
  });
});
