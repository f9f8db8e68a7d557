// Reports as a document for the receiver's files: PDF/A-2u and PDF/UA-1.
import { block, heading, literalCell, literalInlines, visible } from "../../request/build.js";
import type { DocumentRequest } from "../../request/types/document.js";
import type { FlowNode } from "../../request/types/flow-node.js";
import type { TableElement } from "../../request/types/table.js";
import { textAt, type Group } from "../model/value.js";
import { invoiceSheet, SHEET_SETTINGS, TABLE_LOOK } from "../show/sheet.js";
import { findingPlace } from "./text.js";
import type { InspectFinding, InspectReport, PageComparison } from "./report.js";

/** Text of a cell; null: none. */
type Row = readonly (string | null)[];

/** One section per report, each on a page of its own. */
export function sheetRequest(reports: readonly InspectReport[]): DocumentRequest {
  const [first] = reports;
  const title = reports.length === 1 ? titleOf(first!) : `Inspection of ${reports.length} files`;
  const overview = reports.length === 1 ? [] : [[heading(title, 1), overviewOf(reports)]];
  const level = reports.length === 1 ? 1 : 2;
  return {
    settings: {
      metadata: { title: visible(title), language: "en" },
      profile: "pdfa-2u",
      ...SHEET_SETTINGS,
    },
    flow_document: invoiceSheet([...overview, ...reports.map((report) => nodesOf(report, level))], 2.5),
  };
}

const titleOf = ({ name, decision }: InspectReport): string => `${name ?? "Invoice"}: ${decision}`;

function nodesOf(report: InspectReport, level: number): FlowNode[] {
  const { findings, comparison, answer } = report;
  const out: FlowNode[] = [heading(visible(titleOf(report)), level), factsOf(report)];
  if (findings.length > 0) out.push(heading("Findings", level + 1), findingsOf(findings));
  if (comparison) out.push(heading("Pages and data", level + 1), comparedOf(comparison));
  if (answer) {
    out.push(heading("Answer to the sender", level + 1));
    for (const text of [answer.subject, ...answer.text.trimEnd().split(/\n\n+/)])
      out.push(
        block({
          type: "text",
          content: { blocks: [{ type: "paragraph", language: answer.language, inlines: literalInlines(visible(text)) }] },
        }),
      );
  }
  return out;
}

/** Columns with their widths in mm; 0: what the others leave. */
function tableOf(columns: readonly (readonly [header: string, width: number])[], rows: readonly Row[]): FlowNode {
  const table: TableElement = {
    type: "table",
    columns: columns.map(([header, width], i) => ({
      key: `c${i}`,
      header,
      ...(i === 0 && { role: "row_header" as const }),
      width: width === 0 ? { mode: "auto" } : { mode: "fixed", value: width },
    })),
    rows: rows.map((row) => Object.fromEntries(row.map((text, i) => [`c${i}`, { content: literalCell(visible(text ?? "")) }]))),
    ...TABLE_LOOK,
  };
  return block(table);
}

function factsOf({ decision, reasons, law, format, invoice, rules, hashes }: InspectReport): FlowNode {
  const at = (...names: readonly string[]): string | null => (invoice ? (textAt(invoice as Group, ...names)?.trim() ?? null) : null);
  const amount = [at("totals", "amount_due_for_payment"), at("invoice_currency_code")].filter((t) => t !== null).join(" ");
  const rows: readonly (readonly [string, string | null])[] = [
    ["Decision", decision],
    ["Reasons", reasons.join(", ")],
    ["Invoice", at("invoice_number")],
    ["Date of issue", at("invoice_issue_date")],
    ["Seller", at("seller", "name")],
    ["Buyer", at("buyer", "name")],
    ["Amount due", amount],
    ["Format", format.name],
    ["File in the PDF", format.attachment?.name ?? null],
    ["Law", law],
    ["Rules", rules.join(", ")],
    ["SHA-256 of the file", hashes.file_sha256],
    ["SHA-256 of the invoice", hashes.xml_sha256],
  ];
  return tableOf(
    [
      ["Fact", 45],
      ["Value", 0],
    ],
    rows.filter(([, value]) => value !== null && value !== ""),
  );
}

const findingsOf = (findings: readonly InspectFinding[]): FlowNode =>
  tableOf(
    [
      ["Rule", 34],
      ["Effect", 16],
      ["Finding", 0],
      ["Place and values", 50],
    ],
    findings.map((f) => [[f.rule, ...f.terms].join(" "), f.effect, `${f.message}\n${f.why}\n${f.how}`, findingPlace(f).join("\n")]),
  );

const comparedOf = ({ pages, readable_pages: readable, terms }: PageComparison): FlowNode =>
  tableOf(
    [
      [`Term (${readable} of ${pages} pages read)`, 60],
      ["Result", 24],
      ["Data", 0],
      ["Page", 55],
    ],
    terms.map(({ term, path, value, result, found }) => [
      `${term} ${path}`,
      result.replace("_", " "),
      value,
      found
        .slice(0, 1)
        .map((f) => `${f.text} (page ${f.page})`)
        .join(),
    ]),
  );

const overviewOf = (reports: readonly InspectReport[]): FlowNode =>
  tableOf(
    [
      ["File", 0],
      ["Decision", 24],
      ["Reasons", 80],
    ],
    reports.map(({ name, decision, reasons }) => [name ?? "-", decision, reasons.join(", ")]),
  );
