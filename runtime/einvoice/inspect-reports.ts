// Reports of several files that arrived (IN-15, IN-22).
import { answerTo } from "../../compiler/einvoice/inspect/answer.js";
import { decisionOf, reasonsOf, STAGES, strongest, summaryOf, withEffect } from "../../compiler/einvoice/inspect/effect.js";
import { faultOf } from "../../compiler/einvoice/inspect/faults.js";
import type { InspectPolicy } from "../../compiler/einvoice/inspect/policy.js";
import type { Decision, InspectReport, InspectReports, InspectStage } from "../../compiler/einvoice/inspect/report.js";
import { textAt, type Group } from "../../compiler/einvoice/model/value.js";
import { localeFiles } from "../engine/locales.js";
import type { InspectOptions } from "./inspect.js";

const keyOf = ({ invoice }: InspectReport): string | null => {
  const text = (...names: readonly string[]): string | undefined => (invoice ? textAt(invoice as Group, ...names)?.trim() : undefined);
  const seller = text("seller", "vat_identifier") ?? text("seller", "name");
  const number = text("invoice_number");
  return seller === undefined || number === undefined ? null : JSON.stringify([seller, number, text("invoice_type_code") ?? ""]);
};

/** Reports of a run, with invoices that came twice (IN-15, IN-22). */
export function reportsOf(
  reports: readonly InspectReport[],
  skipped: InspectReports["skipped"],
  { policy = {}, language }: Pick<InspectOptions, "policy" | "language">,
): InspectReports {
  const groups = new Map<string, InspectReport[]>();
  for (const report of reports) {
    const key = keyOf(report);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(report);
    else groups.set(key, [report]);
  }
  const all = reports.map((report) => {
    const others = groups.get(keyOf(report) ?? "")?.filter((r) => r !== report) ?? [];
    return others.length === 0 ? report : withDoubles(report, others, policy, language);
  });
  const count = (decision: Decision): number => all.filter((r) => r.decision === decision).length;
  return {
    schema_version: 1,
    decision: strongest(all.map((r) => r.decision)),
    summary: { files: all.length, accept: count("accept"), ask: count("ask"), reject: count("reject") },
    reports: all,
    skipped,
  };
}

function withDoubles(
  report: InspectReport,
  others: readonly InspectReport[],
  policy: InspectPolicy,
  language: string | undefined,
): InspectReport {
  const isSame = others.every((o) => o.hashes.xml_sha256 === report.hashes.xml_sha256);
  const names = others.map((o) => o.name ?? "another file").join(", ");
  const fault = faultOf({
    rule: "IN-DOUBLE",
    stage: "content",
    class: "content",
    severity: isSame ? "warning" : "error",
    terms: ["BT-1"],
    path: "invoice_number",
    message: isSame ? `The same invoice came in ${names} too.` : `An invoice of this seller with this number came in ${names} too.`,
    why: "An invoice may be paid once only.",
    mends: "receiver",
    actual: names,
  });
  const found = withEffect(fault, report.law, policy);
  const at = report.findings.findLastIndex((f) => STAGES.indexOf(f.stage) <= STAGES.indexOf("content")) + 1;
  const findings = report.findings.toSpliced(at, 0, found);
  const decision = decisionOf(findings);
  const stages = report.stages.map((s): InspectStage =>
    s.name === "content" && found.effect !== "note" ? { name: s.name, status: "failed" } : s,
  );
  const { name } = report;
  const model = report.invoice as Group | null;
  return {
    ...report,
    decision,
    reasons: reasonsOf(findings),
    summary: summaryOf(findings),
    stages,
    findings,
    answer: answerTo({ decision, findings, model, name, language }, localeFiles),
  };
}
