import type { LinkSpec, LinkTarget } from "../request/types/common.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { Element } from "../request/types/element.js";
import type { Repeat } from "../request/types/layers.js";
import type { CellValue, TableCell, TableElement, TableHeaderCell } from "../request/types/table.js";
import type { Block, TextContent } from "../request/types/text.js";

/**
 * Whether anything in a request may depend on how many pages it has, or on which page something else stands: page variables, furniture of
 * the last page, links to pages. Such a document is laid out whole before its first page is painted, any other run by run. Only texts that
 * variables are read in are looked at: what is a key, a comment, an address or a barcode's content says nothing of pages.
 */
export function dependsOnLength({ pages, header, footer, layers }: DocumentRequest): boolean {
  const { background, watermark, stamp } = layers ?? {};
  const shown = (part: { readonly repeat?: Repeat } | undefined): boolean => part?.repeat === "last_page";
  return (
    shown(background) ||
    shown(watermark) ||
    shown(stamp) ||
    (watermark !== undefined && saysPage(watermark.template.content)) ||
    [header, footer, background, stamp].some((part) => anyElement(part?.elements)) ||
    (pages ?? []).some((page) => anyElement(page.elements))
  );
}

/** Whether a text in a table says a page's number, or how many there are. */
export const saysPages = (table: TableElement): boolean => anyCell(table, false);

const saysPage = (text: string): boolean => text.includes("{page}") || text.includes("{total_pages}");

const anyElement = (elements: readonly Element[] | undefined): boolean => elements?.some(element) ?? false;

function element(el: Element): boolean {
  if ("link" in el && linksPage(el.link)) return true;
  switch (el.type) {
    case "text":
      return inText(el.content, true);
    case "container":
      return anyElement(el.elements);
    case "table":
      return anyCell(el, true);
    case "link":
      return toPage(el.target);
    default:
      return false;
  }
}

const toPage = (target: LinkTarget): boolean => target.type === "page";
const linksPage = (link: LinkSpec | undefined): boolean => link !== undefined && toPage(link.target);

/** `links`: whether links to pages count too. */
function anyCell({ columns, header, rows }: TableElement, links: boolean): boolean {
  if (columns.some((c) => c.header !== undefined && saysPage(c.header))) return true;
  if (header?.rows?.some((row) => row.cells.some((cell) => inCell(cell, links)))) return true;
  if (!Array.isArray(rows)) return false;
  for (const row of rows) {
    for (const key in row) {
      const value: CellValue = row[key]!;
      if (typeof value === "string" ? saysPage(value) : typeof value === "object" && value !== null && inCell(value, links)) return true;
    }
  }
  return false;
}

function inCell({ content, link }: TableCell | TableHeaderCell, links: boolean): boolean {
  if (links && linksPage(link)) return true;
  if (typeof content === "string") return saysPage(content);
  return typeof content === "object" && content !== null && inText(content, links);
}

function inText(content: TextContent, links: boolean): boolean {
  if (typeof content === "string") return saysPage(content);
  if ("blocks" in content) return content.blocks.some((block) => inBlock(block, links));
  return content.spans.some((span) => saysPage(span.text) || (links && linksPage(span.link)));
}

function inBlock(block: Block, links: boolean): boolean {
  switch (block.type) {
    case "paragraph":
      // the text of an inline is taken as it stands: variables are inlines of their own
      return block.inlines.some((inline) => inline.type === "variable" || (links && inline.type === "text" && linksPage(inline.link)));
    case "list":
      return block.items.some((item) => item.blocks.some((inner) => inBlock(inner, links)));
    case "page_break":
      return false;
  }
}
