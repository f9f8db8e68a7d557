// Report as text (IN-38).
import type { Effect, InspectFinding, InspectReport, InspectReports, TermResult } from "./report.js";

const EFFECTS: readonly Effect[] = ["reject", "ask", "note"];
const RESULTS: readonly (readonly [TermResult, string])[] = [
  ["same", "same"],
  ["differs", "differs"],
  ["missing", "missing"],
  ["not_readable", "not readable"],
];

export function textOfReport(report: InspectReport): string {
  const { name, decision, findings, comparison, answer } = report;
  const lines = [`${name ?? "-"}: ${decision}`];
  for (const effect of EFFECTS) {
    const own = findings.filter((f) => f.effect === effect);
    if (own.length > 0) lines.push("", `${effect}:`, own.map((f) => `  ${findingText(f)}`).join("\n"));
  }
  if (comparison) {
    const counts = RESULTS.flatMap(([result, word]) => {
      const n = comparison.terms.filter((t) => t.result === result).length;
      return n === 0 ? [] : [`${n} ${word}`];
    });
    lines.push("", `page: ${counts.length === 0 ? "nothing to compare" : counts.join(", ")}`);
  }
  if (answer) lines.push("", answer.subject, "", answer.text.trimEnd());
  return `${lines.join("\n")}\n`;
}

function findingText(f: InspectFinding): string {
  const { rule, terms, message } = f;
  const details = findingPlace(f);
  return `${rule}${terms[0] === undefined ? "" : ` (${terms[0]})`} ${message}${details.length === 0 ? "" : ` [${details.join("; ")}]`}`;
}

/** Writes the place of a finding, and its values. */
export function findingPlace({ line, page, box, location, path, expected, actual }: InspectFinding): readonly string[] {
  return [
    ...(line === null ? [] : [`line ${line}`]),
    ...(page === null ? [] : [`page ${page}${box === null ? "" : ` at ${box.slice(0, 2).join(",")} mm`}`]),
    ...(path !== null && path !== "" ? [path] : location === null ? [] : [location]),
    ...(expected === null ? [] : [`expected ${expected}`]),
    ...(actual === null ? [] : [`found ${actual}`]),
  ];
}

export function textOfReports({ decision, summary, reports, skipped }: InspectReports): string {
  return [
    ...reports.map(textOfReport),
    ...(skipped.length === 0 ? [] : [`${skipped.map((s) => `${s.name}: skipped, ${s.why}`).join("\n")}\n`]),
    `${summary.files} files: ${summary.accept} accept, ${summary.ask} ask, ${summary.reject} reject; ${decision}\n`,
  ].join("\n");
}
