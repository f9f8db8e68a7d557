// Facts of the layout that a table's cells read, known before the cells are lowered.
import { joinReads, NO_READS, readsOfAll, readsOfVariable, type Reads } from "../box/reads.js";
import { referenceOf, textParts } from "../landmark/variables.js";
import type { MaterializedTable } from "../request/materialized.js";
import type { PlannedCell } from "../request/table-grid.js";
import type { LinkSpec, NumberFormat } from "../request/types/common.js";
import type { CellValue, TableCell, TableHeaderCell, TableRow } from "../request/types/table.js";
import type { Block, BlockContent, Inline } from "../request/types/text.js";

/** Rows are lowered during layout. `zones`: visible cells of header and footer. */
export const readsOfTable = (
  { columns, rows, projected }: Pick<MaterializedTable, "columns" | "rows" | "projected">,
  zones: readonly PlannedCell<TableHeaderCell | string>[],
): Reads =>
  joinReads(
    joinReads(
      readsOfAll(zones, ({ cell }) => readsOfValue(cell)),
      readsOfAll(columns, ({ format }) => readsOfFormat(format)),
    ),
    projected ? readsOfAll(projected.texts(), readsOfString) : readsOfAll(rows, readsOfRow),
  );

const readsOfFormat = (format: NumberFormat | undefined): Reads =>
  format ? joinReads(readsOfString(format.prefix ?? ""), readsOfString(format.suffix ?? "")) : NO_READS;

function readsOfRow(row: TableRow): Reads {
  let reads = NO_READS;
  for (const key in row) {
    const value = row[key]!;
    if (typeof value === "string" || typeof value === "object") reads = joinReads(reads, readsOfValue(value));
  }
  return reads;
}

function readsOfValue(value: CellValue): Reads {
  if (typeof value === "string") return readsOfString(value);
  return typeof value === "object" && value !== null ? readsOfCell(value) : NO_READS;
}

function readsOfCell(cell: TableCell | TableHeaderCell): Reads {
  const { content, link } = cell;
  const linked = joinReads(readsOfLinkSpec(link), "format" in cell ? readsOfFormat(cell.format) : NO_READS);
  if (typeof content === "string") return joinReads(linked, readsOfString(content));
  return typeof content === "object" && content !== null ? joinReads(linked, readsOfBlocks(content)) : linked;
}

const readsOfBlocks = ({ blocks }: BlockContent): Reads => readsOfAll(blocks, readsOfBlock);

function readsOfBlock(block: Block): Reads {
  switch (block.type) {
    case "paragraph":
      return readsOfAll(block.inlines, readsOfInline);
    case "list":
      return readsOfAll(block.items, readsOfBlocks);
    case "page_break":
      return NO_READS;
  }
}

/** Variables are separate inlines. A footnote's note is shaped with the row of its mark. */
function readsOfInline(inline: Inline): Reads {
  switch (inline.type) {
    case "variable":
      return readsOfName(inline.name);
    case "footnote":
      return readsOfAll(inline.blocks, readsOfBlock);
    case "text":
      return readsOfLinkSpec(inline.link);
    case "line_break":
    case "tab":
    case "field":
      return NO_READS;
  }
}

/** Returns the reads of a name: in a Fixed Canvas references are characters, and their reads are not used. */
function readsOfName(name: string): Reads {
  if (name === "page" || name === "total_pages") return readsOfVariable(name);
  const kind = referenceOf(name)?.kind;
  if (kind === "heading") return { ...NO_READS, titles: true };
  return kind === "page" || kind === "text" ? { ...NO_READS, page: kind === "text", totalPages: kind === "text", places: true } : NO_READS;
}

function readsOfString(text: string): Reads {
  if (!text.includes("{")) return NO_READS;
  return readsOfAll(textParts(text, true), (part) => (typeof part === "string" ? NO_READS : readsOfName(part.variable)));
}

const readsOfLinkSpec = (link: LinkSpec | undefined): Reads =>
  link?.target.type === "page" ? { ...NO_READS, linksTo: link.target.page - 1 } : NO_READS;
