// Every term with a value, tagged, with label and number (I36).
import { isRightToLeft } from "../../core/script-direction.js";
import type { LocaleSource } from "../../core/world.js";
import { block, heading, literalCell, visible } from "../../request/build.js";
import type { DocumentRequest } from "../../request/types/document.js";
import type { FlowNode } from "../../request/types/flow-node.js";
import type { TableCell, TableElement } from "../../request/types/table.js";
import type { LeftOut } from "../model/read.js";
import { documentOf } from "../model/room.js";
import { textAt, type Group } from "../model/value.js";
import { Forms } from "./forms.js";
import type { Language } from "./labels/table.js";
import { DOCUMENT_WORDS, wordOf } from "./labels/words.js";
import { groupsOfInvoice, type TermGroup } from "./rows.js";
import { invoiceSheet, SHEET_SETTINGS, TABLE_LOOK } from "./sheet.js";

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

/** Returns the title (I34). */
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
      ...SHEET_SETTINGS,
    },
    flow_document: invoiceSheet([content], 2),
  };
}

function nodesOf({ label, id, rows, groups }: TermGroup, level: number, language: Language): readonly FlowNode[] {
  return [
    heading(id === "" ? label : `${label} (${id})`, level),
    ...(rows.length === 0 ? [] : [block(termTable(rows, language))]),
    ...groups.flatMap((g) => nodesOf(g, level + 1, language)),
  ];
}

const termTable = (rows: TermGroup["rows"], language: Language): TableElement => ({
  type: "table",
  columns: [
    { key: "label", header: wordOf("term", language), role: "row_header", width: { mode: "fixed", value: 64 } },
    { key: "id", header: wordOf("number", language), width: { mode: "fixed", value: 26 }, cell: { text: { color: "#5F6B7A" } } },
    { key: "value", header: wordOf("value", language), width: { mode: "auto" } },
  ],
  rows: rows.map(({ label, id, value }) => ({ label: cell(label), id, value: cell(value) })),
  ...TABLE_LOOK,
});

const leftOutTable = (leftOut: readonly LeftOut[], language: Language): TableElement => ({
  type: "table",
  columns: [
    { key: "location", header: wordOf("place", language), role: "row_header", width: { mode: "percent", value: 62 } },
    { key: "value", header: wordOf("value", language), width: { mode: "auto" } },
  ],
  rows: leftOut.map(({ location, value }) => ({ location: cell(location), value: cell(value) })),
  ...TABLE_LOOK,
});

const cell = (text: string): TableCell => ({ content: literalCell(visible(text)) });
