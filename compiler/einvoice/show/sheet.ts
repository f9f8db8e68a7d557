// Look of documents about an invoice: its terms, the report of its inspection.
import type { DocumentRequest } from "../../request/types/document.js";
import { sheetOf } from "../../request/sheet.js";
import type { FlowDocument } from "../../request/types/flow.js";
import type { FlowNode } from "../../request/types/flow-node.js";
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
export const invoiceSheet = (sections: readonly (readonly FlowNode[])[], gap: number): FlowDocument =>
  sheetOf(sections, { gap, grey: GREY, numberSize: 7.5, headingSizes: [18, 12.5, 10.5, 9.5, 9.5, 9.5] });
