import fc from "fast-check";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { renderEInvoice, writeEInvoice, type InvoiceModel } from "../../../runtime/index.js";
import { compareModels, randomModel, type ModelReport } from "../../support/einvoice/models.js";
import { reportText } from "../../support/einvoice/mutations.js";
import { haveOracle } from "../../support/einvoice/oracle.js";
import { haveMustang, mustangFaults } from "../../support/mustang.js";
import { enough, runs, seed } from "../../support/runs.js";
import { faults, haveVera } from "../../support/verapdf.js";

/* Random invoices as data, written in both syntaxes: valid by the official rules if, and only if, they are by ours. */
const MODELS = 1000;

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

async function drawn(count: number, folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const model of fc.sample(randomModel, { numRuns: 40 * count, seed })) {
    if (files.length === count) break;
    const written = await writeEInvoice(model, { syntax: "cii", profile: "en16931", profileLoss: "allow" }).catch(() => null);
    if (!written) continue;
    const file = path.join(folder, `${files.length}.pdf`);
    writeFileSync(file, (await renderEInvoice(request(model))).pdf);
    files.push(file);
  }
  return files;
}
const request = (invoice: InvoiceModel): Parameters<typeof renderEInvoice>[0] =>
  ({
    settings: {
      accessibility: "ua1",
      e_invoice: { standard: "factur_x", profile: "en16931", document_type: "invoice", invoice, profile_loss: "allow" },
    },
  }) as Parameters<typeof renderEInvoice>[0];

test.skipIf(!haveMustang || !haveVera)("random invoices draw themselves as PDF/A-3b and PDF/UA-1 that carry their XML", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "platen-drawn-models-"));
  const files = await drawn(6, folder);
  expect(files).toHaveLength(6);
  expect(faults(files.flatMap((file) => ["3b", "ua1"].map((flavour) => ({ flavour, file }))))).toEqual([]);
  expect(mustangFaults(files)).toEqual([]);
  rmSync(folder, { recursive: true });
});
