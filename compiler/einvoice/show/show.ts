// Every term with a value, tagged, with label and number (I36).
import { isRightToLeft } from "../../core/script-direction.js";
import type { LocaleSource } from "../../core/world.js";
import { block, heading, literalCell, visible } from "../../request/build.js";
import type { DocumentRequest } from "../../request/types/document.js";
import type { FlowNode, NamedStyles, StyleRule } from "../../request/types/flow.js";
import type { TableCell, TableElement } from "../../request/types/table.js";
import type { LeftOut } from "../model/read.js";
import { documentOf } from "../model/room.js";
import { textAt, type Group } from "../model/value.js";
import { Forms } from "./forms.js";
import type { Language } from "./labels/table.js";
import { DOCUMENT_WORDS, wordOf } from "./labels/words.js";
import { groupsOfInvoice, type TermGroup } from "./rows.js";

interface Shown {
  readonly model: Group;
  readonly language: Language;
  /** content of a file without a term */
  readonly leftOut: readonly LeftOut[];
  /** PDF/A-3b, for a file inside */
  readonly attaches: boolean;
  readonly locales: LocaleSource;
}

function documentWord(model: Group, language: Language): string {
  const code = textAt(model, "invoice_type_code")?.trim() ?? "380";
  const words = DOCUMENT_WORDS.get(code) ?? DOCUMENT_WORDS.get(documentOf(model, "ubl") === "ubl-credit-note" ? "381" : "380")!;
  return words[language];
}

/** Title (I34). */
export const titleOf = (model: Group, language: Language): string =>
  [documentWord(model, language), textAt(model, "invoice_number")?.trim()].filter((s) => s !== undefined && s !== "").join(" ");

/** Names of either direction begin where the texts around them do (SW-11). */
export const directionOf = (language: Language): "ltr" | "rtl" => (isRightToLeft(language) ? "rtl" : "ltr");

export function showRequest({ model, language, leftOut, attaches, locales }: Shown): DocumentRequest {
  const whole = groupsOfInvoice(model, language, new Forms(locales, language).besideText);
  const own: readonly TermGroup[] = whole.rows.length > 0 ? [{ ...whole, label: wordOf("invoice", language), groups: [] }] : [];
  const content: FlowNode[] = [
    heading(documentWord(model, language), 1),
    ...[...own, ...whole.groups].flatMap((group) => nodesOf(group, 2, language)),
    ...(leftOut.length > 0 ? [heading(wordOf("left_out", language), 2), block(leftOutTable(leftOut, language))] : []),
  ];
  return {
    settings: {
      metadata: { title: titleOf(model, language), language },
      direction: directionOf(language),
      profile: attaches ? "pdfa-3b" : "pdfa-2u",
      accessibility: "ua1",
      defaults: { text: { font_size: 9, line_height: 1.3, color: "#1F2933" } },
    },
    flow_document: {
      page_masters: { main: { size: "a4", layout: { page_margin: { top: 18, right: 18, bottom: 12, left: 18 } }, footer: FOOTER } },
      styles: STYLES,
      style_scope: { rules: [...RULES] },
      segments: [{ page_master: "main", content: [{ type: "stack", layout: { gap: 2 }, content }] }],
    },
  };
}

/** mm between the margins of A4 */
const WIDTH = 174;
const FOOTER = {
  layout: { height: 10 },
  elements: [
    {
      type: "text" as const,
      layout: { left: 0, top: 4 },
      style: { width: WIDTH, text_align: "right" as const, font_size: 7.5, color: "#5F6B7A" },
      content: "{page} / {total_pages}",
    },
  ],
};

const size = (font_size: number): NamedStyles[string] => ({
  target: "text",
  properties: { font_size, font_weight: "bold", line_height: 1.25 },
});
const STYLES: NamedStyles = { h1: size(18), h2: size(12.5), h3: size(10.5), h4: size(9.5) };
const RULES: readonly StyleRule[] = [1, 2, 3, 4, 5, 6].map((level) => ({
  selector: { role: "heading", heading_level: level },
  style: `h${Math.min(level, 4)}`,
}));

function nodesOf({ label, id, rows, groups }: TermGroup, level: number, language: Language): readonly FlowNode[] {
  return [
    heading(id === "" ? label : `${label} (${id})`, level),
    ...(rows.length === 0 ? [] : [block(termTable(rows, language))]),
    ...groups.flatMap((g) => nodesOf(g, level + 1, language)),
  ];
}

const GRID = {
  horizontal: { width: 0.15, color: "#D5DBE1" },
  bottom: { width: 0.15, color: "#D5DBE1" },
  top: { width: 0.3, color: "#5F6B7A" },
};
const HEADER = { cell: { text: { font_size: 7.5, font_weight: "semibold" as const, color: "#5F6B7A" } } };

const termTable = (rows: TermGroup["rows"], language: Language): TableElement => ({
  type: "table",
  columns: [
    { key: "label", header: wordOf("term", language), role: "row_header", width: { mode: "fixed", value: 64 } },
    { key: "id", header: wordOf("number", language), width: { mode: "fixed", value: 26 }, cell: { text: { color: "#5F6B7A" } } },
    { key: "value", header: wordOf("value", language), width: { mode: "auto" } },
  ],
  rows: rows.map(({ label, id, value }) => ({ label: cell(label), id, value: cell(value) })),
  header: HEADER,
  grid: GRID,
});

const leftOutTable = (leftOut: readonly LeftOut[], language: Language): TableElement => ({
  type: "table",
  columns: [
    { key: "location", header: wordOf("place", language), role: "row_header", width: { mode: "percent", value: 62 } },
    { key: "value", header: wordOf("value", language), width: { mode: "auto" } },
  ],
  rows: leftOut.map(({ location, value }) => ({ location: cell(location), value: cell(value) })),
  header: HEADER,
  grid: GRID,
});

const cell = (text: string): TableCell => ({ content: literalCell(visible(text)) });
