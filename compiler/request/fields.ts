// Form fields of a request, in its order.
import { at, ROOT, type Src } from "../core/src.js";
import type { DocumentRequest } from "./types/document.js";
import type { Element, PageElement } from "./types/element.js";
import type { FieldContent } from "./types/field.js";
import type { SegmentNode } from "./types/flow.js";
import type { CellValue, TableRow } from "./types/table.js";
import type { Block, TextContent } from "./types/text.js";
import { isCell } from "./table-grid.js";

export interface FieldUse {
  readonly el: FieldContent;
  readonly src: Src;
}

/** Fields of pages and of Flow Documents. What is drawn on several pages has none. */
export function fieldUses(request: DocumentRequest): readonly FieldUse[] {
  const out: FieldUse[] = [];
  const element = (el: PageElement, src: Src): void => {
    if (el.type === "field") out.push({ el, src });
    else if (el.type === "text") content(el.content, at(src, "content"));
    else if (el.type === "container") elements(el.elements, at(src, "elements"));
    else if (el.type === "table" && Array.isArray(el.rows)) cells(el.rows, at(src, "rows"));
  };
  const content = (given: TextContent | CellValue | undefined, src: Src): void => {
    if (typeof given === "object" && given !== null && "blocks" in given && given.blocks) blocks(given.blocks, at(src, "blocks"));
  };
  const blocks = (all: readonly Block[], src: Src): void =>
    all.forEach((block, i) => {
      if (block.type === "list") block.items.forEach((item, k) => blocks(item.blocks, at(src, i, "items", k, "blocks")));
      if (block.type !== "paragraph") return;
      block.inlines.forEach((inline, k) => {
        if (inline.type === "field") out.push({ el: inline, src: at(src, i, "inlines", k) });
      });
    });
  const elements = (all: readonly PageElement[] | undefined, src: Src): void => all?.forEach((el, i) => element(el, at(src, i)));
  const cells = (rows: readonly TableRow[], src: Src): void =>
    rows.forEach((row, i) => {
      for (const key in row) {
        const cell = row[key];
        if (!isCell(cell)) continue;
        if (cell.field) out.push({ el: cell.field, src: at(src, i, key, "field") });
        content(cell.content, at(src, i, key, "content"));
      }
    });
  const nodes = (all: readonly SegmentNode[], src: Src): void =>
    all.forEach((node, i) => {
      const here = at(src, i);
      if ("element" in node && node.element) element(node.element as Element, at(here, "element"));
      if (node.type !== "markdown" && "content" in node && node.content) nodes(node.content, at(here, "content"));
    });
  request.pages?.forEach((page, i) => elements(page.elements, at(ROOT, "pages", i, "elements")));
  request.flow_document?.segments.forEach(({ content }, i) => nodes(content ?? [], at(ROOT, "flow_document", "segments", i, "content")));
  return out;
}

/** Parts of a full name. */
export const nameParts = (name: string): readonly string[] => name.normalize("NFC").split(".");
