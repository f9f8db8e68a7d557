// Report as one HTML file without scripts (AX-33).
import type { AccessibilityReport } from "../report.js";
import { contentOf, type Line, type ReportSection, type ReportTable } from "./content.js";

const STYLE = [
  "body{margin:2rem auto;max-width:64rem;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif;color:#1f2933;background:#fff}",
  "h1{font-size:1.7rem;line-height:1.25}h2{margin-top:2.5rem;font-size:1.25rem}",
  "table{border-collapse:collapse;width:100%;table-layout:fixed}caption{padding:.5rem 0;text-align:left;font-weight:600}",
  "th,td{padding:.4rem .6rem;border:1px solid #8793a0;text-align:left;vertical-align:top;overflow-wrap:anywhere}",
  "thead th{background:#e8edf2}tbody th{font-weight:600}td p,th p{margin:0 0 .25rem}",
].join("");

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

/** Without characters that HTML forbids. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\p{Noncharacter_Code_Point}\p{Surrogate}]/gu, "\ufffd")
    .replaceAll(/[&<>"]/g, (c) => ENTITIES.get(c)!);

export function htmlOf(report: AccessibilityReport): string {
  const { title, sections } = contentOf(report);
  return [
    "<!doctype html>",
    '<html lang="en">',
    "<head>",
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escaped(title)}</title>`,
    `<style>${STYLE}</style>`,
    "</head>",
    "<body>",
    "<main>",
    `<h1>${escaped(title)}</h1>`,
    ...sections.flatMap(sectionLines),
    "</main>",
    "</body>",
    "</html>",
    "",
  ].join("\n");
}

const sectionLines = ({ heading, paragraphs, table, list }: ReportSection): readonly string[] => [
  `<h2>${escaped(heading)}</h2>`,
  ...paragraphs.map((text) => `<p>${escaped(text)}</p>`),
  ...(table ? tableLines(table) : []),
  ...(list.length === 0 ? [] : ["<ul>", ...list.map((text) => `<li>${escaped(text)}</li>`), "</ul>"]),
];

const tableLines = ({ caption, columns, rows }: ReportTable): readonly string[] => [
  "<table>",
  `<caption>${escaped(caption)}</caption>`,
  `<colgroup>${columns.map(({ share }) => `<col style="width:${share}%">`).join("")}</colgroup>`,
  `<thead><tr>${columns.map(({ name }) => `<th scope="col">${escaped(name)}</th>`).join("")}</tr></thead>`,
  "<tbody>",
  ...rows.map(
    (cells) =>
      `<tr>${cells.map((lines, i) => (i === 0 ? `<th scope="row">${linesOf(lines)}</th>` : `<td>${linesOf(lines)}</td>`)).join("")}</tr>`,
  ),
  "</tbody>",
  "</table>",
];

const linesOf = (lines: readonly Line[]): string =>
  lines.length === 1 ? quoted(lines[0]!) : lines.map((line) => `<p>${quoted(line)}</p>`).join("");

const quoted = ({ text, language }: Line): string =>
  language === undefined ? escaped(text) : `<span lang="${escaped(language)}">${escaped(text)}</span>`;
