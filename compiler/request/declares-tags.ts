// Fields for which a Fixed Canvas is tagged (AX-24).
import { isCell } from "./table-grid.js";
import type { MaterializedPage, MaterializedPageElement, MaterializedTable } from "./materialized.js";
import type { Block, BlockContent, TextElement } from "./types/text.js";

export const declareTags = (pages: readonly MaterializedPage[]): boolean => pages.some(({ elements = [] }) => elements.some(declares));

function declares(el: MaterializedPageElement): boolean {
  if (el.type === "payment_slip") return true;
  if (el.role !== undefined || el.reading_order !== undefined || el.language !== undefined) return true;
  if (el.type === "container") return el.alt !== undefined || el.elements.some(declares);
  if (el.type === "text") return inText(el.content);
  return el.type === "table" && inTable(el);
}

function inText(content: TextElement["content"]): boolean {
  if (typeof content === "string") return false;
  return content.blocks ? inBlocks(content.blocks) : content.spans.some((span) => span.language !== undefined);
}

const inBlocks = (blocks: readonly Block[]): boolean =>
  blocks.some((block) => {
    if (block.type === "list") return block.items.some((item) => inBlocks(item.blocks));
    if (block.type === "page_break") return false;
    return block.language !== undefined || block.inlines.some((inline) => inline.type === "text" && inline.language !== undefined);
  });

interface Cell {
  readonly content?: string | number | boolean | null | BlockContent;
  readonly language?: string;
}

const inCell = ({ content, language }: Cell): boolean =>
  language !== undefined || (typeof content === "object" && content !== null && inBlocks(content.blocks));

/** Projected rows have values alone. */
function inTable({ rows, projected, header, footer }: MaterializedTable): boolean {
  const zones = [...(header?.rows ?? []), ...(footer?.rows ?? [])];
  if (zones.some(({ cells }) => cells.some(inCell))) return true;
  if (projected) return false;
  for (const row of rows) for (const value of Object.values(row)) if (isCell(value) && inCell(value)) return true;
  return false;
}
