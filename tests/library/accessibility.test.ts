// checkAccessibility and accessibilityReport (AX-37, AX-38).
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type * as Library from "../../runtime/index.js";
import type { AccessibilityReport, DocumentRequest, Pool } from "../../runtime/index.js";
import { cli } from "../support/service.js";
import { examples, root } from "../support/tools.js";

const built = (await import(path.join(root, "dist/runtime/index.js"))) as typeof Library;
const { accessibilityReport, checkAccessibility, createPool } = built;

const folder = mkdtempSync(path.join(tmpdir(), "platen-accessibility-"));
const plain = { pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Hello" }] }] } as DocumentRequest;
const brief = { brief: { title: "Stock", parts: [{ kind: "paragraph", text: "Twelve boxes" }] } };
const bytes = (value: object): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const withoutPlaces = (report: AccessibilityReport): object => ({
  ...report,
  findings: report.findings.map(({ line: _line, column: _column, ...finding }) => finding),
});

function told(body: Uint8Array, dir = folder): AccessibilityReport {
  const file = path.join(folder, "body.json");
  writeFileSync(file, body);
  const { stdout } = spawnSync(process.execPath, [cli, "check", file, "--accessibility", "--json", "--asset-dir", dir], {
    encoding: "utf8",
  });
  return (JSON.parse(stdout) as { accessibility: AccessibilityReport }).accessibility;
}

let pool: Pool;
beforeAll(() => void (pool = createPool({ workers: 2 })));
afterAll(() => pool.close());

describe("the report", () => {
  test.each(
    examples()
      .filter(({ name }) => /letter|price-list|notice-arabic|shipping-label/.test(name))
      .map((e) => [e.name, e.body] as const),
  )("of %s is that of the command and of a pool", async (_, body) => {
    const options = { assetDir: path.join(root, "examples") };
    const report = await checkAccessibility(body, options);
    expect(report).toEqual(told(body, options.assetDir));
    expect(await pool.checkAccessibility(body, options)).toEqual(report);
  });

  test("of a value is that of its JSON without lines, and changes nothing of it", async () => {
    for (const given of [plain, brief]) {
      const before = structuredClone(given);
      const report = await checkAccessibility(given);
      expect(given).toEqual(before);
      expect(report.findings.some((f) => f.line !== undefined)).toBe(false);
      expect(report).toEqual(withoutPlaces(await checkAccessibility(bytes(given))));
      expect(await pool.checkAccessibility(given)).toEqual(report);
    }
  });

  test("of a request with an e-invoice is that of the command", async () => {
    const body = new Uint8Array(readFileSync(path.join(root, "examples/e-invoice/facture-factur-x.json")));
    expect(await checkAccessibility(body)).toEqual(told(body));
  });

  test("is the same at any time, in any order and number of workers", async () => {
    const [first, ...others] = await Promise.all(Array.from({ length: 6 }, () => pool.checkAccessibility(plain)));
    for (const other of others) expect(other).toEqual(first);
    expect(await checkAccessibility(plain, { sourceDateEpoch: 1 })).toEqual(first);
    expect(JSON.stringify(first)).not.toContain(root);
  });
});

describe("a refused request", () => {
  const wrong = {
    pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Hello", colour: 1 }] }],
  } as never;

  test("rejects with its error, here and in a pool", async () => {
    for (const call of [checkAccessibility, pool.checkAccessibility])
      await expect(call(wrong)).rejects.toMatchObject({ code: "API-001", path: "/pages/0/elements/0/colour" });
    await expect(checkAccessibility(new TextEncoder().encode("{"))).rejects.toMatchObject({ code: "API-001" });
    await expect(checkAccessibility({ ...brief, more: 1 } as never)).rejects.toMatchObject({ code: "API-001", path: "/more" });
  });

  test("by PDF/UA alone is judged", async () => {
    const request = {
      settings: { profile: "pdfa-ua1", metadata: { title: "Code", language: "en" } },
      pages: [
        {
          size: "a6",
          elements: [{ type: "barcode", layout: { left: 10, top: 10 }, format: "qrcode", content: "A", width: 20, height: 20 }],
        },
      ],
    } as DocumentRequest;
    const { findings, verdict } = await checkAccessibility(request);
    expect([verdict, findings.map((f) => f.check)]).toEqual(["fails", ["image-alt"]]);
  });

  test("an unknown option, and an aborted call, are told", async () => {
    await expect(checkAccessibility(plain, { page: 1 } as never)).rejects.toThrow(/^page: there is no such option/);
    await expect(checkAccessibility(plain, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
    await expect(checkAccessibility(plain, { maxPages: 1 })).resolves.toBeDefined();
  });
});

describe("a form", () => {
  test("is text, or the bytes of a PDF whose own report has no fail", async () => {
    const report = await checkAccessibility(plain);
    expect(await accessibilityReport(report, "html")).toMatch(/^<!doctype html>/);
    expect(JSON.parse(await accessibilityReport(report, "earl"))).toHaveProperty("@graph");
    const pdf = await accessibilityReport(report, "pdf");
    expect(new TextDecoder().decode(pdf.subarray(0, 5))).toBe("%PDF-");
    expect(await accessibilityReport(report, "pdf")).toEqual(pdf);
    await expect(accessibilityReport(report, "docx" as never)).rejects.toThrow(/^form: must be html, pdf, earl; found "docx"/);
  });
});
