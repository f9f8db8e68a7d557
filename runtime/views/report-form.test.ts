import { expect, test } from "vitest";
import { requestOf } from "../../accessibility/forms/pdf.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import { Engine } from "../engine/engine.js";
import { accessibilityReportOf } from "./check.js";
import { reportAs } from "./report-form.js";

const engine = new Engine();
const text = (content: string): object => ({
  pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 10, top: 10 }, content, style: { color: "#CCCCCC" } }] }],
});

test("the PDF of a report is a document without a fail, in any script and with any characters (AX-33)", async () => {
  for (const content of ["Pale words", "• {page} “שלום”\n• ما <b>", `${"x".repeat(300)}/${"y".repeat(300)}`, "你好"]) {
    const report = await accessibilityReportOf(engine, new SentBody(text(content)), {});
    expect(report.verdict).toBe("fails");
    const own = await accessibilityReportOf(engine, new SentBody(requestOf(report)), {});
    expect(own.findings.filter((f) => f.severity === "fail")).toEqual([]);
  }
});

test("characters that the installation's fonts lack are replaced", async () => {
  const report = await accessibilityReportOf(engine, new SentBody(text("Words")), {});
  const strange = { ...report, target: { ...report.target, title: "\u{13000}\u{1F9FF}\u0001 \uE000" } };
  const pdf = await reportAs(engine, strange, "pdf");
  expect(new TextDecoder().decode((pdf as Uint8Array).subarray(0, 5))).toBe("%PDF-");
});
