import { describe, expect, test } from "vitest";
import { CHECK_IDS, type AccessibilityReport } from "../../accessibility/report.js";
import { valueAt } from "../../compiler/core/patch.js";
import { reportOf } from "../support/accessibility/report.js";
import { SEEDED_FAULTS } from "../support/accessibility/faults.js";

type Obj = Record<string, unknown>;

const page = (elements: readonly Obj[], settings: Obj = {}): Obj => ({
  settings: { profile: "pdfa-ua1", metadata: { title: "Report", language: "en" }, ...settings },
  pages: [{ size: "a4", elements }],
});
const text = (top: number, content: string, more: Obj = {}): Obj => ({ type: "text", layout: { left: 20, top }, content, ...more });
const pale = { style: { color: "#CCCCCC" } };

describe("the form (AX-30)", () => {
  test("a document without faults passes, and says what it tested", async () => {
    const report = await reportOf(page([text(20, "A text")]));
    expect(report).toMatchObject({
      schema_version: 1,
      verdict: "passes",
      summary: { fail: 0, person: 0, advice: 0 },
      findings: [],
      truncated: false,
      target: { title: "Report", language: "en", pages: 1, profile: "pdfa-ua1", accessibility: "ua1", tagged: true, judged: "ua1" },
    });
    expect(report.checks.map(({ id }) => id)).toEqual([...CHECK_IDS]);
    expect(report.checks.find(({ id }) => id === "contrast")).toEqual({ id: "contrast", outcome: "passed", tested: 2, findings: 0 });
    expect(report.checks.find(({ id }) => id === "field-label")).toMatchObject({ outcome: "inapplicable" });
  });

  test("the criteria are the 55 of levels A and AA; three can be passed", async () => {
    const { criteria } = await reportOf(page([text(20, "A text")]));
    expect(criteria.length).toBe(55);
    expect(criteria.filter(({ level }) => level === "A").length).toBe(31);
    expect(criteria.filter(({ outcome }) => outcome === "passed").map(({ id }) => id)).toEqual(["1.4.3", "2.4.2", "3.1.1"]);
    expect(criteria.find(({ id }) => id === "1.3.1")!.outcome).toBe("cant_tell");
    expect(criteria.find(({ id }) => id === "2.1.1")!.outcome).toBe("untested");
    expect(criteria.find(({ id }) => id === "1.1.1")).toEqual({
      id: "1.1.1",
      name: "Non-text Content",
      level: "A",
      outcome: "inapplicable",
    });
    const failed = await reportOf(page([text(20, "A text", pale)]));
    expect(failed.criteria.filter(({ outcome }) => outcome === "failed").map(({ id }) => id)).toEqual(["1.4.3"]);
  });

  test("a finding has its place, page, box in millimetres, text and clauses", async () => {
    const { findings } = await reportOf(page([text(20, "A text"), text(40, "Pale words", pale)]), false);
    expect(findings).toEqual([
      expect.objectContaining({
        check: "contrast",
        severity: "fail",
        path: "/pages/0/elements/1",
        page: 1,
        text: "Pale words",
        measured: 1.6,
        required: 4.5,
        count: 2,
        wcag: ["1.4.3"],
        pdfua: [],
        matterhorn: ["04-001"],
      }),
    ]);
    const [left, top, right, bottom] = findings[0]!.box!;
    expect(left).toBeGreaterThan(20);
    expect(top).toBeGreaterThan(40);
    expect(right).toBeLessThan(45);
    expect(bottom).toBeLessThan(46);
    expect(right - left).toBeGreaterThan(5);
  });

  test("every path of the seeded faults is in its request, or is the settings", async () => {
    for (const { bad } of SEEDED_FAULTS) {
      const { findings } = await reportOf(bad, false);
      for (const { path } of findings) {
        const steps = path
          .split("/")
          .slice(1)
          .map((s) => s.replace(/~1/g, "/").replace(/~0/g, "~"));
        expect(path === "/settings" || valueAt(bad, steps) !== undefined, path).toBe(true);
      }
    }
  });

  test("findings are ordered by severity, then as the request is written", async () => {
    const elements = [text(200, "First", pale), text(20, "Second", pale), text(100, "• One"), text(110, "• Two"), text(150, "Last", pale)];
    const { findings } = await reportOf(page(elements, { metadata: {} }), false);
    const places = findings.map(({ severity, path }) => `${severity} ${path}`);
    expect(places.filter((p) => p.startsWith("fail"))).toEqual([
      "fail /settings",
      "fail /settings",
      "fail /pages/0/elements/0",
      "fail /pages/0/elements/1",
      "fail /pages/0/elements/4",
    ]);
    expect(places.findIndex((p) => p.startsWith("person"))).toBe(5);
  });

  test("a header is one finding, with the number of its pages", async () => {
    const request = {
      ...page([text(40, "A text")]),
      pages: Array.from({ length: 3 }, () => ({ size: "a4", elements: [text(40, "A text")] })),
      header: { layout: { height: 20 }, elements: [text(5, "Library of the town", pale)] },
    };
    const { findings } = await reportOf(request, false);
    expect(findings).toEqual([expect.objectContaining({ path: "/header/elements/0", count: 3, page: 1 })]);
  });

  test("at most 1,000 findings are listed, and all are counted", async () => {
    const elements = Array.from({ length: 1010 }, (_, i) => ({
      type: "text",
      layout: { left: 5 + 10 * (i % 18), top: 5 + 5 * Math.floor(i / 18) },
      content: `t${i}`,
      ...pale,
    }));
    const report = await reportOf(page(elements));
    expect(report.findings.length).toBe(1000);
    expect(report.truncated).toBe(true);
    expect(report.summary.fail).toBe(1010);
    expect(report.checks.find(({ id }) => id === "contrast")!.findings).toBe(1010);
  });

  test("equal requests have equal reports (AX-38)", async () => {
    for (const { bad } of SEEDED_FAULTS.filter((_, i) => i % 10 === 0))
      expect(JSON.stringify(await reportOf(structuredClone(bad)))).toBe(JSON.stringify(await reportOf(bad)));
  });

  test("a request that PDF/UA alone refuses is judged", async () => {
    const image = { type: "barcode", format: "qrcode", content: "A", width: 20, height: 20, layout: { left: 20, top: 20 } };
    const { target, findings } = await reportOf(page([image]));
    expect(target).toMatchObject({ accessibility: "ua1", tagged: true });
    expect(findings).toEqual([expect.objectContaining({ check: "image-alt", path: "/pages/0/elements/0" })]);
    expect(findings[0]!.patch).toEqual([{ op: "add", path: "/pages/0/elements/0/alt", value: "QR code: A" }]);
  });
});

describe("PDF files", () => {
  const drawing = "BT /F1 12 Tf 10 20 Td (Opening hours of the library) Tj ET";
  const payload = Buffer.from(
    `%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 200 50]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>> endobj\n4 0 obj <</Length ${drawing.length}>> stream\n${drawing}\nendstream endobj\n5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF`,
  ).toString("base64");

  test("imported pages without tags fail, with the condition of their own", async () => {
    const request = {
      settings: { metadata: { title: "T", language: "en" } },
      pages: [{ import: { source: { kind: "base64", payload } } }],
    };
    const { findings } = await reportOf(request, false);
    expect(findings.filter(({ check }) => check === "imported")).toEqual([
      expect.objectContaining({ severity: "fail", path: "/pages/0/import", page: 1, count: 1, matterhorn: ["01-005"], wcag: ["1.3.1"] }),
    ]);
  });

  test("words over a page of a PDF file are not judged, and the report says so", async () => {
    const shown = {
      type: "image",
      layout: { left: 20, top: 20 },
      width: 100,
      height: 25,
      alt: "Opening hours of the library",
      source: { kind: "base64", format: "pdf", payload },
    };
    const report = await reportOf(page([shown, text(25, "Over it", pale), text(100, "Dark")]), false);
    expect(report.findings).toEqual([]);
    expect(report.not_judged).toEqual(["2 words over pictures whose colours are not known"]);
    expect(report.criteria.find(({ id }) => id === "1.4.3")!.outcome).toBe("cant_tell");
  });
});

describe("what is not judged", () => {
  const contrastOf = ({ checks }: AccessibilityReport): unknown => checks.find(({ id }) => id === "contrast");

  test("watermarks, background and stamp layers, decoration, and invisible text have no contrast", async () => {
    const layers = {
      background: { elements: [text(100, "Pale", pale)] },
      watermark: { template: { type: "text", content: "Draft" } },
      stamp: { elements: [text(120, "Pale", pale)] },
    };
    const hidden = text(60, "Unseen", { style: { opacity: 0 } });
    const report = await reportOf({ ...page([text(20, "Word"), hidden]), layers });
    expect(report.findings).toEqual([]);
    expect(contrastOf(report)).toMatchObject({ tested: 1 });
  });

  test("text that its frame clips away has no contrast, and its visible part has", async () => {
    const clipped = text(20, "One\nTwo\nThree", { style: { width: 40, height: 6, text_overflow: "clip", ...pale.style } });
    const { findings } = await reportOf(page([clipped]), false);
    expect(findings).toEqual([expect.objectContaining({ check: "contrast", count: 1 })]);
  });
});
