// Commands on PDF files, from outside (PDF-33, PDF-35).
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pagesOf } from "../support/hand-made-pdf.js";

const root = path.join(import.meta.dirname, "../..");
let dir = "";
beforeAll(() => void (dir = mkdtempSync(path.join(os.tmpdir(), "platen-pages-"))));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const run = (...args: readonly string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } =>
  spawnSync(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), ...args], { cwd: dir, encoding: "utf8" });

test("merge joins files, and names the one that it refuses or cannot open", () => {
  writeFileSync(path.join(dir, "a.pdf"), pagesOf([{ entries: "/MediaBox[0 0 300 400]", content: "BT /F 12 Tf (a) Tj ET" }]));
  writeFileSync(path.join(dir, "broken.pdf"), "hello");
  const made = run("merge", "a.pdf", "a.pdf", "-o", "out.pdf");
  expect(made.status).toBe(0);
  expect(made.stderr).toMatch(/^warning: a\.pdf: page 1: Helvetica is not embedded/m);
  expect(made.stderr).toMatch(/^out\.pdf: 2 pages/m);
  expect(run("merge", "a.pdf", "broken.pdf", "-o", "none.pdf")).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^broken\.pdf: /) as string,
  });
  expect(run("merge", "a.pdf", "missing.pdf", "-o", "none.pdf")).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^missing\.pdf: /) as string,
  });
  expect(run("merge", "a.pdf").status).toBe(2);
});

test("a display list carries a file, and gives the bytes that the request gives", () => {
  const payload = pagesOf([{ entries: "/MediaBox[0 0 300 400]", content: "0 0 9 9 re f" }]);
  const source = { kind: "base64", payload: Buffer.from(payload).toString("base64") };
  writeFileSync(path.join(dir, "request.json"), JSON.stringify({ pages: [{ import: { source } }] }));
  expect(run("render", "request.json", "-o", "once.pdf").status).toBe(0);
  expect(run("ir", "request.json", "-o", "list.json").status).toBe(0);
  expect(run("render", "--from-ir", "list.json", "-o", "again.pdf").status).toBe(0);
  expect(readFileSync(path.join(dir, "again.pdf")).equals(readFileSync(path.join(dir, "once.pdf")))).toBe(true);
  const list = JSON.parse(readFileSync(path.join(dir, "list.json"), "utf8")) as {
    pages: { imported: { page: number } }[];
    blobs: Record<string, string>;
  };
  const refused = (damaged: object): string => {
    writeFileSync(path.join(dir, "damaged.json"), JSON.stringify(damaged));
    const { status, stderr } = run("render", "--from-ir", "damaged.json", "-o", "none.pdf");
    expect(status).toBe(1);
    return stderr;
  };
  const [id] = Object.keys(list.blobs) as [string];
  expect(refused({ ...list, blobs: {} })).toMatch(/^API-002 .*does not carry/);
  expect(refused({ ...list, blobs: { [id]: "AAAA" } })).toMatch(/^API-002 blobs\.sha256-/);
  expect(refused({ ...list, pages: [{ ...list.pages[0], imported: { ...list.pages[0]!.imported, page: 0 } }] })).toMatch(
    /^API-002 pages\[0\]/,
  );
  expect(refused({ ...list, pages: [{ ...list.pages[0], imported: { ...list.pages[0]!.imported, page: 9 } }] })).toMatch(
    /^API-002 pages\[0\]/,
  );
});

test("SVG and PNG of imported pages are drawn by PDFium", () => {
  const payload = pagesOf([{ entries: "/MediaBox[0 0 300 400]", content: "0 0 9 9 re f" }]);
  const source = { kind: "base64", payload: Buffer.from(payload).toString("base64") };
  writeFileSync(path.join(dir, "drawn.json"), JSON.stringify({ pages: [{ import: { source } }] }));
  expect(run("svg", "drawn.json", "-o", "drawn")).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(path.join(dir, "drawn/page-1.svg"), "utf8")).toMatch(/^<svg [^>]*width="300pt" height="400pt".*<image /);
  expect(run("png", "drawn.json", "-o", "drawn", "--dpi", "72")).toMatchObject({ status: 0, stderr: "" });
  const png = readFileSync(path.join(dir, "drawn/page-1.png"));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([300, 400]);
});

test("render and merge take profiles of PDF/UA-2 and PDF/A-4f by name, and text prints their tags (AX-8, AX-14)", () => {
  const request = {
    flow_document: {
      page_masters: { m: { size: "a5" } },
      segments: [{ page_master: "m", content: [{ type: "markdown", source: "A *b*[^1]\n\n[^1]: c" }] }],
    },
  };
  writeFileSync(path.join(dir, "flow.json"), JSON.stringify(request));
  writeFileSync(path.join(dir, "flow-ua2.json"), JSON.stringify({ ...request, settings: { profile: "pdfa-ua2" } }));
  expect(run("render", "flow.json", "-o", "ua2.pdf", "--profile", "pdfa-ua2").status).toBe(0);
  expect(readFileSync(path.join(dir, "ua2.pdf"), "latin1")).toContain("<pdfuaid:part>2</pdfuaid:part>");
  expect(run("render", "flow.json", "-o", "4f.pdf", "--profile", "pdfa-4f")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("API-002 settings.attachments") as string,
  });
  expect(run("merge", "ua2.pdf", "ua2.pdf", "-o", "both.pdf", "--profile", "pdfa-ua2").status).toBe(0);
  expect(readFileSync(path.join(dir, "both.pdf"), "latin1")).toContain("<pdfuaid:rev>2024</pdfuaid:rev>");
  expect(run("merge", "ua2.pdf", "-o", "none.pdf", "--profile", "pdfa-4f")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("PDF/A-4f requires one (ISO 19005-4, 6.9)") as string,
  });
  expect(run("text", "flow.json", "--tags").stdout).toMatch(/Note(.|\n)*Lbl/);
  expect(run("text", "flow.json", "--tags").stdout).not.toMatch(/Em|FENote/);
  expect(run("text", "flow-ua2.json", "--tags").stdout).toMatch(/ {4}Em "b"(.|\n)* {2}FENote/);
});
