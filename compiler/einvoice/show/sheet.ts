// Look of documents about an invoice: its terms, the report of its inspection.
import type { DocumentRequest } from "../../request/types/document.js";
import type { FlowDocument, FlowNode, NamedStyles } from "../../request/types/flow.js";
import type { TableElement } from "../../request/types/table.js";

export const SHEET_SETTINGS = {
  accessibility: "ua1",
  defaults: { text: { font_size: 9, line_height: 1.3, color: "#1F2933" } },
} as const satisfies DocumentRequest["settings"];

const GREY = "#5F6B7A";

/** Header and lines of a table. */
export const TABLE_LOOK = {
  header: { cell: { text: { font_size: 7.5, font_weight: "semibold", color: GREY } } },
  grid: { horizontal: { width: 0.15, color: "#D5DBE1" }, bottom: { width: 0.15, color: "#D5DBE1" }, top: { width: 0.3, color: GREY } },
} as const satisfies Pick<TableElement, "header" | "grid">;

/** Returns the pages of sections, each of which begins a page. @param gap between the nodes of a section, mm */
export const sheetOf = (sections: readonly (readonly FlowNode[])[], gap: number): FlowDocument => ({
  page_masters: { main: { size: "a4", layout: { page_margin: { top: 18, right: 18, bottom: 12, left: 18 } }, footer: FOOTER } },
  styles: STYLES,
  style_scope: {
    rules: [1, 2, 3, 4, 5, 6].map((level) => ({ selector: { role: "heading", heading_level: level }, style: `h${Math.min(level, 4)}` })),
  },
  segments: sections.map((content) => ({ page_master: "main", content: [{ type: "stack", layout: { gap }, content: [...content] }] })),
});

/** mm between the margins of A4 */
const WIDTH = 174;
const FOOTER = {
  layout: { height: 10 },
  elements: [
    {
      type: "text" as const,
      layout: { left: 0, top: 4 },
      style: { width: WIDTH, text_align: "right" as const, font_size: 7.5, color: GREY },
      content: "{page} / {total_pages}",
    },
  ],
};

const size = (font_size: number): NamedStyles[string] => ({
  target: "text",
  properties: { font_size, font_weight: "bold", line_height: 1.25 },
});
const STYLES: NamedStyles = { h1: size(18), h2: size(12.5), h3: size(10.5), h4: size(9.5) };
