// Report as a request, which is rendered as a tagged PDF (AX-33).
import { block, heading, literal, literalInlines, visible } from "../../compiler/request/build.js";
import { sheetOf } from "../../compiler/request/sheet.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { FlowNode } from "../../compiler/request/types/flow-node.js";
import type { TableCell, TableElement } from "../../compiler/request/types/table.js";
import type { AccessibilityReport } from "../report.js";
import { contentOf, type Line, type ReportSection, type ReportTable } from "./content.js";

const INK = "#1F2933";
const GREY = "#4B5563";

/** @param shown of texts of the document, whose characters the fonts may lack */
export function requestOf(report: AccessibilityReport, shown: (text: string) => string = (text) => text): DocumentRequest {
  const { title, sections } = contentOf(report);
  const drawn = (text: string): string => shown(visible(text));
  const content: FlowNode[] = [heading(drawn(title), 1), ...sections.flatMap((section) => nodesOf(section, drawn))];
  return {
    settings: {
      profile: "pdfa-ua2",
      metadata: { title: drawn(title).replaceAll(/\s+/g, " "), language: "en" },
      defaults: { text: { font_size: 9, line_height: 1.35, color: INK } },
    },
    flow_document: sheetOf([content], { gap: 2.5, grey: GREY, numberSize: 8, headingSizes: [17, 12.5] }),
  };
}

type Drawn = (text: string) => string;

const nodesOf = ({ heading: name, paragraphs, table, list }: ReportSection, drawn: Drawn): readonly FlowNode[] => [
  heading(name, 2),
  ...paragraphs.map((text) => block({ type: "text", content: literal(drawn(text)) })),
  ...(table ? [block(tableOf(table, drawn))] : []),
  ...(list.length === 0 ? [] : [block({ type: "text", content: { blocks: [listOf(list, drawn)] } })]),
];

const listOf = (list: readonly string[], drawn: Drawn) => ({
  type: "list" as const,
  list: { kind: "bullet" as const },
  items: list.map((text) => ({ blocks: [{ type: "paragraph" as const, inlines: literalInlines(drawn(text)) }] })),
});

function tableOf({ columns, rows }: ReportTable, drawn: Drawn): TableElement {
  return {
    type: "table",
    columns: columns.map(({ name, share }, i) => ({
      key: `c${i}`,
      header: name,
      ...(i === 0 && { role: "row_header" as const }),
      width: { mode: "percent" as const, value: share },
    })),
    rows: rows.map((cells) => Object.fromEntries(cells.map((lines, i) => [`c${i}`, cellOf(lines, drawn)]))),
    cell: { text: { font_size: 8 }, padding: { x: 1.5, y: 1 } },
    header: { cell: { fill: { color: "#E8EDF2" }, text: { font_weight: "semibold" } } },
    grid: { horizontal: { width: 0.15, color: "#B8C1CB" }, top: { width: 0.3, color: GREY }, bottom: { width: 0.3, color: GREY } },
  };
}

const cellOf = (lines: readonly Line[], drawn: Drawn): TableCell => ({
  content: { blocks: lines.map(({ text }) => ({ type: "paragraph" as const, inlines: literalInlines(drawn(text)) })) },
});
