// Report as a request, which is rendered as a tagged PDF (AX-33).
import { block, heading, literal, literalInlines, visible } from "../../compiler/request/build.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { FlowNode, NamedStyles } from "../../compiler/request/types/flow.js";
import type { TableCell, TableElement } from "../../compiler/request/types/table.js";
import type { AccessibilityReport } from "../report.js";
import { contentOf, type Line, type ReportSection, type ReportTable } from "./content.js";

/** mm between the margins of A4 */
const WIDTH = 174;
const INK = "#1F2933";
const GREY = "#4B5563";

const FOOTER = {
  layout: { height: 10 },
  elements: [
    {
      type: "text" as const,
      layout: { left: 0, top: 4 },
      style: { width: WIDTH, text_align: "right" as const, font_size: 8, color: GREY },
      content: "{page} / {total_pages}",
    },
  ],
};

const size = (font_size: number): NamedStyles[string] => ({
  target: "text",
  properties: { font_size, font_weight: "bold", line_height: 1.25 },
});

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
    flow_document: {
      page_masters: { main: { size: "a4", layout: { page_margin: { top: 18, right: 18, bottom: 12, left: 18 } }, footer: FOOTER } },
      styles: { h1: size(17), h2: size(12.5) },
      style_scope: {
        rules: [
          { selector: { role: "heading", heading_level: 1 }, style: "h1" },
          { selector: { role: "heading", heading_level: 2 }, style: "h2" },
        ],
      },
      segments: [{ page_master: "main", content: [{ type: "stack", layout: { gap: 2.5 }, content }] }],
    },
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
