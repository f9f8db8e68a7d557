// platen check --accessibility from outside (AX-33 to AX-35).
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { patched } from "../../compiler/core/patch.js";
import type { AccessibilityReport, Finding } from "../../accessibility/report.js";
import { cli } from "../support/service.js";
import { has, needs, root } from "../support/tools.js";
import { faults, FLAVOURS, haveVera } from "../support/verapdf.js";

const folder = mkdtempSync(path.join(tmpdir(), "platen-accessibility-"));
const run = (
  args: readonly string[],
  input?: string,
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } =>
  spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: "utf8", ...(input !== undefined && { input }) });
const written = (name: string, value: unknown): string => {
  writeFileSync(path.join(folder, name), typeof value === "string" ? value : JSON.stringify(value, null, 2));
  return name;
};

interface Checked {
  readonly ok: boolean;
  readonly findings: readonly { readonly code?: string; readonly message: string }[];
  readonly accessibility?: AccessibilityReport;
}
/** Output of `--json` with the exit code. */
function checked(value: unknown, ...args: readonly string[]): Checked & { readonly status: number | null } {
  const { status, stdout } = run(["check", written("checked.json", value), "--accessibility", "--json", ...args]);
  return { status, ...(JSON.parse(stdout) as Checked) };
}

const text = (content: string, more: object = {}): object => ({ type: "text", layout: { left: 10, top: 10 }, content, ...more });
const settings = { profile: "pdfa-ua1", metadata: { title: "Minutes of May", language: "en" } };
const flow = (...content: readonly object[]): object => ({
  settings,
  flow_document: { page_masters: { main: { size: "a5" } }, segments: [{ page_master: "main", content }] },
});
const paragraph = { type: "block", element: { type: "text", content: "The meeting began at nine and ended before ten." } };
const heading = (level: number): object => ({
  type: "block",
  element: { type: "text", content: `Part ${level}` },
  semantics: { role: "heading", heading_level: level },
});
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const picture = (alt?: string): object => ({
  type: "block",
  element: {
    type: "image",
    source: { kind: "base64", format: "png", payload: DOT },
    width: 20,
    height: 20,
    ...(alt !== undefined && { alt }),
  },
});
const good = flow(heading(1), paragraph);
const untagged = { pages: [{ size: "a6", elements: [text("Good morning")] }] };
const only = (report: AccessibilityReport | undefined, check: string): readonly Finding[] =>
  report!.findings.filter((f) => f.check === check);

describe("JSON", () => {
  test("a document without a fault is ok, and its report has the form of its schema", () => {
    const { status, ok, findings, accessibility } = checked(good);
    expect([status, ok, findings]).toEqual([0, true, []]);
    expect(accessibility).toMatchObject({ schema_version: 1, verdict: "passes", findings: [], truncated: false });
    expect(accessibility!.target).toMatchObject({ title: "Minutes of May", language: "en", pages: 1, profile: "pdfa-ua1", judged: "ua1" });
    const schema = JSON.parse(run(["schema", "accessibility-report"]).stdout) as object;
    const valid = new Ajv2020({ strict: false }).compile(schema);
    for (const report of [accessibility, checked(untagged).accessibility]) {
      expect(valid(report), JSON.stringify(valid.errors)).toBe(true);
      expect(report!.criteria).toHaveLength(55);
    }
    expect(valid({ ...accessibility, more: 1 })).toBe(false);
  });

  test("a finding that fails is exit 1; it has the line of its place, and a patch that mends it", () => {
    const sent = JSON.stringify(untagged, null, 2);
    const { status, ok, findings, accessibility } = checked(untagged);
    expect([status, ok, findings, accessibility!.verdict]).toEqual([1, true, [], "fails"]);
    const [tagged] = only(accessibility, "tagged");
    expect(tagged).toMatchObject({ severity: "fail", wcag: ["1.3.1"], pdfua: ["7.1"], matterhorn: ["01-005"] });
    const mended = patched(untagged, tagged!.patch!);
    expect(only(checked(mended).accessibility, "tagged")).toEqual([]);
    for (const f of accessibility!.findings) {
      expect(f.line).toBeGreaterThanOrEqual(1);
      expect(f.line).toBeLessThanOrEqual(sent.split("\n").length);
      expect(f.column).toBeGreaterThanOrEqual(1);
    }
  });

  test("lines are those of the file as it was written", () => {
    const pale = flow(heading(1), { ...paragraph, element: { type: "text", content: "Pale words", style: { color: "#CCCCCC" } } });
    const sent = JSON.stringify(pale, null, 2);
    const [contrast] = only(checked(sent).accessibility, "contrast");
    expect(contrast!.path).toMatch(/^\/flow_document\/segments\/0\/content\/1\/element/);
    const lines = sent.split("\n");
    const element = lines.findIndex((l) => l.includes('"Pale words"'));
    expect(Math.abs(contrast!.line! - element)).toBeLessThanOrEqual(3);
    expect(lines[contrast!.line! - 1]!.slice(contrast!.column! - 1)).toMatch(/^["{]/);
    // white paper: 1.6 of 4.5
    expect(contrast).toMatchObject({ required: 4.5, page: 1 });
    expect(contrast!.measured).toBeCloseTo(1.6, 1);
  });

  test("without the flag nothing changes: an array, the same lines", () => {
    const file = written("plain.json", untagged);
    expect(JSON.parse(run(["check", file, "--json"]).stdout)).toEqual([]);
    expect(run(["check", file])).toMatchObject({ status: 0, stdout: "plain.json: ok\n", stderr: "" });
  });
});

describe("text", () => {
  test("a line a finding, then the counts", () => {
    const file = written("plain.json", untagged);
    const { status, stdout, stderr } = run(["check", file, "--accessibility"]);
    expect([status, stderr]).toEqual([1, ""]);
    const report = checked(untagged).accessibility!;
    const lines = stdout.trimEnd().split("\n");
    expect(lines[0]).toBe("plain.json: ok");
    expect(lines).toHaveLength(report.findings.length + 2);
    for (const [i, f] of report.findings.entries()) {
      const line = lines[i + 1]!;
      const word = { fail: "fails", person: "person", advice: "advice" }[f.severity];
      expect(line.startsWith(`${word} plain.json:${f.line}:${f.column} ${f.path === "" ? "/" : f.path}: `)).toBe(true);
      for (const clause of f.wcag) expect(line).toContain(`WCAG ${clause}`);
    }
    const { fail } = report.summary;
    expect(lines.at(-1)).toMatch(new RegExp(`^accessibility: fails: ${fail} fails?, \\d+ needs? a person, \\d+ (?:is|are) advice$`));
  });

  test("no findings: quiet prints nothing", () => {
    const file = written("good.json", good);
    expect(run(["check", file, "--accessibility"])).toMatchObject({
      ...{ status: 0, stderr: "" },
      stdout: "good.json: ok\naccessibility: passes: 0 fail, 0 need a person, 0 are advice\n",
    });
    expect(run(["check", file, "--accessibility", "-q"])).toMatchObject({ status: 0, stdout: "", stderr: "" });
    expect(run(["check", "-", "--accessibility"], JSON.stringify(good)).stdout).toMatch(/^standard input: ok\n/);
  });
});

describe("a request that is refused", () => {
  test("has no report, and its files are not written", () => {
    const wrong = { pages: [{ size: "a6", elements: [text("Hi", { colour: 1 })] }] };
    const { status, ok, findings, ...rest } = checked(wrong);
    expect([status, ok, findings.length]).toEqual([1, false, 1]);
    expect(rest).toEqual({});
    const r = run(["check", written("wrong.json", wrong), "--report", "wrong.html"]);
    expect(r.status).toBe(1);
    expect(r.stderr).toContain("wrong.html is not written");
    expect(existsSync(path.join(folder, "wrong.html"))).toBe(false);
    expect(r.stderr.split("\n")[0]).toBe(run(["check", "wrong.json"]).stderr.split("\n")[0]);
  });

  test.each([
    ["a missing alt", flow(heading(1), picture()), "image-alt"],
    ["a heading level that is left out", flow(heading(1), paragraph, heading(3)), "heading-order"],
    [
      "alt beside another PDF/A",
      { ...flow(heading(1), picture()), settings: { ...settings, profile: "pdfa-2b", accessibility: "ua1" } },
      "image-alt",
    ],
  ])("by PDF/UA alone, for %s, has one, with its finding in both lists", (_, document, check) => {
    const { status, ok, findings, accessibility } = checked(document);
    expect([status, ok, findings.map((f) => f.code)]).toEqual([1, false, ["API-502"]]);
    expect(only(accessibility, check)).toHaveLength(1);
    expect(only(accessibility, "tagged")).toEqual([]);
    expect(accessibility!.target).toMatchObject({ tagged: true, judged: "ua1" });
  });

  test("by PDF/A, has none", () => {
    const shape = { type: "rect", layout: { left: 10, top: 10 }, width: 20, height: 20, fill: { color: "#336699", opacity: 0.5 } };
    const transparent = (profile: string): object => ({ settings: { ...settings, profile }, pages: [{ size: "a6", elements: [shape] }] });
    const { ok, findings, accessibility } = checked(transparent("pdfa-1b"));
    expect([ok, findings.map((f) => f.code), accessibility]).toEqual([false, ["API-502"], undefined]);
    expect(checked(transparent("pdfa-2b")).accessibility).toBeDefined();
  });
});

describe("other documents", () => {
  const template = path.join(root, "templates/invoice.json");
  const record = path.join(root, "templates/data/invoice.full.json");

  test("a template needs a record; its first is judged, without patches", () => {
    const without = run(["check", template, "--accessibility"]);
    expect(without.status).toBe(2);
    expect(without.stderr).toContain("--data FILE");
    const { status, stdout } = run(["check", template, "--accessibility", "--data", record, "--json"]);
    const { ok, accessibility } = JSON.parse(stdout) as Checked;
    expect(ok).toBe(true);
    expect(status).toBe(accessibility!.verdict === "fails" ? 1 : 0);
    expect(accessibility!.findings.filter((f) => f.patch !== undefined || f.line !== undefined)).toEqual([]);
    const two = written("two.json", [JSON.parse(readFileSync(record, "utf8")), {}]);
    expect((JSON.parse(run(["check", template, "--accessibility", "--data", two, "--json"]).stdout) as Checked).accessibility).toEqual(
      accessibility,
    );
  });

  test.each([
    ["a record of a request", ["good.json", "--accessibility", "--data", "good.json"]],
    ["a record without the flag", ["good.json", "--data", "good.json"]],
    ["an invoice in XML", ["invoice.xml", "--accessibility"]],
    ["another extension", ["good.json", "--report", "report.txt"]],
    ["standard output", ["good.json", "--report", "-"]],
    ["the input itself", ["good.json", "--report", "good.json"]],
    ["a folder that is not there", ["good.json", "--report", "missing/report.html"]],
  ])("%s is wrong usage", (_, args) => {
    written("good.json", good);
    written("invoice.xml", "<rsm:CrossIndustryInvoice/>");
    const r = run(["check", ...args]);
    expect([r.status, r.stdout]).toEqual([2, ""]);
    expect(readFileSync(path.join(folder, "good.json"), "utf8")).toBe(JSON.stringify(good, null, 2));
  });

  test("an empty list of records, and a template with errors, are refused", () => {
    const empty = run(["check", template, "--accessibility", "--data", written("none.json", "[]")]);
    expect(empty.status).toBe(1);
    const broken = { schema: { fields: [{ name: "a", type: "string" }] }, pages: [{ size: "a6", elements: [text("{{b}}")] }] };
    const { stdout, status } = run(["check", written("broken.json", broken), "--accessibility", "--data", "none.json", "--json"]);
    const { ok, findings, accessibility } = JSON.parse(stdout) as Checked;
    expect([status, ok, accessibility, findings.length > 0]).toEqual([1, false, undefined, true]);
  });

  test("a brief, and a request with an e-invoice, are judged as they are", () => {
    const brief = { brief: { title: "Stock", parts: [{ kind: "paragraph", text: "Twelve boxes" }] } };
    const { ok, accessibility } = checked(brief);
    expect([ok, accessibility!.target.title]).toEqual([true, "Stock"]);
    for (const f of accessibility!.findings) {
      expect(f.path === "" || /^\/(?:brief|settings)/.test(f.path)).toBe(true);
      expect(f.patch).toBeUndefined();
    }
    for (const name of ["facture-factur-x.json"]) {
      const invoice = JSON.parse(readFileSync(path.join(root, "examples/e-invoice", name), "utf8")) as unknown;
      const report = checked(invoice);
      expect([report.ok, report.accessibility!.target.pages > 0]).toEqual([true, true]);
    }
  });

  test("an invoice that draws itself has its findings at the invoice", () => {
    const invoice = JSON.parse(readFileSync(path.join(root, "examples/invoices-as-data/rechnung.json"), "utf8")) as object;
    const { ok, accessibility } = checked(invoice);
    expect(ok).toBe(true);
    for (const f of accessibility!.findings) expect(f.path).not.toMatch(/^\/flow_document/);
  });
});

describe("report files", () => {
  const file = (name: string): Buffer => readFileSync(path.join(folder, name));

  test("each form by its extension, several at once, and the same bytes again", () => {
    written("plain.json", untagged);
    const args = ["check", "plain.json", ...["a.json", "a.html", "a.pdf"].flatMap((name) => ["--report", name])];
    const first = run(args);
    expect(first.status).toBe(1);
    expect(first.stdout).toContain("accessibility: fails:");
    const earl = JSON.parse(file("a.json").toString()) as { "@graph": { "@type": string }[] };
    const report = checked(untagged).accessibility!;
    expect(earl["@graph"].filter((node) => node["@type"] === "earl:Assertion")).toHaveLength(55 + report.findings.length);
    expect(file("a.html").toString()).toContain('<html lang="en">');
    expect(file("a.pdf").subarray(0, 5).toString()).toBe("%PDF-");
    const before = ["a.json", "a.html", "a.pdf"].map(file);
    run(args);
    expect(["a.json", "a.html", "a.pdf"].map(file)).toEqual(before);
  });

  test.skipIf(!needs("qpdf", has("qpdf")) || !haveVera)("the PDF is sound, and holds by PDF/UA", () => {
    const hostile = flow(heading(1), {
      type: "block",
      element: { type: "text", content: "• {page} <b> “שלום”\n• ما 你好 ?", style: { color: "#DDDDDD" } },
    });
    for (const [name, document] of Object.entries({ none: good, plain: untagged, hostile })) {
      run(["check", written(`${name}.json`, document), "--report", `${name}.pdf`]);
      const pdf = path.join(folder, `${name}.pdf`);
      expect(spawnSync("qpdf", ["--check", pdf]).status).toBe(0);
      expect(faults(FLAVOURS["pdfa-4+ua2"].map((flavour) => ({ flavour, file: pdf })))).toEqual([]);
    }
  });
});
