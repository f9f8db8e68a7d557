import type { Finding } from "../../../compiler/einvoice/xml/finding.js";
import { releasesOf } from "../../../compiler/einvoice/judge/release.js";
import type { Validated } from "../../einvoice/validated.js";
import { reported } from "../../einvoice/verdict.js";

const count = (v: Validated, severity: string): number => v.verdict.findings.filter((f) => f.severity === severity).length;
const many = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

export function findingText(f: Finding): string {
  const values = [f.expected !== undefined && `expected: ${f.expected}`, f.actual !== undefined && `found: ${f.actual}`]
    .filter(Boolean)
    .join("; ");
  return `${f.line === undefined ? "" : `line ${f.line}: `}${f.severity} ${f.rule}: ${f.message}${values === "" ? "" : ` (${values})`} ${f.location}`;
}

/** Standard and profile; syntax and profile where no standard has the invoice. */
const judgedAs = (v: Validated): string => {
  if (v.syntax === null) return "neither CII nor UBL";
  const { standard, profile } = reported(v);
  return [standard ?? v.syntax, profile ?? "unknown guideline"].filter((s) => s !== null).join(" ");
};

export const verdictText = (v: Validated): string =>
  `${v.valid ? "valid" : "invalid"} (${judgedAs(v)}): ${many(count(v, "error"), "error")}, ${many(count(v, "warning"), "warning")}`;

export const verdictJson = (v: Validated): object => ({
  valid: v.valid,
  ...reported(v),
  ...(v.syntax && { syntax: v.syntax }),
  rules: releasesOf(v),
  summary: { errors: count(v, "error"), warnings: count(v, "warning") },
  stages: v.verdict.stages,
});
